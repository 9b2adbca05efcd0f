"""Turns that run side by side give what they give one after another; those of which the next needs more do not."""

from __future__ import annotations

import numpy as np
import pytest

from generator.launch import INOUT, OUTPUT, Argument, Launch
from generator.syntax.modules import Module
from generator.syntax.reading import read
from generator.syntax.statements import For, walk
from generator.synthesis.screening.draws import draws_of
from generator.synthesis.screening.evaluation import evaluate
from generator.synthesis.screening.lanes.outcome import OUTSIDE
from generator.synthesis.screening.screen import struck
from generator.synthesis.screening.statements import Machine
from generator.synthesis.screening.turns import sums_of

SIZE = 24
ARGUMENTS = {
    "x: wp.array(dtype=float)": Argument("x", "array", "float32", 1, shape=(SIZE,)),
    "ids: wp.array(dtype=int)": Argument("ids", "array", "int32", 1, shape=(SIZE,), fill="index", low=-1.0, high=20.0),
    "y: wp.array(dtype=float)": Argument("y", "array", "float32", 1, OUTPUT, (SIZE,)),
    "z: wp.array(dtype=wp.vec3)": Argument("z", "array", "vec3", 1, INOUT, (SIZE,)),
}
LAUNCH = Launch(tuple(ARGUMENTS.values()), (SIZE,))

TOGETHER = {
    "sums": (
        "for j in range(24):",
        "    n += 1",
        "    if x[j] > x[i]:",
        "        total += x[j] / x[i]",
        "        n -= 2",
    ),
    "continue": ("for j in range(24):", "    if ids[j] < 0:", "        continue", "    total *= 0.5 + x[ids[j]]"),
    "bounds by lane": ("for j in range(i, ids[i]):", "    d = x[j] - x[i]", "    total += half(d)"),
    "inner loop": (
        "for j in range(8):",
        "    part = x[j]",
        "    for k in range(j, 9):",
        "        part += x[k] * x[i]",
        "        n += 1",
        "    total += part",
    ),
    "atomic": (
        "for j in range(24):",
        "    v = wp.vec3(x[j], x[i], 1.0)",
        "    wp.atomic_add(z, (i + j) % 7, v * x[j])",
    ),
    "last store": ("for j in range(24):", "    z[j % 5] = wp.vec3(x[j], x[i], float(j))"),
    "undefined": ("for j in range(9):", "    total += x[ids[j] + ids[0]]"),
}
APART = {
    "nearest": ("for j in range(24):", "    if x[j] < total:", "        total = x[j]", "        n = j"),
    "break": ("for j in range(24):", "    if x[j] > x[i]:", "        break", "    total += x[j]"),
    "read array": ("for j in range(24):", "    y[j] = x[j]", "    total += y[i]"),
    "read after": ("for j in range(24):", "    last = x[j]", "    total += last", "total = total * last"),
    "read sum": ("for j in range(24):", "    n += 1", "    total += float(n)"),
    "random": ("state = wp.rand_init(1, i)", "for j in range(24):", "    total += wp.randf(state)"),
    "store in an inner loop": ("for j in range(9):", "    for k in range(9):", "        y[j] = float(k)"),
}


class OneByOne(Machine):
    """A machine in which no turns run side by side."""

    def side_by_side(self, *_: object) -> bool:
        return False


def module_of(*lines: str) -> Module:
    body = ("i = wp.tid()", "total = float(0.0)", "n = int(0)", *lines, "y[i] = total + float(n)")
    half = "@wp.func\ndef half(total: float):\n    total += total\n    return 0.25 * total\n\n\n"
    text = "\n".join(f"    {line}" for line in body)
    return read(f"import warp as wp\n\n\n{half}@wp.kernel\ndef k({', '.join(ARGUMENTS)}):\n{text}\n")


def sums(module: Module) -> frozenset[str] | None:
    """The sums of the kernel's first loop."""
    kernel = module.kernels[0]
    loop = next(each for each in walk(kernel.body) if isinstance(each, For))
    return sums_of(loop, kernel, module.functions)


@pytest.mark.parametrize("name", TOGETHER)
def test_turns_side_by_side_give_what_they_give_one_by_one(name: str) -> None:
    module = module_of(*TOGETHER[name])
    assert sums(module) is not None
    draws = draws_of(LAUNCH, ["x", "ids"], name, range(3))
    draws = [each for each in draws if name != "undefined" or not each.checked]
    one, other = (evaluate(module, module.kernels[0], LAUNCH, draws, machine) for machine in (Machine, OneByOne))
    assert all(np.array_equal(one.after[word], other.after[word]) for word in one.after)
    assert (one.seen, one.arms) == (other.seen, other.arms)
    assert np.array_equal(one.defined, other.defined)


@pytest.mark.parametrize("name", APART)
def test_of_these_turns_the_next_need_more_than_sums(name: str) -> None:
    assert sums(module_of(*APART[name])) is None


def test_an_index_of_one_turn_is_found() -> None:
    module = module_of("for j in range(25):", "    total += x[j]")
    reason = struck(module, module.kernels[0], LAUNCH)
    assert reason and reason.kind == OUTSIDE
