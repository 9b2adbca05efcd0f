"""Steps of instructions that compute: opcodes of the table, comparisons, moves, carries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from generator.emulation.machine.decoding import Names, Step, form_of
from generator.emulation.machine.state import State
from generator.emulation.opcodes import conversions
from generator.emulation.opcodes.form import Evaluate, Form
from generator.emulation.opcodes.table import formula
from generator.emulation.opcodes.types import DTYPES
from generator.emulation.ptx.program import Instruction, Pair, Unsupported, Vector


@lru_cache(maxsize=4096)
def _formula(name: str, modifiers: tuple[str, ...], operands: int) -> tuple[tuple[str, ...], Evaluate] | None:
    """``formula``, cached by name and modifiers: these compare faster than a ``Form``."""
    return formula(Form(name, modifiers), operands)


def computing(names: Names, item: Instruction) -> Step:
    """The step of an opcode of the table; Unsupported where the table lacks it."""
    found = _formula(item.name, item.modifiers, len(item.operands) - 1)
    if found is None:
        raise Unsupported(item.opcode, item.line)
    types, evaluate = found
    if len(types) != len(item.operands):
        raise Unsupported(f"{item.opcode} of {len(item.operands)} operands", item.line)
    number = names.number(item.operands[0])
    home, kind = names.homes[number], DTYPES[types[0]]
    if home is kind:
        direct = _direct(number, list(map(names.place, item.operands[1:], types[1:])), evaluate)
        if direct is not None:
            return direct
    reads = list(map(names.read, item.operands[1:], types[1:]))
    if home is kind:
        if len(reads) == 1:
            (one,) = reads
            return _stepping(number, lambda state: evaluate(one(state)))
        if len(reads) == 2:
            first, second = reads
            return _stepping(number, lambda state: evaluate(first(state), second(state)))
        first, second, third, *more = reads
        if not more:
            return _stepping(number, lambda state: evaluate(first(state), second(state), third(state)))
        return _stepping(number, lambda state: evaluate(*[read(state) for read in reads]))
    write = names.write(item.operands[0], types[0])

    def step(state: State) -> None:
        mask, state.mask = state.mask, None
        value = evaluate(*[read(state) for read in reads])
        state.mask = mask
        write(state, state.picked(value))

    return step


def _direct(number: int, places: Sequence[int | None], evaluate: Evaluate) -> Step | None:
    """A step whose operands need no conversion, as most do; a function for each count saves half of a step's time."""
    held = [place for place in places if place is not None]
    if len(held) < len(places):
        return None
    match held:
        case [a]:

            def step(state: State) -> None:
                registers, keep = state.registers, state.keep
                found = evaluate(registers[a])
                registers[number] = found if keep is None else np.where(keep, found, registers[number])

        case [a, b]:

            def step(state: State) -> None:
                registers, keep = state.registers, state.keep
                found = evaluate(registers[a], registers[b])
                registers[number] = found if keep is None else np.where(keep, found, registers[number])

        case [a, b, c]:

            def step(state: State) -> None:
                registers, keep = state.registers, state.keep
                found = evaluate(registers[a], registers[b], registers[c])
                registers[number] = found if keep is None else np.where(keep, found, registers[number])

        case _:
            return None
    return step


def _stepping(number: int, value):  # type: ignore[no-untyped-def]
    """A step that computes over all lanes, and keeps the results of the active ones."""

    def step(state: State) -> None:
        found = value(state)
        if state.keep is None:
            state.registers[number] = found
        else:
            state.registers[number] = np.where(state.keep, found, state.registers[number])

    return step


def moving(names: Names, item: Instruction) -> Step:
    """`mov`: of a register or an address, or packing and unpacking of parts."""
    kind = item.modifiers[-1]
    target, source = item.operands
    if isinstance(source, Vector):
        part = f"b{8 * DTYPES[kind].itemsize // len(source.parts)}"
        reads = [names.read(each, part) for each in source.parts]
        write = names.write(target, kind)

        def pack(state: State) -> None:
            values = np.broadcast_arrays(*[read(state) for read in reads])
            write(state, state.picked(np.ascontiguousarray(np.stack(values, axis=1)).view(DTYPES[kind]).reshape(-1)))

        return pack
    if isinstance(target, Vector):
        part = f"b{8 * DTYPES[kind].itemsize // len(target.parts)}"
        read = names.read(source, kind)
        writes = [names.write(each, part) for each in target.parts]

        def unpack(state: State) -> None:
            values = np.ascontiguousarray(read(state)).view(DTYPES[part]).reshape(-1, len(writes))
            for place, put in enumerate(writes):
                put(state, state.picked(np.ascontiguousarray(values[:, place])))

        return unpack
    return _copying(names, item, kind)


def _copying(names: Names, item: Instruction, kind: str) -> Step:
    read = names.read(item.operands[1], kind)
    number = names.number(item.operands[0])
    if names.homes[number] == DTYPES[kind]:
        return _stepping(number, read)
    write = names.write(item.operands[0], kind)
    return lambda state: write(state, state.picked(read(state)))


@lru_cache(maxsize=4096)
def _comparison(name: str, modifiers: tuple[str, ...]) -> tuple[Evaluate, Evaluate | None, str]:
    """The comparison, the function that combines it with a predicate (None: no such), and the compared type."""
    form = Form(name, modifiers)
    combine = conversions.COMBINATIONS.get(form.first(*conversions.COMBINATIONS) or "")
    return conversions.comparison(form), combine, form.types[-1]


def comparing(names: Names, item: Instruction) -> Step:
    """`setp`: a predicate, or it and its opposite, combined with another predicate."""
    holds, combine, kind = _comparison(item.name, item.modifiers)
    if not isinstance(targets := item.operands[0], Pair) and combine is None and not kind.endswith("x2"):
        places = [names.place(each, kind) for each in item.operands[1:3]]
        if (direct := _direct(names.number(targets), places, holds)) is not None:
            return direct
    first, second = (names.read(each, kind) for each in item.operands[1:3])
    third = names.read(item.operands[3], "pred") if len(item.operands) > 3 else None
    pairs = kind.endswith("x2")
    if pairs and not isinstance(targets, Pair):
        raise Unsupported(item.opcode, item.line)
    if not isinstance(targets, Pair) and combine is None:
        return _stepping(names.number(targets), lambda state: holds(first(state), second(state)))
    writes = [
        names.write(each, "pred")
        for each in ((targets.first, targets.second) if isinstance(targets, Pair) else (targets,))
    ]

    def step(state: State) -> None:
        found = holds(first(state), second(state))
        for write, value in zip(writes, found.T if pairs else (found, ~found), strict=False):
            if combine is not None and third is not None:
                value = combine(value, third(state))
            write(state, state.picked(value))

    return step


def carrying(names: Names, item: Instruction) -> Step:
    """`add.cc`, `addc`, `sub.cc`, `subc`, `mad.cc` and `madc`: they read or set the carry flag of each lane."""
    form = form_of(item)
    kind = DTYPES[form.type]
    width = 8 * kind.itemsize
    unsigned = f"u{width}"
    takes, gives = item.name in ("addc", "subc", "madc"), form.has("cc")
    reads = [names.read(each, form.type if item.name.startswith("mad") else unsigned) for each in item.operands[1:]]
    write = names.write(item.operands[0], unsigned)
    product = formula(Form("mul", tuple(each for each in item.modifiers if each != "cc")), 2)
    subtract = item.name.startswith("sub")

    def step(state: State) -> None:
        values = [read(state) for read in reads]
        if item.name.startswith("mad") and product is not None:
            values = [product[1](values[0], values[1]), values[2]]
        a, b = (each.view(DTYPES[unsigned]) for each in values)
        if subtract:  # a + ~b + carry: its carry is the flag, which is set where nothing is borrowed
            b = ~b
        carry = state.carry.astype(a.dtype) if takes else a.dtype.type(subtract)
        partial = a + b
        result = partial + carry
        over = (partial < a) | (result < partial)
        if gives:
            new = np.broadcast_to(over, state.count).astype(np.uint64)
            state.carry = new if state.mask is None else np.where(state.mask, new, state.carry)
        write(state, state.picked(result))

    return step
