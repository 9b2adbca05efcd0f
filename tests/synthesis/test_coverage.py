"""Which of Warp's built-ins the kernels use, and why the others are not used."""

from __future__ import annotations

import ast

import pytest

from generator.lowering.warp_backend import builtin_registry
from generator.synthesis import CATEGORIES
from tests.synthesis.kernels import DEFAULTS, draw

CORE_GROUPS = (
    "Scalar Math", "Vector Math", "Quaternion Math", "Transformations", "Spatial Math", "Operators", "Random",
)  # fmt: skip

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.Mod: "mod", ast.FloorDiv: "floordiv",
    ast.BitAnd: "bit_and", ast.BitOr: "bit_or", ast.BitXor: "bit_xor", ast.LShift: "lshift", ast.RShift: "rshift",
    ast.Invert: "invert", ast.USub: "neg", ast.Not: "unot",
}  # fmt: skip

CONSTRUCTORS = {
    "vec2": "vector", "vec3": "vector", "vec4": "vector", "vec2d": "vector", "vec3d": "vector", "quat": "quaternion",
    "transform": "transformation", "spatial_vector": "spatial_vector",
}  # fmt: skip

UNUSED = {
    "isfinite": "always true: no kernel here makes a value that is not finite",
    "isinf": "always false, likewise",
    "isnan": "always false, likewise",
    "bfloat16": "no NumPy type to check it against",
    "bool": "a cast whose result only a condition could use, where a comparison says more",
    "float": "counted under the precision that it stands for",
    "frac": "Warp's adjoint of it is zero, though it rises with slope one: see docs/known_warp_issues.md",
    "inverse_approx": "its result depends on the hardware",
    "div_approx": "its result depends on the hardware",
    "pos": "does nothing",
    "svd2": "unique up to sign and order: no independent reference can agree with it",
    "svd3": "unique up to sign and order, likewise",
    "qr3": "unique up to sign, likewise",
    "eig3": "unique up to sign and order, likewise",
    "quat_from_euler": "takes the order of axes as constants that have to be known at compile time; quat_rpy covers it",
    "quat_to_euler": "likewise; quat_to_rpy covers it",
    "quat_twist_angle_signed": "jumps by a full turn where the unsigned angle is smooth",
    "transform_set_rotation": "changes its argument, which an adjoint cannot follow",
    "transform_set_translation": "changes its argument, likewise",
    "transform_set_rotation_copy": "the compound assignment that it implements is not drawn",
    "transform_set_translation_copy": "likewise",
    "transform_from_matrix": "needs a matrix that is a rigid transform, which grown matrices are not",
    "transform_compose": "the same matrix that transform_to_matrix gives for a scale of one",
    "transform_decompose": "the inverse of transform_compose; its scale is unique up to sign",
    "spatial_adjoint": "fills a matrix that only a solver uses",
    "sample_cdf": "its table has to be float32, which the float64 twin of the gradient tier cannot give",
    "identity": "counted where it is written",
}
"""Built-ins of the core groups that no kernel uses, each with its reason."""


def used_in(source: str) -> set[str]:
    """Names of the built-ins that a source calls or writes as an operator."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            found.add(CONSTRUCTORS.get(name, name))
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        operator = getattr(node, "op", None)
        if operator is not None:
            found.add(OPERATORS.get(type(operator), ""))
    return found


@pytest.fixture(scope="module")
def draws() -> dict[str, set[str]]:
    """Built-ins used by category, over a draw of 20,000 kernels."""
    each = 20_000 // len(CATEGORIES)
    registry = set(builtin_registry())
    return {
        category: registry & set().union(*(used_in(c.source) for c in draw(category, each, "coverage")))
        for category in CATEGORIES
    }


def test_default_categories_use_at_least_120_builtins(draws):
    used = set().union(*(draws[category] for category in DEFAULTS))
    assert len(used) >= 120, len(used)


def test_all_categories_use_at_least_200_builtins(draws):
    used = set().union(*draws.values())
    assert len(used) >= 200, len(used)


def test_every_unused_builtin_of_the_core_groups_has_a_reason(draws):
    used = set().union(*draws.values())
    core = {name for name, function in builtin_registry().items() if function.group in CORE_GROUPS}
    assert core - used - set(UNUSED) == set()
