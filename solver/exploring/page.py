"""The explorer as one document: script, style and data in a page that loads nothing else."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any
from xml.sax.saxutils import escape

from ..errors import OptionError
from .data import Chapter, page_data

MOST_BYTES = 900_000
"""The most bytes of a page that is a file: it is to fit into an e-mail."""

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; \
style-src 'unsafe-inline'; img-src data: blob:; connect-src {reached}">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main class="explorer"><noscript>This page needs JavaScript.</noscript></main>
<script type="application/octet-stream" id="explorer-data">{data}</script>
<script type="module">
{script}</script>
</body>
</html>
"""


def page(chapters: Sequence[Chapter], figurines: bool | None = None, title: str = "") -> str:
    """The page as a file of its own.

    Args:
        chapters: what there is to step through.
        figurines: whether pieces are drawn as symbols of the game; by default if all its kinds have one.
        title: its title; by default that of the first chapter, or the game's name.

    Raises:
        OptionError: if the file would be too large.
    """
    found = document(page_data(chapters, figurines), title or chapters[0].title or chapters[0].game.name)
    size = len(found.encode())
    if size > MOST_BYTES:
        many = sum(len(each.steps) for each in chapters)
        raise OptionError(
            f"the page would have {size:,} bytes, and may have {MOST_BYTES:,}: {many} positions are too many"
        )
    return found


def document(shown: Mapping[str, Any], title: str, reached: str = "'none'") -> str:
    """A page that shows some data.

    Args:
        shown: the data.
        title: its title.
        reached: what its script may connect to, as a Content-Security-Policy has it.
    """
    plain = json.dumps({"title": title, **shown}, separators=(",", ":"))
    return _PAGE.format(
        reached=reached,
        title=escape(title),
        style=resource("explorer.css"),
        script=resource("explorer.js").replace("</script", "<\\/script"),
        data=base64.b64encode(zlib.compress(plain.encode(), 9)).decode(),
    )


def resource(name: str) -> str:
    """The text of a file beside this one."""
    return (files(__package__) / name).read_text(encoding="utf-8")
