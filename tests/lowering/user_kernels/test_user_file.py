"""Each ``@wp.kernel`` of a file is lowered or named with its line and the reason; folders are packages as in Python."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

import generator
from generator.lowering.binaries.cuda_tools import ToolMissing
from generator.lowering.user_kernels import emits
from generator.lowering.user_kernels.errors import UserError
from generator.lowering.user_kernels.package_root import importable
from generator.lowering.user_kernels.written_kernels import written_kernels
from generator.lowering.warp_backend import CodeTooLong

BODY = "(x: wp.array(dtype=float)):\n    x[wp.tid()] = 1.0\n"
KERNEL = f"@wp.kernel\ndef {{}}{BODY}\n\n"


def in_function(function: str, kernel: str) -> str:
    """A function that makes a kernel and returns it."""
    return f"def {function}():\n{textwrap.indent(KERNEL.format(kernel).rstrip(), '    ')}\n\n    return {kernel}\n\n\n"


def lowered(path: Path, **options: object) -> tuple[list[str], list[str]]:
    """Labels of the kernels that were lowered, and what was told of the others."""
    told: list[UserError] = []
    found = generator.lower(path, refused=told.append, **options)  # type: ignore[arg-type]
    return [kernel.label for kernel in found], [str(error) for error in told]


def test_kernels_that_importing_does_not_make_are_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "import warp as wp\nfrom warp import kernel as mark\n\n\n"
        + KERNEL.format("plain")
        + in_function("make", "made")
        + in_function("idle", "unmade")
        + f"class Solver:\n    def build(self):\n{textwrap.indent(KERNEL.format('inner').rstrip(), ' ' * 8)}\n\n\n"
        + KERNEL.format("twice")
        + KERNEL.format("twice")
        + "kept = {1: make()}\n\n"
        + f"if not kept:\n    @mark(enable_backward=False)\n{textwrap.indent('def branch' + BODY, '    ')}\n"
        + f'if __name__ == "__main__":\n{textwrap.indent(KERNEL.format("script"), "    ")}'
    )
    labels, told = lowered(path)
    assert labels == ["plain", "make.made", "twice"]
    assert told == [
        "mine.py:19 unmade: made inside function idle, which the file does not call",
        "mine.py:28 inner: made inside function Solver.build, which the file does not call",
        "mine.py:33 twice: replaced: importing the file leaves another of its name, or none",
        "mine.py:46 branch: made in a branch (line 45) that importing the file does not take",
        "mine.py:51 script: made only where the file runs as a script",
    ]
    lines = path.read_text().splitlines()
    assert all(lines[kernel.line - 1].strip().startswith("@") for kernel in written_kernels(path.read_bytes()))
    assert lowered(path, kernel="plain") == (["plain"], [])
    with pytest.raises(UserError, match=r"mine\.py:19 unmade: made inside function idle"):
        generator.lower(path)


def test_a_file_whose_kernels_all_stand_in_functions_says_so(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("import warp as wp\n\n\n" + in_function("idle", "unmade"))
    reason = "unmade: made inside function idle, which the file does not call"
    with pytest.raises(UserError, match=rf"^mine\.py:5 {reason}$"):
        generator.lower(path)
    with pytest.raises(UserError, match=rf"^line 5 {reason}$"):
        generator.lower(path.read_text())


def test_a_kernel_of_a_module_that_warp_does_not_list_is_found_where_it_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    text = "import warp as wp\n\n\n" + in_function("make", "made") + "kept = [make()]\n"
    path.write_text(text.replace("@wp.kernel", '@wp.kernel(module=wp.Module("apart", None))'))
    assert lowered(path) == (["make.made"], [])


HALVE = "import warp as wp\n\n\n@wp.func\ndef halve(x: float):\n    return x * 0.5\n"
USE = f"import warp as wp\n\nfrom {{}} import halve\n\n\n{KERNEL.format('use')}".replace("1.0", "halve(2.0)")


@pytest.mark.parametrize(
    ("marked", "imported"),
    [
        (["{p}"], "...functions"),
        (["{p}"], "{p}.functions"),
        ([], "...functions"),
        (["{p}", "{p}/gap/solvers"], "...functions"),
    ],
)
def test_folders_without_init_are_parts_of_a_package(
    marked: list[str], imported: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    package = f"package_{abs(hash(request.node.name))}"
    inner = tmp_path / package / "gap" / "solvers"
    inner.mkdir(parents=True)
    for folder in marked:
        (tmp_path / folder.format(p=package) / "__init__.py").touch()
    (tmp_path / package / "functions.py").write_text(HALVE)
    (inner / "kernels.py").write_text(USE.format(imported.format(p=package)))
    assert lowered(inner / "kernels.py") == (["use"], [])
    found = importable(inner / "kernels.py")
    assert (found.root, found.name) == (tmp_path, f"{package}.gap.solvers.kernels")


def test_a_distribution_ends_a_namespace_package(tmp_path: Path) -> None:
    folder = tmp_path / "library" / "space" / "part"
    folder.mkdir(parents=True)
    (tmp_path / "library" / "space-1.0.dist-info").mkdir()
    (folder / "kernels.py").write_text("from .functions import halve\n")
    assert importable(folder / "kernels.py").name == "space.part.kernels"
    (folder / "script.py").write_text("import functions\n")
    assert importable(folder / "script.py").name == "script"


def test_only_the_emit_that_is_refused_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    tiles = (
        "y: wp.array2d(dtype=float)):\n    i = wp.tid()\n    wp.tile_store(y[i], wp.tile_load(y[i], shape=16) * 2.0)\n"
    )
    path.write_text(f"import warp as wp\n\n\n{KERNEL.format('plain')}@wp.kernel\ndef tiled({tiles}")
    told: list[UserError] = []
    found = generator.lower(path, emit="forward,standalone", refused=told.append)
    assert [(kernel.name, *map(bool, kernel.code.values())) for kernel in found] == [
        ("plain", True, True),
        ("tiled", True, False),
    ]
    assert [str(error)[:30] for error in told] == ["tiled: no stand-alone CUDA for"]
    with pytest.raises(UserError, match="tiled: no stand-alone CUDA for"):
        generator.lower(path, emit="forward,standalone")


@pytest.mark.parametrize(
    ("emit", "targets", "said"),
    [
        ("forward", [False], "plain: Warp cannot lower it: no CUDA"),
        ("forward,cpu", [True, False], "plain: Warp cannot lower it: no CUDA"),
        ("cpu", [True, False], "plain: too long"),
    ],
)
def test_a_kernel_is_lowered_again_only_without_the_cpu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, emit: str, targets: list[bool], said: str
) -> None:
    tried: list[bool] = []

    def refuse(*_: object, cpu: bool, **__: object) -> None:
        tried.append(cpu)
        if cpu:
            raise ValueError("no CPU")
        if said.endswith("too long"):
            error = CodeTooLong()
            error.reason = "too long"
            raise error
        raise ValueError("no CUDA")

    monkeypatch.setattr(emits, "lower_with_warp", refuse)
    path = tmp_path / "mine.py"
    path.write_text(f"import warp as wp\n\n\n{KERNEL.format('plain')}")
    assert lowered(path, emit=emit) == ([], [said])
    assert tried == targets


FFT = """import warp as wp


@wp.kernel
def transform(x: wp.array2d(dtype=wp.vec2f)):
    i = wp.tid()
    line = wp.tile_load(x, shape=(1, 128), offset=(i, 0))
    wp.tile_fft(line)
    wp.tile_store(x, line, offset=(i, 0))
"""


def test_the_block_size_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FFT)
    with pytest.raises(UserError, match=r"transform: Warp cannot lower it: .*block_dim=256"):
        generator.lower(path)
    (kernel,) = generator.lower(path, emit="forward,ptx", block_dim=32)
    assert (
        kernel.launch.block_dim == 32
        and kernel.self_contained
        and ".entry transform" in kernel.code["ptx_forward_sm90"]
    )
    with pytest.raises(UserError, match="a block has 1 to 1024 threads, not 0"):
        generator.lower(path, block_dim=0)


def test_a_long_chain_of_branches_and_a_long_sum_are_read() -> None:
    chain = "if a == 0:\n    pass\n" + "".join(f"elif a == {n}:\n    pass\n" for n in range(400))
    text = f"a = {' + '.join('1' * 900)}\n{chain}{KERNEL.format('last')}"
    (kernel,) = written_kernels(text)
    assert kernel.name == "last" and text.splitlines()[kernel.line - 1] == "@wp.kernel"


REFUSED_BY_NVRTC = """

@wp.func_native("this is no C++")
def nonsense(x: float) -> float: ...


@wp.kernel
def strange(x: wp.array(dtype=float)):
    x[0] = nonsense(x[1])
"""


def test_a_text_that_the_device_compiler_refuses_costs_its_machine_code_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"import warp as wp\n\n\n{KERNEL.format('plain')}{REFUSED_BY_NVRTC}")
    told: list[UserError] = []
    found = generator.lower(path, emit="forward,ptx", refused=told.append)
    columns = ("cuda_forward", "ptx_forward_sm90", "ptx_backward_sm90")
    assert [[kernel.name, *(bool(kernel.code[column]) for column in columns)] for kernel in found] == [
        ["plain", True, True, True],
        ["strange", True, False, False],
    ]
    assert [str(error).partition(":")[0] for error in told] == ["strange"] and "no PTX" in str(told[0])
    assert [kernel.name for kernel in generator.lower(path, emit="ptx", refused=told.append)] == ["plain"]


def test_a_missing_tool_costs_what_it_makes_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> list[dict[str, object]]:
        raise ToolMissing("ptxas is missing")

    monkeypatch.setitem(emits._MACHINE_CODE, "sass", missing)
    path = tmp_path / "mine.py"
    path.write_text(f"import warp as wp\n\n\n{KERNEL.format('plain')}")
    told: list[UserError] = []
    (kernel,) = generator.lower(path, emit="forward,sass", refused=told.append)
    assert (
        kernel.code["cuda_forward"] and not kernel.code["sass_forward_sm90"] and not kernel.code["usage_forward_sm90"]
    )
    assert [str(error) for error in told] == ["ptxas is missing"]
    with pytest.raises(ToolMissing):
        generator.lower(path, emit="forward,sass")


def test_a_package_that_python_has_from_elsewhere_is_told(tmp_path: Path) -> None:
    for folder in (tmp_path / "one" / "package_twice", tmp_path / "other" / "package_twice"):
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
        (folder / "kernels.py").write_text(f"import warp as wp\n\n\n{KERNEL.format('plain')}")
    assert lowered(tmp_path / "one" / "package_twice" / "kernels.py") == (["plain"], [])
    with pytest.raises(UserError, match=r"Python imports package_twice\.kernels from .*one/package_twice/kernels\.py"):
        generator.lower(tmp_path / "other" / "package_twice" / "kernels.py")
