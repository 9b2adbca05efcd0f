"""One local for what would be written twice: a call that stands in several lines, an element read three times.

A call, or a sum in parentheses, that a loop does not change stands before the loop. Lines are taken as they are, so
that this holds for whatever wrote them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from generator.launch import INPUT
from generator.synthesis.body import Body
from generator.synthesis.expression import Unfit
from generator.synthesis.page import INDENT
from generator.synthesis.whole_words import places

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder

_CALL = re.compile(r"(?:\bwp\.(\w+)|(?<![\w.])(float))\(")
_WARP_CALL = re.compile(r"wp\.(\w+)\(")
_BEGINNING = re.compile(r"wp\.(?=(\w+\([^)]{0,12}))")
_NAME = re.compile(r"(?<![\w.])(?!wp\b)[A-Za-z_]\w*(?![\w(=])")
_SUM = re.compile(r"(?<![\w.])(?=(\((?:[^()]|\([^()]*\))* [-+] (?:[^()]|\([^()]*\))*\)))")
_FLOAT = re.compile(r"\d\.\d")
_PARENTHESIS = re.compile(r"[()]")
_ALIAS = re.compile(r"\s*(\w+) = \w+")
_NEIGHBOR = re.compile(r"(\w+) ([-+]) \d+, \d+\)")
_IMPURE = (
    "rand", "sample_", "poisson", "atomic_", "tile_", "tid", "static", "mesh_", "bvh_", "hash_grid_", "constant",
    "identity", "vec", "adjoint", "spatial_vector", "matrix", "where", "lower_bound",
)  # fmt: skip
"""Calls that give another value each time, that only put values together, or that decide."""
_LITERAL_CAST = re.compile(r"float(?:16|64)\(-?[\d.e-]{1,11}")
_CASTS = ("float", "float16", "float32", "float64", "int", "int32", "uint32", "int64")
MOST = 12
"""Locals given to a kernel at the most."""
LOADS = 3
"""An element that is read so often gets a local."""
_WORDS = {"spatial_top": "angular", "spatial_bottom": "linear", "transpose": "transposed", "normalize": "unit"}


class _Use(NamedTuple):
    line: int
    begin: int
    end: int


def shared(builder: Builder) -> list[str]:
    """The body's lines with one local for each repeated call, each element read often, each call a loop repeats."""
    lines = list(builder.lines)
    written = frozenset([argument.name for argument, _ in builder.outputs])
    for _ in range(MOST):
        body = Body(lines, written)
        if not (_share_call(builder, body) or _share_load(builder, body)):
            break
    return lines


def _share_call(builder: Builder, body: Body) -> bool:
    """Give one call a local, the longest first; False where none needs it."""
    uses: dict[str, list[_Use]] = {}
    for use in _calls(body):
        uses.setdefault(body.lines[use.line][use.begin : use.end], []).append(use)
    longest_first = sorted(uses, key=len, reverse=True) if uses else ()
    return any(_bind(builder, body, text, uses[text]) for text in longest_first)


def _share_load(builder: Builder, body: Body) -> bool:
    """Give one element a local that stands in the lines often."""
    lines = body.lines
    for argument, _ in builder.inputs if builder.index else ():
        text = f"{argument.name}[{builder.index}]"
        if body.text.count(text) < LOADS or argument.role != INPUT:
            continue
        uses = [_Use(k, begin, begin + len(text)) for k, line in enumerate(lines) for begin in places(line, text)]
        initial = (argument.name[0],) if argument.name[0] not in "ilo" else ()
        if len(uses) >= LOADS and _bind(builder, body, text, uses, (*initial, f"{argument.name}_i")):
            return True
    return False


def _calls(body: Body) -> Iterator[_Use]:
    """Calls worth a name, less those that begin like no other and are new in each round of a loop, and fixed sums."""
    lines, text = body.lines, body.text
    beginnings = _BEGINNING.findall(text)
    single = (len(set(beginnings)) == len(beginnings) or not _repeated(beginnings)) and text.count("float(") < 2
    looped = f"{INDENT}for " in text
    if single and not looped:
        return
    around = body.changed() if looped else [None] * len(lines)
    found: list[tuple[int, re.Match[str], str]] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(lines):
        if "(" not in line or (single and around[number] is None):
            continue
        for match in (_CALL if "float(" in line else _WARP_CALL).finditer(line):
            if not (match[1] or "float").startswith(_IMPURE):
                beginning = line[match.start() : match.end() + 12].partition(")")[0]
                seen[beginning] = seen.get(beginning, 0) + 1
                found.append((number, match, beginning))
    for number, match, beginning in found:
        changed = around[number]
        if seen[beginning] == 1 and changed is None:
            continue
        end = closing(lines[number], match.end())
        inner = lines[number][match.end() : end - 1]
        if seen[beginning] == 1 and changed is not None and not changed.isdisjoint(_NAME.findall(inner)):
            continue
        cast = (match[1] or "float") in _CASTS
        if _NAME.search(inner) and not (cast and " " not in inner and "(" not in inner):
            yield _Use(number, match.start(), end)
    for number, changed in enumerate(around):
        if changed is not None and (" + " in lines[number] or " - " in lines[number]):
            yield from _sums(number, lines[number], changed)


def _sums(number: int, line: str, changed: set[str]) -> Iterator[_Use]:
    """Sums of floats in parentheses that the loop around a line does not change."""
    for match in _SUM.finditer(line):
        names = _NAME.findall(match[1])
        if names and changed.isdisjoint(names) and _FLOAT.search(match[1]):
            yield _Use(number, match.start(), match.start() + len(match[1]))


def _repeated(beginnings: list[str]) -> bool:
    """Whether one that stands there twice may be that of a call worth a name."""
    return any(
        beginnings.count(beginning) > 1 and not beginning.startswith(_IMPURE) and not _LITERAL_CAST.fullmatch(beginning)
        for beginning in set(beginnings)
    )


def closing(line: str, place: int) -> int:
    """The place after the parenthesis that closes what was opened before ``place``."""
    near = line.find(")", place)
    if "(" not in line[place:near]:
        return near + 1
    depth = 1
    while depth:
        match = _PARENTHESIS.search(line, place)
        assert match
        depth += 1 if match[0] == "(" else -1
        place = match.end()
    return place


def _called(text: str) -> tuple[str, ...]:
    """Names for a call's value, or a sum's: ``log_density``, ``exp_value``, ``mass_term``."""
    if text.startswith("("):
        first = next((name for name in _NAME.findall(text) if name.islower()), "outer")
        return f"{first}_term", f"{first}_offset"
    head, _, inner = text.removeprefix("wp.").partition("(")
    word = _WORDS.get(head, head)
    if head in _CASTS:
        return "index_share", "bits_share"
    if moved := _NEIGHBOR.fullmatch(inner):
        return (
            (f"previous_{moved[1]}", f"{moved[1]}_before")
            if moved[2] == "-"
            else (f"next_{moved[1]}", f"{moved[1]}_after")
        )
    alone = re.fullmatch(r"(\w+)(?:\[[\w, ]*\])?\)", inner)
    names = (f"{word}_value", f"{word}_term")
    if not alone or alone[1][0].isdigit() or alone[1].startswith(word):
        return names
    return f"{word}_{alone[1]}", *names


def _bind(builder: Builder, body: Body, text: str, uses: list[_Use], names: tuple[str, ...] = ()) -> bool:
    """Write the text once, before all of its uses; False where one is enough, or no place is before them all."""
    made = text[1:-1] if text.startswith("(") else text
    words = set(_NAME.findall(text))
    if not words.isdisjoint(body.written):
        return False
    lines, assigned = body.lines, body.assigned
    chains = [body.chain(use.line, words) for use in uses]
    depth = 0
    while all(len(chain) > depth + 1 for chain in chains) and len({chain[depth] for chain in chains}) == 1:
        depth += 1
    tops = [chain[depth] for chain in chains]
    anchor, last = body.start(tops[0]), max([body.end(top) for top in tops])
    if len(uses) == 1 and tops[0] == uses[0].line:
        return False
    if any(anchor <= place < last for word in words for place in assigned.get(word, ())):
        return False
    lone = lines[anchor].strip().partition(" = ")
    if lone[2] == made and lone[0].isidentifier() and len(assigned[lone[0]]) == 1:
        name, inserted = lone[0], 0
        uses = uses[1:]
    else:
        name, inserted = builder.name(*(names or _called(text))), 1
    for use in reversed(uses):
        line = lines[use.line]
        lines[use.line] = line[: use.begin] + name + line[use.end :]
        if (alias := _ALIAS.fullmatch(lines[use.line])) and len(assigned[alias[1]]) == 1:
            raise Unfit("computed twice")
    if inserted:
        indent = lines[anchor][: len(lines[anchor]) - len(lines[anchor].lstrip())]
        lines.insert(anchor, f"{indent}{name} = {made}")
    return True
