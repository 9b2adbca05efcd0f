"""Code columns with one token changed: what the tiers have to see.

An operator reads a line of a kernel's or function's body and gives the lines it may become. Swaps of arguments that
commute are left out; other mutants that happen to be equivalent are found by ``same_code``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator.lowering.warp_backend import CompileError, compile_cpu
from generator.verification.launching.host_build import host_unit

_CALL = re.compile(r"wp::(?P<adjoint>adj_)?(?P<name>\w+)\((?P<arguments>[^()]*)\)")
_CONSTANT = re.compile(r"^(\s*const wp::\w+ var_\d+ = )(-?[\d.]+(?:e[+-]?\d+)?)(.*;)$")
_COMPARISON = re.compile(r"^(\s*var_\d+ = \(\w+ )(<=|>=|<|>|==|!=)( \w+\);)$")
_ADJOINT = re.compile(r"^\s*(?:wp::adj_\w+\(.*\);|adj_\S+ \+= .*;)$")
_INDEX = re.compile(
    r"(wp::(?:address|array_store|adj_address|adj_array_store|atomic_\w+|adj_atomic_\w+)\(var_\w+, )(var_\w+)"
)

COMMUTATIVE = frozenset({"add", "mul", "min", "max", "dot", "cw_mul", "bit_and", "bit_or", "bit_xor", "where"})
SIBLINGS: tuple[tuple[str, ...], ...] = (
    ("add", "sub"),
    ("mul", "div"),
    ("sin", "cos", "tanh", "atan"),
    ("exp", "cosh", "sinh"),
    ("min", "max"),
    ("sqrt", "abs", "cbrt"),
    ("log", "log2", "log10"),
    ("length", "length_sq"),
    ("atomic_add", "atomic_sub"),
)
FLIPPED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


@dataclass(frozen=True)
class Mutant:
    """A text with one line changed."""

    operator: str
    line: int
    before: str
    after: str
    text: str


def _swap(line: str) -> Iterator[str]:
    for call in _CALL.finditer(line):
        arguments = call["arguments"].split(", ")
        if call["name"] in COMMUTATIVE and not call["adjoint"]:
            continue
        for place in range(len(arguments) - 1):
            one, two = arguments[place : place + 2]
            if one != two and one[:4] == two[:4]:
                swapped = [*arguments[:place], two, one, *arguments[place + 2 :]]
                yield line[: call.start("arguments")] + ", ".join(swapped) + line[call.end("arguments") :]


def _sibling(line: str) -> Iterator[str]:
    for call in _CALL.finditer(line):
        for family in SIBLINGS:
            for other in family if call["name"] in family else ():
                if other != call["name"]:
                    yield line[: call.start("name")] + other + line[call.end("name") :]


def _constant(line: str) -> Iterator[str]:
    match = _CONSTANT.match(line)
    if match is None:
        return
    number = match[2]
    changed = repr(float(number) * 1.1 + 0.05) if "." in number or "e" in number else str(int(number) + 1)
    yield f"{match[1]}{changed}{match[3]}"


def _comparison(line: str) -> Iterator[str]:
    if match := _COMPARISON.match(line):
        yield f"{match[1]}{FLIPPED[match[2]]}{match[3]}"


def _dropped(line: str) -> Iterator[str]:
    if _ADJOINT.match(line):
        yield ""


def _index(line: str) -> Iterator[str]:
    if match := _INDEX.search(line):
        yield f"{line[: match.start()]}{match[1]}{match[2]} + 1{line[match.end() :]}"


def _variable(line: str) -> Iterator[str]:
    """Another variable of the kernel, the one numbered one higher or lower, where a value is read."""
    assigned = line.partition(" = ")[0] if " = " in line else ""
    for match in re.finditer(r"\b(var|adj)_(\d+)\b", line):
        if match.start() < len(assigned) or line.lstrip().startswith(("const ", "wp::", "if", "for", "bool")):
            continue
        for number in (int(match[2]) - 1, int(match[2]) + 1):
            if number >= 0:
                yield f"{line[: match.start()]}{match[1]}_{number}{line[match.end() :]}"


OPERATORS: dict[str, Callable[[str], Iterator[str]]] = {
    "swapped operands": _swap,
    "another built-in": _sibling,
    "changed constant": _constant,
    "flipped comparison": _comparison,
    "dropped adjoint": _dropped,
    "changed index": _index,
    "another variable": _variable,
}


def mutants(text: str) -> list[Mutant]:
    """Every mutant of a CUDA column, in the order of its lines."""
    lines = text.split("\n")
    found = []
    for number, line in enumerate(lines):
        if line.lstrip().startswith("//"):
            continue
        for operator, change in OPERATORS.items():
            for after in change(line):
                changed = "\n".join([*lines[:number], after, *lines[number + 1 :]])
                found.append(Mutant(operator, number + 1, line.strip(), after.strip(), changed))
    return found


def draw(text: str, rng: random.Random) -> Mutant | None:
    """One mutant: first an operator that finds something, each with equal weight, then one of its mutants."""
    by_operator: dict[str, list[Mutant]] = {}
    for mutant in mutants(text):
        by_operator.setdefault(mutant.operator, []).append(mutant)
    return rng.choice(by_operator[rng.choice(sorted(by_operator))]) if by_operator else None


def same_code(one: str, other: str) -> bool:
    """Whether two columns become the same machine code under optimisation: then no input can tell them apart."""
    try:
        codes = [compile_cpu(host_unit([text]), optimization_level=2) for text in (one, other)]
    except CompileError:
        return False
    return codes[0] == codes[1]


def is_equivalent(original: str, mutant: Mutant) -> bool:
    """Whether it can be shown that no input tells the mutant from the original."""
    return no_gradient_reaches(original, mutant.line) or same_code(original, mutant.text)


def no_gradient_reaches(text: str, line: int) -> bool:
    """Whether a line is an adjoint statement whose result's adjoint is always zero, as that of a value only compared.

    Every adjoint is linear in the adjoint of its result, so nothing that the line does with it can show.
    """
    flows = [_flow(each) for each in text.split("\n")]
    live: set[str] = set()
    while True:
        reached = {name for flow in flows if flow and (flow[0] == "" or flow[0] in live) for name in flow[1]}
        if reached <= live:
            break
        live |= reached
    flow = flows[line - 1]
    return flow is not None and flow[0] != "" and flow[0] not in live


_ADJOINT_CALL = re.compile(r"^\s*(?:wp::)?adj_(\w+)\((.*)\);$")
_ADJOINT_SUM = re.compile(r"^\s*(adj_\w+)[\w.]* \+= (adj_\w+)[\w.]*;$")
_SOURCES = ("array_store", "atomic_", "tile_store", "tile_atomic")
"""Adjoints that read the gradient of an array."""


def _flow(line: str) -> tuple[str, list[str]] | None:
    """From which adjoint ("" for an array's) to which ones a statement carries."""
    if summed := _ADJOINT_SUM.match(line):
        return summed[2], [summed[1]]
    if called := _ADJOINT_CALL.match(line):
        names = re.findall(r"\badj_\w+", called[2])
        if called[1].startswith(_SOURCES):
            return "", names
        return (names[-1], names[:-1]) if names else None
    return None
