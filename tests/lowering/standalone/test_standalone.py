"""Stand-alone CUDA programs: they run, they equal Warp, they can fail, and they refuse what they do not know."""

from __future__ import annotations

import re
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from generator.launch import Argument, Launch
from generator.launch.thresholds import with_ties
from generator.lowering.binaries.cuda_tools import ToolMissing, find_tool
from generator.lowering.standalone import Standalone, Unsupported, translate
from generator.lowering.standalone.cuda_text.helper_table import helper_table
from generator.lowering.standalone.whole_program.run import CPU_HEADERS, for_cpu, run_on_cpu
from generator.lowering.warp_backend import program
from generator.synthesis import CATEGORIES, DEFAULT, Rejected, synthesize

from .standalone_kernels import CASES, LARGEST_ERROR, Case, array, case, out, scalar

WARNINGS = ("-O0", "-Wall", "-Wextra", "-Werror")
_made: dict[str, Standalone] = {}


def made(name: str) -> Standalone:
    """The translation of a case, made once."""
    if name not in _made:
        _made[name] = translated(CASES[name])
    return _made[name]


def translated(chosen: Case) -> Standalone:
    with program(chosen.source) as opened:
        return translate(opened.kernel, chosen.launch)


@pytest.mark.parametrize("name", CASES)
def test_program_equals_warp(name: str) -> None:
    outcome = run_on_cpu(made(name).cuda, options=WARNINGS)
    assert outcome.passed, outcome.output
    limit = LARGEST_ERROR.get(name, 1e-5)
    assert outcome.forward_error <= limit and outcome.adjoint_error <= limit, outcome.output


@pytest.mark.parametrize("name", [name for name, c in CASES.items() if not c.launch.not_differentiable])
def test_adjoint_is_there_and_checked(name: str) -> None:
    text = made(name).cuda
    assert f"__global__ void {name}_adjoint(" in text
    assert re.search(r'largest_error\("adj_[\w.]+", .*', text)


def test_text_needs_no_warp_and_no_spare_helpers() -> None:
    text = made("scalar_math").cuda
    assert "wp::" not in text and "builtin.h" not in text
    assert "Mat" not in text and "Quat" not in text and "#define" not in text
    assert "const float* __restrict__ x" in text and "float* __restrict__ r" in text
    assert "// Everything that a scalar can go through." in text and "// roots and powers" in text


def test_loops_and_names_stay() -> None:
    text = made("control_flow").cuda
    assert "for (int j = 0; j < n; ++j) {" in text
    assert "for (int k = 2; k > 0; --k) {" in text
    assert "while (count < n) {" in text and "} else if (a < -0.9f) {" in text


BREAKS = {
    "scalar_math": [("powf(a, 1.5f)", "powf(a, 1.6f)"), ("1.8f, a, 2)", "1.8f, a, 1)")],
    "control_flow": [
        ("return x * 2.0f;", "return x;"),
        ("adj_x += adj_result_0 * 2.0f;", "adj_x -= adj_result_0 * 2.0f;"),
    ],
    "vectors": [("cross(u, v)", "cross(v, u)"), ("s[i] = dot(u, v)", "s[i] = dot(u, u)")],
    "poses": [("quat_rotate_inv(turn, v)", "quat_rotate(turn, v)")],
    "grids": [("count0 * count1) return;", "count0) return;")],
    "integers": [("floor_divide(x, 3)", "x / 3"), ("order[slot]", "slot")],
    "overwrite": [("adj_x[i] = 0.0f;", "")],
    "noise": [("moving[i], 2, 3, 4, 5)", "moving[i], 3, 3, 4, 5)"), ("{-g[1], g[0], 0.0f}", "{g[1], g[0], 0.0f}")],
    "custom_gradients": [("adj_x += 3.0f * g;", "adj_x += g;"), ("adj_scale + adj_radius", "adj_scale - adj_radius")],
}


@pytest.mark.parametrize("name", BREAKS)
def test_broken_program_fails(name: str) -> None:
    """Each break alone is seen, forward or adjoint."""
    text = made(name).cuda
    for right, wrong in BREAKS[name]:
        assert right in text, f"nothing to break: {right}"
        outcome = run_on_cpu(text.replace(right, wrong))
        assert not outcome.passed and "error:" not in outcome.output, f"{right} -> {wrong}\n{outcome.output}"


def test_program_that_does_not_end_fails() -> None:
    outcome = run_on_cpu("int main() { volatile int x = 1; while (x); }", timeout=5.0)
    assert not outcome.passed and outcome.output == "program did not end in 5 seconds"


def test_wrong_expectation_fails() -> None:
    right = made("scalar_math").cuda
    text = re.sub(r'(largest_error\("r", [^{]*\{\s*-?)(\d)', r"\g<1>1\2", right)
    assert text != right
    outcome = run_on_cpu(text)
    assert not outcome.passed and outcome.forward_error > 1e-3


def test_a_program_that_reads_what_atomics_found_says_so_where_it_fails() -> None:
    said = "the order of threads decides"
    assert said not in made("scalar_math").cuda
    assert said not in run_on_cpu(made("integers").cuda).output
    failed = run_on_cpu(made("integers").cuda.replace("order[slot]", "slot"))
    assert not failed.passed and said in failed.output


def test_same_text_twice() -> None:
    assert translated(CASES["control_flow"]) == made("control_flow")


FILLS = {
    "uniform": "float32",
    "zeros": "float32",
    "arange": "int32",
    "permutation": "int32",
    "index": "int32",
    "optional": "int32",
    "sparse": "int32",
    "distinct": "int32",
    "other": "int32",
    "spaced": "int32",
    "earlier": "int32",
    "full": "float64",
    "sorted": "float32",
    "unit": "vec3",
    "transform": "transform",
    "spd": "mat33",
    "downward": "vec3",
    "dominant": "mat33",
    "rotation": "mat22",
}


def test_every_fill_gives_the_same_inputs_on_both_sides() -> None:
    annotations = {"float32": "float", "int32": "int", "float64": "wp.float64"}
    inputs = [f"{fill}_in: wp.array(dtype={annotations.get(kind, f'wp.{kind}')})" for fill, kind in FILLS.items()]
    outputs = [text.replace("_in:", "_out:") for text in inputs]
    body = "\n".join(f"    {fill}_out[i] = {fill}_in[i]" for fill in FILLS)
    source = f"@wp.kernel\ndef pass_on({', '.join(inputs + outputs)}):\n    i = wp.tid()\n{body}\n"
    low = {"spd": 1.0}
    given = [
        array(f"{f}_in", k, fill=f, low=low.get(f, -3.0), high=5.0, value=2.5, members=2) for f, k in FILLS.items()
    ]
    outcome = run_on_cpu(translated(case(source, *given, *(out(f"{f}_out", k) for f, k in FILLS.items()))).cuda)
    assert outcome.passed and outcome.forward_error <= 1e-7, outcome.output


REFUSED = {
    "tile": ("    t = wp.tile_load(x, shape=4)\n    wp.tile_store(x, t)", "tile"),
    "local_array": ("    t = wp.zeros(shape=3, dtype=float)\n    x[0] = t[0]", "zeros"),
    "slice": ("    v = wp.vec4(x[0])\n    v[0:2] = wp.vec2(1.0)\n    x[0] = v[0]", "slice"),
    "block": ("    x[0] = float(wp.block_dim())", "block_dim"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_unknown_construct_is_refused_with_its_line(name: str) -> None:
    body, construct = REFUSED[name]
    chosen = case(f"@wp.kernel\ndef refused(x: wp.array(dtype=float)):\n    # a comment\n{body}\n", array("x"))
    with pytest.raises(Unsupported, match=construct) as refusal:
        translated(chosen)
    assert refusal.value.line in (4, 5) and f"at line {refusal.value.line}" in str(refusal.value)


REFUSED_GRADIENTS = {
    "    y = 2.0 * x\n    wp.adjoint[y] += adj_ret\n": "wp.adjoint of what is no parameter",
    "    adj_x = 2.0 * adj_ret\n    wp.adjoint[x] += adj_x\n": "variable adj_x beside wp.adjoint",
}


@pytest.mark.parametrize("body", REFUSED_GRADIENTS)
def test_custom_gradient_that_is_unclear_is_refused(body: str) -> None:
    function = "@wp.func\ndef f(x: float):\n    return x * x\n\n\n"
    gradient = f"@wp.func_grad(f)\ndef f_gradient(x: float, adj_ret: float):\n{body}\n\n"
    kernel = "@wp.kernel\ndef refused(x: wp.array(dtype=float)):\n    x[0] = f(x[1])\n"
    with pytest.raises(Unsupported, match=REFUSED_GRADIENTS[body]):
        translated(case(function + gradient + kernel, array("x")))


def test_inputs_that_need_more_than_numbers_are_refused() -> None:
    body = "def touch(mesh: wp.uint64, x: wp.array(dtype=float)):\n    x[0] = float(mesh)\n"
    source = f"import warp as wp\n\n\n@wp.kernel\n{body}"
    launch = Launch((Argument("mesh", "scalar", "uint64", fill="mesh"), array("x")), (1,))
    with pytest.raises(Unsupported, match="mesh"):
        translated(Case(source, launch))


def test_launch_by_blocks_is_refused() -> None:
    body = "    env, row, lane = wp.tid()\n    x[env, row] = float(lane)\n"
    source = f"import warp as wp\n\n\n@wp.kernel\ndef by_blocks(x: wp.array2d(dtype=float)):\n{body}"
    launch = Launch((array("x", shape=(3, 4)),), (3, 4), block_dim=32, tiled=True)
    with pytest.raises(Unsupported, match="blocks of threads"):
        translated(Case(source, launch))


def test_every_helper_compiles(tmp_path: Path) -> None:
    table = helper_table()
    headers = "".join(f"#include <{h}>\n" for h in ("algorithm", "cmath", "cstdio", "cstdlib", "memory", "vector"))
    ordered = sorted(table.values(), key=lambda h: h.name not in ("Vec", "Mat", "Quat", "Transform"))
    text = headers + "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n" + "\n".join(h.source for h in ordered)
    source = tmp_path / "helpers.cpp"
    source.write_text(text + "\nint main() { return 0; }\n")
    command = ["g++", "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Wno-unused-function", "-Werror"]
    done = subprocess.run([*command, "-I", str(CPU_HEADERS), str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_makefile_builds_and_runs_on_the_cpu(tmp_path: Path) -> None:
    translation = made("structs")
    (tmp_path / "structs.cu").write_text(translation.cuda)
    (tmp_path / "Makefile").write_text(translation.makefile)
    command = ["make", "-C", str(tmp_path), "run-cpu", f"CPU_CUDA={CPU_HEADERS}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "\nPASS forward" in done.stdout, done.stdout + done.stderr
    assert (tmp_path / "structs.cpp").read_text() == for_cpu(translation.cuda)


@pytest.mark.parametrize(
    "name", ["poses", "halves", *(pytest.param(each, marks=pytest.mark.slow) for each in ("control_flow", "noise"))]
)
def test_nvcc_compiles_without_a_warning(tmp_path: Path, name: str) -> None:
    try:
        nvcc = find_tool("nvcc")
    except ToolMissing as missing:
        pytest.skip(str(missing))
    source = tmp_path / f"{name}.cu"
    source.write_text(made(name).cuda)
    command = [str(nvcc), "-std=c++17", "-arch=sm_80", "-Xcompiler", "-Wall,-Wextra", "-c", "-o", f"{source}.o"]
    done = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "warning" not in done.stderr, done.stderr


def synthetic(category: str, seed: str, wanted: int) -> dict[str, str]:
    """Sources, with their programs, of the first kernels of a category that the config ``cuda_standalone`` would have.

    It has none that a program cannot express, which are few.
    """
    found: dict[str, str] = {}
    for number in range(5 * wanted + 5):
        with suppress(Rejected, Unsupported):
            candidate = synthesize(category, f"{seed}/{number}")
            found[candidate.source] = translated(Case(candidate.source, candidate.launch)).cuda
        if len(found) == wanted:
            return found
    raise AssertionError(f"{category} gave {len(found)} programs in {5 * wanted + 5} keys")


def check_synthetic(category: str, seed: str, wanted: int) -> None:
    for source, text in synthetic(category, seed, wanted).items():
        outcome = run_on_cpu(text)
        limit = 5e-2 if "__half" in text else 1e-5
        worst = max(outcome.forward_error, outcome.adjoint_error)
        assert outcome.passed and worst <= limit, f"{source}\n{text}\n{outcome.output}"


@pytest.mark.parametrize("category", ["combined", "loop", "vector"])
def test_fresh_synthetic_kernel_equals_warp(category: str, fresh_seed: int) -> None:
    check_synthetic(category, f"standalone/{fresh_seed}", 1)


@pytest.mark.slow
@pytest.mark.parametrize("category", [name for name, group in CATEGORIES.items() if group == DEFAULT])
def test_sweep_of_synthetic_kernels_equals_warp(category: str, fresh_seed: int) -> None:
    check_synthetic(category, f"standalone-sweep/{fresh_seed}", 12)


def ending(statement: str, size: int = 4) -> Case:
    """A kernel that reads all ``size`` elements of its inputs in a loop."""
    source = f"""
@wp.kernel
def add_up(x: wp.array(dtype=float), n: wp.array(dtype=int), y: wp.array(dtype=float)):
    i = wp.tid()
    s = float(0.0)
    for k in range({size}):
        {statement}
    y[i] = s
"""
    return case(source, array("x", shape=(size,)), array("n", "int32", (size,), low=0, high=9), out("y"))


@pytest.mark.parametrize("statement", ["s += x[k]", "s += float(n[k])"])
def test_a_read_outside_an_array_fails(statement: str) -> None:
    text = translated(ending(statement)).cuda
    assert text.count("k < 4") >= 1 and run_on_cpu(text).passed
    outcome = run_on_cpu(text.replace("k < 4", "k <= 4"))
    assert not outcome.passed and "error:" not in outcome.output
    outcome = run_on_cpu(text.replace("int k = 0; k < 4", "int k = -1; k < 4"))
    assert not outcome.passed and "error:" not in outcome.output


def test_a_write_outside_an_array_fails() -> None:
    text = translated(ending("s += x[k]")).cuda
    assert "y[i] = s" in text
    outcome = run_on_cpu(text.replace("y[i] = s", "y[i] = s; y[count + i] = s"))
    assert not outcome.passed and "wrote outside an array" in outcome.output


TIED = {
    "literal": ("x[i] < 0.25", " < 0.25f", " <= 0.25f"),
    "zero": ("x[i] >= 0.0", " >= 0.0f", " > 0.0f"),
    "scalar": ("x[i] > k", " > k", " >= k"),
    "input": ("x[i] <= z[i]", " <= z[i]", " < z[i]"),
}


@pytest.mark.parametrize("name", TIED)
def test_another_decision_at_a_tie_fails(name: str) -> None:
    condition, right, wrong = TIED[name]
    source = f"""
@wp.kernel
def decide(x: wp.array(dtype=float), z: wp.array(dtype=float), k: float, y: wp.array(dtype=float)):
    i = wp.tid()
    if {condition}:
        y[i] = x[i] + z[i]
    else:
        y[i] = 3.0 * k - x[i] * z[i]
"""
    chosen = case(source, array("x"), array("z"), scalar("k", "float32", 0.375), out("y"))
    tied = Case(chosen.source, with_ties(chosen.launch, chosen.source))
    text = translated(tied).cuda
    assert text.count(right) >= 1, text
    outcome = run_on_cpu(text, options=WARNINGS)
    assert outcome.passed and "y at ties" in outcome.output, outcome.output
    outcome = run_on_cpu(text.replace(right, wrong))
    assert not outcome.passed and outcome.forward_error > 1e-3, outcome.output
    assert run_on_cpu(translated(chosen).cuda.replace(right, wrong)).passed  # without ties nothing shows it
