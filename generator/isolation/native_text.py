"""Foreign C++ and CUDA text that a compiler may see: none that makes it read files.

Includes, ``__has_include`` and ``#embed`` are directives; an assembler reads with ``.incbin``. Both are refused as a
whole, before comments and strings can be taken for one another: of directives, Warp writes into the text of a row
those alone that ask whether a macro is defined, and they read nothing.
"""

from __future__ import annotations

import re

_SPLICE = re.compile(r"\\[ \t]*\n")
_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""", re.DOTALL
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_DEFINED = r"!?[ \t]*defined[ \t]*(?:\(\s*\w+\s*\)|\w+)"
_CONDITIONS = rf"(?:el)?if[ \t]+{_DEFINED}(?:[ \t]*(?:&&|\|\|)[ \t]*{_DEFINED})*|ifn?def[ \t]+\w+|else|endif"
_CONDITION = re.compile(rf"^[ \t]*#[ \t]*(?:{_CONDITIONS})[ \t]*$", re.MULTILINE)
_REFUSED = {
    "a preprocessor directive": re.compile(r"#|%:"),
    "inline assembly": re.compile(r"\b(?:asm|__asm|__asm__)\b"),
    "a pragma": re.compile(r"\b(?:_Pragma|__pragma)\b"),
    "an import of a module": re.compile(r"^\s*(?:export\s+)?(?:import|module)\b", re.MULTILINE),
    "an open quote or comment": re.compile(r"""["']|/\*"""),
}
"""What stands in no row -> how it looks outside of comments and strings."""


def safe_to_compile(text: str) -> str:
    """Why a compiler is not to see a row's C++ or CUDA, in one line; empty where it may."""
    text = text.replace("\r\n", "\n")
    if _CONTROL.search(text):
        return "a control character in native code"
    if "??/" in text or "??=" in text:
        return "a trigraph in native code"
    text = _SPLICE.sub("", text)
    unusual: list[str] = []

    def blank(token: re.Match[str]) -> str:
        if token["comment"]:
            return " "
        before = text[token.start() - 1 : token.start()]
        if before.isalnum() or before == "_":  # raw strings and separators of digits hide where a string ends
            unusual.append(token[0])
        return " s "

    code = _CONDITION.sub("", _TOKEN.sub(blank, text))
    if unusual:
        return "a string with a prefix in native code"
    return next((f"{what} in native code" for what, look in _REFUSED.items() if look.search(code)), "")
