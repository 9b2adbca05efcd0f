"""Verification in worker processes: verdicts in place, whatever the code under test does."""

from __future__ import annotations

from dataclasses import replace

from generator.lowering.warp_backend import lower, program
from generator.verification.batch import verify_all
from generator.verification.tiers import CHECKED_HERE, Item, verify
from tests.verification.sample_kernels import SAMPLES

NAMES = ("polynomial", "atomics", "integers")


def sound() -> list[Item]:
    return [Item(*SAMPLES[name]) for name in NAMES]


def with_forward(name: str, old: str, new: str) -> Item:
    """A row whose code does not do what its source says."""
    source, launch = SAMPLES[name]
    with program(source) as opened:
        texts = lower(opened.kernel)
    changed = texts.cuda_forward.replace(old, new)
    assert changed != texts.cuda_forward
    return Item(source, launch, replace(texts, cuda_forward=changed))


def test_a_crash_and_an_endless_loop_fail_alone() -> None:
    crash = with_forward("polynomial", "_idx < dim.size;", "(*(volatile int*)0 = 1, _idx < dim.size);")
    endless = with_forward("atomics", "_idx += ", "_idx += 0 * ")
    items = [*sound(), crash, endless]
    verdicts = dict(verify_all(items, ("codegen", "execute"), processes=1, batch=4, patience=5.0))
    assert sorted(verdicts) == list(range(5))
    assert all(verdicts[place].passed == ("codegen", "execute") for place in range(3))
    assert verdicts[3].failed == {"execute": "crashed (SIGSEGV)"}
    assert verdicts[4].failed == {"execute": "did not end"}


def test_the_same_verdicts_as_in_this_process() -> None:
    items = sound()
    alone = verify(items, CHECKED_HERE)
    assert dict(verify_all(iter(items), processes=1, batch=2)) == dict(enumerate(alone))


def test_a_write_beyond_an_array_is_seen() -> None:
    item = with_forward("polynomial", "wp::array_store(var_y, var_0,", "wp::array_store(var_y, var_0 + 1,")
    (verdict,) = verify([item], ("codegen", "execute"))
    assert verdict.failed == {"execute": "writes beyond the end of y"}


def test_no_items_no_verdicts() -> None:
    assert list(verify_all([])) == []
