"""The fast path prints what stock Warp prints, to the byte, and keeps nothing that a program brought."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import warp as wp

from generator.lowering import fast_codegen, warp_backend
from generator.lowering.fast_codegen import calls, printing
from generator.lowering.user_kernels.wild import wild_kernels
from generator.lowering.warp_backend import CodeTooLong, Lowered, array_accesses, longest_code, lower, program
from generator.synthesis import CATEGORIES, Rejected, synthesize
from tests.lowering.user_kernels import kernel_sources

SOURCES = dict(kernel_sources.sources())
Outcome = Lowered | tuple[type[Exception], str]


def lowered(source: str, **options: bool) -> Lowered:
    with warp_backend.program(source, printed_only=True) as program:
        return warp_backend.lower(program.kernel, **options)


def outcome(source: str, **options: bool) -> Outcome:
    """The code, or Warp's refusal without the number that our programs carry."""
    try:
        return lowered(source, **options)
    except Exception as error:  # Warp raises many kinds
        return type(error), re.sub(r"program_\d+", "program", str(error))


SHARED = """import warp as wp


@wp.func
def weigh(x: float):
    return x * x


@wp.kernel
def clamp_sum(x: wp.array(dtype=float), total: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(total, 0, weigh(x[i]))
"""


def test_functions_of_a_program_come_out_of_one_tree() -> None:
    """What they tell of lines is that of functions which Warp cut out of the text."""
    with program(SHARED, printed_only=True) as shared, program(SHARED) as own:
        assert shared.kernel.adj.source == SHARED != own.kernel.adj.source
        assert lower(shared.kernel) == lower(own.kernel)


def test_a_kernel_of_a_module_of_its_own_is_printed_without_that_module() -> None:
    """Warp would hash it when it is declared; with options of that module the text may differ, so it is kept."""
    source = SHARED.replace("@wp.kernel", '@wp.kernel(module="unique", grid_stride=False)')
    other = source.replace('unique"', 'unique", module_options={"fast_math": True}')
    with (
        program(source, printed_only=True) as shared,
        program(source) as own,
        program(other, printed_only=True) as kept,
    ):
        assert shared.kernel.module is shared.module
        assert own.kernel.module is not own.module and kept.kernel.module.options["fast_math"]
        assert lower(shared.kernel) == lower(own.kernel)


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


def synthesized(category: str, label: str, number: int) -> Iterator[str]:
    """Sources of a category, as many as ``number`` keys give."""
    for attempt in range(number):
        with suppress(Rejected):
            yield synthesize(category, f"{label}/{attempt}").source


@pytest.mark.parametrize("category", CATEGORIES)
def test_synthesized_kernels_are_lowered_as_stock_warp_does(
    category: str, fresh_seed: int, both: Callable[..., tuple[Outcome, Outcome]]
) -> None:
    for label, number in (("fast", 3), (str(fresh_seed), 2)):
        for source in synthesized(category, label, number):
            stock, fast = both(source, cpu=True)
            assert fast == stock, source


@pytest.mark.slow
@pytest.mark.parametrize("category", CATEGORIES)
def test_many_synthesized_kernels_are_lowered_as_stock_warp_does(
    category: str, fresh_seed: int, both: Callable[..., tuple[Outcome, Outcome]]
) -> None:
    for number, source in enumerate(synthesized(category, str(fresh_seed), 400)):
        stock, fast = both(source, cpu=number % 2 == 0, comments=number % 3 > 0)
        assert fast == stock, source


@pytest.mark.slow
def test_kernels_of_warps_own_library_are_lowered_as_stock_warp_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def code(kernel: wp.Kernel) -> Outcome:
        try:
            return warp_backend.lower(kernel, cpu=True)
        except Exception as error:  # Warp raises many kinds
            return type(error), str(error)

    found = [k for kernel in wild_kernels() for k in (kernel.overloads.values() if kernel.is_generic else [kernel])]
    assert len(found) > 150
    for kernel in found:
        monkeypatch.setenv(fast_codegen.SWITCH, "1")
        stock = code(kernel)
        monkeypatch.delenv(fast_codegen.SWITCH)
        assert code(kernel) == stock, kernel.key


def test_closed_programs_are_forgotten() -> None:
    def open_and_close(name: str) -> weakref.ref[Any]:
        with warp_backend.program(SOURCES["structs"].replace("Outer", name)) as program:
            warp_backend.lower(program.kernel, cpu=True)
            return weakref.ref(program.kernel)

    open_and_close("First")
    gc.collect()
    before = len(calls._plans), len(printing._ctypes), len(gc.get_objects())
    kernels = [open_and_close(f"Struct{number}") for number in range(30)]
    gc.collect()
    assert not [kernel for kernel in kernels if kernel() is not None]
    assert (len(calls._plans), len(printing._ctypes)) == before[:2]
    assert len(gc.get_objects()) - before[2] < 300


def test_the_table_of_plans_starts_anew_when_full(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = lowered(SOURCES["functions"], cpu=True)
    monkeypatch.setattr(calls, "_plans", {})
    monkeypatch.setattr(calls, "MAX_PLANS", 3)
    assert lowered(SOURCES["functions"], cpu=True) == expected
    assert len(calls._plans) <= 3


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


def test_lowering_starts_no_native_library(root: Path) -> None:
    program = """
import sys
from generator.lowering.warp_backend import lower, program
for source in sys.argv[1:]:
    with program(source) as opened:
        print(lower(opened.kernel).cuda_forward.count("tile_matmul"))
"""
    for name, multiplies in (("functions", False), ("tiles", True)):
        command = [sys.executable, "-c", program, SOURCES[name]]
        said = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
        assert "initialized" not in said
        assert (int(said.split()[-1]) > 0) is multiplies


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


def test_iterators_that_a_dynamic_loop_overwrites_are_numbered_in_the_order_of_the_text() -> None:
    names = ("delta", "alpha", "omega", "gamma", "kappa", "sigma")
    static = "".join(f"    for {name} in range(2):\n        x += {name}\n" for name in names)
    dynamic = "".join(f"        {name} = {name} + {place}\n" for place, name in enumerate(names, 10))
    used = " + ".join(names)
    text = lowered(
        "import warp as wp\n\n@wp.kernel\ndef kernel(n: int, out: wp.array(dtype=int)):\n    x = int(0)\n"
        f"{static}    while x < n:\n{dynamic}        x = x + {used}\n    out[0] = x + {used}\n"
    ).cuda_forward
    copies = re.findall(r"(var_\d+) = wp::copy\((var_\d+)\);", text.partition("start_while")[0])
    added = re.findall(r"= wp::add\((var_\d+), var_\d+\);", text.partition("start_while")[2])
    assert [copy for copy, _ in copies[-6:]] == added[:6]


def test_warp_is_stopped_where_a_column_becomes_too_long() -> None:
    """The bound counts statements alone: what is under it whole is built, and what is stopped is far from whole."""
    loops = "".join(f"{'    ' * n}for k{n} in range(16):\n" for n in range(1, 4))
    source = (
        f"import warp as wp\n@wp.kernel\ndef long(x: wp.array(dtype=float)):\n{loops}                x[k1] = x[k2]\n"
    )
    with program(source) as opened:
        whole = lower(opened.kernel, cpu=True)
        longest = max(map(len, (whole.cuda_forward, whole.cuda_backward, whole.cpp_forward, whole.cpp_backward)))
        with longest_code(longest):
            assert lower(opened.kernel, cpu=True) == whole
        with longest_code(longest // 10), pytest.raises(CodeTooLong) as stopped:
            lower(opened.kernel, cpu=True)
        assert stopped.value.reason == f"its code has more than {longest // 10:,} letters"
        assert sum(map(len, opened.kernel.adj.blocks[0].body_replay)) < longest // 5
        assert lower(opened.kernel, cpu=True) == whole
        with longest_code(len(whole.cuda_forward)):
            assert lower(opened.kernel, cpu=True, backward=False).cuda_forward == whole.cuda_forward


def recorded_accesses(kernel: wp.Kernel) -> dict[str, tuple[bool, bool]] | type[Exception]:
    try:
        return array_accesses(kernel)
    except ValueError as refused:  # its words depend on whether the native library was started
        return type(refused)


def test_the_same_array_accesses_are_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = [kernel for kernel in wild_kernels() if not kernel.is_generic][::8]
    assert fast_codegen.enabled() and len(kernels) > 20
    found = [recorded_accesses(kernel) for kernel in kernels]
    assert any(write for accesses in found if isinstance(accesses, dict) for _, write in accesses.values())
    monkeypatch.setenv(fast_codegen.SWITCH, "1")
    assert [recorded_accesses(kernel) for kernel in kernels] == found
