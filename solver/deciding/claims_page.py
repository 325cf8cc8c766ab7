"""Claims as a page to publish: one HTML or Markdown file without other files."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from ..draw.position_picture import svg
from ..draw.terminal import text as board_text
from .claim_pictures import shown
from .claims_file import ClaimsFile
from .decide import Decided

_VERDICTS = {
    "true": "true",
    "false": "false",
    "by reading": "true under some readings only",
    "open": "not decidable here",
}
_COLUMNS = 100  # a picture in text is no wider

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
article { border-top: 1px solid #ccc; padding: 0.6rem 0; }
h3 { margin: 0.2rem 0; font-size: 1rem; }
code { background: #f3f3f3; padding: 0 0.2rem; }
.place { color: #666; font-size: 0.9rem; margin: 0; }
.verdict { display: inline-block; border-radius: 0.3rem; padding: 0 0.5rem; color: #fff; }
.true { background: #2a7d46; } .false { background: #a8322d; } .by { background: #8a6d00; } .open { background: #555; }
.differs { outline: 3px solid #a8322d; }
ul { margin: 0.3rem 0; } img { max-width: 100%; height: auto; display: block; margin: 0.5rem 0; }
table { border-collapse: collapse; } td, th { padding: 0.1rem 0.8rem; text-align: right; }
th:first-child { text-align: left; }
"""


def page(decided: Sequence[tuple[ClaimsFile, Sequence[Decided]]], as_html: bool) -> str:
    """The claims of some games, each with its verdict, what that rests on, and a picture if there is something to see.

    Args:
        decided: the files of claims, with the results of those that were decided.
        as_html: whether HTML is wanted, else Markdown.
    """
    lines = _html(decided) if as_html else _markdown(decided)
    return "\n".join(lines) + "\n"


def _html(decided: Sequence[tuple[ClaimsFile, Sequence[Decided]]]) -> Iterator[str]:
    yield "<!DOCTYPE html>"
    yield '<html lang="en"><head><meta charset="utf-8"><title>What is claimed, and what is so</title>'
    yield f"<style>{_STYLE}</style></head><body>"
    yield "<h1>What is claimed, and what is so</h1>"
    yield "<table><tr><th>document</th>" + "".join(f"<th>{word}</th>" for word in _VERDICTS) + "</tr>"
    for file, results in decided:
        cells = "".join(f"<td>{count}</td>" for count in _counts(results))
        yield f"<tr><th>{escape(file.document)}</th>{cells}</tr>"
    yield "</table>"
    for file, results in decided:
        yield f"<h2>{escape(file.document)}</h2>"
        for result in results:
            yield from _article(result)
    yield "</body></html>"


def _article(result: Decided) -> Iterator[str]:
    claim = result.claim
    differs = "" if result.agrees else " differs"
    yield f'<article id="{escape(result.game.name)}-{claim.id}" class="claim{differs}">'
    yield f'<p class="place"><code>{claim.id}</code> {escape(claim.place)}</p>'
    word = result.verdict
    yield f'<h3><span class="verdict {word.split()[0]}">{_VERDICTS[word]}</span> {escape(_flat(claim.statement))}</h3>'
    words = list(_evidence(result))
    if words:
        yield "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in words) + "</ul>"
    picture = shown(result)
    if picture:
        image = b64encode(svg(*picture).encode()).decode()
        yield f'<img alt="{escape(str(picture[0]))}" src="data:image/svg+xml;base64,{image}">'
    yield "</article>"


def _markdown(decided: Sequence[tuple[ClaimsFile, Sequence[Decided]]]) -> Iterator[str]:
    yield "# What is claimed, and what is so"
    yield ""
    yield f"| document | {' | '.join(_VERDICTS)} |"
    yield "|---|" + "---|" * len(_VERDICTS)
    for file, results in decided:
        yield f"| {_plain(file.document)} | {' | '.join(map(str, _counts(results)))} |"
    for file, results in decided:
        yield from ("", f"## {_plain(file.document)}")
        for result in results:
            claim = result.claim
            yield from ("", f"### `{claim.id}`: {_VERDICTS[result.verdict]}", "")
            yield f"{_plain(_flat(claim.statement))} *({_plain(claim.place)})*"
            words = list(_evidence(result))
            yield from ([""] if words else []) + [f"- {_plain(line)}" for line in words]
            picture = shown(result)
            if picture:
                drawn = board_text(*picture, width=_COLUMNS).plain.rstrip()
                yield from ("", "```text", drawn, "```")


def _evidence(result: Decided) -> Iterator[str]:
    """What a verdict rests on, line by line."""
    claim = result.claim
    for reading, found in result.found.items():
        if reading:
            yield f"under {reading}: {'true' if found.holds else 'false'}"
        yield from found.findings
    if claim.evidence:
        yield _flat(claim.evidence)
    if claim.instead:
        so = {None: "", True: " (checked)", False: " (found not to be so)"}
        yield f"Correct: {_flat(claim.instead.statement)}{so[result.corrected.holds if result.corrected else None]}"
    if not result.agrees:
        yield f"This differs from the verdict that is stored: {result.stored}"


def _counts(results: Iterable[Decided]) -> list[int]:
    found = Counter(result.verdict for result in results)
    return [found[word] for word in _VERDICTS]


def _flat(text: str) -> str:
    return " ".join(text.split())


def _plain(text: str) -> str:
    """A text in which Markdown sees no marks of its own."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>|#" else sign for sign in text)
