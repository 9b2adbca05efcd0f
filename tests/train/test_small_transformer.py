"""The small transformer learns what follows what, sees no future, and measures every token once."""

from __future__ import annotations

import math

import pytest

torch = pytest.importorskip("torch")

from benchmarks.likeness.small_transformer import Size, SmallTransformer, trained  # noqa: E402 - it needs torch

WORDS = ("a", "b", "c", "d")
SMALL = Size(width=32, heads=2, layers=1, context=16, batch=8, steps=60, checks=2)


def test_what_it_was_trained_on_costs_little() -> None:
    cycle = [list("abcd" * 6)] * 4
    model = trained(cycle, cycle, WORDS, 0, SMALL)
    count = sum(len(each) + 1 for each in cycle)
    assert model.bits(cycle) / count < 1 < model.bits([list("dcba" * 6)] * 4) / count
    assert model.bits(cycle) == pytest.approx(trained(cycle, cycle, WORDS, 0, SMALL).bits(cycle), rel=1e-4)


def test_an_untrained_model_is_nearly_even() -> None:
    model = SmallTransformer(WORDS, SMALL)
    bits = model.bits([list("abcd" * 20)]) / 81
    assert bits == pytest.approx(math.log2(len(WORDS) + 3), abs=0.3)


def test_windows_measure_each_token_once() -> None:
    model = SmallTransformer(WORDS, SMALL)
    for length in (1, 14, 15, 16, 40, 41):
        windows = list(model._windows(list(range(length + 2))))
        measured = [int(number) for _, wanted in windows for number in wanted if number != -100]
        assert measured == list(range(1, length + 2))


def test_a_later_token_changes_nothing_before_it() -> None:
    model = SmallTransformer(WORDS, SMALL).eval()
    one, other = torch.tensor([[1, 3, 4, 5]]), torch.tensor([[1, 3, 4, 6]])
    assert torch.allclose(model(one)[:, :3], model(other)[:, :3], atol=1e-6)
