"""A fingerprint sees structure and nothing else."""

from __future__ import annotations

import ast
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.dataset.fingerprint import fingerprint, structure
from generator.dataset.shingles import ALIKE_BAND_ROWS, ALIKE_BANDS, alike_keys
from generator.syntax.walks.structure import KEPT_NAMES
from generator.synthesis import CATEGORIES, Rejected, synthesize

KERNEL = '''import warp as wp


@wp.struct
class Body:
    """A body."""
    mass: float
    speed: wp.vec3


@wp.kernel
def push(bodies: wp.array(dtype=Body), out: wp.array(dtype=float)):
    """Kinetic energy."""
    i = wp.tid()
    body = bodies[i]
    square = wp.dot(body.speed, body.speed)
    for k in range(3):
        square += 0.5 * wp.sin(square)
    out[i] = 0.5 * body.mass * square + wp.max(square, 1.0)
'''


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("square", "s2"),
        ("Body", "Thing"),
        ("mass", "weight"),
        ("push", "energy"),
        ("0.5", "2.75"),
        ("range(3)", "range(17)"),
        ('    """Kinetic energy."""\n', ""),
        ('    """A body."""\n', ""),
        ("    i = wp.tid()\n", "    # the thread\n    i = wp.tid()\n\n"),
        ("0.5 * body.mass * square", "((0.5 * body.mass) * square)"),
    ],
)
def test_names_numbers_texts_and_layout_do_not_count(old: str, new: str) -> None:
    changed = KERNEL.replace(old, new)
    assert changed != KERNEL and fingerprint(changed) == fingerprint(KERNEL)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("wp.sin", "wp.cos"),
        ("square +=", "square -="),
        ("range(3)", "range(i)"),
        ("range(3)", "range(3, 4)"),
        ("wp.dot(body.speed, body.speed)", "wp.dot(body.speed, wp.normalize(body.speed))"),
        ("body.mass * square", "square * square"),
        ("mass: float", "mass: wp.float64"),
        ("wp.max(square, 1.0)", "max(square, 1.0)"),
        ("wp.max(square, 1.0)", "wp.max(1.0, square)"),
        ("0.5 * body", "-0.5 * body"),
    ],
)
def test_structure_counts(old: str, new: str) -> None:
    changed = KERNEL.replace(old, new)
    assert changed != KERNEL and fingerprint(changed) != fingerprint(KERNEL)


def test_a_known_value_does_not_change() -> None:
    """Splits follow from fingerprints: this may change only together with every published row."""
    assert fingerprint(KERNEL) == "558af6b4ab3dac9a"


def test_what_a_source_names() -> None:
    found = structure(KERNEL)
    assert {"struct", "vec3", "kernel", "array", "tid", "dot", "sin", "max"} == found.warp_names
    assert found.plain_names == {"float", "range"}


@given(category=st.sampled_from(sorted(CATEGORIES)), number=st.integers(0, 10**6), salt=st.integers(1, 999))
def test_renaming_everything_in_a_kernel_keeps_its_fingerprint(category: str, number: int, salt: int) -> None:
    try:
        source = synthesize(category, f"rename/{number}").source
    except Rejected:
        return
    own = {n.id for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Name)} - KEPT_NAMES
    own |= {n.arg for n in ast.walk(ast.parse(source)) if isinstance(n, ast.arg)}
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in own:
            node.id = f"n{salt}_{node.id}"
        elif isinstance(node, ast.arg):
            node.arg = f"n{salt}_{node.arg}"
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            node.name = f"n{salt}_{node.name}"
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
            node.value = node.value * 3 + 1
    changed = ast.unparse(tree)
    assert re.search(rf"n{salt}_", changed)
    assert fingerprint(changed) == fingerprint(source)


@pytest.mark.parametrize(("likeness", "share"), [(0.7, 0.14), (0.85, 0.86), (0.9, 0.99)])
def test_near_duplicates_share_a_key_as_often_as_is_said(likeness: float, share: float) -> None:
    assert round(1.0 - (1.0 - likeness**ALIKE_BAND_ROWS) ** ALIKE_BANDS, 2) == share


def test_the_keys_of_a_source_are_those_of_every_build_before() -> None:
    """Other keys drop other kernels: the same command would make another build."""
    keys = alike_keys(KERNEL)
    assert (len(keys), keys[0], keys[-1]) == (15, 14472333934465508940, 9174386225154797464)
    assert alike_keys(KERNEL.replace("square", "energy").replace("0.5", "0.25")) == keys
    assert not set(alike_keys("x = 1\n")) & set(keys)
