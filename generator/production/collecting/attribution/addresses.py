"""E-mail addresses of people are cut from notices, which rows, folders and cards pass on."""

from __future__ import annotations

import re

_MAIL = r"(?<![\w.%+-])[A-Za-z0-9_.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}\b"
_ADDRESS = re.compile(rf" ?[<(\[]\s*(?:mailto:)?{_MAIL}\s*[>)\]]|(?:mailto:)?{_MAIL}")


def without_addresses(text: str) -> str:
    """A text of words, of a notice or of C++ without e-mail addresses: of ``Name <name@host>`` the name is left."""
    return _ADDRESS.sub("", text)
