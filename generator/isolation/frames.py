"""Messages between a process and its child: eight bytes of length, then JSON."""

from __future__ import annotations

import json
import os
import select
import time
from typing import Any


class Closed(Exception):
    """The other side closed the pipe."""


class Late(Exception):
    """The deadline passed before a whole message had come."""


def send(fd: int, message: Any) -> None:
    """Write a message whole."""
    body = json.dumps(message).encode()
    left = memoryview(len(body).to_bytes(8, "little") + body)
    while left:
        left = left[os.write(fd, left) :]


def receive(fd: int, deadline: float | None = None) -> Any:
    """The next message; raises ``Closed``, and ``Late`` at ``deadline`` (of ``time.monotonic``, in seconds)."""
    size = int.from_bytes(_exactly(fd, 8, deadline), "little")
    return json.loads(_exactly(fd, size, deadline))


def _exactly(fd: int, count: int, deadline: float | None) -> bytes:
    parts: list[bytes] = []
    while count:
        if deadline is not None and not select.select([fd], [], [], max(0.0, deadline - time.monotonic()))[0]:
            raise Late
        part = os.read(fd, min(count, 1 << 20))
        if not part:
            raise Closed
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
