"""Cycles are looked for after a row, and never by whom the caller has told not to."""

from __future__ import annotations

import gc
import weakref

import pytest

from generator.dataset.shard_rows import collected_after
from generator.synthesis.expansion.meanings import Meanings
from generator.synthesis.making import synthesize


class Cycle:
    """Holds itself."""

    def __init__(self) -> None:
        self.own = self


def test_a_cycle_made_inside_is_gone_after() -> None:
    with collected_after():
        assert not gc.isenabled()
        made = weakref.ref(Cycle())
        assert made() is not None
    assert made() is None
    assert gc.isenabled()


def test_an_error_turns_the_collector_on_again() -> None:
    with pytest.raises(ValueError, match="broken"), collected_after():
        raise ValueError("broken")
    assert gc.isenabled()


def test_a_collector_that_is_off_stays_off() -> None:
    gc.disable()
    try:
        with collected_after():
            made = weakref.ref(Cycle())
        assert made() is not None
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_a_computation_means_is_let_go_at_once() -> None:
    """Nothing but what other tests hold is left."""
    gc.collect()
    held = alive(Meanings)
    with collected_after():
        synthesize("nested", "0")
        assert alive(Meanings) <= held


def alive(kind: type) -> set[int]:
    """Identities of the objects of a kind."""
    return {id(each) for each in gc.get_objects() if type(each) is kind}
