"""Threads that read shards side by side get the rows that one thread gets."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from generator.dataset import shard_rows
from generator.dataset.configs import get_config
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import Shard, shards_of


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns a thousand times as often as they do."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def read(shard: Shard) -> list[str]:
    return [f"{row['id']} {row['cuda_backward']}" for _, row in zip(range(15), rows_of(shard), strict=False)]


def test_one_row_is_made_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    running: list[int] = []
    most = 0

    def slow_rows(shard: Shard, drawing: object) -> Iterator[dict[str, int]]:
        nonlocal most
        for number in range(5):
            running.append(shard.number)
            most = max(most, len(running))
            time.sleep(0.002)
            running.pop()
            yield {"id": number}

    monkeypatch.setattr(shard_rows, "_rows_of", slow_rows)
    some = shards_of(get_config("cuda_backward", rows=2_000), "train")[:4]
    with ThreadPoolExecutor(len(some)) as threads:
        assert [len(found) for found in threads.map(lambda shard: list(rows_of(shard)), some)] == [5] * 4
    assert most == 1


def test_shards_read_by_threads_are_those_read_one_by_one(restless: None) -> None:
    some = shards_of(get_config("cuda_backward", rows=2_000, seed=5), "train")[:6]
    assert len(some) == 6
    with ThreadPoolExecutor(len(some)) as threads:
        together = list(threads.map(read, some))
    assert together == [read(shard) for shard in some]
