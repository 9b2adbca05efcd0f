"""Every code column compiles as it stands, behind Warp's module header."""

from __future__ import annotations

from collections import Counter

import pytest

from generator.dataset.configs import get_config
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import Shard
from generator.verification.tiers.compile_tier import check_compile, check_compile_cpu

ROWS = 55
Row = dict[str, str]


@pytest.fixture(scope="module")
def rows(request: pytest.FixtureRequest) -> list[Row]:
    import os

    config = get_config("cpu_cuda", seed=int(os.environ["WARP_CUDA_IR_SEED"]), rows=5_000)
    found = [row for row, _ in zip(rows_of(Shard(config, "train", 0)), range(ROWS), strict=False)]
    assert set(Counter(row["category"] for row in found).values()) == {ROWS // 11}
    return found


@pytest.mark.parametrize("column", ["cuda_forward", "cuda_backward"])
def test_nvrtc_compiles_the_cuda_columns(rows: list[Row], column: str) -> None:
    results = check_compile([row[column] for row in rows])
    assert {row["id"]: result.error for row, result in zip(rows, results, strict=True) if result.error} == {}


@pytest.mark.parametrize("column", ["cpp_forward", "cpp_backward"])
def test_clang_compiles_the_cpu_columns(rows: list[Row], column: str) -> None:
    results = check_compile_cpu([row[column] for row in rows])
    assert {row["id"]: result.error for row, result in zip(rows, results, strict=True) if result.error} == {}


def test_a_truncated_column_does_not_compile(rows: list[Row]) -> None:
    text = rows[0]["cuda_backward"]
    (result,) = check_compile([text[: len(text) // 2]])
    assert result.error
