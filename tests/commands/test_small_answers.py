"""What commands make of small things: bounds of options, figures in words, names of files and kernels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from rich.console import Console

from generator.commands import collect, produce, validate
from generator.commands.collect import CAUSES_SHOWN
from generator.commands.device_launch.answer import Output, launched_of, plain
from generator.commands.device_launch.argument_text import MOST_BYTES, argument_of
from generator.commands.device_launch.file_launch import MOST_THREADS, entry_of, launched
from generator.commands.device_launch.show import ELEMENTS, counts, evidence, first_elements, where
from generator.commands.device_launch.struct_text import array_files, struct_of
from generator.commands.lower import file_name
from generator.commands.stats import middle
from generator.commands.stats import summary as figures
from generator.commands.validate import SHOWN
from generator.commands.validate import summary as told
from generator.emulation import Counts, Finding, Run, Thread
from generator.production.validating.findings import Validation
from generator.production.validating.row_runs import RUN
from generator.production.validating.sampling import Sample


@pytest.mark.parametrize(
    ("histogram", "text"),
    [
        ({"3": 1}, "3 / 3 / 3"),
        ({"10": 1, "9": 1}, "9 / 9 / 10"),
        ({"1": 1, "2": 1, "30": 1}, "1 / 2 / 30"),
        ({"1": 5, "2": 1, "30": 4}, "1 / 1 / 30"),
        ({"1": 4, "2": 1, "30": 5}, "1 / 2 / 30"),
        ({}, "-"),
    ],
)
def test_the_middle_of_a_histogram(histogram: dict[str, int], text: str) -> None:
    assert middle(histogram) == text


def test_figures_of_a_build_in_words() -> None:
    near = {"rows": 4, "at_0.8": 1, "at_0.9": 0}
    found: dict[str, Any] = {
        **{"rows": 1_000, "exact_unique": 1_000, "alpha_unique": 999, "skeleton_unique": 500, "compression_ratio": 3.5},
        **{"skeletons_in_train": {"test": 2}, "splits": {"train": 996, "test": 4}, "builtins": ["sin"], "dtypes": []},
        "near_duplicates": {"train": near | {"at_0.8": 0}, "test": near},
    }
    assert figures(found) == [
        "rows: 1,000 (train 996, test 4)",
        "unique: exact 100.00%, alpha 99.90%, skeleton 50.00%",
        "compression ratio: 3.5",
        "skeletons in train as well: test 2",
        "Warp built-ins: 1, types: 0",
        "near-duplicates of train in train (5-gram Jaccard): 0.00% at 0.8, 0.00% at 0.9",
        "near-duplicates of test in train (5-gram Jaccard): 25.00% at 0.8, 0.00% at 0.9",
    ]


def test_a_validation_in_words() -> None:
    result = Validation(tiers=("codegen", "compile"), remade=1_234)
    result.not_remade["why"] += 2
    result.not_compared["what"] += 3
    needs = "compile: no row here has a launch and came out the same when made again, which they need"
    lines = ["made again from their keys: 1,234 rows", "not made again, and not run: 2 rows (why)"]
    assert told(result) == [*lines, "not compared in 3 rows: what", needs]
    result.checked[RUN] += 1
    assert told(result)[1:] == ["not made again, and run as they stand, see above: 2 rows (why)", *told(result)[2:]]
    assert needs not in told(result)
    asked, default = Sample(frozenset("ab"), 9), Sample(frozenset("ab"), 9, by_default=True)
    assert [told(Validation(sample=each))[0].partition(", ")[2][:14] for each in (asked, default)] == [
        "",
        "of 2 of 9 kern",
    ]


@pytest.mark.parametrize(("count", "more"), [(SHOWN, ""), (SHOWN + 1, "and 1 more")])
def test_so_many_findings_are_shown(count: int, more: str, capsys: pytest.CaptureFixture[str]) -> None:
    result = Validation()
    for number in range(count):
        result.found("id", f"row{number}", "why")
    validate.show(result, Console(width=80))
    shown = capsys.readouterr().out
    assert f"row{SHOWN - 1}" in shown and f"row{SHOWN} " not in shown and shown.splitlines()[-1].startswith(more)


def test_a_build_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    failed = [
        {"id": f"k{number}", "tier": "compile", "why": "no\nmore"} for number in range(produce.FAILURES_SHOWN + 2)
    ]
    entries = [{"path": "stats.json", "rows": 0, "bytes": 5}]
    entries += [{"path": name, "config": "cpu", "rows": 2_000, "bytes": 10} for name in "ab"]
    manifest = {"files": entries, "recipe": {"configs": ["cpu"]}, "rejected": {"compile": 1_000}, "failed": failed}
    produce._summary(manifest, Path("out"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["out/cpu: 4,000 rows, 20 bytes", "rejected: compile 1,000", "k0 failed compile: no"]
    assert lines[-1] == "and 2 more rows that failed a tier: see out/manifest.json" and len(lines) == 8


KIND = next(iter(collect.KINDS))


def test_causes_of_a_collection_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    causes = {f"cause {number}": 9 - number for number in range(CAUSES_SHOWN + 2)}
    kinds = {kind: [] for kind in collect.KINDS} | {KIND: ["a"]}
    counted = dict.fromkeys(("found", "recorded", "lowered", "rows", "self_contained"), 1)
    one = {"package": "p", "version": "1", "tiers": {}, "causes": {KIND: causes}, **counted, **kinds}
    collect._show({"projects": [one, one | {"causes": {}}]}, {"files": [{"bytes": 7}], "private": True}, Path("out"))
    text = capsys.readouterr().out
    assert "9 cause 0; 8 cause 1" in text and "cause 4, and 2 more causes" in text and "cause 5" not in text
    assert "out: 2 rows, 7 bytes; " in text and "│ all" in text and "the manifest says private" in text


@pytest.mark.parametrize(
    ("label", "column", "name"),
    [
        ("scale", "cuda_forward", "scale.forward.cu"),
        ("Fill.scale", "cpp_backward", "Fill.scale.backward.cpp"),
        ("scale", "ptx_forward_sm90", "scale.forward.sm90.ptx"),
        ("scale[vec3, <locals>]", "makefile", "scale_vec3___locals__.mk"),
    ],
)
def test_names_of_files(label: str, column: str, name: str) -> None:
    assert file_name(label, column) == name


def ptx(*names: str) -> str:
    return ".version 8.0\n.target sm_90\n.address_size 64\n" + "".join(
        f".visible .entry {name}()\n{{\nret;\n}}\n" for name in names
    )


@pytest.mark.parametrize(
    ("names", "asked", "found"),
    [
        (("k",), "", "k"),
        (("k", "_Z1kPf"), "k", "k"),
        (("_Z5otherv", "_Z5saxpyPf"), "saxpy", "_Z5saxpyPf"),
        (("_Z5otherv",), "other", "_Z5otherv"),
        (("k", "l"), "", "it has several kernels: give --kernel with one of k, l"),
        (("k",), "l", "no kernels are called 'l'"),
        (("_Z1kPf", "_Z1kPi"), "k", "2 kernels are called 'k'"),
        ((), "", "it has no kernel"),
    ],
)
def test_which_kernel_of_a_file_is_meant(names: tuple[str, ...], asked: str, found: str) -> None:
    if " " not in found:
        assert entry_of(ptx(*names), asked) == found
        return
    with pytest.raises(ValueError, match=found.split(":")[0]):
        entry_of(ptx(*names), asked)


def test_a_launch_has_so_many_threads_at_the_most() -> None:
    request = {"trace": 0, "map": False, "shared": 0, "order": "forward", "seed": 0}
    with pytest.raises(ValueError, match="262,400 threads: a launch here has 262,144 at most"):
        launched(request, ptx("k"), "k", [], [1_025], [256])
    assert MOST_THREADS == 1_024 * 256
    _, recording, place = launched(request | {"map": True}, ptx("k"), "k", [], [2], [32])
    assert recording is not None and place == {"kernel": "k", "grid": [2], "block": [32], "order": "forward"}
    assert launched(request, ptx("k"), "k", [], [1], [1])[1] is None


FINDING = Finding("race", "at argument 1", 3, "", "global", "argument 1", (Thread(0, 1), Thread(0, 2)), (4,), 1_000, 5)


def test_an_answer_travels_whole_and_calls_arguments_by_their_names() -> None:
    run = Run((), (FINDING,), ("p",), (), lambda: Counts({}, {}, {}, 0.0, 0.0, 0), lambda: ["n"])
    before, after = np.zeros(2, np.float32), np.ones(2, np.float32)
    answer = plain(run, [("y", before, after), ("x", after, after)], ["x", "y"], None, "")
    place = {"kernel": "k", "grid": [1], "block": [2, 2], "order": "forward"}
    found = launched_of(json.loads(json.dumps(place | answer)))
    (finding,) = found.findings
    assert (finding.name, finding.message) == ("y", "at y")
    assert [(each.name, each.values.tolist(), each.changed) for each in found.outputs] == [
        *(("y", [1.0, 1.0], True), ("x", [1.0, 1.0], False))
    ]
    assert where(found) == "1 block of 2 x 2 threads, forward order"
    with pytest.raises(ValueError, match="no type of ours"):
        launched_of(place | answer | {"outputs": [answer["outputs"][0] | {"type": "object"}]})


def test_a_finding_with_its_evidence() -> None:
    text = "1,000 threads; block.thread 0.1, 0.2; global argument 1; bytes 4; the other access: line 5"
    assert evidence(FINDING) == text
    assert evidence(Finding("race", "", 1, "", "", "", (), (), 1, 0)) == "no thread is named"


def test_elements_and_counts_are_short() -> None:
    output = Output("y", np.arange(ELEMENTS + 1, dtype=np.float32) / 3, True)
    assert first_elements(output).endswith("2.33333 ...") and first_elements(output).startswith("0 0.333333 ")
    assert first_elements(Output("y", np.arange(ELEMENTS), True)) == "0 1 2 3 4 5 6 7"
    found = {"bytes_read": {"global": 1_024}, "bytes_written": {}, "active_share": 0.123456, "contention": 2_000}
    assert list(counts(found)) == [
        *(
            ("bytes read", "global 1,024"),
            ("bytes written", "none"),
            ("active share", "0.1235"),
            ("contention", "2,000"),
        )
    ]


def test_arguments_have_a_type_and_a_bound() -> None:
    assert argument_of("bool[4]=random", 0).dtype == bool and set(argument_of("int8[99]=random", 0)) <= set(range(100))
    assert (argument_of("float32[99]=random", 0) < 1.0).all() and argument_of("uint8[2x2]=0x10", 0).tolist() == [
        [16] * 2
    ] * 2
    assert argument_of(f"float32[{MOST_BYTES // 4}]", 0).shape == (MOST_BYTES // 4,)
    with pytest.raises(ValueError, match="67,108,865 elements; an array has 1 to 67,108,864 of this type"):
        argument_of(f"float32[{MOST_BYTES // 4 + 1}]", 0)


def test_members_of_a_struct_lie_where_c_puts_them(tmp_path: Path) -> None:
    inner = {"kind": "int8=7", "scale": "float64=2.5", "last": "int8=1"}
    members = {"flag": "int8=1", "inner": [inner, inner], "x": "float32[2]=ones", "none": None, "end": "int16=9"}
    path = tmp_path / "box.json"
    path.write_text(json.dumps(members))
    found = struct_of(path, 0)
    layout = np.dtype(
        {"names": ["kind", "scale", "last"], "formats": ["i1", "f8", "i1"], "offsets": [0, 8, 16], "itemsize": 24}
    )
    whole = np.frombuffer(
        bytes(found.data),
        [("flag", "V8"), ("inner", layout, 2), ("x", "V8"), ("none", "V8"), ("end", "i2"), ("pad", "V6")],
    )
    assert whole["inner"]["scale"].tolist() == [[2.5, 2.5]] and whole["inner"]["last"].tolist() == [[1, 1]]
    assert [(offset, name) for offset, name, _ in found.arrays] == [(8 + 48, "x")] and whole["end"].tolist() == [9]
    path.write_text(json.dumps({"a": "x.npy", "b": [{"c": "sub/y.npy"}, "int8=1"]}))
    assert {each.relative_to(tmp_path).as_posix() for each in array_files(path)} == {"x.npy", "sub/y.npy"}


@pytest.mark.parametrize(
    ("sample", "wanted"), [(None, None), ("all", "all"), ("1", 1), ("0", ""), ("-1", ""), ("x", "")]
)
def test_how_many_kernels_are_made_again(sample: str | None, wanted: Any) -> None:
    if wanted != "":
        assert validate._wanted(sample) == wanted
        return
    with pytest.raises(typer.BadParameter, match="neither a number of kernels nor `all`"):
        validate._wanted(sample)
