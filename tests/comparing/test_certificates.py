"""Certificates: the translation against clingo, proofs that another program accepts, and copies that were changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from clingo import Control
from pysat.solvers import Solver

import shadowmate as sm
from shadowmate.comparing.formula import Formula, Ground
from support.cli import run

ASKED = ("prince", "paths_off_field", "field_paths_closed", "scientist", "Aa1")
ALIKE = ("prince", "planes_e", "printed_e", "artist")


def program(chance: Random) -> str:
    """A program without circles: some atoms are chosen, later ones follow from earlier ones, and some is forbidden."""
    lines = ["{ a0; a1; a2 }."]
    for number in range(3, 8):
        for _ in range(chance.randint(1, 2)):
            body = [f"{chance.choice(['', 'not '])}a{chance.randrange(number)}" for _ in range(chance.randint(1, 3))]
            lines.append(f"a{number} :- {', '.join(body)}.")
    lines.append("b :- 2 { a3; a5; a6 }.")
    for _ in range(chance.randint(1, 5)):
        body = [f"{chance.choice(['', 'not '])}{chance.choice(['a4', 'a5', 'a6', 'a7', 'b'])}" for _ in range(2)]
        lines.append(f":- {', '.join(body)}.")
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(60))
def test_a_formula_has_a_model_if_one_of_its_programs_has_an_answer_set(seed: int) -> None:
    chance, formula, is_met = Random(seed), Formula(), False
    for number in range(chance.randint(1, 2)):
        control, ground = Control(["--warn=none"]), Ground()
        control.register_observer(ground)
        control.add("base", [], program(chance))
        control.ground()
        formula.add(ground, f"program {number}")
        is_met |= bool(control.solve().satisfiable)
    with Solver(bootstrap_with=map(list, formula.whole)) as solver:
        assert solver.solve() is is_met


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("{ a }. b :- c. c :- b, a. :- not b.", None),  # unfounded, and gone when it is grounded
        ("{ a }. b :- a. b :- c. c :- b. :- not b.", "circle"),
        ("{ a; b }. a :- b.", "derived, too"),
        ("{ c }. a ; b :- c.", "disjunction"),
        ("{ a(1..20) }. :- 7 { a(X) }. #show a/1.", "counts pieces"),
    ],
)
def test_what_has_no_formula_is_refused(text: str, answer: str | None) -> None:
    control, ground = Control(["--warn=none"]), Ground()
    control.register_observer(ground)
    control.add("base", [], text)

    def translate() -> None:
        control.ground()
        Formula().add(ground, "")

    if answer is None:
        translate()
    else:
        with pytest.raises(sm.ShadowmateError, match=answer):
            translate()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("made") / "proof.cnf"
    assert not sm.compare(*ALIKE, certificate=file).differ
    return file


@pytest.fixture
def certificate(made: Path, tmp_path: Path) -> Path:
    """A copy that may be changed."""
    for each in (made, made.with_suffix(".drat")):
        shutil.copy(each, tmp_path)
    return tmp_path / made.name


@pytest.mark.slow
def test_another_program_accepts_a_proof_and_the_rules_still_say_so(tmp_path: Path) -> None:
    file = tmp_path / "proof.cnf"
    assert not sm.compare(*ASKED, certificate=file).differ
    found = sm.check_certificate(file, *ASKED)
    assert found.steps > 50 and found.clauses > 500  # it is not by the gates alone
    proof = file.with_suffix(".drat")
    with Solver(bootstrap_with=[list(map(int, line.split()[:-1])) for line in clauses(file)]) as solver:
        assert not solver.solve()
    assert proof.read_text().splitlines()[-1] == "0"


@pytest.mark.slow
def test_the_command_writes_and_checks(tmp_path: Path) -> None:
    file = tmp_path / "proof.cnf"
    asked = ("compare", *ALIKE[:3], "--kind", ALIKE[3])
    code, out, _ = run(*asked, "--certificate", str(file))
    assert code == 0 and f"wrote {file}" in out
    code, out, text = run(*asked, "--check-certificate", str(file))
    assert code == 0 and out.startswith(f"confirmed: {file}")
    # What it costs is printed first, and what is faster.
    assert f"over {len(clauses(file)):,} clauses" in text and f"drat-trim {file}" in text
    words = [sys.executable, "-m", "drup.cli", str(file), str(file.with_suffix(".drat"))]  # as in the README
    assert "VALID" in subprocess.run(words, capture_output=True, check=True, text=True).stdout.split(".")[-1]


@pytest.mark.slow
def test_no_comment_holds_what_drup_reads_as_the_end_of_a_clause(certificate: Path) -> None:
    comments = [line for line in certificate.read_text().splitlines() if line.startswith("c ")]
    assert sum("sha256:" in line for line in comments) == 3
    assert not any(" 0" in line for line in comments)


def clauses(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if line[0] not in "cp"]


def inserted(text: str, line: str) -> str:
    """A text with one more line before its last."""
    *before, last = text.splitlines()
    return "\n".join([*before, line, last, ""])


CHANGES: list[tuple[str, Callable[[str], str], str]] = [
    (".cnf", lambda text: text.replace("\n-1 0\n", "\n-2 0\n"), r"proof.cnf:\d+: '-2 0', but .* '-1 0'"),
    (".cnf", lambda text: text.replace("c game", "c same"), r"proof.cnf:\d+: 'c same prince, "),
    (".cnf", lambda text: text.replace("\n", "\n1 0\n", 1), r"proof.cnf:\d+: '1 0', but"),
    (".cnf", lambda text: text.partition("\n")[2], "'nothing more', but .* 'p cnf"),
    (".cnf", lambda text: inserted(text, "-7 0"), "'-7 0', but .* 'c game"),
    (".cnf", lambda text: text.rsplit("\n", 2)[0] + "\n", "not the proof whose sum is in the last line"),
    (".cnf", lambda text: "", "not the proof whose sum"),
    (".drat", lambda text: "1 0\n" + text, "not the proof whose sum is in the last line"),
    (".drat", lambda text: "", "not the proof"),
    (".drat", lambda text: "\xe9", "not the proof"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("suffix", "change", "answer"), CHANGES)
def test_a_changed_certificate_is_refused(
    suffix: str, change: Callable[[str], str], answer: str, certificate: Path
) -> None:
    changed = certificate.with_suffix(suffix)
    changed.write_text(change(changed.read_text()), encoding="utf-8")
    with pytest.raises(sm.ShadowmateError, match=answer):
        sm.check_certificate(certificate, *ALIKE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "length", "answer"), [(b"\xff\xfe", 2, "no text in UTF-8"), (b"", (1 << 28) + 1, "more than 256 MB")]
)
def test_what_can_be_no_certificate_is_not_read(content: bytes, length: int, answer: str, certificate: Path) -> None:
    certificate.write_bytes(content)
    os.truncate(certificate, length)
    with pytest.raises(sm.ShadowmateError, match=answer):
        sm.check_certificate(certificate, *ALIKE)


@pytest.mark.slow
def test_a_certificate_is_about_its_question_alone(certificate: Path) -> None:
    with pytest.raises(sm.ShadowmateError, match=r"'c kinds artist, from every cell', but .* 'c kinds scientist"):
        sm.check_certificate(certificate, "prince", "planes_e", "printed_e", "scientist")
    with pytest.raises(sm.ShadowmateError, match="cannot be read"):
        sm.check_certificate(certificate.with_name("none.cnf"), *ALIKE)


@pytest.mark.slow
def test_there_is_no_certificate_of_a_difference(tmp_path: Path) -> None:
    file = tmp_path / "proof.cnf"
    asked = ("compare", "prince", "paths_off_field", "field_paths_closed", "--from", "Aa1", "--certificate", str(file))
    code, _, text = run(*asked, "--kind", "reporter")
    assert code == 0 and "no certificate" in text and not file.exists()
    with pytest.raises(sm.ShadowmateError, match="nothing to prove"):
        sm.compare("prince", "hundred_each", "hundred_single", "king", certificate=file)
    with pytest.raises(sm.ShadowmateError, match="name of a proof"):
        sm.compare(*ALIKE, certificate=tmp_path / "proof.drat")
    with pytest.raises(sm.OptionError, match="any number of pieces"):
        sm.compare(*ALIKE, certificate=file, at_most=2)
