"""Worlds of a batched launch make nothing that is the same in all of them."""

from __future__ import annotations

import pytest

from generator.synthesis.catalogue.index import computation_of, entries
from generator.synthesis.catalogue.pools import all_variants
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.composition.draft import Draft
from generator.synthesis.composition.drawing import chosen, draft_kernel
from generator.synthesis.storage.draw_layout import WORLD_NAMES

KEYS = 60
"""Drafts of a computation, about half of which are batched where they may be."""


def _drafts(name: str, **wanted: object) -> list[Draft]:
    computation = computation_of(entries()[name])
    variants = [each for each in all_variants(computation) if wanted.items() <= each.items()]
    return [
        draft_kernel(f"worlds/{name}/{key}", (chosen(computation, variants[key % len(variants)]),), DEFAULT_POLICY)
        for key in range(KEYS)
    ]


def _batched(draft: Draft) -> bool:
    return draft.meanings.memory.layout.batched


@pytest.mark.parametrize("name", ["mesh_count_fans", "image_statistics"])
def test_no_world_counts_what_all_worlds_share(name):
    """Triangles and images of pixels are a model's own; a mask of the state makes them each world's."""
    wanted = {"valid": False, "total": False} if name == "mesh_count_fans" else {"masked": False}
    assert not any(map(_batched, _drafts(name, **wanted)))


@pytest.mark.parametrize("name", ["initial_weight", "mpm_mark_border", "bit_reversal"])
def test_numbers_of_worlds_alone_make_no_launch_over_worlds(name):
    """Steps and seeds may differ by world beside records that do."""
    assert not any(map(_batched, _drafts(name)))


@pytest.mark.parametrize("name", ["kinetic_energy", "band_ageing", "lbm_classify"])
def test_what_differs_by_world_is_batched(name):
    assert any(map(_batched, _drafts(name)))


def test_a_constant_may_be_stored_in_each_world():
    """Restriction starts the coarse solution at zero, in each world, beside a sum that is its own."""
    cleared = [draft for draft in _drafts("fv_restrict") if _batched(draft)]
    assert cleared


@pytest.mark.parametrize("name", ["attitude_moment", "clip_actions"])
def test_a_record_is_not_called_a_world(name):
    """Some call a robot's thread ``env``, which is a word for a world: beside one it has another name."""
    layouts = [draft.meanings.memory.layout for draft in _drafts(name)]
    assert any(each.batched for each in layouts)
    assert not any(each.index[1] in WORLD_NAMES for each in layouts if each.batched)
