"""Whether every argument reaches an output in enough of the imagined threads.

Clamps, extrema and branches each let some samples through. Two of them in a row may let none: ``wp.max(x - 1.8, 0.0)``
says nothing of what only reaches ``x`` below 1.8. Masks have a bit for each sample.
"""

from __future__ import annotations

import re

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit
from generator.synthesis.page import INDENT, words
from generator.synthesis.samples import COUNT, EVERY, mask_of

_WORD = re.compile(r"[A-Za-z_]\w*")
_ASSIGNED = re.compile(r"([A-Za-z_][\w.]*(?:, [\w.]+)*)(\[.*?\])? ([-+*/]?)= (.*)")
_UNTOLD = ("for ", "while ")
LEAST = 3
"""A quarter of the imagined threads: of what fewer feel, some is felt by none when real inputs are drawn."""


_Line = tuple[str, int, int, int, bool]
"""A line, its depth, the threads that come to it and those that try its condition, whether a loop is around it."""
Gates = list[tuple[str, list[tuple[int, int, int]]]]


def check_effect(builder: Builder) -> None:
    """Unfit when an input or a scalar argument reaches an output in fewer than ``LEAST`` of the imagined threads."""
    gates = _standing(builder)
    stopped = [(EVERY & ~mask).bit_count() for _, mask in builder.arms.values()]
    stopped += [(EVERY & ~mask).bit_count() for _, operands in gates for *_, mask in operands]
    if sum(sorted(stopped)[-2:]) <= COUNT - LEAST:
        return  # no two of them together stop too many
    alive = _felt(builder, gates)
    for argument, _ in (*builder.inputs, *builder.parameters):
        if alive.get(argument.name, 0).bit_count() < LEAST:
            raise Unfit("argument that hardly any thread feels")


def _standing(builder: Builder) -> Gates:
    """The gates whose text stands in the body: others were thrown away."""
    body = "\n".join(builder.lines)
    return [(whole, operands) for whole, operands in builder.gates.items() if whole in body]


def felt(builder: Builder) -> dict[str, int]:
    """For each name, the threads in which a store or a returned value feels it, from the last line to the first.

    What is read is felt where what is assigned is felt.
    """
    return _felt(builder, _standing(builder))


def _felt(builder: Builder, gates: Gates) -> dict[str, int]:
    alive: dict[str, int] = {}
    chains: dict[int, int] = {}
    other_than_zero = {
        v.expression.text: mask_of(map(bool, v.expression.samples))
        for v in builder.variables
        if v.type == "F" and 0.0 in v.expression.samples
    }
    for text, depth, mask, tried, looped in reversed(_placed(builder)):
        if text.endswith(":"):
            _header(gates, text, depth, tried, alive, chains)
            continue
        match = _ASSIGNED.match(text)
        if not match or match[2]:
            reached, read = mask, text
        else:
            reached, read = 0, match[4]
            for target in match[1].split(", "):
                name = target.partition(".")[0]
                reached |= alive.get(name, 0)
                if not match[3] and name == target and not looped:
                    alive[name] = alive.get(name, 0) & ~mask
        chains[depth] = chains.get(depth, 0) | reached
        reached &= mask
        for factor in sorted(other_than_zero.keys() & factors(read)) if other_than_zero else ():
            alive[factor] = alive.get(factor, 0) | reached
            reached &= other_than_zero[factor]
        _read(gates, read, reached, alive)
    return alive


def factors(text: str) -> set[str]:
    """The first and the last factor of a product or a quotient: where one is zero, nothing else in it is felt."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth and sign in "+-" and text[place - 1 : place + 2] in (" + ", " - "):
            return set()
    first, _, rest = text.partition(" ")
    return ({first} if rest[:2] in ("* ", "/ ") else set()) | {text.rpartition(" * ")[2]}


def _placed(builder: Builder) -> list[_Line]:
    """The lines, with the threads that the blocks around them leave."""
    outer: list[tuple[int, int, bool]] = []
    gone = 0
    placed = []
    for number, line in enumerate(builder.lines):
        text = line.lstrip()
        depth = (len(line) - len(text)) // len(INDENT)
        while outer and outer[-1][0] >= depth:
            outer.pop()
        mask, looped = outer[-1][1:] if outer else (EVERY & ~gone, False)
        free, taken = builder.arms.get(number, (EVERY, EVERY))
        placed.append((text, depth, mask, mask & free, looped))
        if text.endswith(":"):
            outer.append((depth, mask & taken, looped or text.startswith(_UNTOLD)))
        elif text.startswith("return") and mask != EVERY:
            gone |= mask
    return placed


def _header(gates: Gates, text: str, depth: int, tried: int, alive: dict[str, int], chains: dict[int, int]) -> None:
    """A condition is felt where what its arms assign is."""
    inner = chains.pop(depth + 1, 0)
    chain = chains.pop(~depth, 0) | inner
    if text.startswith(("elif", "else")):
        chains[~depth] = chain
    chains[depth] = chains.get(depth, 0) | chain
    _read(gates, text, chain & tried, alive)


def _read(gates: Gates, text: str, reached: int, alive: dict[str, int]) -> None:
    """What stands in ``text`` is felt in the threads that ``text`` is, less what gates around it stop."""
    if not reached:
        return
    spans = []
    if gates and ("(" in text or "if " in text):
        for whole, operands in gates:
            place = text.find(whole)
            if place >= 0:
                spans += [(place + begin, place + end, mask) for begin, end, mask in operands]
    if not spans:
        found = dict.fromkeys(words(text), reached)
        if reached != EVERY:
            for word in found:
                found[word] |= alive.get(word, 0)
        alive.update(found)
        return
    for match in _WORD.finditer(text):
        passed = reached
        for begin, end, mask in spans:
            if begin <= match.start() < end:
                passed &= mask
        alive[match[0]] = alive.get(match[0], 0) | passed
