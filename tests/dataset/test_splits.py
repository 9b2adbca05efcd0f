"""Fingerprints and rows are divided 90 / 5 / 5."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.dataset.splits import SPLITS, split_of, split_rows


def test_the_shares_of_evenly_spread_fingerprints() -> None:
    found = Counter(split_of(f"{(2 * i + 1) * 2**64 // 20_000:016x}") for i in range(10_000))
    assert found == {"train": 9_000, "validation": 500, "test": 500}


@pytest.mark.parametrize(
    ("text", "split"), [("0" * 16, "train"), ("f" * 16, "test"), (f"{2**64 * 92 // 100:016x}", "validation")]
)
def test_the_ends(text: str, split: str) -> None:
    assert split_of(text) == split


def test_a_longer_text_is_not_a_fingerprint() -> None:
    with pytest.raises(ValueError, match="not a fingerprint"):
        split_of("f" * 17)


@given(st.integers(1, 10**7))
def test_every_row_belongs_to_a_split(rows: int) -> None:
    sizes = split_rows(rows)
    assert list(sizes) == list(SPLITS)
    assert sum(sizes.values()) == rows
    assert all(abs(size - rows * SPLITS[split] / 100) <= 1 for split, size in sizes.items())
