"""Kernels over any type: which bodies can be, and that they pass every tier in the one overload that they name."""

from __future__ import annotations

from dataclasses import replace

import pytest
import warp as wp

from generator.dataset.fingerprint import structure
from generator.lowering.user_kernels.type_choices import in_double_precision
from generator.lowering.warp_backend import lower, program
from generator.syntax.reading import read
from generator.syntax.types import FLOAT, INT, Array, Type, Vector
from generator.synthesis import Candidate, synthesize
from generator.synthesis.chance.habits import LIBRARY
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.schemas.domains import zero
from generator.synthesis.storage.signature import Slot
from generator.synthesis.style.generics import generic_type
from generator.verification.tiers.tiers import Item, verify

VEC3 = Vector(3, FLOAT)
SLOTS: dict[str, Type] = {
    "x": Array(FLOAT, 1),
    "y": Array(FLOAT, 1),
    "a": FLOAT,
    "p": Array(VEC3, 1),
    "q": Array(VEC3, 1),
    "n": INT,
}
HABITS = replace(LIBRARY, generic_kernel=1.0)
TIERS = ("codegen", "compile", "execute", "gradient", "device")


def found(text: str) -> Type | None:
    lines = "\n".join(f"    {line}" for line in text.split("\n"))
    (function,) = read(f"def f():\n    i = wp.tid()\n{lines}\n").functions
    slots = [
        Slot(word, kind, zero(), (word,), reads=True, stores=f"{word}[i] =" in text, adds=f"add({word}," in text)
        for word, kind in SLOTS.items()
    ]
    return generic_type(function.body, slots)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("y[i] = x[i]", FLOAT),
        ("y[i] = a * x[i] + y[i]", FLOAT),
        ("v = wp.max(x[i], a)\nif v < a:\n    return\nwp.atomic_add(y, 0, v)", FLOAT),
        ("q[i] = p[i] - p[n]", VEC3),
        ("y[i] = 2.0 * x[i]", None),
        ("s = float(0.0)\ns += x[i]\ny[i] = s", None),
        ("s = x[i]\ns = 1.0\ny[i] = s", None),
        ("y[i] = 0.0", None),
        ("if x[i] > 0.0:\n    y[i] = a", None),
        ("y[i] = wp.sqrt(x[i])", None),
        ("q[i] = a * p[i]", None),
        ("q[i] = p[i]\ny[i] = p[i][0]", None),
        ("q[i] = wp.normalize(p[i])", None),
        ("y[i] = wp.tile_sum(x)[0]", None),
        ("n = int(x[i])\ny[i] = x[n]", None),
    ],
)
def test_a_body_is_generic_in_a_type_that_nothing_in_it_names(text: str, kind: Type | None) -> None:
    assert found(text) == kind


def generic_kernels(count: int) -> list[Candidate]:
    """The first kernels of a stream of categories that are over ``Any``."""
    policy = replace(DEFAULT_POLICY, projects=((HABITS, 1.0),))
    kernels: list[Candidate] = []
    for number in range(400):
        category = ("arithmetic", "combined", "vector", "learning")[number % 4]
        candidate = synthesize(category, f"generic/{number}", policy=policy)
        kernels += [candidate] if "wp.overload(" in candidate.source else []
        if len(kernels) == count:
            return kernels
    raise AssertionError(f"{len(kernels)} generic kernels of 400")


def test_generic_kernels_pass_every_tier() -> None:
    kernels = generic_kernels(6)
    verdicts = verify([Item(each.source, each.launch, None, "generic") for each in kernels], TIERS)
    for candidate, verdict in zip(kernels, verdicts, strict=True):
        assert not verdict.failed, candidate.source
        assert set(TIERS) == {*verdict.passed, *verdict.not_applicable}
        assert candidate.made and structure(candidate.source) == candidate.made.structure


def test_they_lower_in_double_precision_too() -> None:
    """What is called generic is: nothing in the body names the type that the overload gives it."""
    for candidate in generic_kernels(6):
        with program(candidate.source) as opened:
            single = opened.kernel
            templates = [argument.type for argument in single.generic_parent.adj.args]
            types = [argument.type for argument in single.adj.args]
            wide = [in_double_precision(template, of) for template, of in zip(templates, types, strict=True)]
            assert "float64" in lower(wp.overload(single.generic_parent, wide)).cuda_backward, candidate.source


def test_a_program_with_several_overloads_has_a_generic_kernel() -> None:
    text = (
        "from typing import Any\nimport warp as wp\n\n@wp.kernel\ndef f(x: wp.array(dtype=Any)):\n    x[0] = x[1]\n\n"
        "wp.overload(f, [wp.array(dtype=float)])\n"
    )
    with program(text) as opened:
        assert not opened.kernel.is_generic
    with program(text + "wp.overload(f, [wp.array(dtype=int)])\n") as opened:
        assert opened.kernel.is_generic
