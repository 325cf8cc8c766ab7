"""Has the site show what its pages link to outside docs/: a hook of MkDocs, named in mkdocs.yml.

The README is the front page. Every other file that a page links to, directly or through other such files, becomes a
page below `source/`: Markdown as it is, a rule file or a program as a listing. Links are written for a reader of the
repository, and are changed here to lead to these pages.

The playground is a page of its own in `playground/`: what `npm run build` makes of explorer/playground/, and a script
for each game. Where that has not been built the site does without, and its page about the playground notes it.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files

import shadowmate as sm
from shadowmate.asp.folders import game_folders
from shadowmate.exploring.playground import playground

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

log = get_plugin_logger("site")

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PICTURES = {".svg", ".png"}
PLAYGROUND = ROOT / "explorer" / "playground" / "dist"
"""Where the playground is built."""
_PLACE = "<!-- playground -->"
"""Where its page has the way to it."""
_OPEN = '<a class="md-button" href="board.html">Open the playground</a>'
_MISSING = "**This copy of the site is without the playground**: it was made where no npm was to build it."
LANGUAGES = {".lp": "prolog", ".py": "python", ".yaml": "yaml"}
"""How a listing is coloured; others are not."""

_LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")


def address(path: Path) -> str:
    """Where the site has a file of the repository, as MkDocs names sources."""
    if path == ROOT / "README.md":
        return "index.md"
    if path.is_relative_to(DOCS):
        return path.relative_to(DOCS).as_posix()
    listing = "" if path.suffix in {".md", *PICTURES} else ".md"
    return f"source/{path.relative_to(ROOT).as_posix()}{listing}"


def linked(path: Path) -> list[Path]:
    """The files that a Markdown file links to.

    Raises:
        PluginError: if one of them is not a file of the repository.
    """
    found = [(path.parent / link).resolve() for link in _LINK.findall(path.read_text(encoding="utf-8"))]
    for each in found:
        if not each.is_file() or not each.is_relative_to(ROOT):
            raise PluginError(f"{path.relative_to(ROOT)}: a link leads to {each}, which is no file of the repository")
    return found


def shown(path: Path, config: MkDocsConfig) -> File:
    """The page of a file that is not in docs/, or the picture."""
    if path.suffix in {".md", *PICTURES}:
        return File.generated(config, address(path), abs_src_path=str(path))
    text = path.read_text(encoding="utf-8")
    listing = f"# {path.relative_to(ROOT)}\n\n````{LANGUAGES.get(path.suffix, 'text')}\n{text}\n````\n"
    return File.generated(config, address(path), content=listing)


def playground_files(config: MkDocsConfig) -> list[File]:
    """The playground, if it is built."""
    built = sorted(PLAYGROUND.glob("*"))
    if not built:
        log.info("explorer/playground/dist is not there (npm ci && npm run build): the site is without the playground")
        return []
    found = [File.generated(config, f"playground/{path.name}", abs_src_path=str(path)) for path in built]
    titles: list[tuple[str, str]] = []
    for name in game_folders():
        data = playground(sm.game(name))
        titles.append((name, data["title"]))
        script = f"shadowmate.game({json.dumps(data, separators=(',', ':'))});\n"
        found.append(File.generated(config, f"playground/games/{name}.js", content=script))
    content = f"shadowmate.titles = {json.dumps(sorted(titles, key=lambda each: each[1]))};\n"
    return [*found, File.generated(config, "playground/titles.js", content=content)]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what pages link to outside docs/."""
    seen = {Path(file.abs_src_path) for file in files.documentation_pages() if file.abs_src_path}
    new = [ROOT / "README.md", *(target for path in seen for target in linked(path))]
    while new:
        path = new.pop()
        if path not in seen and not (path.is_relative_to(DOCS) and path.suffix != ".md"):
            seen.add(path)
            files.append(shown(path, config))
            new += linked(path) if path.suffix == ".md" else []
    for file in playground_files(config):
        files.append(file)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Have the links of a page lead to pages of the site."""
    origin = page.file.abs_src_path
    if origin is None:  # a listing
        return markdown
    start = Path(page.file.src_uri).parent
    markdown = markdown.replace(_PLACE, _OPEN if any(PLAYGROUND.glob("*")) else _MISSING)

    def moved(match: re.Match[str]) -> str:
        return os.path.relpath(address((Path(origin).parent / match[1]).resolve()), start)

    return _LINK.sub(moved, markdown)
