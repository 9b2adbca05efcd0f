"""Values that are tied by what they mean are drawn so, or one of them is computed from the other."""

from __future__ import annotations

import ast
import inspect

import numpy as np
import pytest

from generator.lowering.warp_backend import program
from generator.syntax.printing import module_text
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.telling.domains import domains_of
from generator.verification.launching.inputs import make_inputs

DRAWS = 8


@pytest.mark.parametrize(
    ("name", "value", "tied", "least", "most", "words"),
    [
        ("velocity_from_positions", "@particle.position", "@particle.previous", -0.2, 0.2, "within 0.2 of that in"),
        ("grid_wave_step", "@cell.height", "@cell.height_before", -0.2, 0.2, "within 0.2 of that in"),
        ("broad_test_pairs", "@shape.lower", "@shape.upper", 0.55, 0.95, "0.55 to 0.95 above"),
        ("amsgrad_step", "@parameter.second", "@parameter.peak", 0.0, 0.06, "0 to 0.06 above that in"),
    ],
)
def test_a_value_lies_near_the_one_that_it_is_tied_to(
    name: str, value: str, tied: str, least: float, most: float, words: str, fresh_seed: int
) -> None:
    for draw in range(DRAWS):
        known, key = load_all()[name], f"tied/{fresh_seed}/{draw}"
        kernel = draw_kernel(key, (chosen(known, choose_variant(Random(key), known)),), DEFAULT_POLICY)
        one, other = kernel.names[f"{value}.in"], kernel.names[f"{tied}.in"]
        with program(module_text(kernel.module)):
            inputs = make_inputs(kernel.launch, key)
        moved = inputs[other] - inputs[one]
        assert least - 1e-6 <= moved.min() < moved.max() <= most + 1e-6 and np.ptp(moved) > 0.4 * (most - least)
        assert f"{words} {one}" in dict(domains_of(kernel))[other]


@pytest.mark.parametrize(
    ("name", "value", "tied"),
    [
        ("spin_from_orientations", "@body.orientation", "@body.earlier"),
        ("twist_from_poses", "@body.pose", "@body.former"),
    ],
)
def test_a_former_orientation_lies_near_the_present_one(name: str, value: str, tied: str, fresh_seed: int) -> None:
    known, key = load_all()[name], f"tied/{fresh_seed}"
    kernel = draw_kernel(key, (chosen(known, choose_variant(Random(key), known)),), DEFAULT_POLICY)
    one, other = kernel.names[f"{value}.in"], kernel.names[f"{tied}.in"]
    assert {each.name: each.over for each in kernel.launch.arguments}[other] == one
    assert f"nearly that in {one}" in dict(domains_of(kernel))[other]


def test_no_computation_reads_a_quantity_and_its_inverse() -> None:
    for known in load_all().values():
        tree = ast.parse(inspect.getsource(known.function))
        loads = [n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load)]
        read = {(ast.unparse(n.value), n.attr) for n in loads}
        assert read.isdisjoint({(owner, f"inverse_{word}") for owner, word in read}), known.name
