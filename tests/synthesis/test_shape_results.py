"""The shape of a kernel changes nothing that it computes: drawn with and without, one and the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from generator.syntax.printing import module_text
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition import drawing
from generator.synthesis.composition.finishing import DrawnKernel
from generator.verification.launching.inputs import make_inputs
from generator.verification.launching.outputs import flat
from generator.verification.reference import compile_reference

EVERY = 29
"""One of so many computations is tried."""

NAMES = sorted(load_all())[::EVERY]


def drawn(name: str) -> DrawnKernel:
    computation = load_all()[name]
    key = f"shape/{name}"
    choice = drawing.chosen(computation, drawing.choose_variant(Random(key), computation))
    return drawing.draw_kernel(key, (choice,), DEFAULT_POLICY)


def results(kernel: DrawnKernel, inputs: dict[str, Any]) -> list[np.ndarray]:
    names = [argument.name for argument in kernel.launch.arguments]
    own = dict(zip(names, inputs.values(), strict=True))
    found = flat(compile_reference(module_text(kernel.module)).run(kernel.launch, own))
    return [np.asarray(found[name]) for name in sorted(found, key=lambda name: names.index(name.partition(".")[0]))]


@pytest.mark.parametrize("name", NAMES)
def test_a_shape_computes_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shaped = drawn(name)
    monkeypatch.setattr(drawing, "shaped", lambda block, *rest: block)
    plain = drawn(name)
    values = make_inputs(shaped.launch, "shapes", {"float32": "float64"})
    inputs = {argument.name: values[argument.name] for argument in shaped.launch.arguments}
    for one, other in zip(results(shaped, inputs), results(plain, inputs), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)
