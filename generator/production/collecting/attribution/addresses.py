"""E-mail addresses of people are cut: a row, a notice or a card passes nobody's address on."""

from __future__ import annotations

import re

from generator.production.collecting.attribution.comments import prose_spans

_MAIL = r"(?<![\w.%+-])[A-Za-z0-9_.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}\b"
_ADDRESS = re.compile(rf" ?[<(\[]\s*(?:mailto:)?{_MAIL}\s*[>)\]]|(?:mailto:)?{_MAIL}")


def without_addresses(text: str) -> str:
    """A text of words, of a notice or of C++ without e-mail addresses: of ``Name <name@host>`` the name is left."""
    return _ADDRESS.sub("", text)


def source_without_addresses(source: str) -> str:
    """Python whose comments and docstrings hold no address; lines stay. Elsewhere ``@`` multiplies.

    Raises SyntaxError where the tokens of Python end.
    """
    if not _ADDRESS.search(source):
        return source
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for (first, left), (last, right) in reversed(list(prose_spans(source))):
        block = "\n".join(lines[first - 1 : last])
        end = len(block) - len(lines[last - 1]) + right
        cut = block[:left] + without_addresses(block[left:end]) + block[end:]
        lines[first - 1 : last] = cut.split("\n")
    return "\n".join(lines)
