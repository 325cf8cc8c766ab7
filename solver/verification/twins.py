"""What a twin changes, as Popeye prints it and Olive reads it: `wRe2-->g2`, `wRe2<-->bKa1`, `-wRe2`, `+wQg2`."""

from __future__ import annotations

from .diagram import Diagram, changes, twin


def printed(diagram: Diagram, words: list[str]) -> list[str]:
    """What a twin changes, one text for each change; `Position` stays as it is.

    Args:
        diagram: what it changes.
        words: what stands in the file, such as `Move e2 g2`.

    Raises:
        DiagramError: if that cannot be read or done.
    """
    found = []
    for name, said in changes(words):
        match name:
            case "move":
                found.append(f"{_man(diagram, said[0])}-->{said[1]}")
            case "exchange":
                found.append("<-->".join(_man(diagram, cell) for cell in said))
            case "remove":
                found.append(f"-{_man(diagram, said[0])}")
            case "add":
                found.append(f"+{said[0][0].lower()}{said[1]}")
            case _:
                found.append(" ".join([name.capitalize(), *said]))
        diagram = twin(diagram, [name, *said])
    return found


def _man(diagram: Diagram, cell: str) -> str:
    """A man on its cell, with the first letter of his army."""
    kinds, army = diagram.men[cell]
    spelling = diagram.spelling
    return f"{army[0]}{spelling.written_man(spelling.game.piece_name(kinds))}{cell}"
