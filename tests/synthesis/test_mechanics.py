"""Particle steps and elements: names and sentences that fit what is computed."""

from __future__ import annotations

import re

import pytest

from generator.synthesis import Candidate
from tests.synthesis.kernels import draw

FRESH = pytest.mark.parametrize("fresh", (False, True))


def drawn(category: str, fresh: bool, fresh_seed: int) -> list[Candidate]:
    return list(draw(category, 200, f"mechanics/{fresh_seed if fresh else 5}"))


@FRESH
def test_what_is_divided_by_the_mass_is_an_acceleration(fresh, fresh_seed):
    for candidate in drawn("physics", fresh, fresh_seed):
        for name in re.findall(r"(\w+) = \w+ / mass\w*\[", candidate.source):
            assert name == "acceleration", candidate.source


@FRESH
def test_a_step_says_what_it_does_beside_its_forces(fresh, fresh_seed):
    limit = r"if \w+ > [^:]*:\n +(\w+) = \1 \* .* / speed"
    said = {limit: "speed limit", r"\] > .* and ": "bounce", "wp.atomic_add": "kinetic"}
    for candidate in drawn("physics", fresh, fresh_seed):
        for pattern, words in said.items():
            assert bool(re.search(pattern, candidate.source)) == (words in candidate.description), candidate.source
        for wall in re.findall(r"if .*\[\d\] > .*:\n +(.*)", candidate.source):
            assert "vec3" in wall and wall.count("-") == 1, candidate.source
            assert " and " in candidate.source
        assert "exp(-softened)" not in candidate.source


@FRESH
def test_an_element_has_no_energy_at_rest_and_no_thickness_for_a_density(fresh, fresh_seed):
    for candidate in drawn("fem", fresh, fresh_seed):
        assert "thickness" not in candidate.source
        assert "forces on its" not in candidate.description and "tetrahedron element" not in candidate.description
        for line in re.findall(r"energy\[\w+\] = (.*)", candidate.source):
            assert "sqrt" not in line or line.endswith((" - 1.0)", " - wp.float64(1.0))")), candidate.source
        for line in re.findall(r"atomic_add\(.*", candidate.source):
            differences = re.findall(r"\w+_value - u_?\d", line)
            assert len(differences) <= 1, candidate.source


@FRESH
def test_an_element_names_each_verb_once_and_pulls_by_a_tension(fresh, fresh_seed):
    for candidate in drawn("fem", fresh, fresh_seed):
        assert len(re.findall(r"\badds\b", candidate.description)) == int("atomic_add" in candidate.source)
        assert len(re.findall(r"\bstores\b", candidate.description)) <= 1, candidate.description
        assert "a field" not in candidate.description and "pressure =" not in candidate.source, candidate.source


@FRESH
def test_a_particle_is_moved_by_a_sentence(fresh, fresh_seed):
    for candidate in drawn("physics", fresh, fresh_seed):
        moved = "next_positions" in candidate.source
        assert candidate.description.startswith("Move each" if moved else "Compute the next velocity"), candidate.source


@FRESH
def test_a_wall_stands_where_particles_are(fresh, fresh_seed):
    found = 0
    for candidate in drawn("physics", fresh, fresh_seed):
        reach = max(a.high for a in candidate.launch.arguments if a.name in ("positions", "x"))
        for place in re.findall(r"if \w+\[\d\] > (?:wp\.float64\()?([\d.]+)\)? and", candidate.source):
            found += 1
            assert float(place) < reach, candidate.source
    assert found


@FRESH
def test_what_one_end_of_a_line_gains_the_other_loses(fresh, fresh_seed):
    found = 0
    for candidate in drawn("fem", fresh, fresh_seed):
        added = re.findall(r"atomic_add\(\w+, \w+0, (\w*(?:force|flux|flow))\)", candidate.source)
        for name in added:
            found += 1
            assert re.search(rf"atomic_sub\(\w+, \w+1, {name}\)", candidate.source), candidate.source
        if "line element" in candidate.description:
            assert not re.search(r"(?:center|centroid|mean_\w+|element_value|drift) = \(", candidate.source)
    assert found


@FRESH
def test_a_record_says_how_its_field_changes(fresh, fresh_seed):
    """A multiple of the change, a way to a target, a bounded share that vanishes at both ends, a bounded factor."""
    told = {
        "adds a multiple": r"= wp\.clamp\(\w+\.\1 \+ (?:\S+|wp\.static\([^)]*\)) \* \w+",
        "moves the": r"= \w+\.\1 \+ .*tanh",
        "scales the": r"= \w+\.\1 \* \(.*tanh",
    }
    found = set()
    for candidate in drawn("struct", fresh, fresh_seed):
        if step := re.search(r"A step (adds a multiple|moves the|scales the)", candidate.description):
            form = re.search(rf"(?:updated_item|next_record)\.(\w+) {told[step[1]]}", candidate.source)
            assert form, candidate.source
            doc = " ".join(re.search(r'"""(.*?)"""', candidate.source.partition("@wp.kernel")[2], re.S)[1].split())
            assert re.search(rf"(?:with its|to its) {form[1].replace('_', ' ')} ", doc), doc
            found.add(step[1])
    assert len(found) == 3
