"""A recipe found for a kernel without one lets the check run."""

from __future__ import annotations

import pytest

from generator.launch import INOUT, INPUT, OUTPUT
from generator.lowering.warp_backend import program
from generator.verification.executes import check_outputs, cpu_runner
from generator.verification.infer_launch import infer_launch
from tests.verification import sample_kernels as samples

OWN = """import warp as wp


@wp.struct
class Field:
    values: wp.array2d(dtype=float)
    spacing: float


@wp.kernel
def diffuse(field: Field, rate: float, next: wp.array2d(dtype=float), total: wp.array(dtype=float)):
    i, j = wp.tid()
    right = field.values[i + 1, j] - field.values[i, j]
    next[i, j] = field.values[i, j] + rate * right / (field.spacing * field.spacing)
    wp.atomic_add(total, 0, right)
"""


def test_roles_sizes_and_grid() -> None:
    with program(OWN) as opened:
        launch = infer_launch(opened.kernel, OWN)
    field, rate, following, total = launch.arguments
    assert launch.dim == (8, 8)
    assert [f.role for f in field.fields] == [INPUT, INPUT]
    assert field.fields[0].shape[0] > launch.dim[0]  # `i + 1` has to lie inside
    assert (rate.kind, rate.dtype) == ("scalar", "float32")
    assert (following.role, total.role) == (OUTPUT, OUTPUT)


NAMES = sorted(name for name in vars(samples) if name.isupper() and isinstance(getattr(samples, name), tuple))


@pytest.mark.parametrize("name", NAMES)
def test_samples_run_on_inferred_recipes(name: str) -> None:
    source, stated = getattr(samples, name)
    with program(source) as opened:
        opened.module.options.update(optimization_level=0, enable_backward=False)
        launch = infer_launch(opened.kernel, source)
        assert [a.name for a in launch.arguments] == [a.name for a in stated.arguments]
        written = {a.name for a in launch.arguments if a.role in (OUTPUT, INOUT)}
        assert written == {a.name for a in stated.arguments if a.role in (OUTPUT, INOUT)}
        result = check_outputs(source, launch, "s", cpu_runner(opened, launch))
    assert result.passed or result.reason.startswith(("no effect", "constant")), result.reason


def test_a_kernel_that_leaves_every_array_is_refused() -> None:
    source = "import warp as wp\n\n\n@wp.kernel\ndef k(x: wp.array(dtype=float)):\n    x[-1 - wp.tid()] = 1.0\n"
    with program(source) as opened, pytest.raises(ValueError, match="inside its arrays"):
        infer_launch(opened.kernel, source)
