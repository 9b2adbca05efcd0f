"""Removes e-mail addresses from notices, as rows, folders and cards publish these."""

from __future__ import annotations

import re

_MAIL = r"(?<![\w.%+-])[A-Za-z0-9_.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}\b"
_ADDRESS = re.compile(rf" ?[<(\[]\s*(?:mailto:)?{_MAIL}\s*[>)\]]|(?:mailto:)?{_MAIL}")


def without_addresses(text: str) -> str:
    """A text, prose or code, without e-mail addresses: ``Name <name@host>`` becomes ``Name``."""
    return _ADDRESS.sub("", text)
