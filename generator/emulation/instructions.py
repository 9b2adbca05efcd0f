"""The table of instructions that touch memory, addresses or other lanes: a name a line.

Instructions that compute a register from registers are in `opcodes/table.py`. To add one here: a function
``(names, instruction) -> step`` beside similar ones, a line in the table, and a test in `tests/emulation`. Branches,
block barriers and exits end a basic block (`machine/blocks.py`). An instruction that reads its first operand is listed
in `ptx/uses.py` too.
"""

from __future__ import annotations

from generator.emulation.machine import addresses, computing, printing, together, touching
from generator.emulation.machine.accesses import of_block
from generator.emulation.machine.blocks import Entry
from generator.emulation.machine.decoding import Names, Step
from generator.emulation.machine.state import State, Trap
from generator.emulation.ptx.program import Instruction
from generator.emulation.tiles.copies import copying_ahead
from generator.emulation.tiles.ldmatrix import loading_matrices, storing_matrices, transposing
from generator.emulation.tiles.multiply import multiplying
from generator.emulation.tiles.wmma import warp_matrix


def _nothing(names: Names, item: Instruction) -> Step:
    return lambda state: None


def _fence(names: Names, item: Instruction) -> Step:
    block = of_block(item)
    return lambda state: state.fence(block)


def _trap(names: Names, item: Instruction) -> Step:
    def step(state: State) -> None:
        raise Trap(f"trap, line {item.line}")

    return step


INSTRUCTIONS: dict[str, Entry] = {
    "activemask": Entry(together.active_mask, "warp"),
    "addc": Entry(computing.carrying),
    "applypriority": Entry(_nothing),
    "atom": Entry(touching.atomically, "memory"),
    "bar": Entry(together.warp_barrier, "control", waits=True),
    "brkpt": Entry(_nothing),
    "call": Entry(printing.external_call, "control"),
    "cp": Entry(copying_ahead, "memory"),
    "cvta": Entry(addresses.address_conversion, "move"),
    "elect": Entry(together.electing, "warp", waits=True),
    "fence": Entry(_fence),
    "griddepcontrol": Entry(_nothing),
    "isspacep": Entry(addresses.is_space),
    "ld": Entry(touching.loading, "memory"),
    "ldmatrix": Entry(loading_matrices, "memory", waits=True),
    "ldu": Entry(touching.loading, "memory"),
    "madc": Entry(computing.carrying),
    "match": Entry(together.matching, "warp", waits=True),
    "membar": Entry(_fence),
    "mma": Entry(multiplying, "warp", waits=True),
    "mov": Entry(computing.moving, "move"),
    "movmatrix": Entry(transposing, "warp", waits=True),
    "nanosleep": Entry(_nothing),
    "pmevent": Entry(_nothing),
    "prefetch": Entry(_nothing),
    "prefetchu": Entry(_nothing),
    "red": Entry(touching.atomically, "memory"),
    "redux": Entry(together.reducing, "warp", waits=True),
    "setp": Entry(computing.comparing, "move"),
    "shfl": Entry(together.shuffling, "warp", waits=True),
    "st": Entry(touching.storing, "memory"),
    "stmatrix": Entry(storing_matrices, "memory", waits=True),
    "subc": Entry(computing.carrying),
    "trap": Entry(_trap),
    "vote": Entry(together.voting, "warp", waits=True),
    "wmma": Entry(warp_matrix, "warp", waits=True),
    "_param": Entry(touching.copying),
}
"""Instructions by name; `_param` is no PTX: the machine copies a call's parameter with it."""
