"""Where a name, or an element, stands in a text as a whole."""

from __future__ import annotations

from collections.abc import Iterator


def places(text: str, name: str) -> Iterator[int]:
    """Where the name begins, each time that it is no part of a longer one and no attribute."""
    begin = text.find(name)
    while begin >= 0:
        before, after = text[begin - 1 : begin] or " ", text[begin + len(name) : begin + len(name) + 1] or " "
        if not (before.isalnum() or before in "_." or after.isalnum() or after == "_"):
            yield begin
        begin = text.find(name, begin + 1)


def says(text: str, name: str) -> bool:
    """Whether the name stands in the text."""
    return any(True for _ in places(text, name))
