"""Has the site show what its pages link to outside docs/: a hook of MkDocs, named in mkdocs.yml.

The README is the front page. Every other file that a page links to, directly or through other such files, becomes a
page below `source/`: Markdown as it is, a rule file or a program as a listing. Links are written for a reader of the
repository, and are changed here to lead to these pages.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PICTURES = {".svg", ".png"}
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
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Have the links of a page lead to pages of the site."""
    origin = page.file.abs_src_path
    if origin is None:  # a listing
        return markdown
    start = Path(page.file.src_uri).parent

    def moved(match: re.Match[str]) -> str:
        return os.path.relpath(address((Path(origin).parent / match[1]).resolve()), start)

    return _LINK.sub(moved, markdown)
