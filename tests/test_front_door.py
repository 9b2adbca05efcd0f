"""Loading by name, on each generation of `datasets`: this file also runs by itself with 3.6.0."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import datasets
import pyarrow as pa
import pytest
from datasets.distributed import split_dataset_by_node

import warp_cuda_ir
from generator.dataset import shards, stream
from warp_cuda_ir import load_dataset

SCRIPT = "warp_cuda_ir.py"
CONFIGS = ("chat", "cpu", "cpu_cuda", "cuda_backward", "cuda_forward", "extended", "sft")
NATIVE = datasets.__version__.startswith("3.")
Load = Callable[..., Any]


def native(path: str, *args: Any, **options: Any) -> Any:
    return datasets.load_dataset(path, *args, trust_remote_code=True, **options)


@pytest.fixture(params=["drop-in", *(["native"] if NATIVE else [])])
def load(
    request: pytest.FixtureRequest, tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Any]:
    """`load_dataset` with a cache of this test, from the top of the checkout."""
    monkeypatch.chdir(root)
    function = load_dataset if request.param == "drop-in" else native
    return lambda *args, **options: function(f"./{SCRIPT}", *args, cache_dir=str(tmp_path), **options)


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A split has several shards with few rows, too."""
    monkeypatch.setattr(shards, "SHARD_ROWS", 20)


def digest(rows: Iterable[dict[str, Any]]) -> str:
    return hashlib.sha256("\n".join(json.dumps(row, sort_keys=True) for row in rows).encode()).hexdigest()


def run_python(code: str, folder: Path, **environment: str) -> str:
    """Standard output of a fresh interpreter."""
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=os.environ | environment, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


def test_a_dataset_dict_with_exactly_the_rows_asked_for(load: Load) -> None:
    found = load("cuda_backward", rows=44)
    assert isinstance(found, datasets.DatasetDict)
    assert {split: part.num_rows for split, part in found.items()} == {"train": 40, "validation": 2, "test": 2}
    assert set(Counter(found["train"]["category"]).values()) == {3, 4}
    row = found["test"][0]
    assert "@wp.kernel" in row["python_source"]
    assert 'extern "C" __global__' in row["cuda_forward"] and "_cuda_kernel_backward(" in row["cuda_backward"]
    assert "_idx < dim.size" in row["cuda_forward"], "grid-stride loop"


@pytest.mark.parametrize("config", CONFIGS)
def test_every_config_streams_rows_of_its_features(load: Load, config: str) -> None:
    stream = load(config, streaming=True)["validation"]
    (row,) = stream.take(1)
    assert list(row) == list(stream.features)


def test_the_same_bytes_whatever_the_way(load: Load, small_shards: None, fresh_seed: int) -> None:
    options = {"rows": 24, "seed": fresh_seed, "categories": ["vector", "math"]}
    plain = load("cuda_backward", **options, split="train")
    expected = digest(plain)
    two = load("cuda_backward", **options, split="train", num_proc=2, download_mode="force_redownload")
    assert digest(two) == expected
    assert digest(load("cuda_backward", **options, streaming=True)["train"]) == expected
    other = load("cuda_backward", **options | {"seed": fresh_seed + 1}, split="train")
    assert not set(plain["python_source"]) & set(other["python_source"])


def test_the_same_bytes_in_a_fresh_process_with_another_hash_seed(root: Path, fresh_seed: int) -> None:
    code = (
        "import hashlib, json, warp as wp; wp.config.log_level = wp.LOG_ERROR\n"
        "from warp_cuda_ir import load_dataset\n"
        f"rows = load_dataset('{SCRIPT}', 'cpu_cuda', streaming=True, split='train', seed={fresh_seed}).take(22)\n"
        "text = '\\n'.join(json.dumps(row, sort_keys=True) for row in rows)\n"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    here = digest(load_dataset(SCRIPT, "cpu_cuda", streaming=True, split="train", seed=fresh_seed).take(22))
    found = {run_python(code, root, PYTHONHASHSEED=seed, PYTHONPATH=str(root)) for seed in ("1", "2")}
    assert found == {here}


def test_a_stream_makes_nothing_that_is_not_read(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    real = stream.draw
    monkeypatch.setattr(stream, "draw", lambda key, make: (drawn.append(key.split), real(key, make))[1])
    found = load("cuda_forward", streaming=True, rows=100_000)
    assert drawn == []
    list(found["train"].take(5))
    assert 5 <= len(drawn) < 50 and set(drawn) == {"train"}


def test_tables_of_a_stream_have_the_types_of_its_features(load: Load) -> None:
    """So `to_parquet` can join them, though a row has empty lists and values that only `produce` knows."""
    part = load("cuda_backward", rows=44, split="train", streaming=True)
    tables = list(part.with_format("arrow").iter(10))
    assert {table.schema for table in tables} == {part.features.arrow_schema}
    assert pa.concat_tables(tables).to_pylist() == list(load("cuda_backward", rows=44, split="train"))


def test_shards_divide_a_stream_between_workers(load: Load, small_shards: None) -> None:
    stream = load("cuda_forward", streaming=True, rows=66, split="train", categories=["arithmetic", "math"])
    ids = [row["id"] for row in stream]
    count = stream.num_shards if hasattr(stream, "num_shards") else stream.n_shards
    assert count == 4
    parts = [[row["id"] for row in stream.shard(num_shards=2, index=index)] for index in range(2)]
    assert sorted(parts[0] + parts[1]) == sorted(ids) and parts[0] and parts[1]
    nodes = [[row["id"] for row in split_dataset_by_node(stream, rank=rank, world_size=4)] for rank in range(4)]
    assert sorted(row_id for node in nodes for row_id in node) == sorted(ids)
    assert {len(node) for node in nodes} == {15}


def test_a_stream_resumes_where_it_stopped(load: Load, small_shards: None) -> None:
    options = {"streaming": True, "rows": 66, "split": "train", "categories": "math"}
    stream = load("cuda_forward", **options)
    rows = iter(stream)
    head = [row["id"] for row in islice(rows, 23)]
    state = json.loads(json.dumps(stream.state_dict()))
    again = load("cuda_forward", **options)
    again.load_state_dict(state)
    assert head + [row["id"] for row in again] == [row["id"] for row in stream]


def test_splits_and_slices(load: Load) -> None:
    assert load("cpu", rows=44, split="train[:10]").num_rows == 10
    assert load("cpu", rows=44, split="validation+test").num_rows == 4
    assert load("cpu", rows=44, split="train[50%:60%](closest)+test").num_rows == 4 + 2
    assert load("cpu", rows=122, split="train[:50%](pct1_dropremainder)").num_rows == 50
    assert [part.num_rows for part in load("cpu", rows=44, split=["train", "test"])] == [40, 2]


@pytest.mark.parametrize("rows", [1, 3, 9])
def test_so_few_rows_that_a_split_has_none(load: Load, rows: int) -> None:
    assert {split: len(some) for split, some in load("cuda_forward", rows=rows).items()} == {"train": rows}
    assert list(load("cuda_forward", rows=rows, streaming=True)) == ["train"]


def test_comments_are_kept_or_stripped(load: Load) -> None:
    (kept,) = load("cuda_backward", streaming=True, split="train").take(1)
    (stripped,) = load("cuda_backward", streaming=True, split="train", comments=False).take(1)
    python_lines = [line for line in kept["cuda_forward"].splitlines() if "<L " in line]
    assert python_lines and "<L " not in stripped["cuda_forward"] + stripped["cuda_backward"]
    assert kept["id"] == stripped["id"]
    code = [line for line in kept["cuda_forward"].splitlines() if line not in python_lines]
    assert code == stripped["cuda_forward"].splitlines()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"name": "cuda_backwards"},
            r"unknown config 'cuda_backwards', did you mean 'cuda_backward'\? Allowed: chat, ",
        ),
        ({"name": "cpu", "rows": 0}, r"^rows must be a whole number of at least 1, not 0$"),
        ({"name": "cpu", "rows": 2.5}, r"^rows must be a whole number"),
        ({"name": "cpu", "seed": -1}, r"^seed must be a whole number of at least 0"),
        ({"name": "cpu", "comments": "no"}, r"^comments must be True or False"),
        (
            {"name": "cpu", "categories": ["vectr"]},
            r"unknown category 'vectr', did you mean 'vector'\? Allowed: .*nested",
        ),
        ({"name": "cpu", "categories": [["vector"]]}, r"^unknown category .*, did you mean 'vector'\? Allowed: "),
        (
            {"name": "cpu", "categories": b"vector"},
            r"^categories must be a name or a list of names, not b'vector'\. ",
        ),
        (
            {"name": "cpu", "features": {"loop": 1}},
            r"^features must be a name or a list of names, not {'loop': 1}\. ",
        ),
        (
            {"name": "cpu", "features": {"id": datasets.Value("string")}},
            r"^features must be a name or a list of names, not {'id': Value",
        ),
        ({"name": "cpu", "categories": []}, r"^categories must name at least one of: arithmetic, "),
        ({"name": "cpu", "row": 5}, r"unknown option 'row', did you mean 'rows'\? Allowed: rows, seed"),
        ({}, r"Config name is missing"),
        ({"rows": 100}, r"^rows of which config\? Name one of: chat, "),
        (
            {"name": "wild", "seed": 3},
            r"^wild has neither seed, categories, .* nor curriculum: its kernels are Warp's own$",
        ),
        ({"name": "wild", "difficulty": 3}, r"^wild has neither seed, categories, difficulty"),
        ({"name": "wild", "features": "loop"}, r"^wild has neither seed, categories, difficulty"),
        ({"name": "wild", "curriculum": True}, r"^wild has neither seed, categories, difficulty"),
        ({"name": "cpu", "difficulty": "6-3"}, r"^difficulty must be a number from 1 to 10, or a range .* not '6-3'$"),
        ({"name": "cpu", "features": ["!lop"]}, r"^unknown feature 'lop', did you mean 'loop'\? Allowed: atomic, "),
        ({"name": "cpu", "curriculum": 1}, r"^curriculum must be True or False, not 1$"),
        ({"difficulty": 3}, r"^difficulty of which config\? Name one of: chat, "),
        ({"name": "wild", "categories": "vector"}, r"^wild has neither seed, categories"),
    ],
)
def test_a_wrong_option_gets_one_line_that_helps(load: Load, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load(**options, streaming=True)


FEW = {"rows": 9, "seed": 5, "categories": ["loop", "atomic"], "split": "train"}
"""So few that all are train: a row of a small split takes twenty draws."""


def test_filters_and_curriculum_choose_and_order_the_rows(load: Load) -> None:
    asked = FEW | {"difficulty": "2-4", "features": ["branch", "!random"], "curriculum": True}
    found = load("cuda_forward", **asked)
    assert len(found) == 9 and set(found["difficulty"]) <= {2, 3, 4}
    assert all("branch" in has and "random" not in has for has in found["features"])
    assert {found["category"].count(name) for name in ("loop", "atomic")} == {4, 5}
    places = list(zip(found["difficulty"], found["id"], strict=True))
    assert places == sorted(places)
    assert list(load("cuda_forward", **asked, streaming=True)) == found.to_list()


def test_each_filter_has_a_cache_of_its_own_and_one_however_it_is_written(load: Load) -> None:
    def cache(**options: Any) -> str:
        (file,) = load("cuda_forward", **FEW | options).cache_files
        return str(file["filename"])

    one = {"difficulty": "3-6", "features": ["atomic"]}
    others = [{}, {"difficulty": "3-7"}, {"features": "atomic"}, {"curriculum": True}, one | {"curriculum": True}]
    assert len({cache(**options) for options in (one, *others)}) == 1 + len(others)
    assert cache(difficulty=(3, 6), features="atomic") == cache(**one)
    assert cache(curriculum=False, comments=True, difficulty="1-10", features=None) == cache(features=[]) == cache()
    assert cache(categories=["atomic", "loop"]) == cache(categories=map(str, ["loop", "atomic"])) == cache()


def test_a_schema_is_still_what_features_says_to_datasets(load: Load) -> None:
    whole = load("cuda_forward", **FEW)
    schema = whole.features.copy()
    schema["line_count"] = datasets.Value("int32")
    found = load("cuda_forward", **FEW, features=schema)
    assert found.features == schema and found["id"] == whole["id"]


def test_a_filter_that_leaves_nothing_is_one_line(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MOST_FILTERED", 20)
    asked = {"rows": 300, "categories": "loop", "difficulty": 10}
    line = r"^category 'loop' has no kernel for train .*: of 20 draws difficulty 10 in 0; relax difficulty 10, or leave"
    for how in ({}, {"num_proc": 2}, {"streaming": True}):
        with pytest.raises(stream.Exhausted, match=line):
            list(load("cuda_forward", **asked, **how)["train"])


UNREADABLE = ("train[a:b]", "train[5", "train[::2]", "train[:2.5%]", "train,test", "train+", " train", "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"split": "tran"}, r"unknown split 'tran', did you mean 'train'\? Allowed: train, validation, test, all"),
        ({"split": "tran[:5%](closest)"}, r"unknown split 'tran', did you mean 'train'\? Allowed: train, "),
        ({"split": "train(closest)"}, r"^split 'train\(closest\)': .* rounding if not using percent slicing; write it"),
        *(
            ({"split": text}, r"^split .*: Unrecognized .*; write it as 'train', 'train\[10:20\]', ")
            for text in UNREADABLE
        ),
        ({"split": "train[:200%]"}, r"^split 'train\[:200%\]': Percent slice boundaries must be"),
        ({"split": "test[:5%](foo)"}, r"^split 'test\[:5%\]\(foo\)': rounding must be either closest or"),
        ({"split": "test", "rows": 9}, r"^unknown split 'test'\. Allowed: train, all$"),
        ({"split": ["train", "tset"]}, r"^unknown split 'tset', did you mean 'test'\?"),
        ({"split": {"a": "train[:0]"}}, r"^split 'train\[:0\]' holds no row: ask for a slice"),
        ({"split": "train[40%:20%]"}, r"^split 'train\[40%:20%\]' holds no row: "),
        (
            {"split": datasets.ReadInstruction("tran", to=3, unit="abs")},
            r"^unknown split 'tran', did you mean 'train'\?",
        ),
        ({"split": datasets.ReadInstruction("train", to=3), "streaming": True}, r"^a stream has no slices: "),
        ({"split": "train[:5]", "streaming": True}, r"a stream has no slices: .*\.take\(\)"),
        ({"split": "train[:5%](closest)", "streaming": True}, r"a stream has no slices: .*split='train'"),
        ({"data_files": "rows.csv"}, r"^data_files has no meaning for warp_cuda_ir.py$"),
        ({"streaming": True, "num_proc": 2}, r"^num_proc has no meaning for warp_cuda_ir.py with streaming=True$"),
        *(({"num_proc": n}, r"^num_proc must be a whole number of at least 1, not ") for n in ("2", 1.5, True, 0)),
    ],
)
def test_the_drop_in_refuses_what_has_no_meaning(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], message: str
) -> None:
    monkeypatch.setattr(stream, "draw", lambda *_: pytest.fail("a row was drawn"))
    with pytest.raises(ValueError, match=message):
        load_dataset(SCRIPT, "cpu", **options)


def test_other_paths_are_passed_on_untouched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rows.csv").write_text("a,b\n1,x\n2,y\n")
    found = load_dataset("csv", data_files=str(tmp_path / "rows.csv"), split="train", cache_dir=str(tmp_path / "cache"))
    assert found["b"][:] == ["x", "y"]
    seen: list[Any] = []
    monkeypatch.setattr(datasets, "load_dataset", lambda *args, **options: seen.append((args, options)))
    load_dataset("someone/warp_cuda_ir", "cuda_backward", split="test", rows=3)
    (tmp_path / "warp_cuda_ir").mkdir()
    monkeypatch.chdir(tmp_path)
    load_dataset("warp_cuda_ir", streaming=True)
    assert seen == [
        (("someone/warp_cuda_ir", "cuda_backward"), {"split": "test", "rows": 3}),
        (("warp_cuda_ir",), {"streaming": True}),
    ]


def test_another_version_of_the_script_is_named_as_that(tmp_path: Path, root: Path) -> None:
    (tmp_path / SCRIPT).write_text((root / SCRIPT).read_text() + "# another\n")
    with pytest.raises(ImportError, match=rf"/{SCRIPT} is another version than .*/{SCRIPT}, which was imported: load"):
        load_dataset(str(tmp_path / SCRIPT), "cpu")


def test_a_script_that_is_not_there_is_named_as_that(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=rf"there is no file .*/{SCRIPT}; '{SCRIPT}' alone is the script"):
        load_dataset(str(tmp_path / SCRIPT), "cuda_backward")


def test_the_drop_in_has_the_signature_of_the_original() -> None:
    assert inspect.signature(load_dataset) == inspect.signature(datasets.load_dataset)


@pytest.fixture
def checkout(tmp_path: Path, root: Path) -> Path:
    """A copy of what loading needs, to change."""
    folder = tmp_path / "checkout"
    for name in ("generator", "configs"):
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / SCRIPT, folder)
    return folder


LOAD_ONE = (
    "import warp as wp; wp.config.log_level = wp.LOG_ERROR\n"
    "from warp_cuda_ir import load_dataset\n"
    "found = load_dataset('./warp_cuda_ir.py', 'cpu', rows=20, cache_dir='cache', split='train')\n"
    "print(found[0]['description'], '|', *found.column_names)"
)


@pytest.mark.parametrize(
    ("file", "old", "new", "proof"),
    [
        ("generator/dataset/rows.py", '"description": candidate.description', '"description": "changed"', "changed |"),
        ("configs/cpu.yaml", "[cpp_forward, cpp_backward]", "[cpp_forward]", "python_source cpp_forward description"),
    ],
)
def test_a_changed_file_never_returns_old_rows(checkout: Path, file: str, old: str, new: str, proof: str) -> None:
    before = run_python(LOAD_ONE, checkout, PYTHONPATH=str(checkout))
    text = (checkout / file).read_text()
    assert old in text and proof not in before
    (checkout / file).write_text(text.replace(old, new))
    assert proof in run_python(LOAD_ONE, checkout, PYTHONPATH=str(checkout))


def test_a_script_without_its_package_says_what_to_do(tmp_path: Path, root: Path) -> None:
    shutil.copy(root / SCRIPT, tmp_path)
    code = (
        "import sys, importlib.util\n"
        f"sys.path = [p for p in sys.path if p != {str(root)!r}]\n"
        "sys.meta_path = [f for f in sys.meta_path if 'editable' not in repr(f).lower()]\n"
        "import warp_cuda_ir\n"
        "try:\n    warp_cuda_ir.load_dataset('./warp_cuda_ir.py', 'cpu', split='train', num_proc=2)\n"
        "except ImportError as error:\n    print(error)"
    )
    message = run_python(code, tmp_path, PYTHONPATH="")
    assert message == "cannot import generator, which warp_cuda_ir.py needs: load it from a whole checkout or wheel"


def test_the_native_script_finds_its_package_from_any_folder(checkout: Path, tmp_path: Path) -> None:
    """With ``datasets`` 3.6; later ones refuse every script, and say so."""
    if not NATIVE:
        with pytest.raises(RuntimeError, match="Dataset scripts are no longer supported"):
            datasets.load_dataset(str(checkout / SCRIPT), "cpu")
        return
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    code = (
        "import datasets, warp as wp; wp.config.log_level = wp.LOG_ERROR\n"
        "found = datasets.load_dataset('../checkout/warp_cuda_ir.py', 'cpu', rows=20, cache_dir='cache',"
        " trust_remote_code=True, split='test')\n"
        "import generator; print(found.num_rows, generator.__file__)"
    )
    found = run_python(code, elsewhere, PYTHONPATH="", HF_MODULES_CACHE=str(tmp_path / "modules"))
    assert found == f"1 {checkout / 'generator' / '__init__.py'}"


def test_the_script_is_the_module() -> None:
    assert Path(warp_cuda_ir.__file__).name == SCRIPT
    assert warp_cuda_ir.WarpCudaIr.BUILDER_CONFIGS[0].name == CONFIGS[0]
