"""Lines of a function's body, indented by the depth of their block."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

INDENT = "    "


class Lines:
    """``texts`` grows at its end; ``depth`` counts the blocks around the next line, the function's own included."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.depth = 1

    def put(self, text: str) -> None:
        self.texts.append(INDENT * self.depth + text)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Indent by one block."""
        self.depth += 1
        yield
        self.depth -= 1

    def cut(self, start: int) -> list[str]:
        """Remove the lines from ``start`` on, and return them."""
        taken = self.texts[start:]
        del self.texts[start:]
        return taken
