"""Remarks in a file that its code, or a function's, came from elsewhere; and the list of origins checked by hand."""

from __future__ import annotations

import ast
import contextlib
import fnmatch
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from generator.escaping import one_line
from generator.isolation.parsing import NotParsed, parse
from generator.production.collecting.attribution.comments import Passage, passages
from generator.production.collecting.attribution.file_headers import FileHeader, copyright_lines, holders, read_header
from generator.production.collecting.attribution.spdx import allows_passing_on

KNOWN_ORIGINS = Path(__file__).with_name("known_origins.yaml")
"""The list of origins checked by hand that comes with this package."""

_WORK = r"(?:code|codebase|implementations?|repo(?:sitory)?|source code|library|snippet|gist|shader)"
_HOST = r"(?:github\.com|gitlab\.\w+|bitbucket\.org|shadertoy\.com|stackoverflow\.com|(?:\w+\.)?stackexchange\.com)"
_TALK = r"(?:[\w.-]+/){2}(?:issues|pulls?|discussions|commit)\b"
"""Path of a repository's page that holds discussion, not code."""

PHRASES = {
    "adapted": r"\b(?:adapted|ported|translated|transcribed|vendored|borrowed|back-?ported|forked) "
    r"(?:\w+ ){0,3}?from\b",
    "port": r"\b(?:a |direct |straight )?(?:port|fork|re-?implementation) of\b(?! an?\b)",
    "based": r"\b(?:copied|taken|derived|modified|lifted|extracted|inspired|based|converted) "
    rf"(?:\w+ )?(?:from|on|upon|off) (?:\S+ ){{0,6}}?(?:{_WORK}\b|https?://)",
    "credit": r"\b(?:credits?:? (?:to|goes|https?:)|courtesy of|original: ?https?:"
    r"|original(?:ly)? (?:author|written by|code|source code)\b)",
    "address": rf"\b{_HOST}/(?!{_TALK})\S+",
    "licence": r"\b(?:MIT|BSD|A?L?GPL\S*|zlib|Apache|Boost|MPL|Creative Commons) licen[sc]e\b|\b[AL]?GPL(?:v?[23])?\b",
}
"""Kind of remark that code is another's -> pattern for a passage with single blanks."""

_PHRASES = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in PHRASES.items()}
_SUSPECT = re.compile(
    "|".join(PHRASES[kind] for kind in PHRASES if kind != "licence").replace(" ", r"[\s#]+"), re.IGNORECASE
)
"""Quick test of a whole file, without tokens, whether a phrase may occur: few files have one."""

_DEFINITION = re.compile(
    r"^static (?:CUDA_CALLABLE )?[^\n(]*?\b(?!adj_)(\w+)_\d+\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*\{", re.MULTILINE
)
_ARGUMENT = re.compile(r"\bvar_(\w+)")
_TOP = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*")


@dataclass(frozen=True)
class Signature:
    """A function by name and arguments, by which it is recognised in a row's source."""

    name: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Remark:
    """A passage that names another origin; it concerns ``functions`` in every row that has them.

    ``lines`` are the first and last of the function or class around it; None where it is about the whole file.
    """

    file: str
    line: int
    kind: str
    says: str
    passage: str
    lines: tuple[int, int] | None
    functions: frozenset[Signature]

    def concerns(self, file: str, line: int, functions: frozenset[Signature]) -> bool:
        """Whether the remark is about a kernel at this place, or about one of the ``functions`` of its source."""
        around = self.lines is None or self.lines[0] <= line <= self.lines[1]
        return (file == self.file and around) or bool(self.functions & functions)


@dataclass(frozen=True)
class KnownOrigin:
    """An origin checked by hand, for remarks in files that match ``file`` whose passage has one of the texts ``says``.

    ``license`` and ``copyright`` come in addition to the file's own. ``allowed``: rows may hold the code.
    """

    package: str
    file: str
    says: tuple[str, ...]
    origin: str
    allowed: bool
    why: str
    license: str = ""
    copyright: tuple[str, ...] = ()

    def covers(self, package: str, remark: Remark) -> bool:
        """Whether this entry is about ``remark``."""
        named = any(words.lower() in remark.passage.lower() for words in self.says)
        return named and self.package == package and fnmatch.fnmatchcase(remark.file, self.file)


def read_known_origins(path: Path) -> tuple[KnownOrigin, ...]:
    """The entries of a YAML list; ValueError names an invalid entry."""
    return tuple(
        _entry(path, number, item) for number, item in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")), 1)
    )


@cache
def shipped_known_origins() -> tuple[KnownOrigin, ...]:
    """The entries that come with this package."""
    return read_known_origins(KNOWN_ORIGINS)


def remarks(source: str, file: str, own_urls: Sequence[str] = ()) -> list[Remark]:
    """The remarks of a Python file on other origins, in order, one for each passage; raises SyntaxError.

    ``own_urls`` are addresses of the project itself: to name them is no remark. Where a file is too long or too deep to
    be parsed, each remark is about the whole file.
    """
    if not _suspect(source):
        return []
    found = [(passage, *reason) for passage, reason in _foreign(source, own_urls)]
    tree: ast.Module | None = None
    if found:
        with contextlib.suppress(NotParsed):
            tree = parse(source)
    return [_remark(tree, file, passage, kind, says) for passage, kind, says in found]


def signatures(tree: ast.AST) -> frozenset[Signature]:
    """Signatures of all functions that a tree defines, nested ones too."""
    return frozenset(_signature(node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def functions_of_code(texts: Iterable[str]) -> frozenset[Signature]:
    """Signatures of all functions in Warp's C++ or CUDA: names end in a number, nested ones begin with the outer's."""
    found = (match for text in texts for match in _DEFINITION.finditer(text or ""))
    return frozenset(
        Signature(match[1].rpartition("__locals__")[2], tuple(_ARGUMENT.findall(match[2]))) for match in found
    )


def _suspect(source: str) -> bool:
    below = source[_TOP.match(source).end() :]  # type: ignore[union-attr]  # it matches nothing, too
    several = copyright_lines(below) or len(holders(copyright_lines(source))) > 1
    return bool(several or _SUSPECT.search(source) or _PHRASES["licence"].search(below))


def _foreign(source: str, own_urls: Sequence[str]) -> Iterator[tuple[Passage, tuple[str, str]]]:
    said = passages(source)
    header = read_header(said)
    for passage in said:
        if reason := _reason(passage, header, own_urls):
            yield passage, reason


def _reason(passage: Passage, header: FileHeader, own_urls: Sequence[str]) -> tuple[str, str] | None:
    """Kind and text of the first phrase in a passage that names another origin; None where there is none."""
    others = [line for line in copyright_lines(passage.text) if holders([line]) - {header.holder}]
    if others:
        return "copyright", one_line(others[0], 120)
    text = " ".join(passage.text.split())
    for kind, pattern in _PHRASES.items():
        for match in pattern.finditer(text):
            around = text[max(match.start() - 20, 0) : match.end() + 60].strip()
            own_licence = kind == "licence" and passage.head and match[0].split()[0].lower() in header.license.lower()
            if not own_licence and not any(url in around for url in own_urls):
                return kind, one_line(around, 120)
    return None


def _remark(tree: ast.Module | None, file: str, passage: Passage, kind: str, says: str) -> Remark:
    around: ast.FunctionDef | ast.ClassDef | None = None
    for node in ast.walk(tree or ast.Module([], [])):  # breadth first: the innermost comes last
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            around = node if _first_line(node) <= passage.line <= (node.end_lineno or 0) else around
    concerned = signatures(around or tree) if tree else frozenset()
    lines = (_first_line(around), around.end_lineno or 0) if around else None
    return Remark(file, passage.line, kind, says, " ".join(passage.text.split()), lines, concerned)


def _first_line(node: ast.FunctionDef | ast.ClassDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _signature(node: ast.FunctionDef) -> Signature:
    arguments = node.args
    listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return Signature(node.name, tuple(argument.arg for argument in listed))


def _entry(path: Path, number: int, item: Any) -> KnownOrigin:
    try:
        entry = KnownOrigin(**item | {name: tuple(item.get(name, ())) for name in ("says", "copyright")})
    except (TypeError, AttributeError) as error:
        raise ValueError(f"{path.name}: entry {number}: {error}") from None
    if not entry.says or not entry.why or not isinstance(entry.allowed, bool) or "" in entry.says:
        raise ValueError(f"{path.name}: entry {number}: says and why are words, allowed is true or false")
    if entry.license and not allows_passing_on(entry.license):
        raise ValueError(f"{path.name}: entry {number}: {entry.license} does not allow rows to be passed on")
    return entry
