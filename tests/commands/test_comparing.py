"""The command `compare`: what it prints, writes and refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import answer, fail, run

ASKED = ("compare", "prince", "paths_off_field", "field-paths-closed", "--kind", "Re", "--from", "Aa1")


@pytest.mark.slow
def test_the_answer_in_words() -> None:
    """The smallest position, both readings' reasons, and a picture with the piece and the cell marked."""
    code, out, _ = run(*ASKED)
    assert code == 0
    assert out.startswith("these two readings differ first with 2 pieces: prince: white ReAa1 ")
    assert "  paths_off_field: ReAa1-" in out and "  field_paths_closed: ReAa1-" in out
    assert "[Re]" in out and " /" in out


@pytest.mark.slow
def test_the_answer_as_json(tmp_path: Path) -> None:
    found = answer(*ASKED, "--svg", str(tmp_path / "shown.svg"))
    assert isinstance(found, dict)
    assert found["differ"] and found["proved"] and found["pieces"] == 2
    assert (found["left"]["legal"], found["right"]["legal"]) == (True, False)
    assert found["readings"] == ["paths_off_field", "field_paths_closed"]
    assert sum(each["number"] for each in found["classes"]) == found["kinds"][0]["number"]
    assert found["over"] == "what a piece reaches, from Aa1, with every occupancy of the board"
    assert found["statistics"]["questions"] > 0 and found["seconds"] > 0
    assert (tmp_path / "shown.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.slow
def test_a_bound_is_named() -> None:
    code, out, _ = run(
        "compare", "prince", "planes_e", "printed_e", "--kind", "reporter", "--from", "Ba1", "--at-most", "0"
    )
    assert code == 0
    assert out.startswith("no position with at most 0 pieces on the way distinguishes them")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["prince", "every_path", "any_path"], "prince has no reading 'any_path'; do you mean '"),
        (["prince", "every_path", "every-path"], "'every_path' twice"),
        (["prince", "every_path", "planes_e"], "'every_path' of 'blocking'"),
        (["prince", "every_path"], "expected two readings"),
        (["prince"], "--against-rules"),
        (["prince", "every_path", "some_path", "--kind", "dragon"], "no kind 'dragon'"),
        (["prince", "every_path", "some_path", "--from", "Zz9"], "there is no cell 'Zz9'; cells are Aa1 to Hh8"),
        (["prince", "every_path", "some_path", "--against-rules", "nowhere"], "expected two readings"),
        (["prince", "--against-rules", "nowhere"], "no such folder"),
        (["chess", "every_path", "some_path"], "no game 'chess'"),
    ],
)
def test_what_is_refused(
    arguments: list[str], text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert text in fail(monkeypatch, capsys, "compare", *arguments)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--svg", "x.svg"], "--svg: has no effect with --check-certificate"),
        (["--png", "x.png"], "--png: has no effect with --check-certificate"),
        (["--certificate", "y"], "--certificate: has no effect with --check-certificate"),
        (["--theme", "print"], "--theme: has no effect with --check-certificate"),
        (["--at-most", "1"], "error: --check-certificate is about a proof"),
        (["--material", "white Ki"], "it excludes --check-certificate"),
    ],
)
def test_what_a_proof_to_be_checked_excludes(
    options: list[str], text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The option that is named is the one that was given."""
    arguments = ("prince", "planes_e", "printed_e", "--check-certificate", "x", *options)
    assert text in fail(monkeypatch, capsys, "compare", *arguments)
