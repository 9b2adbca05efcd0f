"""Tier ``execute``: compiled code, run on seeded inputs, computes what an independent reading of its source does.

Launching and comparing are separate: ``check_outputs`` takes any function from inputs to outputs, be it the CUDA text
compiled for the CPU, Warp's CPU build or a GPU.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import warp as wp

from generator.launch import INOUT, OUTPUT, TIES, Launch
from generator.launch.redraws import variants
from generator.launch.thresholds import says_ties, with_ties
from generator.lowering.warp_backend import Program, program
from generator.syntax.reading import NotReadable, read
from generator.syntax.walks.constant_stores import constant_arrays
from generator.verification.launching.input_effects import without_effect
from generator.verification.launching.inputs import Inputs
from generator.verification.launching.outputs import Outputs, Runner, flat, held
from generator.verification.launching.tolerances import ROUNDING
from generator.verification.launching.warp_arguments import from_warp, to_warp
from generator.verification.reference import Unsupported, compile_reference
from generator.verification.reference.interpretation.rewrite_names import stored_names
from generator.verification.tiers.comparison import (
    ATTEMPTS,
    Comparison,
    Expectations,
    Incomparable,
    compare,
    not_finite,
    order_matters,
)

_THREAD = re.compile(r"^ +([\w, ]+) = wp\.tid\(\)$", re.MULTILINE)
_TEXT = re.compile(r'""".*?"""', re.DOTALL)


@dataclass(frozen=True)
class ExecuteResult:
    """Whether a kernel passed; if not, why. ``figures`` go into the row, ``expectations`` to the tier ``device``."""

    passed: bool
    reason: str = ""
    figures: dict[str, float | int | str] = field(default_factory=dict)
    expectations: Expectations | None = field(default=None, compare=False, repr=False)


def check_execute(source: str, launch: Launch, seed: str, kernel: wp.Kernel | Program | None = None) -> ExecuteResult:
    """Check one kernel with Warp's CPU build; without ``kernel`` the source is compiled first.

    Passes on what Warp raises for a source that it refuses.
    """
    if kernel is None:
        with program(source) as opened:
            opened.module.options.update(optimization_level=0, enable_backward=False)
            return check_outputs(source, launch, seed, cpu_runner(opened, launch))
    return check_outputs(source, launch, seed, cpu_runner(kernel, launch))


def cpu_runner(kernel: wp.Kernel | Program, launch: Launch) -> Runner:
    """A function that launches a loaded kernel on the CPU: its outputs, and inputs that the launch has changed."""
    concrete = kernel.kernel if isinstance(kernel, Program) else kernel

    def run(inputs: Inputs) -> Outputs:
        arguments = to_warp(inputs, concrete, launch)
        wp.launch(concrete, dim=launch.dim, inputs=list(arguments), device="cpu", block_dim=launch.block_dim)
        before, every = held(launch, inputs), flat(from_warp(arguments, launch, every=True))
        changed = {name: values for name, values in every.items() if values.tobytes() != before[name].tobytes()}
        return changed | flat(from_warp(arguments, launch))

    return run


def check_outputs(source: str, launch: Launch, seed: str, run: Runner) -> ExecuteResult:
    """Compare ``run`` with the reference on inputs drawn from ``seed``, at each of the ``variants`` of the launch.

    Then again with ties: loaded elements that equal what the kernel compares them with.
    """
    try:
        expectations = Expectations(compile_reference(source))
        reference = expectations.reference
        own = compare(
            expectations, launch, seed, run, partial(unusable, launch, settled=partial(_settled_outputs, source))
        )
        others = {
            where: compare(expectations, variant, seed, run, lambda _, expected: not_finite(expected))
            for where, variant in variants(launch).items()
            if where
        }
    except Unsupported as reason:
        return ExecuteResult(False, f"no reference: {reason}")
    except Incomparable as reason:
        return ExecuteResult(False, str(reason))
    if own is None:
        return ExecuteResult(
            False, f"unstable: {ATTEMPTS} draws lay on a discontinuity", {"execute_attempts": ATTEMPTS}
        )
    tied = _at_ties(expectations, with_ties(launch, source), seed, run)
    errors = [found.error for found in (*others.values(), *tied.values()) if found]
    figures: dict[str, float | int | str] = {
        "execute_seed": own.drawn,
        "execute_attempts": own.attempt + 1,
        "execute_error": max([own.error, *errors]),
    }
    for where, other in ({"": own} | others | tied).items():
        problem = "unstable" if other is None else other.problem
        if problem:
            return ExecuteResult(False, f"{problem} where {where}" if where else problem, figures)
    apart = threads_apart(source, launch)
    figures["thread_order_matters"] = int(not apart and order_matters(reference, launch, own.inputs, own.expected))
    silent = without_effect(launch, own.inputs, own.expected, own.drawn, reference)
    figures["inputs_without_effect"] = ",".join(silent)
    inert = {argument.name for argument in launch.arguments} & set(silent)
    silence = f"no effect: {', '.join(sorted(inert))}" if inert else ""
    return ExecuteResult(not inert, silence, figures, expectations)


def _at_ties(expectations: Expectations, launch: Launch, seed: str, run: Runner) -> dict[str, Comparison | None]:
    """Comparisons on inputs with ties, by the words for their variant of the launch.

    Variants where ties lead outside an array, or where only rounding decides, are left out: the inputs without ties
    have shown that the kernel is usable. Elements that are not finite must be so in both results.
    """
    found: dict[str, Comparison | None] = {}
    if not says_ties(launch):
        return found
    for where, variant in variants(launch).items():
        try:
            comparison = compare(expectations, replace(variant, variant=TIES), seed, run, lambda _, expected: "")
        except Incomparable:
            continue
        if comparison is not None:
            found[f"{where}, inputs are tied" if where else "inputs are tied"] = comparison
    return found


def threads_apart(source: str, launch: Launch) -> bool:
    """Whether the text shows that each thread writes its own element only and reads nothing that is written.

    Each output occurs in the signature and in stores at the thread's own index, and nowhere else; that index has a
    name for each dimension of the launch and is set once.
    """
    index = _THREAD.search(source)
    if not index or any(argument.role == INOUT or argument.fields for argument in launch.arguments):
        return False
    names = index[1].split(", ")
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    stored = [name for function in functions for name in stored_names(function) if name in names]
    if sorted(stored) != sorted(names) or len(names) != len(launch.dim):
        return False
    for argument in launch.arguments:
        if argument.role == OUTPUT:
            places = re.findall(rf"^\s*{argument.name}\[([^\]]*)\] = ", source, re.MULTILINE)
            uses = len(re.findall(rf"\b{argument.name}\b", _TEXT.sub("", source)))
            if set(places) != {index[1]} or uses != len(places) + 1:
                return False
    return True


def _settled_outputs(source: str) -> set[str]:
    """Arrays to which the kernel of a source stores or raises only constants, so that all their elements may be one."""
    try:
        module = read(source)
        return {a for kernel in module.kernels for a in constant_arrays(kernel.body, module.constant_names)}
    except NotReadable:
        return set()


def unusable(launch: Launch, inputs: Inputs, expected: Outputs, settled: Callable[[], Collection[str]] = tuple) -> str:
    """Why the expected outputs can tell nothing (unchanged, constant ...); empty if they can.

    ``settled`` gives the outputs that depend on no input and so may be constant; it is called only if one is.
    """
    if not expected:
        return "no output"
    before = held(launch, inputs)
    places = {argument.name: max(1, len(argument.shape)) for argument in launch.arguments}
    if problem := not_finite(expected):
        return problem
    for name, values in expected.items():
        if name in before and np.array_equal(values, before[name]):
            return f"unchanged: {name}"
        if constant(values, places.get(name, 1)) and name not in settled():
            return f"constant: {name}"
    return ""


def constant(values: np.ndarray, ndim: int) -> bool:
    """Whether all elements of an array of ``ndim`` dimensions are equal but for rounding, component by component."""
    elements = values.reshape((int(np.prod(values.shape[:ndim])), -1))
    if len(elements) < 2:
        return bool(values.size > 1 and (values == values.flat[0]).all())
    if values.dtype.kind != "f":
        return bool((elements == elements[0]).all())
    wide = elements.astype(np.float64)
    return bool((np.ptp(wide, axis=0) <= ROUNDING[values.dtype.name] * np.abs(wide).max()).all())
