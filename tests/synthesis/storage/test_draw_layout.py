"""A layout fits what a computation does with its records."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.syntax.printing import block_text, module_text
from generator.syntax.types import INT
from generator.syntax.values import name as value_name
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.habits import BATCHED
from generator.synthesis.chance.policy import DEFAULT_POLICY, Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import Choice, choose_variant, chosen, draft_kernel, draw_kernel
from generator.synthesis.control.guards import border_statements
from generator.synthesis.storage.draw_layout import goes_with
from generator.synthesis.storage.layout import CLAMP, LEAVE, WRAP, Layout
from generator.synthesis.storage.signature import Size, symbol
from tests.synthesis.computation_check import variants_of

COUNTED = replace(DEFAULT_POLICY, ranges=(("counts", 1.0),))


@pytest.mark.parametrize(("computation", "fill"), [("segment_counting_sort", "sorted"), ("segment_top_items", "index")])
def test_a_range_that_a_thread_stores_in_overlaps_no_other(computation: str, fill: str) -> None:
    """Beginnings and counts that are drawn each by itself overlap: two threads would write one record."""
    known = load_all()[computation]
    for key in map(str, range(4)):
        drawn = draw_kernel(key, (chosen(known, choose_variant(Random(key), known)),), COUNTED)
        assert fill in {argument.fill for argument in drawn.launch.arguments if argument.dtype == "int32"}
        assert fill == "sorted" or "sorted" not in {argument.fill for argument in drawn.launch.arguments}


@pytest.mark.parametrize("name", ["sgd_step", "classify_example"])
def test_the_index_of_a_world_has_the_name_of_no_record(name: str) -> None:
    batched = replace(DEFAULT_POLICY, projects=((BATCHED, 1.0),))
    known = load_all()[name]
    names = {entity.name for entity in known.schema.entities}
    for key in map(str, range(40)):
        layout = draft_kernel(key, (chosen(known, choose_variant(Random(key), known)),), batched).meanings.memory.layout
        assert not layout.batched or layout.index[0] not in names


CLAMPED = replace(DEFAULT_POLICY, border=((CLAMP, 1.0),))


def choice(name: str) -> Choice:
    return chosen(load_all()[name], choose_variant(Random(name), load_all()[name]))


def border(name: str, policy: Policy = CLAMPED) -> str:
    """The border rule of a computation's draft, where every border is to keep an index inside."""
    return draft_kernel(name, (choice(name),), policy).meanings.memory.layout.border


@pytest.mark.parametrize("name", ["voxel_vorticity", "voxel_confinement", "terrain_normal", "grid_curvature"])
def test_a_difference_between_both_sides_of_a_cell_has_both(name: str) -> None:
    """At a border where the index stays inside it would be half of what it stands for."""
    assert border(name) == LEAVE
    assert not goes_with(Layout(border=CLAMP), load_all()[name].schema, choice(name).record, choice(name).needs)


@pytest.mark.parametrize("name", ["voxel_count_faces", "grid_wet_neighbours"])
def test_a_count_of_neighbours_does_not_count_the_cell_itself(name: str) -> None:
    assert border(name) == LEAVE


def test_other_stencils_may_keep_their_index_inside() -> None:
    assert border("voxel_diffuse") == CLAMP


WRAPPED = replace(DEFAULT_POLICY, border=((WRAP, 1.0),))


@pytest.mark.parametrize(
    "name",
    ["terrain_slope", "level_water", "image_gradient", "convolve_map", "voxel_normal", "grid_curvature", "claim_cells"],
)
def test_a_grid_that_ends_at_its_border_does_not_come_back_in(name: str) -> None:
    assert border(name, WRAPPED) == LEAVE


@pytest.mark.parametrize("name", ["life_step", "grid_heat_step", "voxel_vorticity", "lbm_pull"])
def test_other_grids_may_come_back_in(name: str) -> None:
    assert border(name, WRAPPED) == WRAP


WORLDS = replace(DEFAULT_POLICY, projects=((replace(BATCHED, batched=1.0), 1.0),))


@pytest.mark.parametrize(
    ("name", "batched"), [("gait_state", False), ("terrain_curriculum", False), ("update_foot_contact", True)]
)
def test_no_launch_has_worlds_of_environments(name: str, batched: bool) -> None:
    """They are the worlds: a launch over both would ask twice whether one is done."""
    assert draft_kernel(name, (choice(name),), WORLDS).meanings.memory.layout.batched == batched


def test_what_ends_at_its_border_is_joined_to_nothing_that_comes_back_in() -> None:
    ends = choice("voxel_normal")
    assert not goes_with(Layout(border=WRAP), ends.computation.schema, ends.record, ends.needs)


def test_the_sides_of_an_image_are_named_by_its_axes() -> None:
    """The first index of a pixel is its row: it ends where the image does along y."""
    policy = replace(CLAMPED, border=((CLAMP, 1.0),), shape_counts=0.0)
    signature = draft_kernel("sides", (choice("binomial_smooth"),), policy).meanings.memory.signature
    sides = {s.symbol: s.fill.entity for s in signature.slots.values() if isinstance(s.fill, Size) and not s.shape}
    assert sides == {symbol("pixel", "y"): "pixel:0", symbol("pixel", "x"): "pixel:1"}


LEFT = replace(DEFAULT_POLICY, border=((LEAVE, 1.0),))


@pytest.mark.parametrize(
    ("name", "layout", "first", "last"),
    [
        ("grid_project_velocity", "faces", True, False),
        ("grid_divergence", "faces", False, True),
        ("grid_divergence", "centres", True, True),
    ],
)
def test_a_cell_is_left_out_where_it_lacks_a_neighbour_that_is_asked_for(
    name: str, layout: str, first: bool, last: bool
) -> None:
    computation = load_all()[name]
    drawn = draft_kernel(name, (chosen(computation, {"layout": layout, "solid": False}),), LEFT)
    cell = computation.schema.entity("cell")
    assert cell
    index = (value_name("i", INT), value_name("j", INT))
    text = block_text(border_statements(drawn.meanings.memory, cell, index))
    assert ("i == 0" in text and "j == 0" in text) == first
    assert ("i >= " in text and "j >= " in text) == last


def test_a_step_of_one_bit_leads_to_no_cell_before_its_own() -> None:
    computation = load_all()["voxel_corner_code"]
    for order in ("tables", "binary"):
        drawn = draft_kernel(order, (chosen(computation, {"order": order, "full": "keep"}),), LEFT)
        assert drawn.meanings.memory.reach == {(0, 1): 1, (1, 1): 1, (2, 1): 1}


@pytest.mark.parametrize("name", ["progress_reward", "explore_action", "move_wheeled_robot", "choose_template"])
def test_a_world_is_not_called_as_a_record_of_its_schema(name: str) -> None:
    """``env, tid = wp.tid()`` gave a thread its world and its environment."""
    drafts = [draft_kernel(f"{name}/{key}", (choice(name),), DEFAULT_POLICY) for key in range(24)]
    layouts = [draft.meanings.memory.layout for draft in drafts]
    called = {word for entity in choice(name).computation.schema.entities for word in entity.index}
    assert not {layout.index[0] for layout in layouts if layout.batched} & called


@pytest.mark.parametrize(("name", "stored"), [("classify_pair", "= -1"), ("signed_distance_to_shape", "= FAR")])
def test_what_a_sentence_tells_of_a_missing_one_is_in_its_kernels(name: str, stored: str) -> None:
    """``-1 where one is missing`` was told of pairs whose shapes are all there."""
    known, there = load_all()[name], replace(DEFAULT_POLICY, empty=0.0)
    for variant in variants_of(known):
        assert stored in module_text(draw_kernel("missing", (chosen(known, variant),), there).module)
