"""``emulate``: files and rows on the emulator, what it prints, and what it refuses in one line."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.commands.device_launch.argument_text import argument_of
from generator.commands.device_launch.struct_text import struct_of
from generator.emulation import Empty
from generator.isolation.mechanisms import LIMITS, Protection
from tests.production.small_build import write_small_build

run = CliRunner(env={"COLUMNS": "160", "TERM": "dumb"}).invoke

REVERSE = """extern "C" __global__ void reverse(const float* x, float* y, float scale)
{
    __shared__ float s[64];
    s[threadIdx.x] = x[threadIdx.x] * scale;
    %s
    y[threadIdx.x] = s[63 - threadIdx.x];
}
"""
HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a)\n{\n"
ROW = "s2-vector-0-train-0-0"


@pytest.fixture
def launch(tmp_path: Path) -> list[str]:
    """The command for the kernel without its barrier."""
    path = tmp_path / "reverse.cu"
    path.write_text(REVERSE % "")
    return ["emulate", str(path), "--arg", "float32[64]=arange", "--arg", "float32[64]", "--arg", "2", "--block", "64"]


def test_a_race_is_found_and_a_barrier_mends_it(launch: list[str], tmp_path: Path) -> None:
    found = run(app, launch)
    assert found.exit_code == 1
    assert re.search(r"race: two threads touch one address .*\(reverse\.cu:6\)", found.output)
    assert "the other access: line" in found.output and "1 finding" in found.output
    Path(launch[1]).write_text("\ufeff" + REVERSE % "__syncthreads();")  # nvcc takes a byte order mark
    found = run(app, [*launch, "--save", str(tmp_path / "saved"), "--order", "random"])
    assert found.exit_code == 0 and "0 findings" in found.output
    assert "argument 1, float32[64]: 126 124 122 120 118 116 114 112 ..." in found.output
    expected = 2 * np.arange(64, dtype=np.float32)[::-1]
    assert np.array_equal(np.load(tmp_path / "saved" / "argument_1.npy"), expected)


def test_a_long_launch_says_for_how_long_it_has_run(launch: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.commands.foreign_code.still_running.TOLD_SECONDS", 0.05)
    found = run(app, launch)
    assert re.search(r"^emulate: reverse\.cu: \d+ s so far; a launch ends at 2,000,000 instr.* or after 120 s$",
                     found.stderr, re.MULTILINE)  # fmt: skip
    assert "so far" not in found.stdout


def test_elements_of_another_width_are_noted_and_no_fault(launch: list[str]) -> None:
    Path(launch[1]).write_text(REVERSE % "__syncthreads();")
    launch[3] = "float64[64]=arange"
    found = run(app, launch)
    assert found.exit_code == 0
    assert found.output.count("note: ") == 1
    assert "note: argument 0 has elements of 8 bytes (float64), and no access is of that: all are of 4" in found.output


def test_an_array_of_a_file(launch: list[str], tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.full(64, 3, np.float32))
    launch[3] = str(tmp_path / "x.npy")
    assert "argument 1, float32[64]: 6 6 6 6" in run(app, launch).output


BOX = """struct Inner { char kind; double scale; };
struct Box { int count; Inner inner; short steps[3]; const float* x; const float* none; };
extern "C" __global__ void k(Box box, double* y) {
    int i = threadIdx.x;
    if (i < box.count && !box.none) y[i] = box.x[i] * box.inner.scale + box.steps[i % 3] + box.inner.kind;
}
"""


def test_a_struct_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "box.cu").write_text(BOX)
    np.save(tmp_path / "x.npy", np.full(32, 3, np.float32))
    inner = {"kind": "int8=7", "scale": "float64=2.5"}
    members = {"count": "int32=32", "inner": inner, "steps": ["int16=10", "int16=20", "int16=30"]}
    command = ["emulate", str(tmp_path / "box.cu"), "--arg", str(tmp_path / "box.json"), "--arg", "float64[32]"]
    for x in ("x.npy", "float32[32]=3"):
        (tmp_path / "box.json").write_text(json.dumps(members | {"x": x, "none": None}))
        found = run(app, [*command, "--block", "32"])
        assert found.exit_code == 0 and "argument 1, float64[32]: 24.5 34.5 44.5 24.5 34.5" in found.output
        assert re.search(r"^argument 0\.x, float32\[32\]: 3 3 .* \(unchanged\)$", found.output, re.MULTILINE)
    found = run(app, [*command, "--block", "64"])
    assert found.exit_code == 0
    (tmp_path / "box.json").write_text(json.dumps(members | {"count": "int32=33", "x": "float32[32]=3", "none": None}))
    found = run(app, [*command, "--block", "64"])
    assert found.exit_code == 1 and "an address outside of argument 0" in found.output


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[1]", "a struct is a JSON object"),
        ("{", "no JSON"),
        ('{"a": 7}', "a: 7 has no type"),
        ('{"a": {}}', "a has no members"),
        ('{"a": ' * 40 + '"int32=1"' + "}" * 40, "too many within it"),
        ('{"a": "float33[2]"}', "a: no type is called 'float33'"),
        ('{"a": "no.npy"}', "a: no.npy: no such file"),
    ],
)
def test_no_struct(text: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "box.json").write_text(text)
    with pytest.raises(ValueError, match=r"^box\.json: ") as caught:
        struct_of(tmp_path / "box.json", 0)
    assert reason in str(caught.value) and "\n" not in str(caught.value)


def test_a_trace_shows_registers_and_ends(launch: list[str]) -> None:
    rows = [line.split("│") for line in run(app, [*launch, "--trace", "12"]).output.splitlines() if "│" in line]
    assert len(rows) == 12
    (thread,) = [row for row in rows if row[5].split() == ["0", "1", "2", "3"]]
    assert thread[2].strip() == "mov.u32" and thread[3].strip() == "64"


def test_a_row_and_its_adjoint() -> None:
    found = run(app, ["emulate", ROW])
    assert found.exit_code == 0 and "_cuda_kernel_forward: " in found.output and "0 findings" in found.output
    found = run(app, ["emulate", ROW, "--adjoint"])
    assert found.exit_code == 0 and re.search(r"^adj_\w+, float32", found.output, re.MULTILINE)


def test_a_row_of_a_folder_runs_with_a_yes_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_small_build(tmp_path / "rows", ("cuda_backward",))
    table = pq.read_table(next((root / "cuda_backward").glob("train-*.parquet")), columns=["id", "launch"])
    row_id = table["id"][0].as_py()
    command = ["emulate", row_id, "--data", str(root)]
    refused = run(app, command)
    assert refused.exit_code == 2 and "--run-code says yes to that" in refused.output
    found = run(app, [*command, "--run-code"])
    assert found.exit_code == 0 and "0 findings" in found.output
    module = sys.modules["generator.isolation.protection"]  # the package has the function under that name
    monkeypatch.setattr(module, "protection", lambda: Protection(LIMITS, "no namespaces"))
    open_system = run(app, [*command, "--run-code"])
    assert open_system.exit_code == 2 and "emulate: this system can not shut foreign code in" in open_system.output
    assert run(app, [*command, "--run-code", "--unsandboxed"]).exit_code == 0
    missing = run(app, ["emulate", "s2-vector-9-train-9-9", "--data", str(root)])
    assert missing.exit_code == 2 and "has the id" in missing.output and len(missing.output.splitlines()) == 1


def test_a_whole_program_has_its_kernel_run_and_its_host_code_named(launch: list[str]) -> None:
    host = "#include <vector>\nint main() { std::vector<float> x(1'000'000'0); reverse<<<1, 64>>>(x.data(), 0, 2); }\n"
    Path(launch[1]).write_text(host + REVERSE % "__syncthreads();")
    found = run(app, launch)
    assert found.exit_code == 0 and "argument 1, float32[64]: 126 124" in found.output
    assert "note: host code is not run (main): --grid, --block and --arg say how" in found.output


TEMPLATE = """namespace ours { namespace {
template <typename T, int N> __global__ void scale(T* x) { x[threadIdx.x] *= N; }
__global__ void one(int* x) { *x = 1; }
}}
torch::Tensor run(torch::Tensor x) { ours::scale<float, 3><<<1, 4>>>(x.data_ptr<float>()); return x; }
"""


@pytest.mark.parametrize(
    ("kernel", "kind", "values"),
    [("ours::scale<float, 3>", "float32", "1.5 1.5 1.5"), ("ours::scale<int,5>", "int32", "10 10 10"),
     ("one", "int32", "1 2 2")],
)  # fmt: skip
def test_an_instance_of_a_template_and_a_name_in_a_namespace(
    kernel: str, kind: str, values: str, tmp_path: Path
) -> None:
    (tmp_path / "scale.cu").write_text(TEMPLATE if "<" in kernel else TEMPLATE.replace("template", "// template"))
    fill = "0.5" if kind == "float32" else "2"
    asked = ["--kernel", kernel, "--block", "3" if "<" in kernel else "1", "--arg", f"{kind}[3]={fill}"]
    found = run(app, ["emulate", str(tmp_path / "scale.cu"), *asked])
    assert found.exit_code == 0 and f"argument 0, {kind}[3]: {values}" in found.output


def test_arguments() -> None:
    assert isinstance(argument_of("float32[4]", 0), Empty)
    assert np.array_equal(argument_of("int32[2,3]=arange", 0), np.arange(6, dtype=np.int32).reshape(2, 3))
    assert np.array_equal(argument_of("uint8[3]=7", 0), np.full(3, 7, np.uint8))
    assert np.array_equal(argument_of("float64[9]=random", 1), argument_of("float64[9]=random", 1))
    assert argument_of("int16=-3", 0) == -3 and argument_of("int16=-3", 0).dtype == np.int16
    assert argument_of("int8=1e2", 0) == 100 and argument_of("float32=-inf", 0) == -np.inf
    assert argument_of("float32=0.1", 0) == np.float32(0.1) and np.isnan(argument_of("float16=nan", 0))
    assert argument_of("0x10", 0) == 16 and argument_of("1e-3", 0) == 0.001


@pytest.mark.parametrize(
    "text",
    [
        *("", "float33[4]", "float32[0]", "int32[4]=seven", "uint8=300", "no.npy", "int32[9999999999]"),
        *("int32=2.5", "int32[4]=2.5", "bool=2", "float16=1e9", "float32[2]=1e300"),
    ],
)
def test_no_argument(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as caught:
        argument_of(text, 0)
    assert "\n" not in str(caught.value)


REFUSED: dict[str, tuple[str | bytes, str]] = {
    "line.ptx": (HEAD + "add.s32 %r1, %r1, 1; " * 450_000 + "ret; }", "a kernel of more than 400,000 instructions"),
    "word.ptx": (HEAD + "a" * 10_000_000, "a statement without its end"),
    "braces.ptx": (HEAD + "mov.b64 " + "{" * 5_000_000 + "}" * 5_000_000 + "; ret; }", "are nested"),
    "nul.ptx": ("a\0b;\n", "line 1: no declaration"),
    "nul.cu": ("int\0 x;", "a control character"),
    "bytes.ptx": (bytes(range(128, 256)), "no text in UTF-8"),
    "empty.ptx": ("", "it has no kernel"),
    "label.ptx": (HEAD + "bra NOPE;\n}\n", "no label 'NOPE'"),
    "table.ptx": (HEAD + ".reg .b32 %r<2>;\nbrx.idx %r1, T;\nret;\n}\n", "no table of branches"),
    "texture.ptx": (HEAD + "tex.2d.v4.f32.f32 {%f1}, [%rd1];\nret;\n}\n", "unsupported, tex.2d"),
    "huge.ptx": (".global .b8 x[1099511627776];\n" + HEAD + ".reg .b64 %r<2>;\nmov.u64 %r1, x;\nret;\n}\n", "memory"),
    "path.cu": ('#include "/etc/passwd"\n', "line 1: an include of something else"),
    "open.cu": ("/* " * 80_000, "an open quote or comment"),
    "syntax.cu": ("__global__ void k( { }", "syntax.cu(1): error"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    text, reason = REFUSED[name]
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    found = run(app, ["emulate", str(tmp_path / name), "--arg", "float32[4]"])
    assert found.exit_code == 2
    assert len(found.output.splitlines()) == 1 and found.output.startswith(f"emulate: {name}: ")
    assert reason in found.output and "\0" not in found.output


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["nosuch.ptx"], "no such file"),
        (["s2-nosuch-0-train-0-0"], "neither a .ptx or .cu file nor a row"),
        ([ROW, "--arg", "3"], "a row has its own kernel and arguments"),
        ([ROW, "--order", "sideways"], "no order is called"),
        ([ROW, "--block", "1,2,3,4"], "--block takes one to three sizes"),
        ([ROW, "--block", "0"], "--block takes one to three sizes"),
        ([ROW, "--grid", "999999"], "a launch here has"),
        ([ROW, "--block", "2000"], "a block of 2,000: CUDA has 1,024 x 1,024 x 64 by dimension at most"),
        ([ROW, "--block", "64,32"], "a block of 64 x 32 threads: CUDA has 1,024 at most"),
        ([ROW, "--block", "1,1,65"], "a block of 1 x 1 x 65: CUDA has 1,024 x 1,024 x 64 by dimension at most"),
        ([ROW, "--grid", "1,70000", "--block", "1"], "a grid of 1 x 70,000: CUDA has"),
        ([ROW, "--data", "nosuch"], "no folder nosuch"),
    ],
)
def test_bad_options(options: list[str], reason: str) -> None:
    found = run(app, ["emulate", *options])
    assert found.exit_code == 2
    assert len(found.output.splitlines()) == 1 and reason in found.output


def test_a_warp_header_macros_and_a_mangled_name(tmp_path: Path) -> None:
    path = tmp_path / "wave.cu"
    path.write_text(
        '#include "builtin.h"\n#define N 4 \\\n  * 2\n__device__ float h(float x) { return wp::sin(x); }\n'
        "__global__ void wave(float* y) {\n#pragma unroll\n for (int i = 0; i < N; i++) y[i] = h(i * 1.0f); }\n"
        "__global__ void other() {}\n"
    )
    assert "several kernels" in run(app, ["emulate", str(path)]).output
    found = run(app, ["emulate", str(path), "--kernel", "wave", "--arg", "float32[8]", "--block", "1"])
    assert found.exit_code == 0 and "float32[8]: 0 0.841471 0.909297" in found.output
