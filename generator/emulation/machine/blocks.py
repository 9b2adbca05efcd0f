"""A kernel as basic blocks of steps, with what comes at the end of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from generator.emulation.machine import computing, printing, touching
from generator.emulation.machine.decoding import Names, Read, Step
from generator.emulation.machine.matrices import multiplying
from generator.emulation.machine.state import State, Trap
from generator.emulation.machine.together import block_reduction, members_of, together
from generator.emulation.ptx.flow import Flat
from generator.emulation.ptx.program import Immediate, Instruction, Label, Not, PtxError, Symbol, Unsupported

Build = Callable[[Names, Instruction], Step]


def _nothing(names: Names, item: Instruction) -> Step:
    return lambda state: None


def _fence(names: Names, item: Instruction) -> Step:
    return lambda state: state.fence()


def _trap(names: Names, item: Instruction) -> Step:
    def step(state: State) -> None:
        raise Trap(f"trap, line {item.line}")

    return step


BUILDERS: dict[str, Build] = {
    "mov": computing.moving,
    "setp": computing.comparing,
    "addc": computing.carrying,
    "subc": computing.carrying,
    "madc": computing.carrying,
    "cvta": computing.address_conversion,
    "isspacep": computing.is_space,
    "ld": touching.loading,
    "ldu": touching.loading,
    "st": touching.storing,
    "atom": touching.atomically,
    "red": touching.atomically,
    "_param": touching.copying,
    "call": printing.external_call,
    "shfl": together,
    "vote": together,
    "match": together,
    "redux": together,
    "activemask": together,
    "membar": _fence,
    "fence": _fence,
    "prefetch": _nothing,
    "prefetchu": _nothing,
    "nanosleep": _nothing,
    "pmevent": _nothing,
    "trap": _trap,
    "brkpt": _nothing,
}
"""What makes an instruction's step, a name a line; the table of opcodes has all others."""


@dataclass
class End:
    """How a block ends: "next", "jump", "branch", "table", "exit", "barrier" or "warp"."""

    kind: str
    target: int = -1
    read: Read | None = None
    negated: bool = False
    targets: tuple[int, ...] = ()
    item: Instruction | None = None
    step: Step | None = None
    members: Read | None = None


@dataclass
class Block:
    """Steps that run one after another, with the instructions they come from."""

    steps: list[Step] = field(default_factory=list)
    items: list[Instruction] = field(default_factory=list)
    end: End = field(default_factory=lambda: End("next"))
    classes: Counter[str] = field(default_factory=Counter)


def blocks_of(flat: Flat, names: Names) -> list[Block]:
    """The blocks of a kernel in the order of the text; Unsupported names an opcode that the machine has not."""
    blocks, starts = [Block()], {}
    pending: list[tuple[Block, tuple[str, ...]]] = []
    for item in flat.body:
        if isinstance(item, Label):
            if blocks[-1].steps or blocks[-1].end.kind != "next":
                blocks.append(Block())
            starts[item.name] = len(blocks) - 1
            continue
        if blocks[-1].end.kind != "next":
            blocks.append(Block())
        block = blocks[-1]
        end, labels = _end(flat, names, item)
        if end is not None:
            if item.guard is not None and end.kind in ("barrier", "warp"):
                raise Unsupported(f"guarded {item.opcode}", item.line)
            block.end = end
            block.items.append(item)
            pending.append((block, labels))
            continue
        block.steps.append(_step(names, item))
        block.items.append(item)
    for block, labels in pending:
        if lost := [label for label in labels if label not in starts]:
            raise PtxError(f"no label {lost[0]!r}")
        places = tuple(starts[label] for label in labels)
        block.end.target, block.end.targets = (places[0] if places else -1), places
    for block in blocks:
        block.classes.update([_class(item.name, item.modifiers) for item in block.items])
    return blocks


_ENDS = frozenset("bra ret exit brx bar barrier shfl vote match redux mma".split())
"""Instructions that may end a block."""


def _end(flat: Flat, names: Names, item: Instruction) -> tuple[End | None, tuple[str, ...]]:
    if item.name not in _ENDS:
        return None, ()
    guard = item.guard
    read = names.read(guard.register if isinstance(guard, Not) else guard, "pred") if guard is not None else None
    negated = isinstance(guard, Not)
    if item.name == "bra":
        target = item.operands[0]
        assert isinstance(target, Symbol)
        return End("branch" if read else "jump", read=read, negated=negated, item=item), (target.name,)
    if item.name in ("ret", "exit"):
        return End("exit", read=read, negated=negated, item=item), ()
    if item.name == "brx":
        table = item.operands[1]
        assert isinstance(table, Symbol)
        if table.name not in flat.tables:
            raise PtxError(f"no table of branches {table.name!r} (line {item.line})")
        return End("table", read=names.read(item.operands[0], "u32"), item=item), flat.tables[table.name]
    if item.name in ("bar", "barrier") and "warp" not in item.modifiers:
        if any(each in ("arrive", "cluster") for each in item.modifiers):
            raise Unsupported(item.opcode, item.line)
        if "red" in item.modifiers:
            return End("barrier", item=item, step=block_reduction(names, item)), ()
        return End("barrier", item=item, read=names.read(item.operands[0], "u32")), ()
    if item.name in ("shfl", "vote", "match", "redux", "bar"):
        step = together(names, item)
        return End("warp", item=item, step=step, members=members_of(names, item)), ()
    if item.name == "mma":
        every = names.read(Immediate(0xFFFFFFFF), "b32")
        try:
            return End("warp", item=item, step=multiplying(names, item), members=every), ()
        except (ValueError, KeyError) as error:
            raise Unsupported(item.opcode, item.line) from error
    return None, ()


def _step(names: Names, item: Instruction) -> Step:
    build = BUILDERS.get(item.name)
    if "cc" in item.modifiers:
        build = computing.carrying
    try:
        step = (build or computing.computing)(names, item)
    except (KeyError, IndexError, ValueError, StopIteration, TypeError) as error:
        raise Unsupported(item.opcode, item.line) from error
    if item.guard is None:
        return step
    negated = isinstance(item.guard, Not)
    read = names.read(item.guard.register if isinstance(item.guard, Not) else item.guard, "pred")

    def guarded(state: State) -> None:
        holds = read(state)
        holds = np.broadcast_to(~holds if negated else holds, state.count)
        mask, alone = state.mask, state.keep is None
        inside = holds if mask is None else holds & mask
        if inside.any():
            state.narrow(inside)
            step(state)
            state.narrow(mask, alone=alone)

    return guarded


@lru_cache(maxsize=4096)
def _class(name: str, modifiers: tuple[str, ...]) -> str:
    if name in ("ld", "st", "atom", "red", "ldu"):
        return "memory"
    if name in ("bra", "ret", "exit", "brx", "call", "bar", "barrier"):
        return "control"
    if name in ("shfl", "vote", "match", "redux", "activemask", "mma"):
        return "warp"
    if name in ("mov", "cvt", "cvta", "selp", "setp"):
        return "move"
    return "float" if any(each in ("f16", "f32", "f64", "bf16", "f16x2") for each in modifiers) else "integer"
