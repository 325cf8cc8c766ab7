"""The explorer's server: which requests it answers. The requests are made in process; nothing listens."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.errors import OptionError
from shadowmate.exploring import server
from shadowmate.exploring.data import Chapter, Step
from shadowmate.exploring.service import Service
from support.cli import fail, run

client = pytest.importorskip("starlette.testclient", reason="needs Starlette and httpx: pip install -e '.[test]'")

PORT, TOKEN = 8123, "token-of-a-test"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
QUESTION = {"ask": "why", "chapter": 0, "at": 0, "to": "a1"}


@pytest.fixture(scope="module")
def asking() -> Iterator[Any]:
    service = Service([Chapter([Step(sm.position("fide: white Kf6 Ra1 black Kh7"))])], lambda game, readings: game)
    with client.TestClient(server.application(service, "a <title>", TOKEN, PORT), f"http://127.0.0.1:{PORT}") as found:
        yield found


def test_the_page_is_given_to_what_has_the_token(asking: Any) -> None:
    found = asking.get(f"/?token={TOKEN}")
    assert found.status_code == 200 and "a &lt;title&gt;" in found.text and TOKEN not in found.text
    assert "default-src 'none'" in found.text and "connect-src 'self'" in found.text
    assert (found.headers["cache-control"], found.headers["referrer-policy"]) == ("no-store", "no-referrer")
    assert "access-control-allow-origin" not in found.headers


def test_a_question_is_answered_or_answered_with_what_is_wrong(asking: Any) -> None:
    found = asking.post("/ask", headers={**BEARER, "Origin": f"http://127.0.0.1:{PORT}"}, json=QUESTION)
    assert found.status_code == 200 and found.json() == {"lines": ["nothing attacks a1"]}
    wrong = asking.post("/ask", headers=BEARER, json={**QUESTION, "to": "z9"}).json()
    assert wrong["error"] == "there is no cell 'z9'; cells are a1 to h8"
    assert "a question is JSON" in asking.post("/ask", headers=BEARER, content=b"{").json()["error"]
    assert "a question is JSON" in asking.post("/ask", headers=BEARER, content=b"\xff").json()["error"]
    assert asking.post("/ask", headers=BEARER, content=b"[" * 50_000).json()["error"]


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ({"Host": "example.org"}, "its own address only"),
        ({"Host": f"example.org:{PORT}"}, "its own address only"),
        ({"Host": "127.0.0.1:80"}, "its own address only"),
        ({"Host": "127.0.0.1"}, "its own address only"),
        ({"Origin": "http://example.org"}, "its own page only"),
        ({"Origin": "null"}, "its own page only"),
        ({"Origin": f"https://127.0.0.1:{PORT}"}, "its own page only"),
        ({"Origin": "http://127.0.0.1:80"}, "its own page only"),
        ({"Authorization": ""}, "lacks the token"),
        ({"Authorization": f"Bearer {TOKEN}x"}, "lacks the token"),
        ({"Authorization": "Bearer \xe9".encode("latin-1")}, "lacks the token"),
    ],
    ids=str,
)
@pytest.mark.parametrize("path", ["/", "/ask", "/stop"])
def test_others_are_refused(asking: Any, path: str, headers: dict[str, Any], words: str) -> None:
    if path == "/":
        token = "" if "Authorization" in headers else TOKEN
        found = asking.get("/", params={"token": token}, headers=headers)
    else:
        found = asking.post(path, headers={**BEARER, **headers}, json=QUESTION)
    assert found.status_code == 403 and words in found.text


def test_a_question_has_an_end(asking: Any) -> None:
    found = asking.post("/ask", headers=BEARER, json={**QUESTION, "more": "x" * server.LONGEST})
    assert (found.status_code, found.json()["error"]) == (413, "a question has at most 100,000 bytes")
    assert asking.get("/ask", headers=BEARER).status_code == 405
    assert asking.get(f"/other?token={TOKEN}").status_code == 404


def test_the_command_listens_on_this_machine_and_prints_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """uvicorn is run for real until it is ready, and is then asked to end."""
    import uvicorn

    seen: list[Any] = []
    startup = uvicorn.Server.startup

    async def started(self: Any, sockets: Any = None) -> None:
        await startup(self, sockets)
        seen.extend(each.getsockname() for each in sockets)
        self.should_exit = True

    monkeypatch.setattr(uvicorn.Server, "startup", started)
    code, out, _ = run("explore", "fide: white Kf6 Ra1 black Kh7", "--no-browser", "--json")
    ((host, port),) = seen
    assert (code, host) == (0, "127.0.0.1")
    assert json.loads(out)["address"].startswith(f"http://127.0.0.1:{port}/?token=")
    assert len(json.loads(out)["address"].partition("token=")[2]) >= 32


@pytest.mark.slow
def test_the_server_ends_without_a_word_while_a_question_is_in_work(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    import asyncio
    from threading import Event, Thread
    from urllib.parse import urlsplit
    from urllib.request import Request, urlopen

    import uvicorn

    asked, ended, addresses = Event(), Event(), list[str]()

    def answer(_question: Any) -> dict[str, Any]:
        asked.set()
        ended.wait()
        return {}

    def ask(question: Request) -> None:
        with suppress(OSError):
            urlopen(question)

    async def asks(_server: Any) -> None:
        address = urlsplit(addresses[0])
        bearer = {"Authorization": f"Bearer {address.query.removeprefix('token=')}"}
        Thread(target=ask, args=(Request(f"http://{address.netloc}/ask", b"{}", bearer),)).start()
        await asyncio.to_thread(asked.wait)
        asyncio.get_running_loop().call_later(2, ended.set)

    monkeypatch.setattr(uvicorn.Server, "main_loop", asks)
    service = Service([Chapter([Step(sm.position("fide: white Kf6 black Kh8"))])], lambda game, readings: game)
    monkeypatch.setattr(service, "answer", answer)
    server.serve(service, "fide", 0, addresses.append)
    assert asked.is_set()
    assert capfd.readouterr().err == ""


def test_a_port_in_use_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        error = fail(monkeypatch, capsys, "explore", "fide: white Kf6 black Kh8", "--no-browser", "--port", str(port))
    assert f"--port {port}: cannot listen there" in error


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "uvicorn", None)
    service = Service([Chapter([Step(sm.position("fide: white Kf6 black Kh8"))])], lambda game, readings: game)
    with pytest.raises(OptionError, match=r"uvicorn, which is not installed: pip install 'shadowmate\[explore\]'"):
        server.serve(service, "fide", 0, print)
