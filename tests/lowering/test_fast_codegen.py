"""The fast path prints what stock Warp prints, to the byte, and keeps nothing that a program brought."""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Callable

import pytest
import warp as wp

from generator.lowering import fast_codegen, warp_backend
from generator.lowering.warp_backend import Lowered

from . import kernel_sources

SOURCES = dict(kernel_sources.sources())
Outcome = Lowered | tuple[type[Exception], str]


def lowered(source: str, **options: bool) -> Lowered:
    with warp_backend.program(source) as program:
        return warp_backend.lower(program.kernel, **options)


def outcome(source: str, **options: bool) -> Outcome:
    """The code, or Warp's refusal without the number that our programs carry."""
    try:
        return lowered(source, **options)
    except Exception as error:  # Warp raises many kinds
        return type(error), re.sub(r"program_\d+", "program", str(error))


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Outcome, Outcome]]:
    """Lowers a source with stock Warp and with the fast path."""

    def run(source: str, **options: bool) -> tuple[Outcome, Outcome]:
        monkeypatch.setenv(fast_codegen.SWITCH, "1")
        stock = outcome(source, **options)
        monkeypatch.delenv(fast_codegen.SWITCH)
        return stock, outcome(source, **options)

    return run


def chunks(text: str) -> set[str]:
    return {c.strip("\n") for c in re.sub(r"// <\w+>:", "// kernel.py:", text).split("\n\n") if c.strip()}


@pytest.mark.parametrize("name", SOURCES)
def test_text_is_that_of_stock_warp(name: str, both: Callable[..., tuple[Outcome, Outcome]]) -> None:
    stock, fast = both(SOURCES[name], cpu=True)
    assert fast == stock
    assert isinstance(stock, Lowered) or name in kernel_sources.REFUSED or name.startswith("minmax")


@pytest.mark.parametrize("options", [{"backward": False}, {"cuda": False, "cpu": True}, {"comments": False}], ids=str)
@pytest.mark.parametrize("name", kernel_sources.SPECIAL)
def test_every_option_prints_the_same(
    name: str, options: dict[str, bool], both: Callable[..., tuple[Outcome, Outcome]]
) -> None:
    stock, fast = both(SOURCES[name], **options)
    assert fast == stock


@pytest.mark.parametrize("target", ["cuda", "cpu"])
@pytest.mark.parametrize("name", kernel_sources.SPECIAL)
def test_columns_are_the_parts_of_the_file_that_warp_compiles(name: str, target: str) -> None:
    with warp_backend.program(SOURCES[name]) as program:
        columns = warp_backend.lower(program.kernel, cuda=target == "cuda", cpu=target == "cpu")
        whole = warp_backend.stock_module_text(program.kernel, target)
    parts = {
        "cuda": (columns.cuda_forward, columns.cuda_backward),
        "cpu": (columns.cpp_forward, columns.cpp_backward),
    }[target]
    header = warp_backend.module_header(target, whole)
    assert whole.startswith(header)
    assert chunks(whole[len(header) :]) == chunks(parts[0]) | chunks(parts[1])


def test_earlier_programs_leave_no_trace(fresh_seed: int) -> None:
    names = sorted(SOURCES)
    first = {n: outcome(SOURCES[n], cpu=True) for n in names}
    start = fresh_seed % len(names)
    for name in reversed(names[start:] + names[:start]):
        assert outcome(SOURCES[name], cpu=True) == first[name], name


def test_tiles_of_block_size_are_built_for_each_target() -> None:
    text = lowered(SOURCES["block_tile"], cpu=True)
    assert "256" in text.cuda_forward
    assert "256" not in text.cpp_forward


def test_warp_is_left_as_it_was() -> None:
    add = warp_backend.builtin_registry()["add"]
    before = [dict(vars(kind)) for kind in (wp.Kernel, type(add))]
    with warp_backend.program(SOURCES["functions"]) as program:
        warp_backend.lower(program.kernel, cpu=True)
        assert type(program.kernel.adj).__name__ == "Adjoint"
    assert [dict(vars(kind)) for kind in (wp.Kernel, type(add))] == before


def test_threads_lower_the_same_text() -> None:
    names = sorted(kernel_sources.SPECIAL)
    expected = {n: lowered(SOURCES[n], cpu=True) for n in names}
    wrong: list[str] = []

    def work(offset: int) -> None:
        wrong.extend(n for n in names[offset:] + names[:offset] if lowered(SOURCES[n], cpu=True) != expected[n])

    threads = [threading.Thread(target=work, args=(3 * k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_another_warp_version_lowers_with_stock_warp_and_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = lowered(SOURCES["functions"])
    monkeypatch.setattr(wp, "__version__", "1.20.3")
    with pytest.warns(UserWarning, match=r"1\.20\.3"):
        assert not fast_codegen.enabled()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert lowered(SOURCES["functions"]) == expected
