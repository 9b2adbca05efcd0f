"""Kernels whose numbers might cancel keep their digits: else a unit in the last place decides a row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from generator.launch import Launch
from generator.syntax.printing import module_text
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.composition.drawing import chosen, draw_kernel
from generator.verification.launching.inputs import make_inputs
from generator.verification.reference import compile_reference
from tests.synthesis.computation_check import PLAIN


def test_the_noise_of_a_short_langevin_step_keeps_its_digits() -> None:
    """The random numbers behind it are those of a long step; ``1 - c * c`` of a ``c`` near 1 has lost half of them."""
    computation = load_all()["md_langevin"]
    drawn = draw_kernel("noise", (chosen(computation, {"default": "keep", "kinetic": False}),), PLAIN, plain=True)
    reference = compile_reference(module_text(drawn.module))
    names = {symbol.partition(".")[2] or symbol: name for symbol, name in drawn.names.items()}

    def normals(friction: float) -> np.ndarray:
        bounds = {names["friction.in"]: (friction, friction * 1.01)}
        every = (replace(a, low=bounds[a.name][0], high=bounds[a.name][1]) if a.name in bounds else a
                 for a in drawn.launch.arguments)  # fmt: skip
        launch = Launch(tuple(every), drawn.launch.dim)
        inputs = make_inputs(launch, "short")
        group = inputs[names["group"]]
        rate, target = (inputs[names[each]].astype(float)[group] for each in ("friction.in", "target.in"))
        c = np.exp(-rate * float(inputs[names["@dt"]]))
        noise = reference.run(launch, inputs)[names["velocity.out"]] - c[:, None] * inputs[names["velocity.in"]]
        found: np.ndarray = (noise / np.sqrt((1.0 - c**2) * target / inputs[names["mass.in"]])[:, None])[group >= 0]
        return found

    assert np.abs(normals(0.005) - normals(5.0)).max() < 1e-4
