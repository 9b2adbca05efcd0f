"""Config wild: Warp's own kernels, attributed, complete in themselves, and kept out of the synthetic rows."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import warp as wp

from generator.dataset import given_rows as given
from generator.dataset.configs import get_config
from generator.dataset.decontamination import HELD_OUT_FILE, WILD_FILE, real_fingerprints
from generator.dataset.fingerprint import fingerprint, structure
from generator.dataset.schema import columns_of
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import shards_of
from generator.dataset.splits import SPLITS, split_of, split_rows
from generator.dataset.stream import Drawing, Exhausted, stream
from generator.launch import Argument, Launch
from generator.lowering.user_kernels import wild
from generator.lowering.user_kernels.generics import instances
from generator.lowering.user_kernels.self_contained import extract
from generator.lowering.user_kernels.wild import (
    Failure,
    import_library,
    kernel_texts,
    lower_wild_kernel,
    runs_when_imported,
)
from generator.lowering.warp_backend import lower, program
from generator.synthesis import Candidate

SOME = 40


@pytest.fixture(scope="module")
def some_kernels() -> list[wp.Kernel]:
    """Every seventh: the whole library takes a minute."""
    return wild.wild_kernels()[::7][:SOME]


def test_most_of_the_library_is_imported_and_the_rest_has_a_reason() -> None:
    skipped = {item.module: item.reason for item in import_library()}
    assert all(skipped.values())
    assert all(name.startswith("warp.examples.") for name in skipped), "the library itself needs nothing"
    assert skipped["warp.examples.benchmarks.benchmark_launches"] == "runs when it is imported"
    found = Counter(wild.place_of(kernel)[1] for kernel in wild.wild_kernels())
    assert {"warp", "warp.examples", "warp.fem", "warp.optim", "warp.sparse"} <= found.keys()
    assert found.total() > 250


@pytest.mark.parametrize(
    ("source", "runs"),
    [
        ("import warp as wp\n\nwp.set_module_options({'a': 1})\nx = f()\n", False),
        ("def f():\n    g()\n\n\nif __name__ == '__main__':\n    f()\n", False),
        ("run()\n", True),
        ("for k in kernels:\n    wp.launch(k)\n", True),
        ("with wp.ScopedTimer('a'):\n    pass\n", True),
    ],
)
def test_a_module_that_runs_when_imported_is_known_by_its_text(source: str, runs: bool) -> None:
    assert runs_when_imported(source) is runs


def test_importing_the_library_launches_nothing() -> None:
    code = (
        "import warp as wp\n"
        "def launch(*a, **k): raise SystemExit('launched')\n"
        "wp.launch = wp.launch_tiled = launch\n"
        "from generator.lowering.user_kernels.wild import import_library\n"
        "import_library()\nprint('done')"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert done.stdout.endswith("done\n"), done.stdout + done.stderr


def test_kernels_are_found_that_another_example_replaced_in_their_warp_module_and_lowering_loses_none() -> None:
    shared = [kernel for kernel in wild.wild_kernels() if kernel.module.name == "dft_kernels"]
    places = {(wild.place_of(kernel)[0].rpartition("/")[2], kernel.func.__name__) for kernel in shared}
    files = ("example_fft_poisson_navier_stokes_2d.py", "example_navier_stokes_perturbation.py")
    assert places >= {(file, name) for file in files for name in ("fft_tiled", "ifft_tiled")}
    before = wild.wild_kernels()
    assert not any(isinstance(lower_wild_kernel(kernel), Failure) for kernel in shared)
    assert wild.wild_kernels() == before


def test_a_kernel_without_a_row_is_told_and_the_rows_asked_for_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = wild.wild_kernels()
    config = get_config("wild")
    assert all(2 * len(kernels) * share < 100 * split_rows(config.rows)[split] for split, share in SPLITS.items())
    refused = Failure("warp.examples", "warp/examples/a.py", 3, "a", "a: no")
    monkeypatch.setattr(given, "wild_kernels", lambda: kernels[:1])
    monkeypatch.setattr(given, "lower_wild_kernel", lambda *_: refused)
    with pytest.warns(RuntimeWarning, match=r"warp/examples/a.py:3 has no row: a: no"):
        assert not list(given.wild_rows(config, "train"))


def test_a_source_does_not_depend_on_what_was_lowered_before() -> None:
    text = """import warp as wp
from typing import Any

@wp.func
def twice(x: Any):
    return x + x

@wp.kernel
def k(x: wp.array(dtype=float)):
    x[wp.tid()] = twice(x[wp.tid()])
"""
    with program(text) as opened:
        first = extract(opened.kernel)
        lower(opened.kernel)
        assert extract(opened.kernel) == first and first.source.count("def twice") == 1


def test_rows_are_attributed_and_their_source_alone_gives_their_code(some_kernels: list[wp.Kernel]) -> None:
    complete = failed = 0
    for kernel in some_kernels:
        found = lower_wild_kernel(kernel)
        if isinstance(found, Failure):
            failed += 1
            assert found.reason and str(Path(wp.__file__).parent) not in found.reason
            continue
        for each in found:
            text = (Path(wp.__file__).parent.parent / each.file).read_text().splitlines()
            first = next(line for line in text[each.line - 1 :] if line.lstrip().startswith("def "))
            assert first.lstrip().startswith(f"def {each.name}(")
            assert (each.license, each.package.split(".")[0]) == ("Apache-2.0", "warp")
            ast.parse(each.python_source)
            assert bool(each.needs) is not each.self_contained
            if each.self_contained:
                complete += 1
                with program(each.python_source) as opened:
                    (again,) = instances(opened.kernel)
                    code = lower(again)
                assert (code.cuda_forward, code.cuda_backward) == (
                    each.code["cuda_forward"],
                    each.code["cuda_backward"],
                )
    assert failed <= 0.05 * len(some_kernels)
    assert complete >= 0.95 * (len(some_kernels) - failed)


def test_rows_of_the_config_have_its_columns_and_their_split() -> None:
    config = get_config("wild", rows=40)
    for split in SPLITS:
        (shard,) = shards_of(config, split)
        for row, _ in zip(rows_of(shard), range(3), strict=False):
            assert list(row) == [column.name for column in columns_of(config)]
            assert split_of(row["fingerprint"]) == split and row["fingerprint"] in real_fingerprints()
            assert row["file"].startswith("warp/") and row["license"] == "Apache-2.0" and row["category"] == "wild"


def test_kernels_are_read_from_files_that_cannot_be_imported_too() -> None:
    texts = list(kernel_texts())
    assert len(texts) > 350
    assert {fingerprint(text) for text in texts} <= real_fingerprints()
    files = (WILD_FILE, HELD_OUT_FILE)
    assert all(file.read_text().split() == sorted(set(file.read_text().split())) for file in files)
    assert real_fingerprints() == {word for file in files for word in file.read_text().split()}


def test_no_synthetic_row_has_the_fingerprint_of_a_real_kernel() -> None:
    real = next(text for text in kernel_texts() if text.count("\n") < 12)
    split = split_of(structure(real).fingerprint)

    def imitate(category: str, key: str, split: str) -> Candidate:
        return Candidate(real, "k", category, "Imitates.", Launch((Argument("x", "array", "float32"),), (1,)))

    drawing = Drawing(imitate)
    with pytest.raises(Exhausted):
        next(stream(0, "vector", split, 0, drawing))
    assert set(drawing.passed_over) == {"fingerprint of a real kernel"}


@pytest.mark.slow
def test_at_least_95_percent_of_the_library_is_lowered_and_its_rows_are_all_different() -> None:
    kernels = wild.wild_kernels()
    lowered = [lower_wild_kernel(kernel) for kernel in kernels]
    failures = [item for item in lowered if isinstance(item, Failure)]
    assert len(failures) <= 0.05 * len(kernels), failures
    config = get_config("wild")
    ids = Counter(row["id"] for split in SPLITS for shard in shards_of(config, split) for row in rows_of(shard))
    assert max(ids.values()) == 1 and ids.total() == sum(len(item) for item in lowered if not isinstance(item, Failure))


def test_importing_the_library_leaves_warps_settings_alone() -> None:
    before = {name: value for name, value in vars(wp.config).items() if not name.startswith("_")}
    sys.modules.pop("warp.examples.core.example_fdtd_3d", None)  # it switches adjoints off
    import_library.cache_clear()
    import_library()
    assert {name: getattr(wp.config, name) for name in before} == before
