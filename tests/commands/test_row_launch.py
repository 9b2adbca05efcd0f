"""``emulate ID``: a row is launched as the tier ``device`` launches it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from generator.commands.device_launch.answer import launched_of
from generator.commands.device_launch.row_launch import launch_row
from generator.launch import Launch
from generator.verification.launching.inputs import make_inputs
from tests.verification.sample_kernels import array, result

TILED = """import warp as wp


@wp.kernel
def sum_rows(x: wp.array3d[float], total: wp.array2d[float]):
    {index} = wp.tid()
    tile = wp.tile_load(x[i], shape=(1, 48), offset=(j, 0))
    wp.tile_store(total[i], wp.tile_sum(tile), offset=j)
"""
LAUNCH = Launch((array("x", shape=(3, 4, 48)), result("total", shape=(3, 4))), (3, 4), tiled=True)


def answered(index: str, **options: Any) -> dict[str, Any]:
    request = {"grid": [], "block": [], "shared": 0, "order": "forward", "seed": 0, "adjoint": False, "trace": 0}
    launch = {"source": TILED.format(index=index), "launch": LAUNCH.to_json(), "map": True}
    return launch_row(request | launch | options)


@pytest.mark.parametrize("index", ["i, j", "i, j, lane"])
def test_blocks_share_the_items_of_a_tiled_row(index: str) -> None:
    found = launched_of(answered(index))
    assert (found.grid, found.block) == ((12,), (256,))
    assert all(each.same_value for each in found.findings)
    (total,) = found.outputs
    assert np.allclose(total.values, make_inputs(LAUNCH, "0")["x"].sum(axis=2), atol=1e-5)
    gradient, _ = launched_of(answered(index, adjoint=True)).outputs
    assert gradient.name == "adj_x" and np.array_equal(gradient.values, np.ones((3, 4, 48)))


def test_a_tiled_row_has_blocks_of_its_own_size() -> None:
    assert answered("i, j", block=[64]) == {
        "error": "its tiles are laid out for blocks of 256 threads: leave --block out"
    }
