"""A limit on the length of a kernel's code, which stops Warp while it writes, not afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_longest: ContextVar[int | None] = ContextVar("longest_code", default=None)


class CodeTooLong(Exception):
    """A kernel has a code column of more letters than ``longest_code`` allows; ``reason`` says so in a few words."""

    def __init__(self, *args: object):  # Warp raises it again with the place in the source before the message
        super().__init__(*args)
        self.reason = too_long(_longest.get() or 0)


@contextmanager
def longest_code(letters: int) -> Iterator[None]:
    """Builds in the block raise ``CodeTooLong`` where a column has more letters.

    Only statements are counted, so a column that is a little longer with declarations and frames is still built.
    """
    before = _longest.set(letters)
    try:
        yield
    finally:
        _longest.reset(before)


def longest_here() -> int | None:
    """Most letters of a column; None where there is no limit."""
    return _longest.get()


class CodeLength:
    """Letters in the statements of one build so far, of the forward text and of the adjoint's."""

    def __init__(self, longest: int, backward: bool):
        self._longest = longest
        self._backward = backward
        self._forward = self._adjoint = 0

    def add_forward(self, letters: int) -> None:
        """Count letters of the forward text; raises ``CodeTooLong``."""
        self._forward += letters
        self._check()

    def add_adjoint(self, letters: int) -> None:
        """Count letters of the adjoint; raises ``CodeTooLong``."""
        self._adjoint += letters
        self._check()

    def _check(self) -> None:
        if max(self._forward, self._adjoint if self._backward else 0) > self._longest:
            raise CodeTooLong


def too_long(longest: int) -> str:
    """Why there is no code, as the end of a sentence that begins with the kernel's name."""
    return f"its code has more than {longest:,} letters"
