"""Launches that a package's text holds are read as text, and what they tell of sizes and numbers is followed."""

from __future__ import annotations

from pathlib import Path

from generator.launch import OUTPUT, Argument, Launch
from generator.production.collecting.package_launches import package_launches
from generator.verification.launch_guess.written_launch import WrittenLaunch, following

TEXT = """
import warp as wp
raise SystemExit("never run")

def solve(x, y, state):
    wp.launch(kernels.scaled, dim=x.shape[0], inputs=[x, 0.5, x.shape[0], True], outputs=[y])
    wp.launch(kernel=other, dim=(rows, columns), inputs=[state.grid, rows])
    wp.launch(scaled, inputs=[x])
    start.launch("not a kernel's dim")
"""


def test_launches_are_read_as_text(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack/solver.py").write_text(TEXT)
    (tmp_path / "pack/broken.py").write_text("def launch(:")
    found = package_launches(tmp_path)
    assert found == {
        "scaled": [
            {
                "dim": ("x.shape[0]",),
                "arguments": ("x", "0.5", "x.shape[0]", "True", "y"),
                "place": "pack/solver.py:6",
            }
        ],
        "other": [{"dim": ("rows", "columns"), "arguments": ("state.grid", "rows"), "place": "pack/solver.py:7"}],
    }


def array(name: str, role: str = "input") -> Argument:
    return Argument(name, "array", "float32", 1, role, (9,))


def test_numbers_and_sizes_are_followed() -> None:
    arguments = (
        array("x"),
        Argument("scale", "scalar", "float32"),
        Argument("n", "scalar", "int32"),
        Argument("exact", "scalar", "bool"),
        array("y", OUTPUT),
    )
    launch = Launch(arguments, (7,))
    written = WrittenLaunch(("x.shape[0]",), ("x", "0.5", "x.shape[0]", "True", "y"), "pack/solver.py:6")
    told = following(launch, written)
    assert [a.value for a in told.arguments] == [None, 0.5, 7.0, 1.0, None]
    assert following(launch, WrittenLaunch(("n",), ("x", "n"), "pack/solver.py:9")) is launch
