"""``lower`` and ``generator.lower``: a person's own file to every target, and one clear line for each mistake."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import warp as wp
from typer.testing import CliRunner

import generator
from generator.cli import app
from generator.dataset.schema import ABOUT, ORIGIN
from generator.launch import Launch
from generator.lowering.native_output import STDERR, STDOUT, printed_to
from generator.lowering.user_kernels.errors import UserError
from generator.lowering.user_kernels.generics import NoInstance, instances
from generator.lowering.user_kernels.self_contained.type_names import annotation
from generator.lowering.warp_backend import program

HELPER = """
import warp as wp


@wp.func
def halve(x: float):
    return x * 0.5
"""

KERNELS = '''
from pathlib import Path
from typing import Any

import warp as wp

import my_helper

SCALE = float(Path(__file__).with_name("scale.txt").read_text())
DAMPING = wp.constant(0.25)
WIDTH = 4


@wp.struct
class Particle:
    position: wp.vec3
    mass: float


@wp.func
def drag(v: wp.vec3, k: float):
    return -k * v


@wp.kernel
def integrate(particles: wp.array(dtype=Particle), velocity: wp.array(dtype=wp.vec3), k: float):
    """Slow each particle down.

    More about it.
    """
    i = wp.tid()
    p = particles[i]
    velocity[i] = velocity[i] + drag(velocity[i], k) * DAMPING * my_helper.halve(SCALE) / p.mass


@wp.kernel
def scale(x: wp.array(dtype=Any), s: Any):
    x[wp.tid()] = s * x[wp.tid()]


wp.overload(scale, [wp.array(dtype=wp.float32), wp.float32])
wp.overload(scale, [wp.array(dtype=wp.float64), wp.float64])


@wp.kernel
def invert(a: wp.array(dtype=Any), b: wp.array(dtype=Any)):
    b[wp.tid()] = wp.inverse(a[wp.tid()])


@wp.kernel(enable_backward=False, module="unique")
def _count(x: wp.array2d(dtype=float), n: wp.array(dtype=int)):
    i, j = wp.tid()
    if x[i, j] > wp.static(float(WIDTH) * 0.5):
        wp.atomic_add(n, 0, 1)


@wp.kernel
def tile_sums(x: wp.array2d(dtype=float), y: wp.array2d(dtype=float)):
    i = wp.tid()
    wp.tile_store(y[i], wp.tile_sum(wp.tile_load(x[i], shape=wp.static(WIDTH * 16))))


def make(power: int):
    @wp.kernel
    def raise_to(x: wp.array(dtype=float)):
        x[wp.tid()] = wp.pow(x[wp.tid()], wp.static(float(power)))

    return raise_to


cube = make(3)

if __name__ == "__main__":
    raise SystemExit("the script part ran")
'''

LABELS = [
    "integrate",
    "scale.a1f4_f4",
    "scale.a1f8_f8",
    "invert.a1m33f4_a1m33f4",
    "_count",
    "tile_sums",
    "make.raise_to",
]


@pytest.fixture(scope="module")
def kernel_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("user")
    (folder / "my_helper.py").write_text(HELPER)
    (folder / "scale.txt").write_text("2.0")
    path = folder / "my_kernels.py"
    path.write_text(KERNELS)
    return path


@pytest.fixture(scope="module")
def found(kernel_file: Path) -> dict[str, generator.LoweredKernel]:
    emit = ("forward", "backward", "cpu", "ptx", "sass")
    return {kernel.label: kernel for kernel in generator.lower(kernel_file, emit=emit, as_rows=True)}


def run(*arguments: object) -> tuple[int, str]:
    """Exit code and output, without the line that says whose code runs."""
    result = CliRunner().invoke(app, ["lower", *map(str, arguments)])
    lines = result.output.splitlines(keepends=True)
    return result.exit_code, "".join(line for line in lines if not line.startswith("lower: runs the Python of "))


def test_every_kernel_of_a_file_is_found_in_order(found: dict[str, generator.LoweredKernel]) -> None:
    assert list(found) == LABELS
    assert "the script part ran" not in sys.modules


def test_code_is_complete(found: dict[str, generator.LoweredKernel]) -> None:
    for label, kernel in found.items():
        for column, text in kernel.code.items():
            wants = "backward" not in column or label != "_count"
            assert bool(text) == wants, (label, column)
        assert f"{kernel.name}_cuda_kernel_forward(" in kernel.code["cuda_forward"]
        assert f".entry {kernel.name}_cuda_kernel_forward(" in kernel.code["ptx_forward_sm90"]


def test_source_stands_alone_with_helpers_and_values_of_the_file(found: dict[str, generator.LoweredKernel]) -> None:
    for label, kernel in found.items():
        assert kernel.self_contained, label
        (again,) = generator.lower(kernel.python_source, emit="forward,backward,cpu")
        for column, text in again.code.items():
            assert text == kernel.code[column], (label, column)
    source = found["integrate"].python_source
    assert "SCALE = 2.0" in source and "def halve" in source and "import my_helper" not in source


def test_what_is_said_of_a_kernel(found: dict[str, generator.LoweredKernel]) -> None:
    kernel = found["integrate"]
    assert kernel.description == "Slow each particle down."
    assert (kernel.file, kernel.line) == (
        "my_kernels.py",
        1 + KERNELS[: KERNELS.index("@wp.kernel\ndef integrate")].count("\n"),
    )
    roles = {argument.name: (argument.kind, argument.dtype, argument.role) for argument in kernel.launch.arguments}
    assert roles == {
        "particles": ("array", "Particle", "input"),
        "velocity": ("array", "vec3", "inout"),
        "k": ("scalar", "float32", "input"),
    }
    assert [a.role for a in found["_count"].launch.arguments] == ["input", "output"]
    assert [a.role for a in found["tile_sums"].launch.arguments] == ["input", "output"]
    assert (found["_count"].launch.dim, found["integrate"].launch.dim) == ((8, 8), (64,))


def test_code_for_reading_has_the_lines_of_the_file(kernel_file: Path) -> None:
    (kernel,) = generator.lower(kernel_file, kernel="integrate", emit="forward")
    line = 1 + KERNELS[: KERNELS.index("    p = particles[i]")].count("\n")
    assert re.search(rf"// p = particles\[i\] +<L {line}>", kernel.code["cuda_forward"])


def test_a_kernel_object_is_lowered_without_its_file() -> None:
    (kernel,) = generator.lower(square, emit="forward")
    assert kernel.name == "square" and list(kernel.code) == ["cuda_forward"] and kernel.self_contained


@wp.kernel
def square(x: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = x[i] * x[i]


def test_text_goes_to_the_terminal_or_to_files(kernel_file: Path, tmp_path: Path) -> None:
    code, output = run(kernel_file, "--kernel", "integrate", "--kernel", "_count")
    assert code == 0 and output.count("__global__") == 3
    code, output = run(
        kernel_file, "--kernel", "scale", "--emit", "forward,cpu,ptx", "--arch", "sm_80,sm_90", "--out", tmp_path
    )
    assert code == 0
    endings = (
        "backward.cpp",
        "backward.sm80.ptx",
        "backward.sm90.ptx",
        "forward.cpp",
        "forward.cu",
        "forward.sm80.ptx",
    )
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == sorted(f"scale.{s}.{end}" for s in ("a1f4_f4", "a1f8_f8") for end in (*endings, "forward.sm90.ptx"))
    assert sorted(Path(line).name for line in output.splitlines()) == files


def test_standalone_cuda_is_device_code_or_one_line(kernel_file: Path) -> None:
    code, output = run(kernel_file, "--kernel", "integrate", "--emit", "standalone")
    assert code == 0 and "__global__ void integrate(" in output and "__global__ void integrate_adjoint(" in output
    assert "wp::" not in output
    code, output = run(kernel_file, "--kernel", "tile_sums", "--emit", "standalone")
    assert code == 2 and "lower: tile_sums: no stand-alone CUDA for tile_" in output and output.count("\n") == 1


def test_rows_have_the_columns_of_the_dataset(kernel_file: Path, tmp_path: Path) -> None:
    code, output = run(kernel_file, "--emit", "forward,backward,ptx", "--format", "json")
    assert code == 0, output
    rows = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    assert [row["id"] for row in rows] == [f"user-my_kernels-{label}" for label in LABELS]
    for row in rows:
        assert {column.name for column in (*ABOUT, *ORIGIN)} <= set(row)
        assert [a["name"] for a in row["arguments"]] == [a.name for a in Launch.from_json(row["launch"]).arguments]
    code, output = run(kernel_file, "--emit", "forward,backward,ptx", "--format", "parquet", "--out", tmp_path)
    assert code == 0, output
    assert pq.read_table(tmp_path / "kernels.parquet").to_pylist() == rows
    checked = CliRunner().invoke(app, ["validate", str(tmp_path), "--tier", "codegen"])
    assert checked.exit_code == 0, checked.output


def test_a_file_in_a_package_may_import_its_neighbours(tmp_path: Path) -> None:
    package = tmp_path / "my_package" / "inner"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    (package / "functions.py").write_text(HELPER)
    body = "from .functions import halve\n\n\n@wp.kernel\ndef use(x: wp.array(dtype=float)):\n    x[0] = halve(x[0])\n"
    (package / "kernels.py").write_text("import warp as wp\n\n" + body)
    (kernel,) = generator.lower(package / "kernels.py")
    assert kernel.self_contained and "halve" in kernel.code["cuda_forward"]


def test_a_file_may_be_called_like_a_module_of_python(tmp_path: Path) -> None:
    path = tmp_path / "types.py"
    path.write_text("import warp as wp\n\n\n@wp.kernel\ndef fill(x: wp.array(dtype=float)):\n    x[wp.tid()] = 1.0\n")
    (kernel,) = generator.lower(path)
    assert kernel.name == "fill" and sys.modules["types"].__file__ != str(path)


BROKEN = (
    "import warp as wp\n\n\n@wp.kernel\ndef broken(x: wp.array(dtype=float)):\n    x[0] = wp.no_such_function(x[0])\n"
)
UNDEFINED = BROKEN.replace("wp.no_such_function", "no_such_function")
MISTAKES = [
    ("x = 1\n", (), "mistake.py: no @wp.kernel in this file"),
    ("def f(:\n", (), "mistake.py:1: syntax error"),
    ("import warp as wp\n\nimport no_such_package_at_all\n", (), "mistake.py:3: ModuleNotFoundError: No module named"),
    (KERNELS, ("--kernel", "integrat"), "mistake.py:"),
    ("x = 1\0\n", (), "mistake.py:1: syntax error"),
    (BROKEN, (), "broken: Warp cannot lower it"),
    (UNDEFINED, (), ":6: x[0] = no_such_function(x[0]) ;Referencing undefined symbol: no_such_function"),
    (BROKEN, ("--kernel", "brokn"), "no kernel 'brokn'; did you mean 'broken'?"),
    (BROKEN, ("--kernel", "zzz"), "no kernel 'zzz'; there are: broken"),
    (BROKEN, ("--emit", "forward,llvm"), "unknown target 'llvm': choose from forward, backward, cpu,"),
    (BROKEN, ("--emit", "ptx", "--arch", "sm_12"), "unknown architecture 'sm_12': choose from sm_80, sm_90"),
    (BROKEN, ("--emit", ","), "no target is named: choose from forward, backward, cpu,"),
    (BROKEN, ("--emit", "ptx", "--arch", ""), "no architecture is named: choose from sm_80, sm_90"),
    (BROKEN, ("--format", "xml"), "unknown format 'xml': choose from text, json, parquet"),
    (BROKEN, ("--format", "parquet"), "parquet needs a folder: add --out DIR"),
]


@pytest.mark.parametrize(("text", "options", "said"), MISTAKES)
def test_a_mistake_is_one_line_and_exit_2(text: str, options: tuple[str, ...], said: str, tmp_path: Path) -> None:
    path = tmp_path / "mistake.py"
    path.write_text(text)
    code, output = run(path, *options)
    assert code == 2
    assert output.startswith("lower: ") and said in output and output.count("\n") == 1


def test_a_file_that_takes_long_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.commands.foreign_code.still_running.TOLD_SECONDS", 0.05)
    path = tmp_path / "slow.py"
    path.write_text("import time\n\ntime.sleep(0.3)\n")
    assert re.search(r"^lower: slow\.py: \d+ s so far; it ends after 600 s$", run(path)[1], re.MULTILINE)


@pytest.mark.parametrize("options", ["--emit llvm", "--arch sm_12", "--block-dim 0", "--format xml"])
def test_wrong_options_are_refused_before_the_file_runs(options: str, tmp_path: Path) -> None:
    path = tmp_path / "kernels.py"
    path.write_text(BROKEN)
    result = CliRunner().invoke(app, ["lower", str(path), *options.split()])
    assert result.exit_code == 2 and "runs the Python" not in result.output


def test_a_missing_file_is_one_line() -> None:
    assert run("nowhere.py") == (2, "lower: nowhere.py: no such file\n")


def test_a_source_text_that_does_not_run_says_why() -> None:
    with pytest.raises(UserError, match=r"the source does not run: NameError: name 'wp' is not defined"):
        generator.lower("@wp.kernel\ndef f(): pass\n")
    with pytest.raises(UserError, match=r"no @wp.kernel in the source"):
        generator.lower("x = 1\n")


GENERIC = "from typing import Any\n\nimport warp as wp\n\n\n@wp.kernel\ndef k({arguments}):\n    {body}\n"


@pytest.mark.parametrize(
    ("arguments", "body", "types"),
    [
        ("x: wp.array(dtype=Any)", "x[0] = x[1] + x[2]", "wp.array(dtype=wp.float32)"),
        ("x: wp.array(dtype=Any)", "x[0] = wp.cross(x[1], x[2])", "wp.array(dtype=wp.vec3)"),
        ("x: wp.array2d(dtype=Any)", "x[0, 0] = wp.transpose(x[0, 1])", "wp.array(dtype=wp.mat33, ndim=2)"),
        ("x: wp.array(dtype=Any)", "x[0] = wp.quat_inverse(x[1])", "wp.array(dtype=wp.quat)"),
        ("x: Any", "x[1, 1] = x[0, 0]", "wp.array(dtype=wp.float32, ndim=2)"),
        ("x: wp.array(dtype=wp.Int)", "x[0] = x[1] & x[2]", "wp.array(dtype=wp.int32)"),
        ("x: wp.array(dtype=Any), s: Any", "x[0] = x[1] * s", "wp.array(dtype=wp.float32), wp.float32"),
        ("m: wp.array(dtype=Any), v: wp.array(dtype=Any)", "v[0] = wp.transpose(m[0]) * wp.cross(v[0], v[1])", None),
    ],
)
def test_a_generic_kernel_gets_plausible_types(arguments: str, body: str, types: str | None) -> None:
    with program(GENERIC.format(arguments=arguments, body=body)) as opened:
        (kernel,) = instances(opened.kernel)
        expected = types or "wp.array(dtype=wp.mat33), wp.array(dtype=wp.vec3)"
        assert ", ".join(annotation(argument.type) for argument in kernel.adj.args) == expected


def test_a_generic_kernel_that_nothing_fits_says_so() -> None:
    with program(GENERIC.format(arguments="x: Any", body="wp.no_such_function(x)")) as opened:
        with pytest.raises(NoInstance, match=r"generic kernel k: no types found .*; name them with wp\.overload"):
            instances(opened.kernel)
        assert not opened.kernel.overloads


FACTORY = """import warp as wp


def make(factor):
    @wp.kernel
    def scale(x: wp.array(dtype=float)):
        i = wp.tid()
        x[i] = x[i] * factor

    return scale


double = make(2.0)
triple = make(3.0)
"""


def test_kernels_that_one_function_made_are_all_lowered(tmp_path: Path) -> None:
    file = tmp_path / "made.py"
    file.write_text(FACTORY)
    found = generator.lower(file)
    assert [kernel.label for kernel in found] == ["make.scale.double", "make.scale.triple"]
    for kernel, factor in zip(found, ("2.0", "3.0"), strict=True):
        assert f"const wp::float32 var_2 = {factor};" in kernel.code["cuda_forward"]
        assert factor in kernel.python_source and kernel.self_contained
    code, _ = run(file, "--out", tmp_path / "out")
    assert code == 0 and len(list((tmp_path / "out").iterdir())) == 4


def test_nothing_is_said_of_a_driver_that_nobody_needs(kernel_file: Path) -> None:
    """Only a process of its own shows it: native code prints it when Warp starts."""
    command = [sys.executable, "-m", "generator", "lower", str(kernel_file), "--kernel", "integrate", "--emit", "ptx"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ".visible .entry" in ran.stdout
    assert re.fullmatch(rf"lower: runs the Python of {re.escape(str(kernel_file))}, shut in: .*\n", ran.stderr)


def test_native_output_goes_where_it_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with printed_to(tmp_path / "log", STDERR):
        os.write(STDERR, b"held back\n")
        os.write(STDOUT, b"said\n")
    os.write(STDERR, b"said too\n")
    assert (tmp_path / "log").read_text() == "held back\n"
    assert capfd.readouterr() == ("said\n", "said too\n")


def test_a_kernel_that_is_refused_does_not_keep_the_others_back(tmp_path: Path) -> None:
    file = tmp_path / "some_bad.py"
    file.write_text(
        "import warp as wp\n\n\n"
        + "\n\n".join(
            f"@wp.kernel\ndef {name}(x: wp.array(dtype=float), y: wp.array(dtype=float)):\n"
            f"    y[wp.tid()] = wp.{call}(x[wp.tid()])\n"
            for name, call in (("first", "sin"), ("second", "no_such"), ("third", "cos"), ("fourth", "none_such"))
        )
    )
    for emit in ("forward", "standalone", "ptx"):
        code, output = run(file, "--emit", emit)
        assert code == 2
        given = re.findall(r"^// some_bad.py:\d+ (\w+), ", output, re.M)
        assert list(dict.fromkeys(given)) == ["first", "third"]
        assert [line[:14] for line in output.splitlines() if line.startswith("lower: ")] == [
            "lower: second:",
            "lower: fourth:",
        ]
    with pytest.raises(UserError, match="second: Warp cannot lower it"):
        generator.lower(file)
    told: list[UserError] = []
    assert [kernel.name for kernel in generator.lower(file, refused=told.append)] == ["first", "third"]
    assert len(told) == 2
