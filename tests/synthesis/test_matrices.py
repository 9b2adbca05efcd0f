"""Matrices: what a name promises holds, and no transpose is taken of a transpose."""

from __future__ import annotations

import re

import pytest

from generator.synthesis.categories.matrix import SYMMETRIC_NAMES
from tests.synthesis.kernels import draw

FRESH = pytest.mark.parametrize("fresh", (False, True))
PLACE = r"[\w.]+(?:\[\w+\])?"
SYMMETRIC = (*SYMMETRIC_NAMES, "stress_tensor")


@FRESH
def test_symmetric_names_are_filled_so_and_not_transposed(fresh, fresh_seed):
    found = 0
    for candidate in draw("matrix", 300, f"symmetric/{fresh_seed if fresh else 5}"):
        for argument in candidate.launch.arguments:
            if argument.name.startswith(SYMMETRIC):
                found += 1
                assert argument.fill == "spd", candidate.source
                place = rf"{argument.name}\[[^\]]*(?:\[\w+\])?\]"
                locals_ = re.findall(rf"^ +(\w+) = {place}$", candidate.source, re.M)
                read = "|".join([place, *locals_])
                assert not re.search(rf"wp\.transpose\((?:{read})\)", candidate.source), candidate.source
    assert found > 30


@FRESH
def test_no_product_with_a_transpose_is_transposed_for_another(fresh, fresh_seed):
    for candidate in draw("matrix", 400, f"transposed/{fresh_seed if fresh else 5}"):
        held = dict(re.findall(r"^ +(\w+) = (.*)$", candidate.source, re.M))
        for left, right in re.findall(r"wp\.transpose\((\w+)\) \* ([\w.\[\]]+)", candidate.source):
            if left != right:  # a normal matrix is one of any matrix
                assert "wp.transpose(" not in held.get(left, ""), candidate.source


@FRESH
def test_systems_meet_no_inverse_and_no_image_is_computed_twice(fresh, fresh_seed):
    solved = images = 0
    for candidate in draw("matrix", 1000, f"images/{fresh_seed if fresh else 5}"):
        source = candidate.source
        held = dict(re.findall(r"^ +(\w+) = (.*)$", source, re.M))
        inverses = {name: made[11:-1] for name, made in held.items() if re.fullmatch(rf"wp\.inverse\({PLACE}\)", made)}
        for name, made in held.items():
            factor, _, operand = made.partition(" * ")
            if factor in inverses and re.fullmatch(PLACE, operand):
                solved += 1
                system = inverses[factor]
                assert not re.search(rf"(?<![\w.]){re.escape(system)} \* {name}(?!\w)", source), source
                assert not held.get(operand, "").startswith(f"{system} * "), source
            if dyad := re.search(rf"wp\.outer\(({PLACE}), ({PLACE})\)$", made):
                images_of_factors = rf"(?<![\w.]){name}\)? \* (?:{re.escape(dyad[1])}|{re.escape(dyad[2])})(?![\w\[])"
                assert not re.search(images_of_factors, source), source
        arrays = re.findall(r"(\w+): wp\.array\(dtype=wp\.mat", source)
        read = [re.escape(name) for name in (*inverses, *held) if re.sub(r"\[\w+\]$", "", held[name]) in arrays]
        products = re.findall(rf"(?<![\w.*])(?:{'|'.join(read)}) \* {PLACE}", source) if read else []
        images += len(products)
        assert len(products) == len(set(products)), source
    assert solved > 20 and images > 100


@FRESH
def test_no_magnitude_of_what_definite_matrices_have_above_zero(fresh, fresh_seed):
    found = 0
    for candidate in draw("matrix", 1500, f"definite/{fresh_seed if fresh else 5}"):
        source = candidate.source
        found += "squared_distance = " in source
        assert "wp.abs(squared_distance)" not in source, source
        definite = [a.name for a in candidate.launch.arguments if a.fill == "spd"]
        for name, matrix in re.findall(r"^ +(\w+) = wp\.(?:trace|determinant)\((\w+)\[\w+\]\)$", source, re.M):
            assert matrix not in definite or f"wp.abs({name})" not in source, source
    assert found > 20
