"""What `emulate` makes of a file, of arguments and of an answer: kernels, bounds, layouts, words."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.commands import emulate
from generator.commands.device_launch.answer import Launched, Output, launched_of, plain
from generator.commands.device_launch.argument_text import MOST_BYTES, argument_of
from generator.commands.device_launch.file_launch import MOST_THREADS, entry_of, launched
from generator.commands.device_launch.show import ELEMENTS, counts, evidence, first_elements, where
from generator.commands.device_launch.struct_text import array_files, struct_of
from generator.emulation import Counts, Finding, Run, Thread


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


@pytest.mark.parametrize(("findings", "traps", "code"), [((), (), 0), ((FINDING,), (), 1), ((), ("trap",), 1)])
def test_a_finding_and_a_trap_end_with_one(
    findings: tuple[Finding, ...], traps: tuple[str, ...], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Launched("k", (1,), (1,), "forward", (), findings, (), {}, (), traps, [], [], [])
    monkeypatch.setattr(emulate, "_of_file", lambda *_: found)
    assert CliRunner().invoke(app, ["emulate", "x.ptx"]).exit_code == code
    refused = CliRunner().invoke(app, ["emulate", "x.ptx", "--data", "x"])
    assert refused.exit_code == 2 and "--data is for a row" in refused.output


def test_a_file_says_itself_which_of_its_kernels_is_an_adjoint(tmp_path: Path) -> None:
    (tmp_path / "k.ptx").write_text(ptx("k"))
    refused = CliRunner().invoke(app, ["emulate", str(tmp_path / "k.ptx"), "--adjoint"])
    assert refused.exit_code == 2 and "--adjoint is for a row" in refused.output


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


@pytest.mark.parametrize("stored", ["<f4", ">f4"])
def test_a_stored_array_is_read_however_its_numbers_lie_in_the_file(tmp_path: Path, stored: str) -> None:
    np.save(tmp_path / "x.npy", np.asfortranarray(np.arange(6).reshape(2, 3).astype(stored)))
    found = argument_of(str(tmp_path / "x.npy"), 0)
    assert (
        found.tobytes() == np.arange(6, dtype=np.float32).tobytes() and found.data.c_contiguous and found.dtype == "f4"
    )


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
