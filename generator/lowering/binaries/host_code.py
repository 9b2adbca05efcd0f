"""Tells host code from device code in a CUDA file: functions and types of the host go, all else stays."""

from __future__ import annotations

from collections.abc import Iterator

from generator.isolation.native_text import directives, letters_only

_MARKS = frozenset({"__device__", "__global__", "constexpr", "CUDA_CALLABLE"})
"""Words of kernels, and of functions that they may call; macros with one of them in their text are such words too."""

_NO_FUNCTIONS = frozenset({"struct", "class", "union", "enum", "using", "typedef", "static_assert"})
"""First words of statements with parentheses that are no functions."""


def device_part(text: str) -> tuple[str, list[str]]:
    """The text with blank lines in the place of its host functions, and the names of those that have a body."""
    letters = letters_only(text)
    marks = _marks(text)
    names, parts, place = [], [], 0
    for begin, brace, end in _statements(letters):
        head = letters[begin:brace]
        is_function = _is_function(head)
        words = _words(head if is_function else letters[begin:end])
        if marks.isdisjoint(words) and (is_function or _names_host_types(words)):
            names += _words(head.partition("(")[0])[-1:] if is_function and brace < end - 1 else []
            parts += [text[place:begin], "\n" * text.count("\n", begin, end)]
            place = end
    return "".join((*parts, text[place:])), names


def _words(text: str) -> list[str]:
    return "".join(each if each.isalnum() or each == "_" else " " for each in text).split()


def _names_host_types(words: list[str]) -> bool:
    """Whether something is of C++'s library or of CUDA's for the host (`cudaStream_t`), which device code lacks."""
    own = any(word == "std" and before != "cuda" for before, word in zip(["", *words], words, strict=False))
    return own or any(word.startswith("cuda") and word[4:5].isupper() for word in words)


def _marks(text: str) -> set[str]:
    marks = set(_MARKS)
    for word, rest in directives(text):
        names = _words(rest) if word == "define" else []
        if not marks.isdisjoint(names[1:]):
            marks.add(names[0])
    return marks


def _is_function(head: str) -> bool:
    """Whether what is before a body or a semicolon is the head of a function."""
    before, parenthesis, _ = head.partition("(")
    words = _words(before)
    is_value = "=" in before and words[:1] != ["template"] and "operator" not in words
    return bool(parenthesis and words) and not is_value and words[0] not in _NO_FUNCTIONS


def _statements(letters: str) -> Iterator[tuple[int, int, int]]:
    """Statements outside of functions: where each begins, where its braces do (or its semicolon is), where it ends."""
    depth, begin, brace = 0, 0, -1
    for place, mark in enumerate(letters):
        if mark not in "(){};":
            continue
        if depth == 0 and (mark == "}" or (mark == "{" and brace < 0 and _is_scope(letters[begin:place]))):
            begin, brace = place + 1, -1
            continue
        if mark == "{" and depth == 0 and brace < 0:
            brace = place
        depth += (mark in "({") - (mark in ")}")
        if depth or mark in "()":
            continue
        head = letters[begin : place if brace < 0 else brace]
        if mark == ";" or _is_function(head):
            yield begin + len(head) - len(head.lstrip()), place if brace < 0 else brace, place + 1
            begin, brace = place + 1, -1


def _is_scope(head: str) -> bool:
    """Whether the statements in the braces stand outside of functions as well."""
    return "namespace" in head or head.split() == ["extern"]
