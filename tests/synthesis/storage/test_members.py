"""Members of a record, such as the ends of an edge, are records unlike each other, however they are stored."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from generator.launch import Launch
from generator.lowering.warp_backend import program
from generator.syntax.printing import module_text
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.telling.domains import domains_of
from generator.verification.launching.inputs import make_inputs

DRAWS = 12


def drawn(name: str, draw: int) -> DrawnKernel:
    known, key = load_all()[name], f"members/{name}/{draw}"
    return draw_kernel(key, (chosen(known, choose_variant(Random(key), known)),), DEFAULT_POLICY)


def members(launch: Launch, inputs: dict[str, np.ndarray], fill: str = "distinct") -> np.ndarray | None:
    """The members of each record, (records, members); None where the kernel reads only one of them."""
    found = [argument for argument in launch.arguments if argument.fill == fill]
    if not found or (found[0].member and len(found) < found[0].members):
        return None
    if found[0].member:
        return np.stack([inputs[argument.name].ravel() for argument in sorted(found, key=lambda a: a.member)], axis=1)
    return inputs[found[0].name].reshape(-1, found[0].members)


@pytest.mark.parametrize(
    ("name", "count"),
    [("mesh_edge_lengths", 2), ("fem_triangle_strain", 3), ("triangle_normal", 3)],
)
def test_members_differ_in_every_layout_and_the_row_says_so(name: str, count: int, fresh_seed: int) -> None:
    layouts: Counter[str] = Counter()
    for draw in range(DRAWS):
        kernel = drawn(name, draw)
        with program(module_text(kernel.module)):
            inputs = make_inputs(kernel.launch, f"{fresh_seed}/{draw}")
        records = members(kernel.launch, inputs)
        assert records is not None and records.shape[1] == count
        assert all(len(set(record)) == count for record in records.tolist())
        told = [words for _, words in domains_of(kernel) if "never the same" in words]
        assert len(told) == len([argument for argument in kernel.launch.arguments if argument.fill == "distinct"])
        layouts[" ".join(sorted({words.partition("never the same ")[2].split()[1] for words in told}))] += 1
    assert layouts["twice"] and (count > 2 or layouts["as"])


@pytest.mark.parametrize(
    ("name", "count"), [("differential_genome", 3), ("flip_spins", 4), ("cross_genomes", 2), ("path_curvature", 2)]
)
def test_members_of_the_same_table_are_others_than_the_record(name: str, count: int, fresh_seed: int) -> None:
    for draw in range(DRAWS):
        kernel = drawn(name, draw)
        with program(module_text(kernel.module)):
            inputs = make_inputs(kernel.launch, f"{fresh_seed}/{draw}")
        records = members(kernel.launch, inputs, "other")
        assert records is not None
        many = int(next(argument.high for argument in kernel.launch.arguments if argument.fill == "other"))
        for place, record in enumerate(records.reshape(-1, count).tolist()):
            there = [place % many, *(leads for leads in record if leads >= 0)]
            assert len(set(there)) == len(there)
        assert all("index of another " in words for _, words in domains_of(kernel) if "never the same" in words)


def test_a_row_and_its_column_may_be_one() -> None:
    fills = {
        argument.fill for draw in range(DRAWS) for argument in drawn("sparse_assemble_search", draw).launch.arguments
    }
    assert "distinct" not in fills


def test_what_stands_apart_never_leads_to_one_record(fresh_seed: int) -> None:
    for draw in range(DRAWS):
        kernel = drawn("mark_joined_trees", draw)
        with program(module_text(kernel.module)):
            inputs = make_inputs(kernel.launch, f"{fresh_seed}/{draw}")
        records = members(kernel.launch, inputs)
        assert records is not None and (records[:, 0] != records[:, 1]).all()
        assert sum("never the same body as in" in words for _, words in domains_of(kernel)) == 2


@pytest.mark.parametrize(
    ("name", "words"), [("list_body_children", "an earlier body"), ("follow_robot_ahead", "another")]
)
def test_a_relation_within_a_table_says_where_it_leads(name: str, words: str) -> None:
    for draw in range(DRAWS):
        assert any(words in told for _, told in domains_of(drawn(name, draw)))


@pytest.mark.parametrize("name", ["resolve_overlap", "sph_vorticity", "color_vertex", "md_coulomb"])
def test_no_record_is_its_own_neighbour(name: str) -> None:
    layouts: Counter[str] = Counter()
    for draw in range(DRAWS):
        kernel = drawn(name, draw)
        for slot, (_, told) in zip(kernel.slots, domains_of(kernel), strict=True):
            if slot.symbol.endswith((".list", ".table")):
                assert told.startswith("index of another ")
                assert ("never the same" in told) == slot.symbol.endswith(".table")
                layouts[slot.symbol.rpartition(".")[2]] += 1
    assert layouts["list"] and layouts["table"]
