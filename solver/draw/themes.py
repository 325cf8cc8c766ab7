"""The themes of pictures, as data."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Livery:
    """The colours of an army.

    Attributes:
        fill: its pieces.
        ink: what is written on them.
        line: lines on them.
        edge: their edges.
        dim: lesser parts of them.
        halo: what keeps them off the lines of a cell, if it has any.
    """

    fill: str
    ink: str
    line: str
    edge: str
    dim: str
    halo: str | None = None


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture.

    Attributes:
        grounds: cells without a colour of their own: light, middle, dark.
        hued: what is below the colour of a cell that has one, or None if no such colour is shown.
        ruled: how dense the lines are that cover a light, middle and dark cell: 0 for none, else gaps to a tile.
        liveries: the armies, in the order of the players.
        reached: the mark of an empty cell that is reached, and of what is guarded.
        captured: the mark of what is captured.
        origin: the mark of the piece that all is about.
        shadow: the mark of cells that are shadowed, and of what shadows them.
        last: the mark of the last move.
        dashes: the lines of marks, in parts of a tile, by what they mark; whole if not named.
        ink: what is written, and the edge of the board.
        faint: what is written at the edge.
        grid: the lines between cells.
    """

    grounds: tuple[str, str, str]
    hued: tuple[str, str, str] | None
    liveries: tuple[Livery, ...]
    reached: str
    captured: str
    origin: str
    shadow: str
    last: str
    ruled: tuple[float, float, float] = (0, 0, 0)
    dashes: dict[str, tuple[float, ...]] = field(default_factory=lambda: {"last": (0.16, 0.1)}, hash=False)
    ink: str = "#2c2c33"
    faint: str = "#6d6d77"
    grid: str = "#8d8a83"


_PAPER = "#ffffff"
_WHITE = Livery("#ffffff", "#16161a", "#969699", "#16161a", "#b9b9be")
_BLACK = Livery("#2b2b31", "#ffffff", "#8a8a8e", "#0c0c0e", "#64646b")

THEMES = {
    "wood": Theme(
        grounds=("#f3ecdc", "#dccdb0", "#c2ab86"),
        hued=("#f8f8f8", "#e8e8e8", "#d8d8d8"),
        liveries=(
            _WHITE,
            _BLACK,
            Livery("#f2b632", "#241600", "#956e1c", "#3c2600", "#b49c6c"),
            Livery("#b9503f", "#ffffff", "#d89f95", "#3d0f08", "#9d7371"),
        ),
        reached="#0a7d4f",
        captured="#d0221b",
        origin="#f0a500",
        shadow="#4a3f78",
        last="#1f6fd0",
    ),
    "grey": Theme(
        grounds=("#fafafa", "#dedede", "#c4c4c4"),
        hued=None,
        liveries=(
            _WHITE,
            _BLACK,
            Livery("#a9a9ae", "#101012", "#6e6e73", "#16161a", "#8e8e93"),
            Livery("#6a6a70", "#ffffff", "#a5a5aa", "#0c0c0e", "#4c4c52"),
        ),
        reached="#0a7d4f",
        captured="#d0221b",
        origin="#f0a500",
        shadow="#4a3f78",
        last="#1f6fd0",
        grid="#9a9a9a",
    ),
    "print": Theme(
        grounds=("#ffffff", "#ffffff", "#ffffff"),
        hued=None,
        liveries=(
            Livery("#ffffff", "#000000", "#808080", "#000000", "#ffffff", _PAPER),
            Livery("#000000", "#ffffff", "#ffffff", "#000000", "#000000", _PAPER),
            Livery("#c8c8c8", "#000000", "#606060", "#000000", "#c8c8c8", _PAPER),
            Livery("#707070", "#ffffff", "#c8c8c8", "#000000", "#707070", _PAPER),
        ),
        reached="#000000",
        captured="#000000",
        origin="#000000",
        shadow="#000000",
        last="#000000",
        ruled=(0, 4.5, 9),
        dashes={"last": (0.16, 0.1), "guarded": (0.05, 0.07), "origin": (0.3, 0.06)},
        ink="#000000",
        faint="#000000",
        grid="#000000",
    ),
}
"""By the names for `--theme`; the first is the default."""

DEFAULT_THEME = next(iter(THEMES))
