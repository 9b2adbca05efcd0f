"""Where a name, or an element, stands in a text as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_NAME = re.compile(r"[A-Za-z_]\w*")


@lru_cache(4096)
def names_in(text: str) -> tuple[str, ...]:
    """Its words in their order, ``wp`` and attributes too."""
    return tuple(_NAME.findall(text))


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
