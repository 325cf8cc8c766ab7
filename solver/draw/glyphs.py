"""The shape of a piece, drawn from the way it moves, or its symbol, if the game gives it a familiar one.

Nothing here knows a kind by name. Each class of directions has a place of its own around the piece, and what
a kind does in that class shows there: a long ray is a slide, a short tooth a single step, a corner of a filled
figure a planar move, a dot apart from the disc a leap. A ring inside marks a royal piece.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import drawsvg as svg

from ..asp.ruleset import Ruleset
from .letters import Outline, outline, text_width
from .style import LIVERIES, TILE, Livery, Point, circle, line, number, polygons, stamp, words
from .symbols import symbol
from .traits import Trait, Traits

# How far rays and areas go, in tiles, for the first class of directions, the second, and any further one.
_RAYS = (0.45, 0.53, 0.44)
_AREAS = (0.45, 0.44, 0.405)
_EDGE = 0.03 * TILE
_ORIGIN = (0.0, 0.0)
_WIDEST = 0.8  # of a tile, for a figurine


class Glyphs:
    """The pieces of a game as they are drawn.

    Args:
        ruleset: rules that define way/5, direction/2, belongs/3, place/2 and after/2.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
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
            form = outline(shown) if shown else None
            livery = self._livery(army)
            self._drawn[key] = _symbol(shown, form, livery) if shown and form else self._glyph(kinds, army, livery)
        return self._drawn[key]

    def _livery(self, army: str) -> Livery:
        players = self._ruleset.players
        seat = players.index(army) if army in players else len(players)
        return LIVERIES[seat % len(LIVERIES)]

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
def glyphs(ruleset: Ruleset) -> Glyphs:
    """The pieces of a game, worked out once."""
    return Glyphs(ruleset)


def _symbol(shown: str, form: Outline, livery: Livery) -> svg.Group:
    """A symbol as it is printed: a figurine filled with the army's colour, or characters on a disc of it."""
    is_figure = unicodedata.category(shown[0]) == "So"
    return stamp((shown, livery), _filled(form, livery) if is_figure else _inscribed(form, livery))


def _filled(form: Outline, livery: Livery) -> list[svg.DrawingElement]:
    """A figurine: all that its lines enclose in the colour of the army, and the lines."""
    size = min(0.86 * TILE, _WIDEST * TILE / max(form.width, form.height))
    whole = "".join(form.contours)
    edge = {"stroke": livery.edge, "stroke_width": round(_EDGE / size, 3), "stroke_linejoin": "round"}
    inside = [svg.Path(contour, fill=livery.fill) for contour in form.contours]
    layers = [svg.Path(whole, fill="none", **edge), *inside, svg.Path(whole, fill=livery.ink)]
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
    return [
        *(element for trait in traits for element in _apart(trait, livery, core)),
        _round(core, polygons([blade for _, blade in blades], "none", livery.edge, 2 * _EDGE)),
        *([polygons(lesser, livery.dim)] if lesser else []),
        _round(core, polygons([blade for full, blade in blades if full], livery.fill)),
        *([polygons(areas, "none", livery.line, 0.018 * TILE)] if areas else []),
    ]


def _round(core: float, figures: svg.Path) -> svg.Path:
    """Figures and the disc in their middle as one: a picture with fewer parts is made sooner."""
    radius = number(core * TILE)
    figures.M(radius, 0).A(radius, radius, 0, 0, 0, -radius, 0).A(radius, radius, 0, 0, 0, radius, 0).Z()
    return figures


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
    radius = (0.044, 0.062, 0.062, 0.034)[min(trait.seat, 3)] * TILE
    fill = livery.fill if trait.full else livery.dim
    for angle in trait.angles if trait.spread == 1 else ():
        if trait.leap:
            place = _polar(0.415 * TILE, angle)
            if trait.waits:
                yield line(_polar(core * TILE, angle), place, livery.edge, 0.04 * TILE)
            yield circle(place, radius, fill, livery.edge, 0.026 * TILE)
        if trait.hurdle:
            yield circle(_polar(_reach(trait), angle), 0.05 * TILE, livery.fill, livery.edge, _EDGE * 0.7)


def _letters(letters: list[str], ink: str) -> list[svg.DrawingElement]:
    """The abbreviations, as large as fits, one below another where there are several."""
    rows = letters if len(letters) < 4 else ["".join(letters[:2]), "".join(letters[2:4]), *letters[4:]]
    room = 0.47 if len(rows) == 1 else 0.42
    tall = 0.4 if max(map(len, rows)) == 1 else 0.33
    widest = max(text_width(row, 1, bold=True) for row in rows)
    size = min(tall * TILE / (0.62 * len(rows) + 0.38), room * TILE / widest)
    top = -size * 0.95 * (len(rows) - 1) / 2
    return [words((0.0, top + size * 0.95 * i), row, size, ink, bold=True) for i, row in enumerate(rows)]
