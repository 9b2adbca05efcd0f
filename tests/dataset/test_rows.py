"""What a row says of itself is so."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import datasets
import pyarrow as pa
import pytest
import warp as wp

from generator.dataset.configs import COLLECTED, get_config, load_configs
from generator.dataset.fingerprint import fingerprint
from generator.dataset.rows import make_rows
from generator.dataset.schema import ABOUT, CODE, FIGURES, features_of, schema_of
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import Shard, kernels_of
from generator.dataset.stream import Drawn
from generator.launch import Launch
from generator.lowering.warp_backend import builtin_registry, program


@pytest.fixture(scope="module")
def kernels() -> list[Drawn]:
    return list(kernels_of(Shard(get_config("cuda_backward", seed=5, rows=1_000), "train", 0)))[:55]


@pytest.mark.parametrize("name", sorted(name for name, config in load_configs().items() if config.source != COLLECTED))
def test_rows_have_the_schema_of_their_config(name: str) -> None:
    config = get_config(name, rows=3)
    rows = list(rows_of(Shard(config, "train", 0)))
    table = pa.Table.from_pylist(rows, schema=schema_of(config))
    unmeasured = {column.name for column in FIGURES}
    assert table.to_pylist() == rows and not any(table[c].null_count for c in table.column_names if c not in unmeasured)
    assert list(rows[0]) == table.column_names
    assert datasets.Dataset(table).features == features_of(config)


def test_a_row_describes_its_kernel(kernels: list[Drawn]) -> None:
    for drawn, row in zip(kernels, make_rows(kernels, ("cuda_forward",)), strict=True):
        with program(row["python_source"]) as opened:
            kernel = opened.kernel
            assert row["kernel_name"] == kernel.func.__name__
            assert [a["name"] for a in row["arguments"]] == [a.label for a in kernel.adj.args]
        assert row["fingerprint"] == fingerprint(row["python_source"])
        assert row["line_count"] == len(row["python_source"].splitlines())
        assert row["character_count"] == len(row["python_source"])
        assert Launch.from_json(row["launch"]) == drawn.candidate.launch
        assert row["launch_dim"] == list(drawn.candidate.launch.dim)
        assert row["warp_version"] == wp.__version__
        assert set(row["builtins"]) <= builtin_registry().keys() and "array" not in row["builtins"]
        assert all(f"wp.{name}" in row["python_source"] for name in row["builtins"])
        assert row["dtypes"] == sorted(set(row["dtypes"])) and row["dtypes"]


def test_argument_types_read_like_their_annotations(kernels: list[Drawn]) -> None:
    types = {argument["type"] for row in make_rows(kernels, ()) for argument in row["arguments"]}
    assert "array(dtype=float32)" in types and "float32" in types
    assert not any(name.startswith(("wp.", "array1d")) for name in types)


def test_the_forward_text_is_the_same_with_and_without_the_adjoint(kernels: list[Drawn]) -> None:
    alone = [row["cuda_forward"] for row in make_rows(kernels, ("cuda_forward",))]
    every = ("cuda_forward", "cuda_backward", "cpp_forward", "cpp_backward")
    together = [row["cuda_forward"] for row in make_rows(kernels, every)]
    assert alone == together


def test_a_row_does_not_depend_on_what_was_made_before(kernels: list[Drawn]) -> None:
    every = ("cuda_forward", "cuda_backward", "cpp_forward", "cpp_backward")
    forwards = list(make_rows(kernels, every))
    backwards = list(make_rows(kernels[::-1], every))
    assert forwards == backwards[::-1]


def test_code_says_nothing_of_the_machine_that_made_it(kernels: list[Drawn]) -> None:
    """Some of Warp's own functions are Python, and Warp names their file above them."""
    source = (
        "import warp as wp\n\n\n@wp.kernel\ndef k(a: wp.array(dtype=wp.vec3), b: wp.array(dtype=float)):\n"
        "    i = wp.tid()\n    b[i] = wp.norm_huber(a[i], 0.5)\n"
    )
    borrowed = dataclasses.replace(kernels[0].candidate, source=source)
    (row,) = make_rows([dataclasses.replace(kernels[0], candidate=borrowed)], ("cuda_backward", "cpp_forward"))
    assert "// warp/_src/math.py:" in row["cuda_backward"]
    assert str(Path(wp.__file__).parent.parent) not in row["cuda_backward"] + row["cpp_forward"]


def test_a_kernel_that_cannot_be_lowered_is_an_error_with_its_id(kernels: list[Drawn]) -> None:
    broken = dataclasses.replace(
        kernels[0].candidate, source=kernels[0].candidate.source.replace("wp.tid()", "wp.tad()")
    )
    with pytest.raises(Exception) as caught:
        list(make_rows([dataclasses.replace(kernels[0], candidate=broken)], ("cuda_forward",)))
    assert caught.value.__notes__ == [f"while generating the code of row {kernels[0].key.id}"]


def test_every_column_has_a_meaning_and_a_name_of_its_own() -> None:
    names = [column.name for column in (*CODE, *ABOUT)]
    assert len(set(names)) == len(names)
    assert all(column.meaning and not column.meaning.endswith(".") for column in (*CODE, *ABOUT))
