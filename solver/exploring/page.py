"""The explorer as one file: a page with script, style and data that loads nothing else."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from importlib.resources import files
from xml.sax.saxutils import escape

from ..errors import OptionError
from .data import Step, data

MOST_BYTES = 900_000
"""The largest size of a page, so that it fits into an e-mail."""

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; \
style-src 'unsafe-inline'; img-src data:">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main><h1>{title}</h1><noscript>This page needs JavaScript.</noscript></main>
<script type="application/octet-stream" id="data">{data}</script>
<script>
{script}</script>
</body>
</html>
"""


def page(steps: Sequence[Step], figurines: bool = False, title: str = "") -> str:
    """The page.

    Args:
        steps: the steps, the first one first.
        figurines: whether pieces are drawn as the game's symbols, where it has them.
        title: its title; by default the game's name.

    Raises:
        OptionError: if the file would be too large.
    """
    shown = json.dumps(data(steps, figurines), separators=(",", ":"))
    packed = base64.b64encode(zlib.compress(shown.encode(), 9)).decode()
    folder = files(__package__)
    found = _PAGE.format(
        title=escape(title or steps[0].position.game.name),
        style=(folder / "explorer.css").read_text(encoding="utf-8"),
        script=(folder / "explorer.js").read_text(encoding="utf-8").replace("</script", "<\\/script"),
        data=packed,
    )
    size = len(found.encode())
    if size > MOST_BYTES:
        raise OptionError(
            f"the page would have {size:,} bytes, and at most {MOST_BYTES:,} are possible: {len(steps)} positions "
            "are too many"
        )
    return found
