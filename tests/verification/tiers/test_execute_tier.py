"""The execute tier passes right code and catches wrong code, useless outputs and idle inputs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest

from generator.launch import INOUT, INPUT, OUTPUT, Argument, Launch
from generator.lowering.warp_backend import Program, program
from generator.verification.launching.inputs import Inputs, nudge
from generator.verification.launching.outputs import Runner
from generator.verification.launching.random_streams import random_stream
from generator.verification.tiers.comparison import drawn_seed
from generator.verification.tiers.execute_tier import ATTEMPTS, check_execute, check_outputs, cpu_runner, threads_apart
from tests.verification import sample_kernels as samples
from tests.verification.reference.language_cases import X, Y, array, kernel

NAMES = sorted(name for name in vars(samples) if name.isupper() and isinstance(getattr(samples, name), tuple))


@pytest.fixture(scope="module")
def polynomial() -> Iterator[Program]:
    with program(samples.POLYNOMIAL[0]) as opened:
        opened.module.options.update(optimization_level=0, enable_backward=False)
        yield opened


@pytest.mark.parametrize("name", NAMES)
def test_samples_pass(name: str, fresh_seed: int) -> None:
    source, launch = getattr(samples, name)
    result = check_execute(source, launch, str(fresh_seed))
    assert result.passed, result.reason
    assert result.figures["execute_seed"] == str(fresh_seed)
    assert float(result.figures["execute_error"]) < 1e-5


WRONG = {
    "another constant": ("1.5 + v", "1.5001 + v"),
    "another operator": ("0.25 - v", "0.25 + v"),
    "another operand": ("v * v)", "v * scale)"),
    "a lost factor": ("scale * (", "1.0 * ("),
}


@pytest.mark.parametrize("change", WRONG)
def test_code_of_another_kernel_fails(change: str) -> None:
    source, launch = samples.POLYNOMIAL
    old, new = WRONG[change]
    assert old in source
    with program(source.replace(old, new)) as other:
        other.module.options.update(optimization_level=0, enable_backward=False)
        result = check_outputs(source, launch, "s", cpu_runner(other, launch))
    assert not result.passed
    assert result.reason.startswith("differs: y")


def test_one_wrong_bit_pattern_in_one_element_is_seen(polynomial: Program) -> None:
    source, launch = samples.POLYNOMIAL
    run = cpu_runner(polynomial, launch)

    def disturbed(inputs: Inputs) -> dict[str, np.ndarray]:
        found = run(inputs)
        found["y"][2] *= np.float32(1.001)
        return found

    assert check_outputs(source, launch, "s", run).passed
    assert "y(2,)" in check_outputs(source, launch, "s", disturbed).reason


USELESS = {
    "constant": ("i = wp.tid()\ny[i] = x[0]", (X, Y)),
    "unchanged": ("i = wp.tid()\nif x[i] > 5.0:\n    y[i] = x[i]", (X, Y)),
    "not finite": ("i = wp.tid()\ny[i] = wp.log(x[i])", (X, Y)),
    "no effect: z": ("i = wp.tid()\ny[i] = x[i] + wp.min(z[i], -2.0)", (X, array("z"), Y)),
    "out of bounds": ("i = wp.tid()\ny[i] = x[i] + x[i + 1]", (X, Y)),
    "reference stopped: OverflowError": ("i = wp.tid()\ny[i] = float(int(x[i] * 1.0e12))", (X, Y)),
    "no output": ("i = wp.tid()\nz = x[i]", (X,)),
    "no reference": ("i = wp.tid()\ny[i] = float(wp.volume_sample_i(wp.uint64(0), wp.vec3()))", (X, Y)),
}


@pytest.mark.parametrize("reason", USELESS)
def test_useless_kernels_fail(reason: str) -> None:
    source, launch = kernel(*USELESS[reason])
    result = check_outputs(source, launch, "s", lambda inputs: {"y": np.zeros(12, np.float32)})
    if reason.startswith("no effect"):
        result = check_execute(source, launch, "s")
    assert not result.passed
    assert result.reason.startswith(reason)


@pytest.mark.parametrize(
    ("body", "change"),
    [
        ("if x[i] > 0.0:\n    y[i] = x[i] * 2.0e-6", ("2.0e-6", "-1.0e-6")),
        ("if x[i] > 0.0:\n    y[i] = x[i] * 1.0e-3", ("1.0e-3", "1.002e-3")),
    ],
)
def test_elements_that_nobody_writes_say_nothing_of_how_large_results_are(body: str, change: tuple[str, str]) -> None:
    source, launch = kernel(f"i = wp.tid()\n{body}", (X, Y))
    assert check_execute(source, launch, "s").passed
    with program(source.replace(*change)) as other:
        result = check_outputs(source, launch, "s", cpu_runner(other, launch))
    assert result.reason.startswith("differs: y")


def test_an_input_that_is_overwritten_is_seen() -> None:
    source, launch = kernel("i = wp.tid()\ny[i] = 2.0 * x[i]", (X, Y))
    with program(source + "    x[i] = 3.0\n") as other:
        result = check_outputs(source, launch, "s", cpu_runner(other, launch))
    assert result.reason == "changes an input: x"


def test_an_input_may_matter_in_one_branch_only() -> None:
    mode = Argument("mode", "scalar", "int32", fill="value", value=0.0, low=0.0, high=1.0)
    body = "i = wp.tid()\nif mode == 0:\n    y[i] = x[i]\nelse:\n    y[i] = x[i] * z[i]"
    result = check_execute(*kernel(body, (mode, X, array("z"), Y)), "s")
    assert result.passed, result.reason


def test_an_output_starts_where_it_is_told_to_in_every_setting() -> None:
    """Drawn below all that is computed, it would leave nothing to a minimum."""
    count = Argument("n", "scalar", "int32", fill="value", value=11.0, low=11.0, high=11.0)
    least = array("least", role=OUTPUT, shape=(2,), fill="full", value=8.0)
    body = "i = wp.tid()\nif i >= n:\n    return\nwp.atomic_min(least, i % 2, 2.0 + x[i] * x[i])"
    source, launch = kernel(body, (X, count, least))
    for seed in range(8):
        result = check_execute(source, launch, f"s{seed}")
        assert result.passed, result.reason


def test_code_is_run_at_every_mode() -> None:
    """A branch that the launch itself does not take is checked all the same."""
    mode = Argument("mode", "scalar", "int32", fill="value", value=0.0, low=0.0, high=2.0)
    body = "i = wp.tid()\nif mode == 2:\n    y[i] = 2.0 * x[i]\nelse:\n    y[i] = x[i] - 3.0"
    source, launch = kernel(body, (mode, X, Y))
    result = check_execute(source, launch, "s")
    assert result.passed, result.reason
    with program(source.replace("2.0 * x", "2.1 * x")) as other:
        result = check_outputs(source, launch, "s", cpu_runner(other, launch))
    assert not result.passed
    assert result.reason.startswith("differs: y") and result.reason.endswith("where mode is 2")
    infinite, launch = kernel(body.replace("2.0 * x[i]", "x[i] / 0.0"), (mode, X, Y))
    assert check_execute(infinite, launch, "s").reason == "not finite: y where mode is 2"


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_an_effect_may_need_the_constants_of_the_launch(seed: str) -> None:
    """The number of records stays in half of the draws in which an input may show its effect."""
    count = Argument("n", "scalar", "int32", fill="value", value=24.0, low=-1.0, high=1.0)
    kind = Argument("m", "scalar", "int32", fill="index", low=0.0, high=8.0)
    source, launch = kernel(
        "i = wp.tid()\ny[i] = x[i]\nif n == 24 and m == 5:\n    y[i] = 2.0 * x[i]", (X, count, kind, Y)
    )
    assert check_execute(source, launch, seed).figures["inputs_without_effect"] == ""


def test_fields_without_effect_are_named() -> None:
    source, launch = samples.STRUCT_ARGUMENT
    assert check_execute(source, launch, "s").figures["inputs_without_effect"] == ""
    idle = """import warp as wp


@wp.struct
class Body:
    mass: float
    charge: float


@wp.kernel
def weigh(body: Body, x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = body.mass * x[i]
"""
    fields = (Argument("mass", "scalar", "float32"), Argument("charge", "scalar", "float32"))
    launch = Launch((Argument("body", "struct", "Body", fields=fields), X, Y), (12,))
    result = check_execute(idle, launch, "s")
    assert result.passed
    assert result.figures["inputs_without_effect"] == "body.charge"


NOISE = "y[i] = wp.where(x[i] * 3.0 - x[i] - x[i] - x[i] < 0.0, 1.0, 0.0) + x[i]"
"""A sign that rounding alone decides."""


def beside(seed: str, factor: float = 2.0) -> Runner:
    """Gives for ``NOISE``, at each draw, what it is a few units in the last place away, and ``factor`` times ``x``."""
    attempts = count()

    def run(inputs: Inputs) -> dict[str, np.ndarray]:
        x = nudge(inputs, random_stream(drawn_seed(seed, next(attempts)), "nudge 0"))["x"]
        noise = np.where(x * np.float32(3.0) - x - x - x < 0.0, np.float32(1.0), np.float32(0.0))
        return {"y": noise + inputs["x"], "z": np.float32(factor) * inputs["x"]}

    return run


def test_a_jump_is_drawn_again_and_a_difference_is_not() -> None:
    """Code that decides otherwise at the threshold, as rounding may, does not fail by that alone."""
    source, launch = kernel("i = wp.tid()\ny[i] = wp.step(x[i] * x[i] - x[i] * x[i]) + x[i]", (X, Y))
    jumpy, jump_launch = kernel("i = wp.tid()\ny[i] = wp.floor(x[i] / x[i] * 2.0 + 1.0e-9) + x[i]", (X, Y))
    result = check_outputs(*kernel(f"i = wp.tid()\n{NOISE}", (X, Y)), "s", beside("s"))
    assert result.reason.startswith("unstable")
    assert result.figures["execute_attempts"] == ATTEMPTS
    for text, one in ((source, launch), (jumpy, jump_launch)):
        assert check_outputs(text, one, "s", lambda inputs: {"y": inputs["x"] + 7.0}).reason.startswith("differs")


def test_a_jump_excuses_nothing_beside_it() -> None:
    more = array("z", role=OUTPUT)
    source, launch = kernel(f"i = wp.tid()\n{NOISE}\nz[i] = 2.0 * x[i]", (X, Y, more))
    assert check_outputs(source, launch, "s", beside("s")).reason.startswith("unstable")
    assert check_outputs(source, launch, "s", beside("s", 2.1)).reason.startswith("differs")


def test_order_of_threads_is_reported() -> None:
    """A free slot for each thread: which one is open. A sum is the same in any order, but for rounding."""
    count = array("count", "int32", INOUT, shape=(2,), fill="zeros")
    slots = "i = wp.tid()\ny[wp.atomic_add(count, 0, 1)] = x[i]"
    sums = "i = wp.tid()\nwp.atomic_add(y, i % 3, x[i])"
    assert check_execute(*kernel(slots, (X, count, Y)), "s").figures["thread_order_matters"] == 1
    assert check_execute(*kernel(sums, (X, Y)), "s").figures["thread_order_matters"] == 0


def test_an_order_of_threads_that_leaves_no_result_matters() -> None:
    """Backwards, all but the last thread to run would store beyond the array."""
    head = array("head", "int32", INOUT, shape=(1,), fill="full", low=1, high=1, value=1.0)
    body = "i = wp.tid()\nif i == 0:\n    head[0] = 0\ny[head[0] * 3000 + i] = x[i]"
    assert check_execute(*kernel(body, (head, X, Y)), "s").figures["thread_order_matters"] == 1


def test_results_do_not_depend_on_what_ran_before(polynomial: Program) -> None:
    source, launch = samples.POLYNOMIAL
    run = cpu_runner(polynomial, launch)
    first = check_outputs(source, launch, "s", run)
    check_outputs(source, launch, "t", run)
    assert check_outputs(source, launch, "s", run) == first


def test_missing_output_is_a_failure() -> None:
    source, launch = kernel("i = wp.tid()\ny[i] = x[i]\nz[i] = 2.0 * x[i]", (X, Y, array("z", role=OUTPUT)))
    assert check_outputs(source, launch, "s", lambda inputs: {"y": inputs["x"]}).reason == "missing output: z"


APART = """import warp as wp


@wp.kernel
def scale(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    \"\"\"Scale x into y.\"\"\"
    i = wp.tid()
    y[i] = 2.0 * x[i]
"""


@pytest.mark.parametrize(
    ("old", "new", "apart"),
    [
        ("", "", True),
        ("y[i] = 2.0 * x[i]", "y[i] = 2.0 * x[i + 1]", True),
        ("y[i] = 2.0 * x[i]", "y[i // 2] = 2.0 * x[i]", False),
        ("y[i] = 2.0 * x[i]", "y[i] = y[i] + x[i]", False),
        ("y[i] = 2.0 * x[i]", "y[i] += x[i]", False),
        ("y[i] = 2.0 * x[i]", "wp.atomic_add(y, i, x[i])", False),
        ("y[i] = 2.0 * x[i]", "y[i] = x[i]\n    wp.atomic_add(y, 0, x[i])", False),
        ("y[i] = 2.0 * x[i]", "v = x[i]\n    i = i / 2\n    y[i] = v", False),
        ("y[i] = 2.0 * x[i]", "i //= 2\n    y[i] = x[i]", False),
        ("y[i] = 2.0 * x[i]", "for i in range(3):\n        y[i] = x[i]", False),
    ],
)
def test_threads_are_apart_only_where_the_text_shows_it(old, new, apart):
    arguments = (
        Argument("x", "array", "float32", 1, INPUT, (8,), "uniform", -1.0, 1.0),
        Argument("y", "array", "float32", 1, OUTPUT, (8,), "zeros"),
    )
    assert threads_apart(APART.replace(old, new) if old else APART, Launch(arguments, (8,))) == apart


def test_threads_of_a_grid_are_not_apart_at_one_of_its_coordinates() -> None:
    """Those of a row store to one element."""
    out = array("y", role=OUTPUT, shape=(4,))
    source, launch = kernel("i = wp.tid()\ny[i] = x[i]", (array("x", shape=(4,)), out), dim=(4, 2))
    assert not threads_apart(source, launch)


COUNTED = """import warp as wp


@wp.kernel
def count(x: wp.array(dtype=float), marks: wp.array(dtype=KIND)):
    i = wp.tid()
    if x[i] > 0.0:
        marks[i] = KIND(1)
    else:
        marks[i] = KIND(0)
"""


@pytest.mark.parametrize("kind", ["int", "wp.uint8", "wp.int64"])
@pytest.mark.parametrize("fill", ["zeros", "index"])
@pytest.mark.parametrize("change", ["", "add", "lose 0", "lose 1"])
def test_a_whole_number_that_is_added_or_not_stored_fails(kind: str, fill: str, change: str) -> None:
    """A recipe may say that outputs are zero before the launch: they start from a number that no kernel stores."""
    number = "int32" if kind == "int" else kind.removeprefix("wp.")
    marks = Argument("marks", "array", number, 1, OUTPUT, (40,), fill, 0.0, 1.0)
    launch = Launch((Argument("x", "array", "float32", 1, INPUT, (40,), "uniform", -1.0, 1.0), marks), (40,))
    source = COUNTED.replace("KIND", kind)
    lost = source.replace(f"marks[i] = {kind}({change[-1:]})", "pass")
    other = {"": source, "add": source.replace("marks[i] = ", "marks[i] += ")}.get(change, lost)
    with program(other) as opened:
        opened.module.options.update(optimization_level=0, enable_backward=False)
        result = check_outputs(source, launch, "s", cpu_runner(opened, launch))
    assert result.passed == (not change), result.reason


K = Argument("k", "scalar", "float32", fill="value", value=0.375)
ABOVE = "@wp.func\ndef above(value: float, least: float):\n    return value > least\n"
TIED = {
    "x[i] < 0.25": "x[i] <= 0.25",
    "x[i] >= 0.0": "x[i] > 0.0",
    "x[i] > k": "x[i] >= k",
    "z[i] <= x[i]": "z[i] < x[i]",
    "x[i] > LIMIT": "x[i] >= LIMIT",
    "n[i] > 3": "n[i] >= 3",
    "above(x[i], 0.5)": "x[i] >= 0.5",
}


@pytest.mark.parametrize("condition", TIED)
def test_another_decision_at_a_tie_fails(condition: str) -> None:
    """Of ``<`` and ``<=`` only inputs that equal the threshold tell which."""
    body = f"""
i = wp.tid()
if {condition}:
    y[i] = x[i] + z[i]
else:
    y[i] = 3.0 * k - x[i] * z[i] - 0.001 * float(n[i])
"""
    arguments = (array("x", shape=(48,)), array("z", shape=(48,)), array("n", "int32", low=0, high=900, shape=(48,)))
    arguments = (*arguments, K, array("y", role=OUTPUT, shape=(48,)))
    source, launch = kernel(body, arguments, "LIMIT = wp.constant(0.625)\n\n\n" + ABOVE, (48,))
    assert check_execute(source, launch, "s").passed
    assert condition in source
    with program(source.replace(f"if {condition}", f"if {TIED[condition]}")) as other:
        result = check_outputs(source, launch, "s", cpu_runner(other, launch))
    assert not result.passed
    assert result.reason.startswith("differs: y") and result.reason.endswith("where inputs are tied")


def test_what_is_undefined_at_a_tie_is_no_fault() -> None:
    body = """
i = wp.tid()
if x[i] > 0.25:
    y[i] = z[i] / (x[i] - 0.25)
else:
    y[i] = 2.0 * z[i] / (x[i] - 0.25)
"""
    source, launch = kernel(body, (X, array("z"), Y))
    result = check_execute(source, launch, "s")
    assert result.passed, result.reason


def test_a_redraw_that_stops_the_reading_is_no_fault() -> None:
    """A name is assigned in a branch that the launch itself takes."""
    count = Argument("n", "scalar", "int32", fill="value", value=9.0, low=0.0, high=9.0)
    source, launch = kernel("i = wp.tid()\nif n > 4:\n    v = x[i] * float(n)\ny[i] = v", (X, count, Y))
    result = check_execute(source, launch, "s")
    assert result.passed, result.reason
