"""The explorer as a server on this machine: one page, and the questions that it asks."""

from __future__ import annotations

import json
import logging
import secrets
import socket
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import OptionError, ShadowmateError
from .page import document
from .service import Service

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

HOST = "127.0.0.1"
LONGEST = 100_000
"""The most bytes of a question."""

_HEADERS = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"}


def application(service: Service, title: str, token: str, port: int) -> Starlette:
    """The server's application.

    `GET /?token=TOKEN` is the page; `POST /ask` with `Authorization: Bearer TOKEN` answers a question as JSON, and
    `POST /stop` has the computer move at once. All else is refused: another Host than this machine, another Origin
    than this page, another token.

    Args:
        service: what answers.
        title: the title of the page.
        token: what the page has to know.
        port: where the server listens.
    """
    from anyio import CapacityLimiter, to_thread
    from starlette.applications import Starlette
    from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse
    from starlette.routing import Route

    hosts = {f"{name}:{port}" for name in (HOST, "localhost")}
    origins = {f"http://{host}" for host in hosts}
    one_at_a_time = CapacityLimiter(1)  # an engine answers one question after the other

    def refused(request: Request, given: str | None) -> Response | None:
        """What is answered to a request that is not the page's own, or None."""
        found = ""
        if request.headers.get("host") not in hosts:
            found = "this server answers to its own address only"
        elif request.headers.get("origin", next(iter(origins))) not in origins:
            found = "this server answers its own page only"
        elif not secrets.compare_digest((given or "").encode(), token.encode()):
            found = "the address lacks the token, or has another: use the address that `shadowmate explore` prints"
        return PlainTextResponse(found, 403, _HEADERS) if found else None

    def bearer(request: Request) -> str:
        return request.headers.get("authorization", "").removeprefix("Bearer ")

    async def show(request: Request) -> Response:
        if answer := refused(request, request.query_params.get("token")):
            return answer
        shown = await to_thread.run_sync(service.data, limiter=one_at_a_time)
        return HTMLResponse(document(shown, title, "'self'"), headers=_HEADERS)

    async def ask(request: Request) -> Response:
        if answer := refused(request, bearer(request)):
            return answer
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST:
                return JSONResponse({"error": f"a question has at most {LONGEST:,} bytes"}, 413, _HEADERS)
        try:
            found = await to_thread.run_sync(_answer, service, body, limiter=one_at_a_time)
        except ShadowmateError as error:  # which answers the question too
            found = {"error": str(error)}
        return JSONResponse(found, headers=_HEADERS)

    async def stop(request: Request) -> Response:
        if answer := refused(request, bearer(request)):
            return answer
        service.stop()
        return JSONResponse({}, headers=_HEADERS)

    return Starlette(
        routes=[Route("/", show), Route("/ask", ask, methods=["POST"]), Route("/stop", stop, methods=["POST"])]
    )


def _answer(service: Service, body: bytes) -> dict[str, Any]:
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise OptionError(f"a question is JSON: {error}") from error
    return service.answer(asked)


def serve(service: Service, title: str, port: int, ready: Callable[[str], object]) -> None:
    """Serve the page until Ctrl-C.

    Args:
        service: what answers.
        title: the title of the page.
        port: where to listen; 0 for any port that is free.
        ready: called with the page's address once it answers.

    Raises:
        OptionError: if nothing can listen there, or Starlette or uvicorn is not installed.
    """
    try:
        import_module("starlette")
        import uvicorn
    except ImportError as error:
        raise OptionError(
            f"explore needs {error.name}, which is not installed: pip install 'shadowmate[explore]'"
        ) from error
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise OptionError(f"--port {port}: cannot listen there: {getattr(error, 'strerror', None) or error}") from error
    port = listening.getsockname()[1]
    token = secrets.token_urlsafe(24)

    class Server(uvicorn.Server):
        """Calls back when it listens; stops the computer's search when it ends."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready(f"http://{HOST}:{port}/?token={token}")

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            service.stop()
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # a question may still be in work
            await super().shutdown(sockets)

    found = application(service, title, token, port)
    settings = uvicorn.Config(
        found, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=1, lifespan="off"
    )
    try:
        Server(settings).run(sockets=[listening])
    except KeyboardInterrupt:
        return
    finally:
        listening.close()
