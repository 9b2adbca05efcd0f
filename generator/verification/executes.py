"""The ``execute`` tier: compiled code, run on seeded inputs, computes what an independent reading of its source does.

Launching and comparing are apart: ``check_outputs`` takes any function from inputs to outputs, so that a batch, the
CUDA text compiled for the CPU, or a GPU can stand behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import warp as wp

from generator.launch import INOUT, OUTPUT, Launch
from generator.lowering.warp_backend import Program, program
from generator.verification.geometry import GEOMETRY_FILLS
from generator.verification.influence import Outputs, Runner, flat, without_effect
from generator.verification.inputs import Inputs, make_inputs, nudge, random_stream
from generator.verification.reference import UNDEFINED, OutOfBounds, ReferenceKernel, Unsupported, compile_reference
from generator.verification.tolerances import ROUNDING, agrees, relative_error
from generator.verification.warp_arguments import from_warp, to_warp

ATTEMPTS = 3
LEAST = 0.03
"""What a kernel worth showing has: inputs that move an output by this share of its spread, outputs that differ so."""
_THREAD = re.compile(r"^ +([\w, ]+) = wp\.tid\(\)$", re.MULTILINE)
_TEXT = re.compile(r'""".*?"""', re.DOTALL)
KERNEL_ERRORS = (ZeroDivisionError, NameError, TypeError, ValueError, AttributeError, IndexError, RecursionError)


@dataclass(frozen=True)
class ExecuteResult:
    """Whether a kernel passed; if not, why. ``figures`` go into the row."""

    passed: bool
    reason: str = ""
    figures: dict[str, float | int | str] = field(default_factory=dict)


def check_execute(source: str, launch: Launch, seed: str, kernel: wp.Kernel | Program | None = None) -> ExecuteResult:
    """Check one kernel with Warp's CPU build; without ``kernel`` the source is compiled for the purpose.

    Raises what Warp raises for a source that it refuses.
    """
    if kernel is None:
        with program(source) as opened:
            opened.module.options.update(optimization_level=0, enable_backward=False)
            return check_outputs(source, launch, seed, cpu_runner(opened, launch))
    return check_outputs(source, launch, seed, cpu_runner(kernel, launch))


def cpu_runner(kernel: wp.Kernel | Program, launch: Launch) -> Runner:
    """Launches of a loaded kernel on the CPU."""
    concrete = kernel.kernel if isinstance(kernel, Program) else kernel

    def run(inputs: Inputs) -> Outputs:
        arguments = to_warp(inputs, concrete, launch)
        wp.launch(concrete, dim=launch.dim, inputs=list(arguments), device="cpu", block_dim=launch.block_dim)
        return flat(from_warp(arguments, launch))

    return run


def check_outputs(source: str, launch: Launch, seed: str, run: Runner) -> ExecuteResult:
    """Compare ``run`` with the reference on inputs drawn from ``seed``.

    Where they differ at a point at which the reference itself jumps (a threshold within rounding of an input), new
    inputs are drawn, at most twice, and the figures say so; anywhere else a difference is a failure. So they are for
    outputs whose elements all are equal, which a few slots may be by chance.
    """
    try:
        reference = compile_reference(source)
    except Unsupported as reason:
        return ExecuteResult(False, f"no reference: {reason}")
    for attempt in range(ATTEMPTS):
        drawn = seed if attempt == 0 else f"{seed}#{attempt}"
        inputs = make_inputs(launch, drawn)
        try:
            expected = flat(reference.run(launch, inputs))
        except Unsupported as reason:
            return ExecuteResult(False, f"no reference: {reason}")
        except OutOfBounds as reason:
            return ExecuteResult(False, f"out of bounds: {reason}")
        except KERNEL_ERRORS as reason:
            return ExecuteResult(False, f"reference stopped: {type(reason).__name__}: {reason}")
        found = run(inputs)
        problem = _unusable(launch, inputs, expected) or _difference(found, expected)
        if problem.startswith("differs") and _jumps(reference, launch, inputs, expected, found, drawn):
            continue
        if problem.startswith("constant") and attempt + 1 < ATTEMPTS:
            continue
        figures: dict[str, float | int | str] = {
            "execute_seed": drawn,
            "execute_attempts": attempt + 1,
            "execute_error": max((relative_error(found[n], expected[n]) for n in expected if n in found), default=0.0),
        }
        if problem:
            return ExecuteResult(False, problem, figures)
        apart = threads_apart(source, launch)
        figures["thread_order_matters"] = int(not apart and _order_matters(reference, launch, inputs, expected))
        silent = without_effect(launch, inputs, expected, drawn, reference)
        figures["inputs_without_effect"] = ",".join(silent)
        idle = {argument.name for argument in launch.arguments} & set(silent)
        return ExecuteResult(not idle, f"no effect: {', '.join(sorted(idle))}" if idle else "", figures)
    return ExecuteResult(False, f"unstable: {ATTEMPTS} draws lay on a discontinuity", {"execute_attempts": ATTEMPTS})


def first_flaw(source: str, launch: Launch, seed: str) -> str:
    """Why a first run speaks against a kernel: outputs that hardly differ, inputs with hardly an effect; or nothing.

    Stricter than the tier: a reader would ask what the input is for. About a fortieth of what all tiers cost, since
    nothing is compiled. What the reference cannot run, it has nothing against.
    """
    try:
        reference = compile_reference(source)
        for attempt in range(ATTEMPTS):
            drawn = seed if attempt == 0 else f"{seed}#{attempt}"
            inputs = make_inputs(launch, drawn)
            expected = flat(reference.run(launch, inputs))
            problem = _unusable(launch, inputs, expected, LEAST)
            if not problem.startswith("constant"):
                break
        if problem:
            return problem
        silent = set(without_effect(launch, inputs, expected, drawn, reference, LEAST))
    except (Unsupported, OutOfBounds, *KERNEL_ERRORS):
        return ""
    idle = sorted(argument.name for argument in launch.arguments if argument.name in silent)
    return f"no effect: {', '.join(idle)}" if idle else ""


def threads_apart(source: str, launch: Launch) -> bool:
    """Whether the text shows that each thread writes its own element only and reads nothing that is written.

    Every output stands in its signature and in stores at the thread's own index, and nowhere else.
    """
    index = _THREAD.search(source)
    if not index or any(argument.role == INOUT or argument.fields for argument in launch.arguments):
        return False
    for argument in launch.arguments:
        if argument.role == OUTPUT:
            places = re.findall(rf"^\s*{argument.name}\[([^\]]*)\] = ", source, re.MULTILINE)
            uses = len(re.findall(rf"\b{argument.name}\b", _TEXT.sub("", source)))
            if set(places) != {index[1]} or uses != len(places) + 1:
                return False
    return True


def _order_matters(reference: ReferenceKernel, launch: Launch, inputs: Inputs, expected: Outputs) -> bool:
    """Whether running the threads backwards changes a result beyond rounding: on a GPU the order is open."""
    other = flat(reference.run(launch, inputs, backwards=True))
    return any(not agrees(other[name], expected[name]) for name in expected)


def _unusable(launch: Launch, inputs: Inputs, expected: Outputs, least: float = 0.0) -> str:
    """What makes outputs worthless whoever computed them; nothing if they are fine. ``least`` is that of constant."""
    if not expected:
        return "no output"
    before = flat({name: np.asarray(value) for name, value in _leaves(launch, inputs)})
    places = {argument.name: max(1, len(argument.shape)) for argument in launch.arguments}
    for name, values in expected.items():
        if values.dtype.kind == "f" and not np.isfinite(values).all():
            return f"not finite: {name}"
        if name in before and np.array_equal(values, before[name]):
            return f"unchanged: {name}"
        if constant(values, places.get(name, 1), least):
            return f"constant: {name}"
    return ""


def constant(values: np.ndarray, ndim: int, least: float = 0.0) -> bool:
    """Whether all elements of an array of ``ndim`` dimensions are equal but for rounding, component by component.

    With ``least``, also where none is further from another than that share of the largest.
    """
    elements = values.reshape((int(np.prod(values.shape[:ndim])), -1))
    if len(elements) < 2:
        return bool(values.size > 1 and (values == values.flat[0]).all())
    if values.dtype.kind != "f":
        return bool((elements == elements[0]).all())
    wide = elements.astype(np.float64)
    return bool((np.ptp(wide, axis=0) <= max(ROUNDING[values.dtype.name], least) * np.abs(wide).max()).all())


def _leaves(launch: Launch, inputs: Inputs) -> Iterator[tuple[str, Any]]:
    for argument in launch.arguments:
        value = inputs[argument.name]
        if isinstance(value, dict):
            yield from ((f"{argument.name}.{name}", part) for name, part in value.items())
        elif argument.fill not in GEOMETRY_FILLS:
            yield argument.name, value


def _difference(found: Outputs, expected: Outputs) -> str:
    for name, target in expected.items():
        if name not in found:
            return f"missing output: {name}"
        if not agrees(found[name], target):
            where = _worst(found[name], target)
            return f"differs: {name}{where} is {found[name][where]}, reference {target[where]}"
    return ""


def _worst(found: np.ndarray, target: np.ndarray) -> tuple[int, ...]:
    if found.shape != target.shape:
        return ()
    gap = np.nan_to_num(np.abs(found.astype(np.float64) - target.astype(np.float64)), nan=np.inf)
    return tuple(int(i) for i in np.unravel_index(int(gap.argmax()), gap.shape))


def _jumps(
    reference: ReferenceKernel, launch: Launch, inputs: Inputs, expected: Outputs, found: Outputs, seed: str
) -> bool:
    """Whether inputs a few units in the last place away change the reference's result beyond the tolerance.

    Or, element by element, by half as much as the results lie apart: where large numbers cancelled.
    """
    spread = {name: np.zeros(values.shape) for name, values in expected.items()}
    for direction in range(8):
        nudged = nudge(inputs, random_stream(seed, f"nudge {direction}"))
        try:
            moved = flat(reference.run(launch, nudged))
        except UNDEFINED:
            return True
        if any(not agrees(moved[name], expected[name]) for name in expected):
            return True
        for name, values in expected.items():
            spread[name] = np.maximum(spread[name], _apart(moved[name], values))
    wrong = [name for name in expected if name not in found or not agrees(found[name], expected[name])]
    return all(
        name in found and bool((_apart(found[name], expected[name]) <= 2.0 * spread[name]).all()) for name in wrong
    )


def _apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    if one.shape != other.shape:
        return np.full(other.shape, np.inf)
    return np.nan_to_num(np.abs(one.astype(np.float64) - other.astype(np.float64)), nan=np.inf)
