"""Checks foreign C++ and CUDA text before compilation: no text may make a compiler read files.

Includes, ``__has_include`` and ``#embed`` are directives; an assembler reads with ``.incbin``. Directives and assembly
are refused as a whole, so that it does not matter what is a comment or a string. Only conditions on defined macros are
allowed in a row, as Warp writes no other directive there, and they read nothing.

Strangers write these texts: each expression here takes time in proportion to their length.
"""

from __future__ import annotations

import re
from collections.abc import Collection

_SPLICE = re.compile(r"\\[ \t]*\n")
_COMMENT_OR_STRING = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?P<open>(?:/\*|["']).*\Z)""",
    re.DOTALL,
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_DEFINED = r"(?:![ \t]*)?defined[ \t]*(?:\(\s*\w+\s*\)|\w+)"
_CONDITIONS = rf"(?:el)?if[ \t]+{_DEFINED}(?:[ \t]*(?:&&|\|\|)[ \t]*{_DEFINED})*|ifn?def[ \t]+\w+|else|endif"
_CONDITION = re.compile(rf"^[ \t]*#[ \t]*(?:{_CONDITIONS})[ \t]*$", re.MULTILINE)
_REFUSED = {
    "a preprocessor directive": re.compile(r"#|%:"),
    "inline assembly": re.compile(r"\b(?:asm|__asm|__asm__)\b"),
    "a pragma": re.compile(r"\b(?:_Pragma|__pragma)\b"),
    "an import of a module": re.compile(r"^[^\S\n]*(?:export\s+)?(?:import|module)\b", re.MULTILINE),
    "an open quote or comment": re.compile(r"""["']|/\*"""),
}
"""Construct that no row has -> its pattern outside of comments and strings."""


_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w*)[ \t]*(.*)$", re.MULTILINE)
_HEADER = re.compile(r"""["<]([\w./-]+)[">]""")
_DIRECTIVES = frozenset({"", "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "error"})
_PRAGMAS = frozenset({"unroll", "once"})
_REFUSED_IN_PROGRAMS = {
    "%: in the place of #": re.compile(r"%:"),
    "a question of what files there are": re.compile(r"\b__has_(?:include|embed)\w*"),
    **{name: _REFUSED[name] for name in ("a pragma", "an import of a module", "an open quote or comment")},
}
"""Construct that no text of device code has -> its pattern outside of comments and strings."""


def safe_program(text: str, headers: Collection[str]) -> str:
    """Why a CUDA file of device code must not be compiled, in one line that names the line; empty where it may be.

    Unlike a row's text it may have macros, conditions, inline PTX and includes of ``headers``.
    """
    text = text.replace("\r\n", "\n")
    if reason := _letters(text):
        return reason
    text = _COMMENT_OR_STRING.sub(_without_comment, _joined(text))
    for found in _DIRECTIVE.finditer(text):
        word, rest = found[1], found[2]
        header = _HEADER.match(rest)
        if word == "include":
            if header and header[1] in headers:
                continue
            return f"line {_line(text, found)}: an include of something else than the headers of Warp and CUDA"
        if word not in _DIRECTIVES and not (word == "pragma" and rest.split()[:1] and rest.split()[0] in _PRAGMAS):
            return f"line {_line(text, found)}: #{word[:20]} in native code"
    code, unusual = _without_strings(text)
    if unusual:
        return "a string with a prefix in native code"
    for what, look in _REFUSED_IN_PROGRAMS.items():
        if refused := look.search(code):
            return f"line {_line(code, refused)}: {what}"
    return ""


def directives(text: str) -> list[tuple[str, str]]:
    """The preprocessor directives of a text: the word, and what follows it."""
    return _DIRECTIVE.findall(_COMMENT_OR_STRING.sub(_without_comment, _joined(text)))


def letters_only(text: str) -> str:
    """The text with blanks in the place of comments, strings and directives, each letter where it was."""
    lines, inside = [], False
    for line in _COMMENT_OR_STRING.sub(_blank, text).split("\n"):
        inside = inside or line.lstrip().startswith("#")
        lines.append(" " * len(line) if inside else line)
        inside = inside and line.rstrip().endswith("\\")
    return "\n".join(lines)


def safe_to_compile(text: str) -> str:
    """Why a row's C++ or CUDA must not be compiled, in one line; empty where it may be."""
    text = text.replace("\r\n", "\n")
    if reason := _letters(text):
        return reason
    code, unusual = _without_strings(_SPLICE.sub("", text))
    if unusual:
        return "a string with a prefix in native code"
    code = _CONDITION.sub("", code)
    return next((f"{what} in native code" for what, look in _REFUSED.items() if look.search(code)), "")


def _letters(text: str) -> str:
    if _CONTROL.search(text):
        return "a control character in native code"
    return "a trigraph in native code" if "??/" in text or "??=" in text else ""


def _without_strings(text: str) -> tuple[str, bool]:
    """The text without comments and strings, and whether a string has a prefix or follows a digit."""
    unusual = False

    def blank(token: re.Match[str]) -> str:
        nonlocal unusual
        if not token["string"]:
            return " " if token["comment"] else "/*"
        before = text[token.start() - 1 : token.start()]
        # Raw strings and digit separators hide where a string ends.
        unusual = unusual or before.isalnum() or before == "_"
        return " s "

    return _COMMENT_OR_STRING.sub(blank, text), unusual


def _without_comment(token: re.Match[str]) -> str:
    return token["string"] or token["open"] or " " + "\n" * token[0].count("\n")


def _blank(found: re.Match[str]) -> str:
    return "".join(each if each == "\n" else " " for each in found[0])


def _joined(text: str) -> str:
    """The text with spliced lines joined, and blank lines after them, so that later lines keep their numbers."""
    lines: list[str] = []
    parts: list[str] = []
    for line in text.split("\n"):
        bare = line.rstrip(" \t")
        if bare.endswith("\\"):
            parts.append(bare[:-1])
            continue
        lines += ["".join((*parts, line)), *("" for _ in parts)]
        parts = []
    return "\n".join((*lines, *parts))


def _line(text: str, found: re.Match[str]) -> int:
    return text.count("\n", 0, found.start()) + 1
