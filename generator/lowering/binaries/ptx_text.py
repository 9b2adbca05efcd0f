"""Reads a PTX module as a list of top-level items, and cuts out those that some entry points need."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

_HIDES = r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\""
_TOKEN = re.compile(rf"{_HIDES}|[{{}};]", re.DOTALL)
_TOKEN_IN_BRACES = re.compile(rf"{_HIDES}|[{{}}]", re.DOTALL)
_PREAMBLE = re.compile(r"^\.(?:version|target|address_size)\b[^\n]*\n", re.MULTILINE)
_CALLABLE = re.compile(r"\.(?:func|entry)\s+(?:\([^)]*\)\s*)?([\w$]+)")
_VARIABLE = re.compile(r"([\w$]+)\s*(?:\[[^\]]*\]\s*)*$")
_DEMOTED = re.compile(r"^\t// demoted variable\n\t(\.shared [^\n]*;)\n", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{3,}")
_GLOBL = re.compile(r"^[ \t]*// (?:\.(?:globl|weak)\b.*|.* has been demoted)\n", re.MULTILINE)


@dataclass(frozen=True)
class Item:
    """One variable, function or entry point of a module, with its text as printed."""

    name: str
    text: str

    @property
    def is_callable(self) -> bool:
        return _CALLABLE.search(self.text.split("{", 1)[0]) is not None

    @property
    def is_entry(self) -> bool:
        return self.is_callable and ".entry " in self.text.split("{", 1)[0]

    @property
    def is_shared(self) -> bool:
        return not self.is_callable and ".shared " in self.text

    def references(self, names: Iterable[str]) -> list[str]:
        """The names that occur in the text as whole words."""
        found = [name for name in names if name in self.text]
        return [name for name in found if re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", self.text)]


@dataclass(frozen=True)
class Module:
    """A PTX module: the version, target and address size, then its items in order."""

    preamble: str
    items: tuple[Item, ...]

    @classmethod
    def parse(cls, text: str) -> Module:
        """The module of a text; ValueError where a top-level item has no name."""
        preamble = "".join(_PREAMBLE.findall(text))
        body = _GLOBL.sub("", _PREAMBLE.sub("", text))
        # NVRTC moves a shared variable that only one function uses into it. Undone: it would depend on the batch.
        if "// demoted variable" in body:
            body = "".join(line + "\n" for line in dict.fromkeys(_DEMOTED.findall(body))) + _DEMOTED.sub("", body)
        return cls(preamble, tuple(_items(_BLANK_LINES.sub("\n\n", body) if "\n\n\n" in body else body)))

    def closure(self, entries: Collection[str]) -> Module:
        """The named entry points and all that they reference, directly or not; the order is kept."""
        by_name, named = self._by_name
        absent = sorted(set(entries) - set(by_name))
        if absent:
            raise ValueError(f"no entry point {', '.join(absent)} in the PTX module")
        kept: set[str] = set()
        waiting = list(entries)
        while waiting:
            name = waiting.pop()
            if name not in kept:
                kept.add(name)
                waiting.extend(found for item in by_name[name] for found in item.references(named))
        return Module(self.preamble, tuple(item for item in self.items if item.name in kept))

    @cached_property
    def _by_name(self) -> tuple[dict[str, list[Item]], list[str]]:
        """The items by name, and the names that another item may reference (entry points excluded)."""
        found: dict[str, list[Item]] = {}
        for item in self.items:
            found.setdefault(item.name, []).append(item)
        return found, [name for name, items in found.items() if not all(item.is_entry for item in items)]

    def __str__(self) -> str:
        functions = [item.text + "\n" for item in self.items if item.is_callable]
        variables = [item.text + "\n" for item in self.items if not item.is_callable and not item.is_shared]
        shared = sorted(item.text + "\n" for item in self.items if item.is_shared)
        return "\n".join(part for part in (self.preamble, "".join(variables + shared), *functions) if part)


def _items(text: str) -> Iterator[Item]:
    start = depth = 0
    token = _TOKEN.search(text)
    while token is not None:
        mark = token.group()
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
        ends_function = mark == "}" and depth == 0 and _CALLABLE.search(text, start, token.start()) is not None
        if ends_function or (mark == ";" and depth == 0):
            body = _without_leading_comments(text[start : token.end()])
            yield Item(_name(body), body)
            start = token.end()
        token = (_TOKEN_IN_BRACES if depth else _TOKEN).search(text, token.end())


def _without_leading_comments(text: str) -> str:
    lines = text.strip().splitlines()
    first = next(i for i, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("//"))
    return "\n".join(lines[first:])


def _name(item: str) -> str:
    found = _CALLABLE.search(item) or _VARIABLE.search(item.split("=", 1)[0].rstrip(";").strip())
    if found is None:
        raise ValueError(f"PTX item without a name: {item[:80]!r}")
    return found.group(1)


_NUMBERED = (
    ("$L__BB", re.compile(r"\$L__BB\d+(?=_\d)"), "$L__BB{}"),
    ("$L_brx_", re.compile(r"\$L_brx_\d+"), "$L_brx_{}"),
    ("__local_depot", re.compile(r"__local_depot\d+"), "__local_depot{}"),
    ("callseq ", re.compile(r"callseq \d+"), "callseq {}"),
    ("prototype_", re.compile(r"prototype_\d+"), "prototype_{}"),
    ("$str", re.compile(r"\$str(?:\$\d+)?\b"), "$str${}"),
    ("__unnamed_", re.compile(r"__unnamed_\d+"), "__unnamed_{}"),
)
"""Names that NVRTC numbers module-wide: prefix (tested first, as it saves most searches), pattern, and new form."""

_FILE_TAG = re.compile(r"(_INTERNAL_)[0-9a-f]{8}(_\d+_kernel_cu_)[0-9a-f]{8}")


def renumber(text: str) -> str:
    """Restart module-wide numbers at 0, so that a text does not depend on the others compiled with it."""
    for begin, pattern, form in _NUMBERED:
        if begin not in text:
            continue
        order = {name: place for place, name in enumerate(dict.fromkeys(pattern.findall(text)))}
        text = pattern.sub(lambda found, form=form, order=order: form.format(order[found.group()]), text)  # type: ignore[misc]
    if "_INTERNAL_" not in text:
        return text
    return _FILE_TAG.sub(r"\g<1>00000000\g<2>00000000", text)
