"""Cycles are looked for after a row, and never by whom the caller has told not to."""

from __future__ import annotations

import gc
import weakref

import pytest

from generator.dataset.shard_rows import collected_after


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
