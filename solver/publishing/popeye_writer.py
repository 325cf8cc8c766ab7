"""Problems as Popeye's input, which has the same pieces, stipulations and twins, in words of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..notation.fen import Fen
from ..play.lettering import exchanged, in_letters
from ..solving.problem.roles import begins_first
from ..solving.problem.stipulation import POST_KEY
from ..verification.customs import olive
from ..verification.phases import FIRST, Phase
from ..verification.popeye_reader import popeye
from ..verification.twins import in_full
from ..verification.verify import Problem


def popeye_input(problems: Sequence[Problem]) -> str:
    """The problems as Popeye's input.

    Raises:
        PuzzleError: naming file and line of what Popeye cannot express, such as another game.
    """
    begins = ["BeginProblem", *["NextProblem"] * (len(problems) - 1)]
    lines = [line for begin, each in zip(begins, problems, strict=True) for line in [begin, *_lines(each)]]
    return "\n".join([*lines, "EndProblem", ""])


def _lines(problem: Problem) -> Iterator[str]:
    entry = problem.entry
    fields, error = entry.fields, entry.document.error
    for field in ("game", "readings", "state"):
        if fields.get(field):
            raise error((field,), f"{field}: Popeye has chess alone, without a name")
    for word, field in popeye()["lines"].items():
        written = fields.get(field) if word else None
        for each in written if isinstance(written, list) else [written]:
            if isinstance(each, dict):
                each = ", ".join(str(part) for part in each.values() if isinstance(part, (str, int)))
            yield from (f"{word} {line}".rstrip() for line in str(each or "").splitlines())
    yield f"Stipulation {_stipulation(str(fields['stipulation']))}"
    for option in _options(problem):
        yield f"Option {option}"
    for army, pieces in fields["algebraic"].items():
        player = next(word for word, known in popeye()["players"].items() if known == army)
        if pieces:
            yield f"Pieces {player} {' '.join(_lettered(str(piece), problem) for piece in pieces)}"
    for label, written in (fields.get("twins") or {}).items():
        words = in_full(str(written))
        for word in words:
            if word.lower() == "position":
                raise error(
                    ("twins", label), f"twin {label}: Popeye has no {word}; write what is moved, added, removed"
                )
        command = "ZeroPosition" if label == FIRST else "Twin"
        yield f"{command} {' '.join(_lettered(_stipulation(word), problem) for word in words)}"


def _lettered(word: str, problem: Problem) -> str:
    """A word in Popeye's letters, if it is a piece with its cell or a kind."""
    spelling = problem.phases[0].spelling
    theirs, popeyes = spelling.lettered, in_letters(spelling.game, olive()["letters"])
    if word in theirs.reader.kinds:
        return exchanged(word, theirs, popeyes)
    for kinds, cell in theirs.reader.split_piece(word):
        return f"{popeyes.piece_name(kinds)}{cell}"
    return word


def _stipulation(word: str) -> str:
    """A stipulation without the brackets around the cell of a target; that the key was made is an option."""
    return re.sub(r"z\((\w+)\)(?=\d)", r"z\1", word.removeprefix(POST_KEY))


def _options(problem: Problem) -> Iterator[str]:
    """The options, and what entries say in fields instead."""
    phase, fields = problem.phases[0], problem.entry.fields
    known = olive()
    written = [option.split() for option in problem.entry.options]
    yield from (" ".join(words) for words in written if words and words[0] not in (known["passed"], known["turned"]))
    names = {words[0] for words in written if words}
    if phase.stipulation.played and known["played"] not in names:
        yield str(known["played"])
    players = phase.position.game.ruleset.players
    usual = players[0 if begins_first(phase.stipulation) else 1]
    if phase.turn != usual:
        yield str(known["turned"])
    if passed := phase.diagram.passed:
        yield f"{known['passed']} {''.join(_step_over(passed, phase))}"
    if fields.get("castling") is not None:
        at_home = replace(phase.diagram, castling=None).at_home()
        lost = [cell for cell in at_home if cell not in problem.entry.texts("castling")]
        yield from [f"{known['lost']} {''.join(lost)}"] if lost else []


def _step_over(passed: str, phase: Phase) -> tuple[str, str, str]:
    """Where the piece came from that just passed over a cell, that cell, and its cell now: one rank behind it."""
    ranks = Fen(phase.position.game.ruleset).ranks
    (rank, place), *_ = ((rank, rank_of.index(passed)) for rank, rank_of in enumerate(ranks) if passed in rank_of)
    behind, ahead = ranks[rank - 1][place], ranks[rank + 1][place]
    stands, came = (ahead, behind) if ahead in phase.diagram.pieces else (behind, ahead)
    return came, passed, stands
