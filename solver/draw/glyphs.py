"""The shape of a piece, drawn from the way it moves, or its symbol, if the game gives it a familiar one.

Nothing here knows a kind by name. Each class of directions has a place of its own around the piece, and what
a kind does in that class shows there: a long ray is a slide, a short tooth a single step, a corner of a filled
figure a planar move, a dot apart from the disc a leap. What leads from panel to panel has no place on paper:
a ring with a point in it, the tip of an arrow, means that it leads to later panels, one with a cross, its feathers,
to earlier ones. A ring inside marks a royal piece.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import drawsvg as svg

from ..asp.ruleset import Ruleset
from .letters import Outline, outline, text_width
from .style import INK, PAPER, TILE, Point, circle, line, number, polygons, stamp, words
from .symbols import symbol
from .themes import Livery, Theme
from .traits import Trait, Traits

# How far rays and areas go, in tiles, for the first class of directions, the second, and any further one; with its
# edge everything keeps off the tiles beside it.
_RAYS = (0.415, 0.515, 0.415)
_AREAS = (0.42, 0.44, 0.4)
_LIFT = 0.35  # how far off the signs for other panels are, and
_LIFT_SIZE = 0.08  # how large
_EDGE = 0.03 * TILE
_HALO = 0.03 * TILE
_STRENGTH = 0.3
_ORIGIN = (0.0, 0.0)
_WIDEST = 0.8  # of a tile, for a figurine


class Glyphs:
    """The pieces of a game as they are drawn.

    Args:
        ruleset: rules that define way/5, direction/2, belongs/3, place/2 and after/2.
        theme: the colours of the armies.
    """

    def __init__(self, ruleset: Ruleset, theme: Theme) -> None:
        self._ruleset = ruleset
        self._liveries = theme.liveries
        self._traits = Traits(ruleset)
        self._royal = ruleset.royal
        self._drawn: dict[tuple[tuple[str, ...], str, bool], svg.Group] = {}

    def piece(self, kinds: tuple[str, ...], army: str, figurines: bool = False) -> svg.Group:
        """A piece around (0, 0), to be put down wherever such a piece stands.

        Args:
            kinds: what it is made of.
            army: whose it is.
            figurines: whether to draw the symbol that the game gives it, if there is one.
        """
        key = (kinds, army, figurines)
        if key not in self._drawn:
            shown = symbol(self._ruleset, kinds, army) if figurines else None
            livery = self.livery(army)
            self._drawn[key] = _symbol(shown, livery) if shown else self._glyph(kinds, army, livery)
        return self._drawn[key]

    def lifts(self, kinds: tuple[str, ...], army: str) -> set[int]:
        """How the figure of a piece leads from panel to panel: 1 to later, -1 to earlier ones."""
        return {lift for kind in kinds for trait in self._traits.of(kind, army) for lift in trait.lifts}

    def livery(self, army: str) -> Livery:
        """The colours of an army."""
        players = self._ruleset.players
        seat = players.index(army) if army in players else len(players)
        return self._liveries[seat % len(self._liveries)]

    def _glyph(self, kinds: tuple[str, ...], army: str, livery: Livery) -> svg.Group:
        """The figure that its motion gives, and its letters."""
        traits = sorted({trait for kind in kinds for trait in self._traits.of(kind, army)})
        letters = [self._ruleset.abbreviations[kind] for kind in kinds]
        royal = not self._royal.isdisjoint(kinds)
        ring = [circle(_ORIGIN, 0.255 * TILE, stroke=livery.ink, width=0.028 * TILE)] if royal else []
        return stamp(
            (traits, letters, royal, livery), [*_figure(traits, livery), *ring, *_letters(letters, livery.ink)]
        )


@lru_cache(maxsize=16)
def glyphs(ruleset: Ruleset, theme: Theme) -> Glyphs:
    """The pieces of a game, worked out once."""
    return Glyphs(ruleset, theme)


def _symbol(shown: str, livery: Livery) -> svg.Group:
    """A symbol as it is printed: a figurine filled with the army's colour, or characters on a disc of it."""
    form = outline(shown)
    assert form is not None
    is_figure = unicodedata.category(shown[0]) == "So"
    return stamp((shown, livery), _filled(form, livery) if is_figure else _inscribed(form, livery))


def _filled(form: Outline, livery: Livery) -> list[svg.DrawingElement]:
    """A figurine: all that its lines enclose in the colour of the army, and the lines."""
    size = min(0.86 * TILE, _WIDEST * TILE / max(form.width, form.height))
    whole = "".join(form.contours)
    edge = {"stroke": livery.edge, "stroke_width": round(_EDGE / size, 3), "stroke_linejoin": "round"}
    inside = [svg.Path(contour, fill=livery.fill) for contour in form.contours]
    around = {**edge, "stroke": livery.halo, "stroke_width": round((_EDGE + 2 * _HALO) / size, 3)}
    halo = [svg.Path(whole, fill="none", **around)] if livery.halo else []
    layers = [*halo, svg.Path(whole, fill="none", **edge), *inside, svg.Path(whole, fill=livery.ink)]
    return [svg.Group(layers, transform=f"scale({size:.2f})")]


def _inscribed(form: Outline, livery: Livery) -> list[svg.DrawingElement]:
    """Characters on a disc."""
    size = 0.56 * TILE / max(form.width, form.height)
    text_on_it = svg.Path("".join(form.contours), fill=livery.ink, transform=f"scale({size:.2f})")
    return [circle(_ORIGIN, 0.42 * TILE, livery.fill, livery.edge, _EDGE), text_on_it]


def _polar(radius: float, angle: float) -> Point:
    turn = math.radians(angle)
    return radius * math.cos(turn), -radius * math.sin(turn)


def _figure(traits: list[Trait], livery: Livery) -> list[svg.DrawingElement]:
    """The outline of everything together, then its filling, then lines inside."""
    has_areas = any(trait.spread > 1 for trait in traits)
    core = 0.3 if has_areas else 0.28 if any(trait.leap for trait in traits) else 0.295
    blades = [(trait.full, blade) for trait in traits for blade in _blades(trait, core)]
    lesser = [blade for full, blade in blades if not full]
    areas = [area for trait in traits for area in _areas(trait)]
    lifts = sorted({lift for trait in traits for lift in trait.lifts})
    halo = _round(core, polygons([blade for _, blade in blades], "none", livery.halo, 2 * (_EDGE + _HALO)))
    return [
        *([halo] if livery.halo else []),
        *(element for trait in traits if not trait.leap for element in _apart(trait, livery, core)),
        _round(core, polygons([blade for _, blade in blades], "none", livery.edge, 2 * _EDGE)),
        *([polygons(lesser, livery.dim)] if lesser else []),
        _round(core, polygons([blade for full, blade in blades if full], livery.fill)),
        *(element for trait in traits if trait.leap for element in _apart(trait, livery, core)),
        *([polygons(areas, "none", livery.line, 0.018 * TILE)] if areas else []),
        *(element for lift, at in zip(lifts, _free(traits, len(lifts)), strict=True) for element in lifted(lift, at)),
    ]


def _round(core: float, figures: svg.Path) -> svg.Path:
    """Figures and the disc in their middle as one: a picture with fewer parts is made sooner."""
    radius = number(core * TILE)
    figures.M(radius, 0).A(radius, radius, 0, 0, 0, -radius, 0).A(radius, radius, 0, 0, 0, radius, 0).Z()
    return figures


def _free(traits: list[Trait], count: int) -> list[Point]:
    """Places around the piece that are farthest from its marks."""
    captured = [angle for trait in traits for angle in trait.angles]
    found: list[Point] = []
    for _ in range(count):
        room = {angle: min((_turn(angle, each) for each in captured), default=180.0) for angle in (90, 270, 0, 180)}
        best = max(room, key=lambda angle: room[angle])
        captured.append(best)
        found.append(_polar(_LIFT * TILE, best))
    return found


def _turn(angle: float, other: float) -> float:
    """How far apart two angles are."""
    return abs((angle - other + 180) % 360 - 180)


def lifted(lift: int, at: Point) -> list[svg.DrawingElement]:
    """The sign for what leads to later panels (1) or earlier ones (-1), wherever these are on paper."""
    ring = circle(at, _LIFT_SIZE * TILE, PAPER, INK, 0.026 * TILE)
    if lift > 0:
        return [ring, circle(at, 0.032 * TILE, INK)]
    reach = 0.7 * _LIFT_SIZE * TILE
    ends = ((-reach, -reach), (reach, -reach))
    return [ring, *(line((at[0] + x, at[1] + y), (at[0] - x, at[1] - y), INK, 0.026 * TILE) for x, y in ends)]


def _reach(trait: Trait) -> float:
    return (_AREAS if trait.spread > 1 else _RAYS)[min(trait.seat, 2)] * TILE


def _areas(trait: Trait) -> Iterable[tuple[Point, ...]]:
    """The lines that show a planar move, twice those of a solid."""
    for part in (1.0, 0.86)[: max(0, trait.spread - 1)]:
        yield tuple(_polar(_reach(trait) * part, angle) for angle in trait.angles)


def _blades(trait: Trait, core: float) -> Iterable[tuple[Point, ...]]:
    """What sticks out of the disc: an area, or a ray or tooth in each direction."""
    if trait.spread > 1:
        yield next(iter(_areas(trait)))
    elif not trait.leap:
        for angle in trait.angles:
            yield _tooth(angle, core, trait.seat) if trait.steps == 1 else _ray(trait, angle, core)


def _ray(trait: Trait, angle: float, core: float) -> tuple[Point, ...]:
    half, foot = 19 if trait.seat < 2 else 10, core * 0.94 * TILE
    tip = _reach(trait) * (1 if trait.steps > 2 else 0.9)
    return _polar(foot, angle - half), _polar(tip, angle), _polar(foot, angle + half)


def _tooth(angle: float, core: float, seat: int) -> tuple[Point, ...]:
    half, tip = (13.0, 0.40) if seat < 2 else (6.5, 0.375)
    foot, top = core * 0.9 * TILE, tip * TILE
    return (
        _polar(foot, angle - half * 1.25),
        _polar(top, angle - half * 0.8),
        _polar(top, angle + half * 0.8),
        _polar(foot, angle + half * 1.25),
    )


def _apart(trait: Trait, livery: Livery, core: float) -> Iterable[svg.DrawingElement]:
    """Dots apart from the disc: where a leap goes, and at the end of a ray with a hurdle."""
    radius = (0.042, 0.055, 0.055, 0.034)[min(trait.seat, 3)] * TILE
    fill = livery.fill if trait.full else livery.dim
    for angle in trait.angles if trait.spread == 1 else ():
        if trait.leap:
            place = _polar(0.38 * TILE, angle)
            if trait.waits:
                yield line(_polar(core * TILE, angle), place, livery.edge, 0.04 * TILE)
            if livery.halo:
                yield circle(place, radius, "none", livery.halo, 0.026 * TILE + 2 * _HALO)
            yield circle(place, radius, fill, livery.edge, 0.026 * TILE)
        if trait.hurdle:
            yield circle(
                _polar(min(_reach(trait), 0.39 * TILE), angle), 0.045 * TILE, livery.fill, livery.edge, _EDGE * 0.7
            )


def _letters(letters: list[str], ink: str) -> list[svg.DrawingElement]:
    """The abbreviations, as large as fits, one below another where there are several, from four on in pairs."""
    rows = letters if len(letters) < 4 else ["+".join(letters[at : at + 2]) for at in range(0, len(letters), 2)]
    room = 0.47 if len(rows) == 1 else 0.42
    bold = max(map(len, rows)) == 1
    tall = 0.4 if bold else 0.36
    widest = max(text_width(row, 1, bold) for row in rows)
    size = min(tall * TILE / (0.62 * len(rows) + 0.38), room * TILE / widest)
    top = -size * 0.95 * (len(rows) - 1) / 2
    texts = [words((0.0, top + size * 0.95 * i), row, size, ink, bold=bold) for i, row in enumerate(rows)]
    for each in texts if not bold else ():  # half as bold: the dot of an i must stay apart from its stem
        each.args.update({"stroke": ink, "stroke-width": _STRENGTH})
    return texts
