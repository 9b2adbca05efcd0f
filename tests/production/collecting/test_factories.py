"""Kernels that only a call makes: arguments as the package gives them, from annotations, or standing in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.production.collecting.arguments import shown
from generator.production.collecting.child import Outcome
from generator.production.collecting.sessions import Package
from generator.production.collecting.stand_ins import StandIn
from tests.production.collecting.collected_package import collected
from tests.production.collecting.test_collecting import write

HEAD = "import warp as wp\nfrom typing import Any\n"
BODY = "def scaled(x: wp.array(dtype=float)):\n{indent}    i = wp.tid()\n{indent}    x[i] = {factor} * x[i]\n"

FILES = {
    "pack/__init__.py": "",
    # The arguments stand in another module's text alone.
    "pack/making.py": HEAD
    + "def make(config, *, function, bias):\n"
    + "    @wp.kernel\n    def applied(x: wp.array(dtype=float)):\n"
    + "        i = wp.tid()\n        x[i] = function(x[i]) + float(config)\n    return applied\n",
    "pack/using.py": HEAD
    + "from pack.making import make\nSIZE = 7\n"
    + "def run(x):\n    size = SIZE + 1\n    wp.launch(make(size, function=wp.sin, bias=x.any), dim=8, inputs=[x])\n",
    # A class makes its kernel in a method that reads what `__init__` set.
    "pack/owning.py": HEAD
    + "class Layer:\n    def __init__(self, width: int):\n        self.width = float(width)\n"
    + "    def build(self):\n        width = self.width\n"
    + "        @wp.kernel\n        "
    + BODY.format(indent="        ", factor="width")
    + "        return scaled\n",
    # An argument is a function of the same module.
    "pack/writing.py": HEAD
    + "@wp.func\ndef write_twice(x: float):\n    return 2.0 * x\n"
    + "def writing(writer_func: Any):\n    @wp.kernel\n    def written(x: wp.array(dtype=float)):\n"
    + "        i = wp.tid()\n        x[i] = writer_func(x[i])\n",
    # An argument is an object of the package's own class.
    "pack/describing.py": HEAD
    + "class Block:\n    def __init__(self, dtype: type[float], shape: int | None = None):\n"
    + "        self.rows = float(shape or 9)\n"
    + "def tiled(block: Block):\n    rows = block.rows\n    @wp.kernel\n    "
    + BODY.format(indent="    ", factor="rows"),
    # Nothing of the model reaches the first kernel, its size reaches the second.
    "pack/needing.py": HEAD
    + "def reset(model):\n    model.forward(model.a)\n"
    + "    @wp.kernel\n    "
    + BODY.format(indent="    ", factor="0.0")
    + "    wp.launch(scaled, dim=model.size, inputs=[model.a])\n"
    + "def weigh(model):\n    size = model.size\n"
    + "    @wp.kernel\n    "
    + BODY.format(indent="    ", factor="size").replace("scaled", "weighed")
    + "    return weighed\n",
    # What an argument may be stands in comparisons, and each branch makes another kernel.
    "pack/choosing.py": HEAD
    + "def choose(order: str):\n    if order == 'forward':\n        @wp.kernel\n        "
    + BODY.format(indent="        ", factor="1.0").replace("scaled", "first")
    + "    if order in ('backward', 'double'):\n        @wp.kernel\n        "
    + BODY.format(indent="        ", factor="2.0").replace("scaled", "second"),
    "pack/hanging.py": HEAD
    + "@wp.kernel\n"
    + BODY.format(indent="", factor="2.0")
    + "def hang(n: int):\n    while n:\n        pass\n"
    + "    @wp.kernel\n    "
    + BODY.format(indent="    ", factor="3.0").replace("scaled", "late"),
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    return collected(Package(write(tmp_path_factory.mktemp("factories"), FILES)))


def row_of(found: Outcome, name: str) -> dict[str, Any]:
    (row,) = [row for row in found.rows if row["name"] == name]
    return row


def test_a_factory_is_called_as_its_package_calls_it(found: Outcome) -> None:
    row = row_of(found, "applied")
    assert row["made_concrete"] == "called with config=8, function=sin, bias=... (as in pack/using.py:7)"
    assert "wp::sin" in row["code"]["cuda_forward"]


def test_arguments_are_told_from_comparisons(found: Outcome) -> None:
    made = {row["name"]: row["made_concrete"] for row in found.rows if row["file"] == "pack/choosing.py"}
    assert made == {"first": "called with order='forward'", "second": "called with order='backward'"}


def test_a_function_of_the_package_is_found_by_its_name(found: Outcome) -> None:
    assert row_of(found, "written")["made_concrete"] == "called with writer_func=write_twice"


def test_an_object_of_the_package_is_made_up(found: Outcome) -> None:
    (row,) = [row for row in found.rows if row["file"] == "pack/describing.py"]
    assert "rows = 9.0" in row["python_source"] and row["made_concrete"] == "called with block=..."


def test_an_object_is_made_before_its_method_is_called(found: Outcome) -> None:
    rows = [row for row in found.rows if row["file"] == "pack/owning.py"]
    assert [row["qualified_name"] for row in rows] == ["Layer.build.scaled"]
    assert "width = 4.0" in rows[0]["python_source"]


def test_a_stand_in_that_reaches_the_kernel_makes_none(found: Outcome) -> None:
    assert [row["name"] for row in found.rows if row["file"] == "pack/needing.py"] == ["scaled"]
    reasons = {entry["name"]: entry["reason"] for entry in found.unmade}
    assert reasons["weighed"] == "needs what only running its package gives"


def test_a_factory_that_hangs_costs_its_own_kernels(found: Outcome) -> None:
    assert [row["name"] for row in found.rows if row["file"] == "pack/hanging.py"] == ["scaled"]
    reasons = {entry["name"]: entry["reason"] for entry in found.unmade}
    assert reasons["late"].startswith("made inside hang: ran longer than")


def test_no_address_is_shown() -> None:
    assert [shown(value) for value in (object(), StandIn("x"), len, 4, "a", float)] == [
        "...",
        "...",
        "len",
        "4",
        "'a'",
        "float",
    ]


def test_former_names_of_warp_are_there(tmp_path: Path) -> None:
    text = "import warp as wp\nfrom warp.utils import ScopedTimer\nlong = wp.vec(5, dtype=wp.float32)\n@wp.kernel\n"
    text += (
        "def lengths(x: wp.array(dtype=long), y: wp.array(dtype=float)):\n    y[wp.tid()] = wp.length(x[wp.tid()])\n"
    )
    found = collected(Package(write(tmp_path, {"old.py": text})))
    assert (len(found.rows), found.skipped) == (1, [])
