"""A kernel as basic blocks of steps, each with its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.emulation.machine.computing import computing
from generator.emulation.machine.decoding import Names, Read, Step
from generator.emulation.machine.state import State
from generator.emulation.machine.together import block_reduction, members_of
from generator.emulation.opcodes.table import OPCODES
from generator.emulation.opcodes.types import FLOATS
from generator.emulation.ptx.flow import Flat
from generator.emulation.ptx.program import Instruction, Label, Not, PtxError, Symbol, Unsupported
from generator.emulation.ptx.uses import Uses


@dataclass(frozen=True)
class Entry:
    """The function that makes an instruction's step, and the class by which it is counted ("": by its type).

    ``waits``: the lanes of a warp that its mask names execute it together.
    """

    make: Callable[[Names, Instruction], Step]
    work: str = ""
    waits: bool = False


@dataclass
class End:
    """How a block ends: "next", "jump", "branch", "table", "exit", "barrier", "count" (of some threads) or "warp".

    ``read``: the predicate of a branch, the number of a barrier. ``members``: the mask of lanes, or their count.
    ``join``: the last basic block that all lanes come to after a barrier, -1 for none (`scheduling/joins.py`).
    """

    kind: str
    target: int = -1
    read: Read | None = None
    negated: bool = False
    targets: tuple[int, ...] = ()
    item: Instruction | None = None
    step: Step | None = None
    members: Read | None = None
    join: int = -1
    arrives: bool = False


@dataclass
class Block:
    """A basic block: its steps, their instructions, and the registers that these use."""

    steps: list[Step] = field(default_factory=list)
    items: list[Instruction] = field(default_factory=list)
    uses: list[Uses] = field(default_factory=list)
    end: End = field(default_factory=lambda: End("next"))

    @property
    def only_leaves(self) -> bool:
        """Whether lanes only exit here."""
        return not self.steps and self.end.kind == "exit" and self.end.read is None


def blocks_of(flat: Flat, names: Names, table: Mapping[str, Entry]) -> list[Block]:
    """The blocks of a kernel in the order of the text, by a table of instructions.

    Unsupported names an opcode that is neither in it nor in the table of those that compute.
    """
    blocks, starts = [Block()], {}
    pending: list[tuple[Block, tuple[str, ...]]] = []
    for item, uses in zip(flat.body, flat.uses, strict=True):
        if isinstance(item, Label):
            if blocks[-1].steps or blocks[-1].end.kind != "next":
                blocks.append(Block())
            starts[item.name] = len(blocks) - 1
            continue
        if blocks[-1].end.kind != "next":
            blocks.append(Block())
        block = blocks[-1]
        block.items.append(item)
        block.uses.append(uses)
        entry = table.get(item.name)
        if item.name not in _ENDS and not (entry and entry.waits):
            block.steps.append(_step(names, item, table["addc"] if "cc" in item.modifiers else entry))
            continue
        try:
            block.end, labels = _end(flat, names, item, entry)
        except (ValueError, KeyError, IndexError) as error:
            raise PtxError(f"line {item.line}: {item.opcode} without its operands") from error
        if item.guard is not None and block.end.kind in _WAITING:
            raise Unsupported(f"guarded {item.opcode}", item.line)
        pending.append((block, labels))
    for block, labels in pending:
        if lost := [label for label in labels if label not in starts]:
            raise PtxError(f"no label {lost[0]!r}")
        places = tuple(starts[label] for label in labels)
        block.end.target, block.end.targets = (places[0] if places else -1), places
    return blocks


def successors(blocks: Sequence[Block], number: int) -> Iterator[int]:
    """The basic blocks that may follow one; none where its lanes exit."""
    end = blocks[number].end
    if end.kind in ("jump", "branch"):
        yield end.target
    if end.kind == "table":
        yield from end.targets
    falls = end.kind in ("next", "branch", *_WAITING) or (end.kind == "exit" and end.read is not None)
    if falls and number + 1 < len(blocks):
        yield number + 1


_WAITING = ("barrier", "count", "warp")
"""Kinds of ends at which lanes wait for others."""

_ENDS = frozenset({"bra", "ret", "exit", "brx", "bar", "barrier"})
"""Instructions that end a basic block, besides those with `Entry.waits`."""


def _end(flat: Flat, names: Names, item: Instruction, entry: Entry | None) -> tuple[End, tuple[str, ...]]:
    guard = item.guard
    read = names.read(guard.register if isinstance(guard, Not) else guard, "pred") if guard is not None else None
    negated = isinstance(guard, Not)
    if item.name == "bra":
        target = item.operands[0]
        if not isinstance(target, Symbol):
            raise ValueError(target)
        return End("branch" if read else "jump", read=read, negated=negated, item=item), (target.name,)
    if item.name in ("ret", "exit"):
        return End("exit", read=read, negated=negated, item=item), ()
    if item.name == "brx":
        targets = item.operands[1]
        if not isinstance(targets, Symbol) or targets.name not in flat.tables:
            raise PtxError(f"no table of branches {targets} (line {item.line})")
        return End("table", read=names.read(item.operands[0], "u32"), item=item), flat.tables[targets.name]
    if item.name in ("bar", "barrier") and "warp" not in item.modifiers:
        if "cluster" in item.modifiers:
            raise Unsupported(item.opcode, item.line)
        reduces = "red" in item.modifiers
        if len(item.operands) > 1 and not reduces:
            number, count = (names.read(each, "u32") for each in item.operands)
            return End("count", item=item, read=number, members=count, arrives="arrive" in item.modifiers), ()
        if len(item.operands) > 3 or "arrive" in item.modifiers:
            raise Unsupported(f"{item.opcode} of some threads of a block", item.line)
        number = names.read(item.operands[reduces], "u32")
        return End("barrier", item=item, read=number, step=block_reduction(names, item) if reduces else None), ()
    assert entry is not None
    try:
        return End("warp", item=item, step=entry.make(names, item), members=members_of(names, item)), ()
    except (ValueError, KeyError, IndexError) as error:
        raise Unsupported(item.opcode, item.line) from error


def _step(names: Names, item: Instruction, entry: Entry | None) -> Step:
    try:
        step = entry.make(names, item) if entry else computing(names, item)
    except (KeyError, IndexError, ValueError, StopIteration, TypeError) as error:
        raise Unsupported(item.opcode, item.line) from error
    if item.guard is None:
        return step
    negated = isinstance(item.guard, Not)
    read = names.read(item.guard.register if isinstance(item.guard, Not) else item.guard, "pred")

    def guarded(state: State) -> None:
        holds = read(state)
        holds = state.on_every_lane(~holds if negated else holds)
        mask, alone = state.mask, state.keep is None
        inside = holds if mask is None else holds & mask
        if inside.any():
            state.narrow(inside)
            step(state)
            state.narrow(mask, alone=alone)

    return guarded


def class_of(item: Instruction, table: Mapping[str, Entry]) -> str:
    """The class by which an instruction is counted."""
    entry = table.get(item.name) or OPCODES.get(item.name)
    if entry is None:
        return "control"
    return entry.work or ("integer" if FLOATS.isdisjoint(item.modifiers) else "float")
