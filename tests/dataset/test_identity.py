"""A row's id says how to make the row again."""

from __future__ import annotations

import pytest

from generator.dataset.configs import get_config
from generator.dataset.identity import KernelKey
from generator.dataset.shards import Shard, kernels_of
from generator.dataset.stream import draw


def test_an_id_is_read_back() -> None:
    key = KernelKey(7, "scalar_param", "validation", 12, 345)
    assert key.id == "s2-scalar_param-7-validation-12-345"
    assert KernelKey.from_id(key.id) == key


@pytest.mark.parametrize(
    "text", ["", "vector", "s2-vector-0-train-1", "s2-vector-0-trial-1-2", "s2-vector-00-train-1-2", "vector-0-train-1-2"]
)
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a row id"):
        KernelKey.from_id(text)


def test_the_kernel_of_an_id_is_the_kernel_of_the_row(fresh_seed: int) -> None:
    for drawn in kernels_of(Shard(get_config("cpu", seed=fresh_seed, rows=500), "train", 1)):
        assert draw(KernelKey.from_id(drawn.key.id)) == drawn
