"""Rules of strangers: read in a process of its own, as the commands have them tried before they use them."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import shadowmate as sm
from fuzz import mutate
from fuzz.apart import Ended, apart
from shadowmate.asp.folders import builtin_root
from shadowmate.asp.rule_files import digest, read_game
from shadowmate.checking import outside, rules_trial
from shadowmate.errors import ShadowmateError
from support.paths import DATA, EXAMPLES

SECONDS, GIGABYTES = 4.0, 1.0
"""The limits of rules here."""

LONGEST_MESSAGE = 12_000
"""The most characters that an error about rules may have."""

_SHARED = '#include "core/game.lp".'
_IN_FULL = 0.06
"""The part of the rules that is tried with those that games share; the others are only read, which is quicker."""
_GUARDED = 0.03
"""The part of these that is tried by the process that commands start for it."""

_STATEMENTS = (
    "n(0). n(X+1) :- n(X).", "n(1..9999999).", "size(0,0,0).", "size(99,99,99).", "size(-1,2,3).", 'size("a",b,c).',
    "player(white,1;2).", "p(X) :- q(X), not p(X).", "p(X) :- X = 1/0.", "{ guess }.", ":- royal(_).", "a :- not a.",
    "-legal(1).", "#show.", "#const n = 3.", "#external x.", "#script(python) import os #end.", "#minimize { 1 }.",
    "#program moves.", "#program reading(two).", "#program base(t).", '#include "game.lp".',
    '#include "/etc/passwd".',
    '#include "../../game.lp".', '#include "".', '#include "\0".', '#include <incmode>.', '#include "core".',
    "&diff{x}.", "#include.", "%* never closed", '"never closed', "motion(king,step,orthogonal,any,any).",
    "royal(nobody).",
    "motion(king,slide(-1),orthogonal,any).", "motion(rook,hop,nowhere,any).", "direction(orthogonal,(0,0,0)).",
    'abbreviation(king,"").', 'abbreviation(rook," a\\n").', "abbreviation(rook,7).", "most(king,-1).",
    "player(turn,1).", "direction(orthogonal,(1,1)).", "start(white,king,(99,99,99)).",
    "start(nobody,king,(1,1,1)).", "p(2147483647+1).",
    "cell((1,1,1,1)).", "cell(x).", "name((1,1,1),7).", "reading(a,b,c,d).", f"p({'f(' * 3000}1{')' * 3000}).",
    "p(\u00b2).", "#defined p/1.", "win(white).", "forbidden(Move) :- chosen_move(Move,_,_).",
    "zone(white,end,(X,1,1)) :- cell(X).",
)  # fmt: skip
"""What may be added to a game: mistakes, and correct rules."""


def valid_texts() -> list[str]:
    """The texts of small games, and of the files that games share."""
    games = [*DATA.glob("*/game.lp"), *EXAMPLES.glob("*/game.lp")]
    shared = [*(builtin_root() / "core").glob("*.lp"), *(builtin_root() / "boards").glob("*.lp")]
    return [path.read_text(encoding="utf-8") for path in sorted(games) * 5 + sorted(shared)]


def mutated(random: Random, valid: Sequence[str]) -> str:
    """The text of a game, damaged as a text, a line at a time, or by statements put into it."""
    found = random.choice(valid)
    change = random.random()
    if change < 0.4:
        return mutate.text(random, found, [*valid, *_STATEMENTS])
    lines = found.splitlines()
    for _ in range(random.choice((1, 1, 2, 4))):
        where = random.randrange(len(lines) + 1)
        if change < 0.7:
            lines.insert(where, random.choice(_STATEMENTS))
        elif lines[where:]:
            lines[where : where + 1] = random.choice(
                ([], [lines[where]] * 2, [mutate.text(random, lines[where], _STATEMENTS)], [random.choice(lines)])
            )
    return "\n".join(lines) + "\n"


def fault(random: Random, text: str) -> str | None:
    """What is wrong with what the rules meet; None if nothing is."""
    in_full = random.random() < _IN_FULL
    guarded = random.random() < _GUARDED
    if not in_full:
        text = text.replace(_SHARED, "")
    with tempfile.TemporaryDirectory(prefix="fuzz-") as place:
        folder = Path(place, "own")
        folder.mkdir()
        (folder / "game.lp").write_bytes(text.encode("utf-8", "surrogatepass"))
        output = _refused(lambda: digest(folder))
        if output or not in_full:
            return output or _tried(lambda: read_game(folder))
        if guarded:
            limits = outside.RulesLimits(SECONDS, GIGABYTES)
            output = _refused(lambda: outside.try_game("own", (), (Path(place),), limits))
        return output or _tried(lambda: _use(folder))


def _use(folder: Path) -> None:
    """What commands do with the rules when they have been tried."""
    outside._try = lambda *_: None  # they are tried here, and no mark is left for others
    game = sm.game("own", rules=[folder.parent])
    _refused(lambda: [str(move) for move in game.start().legal_moves()])
    sm.check_rules(folder)


def _tried(ask: Callable[[], object]) -> str | None:
    """What is wrong with asking something in a process with limits; to end by them is what they are for."""

    def within_limits() -> str | None:
        rules_trial._limit(SECONDS, GIGABYTES + _used())
        sys.setrecursionlimit(rules_trial._DEPTH)
        try:
            return _refused(ask)
        except MemoryError:
            return None
        except RecursionError:  # the trial reports it
            return None
        except RuntimeError as error:
            if "bad_alloc" in str(error):
                return None
            raise

    ended = apart(within_limits, seconds=10 * SECONDS)
    return None if ended.how is Ended.KILLED and ended.signal != signal.SIGABRT else ended.output


def _refused(ask: Callable[[], object]) -> str | None:
    """What is wrong with an error that is the answer; None if nothing is."""
    try:
        ask()
    except ShadowmateError as error:
        output = str(error)
        return f"an error of {len(output):,} characters: {output[:300]}" if len(output) > LONGEST_MESSAGE else None
    return None


def _used() -> float:
    """How many gigabytes of addresses this process has already."""
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**30
