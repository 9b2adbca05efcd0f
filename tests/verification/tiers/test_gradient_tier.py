"""The gradient tier passes sound adjoints and sees wrong ones, Warp's own among them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import warp as wp
from hypothesis import given
from hypothesis import strategies as st

from generator.launch import INOUT, Launch
from generator.lowering.warp_backend import Lowered, lower, program
from generator.verification.launching.float64_twin import widen
from generator.verification.launching.host_arguments import arguments_of
from generator.verification.launching.host_build import HostText, host_batch
from generator.verification.launching.inputs import make_inputs
from generator.verification.launching.warp_arguments import to_warp
from generator.verification.tiers.adjoints import GradientCode
from generator.verification.tiers.finite_differences import TOLERANCE, NotSmooth, Slopes
from generator.verification.tiers.gradient_tier import ATTEMPTS, POINTS, GradientResult, check_gradient
from generator.verification.tiers.tiers import Item, Verdict, verify
from tests.verification.reference.language_cases import X, Y, kernel
from tests.verification.sample_kernels import SAMPLES, array, one_dim, result, scalar

BUGS = Path(__file__).parent / "warp_bugs"
GRADIENT = ("codegen", "gradient")


def count(value: int = 3, name: str = "n") -> object:
    return scalar(name, "int32", fill="value", value=value)


WRONG_IN_WARP: dict[str, tuple[Launch, str]] = {
    "aliased_neighbour": (one_dim(array("x", role=INOUT, shape=(7,))), "x"),
    "array_element_in_loop": (one_dim(array("x"), result("y")), "x"),
    "atomic_max_start": (one_dim(array("x"), array("t", role=INOUT, shape=(1,), low=-3.0, high=-2.0)), "t"),
    "atomic_result_used": (one_dim(array("x"), array("t", role=INOUT, shape=(1,)), result("y")), "x"),
    "break_in_dynamic_loop": (one_dim(array("x"), count(6), result("y")), "x"),
    "component_assigned_from_itself": (one_dim(array("p", "vec3"), result("y")), "p"),
    "component_assigned_in_dynamic_loop": (one_dim(array("p", "vec3"), count(), result("y")), "p"),
    "component_replaced": (one_dim(array("p", "vec3"), array("x"), result("q", "vec3")), "p"),
    "dynamic_loop_result_used": (one_dim(array("x"), array("gain"), count(), result("y")), "gain"),
    "element_written_twice": (one_dim(array("x"), result("y", shape=(3,))), "x"),
    "frac": (one_dim(array("x"), result("y")), "x"),
    "mutated_in_dynamic_loop": (one_dim(array("x"), count(), result("y")), "x"),
    "mutated_in_function": (one_dim(array("x"), count(), result("y")), "x"),
    "nested_dynamic_loops": (one_dim(array("a", shape=(3, 4)), count(3), count(4, "m"), result("y")), "a"),
    "overwritten_input": (one_dim(array("x", role=INOUT), result("z")), "x"),
    "product_in_dynamic_loop": (one_dim(array("x"), count(), result("y")), "x"),
    "quotient_not_selected": (
        one_dim(array("x"), array("n", "int32", fill="index", low=0.0, high=3.0), result("y")),
        "x",
    ),
    "scaled_in_place": (one_dim(array("x"), array("y", role=INOUT)), "x"),
    "shape_after_negative_index": (one_dim(array("x"), result("y")), "x"),
    "sum_from_quotient": (one_dim(array("x"), array("gain", low=0.5), count(), result("y")), "gain"),
    "while_loop": (one_dim(array("x"), count(), result("y")), "x"),
}
"""Reproductions in ``warp_bugs``: how to launch each, and the argument whose gradient Warp gets wrong."""

OTHERWISE_WRONG = {
    "quotient_not_selected": "gradient of {} is not finite",
    "shape_after_negative_index": "writes beyond the end of {}",
}
"""What is said of those whose wrong adjoint is no other number: it is none, or goes to memory beside the array."""


@pytest.fixture(scope="module")
def sample_verdicts() -> dict[str, Verdict]:
    verdicts = verify([Item(source, launch) for source, launch in SAMPLES.values()], GRADIENT)
    return dict(zip(SAMPLES, verdicts, strict=True))


@pytest.mark.parametrize("name", SAMPLES)
def test_sound_adjoints_pass(name: str, sample_verdicts: dict[str, Verdict]) -> None:
    verdict = sample_verdicts[name]
    assert not verdict.failed
    reason = SAMPLES[name][1].not_differentiable
    assert verdict.not_applicable == ({"gradient": reason} if reason else {})
    assert ("gradient" in verdict.passed) is not bool(reason)
    if not reason:
        assert float(verdict.figures["gradient_error"]) < 1e-7
        assert verdict.figures["gradient_attempts"] == POINTS


@pytest.fixture(scope="module")
def bug_verdicts() -> dict[str, Verdict]:
    items = [Item((BUGS / f"{name}.py").read_text(), launch) for name, (launch, _) in WRONG_IN_WARP.items()]
    return dict(zip(WRONG_IN_WARP, verify(items, GRADIENT), strict=True))


@pytest.mark.parametrize("name", WRONG_IN_WARP)
def test_wrong_gradients_of_warp_fail(name: str, bug_verdicts: dict[str, Verdict]) -> None:
    """When Warp mends one of these, the reproduction passes: take it out here and in docs/known_warp_issues.md."""
    _, argument = WRONG_IN_WARP[name]
    why = OTHERWISE_WRONG.get(name, "adjoint of {} gives")
    assert why.format(argument) in bug_verdicts[name].failed["gradient"]


def test_every_reproduction_is_tested_and_listed(root: Path) -> None:
    names = {path.stem for path in BUGS.glob("*.py")}
    assert names == set(WRONG_IN_WARP)
    listed = re.findall(r"warp_bugs/(\w+)\.py", (root / "docs/known_warp_issues.md").read_text())
    assert set(listed) == names


def lowered(name: str) -> Lowered:
    with program(SAMPLES[name][0]) as opened:
        return lower(opened.kernel)


@pytest.mark.parametrize(
    ("name", "old", "new", "argument"),
    [
        ("polynomial", "    wp::adj_mul(var_scale, ", "    if (false) wp::adj_mul(var_scale, ", "x"),
        ("vectors", "wp::adj_length(", "if (false) wp::adj_length(", "p"),
        ("atomics", "wp::adj_atomic_sub(", "wp::adj_atomic_add(", "x"),
        ("structs", "wp::adj_mul(var_0, var_stiffness, adj_0, adj_stiffness, adj_1);", "", "stiffness"),
        ("struct_argument", "adj_drag.density += ", "adj_drag.density -= ", "drag.density"),
    ],
)
def test_a_changed_statement_is_seen(name: str, old: str, new: str, argument: str) -> None:
    texts = lowered(name)
    changed = texts.cuda_backward.replace(old, new)
    assert changed != texts.cuda_backward
    source, launch = SAMPLES[name]
    (verdict,) = verify([Item(source, launch, replace(texts, cuda_backward=changed))], GRADIENT)
    assert argument in verdict.failed["gradient"]


def test_the_adjoint_of_every_mode_is_checked() -> None:
    """A launch takes one branch of three; all are differentiated."""
    body = "i = wp.tid()\nif mode == 2:\n    y[i] = wp.sin(x[i])\nelse:\n    y[i] = x[i] - 3.0"
    mode = scalar("mode", "int32", fill="value", value=0, low=0, high=2)
    source, launch = kernel(body, (mode, X, Y))
    with program(source) as opened:
        texts = lower(opened.kernel)
    changed = texts.cuda_backward.replace("wp::adj_sin(", "wp::adj_cos(")
    assert changed != texts.cuda_backward
    sound, wrong = verify([Item(source, launch), Item(source, launch, replace(texts, cuda_backward=changed))], GRADIENT)
    assert sound.figures["gradient_attempts"] == 3
    assert "adjoint of x gives" in wrong.failed["gradient"]


def test_a_kink_at_every_point_is_not_excused() -> None:
    source = SAMPLES["polynomial"][0].replace("scale * (1.5 + v * (0.25 - v * v))", "scale * wp.abs(v)")
    launch = one_dim(array("x", fill="zeros"), scalar("scale", low=0.5), result("y"))
    some = replace(launch, arguments=(array("x", fill="zero_or"), *launch.arguments[1:]))
    kinked, between_kinks = verify([Item(source, launch), Item(source, some)], GRADIENT)
    assert "not smooth at any of" in kinked.failed["gradient"]
    assert between_kinks.sound, between_kinks.failed


@given(st.floats(0.0, 1.2), st.floats(-1e-4, 1e-4), st.floats(-2.0, 2.0))
def test_what_a_kink_near_the_point_puts_the_slope_off_is_known(place: float, jump: float, bend: float) -> None:
    """math-2617013-train-0-29: a small kink a third of the step away, against the curvature."""
    x, y = (
        SimpleNamespace(name="x", initial=np.ones(1), values=np.ones(1)),
        SimpleNamespace(name="y", values=np.ones(1)),
    )
    arguments = SimpleNamespace(leaves=[x, y], reset=lambda: None)

    def run(_: object) -> None:
        moved = x.values - 1.0
        y.values = 0.5 + moved + bend * moved**2 + jump * np.maximum(moved - place * TOLERANCE.step, 0.0)

    slopes: Any = Slopes(SimpleNamespace(run=run), arguments, x, {"y": np.ones(1)}, {"y": np.full(1, 0.5)})  # type: ignore[arg-type]
    try:
        slope = slopes.along(np.ones(1))
    except NotSmooth:
        return
    true = 1.0 + (jump if place == 0.0 else 0.0)
    assert abs(slope.value - true) <= slope.uncertainty + slope.kink + 1e-9


def test_a_kink_at_one_point_is_left_for_another() -> None:
    source = """import warp as wp


@wp.kernel
def sawtooth(x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    y[i] = wp.abs(wp.sin(2000.0 * x[i]))
"""
    launch = one_dim(array("x", shape=(64,)), result("y", shape=(64,)))
    launch = replace(launch, dim=(64,))
    verdicts = verify([Item(source, launch, seed=str(seed)) for seed in range(4)], GRADIENT)
    assert max(int(verdict.figures["gradient_attempts"]) for verdict in verdicts) > POINTS
    assert not any("adjoint of" in verdict.failed.get("gradient", "") for verdict in verdicts)


def test_a_scalar_argument_on_a_kink_is_moved_off_it() -> None:
    """combined-2614531-train-8-8: a thread at the bound of a clamp, whatever the arrays hold."""
    body = "i = wp.tid()\ny[i] = x[i] * wp.clamp(scale + 0.05 * float(i), 0.64, 0.8)"
    scale = scalar("scale", fill="value", value=0.54, low=0.1, high=0.9)
    (verdict,) = verify([Item(*kernel(body, (X, scale, Y)))], GRADIENT)
    assert verdict.sound, verdict.failed
    assert int(verdict.figures["gradient_attempts"]) > POINTS


FLIPPED = """
i = wp.tid()
e = energy[i]
compressed = wp.tanh(wp.float16(1.75) * e)
squashed = wp.tanh(dt * (wp.float16(1.0) - compressed) + drag * compressed)
reciprocal = wp.float16(1.0) / (squashed + wp.float16(0.7))
if reciprocal >= wp.float16(0.8477):
    outcome = drag * compressed / (drag + compressed)
else:
    outcome = reciprocal + gravity
impulse[i] = outcome
"""
"""scalar_param-2614221-train-0-102: in float16 some thread takes the other branch at most points."""


def test_a_decision_that_rounding_takes_otherwise_is_left_for_another_point() -> None:
    arguments = (
        array("energy", "float16", shape=(80,), low=0.2, high=2.0),
        scalar("dt", "float16", fill="value", value=0.06, low=0.01, high=0.1),
        scalar("drag", "float16", fill="value", value=0.54, low=0.1, high=0.9),
        scalar("gravity", "float16", fill="value", value=-0.95, low=-1.5, high=-0.5),
        result("impulse", "float16", shape=(80,)),
    )
    source, launch = kernel(FLIPPED, arguments, dim=(80,))
    (verdict,) = verify([Item(source, launch, seed="0")], GRADIENT)
    assert verdict.passed == GRADIENT
    assert int(verdict.figures["gradient_attempts"]) > POINTS


def own_adjoint(old: str, new: str) -> GradientResult:
    """Of a kernel that loses what it decides by in half of its threads; the twin keeps its sound adjoint."""
    body = """
i = wp.tid()
if wp.float16(1.0) + wp.float16(0.0004) * wp.float16(i % 2) > wp.float16(1.0):
    y[i] = wp.sin(x[i])
else:
    y[i] = x[i] * x[i] + wp.float16(3.0)
"""
    source, launch = kernel(body, (array("x", "float16", shape=(12,), low=0.5), result("y", "float16", shape=(12,))))
    with program(source) as opened:
        texts = lower(opened.kernel)
        forward, backward = texts.cuda_forward, texts.cuda_backward
        changed = backward.replace(old, new)
        with host_batch([forward, changed, widen(forward), widen(backward)]) as built:
            code = [text for text in built if isinstance(text, HostText)]
            return check_gradient(GradientCode(opened.kernel, *code), launch, "flipped")


def test_a_decision_that_rounding_takes_otherwise_excuses_no_adjoint() -> None:
    sound = own_adjoint("", "")
    assert sound.reason == f"not smooth at any of {ATTEMPTS} points: rounding decides an output"
    wrong = own_adjoint("wp::adj_mul(", "if (false) wp::adj_mul(")
    assert wrong.reason.startswith("adjoint of x in float16 is off by")


def test_the_adjoint_is_that_of_a_tape() -> None:
    """Running the CUDA column on the CPU gives what ``wp.Tape`` gives, array by array."""
    for name in ("vectors", "atomics", "in_place", "grid"):
        source, launch = SAMPLES[name]
        inputs = make_inputs(launch, "tape")
        with program(source) as opened:
            kernel = opened.kernel
            on_tape = to_warp(inputs, kernel, launch, requires_grad=True)
            tape = wp.Tape()
            with tape:
                wp.launch(kernel, launch.dim, inputs=list(on_tape), device="cpu")
            texts = lower(kernel)
            arguments = arguments_of(kernel, launch, inputs)
            with host_batch([texts.cuda_forward, texts.cuda_backward]) as (forward, backward):
                assert isinstance(forward, HostText)
                assert isinstance(backward, HostText)
                forward.run(arguments)
                for leaf in arguments.outputs():
                    leaf.adjoints[...] = 1.0
                for argument, value in zip(launch.arguments, on_tape, strict=True):
                    if argument.role != "input" and isinstance(value, wp.array):
                        value.grad.fill_(1.0)
                tape.backward()
                backward.run(arguments)
            for leaf in arguments.leaves:
                place = [argument.name for argument in launch.arguments].index(leaf.name)
                if leaf.in_array and leaf.is_float and leaf.role == "input":
                    np.testing.assert_allclose(leaf.adjoints, on_tape[place].grad.numpy(), rtol=1e-5, atol=1e-6)


def test_a_twin_asks_the_grid_of_the_kernel() -> None:
    """A grid holds points of one precision: the twin of a query in float32 asks it with its own numbers made narrow."""
    source = """import warp as wp

@wp.kernel
def kernel(grid: wp.uint64, p: wp.array(dtype=wp.vec3), m: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    near = wp.hash_grid_query(grid, p[i], 0.8)
    j = int(0)
    while wp.hash_grid_query_next(near, j):
        apart = p[j] - p[i]
        wp.atomic_add(y, i, m[j] * wp.exp(-40.0 * wp.dot(apart, apart)))
"""
    grid = scalar("grid", "uint64", fill="hash_grid", value=0.8)
    launch = one_dim(grid, array("p", "vec3"), array("m"), result("y"))
    (verdict,) = verify([Item(source, launch)], ("codegen", "execute", "gradient"))
    assert verdict.passed == ("codegen", "execute", "gradient"), verdict


def test_a_twin_takes_the_vectors_of_a_mesh_as_they_are() -> None:
    source = """import warp as wp

@wp.kernel
def kernel(mesh: wp.uint64, p: wp.array(dtype=wp.vec3), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    at = wp.mesh_get_point(mesh, 3 * (i % 4))
    up = wp.mesh_eval_face_normal(mesh, i % 4)
    y[i] = wp.exp(wp.dot(p[i] - at, up)) + wp.dot(p[i], wp.mesh_get_velocity(mesh, i % 4))
"""
    launch = one_dim(scalar("mesh", "uint64", fill="mesh"), array("p", "vec3"), result("y"))
    (verdict,) = verify([Item(source, launch)], ("codegen", "execute", "gradient"))
    assert verdict.passed == ("codegen", "execute", "gradient"), verdict


def test_a_twin_has_no_narrow_float() -> None:
    for name in SAMPLES:
        texts = lowered(name)
        for text in (widen(texts.cuda_forward), widen(texts.cuda_backward)):
            assert not re.search(r"wp::(adj_)?float(16|32)?\b", text)
