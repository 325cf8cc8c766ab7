"""Pictures read back: titles, tiles and texts of an SVG file, the size of a PNG, the letters of a terminal."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET

import shadowmate as sm
from shadowmate.draw.terminal import text

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"


def titles(svg: str) -> list[str]:
    return [title.text or "" for title in ET.fromstring(svg).iter(f"{SVG}title")]


def tiles(root: ET.Element) -> dict[str, ET.Element]:
    """The groups of a picture that have a title, by it: one a cell."""
    groups = ((group.findtext(f"{SVG}title"), group) for group in root.iter(f"{SVG}g"))
    return {title: group for title, group in groups if title}


def cells(root: ET.Element, game: sm.Game) -> dict[str, ET.Element]:
    """The group of each cell of a game, by its name."""
    heads = {re.split("[ ,]", title)[0]: group for title, group in tiles(root).items()}
    return {max((c for c in game.vectors if head.endswith(c)), key=len): group for head, group in heads.items()}


def stamps(root: ET.Element) -> dict[str, ET.Element]:
    """What is put down in several places, by its name."""
    return {f"#{element.get('id')}": element for defs in root.iter(f"{SVG}defs") for element in defs}


def words(element: ET.Element, stamps: dict[str, ET.Element] | None = None) -> list[str]:
    """The texts in an element, and in the stamps that it puts down."""
    own = [found.text or "" for found in element.iter(f"{SVG}text")]
    used = [(stamps or {})[use.get(LINK, "")] for use in element.iter(f"{SVG}use")] if stamps else []
    return [*(word for each in used for word in words(each)), *own]


def plain(position: sm.Position, *arguments: object, **options: object) -> str:
    return text(position, *arguments, **options).plain  # type: ignore[arg-type]


def size(image: bytes) -> tuple[int, int]:
    """The width and height in the header of a PNG."""
    assert image.startswith(b"\x89PNG")
    width, height = struct.unpack(">2I", image[16:24])
    return width, height
