"""Texts that users type, damaged, and what may come of them: an answer, or an error of the package's own."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

import shadowmate as sm
from fuzz import mutate, rules
from shadowmate.commands.about_positions import find_cell
from shadowmate.endgame.successors import read_exact
from shadowmate.errors import ShadowmateError
from shadowmate.notation.line import split_game
from shadowmate.play.kinds import find_kind
from shadowmate.solving.problem.stipulation import Stipulation
from support.paths import EXAMPLES, GAMES_OF_TESTS

BUILT_IN = ("prince", "fide", "raumschach", "extreme", "diagonals", "latrunculi", "parametric")
OWN = {"wasp": EXAMPLES, "mini": GAMES_OF_TESTS, "menagerie": GAMES_OF_TESTS}

LONGEST_MESSAGE = 6000
"""The most characters that an error may have: ten problems, each with a list of what there is."""

LONGEST_TIME = 20.0
"""Time limit of a text, in seconds of processor time; few texts need one, on a slow machine too."""


class Texts:
    """Damaged texts by number, and the questions that they are put to.

    Args:
        seed: the same seed and number give the same text.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.games = {name: sm.game(name) for name in BUILT_IN}
        self.games |= {name: sm.game(name, rules=[folder], rules_time=300) for name, folder in OWN.items()}
        self.starts = {name: game.start() for name, game in self.games.items() if game.ruleset.facts("start", 3)}
        self.starts["mini"] = self.games["mini"].position("white KiAa1 PnAc2 black KiAc3 RoAb3")
        self.starts["fide"] = sm.position("fide: white Ke1 Ra1 Rh1 Pe5 Pb7 black Ke8 Pd5 Ra8 castle a1 h1 ep d6")
        self.moves = {name: [str(move) for move in start.legal_moves()] for name, start in self.starts.items()}
        self.rules = rules.valid_texts()
        self.others = [str(start) for start in self.starts.values()]
        self.others += [move for found in self.moves.values() for move in found[:20]]
        self.others += ["#2", "h#2.5", "ser-h=3", "z(e8)3", "white K R black K", "fen 8/8/8/8/8/8/8/8 w KQkq e3 0 1"]

    def of(self, number: int) -> tuple[str, str, str]:
        """What a text is put forward as, the game it is for, and the text."""
        random = Random(f"{self.seed}/text/{number}")
        sort = random.choices(list(_SORTS), [weight for weight, _, _ in _SORTS.values()])[0]
        game = random.choice(list(self.starts if sort == "move" else self.games))
        if sort == "rules":
            return sort, game, rules.mutated(random, self.rules)
        return sort, game, mutate.text(random, _SORTS[sort][1](self, random, game), self.others)

    def fault(self, number: int) -> str | None:
        """What is wrong with what a text meets; None if nothing is."""
        sort, game, text = self.of(number)
        began = process_time()
        try:
            fault = _SORTS[sort][2](self, Random(number), game, text)
        except ShadowmateError as error:
            fault = _fault_of_message(str(error))
        spent = process_time() - began
        if sort != "rules" and spent > LONGEST_TIME:
            return f"took {spent:.1f} s"
        return fault

    def position(self, random: Random, game: str) -> str:
        """A position of a game, nearly always a valid one."""
        rules = self.games[game].ruleset
        if random.random() < 0.2 and game in self.starts:
            start = self.starts[game]
            return f"{game}: fen {start.fen()}" if rules.facts("fen_letter", 3) else str(start)
        cells = random.sample(sorted(rules.cells.values()), min(len(rules.cells), random.randint(1, 9)))
        names = list(rules.abbreviations.values())
        words = [f"{game}:"]
        for number, cell in enumerate(cells):
            if number == 0 or random.random() < 0.3:
                words.append(random.choice(rules.players))
            kinds = "+".join(random.sample(names, 2)) if random.random() < 0.05 else random.choice(names)
            words.append(f"{kinds}{cell}")
        for name in rules.fields:
            if random.random() < 0.2:
                words += [name, random.choice(cells)]
        for name in ("quiet", "seen"):
            if random.random() < 0.1:
                words += [name, str(random.choice((0, 1, 7, 60, 999_999)))]
        return " ".join([*words, "turn", random.choice(rules.players)])

    def move(self, random: Random, game: str) -> str:
        """A legal move, in full or in short."""
        text = random.choice(self.moves[game])
        return random.choice((text, text, text.replace("-", ""), text[2:], "O-O", "O-O-O", "e.p.", f"{text}+!"))

    def stipulation(self, random: Random, game: str) -> str:
        """A stipulation."""
        cell = random.choice(sorted(self.games[game].vectors))
        goal = random.choice(("#", "=", "+", "x", f"z({cell})", f"z{cell} "))
        return f"{random.choice(('', 's', 'r', 'h', 'ser-', 'ser-h'))}{goal}{random.choice((1, 2, 3, 60, 61))}" + (
            ".5" if random.random() < 0.2 else ""
        )

    def material(self, random: Random, game: str) -> str:
        """The material of an endgame."""
        rules = self.games[game].ruleset
        names = list(rules.abbreviations.values())
        armies = (f"{player} {' '.join(random.choices(names, k=random.randint(1, 3)))}" for player in rules.players)
        return f"{random.choice((f'{game}: ', ''))}{' '.join(armies)}"

    def name(self, random: Random, game: str) -> str:
        """The name of a game, a kind or a cell."""
        rules = self.games[game].ruleset
        return random.choice([game, *rules.abbreviations, *rules.abbreviations.values(), *self.games[game].vectors])


def _fault_of_message(output: str) -> str | None:
    if not output.strip():
        return "an error without words"
    if len(output) > LONGEST_MESSAGE:
        return f"an error of {len(output):,} characters: {output[:300]}"
    return None


def _ask_position(texts: Texts, random: Random, game: str, text: str) -> str | None:
    name, _, _ = split_game(text)
    read = (texts.games.get(name) or sm.game(name)).position(text)
    written = str(read)
    again = read.game.position(written)
    if again != read or str(again) != written or (again.quiet, again.seen) != (read.quiet, read.seen):
        return f"is read as {written}, and that as {again}"
    if read.game.ruleset.facts("fen_letter", 3):
        fen = read.fen()
        if read.game.position(f"fen {fen}").fen() != fen:
            return f"its FEN {fen} is not read back"
    if random.random() < 0.01:
        for move in read.legal_moves()[:3]:
            if str(read.push(read.move(str(move)))) != str(read.push(move)):
                return f"{move} is not read back in {written}"
    return None


def _ask_move(texts: Texts, random: Random, game: str, text: str) -> str | None:
    start = texts.starts[game]
    if random.random() < 0.05:
        str(start.why(text))
    if random.random() < 0.05:
        start.attackers(text)
    read = str(start.move(text))
    return None if str(start.move(read)) == read else f"is read as {read}, which is not read back"


def _ask_stipulation(texts: Texts, random: Random, game: str, text: str) -> str | None:
    read = Stipulation.parse(text).checked(texts.games[game])
    return None if Stipulation.parse(str(read)) == read else f"is read as {read}, which is not read back"


def _ask_material(texts: Texts, random: Random, game: str, text: str) -> str | None:
    asked = texts.games[game]
    read = read_exact(asked, text)
    return None if read_exact(asked, read.text(asked)) == read else f"{read.text(asked)} is not read back"


def _ask_name(texts: Texts, random: Random, game: str, text: str) -> str | None:
    for ask in (lambda: find_kind(texts.games[game], text), lambda: find_cell(texts.games[game], text)):
        try:
            ask()
        except ShadowmateError as error:
            if fault := _fault_of_message(str(error)):
                return fault
    sm.game(text)
    return None


def _ask_rules(texts: Texts, random: Random, game: str, text: str) -> str | None:
    return rules.fault(random, text)


_Write = Callable[[Texts, Random, str], str]
_Ask = Callable[[Texts, Random, str, str], str | None]
_SORTS: dict[str, tuple[int, _Write, _Ask]] = {
    "position": (50, Texts.position, _ask_position),
    "move": (22, Texts.move, _ask_move),
    "stipulation": (12, Texts.stipulation, _ask_stipulation),
    "material": (6, Texts.material, _ask_material),
    "name": (4, Texts.name, _ask_name),
    "rules": (6, lambda texts, random, game: "", _ask_rules),
}
"""The sorts of texts: how many of a hundred are such, what writes a valid one, and what asks about it."""
