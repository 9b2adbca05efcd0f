"""A Hugging Face Hub small enough for a test: the HTTP routes that pushing, loading and streaming a dataset use.

It keeps repositories in memory, checks tokens, sizes and SHA-256, and can be told to misbehave (``drop``, ``hold``).
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs, unquote, urlsplit

from tests.production.publishing.hub_repository import Repository
from tests.production.publishing.hub_routes import ROUTES, WRITE_TOKEN, Answer, Call, Route


@dataclass
class HubStandIn:
    """Use as a context manager: serves on a free port of this machine, stops at the end.

    ``drop[(method, kind)] = n`` cuts the connection for the n-th and every later such request; kinds are the
    names of the routes. ``hold`` does the same, but lets the client wait first, to the end of the block at most.
    """

    repositories: dict[str, Repository] = field(default_factory=dict)
    objects: dict[str, bytes] = field(default_factory=dict)
    requests: Counter[tuple[str, str]] = field(default_factory=Counter)
    drop: dict[tuple[str, str], int] = field(default_factory=dict)
    hold: dict[tuple[str, str], int] = field(default_factory=dict)
    released: threading.Event = field(default_factory=threading.Event)
    held: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)
    port: int = 0

    def __enter__(self) -> Self:
        handler = type("Handler", (_Handler,), {"stand_in": self})
        self._server = _Server(("127.0.0.1", self.port), handler)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def environment(self, home: Path, token: str | None = WRITE_TOKEN) -> dict[str, str]:
        """Variables under which a fresh process talks to this server and to no other."""
        found = {
            "HF_ENDPOINT": f"http://127.0.0.1:{self.port}",
            "HF_HOME": str(home),
            "HF_HUB_DISABLE_XET": "1",
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "HF_HUB_DISABLE_IMPLICIT_TOKEN": "0",
            "NO_PROXY": "127.0.0.1",
        }
        return found if token is None else found | {"HF_TOKEN": token}


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that are killed belong to the tests; a fault of a route shows as a broken answer."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    stand_in: HubStandIn
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: tests read the counters."""

    def do_GET(self) -> None:
        self._serve("GET")

    def do_HEAD(self) -> None:
        self._serve("HEAD")

    def do_POST(self) -> None:
        self._serve("POST")

    def do_PUT(self) -> None:
        self._serve("PUT")

    def _serve(self, method: str) -> None:
        url = urlsplit(self.path)
        route, groups = _find(method, unquote(url.path))
        key = (method, route.__name__)
        with self.stand_in.lock:
            self.stand_in.requests[key] += 1
            count = self.stand_in.requests[key]
        if count >= self.stand_in.hold.get(key, count + 1):
            self.stand_in.held.set()
            self.stand_in.released.wait(120)
        if count >= min(self.stand_in.drop.get(key, count + 1), self.stand_in.hold.get(key, count + 1)):
            self.close_connection = True
            self.connection.close()
            return
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        call = Call(self.stand_in, method, body, self.headers, parse_qs(url.query))
        try:
            answer = route(call, **groups)
        except Answer as early:
            answer = early
        self._reply(method, answer)

    def _reply(self, method: str, answer: Answer) -> None:
        self.send_response(answer.status)
        headers = {"Content-Length": str(len(answer.body))} | answer.headers
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if method != "HEAD":
            self.wfile.write(answer.body)


def _find(method: str, path: str) -> tuple[Route, dict[str, str]]:
    for methods, pattern, route in ROUTES:
        match = pattern.fullmatch(path)
        if match and method in methods:
            return route, match.groupdict()
    return no_route, {}


def no_route(call: Call) -> Answer:
    """For a request that the real Hub may know and this one does not."""
    return Answer.error(404, "the stand-in has no such route")
