"""That elements keep what they held is said where a path of a thread skips them, and only there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from benchmarks.kernels import candidates
from generator.launch import OUTPUT
from generator.syntax.printing import module_text
from generator.synthesis import CATEGORIES, Candidate
from generator.synthesis.catalogue.index import computation_of, entries
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.composition.drawing import chosen, draw_kernel
from generator.synthesis.telling.coverage import whole_outputs
from generator.verification.launching.inputs import make_inputs
from generator.verification.reference import Unsupported, compile_reference
from tests.synthesis.computation_check import PLAIN, variants_of

KEPT = "that no thread writes keep what they held"
MARK = 12345
"""A value that no kernel computes."""


def outputs(candidate: Candidate) -> list[str]:
    return [argument.name for argument in candidate.launch.arguments if argument.role == OUTPUT]


def is_said(candidate: Candidate, name: str) -> bool:
    """Whether the specification says that elements of an output may keep what they held."""
    for line in candidate.specification.splitlines():
        if KEPT in line:
            return line.startswith("Output elements") or f"`{name}`" in line
    return False


def kept(candidate: Candidate) -> Iterator[tuple[str, bool]]:
    """Each output that nobody reads, and whether an element of it is as it was."""
    inputs = make_inputs(candidate.launch, "coverage")
    marked = {name: np.full_like(inputs[name], MARK) for name in outputs(candidate) if inputs[name].dtype.names is None}
    found = compile_reference(candidate.source, candidate.kernel_name).run(candidate.launch, inputs | marked)
    for name in marked:
        yield name, bool((found[name] == MARK).any())


@pytest.mark.parametrize("category", CATEGORIES)
def test_an_output_of_which_nothing_is_said_is_written_in_full(category: str) -> None:
    for _, candidate in islice(candidates(category, "coverage-test"), 5):
        try:
            for name, keeps in kept(candidate):
                assert not keeps or is_said(candidate, name), (name, candidate.source)
        except Unsupported:
            continue


def test_most_outputs_of_which_it_is_said_keep_something() -> None:
    said = [
        keeps
        for category in ("arithmetic", "conditional", "loop", "vector", "combined")
        for _, candidate in islice(candidates(category, "coverage-test"), 20)
        for name, keeps in kept(candidate)
        if is_said(candidate, name)
    ]
    assert len(said) > 10 and sum(said) > 0.6 * len(said), (sum(said), len(said))


@pytest.mark.parametrize(
    ("name", "settled", "whole"),
    [
        ("tile_flag_step", {}, 1),
        ("tile_split_heads", {}, 1),
        ("tile_scatter_gates", {}, 0),
        ("segment_list_kept", {"pad": True}, 2),
        ("segment_list_kept", {"pad": False}, 1),
        ("neighbor_list", {"pad": True}, 2),
        ("neighbor_list", {"pad": False}, 1),
        ("pack_symmetric", {"scaled": False}, 1),  # a counter in constant loops
        ("mesh_subdivide", {"valid": False}, 1),  # some in a loop, some by number
        ("shift_plan", {"pad": True}, 1),
        ("triangle_edge_keys", {"torn": True}, 1),
        ("lanes_sum", {}, 1),  # by one thread of a block
        ("hashed_contact_force", {}, 1),  # in the order of a grid
    ],
)
def test_tiles_and_padded_lists_are_written_in_full(name: str, settled: dict[str, bool], whole: int) -> None:
    computation = computation_of(entries()[name])
    for variant in variants_of(computation):
        if settled.items() <= variant.items():
            drawn = draw_kernel("coverage", (chosen(computation, variant),), PLAIN, plain=True)
            assert len(whole_outputs(drawn)) == whole, (variant, drawn.names)


@pytest.mark.parametrize("name", ["lbm_stream_scalar", "voxel_confinement", "observe_root", "shift_pose_to_com"])
def test_what_is_said_to_keep_something_does_so(name: str) -> None:
    """On flat grids too, and where threads beyond the records are asked for; a width is that of the launch."""
    policy = replace(DEFAULT_POLICY, mask=0.0, worlds_done=0.0, count_on_device=0.0)
    computation = computation_of(entries()[name])
    choice = chosen(computation, next(iter(variants_of(computation))))
    for draw in range(12):
        drawn = draw_kernel(f"coverage/{draw}", (choice,), policy)
        if any("features" in slot.symbol for slot in drawn.slots):
            continue  # another launch may have wider rows
        candidate = Candidate(module_text(drawn.module), drawn.name, "", "", drawn.launch)
        keeps = {name for name, some in kept(candidate) if some}
        assert keeps == set(outputs(candidate)) - whole_outputs(drawn), candidate.source
