"""The reference reads a kernel's Python as Warp does: numbers, control flow, values, structs, functions, threads."""

from __future__ import annotations

import numpy as np
import pytest

from generator.launch import INOUT, OUTPUT, Launch
from generator.lowering.warp_backend import program
from generator.verification.launching.inputs import make_inputs
from generator.verification.launching.tolerances import agrees
from generator.verification.reference import OutOfBounds, Unsupported, compile_reference
from generator.verification.tiers.execute_tier import check_execute, cpu_runner, flat
from tests.verification.reference.language_cases import CASES, X, Y, array, kernel


@pytest.mark.parametrize("case", CASES)
def test_means_what_warp_means(case: str) -> None:
    means_what_warp_means(*kernel(*CASES[case]))


@pytest.mark.parametrize(
    "case", ["overloads and generics", "structs are values", "an operator may be the module's own"]
)
def test_annotations_may_be_text(case: str) -> None:
    source, launch = kernel(*CASES[case])
    means_what_warp_means(f"from __future__ import annotations\n\n{source}", launch)


def means_what_warp_means(source: str, launch: Launch) -> None:
    inputs = make_inputs(launch, "case")
    with program(source) as opened:
        opened.module.options.update(optimization_level=0, enable_backward=False)
        computed = cpu_runner(opened, launch)(inputs)
    for name, values in flat(compile_reference(source).run(launch, inputs)).items():
        assert agrees(computed[name], values), f"{name}: {computed[name].tolist()} is not {values.tolist()}"
        assert not (values == values.flat[0]).all(), "a constant result shows nothing"


def test_grids_of_two_and_three_dimensions() -> None:
    cube = (2, 3, 4)
    grid, out = array("a", shape=cube), array("o", role=OUTPUT, shape=cube)
    body = "i, j, k = wp.tid()\nrow = a[i]\no[i, j, k] = a[i, j, k] * float(100 * i + 10 * j + k) + row[j][k]"
    assert check_execute(*kernel(body, (grid, out), dim=cube), "s").passed
    plane, flat_out = array("a", shape=(4, 5)), array("o", role=OUTPUT, shape=(4, 5))
    body = "i, j = wp.tid()\no[i, j] = a[i, (j + 1) % 5] - a[(i + 1) % 4, j]"
    assert check_execute(*kernel(body, (plane, flat_out), dim=(4, 5)), "s").passed


def test_leaving_an_array_is_seen() -> None:
    for index in ("i + 1", "i - 1"):
        source, launch = kernel(f"i = wp.tid()\ny[i] = x[{index}]", (X, Y))
        with pytest.raises(OutOfBounds):
            compile_reference(source).run(launch, make_inputs(launch, "s"))


@pytest.mark.parametrize("operator", ["/", "%", "//"])
def test_dividing_an_integer_by_zero_is_seen(operator: str) -> None:
    """Compiled code would trap."""
    source, launch = kernel(f"i = wp.tid()\ny[i] = float(i {operator} (i - i)) + x[i]", (X, Y))
    with pytest.raises(ZeroDivisionError):
        compile_reference(source).run(launch, make_inputs(launch, "s"))


OPEN_CASTS = ("wp.int32(x[i] * 3.0e9)", "wp.uint8(-1.0 - x[i] * x[i])", "wp.int64(wp.sqrt(-1.0 - x[i] * x[i]))")
DEFINED_CASTS = (
    "wp.uint8(x[i] * 0.99)",
    "wp.int8(127.99 - wp.abs(x[i]) * 0.98)",
    "wp.uint32(i - 20) % wp.uint32(7)",
    "wp.int8(i * 99)",
)


@pytest.mark.parametrize("cast", [*OPEN_CASTS, "wp.vec3i(wp.vec3(x[i] * 1.0e10))[1]"])
def test_a_cast_that_c_leaves_open_is_seen(cast: str) -> None:
    """A processor saturates, wraps or gives a number of its own."""
    source, launch = kernel(f"i = wp.tid()\ny[i] = float({cast})", (X, Y))
    with pytest.raises(OverflowError, match="is cast to"):
        compile_reference(source).run(launch, make_inputs(launch, "s"))


@pytest.mark.parametrize("cast", DEFINED_CASTS)
def test_a_cast_that_c_defines_means_what_warp_means(cast: str) -> None:
    """A fraction is dropped before the number has to fit; whole numbers wrap."""
    assert check_execute(*kernel(f"i = wp.tid()\ny[i] = x[i] + float({cast})", (X, Y)), "s").passed


def test_an_index_from_the_end_is_told_apart() -> None:
    """Warp counts it as Python does; nothing of ours does."""
    source, launch = kernel("i = wp.tid()\ny[i] = x[-1] + x[i]", (X, Y))
    result = check_execute(source, launch, "s")
    assert result.reason == "out of bounds: index -1 of an array of shape (12,) counts from the end"


def test_what_has_no_definition_is_named() -> None:
    source, _ = kernel("i = wp.tid()\ny[i] = float(wp.volume_sample_i(wp.uint64(0), wp.vec3()))", (X, Y))
    with pytest.raises(Unsupported, match="volume_sample_i"):
        compile_reference(source)


def test_inputs_are_left_alone() -> None:
    source, launch = kernel("i = wp.tid()\nw[i] = w[i] + 1.0", (array("w", role=INOUT),))
    inputs = make_inputs(launch, "s")
    before = inputs["w"].copy()
    compile_reference(source).run(launch, inputs)
    np.testing.assert_array_equal(inputs["w"], before)
