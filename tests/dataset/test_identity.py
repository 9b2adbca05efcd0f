"""A row's id says how to make the row again."""

from __future__ import annotations

import pytest

from generator.dataset.configs import get_config
from generator.dataset.identity import KernelKey, stream_of
from generator.dataset.shards import Shard, kernels_of
from generator.dataset.stream import draw


def test_an_id_is_read_back() -> None:
    key = KernelKey(7, "scalar_param", "validation", 12, 345)
    assert key.id == "s2-scalar_param-7-validation-12-345"
    assert KernelKey.from_id(key.id) == key


@pytest.mark.parametrize(
    "text",
    ["", "vector", "s2-vector-0-train-1", "s2-vector-0-trial-1-2", "s2-vector-00-train-1-2", "vector-0-train-1-2"],
)
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a row id"):
        KernelKey.from_id(text)


@pytest.mark.parametrize(
    ("text", "stream"),
    [
        ("s2-vector-0-train-1-2", "s2"),
        ("vector-0-train-1-2", "s1"),
        ("s3-multi_cond-7-test-1-2", "s3"),
        ("s1-vector-0-train-1-2", ""),
        ("s2-vector-0-trial-1-2", ""),
        ("newton/contact.py:solve", ""),
        ("", ""),
    ],
)
def test_the_stream_of_an_id(text: str, stream: str) -> None:
    assert stream_of(text) == stream
    if stream:
        assert KernelKey.from_id(text, stream).split in ("train", "test")


def test_the_kernel_of_an_id_is_the_kernel_of_the_row(fresh_seed: int) -> None:
    for drawn in kernels_of(Shard(get_config("cpu", seed=fresh_seed, rows=500), "train", 1)):
        assert draw(KernelKey.from_id(drawn.key.id)) == drawn
