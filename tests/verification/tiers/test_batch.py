"""Verification in worker processes: verdicts in place, whatever the code under test does."""

from __future__ import annotations

import multiprocessing
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from generator.lowering.warp_backend import lower, program
from generator.verification.tiers import steps
from generator.verification.tiers.batch import BATCH, _tasks, verify_all
from generator.verification.tiers.tiers import CHECKED_HERE, Item, verify
from generator.verification.tiers.worker import serve
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


def test_a_crash_leaves_what_was_compiled_compiled() -> None:
    crash = with_forward("polynomial", "_idx < dim.size;", "(*(volatile int*)0 = 1, _idx < dim.size);")
    verdicts = dict(verify_all([*sound(), crash], ("codegen", "compile", "execute"), processes=1))
    assert all(verdicts[place].passed == ("codegen", "compile", "execute") for place in range(3))
    assert verdicts[3].passed == ("codegen", "compile")
    assert verdicts[3].failed == {"execute": "crashed (SIGSEGV)"}
    assert "cuda_forward_ptx_sm_80" in verdicts[3].figures


def test_what_does_not_compile_is_not_run() -> None:
    broken = with_forward("polynomial", "wp::mul", "wp::multiply")
    verdicts = dict(verify_all([*sound(), broken], processes=1))
    assert [verdicts[place].sound for place in range(4)] == [True, True, True, False]
    assert verdicts[3].passed == ("codegen",)
    assert "multiply" in verdicts[3].failed["compile"]


def test_a_source_that_does_not_run_fails_where_its_texts_compile() -> None:
    sample = with_forward("polynomial", "_idx < dim.size;", "_idx < dim.size ;")
    (verdict,) = dict(
        verify_all([replace(sample, source="import warp as wp\nraise KeyError(1)\n")], processes=1)
    ).values()
    assert verdict.passed == ("compile",)
    assert verdict.failed == {"codegen": "KeyError: 1"}


def test_an_adjoint_of_warp_that_does_not_compile_is_no_fault_of_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "_warps_adjoint", lambda case: {"warps_adjoint": "void broken("})
    (verdict,) = verify([sound()[0]], ("codegen", "execute", "gradient", "device"))
    assert verdict.passed == ("codegen", "execute", "gradient") and not verdict.failed
    assert verdict.not_applicable == {"device": "Warp's own adjoint, the standard at ties, does not compile"}


@pytest.mark.parametrize(
    ("count", "sizes"), [(0, []), (30, [30]), (100, [50, 50]), (320, [160, 160]), (1100, [160] * 6 + [70, 70])]
)
def test_processes_get_even_shares(count: int, sizes: list[int]) -> None:
    (item, *_) = sound()
    tasks = list(_tasks(iter([item] * count), BATCH, 2, CHECKED_HERE))
    assert [len(task.entries) for task in tasks] == sizes
    assert [entry.place for task in tasks for entry in task.entries] == list(range(count))


def test_the_same_verdicts_as_in_this_process() -> None:
    items = sound()
    alone = verify(items, CHECKED_HERE)
    assert dict(verify_all(iter(items), CHECKED_HERE, processes=1, batch=2)) == dict(enumerate(alone))


def test_a_write_beyond_an_array_is_seen() -> None:
    item = with_forward("polynomial", "wp::array_store(var_y, var_0,", "wp::array_store(var_y, var_0 + 1,")
    (verdict,) = verify([item], ("codegen", "execute"))
    assert verdict.failed == {"execute": "writes beyond the end of y"}


def test_each_thread_gets_its_arguments_by_value() -> None:
    item = with_forward("polynomial", "_idx += ", "var_scale = 0.0f, var_x = var_y, _idx += ")
    (verdict,) = verify([item], ("codegen", "execute"))
    assert verdict.sound


@pytest.mark.parametrize("tiers", [("codegen",), ("codegen", "execute")])
def test_a_worker_ends_quietly_when_its_parent_was_killed(tiers: tuple[str, ...], tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    near, far = context.Pipe()
    worker = context.Process(target=serve, args=(far, str(tmp_path)))
    worker.start()
    far.close()
    near.send((sound(), tiers, {"backward": False}))
    near.close()  # what the kernel does for a killed process
    worker.join()
    assert worker.exitcode == 0


def test_headers_that_a_worker_keeps_go_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are 80 MB each, and it is killed: NVRTC itself removes nothing."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    verdicts = verify_all(sound(), ("codegen", "compile"), processes=1)
    next(verdicts)
    assert list(tmp_path.rglob("*.pch"))
    assert len(dict(verdicts)) == len(NAMES) - 1
    assert not list(tmp_path.iterdir())


def test_no_items_no_verdicts() -> None:
    assert list(verify_all([])) == []


def test_the_ptx_of_the_tier_compile_is_what_the_tier_device_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes from one call to the next with the items, and nothing is compiled again."""
    (first,) = verify([sound()[0]], ("compile",), backward=True, device_next=True)
    assert set(first.ptx) == {"cuda_forward", "cuda_backward"}
    assert {name for name in first.figures if "_ptx_" in name} == {f"{name}_ptx_sm_90" for name in first.ptx}
    monkeypatch.setattr("generator.verification.tiers.steps.ptx_batch", lambda texts, arch: ["no PTX"] * len(texts))
    (second,) = verify([replace(sound()[0], ptx=first.ptx)], ("codegen", "execute", "gradient", "device"))
    assert second.passed == ("codegen", "execute", "gradient", "device")
