"""A battery of questions about the games, each with an answer that was not got from the rules.

The questions are data, in `battery/`: a YAML file for each game, or for a part of one. An entry has

- `ask`, one of the ways to ask in asking.py, and its arguments (`position`, `origin`, `line` ...);
- `about`, the rule files that it is most about: a mistake there is looked for here first;
- `answer`, with its `source` (a document, published counts, or by hand), or `oracle`, one of the functions of
  oracles/answers.py, which gets its arguments from the question;
- perhaps `game` (else what the file's name begins with), `readings`, `under` (readings, a question for each), `note`,
- and `cases`, each of which adds to the entry; one that is only text is a position.

The battery asks a `Game` alone, so that it can be put to any rules and any engine: to mutants of the rules in
test_mutations.py, where it stands for the suite.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import shadowmate as sm
from mutation.asking import WAYS
from oracles.answers import ORACLES
from support.paths import GAMES_OF_TESTS
from support.small import write
from support.yaml_files import read_yaml

HERE = Path(__file__).parent
HOOKS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((HERE / "games").glob("*.lp"))}
"""What the small games add to the one that they begin with."""
OF_THE_ENTRY = {"ask", "about", "answer", "source", "oracle", "game", "readings", "under", "cases", "note"}


@dataclass(frozen=True, eq=False)
class Question:
    """A question with its answer.

    Attributes:
        name: what is asked, in words.
        game: which game.
        readings: under which readings.
        about: the rule files that it is most about.
        ask: the way to ask.
        arguments: what is asked about, by name.
        source: where the answer is from.
        given: the right answer, unless an oracle gives it.
        oracle: the function that does.
    """

    name: str
    game: str
    readings: tuple[str, ...]
    about: frozenset[str]
    ask: str
    arguments: dict[str, Any]
    source: str
    given: Any = None
    oracle: str | None = None

    @property
    def title(self) -> str:
        """The name with the game."""
        return f"{self.game}: {self.name}"

    @cache  # noqa: B019 - questions last as long as the process
    def answer(self) -> object:
        """What is right."""
        if self.oracle is None:
            return self.given
        known = {**self.arguments, "game": self.game, "reading": self.readings[0] if self.readings else ""}
        function = ORACLES[self.oracle]
        return function(**{name: known[name] for name in inspect.signature(function).parameters})

    def reported(self, game: sm.Game) -> object:
        """What a game answers; an error is an answer too, in words."""
        try:
            return WAYS[self.ask](game, **self.arguments)
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    def wrong(self, game: sm.Game) -> str | None:
        """What a game answers wrongly; None if it is right."""
        found, right = self.reported(game), self.answer()
        return None if found == right else f"{self.name}: {found!r} instead of {right!r}"[:400]


def _questions(path: Path) -> Iterator[Question]:
    """The questions of a file.

    Raises:
        ValueError: if an entry does not say where its answer is from, or in two ways.
    """
    for entry in read_yaml(path):
        for case in entry.get("cases", [{}]):
            item = {**entry, **({"position": case} if isinstance(case, str) else case)}
            if ("oracle" in item) == ("answer" in item) or ("oracle" in item) == ("source" in item):
                raise ValueError(f"{path.name}: {item}: needs an answer and its source, or an oracle")
            for under in item.get("under", [item.get("readings", [])]):
                readings = (under,) if isinstance(under, str) else tuple(under)
                arguments = {name: value for name, value in item.items() if name not in OF_THE_ENTRY}
                words = [item["ask"], *map(str, arguments.values()), *(["under", *readings] if readings else [])]
                yield Question(
                    name=" ".join(words),
                    game=item.get("game", path.stem.partition("_")[0]),
                    readings=readings,
                    about=frozenset(item["about"].split()),
                    ask=item["ask"],
                    arguments=arguments,
                    source=item.get("source") or f"oracle {item['oracle']}",
                    given=item.get("answer"),
                    oracle=item.get("oracle"),
                )


BATTERY = [question for path in sorted((HERE / "battery").glob("*.yaml")) for question in _questions(path)]


@cache
def _written() -> TemporaryDirectory[str]:
    home = TemporaryDirectory(prefix="battery")
    for name, rules in HOOKS.items():
        write(Path(home.name), rules, name)
    return home


def folders() -> tuple[str, ...]:
    """Where the small games lie that the battery has besides the shipped ones."""
    return (_written().name, str(GAMES_OF_TESTS))


@lru_cache(maxsize=1)
def open_game(name: str, readings: tuple[str, ...]) -> sm.Game:
    """The game that a question is about, by the shipped rules; questions about one game follow each other."""
    return sm.game(name, readings, folders())
