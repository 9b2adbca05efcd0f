"""Variants are settled, dead code goes, relations and numbers become arrays and arguments."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from generator.syntax.printing import block_text, module_text
from generator.syntax.reading import read
from generator.syntax.statements import Block, For, walk
from generator.syntax.values import literal
from generator.syntax.values import name as value_name
from generator.syntax.walks.dead_code import without_dead_code
from generator.syntax.walks.names import uses
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.habits import BATCHED
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.composition.drawing import chosen, draw_kernel
from generator.synthesis.composition.joining import joined
from generator.synthesis.expansion.expander import Expander
from generator.synthesis.expansion.meanings import Meanings
from generator.synthesis.expansion.variants import settled
from generator.synthesis.schemas.particles import PARTICLES
from generator.synthesis.storage.layout import Layout
from generator.synthesis.storage.memory import Memory, RecordAt
from generator.synthesis.storage.signature import Signature


def block(text: str) -> Block:
    body = "\n".join(f"    {line}" for line in text.splitlines())
    (function,) = read(f"def f(x):\n{body}\n").functions
    return function.body


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if v.damped:\n    y = 1\nelse:\n    y = 2", "y = 1"),
        ("y = 1 if v.law == 'cubic' else 2", "y = 2"),
        ("if v.law == 'linear' and x > 0:\n    y = 1", "if x > 0:\n    y = 1"),
        ("if not v.damped or x > 0:\n    y = 1", "if x > 0:\n    y = 1"),
        ("for k in range(v.order):\n    y = k", "for k in range(3):\n    y = k"),
        ("if x > 0:\n    if not v.damped:\n        y = 1\nz = 2", "z = 2"),
        ("if x > 0:\n    if not v.damped:\n        y = 1\nelse:\n    y = 2", "if x <= 0:\n    y = 2"),
        ("while x > 0:\n    if v.damped:\n        break\n    y = 2", "while x > 0:\n    break"),
    ],
)
def test_a_variant_leaves_no_trace(before: str, after: str) -> None:
    variant: dict[str, Any] = {"damped": True, "law": "linear", "order": 3}
    assert block_text(settled(block(before), variant)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = x\nz = y\nx[0] = 1", "x[0] = 1"),
        ("n = 0\nn += 1\nx[0] = 1", "x[0] = 1"),
        ("y = wp.atomic_add(x, 0, 1)\nx[1] = 1", "y = wp.atomic_add(x, 0, 1)\nx[1] = 1"),
        ("y = 1\nif x[0] > 0:\n    y = 2\n    x[0] = 3", "if x[0] > 0:\n    x[0] = 3"),
        ("y = 0\nif x[0] > 0:\n    x[0] = 3\nelif x[1] > 0:\n    y += 1", "if x[0] > 0:\n    x[0] = 3"),
        ("y = 0\nif x[0] > 0:\n    y += 1\nelse:\n    x[0] = 3", "if x[0] <= 0:\n    x[0] = 3"),
        ("y = 0\nfor k in range(3):\n    y += k\nx[0] = 1", "x[0] = 1"),
        ("y = 0\nfor k in range(3):\n    if k > y:\n        y = k\nx[0] = 1", "x[0] = 1"),
        ("y = 0\nz = 0\nif x[0] > z:\n    y = z\n    z = y\nx[0] = 1", "x[0] = 1"),
        ("y = x[1]\ny = x[2]\nx[0] = y", "y = x[2]\nx[0] = y"),
        ("y = x[1]\ny = y + 1\nx[0] = y", "y = x[1]\ny = y + 1\nx[0] = y"),
        ("y = x[1]\nif y > 0:\n    x[0] = y\n    y = 0", "y = x[1]\nif y > 0:\n    x[0] = y"),
        ("y = 1\nwhile y < 9:\n    x[y] = 2\n    y = y + 2", "y = 1\nwhile y < 9:\n    x[y] = 2\n    y = y + 2"),
        ("y = 1\nif x[0] > 0:\n    y = 2\nx[0] = y", "y = 1\nif x[0] > 0:\n    y = 2\nx[0] = y"),
    ],
)
def test_dead_code_goes(before: str, after: str) -> None:
    assert block_text(without_dead_code(block(before))) == after


def test_what_only_dead_code_names_is_not_defined() -> None:
    meanings = Meanings(Memory(PARTICLES, Layout(), Signature()), {"LOW": literal(1), "HIGH": literal(2)})
    body = Expander(meanings).block(block("y = LOW\nx[0] = HIGH"))
    meanings.keep_used(uses(without_dead_code(body)).keys())
    assert list(meanings.constants_used) == ["HIGH"]


@pytest.mark.parametrize(
    ("name", "line"),
    [("swap_red_blue", "GREEN = 0x00FF00"), ("finish_vertex_normal", "EPSILON = 1.0e-6"), ("unpack_color", "& 0xFF")],
)
def test_a_constant_is_spelled_as_it_was_written(name: str, line: str) -> None:
    computation = load_all()[name]
    variant = {axis: next(iter(values)) for axis, values in computation.variants.items()}
    policy = replace(DEFAULT_POLICY, projects=((replace(BATCHED, wrapped_constants=0.0), 1.0),))
    assert line in module_text(draw_kernel(name, (chosen(computation, variant),), policy).module)


def test_a_second_computation_that_shares_nothing_is_left_out() -> None:
    memory = Memory(PARTICLES, Layout(), Signature())
    particle = PARTICLES.entity("particle")
    assert particle
    own = RecordAt(particle, (value_name("tid"),), own=True)
    for first in ("x[0] = 1", "for k in range(3):\n    return"):
        assert joined(block(first), memory, own, lambda grown: (block("y = 2"), Meanings(grown, {})), "more") is None


@pytest.mark.parametrize("name", ["jitter_pixel", "gbm_step", "md_dissipative_force", "spread_fire"])
def test_worlds_of_a_launch_draw_numbers_of_their_own(name: str) -> None:
    variants = {"pairs": True, "chance": "random", "power": "square", "drift": "rate"}
    computation = load_all()[name]
    variant = {axis: variants.get(axis, next(iter(values))) for axis, values in computation.variants.items()}
    policy = replace(DEFAULT_POLICY, projects=((replace(BATCHED, batched=1.0), 1.0),))
    batched = 0
    for key in range(6):
        text = module_text(draw_kernel(f"streams/{key}", (chosen(computation, variant),), policy).module)
        world = re.search(r"(\w+), .*= wp\.tid\(\)", text)
        if world is None:
            continue
        batched += 1
        assert re.search(rf"\b\w*seed\w*\[{world[1]}\]", text), text
    assert batched


def test_a_launch_over_worlds_does_not_ask_whether_there_is_one() -> None:
    computation = load_all()["mpm_internal_force"]
    variant = {axis: next(iter(values)) for axis, values in computation.variants.items()} | {"gravity": True}
    policy = replace(DEFAULT_POLICY, projects=((replace(BATCHED, batched=1.0), 1.0),))
    texts = [module_text(draw_kernel(f"w/{n}", (chosen(computation, variant),), policy).module) for n in range(6)]
    worlds = [(found[1], text) for text in texts if (found := re.search(r"(\w+), .*= wp\.tid\(\)", text))]
    assert worlds and not [text for world, text in worlds if re.search(rf"\b{world} >= 0", text)]


@pytest.mark.parametrize(
    ("test", "left"),
    [
        ("particle[j].world.index != particle.world.index", "j = 2"),
        ("j > 1 and particle[j].world.index == particle.world.index", "# why\nif j > 1:\n    j = 1\nj = 2"),
        ("j > 1 or exists(particle.world)", "# why\nj = 1\nj = 2"),
        ("j > 1 and not exists(particle.world)", "j = 2"),
    ],
)
def test_what_is_known_of_worlds_is_not_asked_nor_told(test: str, left: str) -> None:
    layout = Layout(index=("env", "i"), batched=True)
    meanings = Meanings(Memory(PARTICLES, layout, Signature(), value_name("env")), {})
    meanings.scope["particle"] = RecordAt(meanings.memory.schema.entity("particle"), (value_name("i"),), own=True)
    text = f"# why\nif {test}:\n    j = 1\nj = 2"
    assert block_text(Expander(meanings).block(block(text))) == left


@pytest.mark.parametrize(("strong", "loops"), [(False, 3), (True, 4)])
def test_the_largest_entry_is_sought_only_where_it_is_wanted(strong: bool, loops: int) -> None:
    variant = {"strong": strong, "scaled": "sum"}
    plain = replace(DEFAULT_POLICY, factored=0.0, factored_long=0.0)
    drawn = draw_kernel("sums", (chosen(load_all()["sparse_interpolation"], variant),), plain, plain=True)
    assert sum(isinstance(each, For) for each in walk(drawn.kernel.body)) == loops


def test_a_range_is_the_threads_own_where_its_record_is() -> None:
    computation = load_all()["particle_shape_force"]  # all particles of a world go over its shapes
    choices = (chosen(computation, {"friction": True, "react": True}),)
    body = draw_kernel("range", choices, DEFAULT_POLICY, plain=True).kernel.body
    (loop,) = (each for each in walk(body) if isinstance(each, For))
    assert "wp.atomic_sub(" in block_text(loop.body)


def test_the_shapes_of_a_world_in_a_launch_over_worlds_are_all() -> None:
    layout = Layout(index=("env", "i"), batched=True)
    meanings = Meanings(Memory(PARTICLES, layout, Signature(), value_name("env")), {})
    meanings.scope["particle"] = RecordAt(meanings.memory.schema.entity("particle"), (value_name("i"),), own=True)
    text = block_text(Expander(meanings).block(block("for s in particle.world.shapes:\n    j = s.index")))
    assert text == "for s in range(@shape.count):\n    j = s"
