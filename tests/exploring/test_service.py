"""What the explorer's page asks: its answers are those of the commands and of the library."""

from __future__ import annotations

from typing import Any

import pytest

import shadowmate as sm
from shadowmate.errors import OptionError, ShadowmateError
from shadowmate.exploring.data import Chapter, Step
from shadowmate.exploring.service import Service, beside_pieces

MATE = "fide: white Kf6 Ra1 Pb7 black Kh7 Nc8"


def service_of(text: str) -> Service:
    def opened(game: Any, readings: Any) -> Any:
        return sm.game(game.name, readings)

    return Service([Chapter([Step(sm.position(text))])], opened)


def ask(service: Service, what: str, **more: Any) -> Any:
    return service.answer({"ask": what, "chapter": 0, "at": 0, **more})


def test_reasons_are_those_of_the_library() -> None:
    service, position = service_of(MATE), sm.position(MATE)
    assert ask(service, "why", to="b7")["lines"] == str(position.attackers("b7")).splitlines()
    found = ask(service, "why", **{"from": "a1", "to": "b2"})
    assert found["lines"] == str(position.why("Ra1-b2")).splitlines() and "not legal" in found["lines"][0]


def test_a_move_by_its_cells_is_made_and_stands_once() -> None:
    service, position = service_of(MATE), sm.position(MATE)
    first = ask(service, "play", **{"from": "a1", "to": "a8"})
    assert first["step"]["move"] == "Ra1-a8" and first["step"]["touched"] == ("a1", "a8")
    assert first["position"]["text"] == str(position.push("Ra1-a8")) and first["position"]["turn"] == "black"
    again = ask(service, "play", move="Ra8")
    assert (first["number"], again["number"]) == (1, 1)
    reply = ask(service, "play", at=1, move="Kh6")
    assert (reply["number"], reply["step"]["before"]) == (2, 1)
    assert service.data()["chapters"][0]["steps"][2]["move"] == "Kh7-h6"


def test_several_moves_are_offered_and_no_move_has_a_reason() -> None:
    service, position = service_of(MATE), sm.position(MATE)
    found = ask(service, "play", **{"from": "b7", "to": "c8"})
    assert found["choices"] == [str(each) for each in position.legal_moves("b7") if each.target == "c8"]
    assert len(found["choices"]) == 4
    assert ask(service, "play", **{"from": "a1", "to": "h8"})["lines"][0].startswith("Ra1-h8 is not legal")


def test_the_computer_mates_where_it_can() -> None:
    service = service_of("fide: white Kf7 Ra1 black Kh7")
    found = ask(service, "computer", strength="medium", seconds=20)
    assert (found["step"]["move"], found["written"]) == ("Ra1-h1", "wins by force in 1 ply")
    assert found["position"]["outcome"] == "checkmate: white has won"


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["fide", "latrunculi", "diagonals", "golem", "kyoto"])
def test_what_is_beside_the_pieces_sets_the_position_up_again(name: str) -> None:
    start = sm.game(name).start()
    service = Service([Chapter([Step(start)])], lambda game, readings: game)
    pieces = service.data()["chapters"][0]["positions"][0]["pieces"]
    found = ask(service, "set up", pieces=pieces, turn=start.turn, more=beside_pieces(start))
    assert found["chapter"]["positions"][0]["text"] == str(start) and found["number"] == 1


def test_what_cannot_stand_is_refused_in_the_words_of_the_rules() -> None:
    service = service_of(MATE)
    with pytest.raises(ShadowmateError, match=r"'Ph8' \(column 17\): .*"):
        ask(service, "set up", pieces={"g6": "white K", "a1": "black K", "h8": "white P"}, turn="white", more="")
    with pytest.raises(ShadowmateError, match="no position to read"):
        ask(service, "read", text=" ")
    assert len(service.data()["chapters"]) == 1


def test_a_position_is_copied_as_line_fen_and_picture() -> None:
    position = sm.position(MATE)
    found = ask(service_of(MATE), "copy")
    assert (found["text"], found["fen"]) == (str(position), position.fen()) and found["svg"].startswith("<svg")
    assert ask(service_of("prince: white PrDd4 black KiHh8"), "copy")["fen"] is None


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ([], "a question is an object"),
        ({"ask": "everything"}, "ask: expected one of about, beside, computer"),
        ({"ask": 7}, "ask: expected a text"),
        ({"ask": "about", "chapter": 1}, "chapter: expected a number from 0 to 0, not '1'"),
        ({"ask": "about", "chapter": 0, "at": True}, "at: expected a number from 0 to 0"),
        ({"ask": "about", "chapter": 0, "at": -1}, "at: expected a number from 0 to 0"),
        ({"ask": "computer", "chapter": 0, "at": 0, "strength": "weak", "seconds": 1e9}, "at most 600"),
        ({"ask": "computer", "chapter": 0, "at": 0, "strength": "weak", "seconds": "1"}, "seconds: expected a number"),
        ({"ask": "computer", "chapter": 0, "at": 0, "strength": "mighty", "seconds": 1}, "strength: expected one of"),
        ({"ask": "set up", "chapter": 0, "pieces": {"a1": 1}}, "pieces: expected texts by name"),
    ],
    ids=str,
)
def test_a_question_that_cannot_be_understood_is_refused(asked: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        service_of(MATE).answer(asked)


DIFFERING = "prince: white AcAb2 ReBa1 AcEd2 turn white"
"""By planes_e, the default, ReBa1 reaches Ba3, and by printed_e it does not, as `shadowmate compare` proves."""


@pytest.mark.slow
def test_another_reading_is_asked_beside_and_switched_to() -> None:
    service = service_of(DIFFERING)
    for name, reaches in (("planes_e", True), ("printed_e", False)):
        found = ask(service, "beside", readings=[name])
        assert ("Ba3" in found["position"]["asked"]["about"]["Ba1"]["reached"]) is reaches
        (question,) = (each for each in found["game"]["readings"] if name in each["names"])
        assert question["chosen"] == name and {"planes_e", "printed_e"} <= {*question["names"]}
    found = ask(service, "switch", readings=["printed_e"])
    assert (found["number"], found["chapter"]["game"]) == (1, "prince printed_e")
    assert found["chapter"]["positions"][0]["text"] == DIFFERING
    assert "blocked" in service.answer({"ask": "why", "chapter": 1, "at": 0, "from": "Ba1", "to": "Ba3"})["lines"][0]
    with pytest.raises(ShadowmateError, match="no_such"):
        ask(service, "switch", readings=["no_such"])


@pytest.mark.slow
def test_moves_have_the_values_of_an_endgame_table() -> None:
    from shadowmate.endgame.table_maker import table

    position = sm.position("fide: white Kf6 Ra1 black Kh7")
    table(position.game, "white K R black K")
    values = ask(service_of(str(position)), "about")["values"]
    assert {each["move"] for each in values} == set(map(str, position.legal_moves()))
    assert values[0] == {"move": "Ra1-a8", "from": "a1", "value": "won in 2"}


def test_moves_have_no_values_where_there_is_no_table() -> None:
    assert ask(service_of(MATE), "about")["values"] == []


def test_a_notebook_asks_the_same() -> None:
    pytest.importorskip("anywidget", reason="needs anywidget: pip install -e '.[notebook]'")
    position, sent = sm.position(MATE), list[Any]()
    widget = position.explore()
    assert widget.shown["chapters"][0]["positions"][0]["text"] == str(position)
    widget.send = sent.append
    for number, to in enumerate(("b7", "z9")):
        question = {"ask": "why", "chapter": 0, "at": 0, "to": to}
        widget._handle_custom_msg({"id": number, "question": question}, [])
    assert sent == [
        {"id": 0, "answer": {"lines": str(position.attackers("b7")).splitlines()}},
        {"id": 1, "error": "there is no cell 'z9'; cells are a1 to h8"},
    ]
    solution = sm.solve(sm.position("fide: white Kg6 Ra1 black Kg8"), "#1")
    assert [each["move"] for each in solution.explore().shown["chapters"][0]["steps"]] == [None, "Ra1-a8"]
