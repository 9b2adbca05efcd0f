"""Kernels of a package: found, made concrete, lowered; a hostile module costs itself alone."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import warp as wp

from generator.isolation import Limits
from generator.production.collecting import child
from generator.production.collecting.child import LONGEST_CODE
from generator.production.collecting.factories import NoArguments, call_factory
from generator.production.collecting.places import kernel_places, source_modules
from generator.production.collecting.plain_reasons import causes
from generator.production.collecting.sessions import Package
from generator.production.collecting.stand_ins import StandInFinder
from tests.production.collecting.collected_package import collected

KERNEL = """
@wp.kernel
def {name}(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = {value} * x[i]
"""

FILES = {
    "pack/__init__.py": "",
    "pack/plain.py": "import warp as wp\n" + KERNEL.format(name="twice", value="2.0"),
    "pack/needs.py": """
import torch
import warp as wp
from torch import nn
from torch.autograd import Function

TYPES = {torch.float32: wp.float32, torch.float64: wp.float64}

class Layer(nn.Module):
    size: torch.Tensor | None = None

class Twice(Function):
    pass

twice = Twice.apply

@torch.library.custom_op("pack::op", mutates_args=())
def op(x: torch.Tensor) -> torch.Tensor:
    return x

@op.register_fake
def fake(x):
    return x
"""
    + KERNEL.format(name="thrice", value="3.0"),
    "pack/factory.py": """
import enum
from dataclasses import dataclass
from typing import Literal
import warp as wp

class Mode(enum.Enum):
    FAST = 1
    SLOW = 2

@dataclass(frozen=True)
class Options:
    tile: tuple[int, int]
    mode: Mode

def make(order: int, exact: bool, name: Literal["a", "b"], options: Options):
    factor = float(order * options.tile[0])

    @wp.kernel
    def scaled(x: wp.array(dtype=float), y: wp.array(dtype=float)):
        i = wp.tid()
        y[i] = factor * x[i]

    return scaled

def unknown(model: "Model"):
    @wp.kernel
    def never(x: wp.array(dtype=float)):
        x[wp.tid()] = model.value
    return never
""",
    "pack/tests/test_it.py": "import warp as wp\n" + KERNEL.format(name="left_out", value="0.0"),
}

HOSTILE = {
    "exits": "import os; os._exit(0)",
    "leaves": "import sys; sys.exit(0)",
    "hangs": "while True: pass",
    "allocates": "x = bytearray(64 << 30)",
    "writes": "open({marker!r}, 'w').write('x')",
    "connects": "import socket; socket.create_connection(('127.0.0.1', {port}), 1); open({marker!r}, 'w')",
    "forks": "import os\nwhile True: os.fork()",
    "prints": "print('\\x1b]0;title\\x07' * 100000)",
    "patches": "import warp, json; json.dumps = lambda *a, **k: 'null'; warp.Kernel.__init__ = None",
    "raises": "raise MemoryError",
}


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_kernels_are_found_made_and_lowered(tmp_path: Path) -> None:
    found = collected(Package(write(tmp_path, FILES)))
    assert [(row["file"], row["qualified_name"]) for row in found.rows] == [
        ("pack/factory.py", "make.scaled"),
        ("pack/needs.py", "thrice"),
        ("pack/plain.py", "twice"),
    ]
    assert (found.recorded, found.skipped, found.refused) == (3, [], [])
    made, thrice, twice = found.rows
    assert made["made_concrete"].startswith("called with order=4, exact=True, name='a', options=Options(tile=(4, 4)")
    assert "factor = 16.0" in made["python_source"] and made["self_contained"]
    assert "import torch" not in thrice["python_source"] and "adj_x" in thrice["code"]["cuda_backward"]
    assert twice["adjoint"] == "own" and twice["line"] == 3
    (never,) = found.unmade
    assert (never["name"], never["reason"]) == (
        "never",
        "needs what only running its package gives",
    )


def test_the_same_call_gives_the_same_rows(tmp_path: Path) -> None:
    package = Package(write(tmp_path, FILES))
    assert collected(package) == collected(package)


def test_a_kernel_whose_code_is_too_long_costs_itself(tmp_path: Path) -> None:
    """Warp unrolls loops of a fixed length: three inside each other are 4,096 times their body."""
    loops = "".join(f"{'    ' * n}for k{n} in range(16):\n" for n in range(1, 4))
    text = f"import warp as wp\n@wp.kernel\ndef long(x: wp.array(dtype=float)):\n{loops}"
    text += "                x[k1] = x[k2] + wp.sin(x[k3]) * wp.cos(x[k1])\n"
    short = KERNEL.format(name="short", value="2.0")
    found = collected(Package(write(tmp_path, {"pack.py": text + short})))
    assert ([row["name"] for row in found.rows], found.recorded) == (["short"], 2)
    (refused,) = found.refused
    assert (refused["name"], refused["line"]) == ("long", 2)
    assert refused["reason"] == f"long: its code has more than {LONGEST_CODE:,} letters"


def test_a_hostile_module_costs_itself_alone(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    hostile = {
        f"bad/{name}.py": text.format(marker=str(marker), port=9)
        + "\nimport warp as wp\n"
        + KERNEL.format(name=name, value="1.0")
        for name, text in HOSTILE.items()
    }
    clean = collected(Package(write(tmp_path / "clean", FILES)))
    found = collected(Package(write(tmp_path / "mixed", FILES | hostile)), limits=Limits(10.0, 16 << 30))
    assert [row for row in found.rows if not row["file"].startswith("bad/")] == clean.rows
    assert not marker.exists()
    costs = {entry["file"]: entry["reason"] for entry in found.skipped}
    for name in ("exits", "hangs", "allocates", "writes", "connects", "forks", "raises", "leaves"):
        assert costs.get(f"bad/{name}.py"), name
    assert all("\n" not in reason and "\x1b" not in reason for reason in costs.values())


def test_places_say_what_is_around_a_kernel() -> None:
    places = kernel_places(FILES["pack/factory.py"])
    assert [(place.name, place.owners) for place in places] == [
        ("scaled", (("def", "make"),)),
        ("never", (("def", "unknown"),)),
    ]


def test_tests_and_examples_are_left_out(tmp_path: Path) -> None:
    names = [module.name for module in source_modules(write(tmp_path, FILES))]
    assert names == ["pack", "pack.factory", "pack.needs", "pack.plain"]


def test_a_factory_without_arguments_to_tell_is_named() -> None:
    with pytest.raises(NoArguments, match="ZeroDivisionError: "):
        call_factory(lambda thing: 1 // 0, lambda: 0)
    with pytest.raises(NoArguments, match="no call made a kernel"):
        call_factory(lambda count=3: None, lambda: 0)


def test_a_stand_in_is_whatever_it_is_used_as(monkeypatch: pytest.MonkeyPatch) -> None:
    finder = StandInFinder([])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, finder])
    import not_here.inside as inside  # type: ignore[import-not-found]  # found by the stand-in alone

    assert finder.roots == {"not_here"} and inside.thing is inside.thing
    assert len({inside.a: 1, inside.b: 2}) == 2

    class Derived(inside.Base, dict):
        pass

    assert Derived().whatever.more is not None and Derived.apply is not None
    assert inside.decorated(lambda x: x + 1)(2) == 3
    assert inside.parse(inside.__version__) is not None
    for name in [name for name in sys.modules if name.startswith("not_here")]:
        del sys.modules[name]


def test_a_module_with_too_much_code_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = {"root": str(tmp_path), "support": [], "own": ["large"], "path": "", "module": "large"}
    path = write(tmp_path, {"large.py": "import warp as wp\n" + KERNEL.format(name="long", value="1.0")}) / "large.py"
    for name, value in {"path": sys.path[:], "meta_path": sys.meta_path[:]}.items():
        monkeypatch.setattr(sys, name, value)
    for name in ("launch", "launch_tiled"):
        monkeypatch.setattr(wp, name, getattr(wp, name))
    monkeypatch.setattr(child, "LETTERS", 100)
    monkeypatch.delitem(sys.modules, "large", raising=False)
    found = child.collect_module(module | {"path": str(path)})
    (skipped,) = found["skipped"]
    assert skipped == {"file": "large.py", "reason": "its kernels have more than 100 letters of code"}
    assert not found["rows"] and not found["recorded"]


def test_a_module_that_fails_keeps_its_kernels_and_says_so(tmp_path: Path) -> None:
    text = "import warp as wp\n" + KERNEL.format(name="early", value="1.0") + "\nraise RuntimeError('too late')\n"
    found = collected(Package(write(tmp_path, {"pack/__init__.py": "", "pack/fails.py": text})))
    assert [row["qualified_name"] for row in found.rows] == ["early"]
    reason = "RuntimeError: too late; the kernels made before that are taken: 1"
    assert found.skipped == [{"file": "pack/fails.py", "reason": reason}]


def test_a_cause_keeps_what_its_entries_share() -> None:
    ended = {"file": "a.py", "reason": "its process exited with 3 before it was done"}
    assert causes([ended]) == {f"{ended['reason']} (a.py)": 1}
    assert causes([ended, ended | {"file": "b.py"}]) == {ended["reason"]: 2}
    other = {"file": "b.py", "reason": "its process exited with 4 before it was done"}
    assert causes([ended, other]) == {"its process exited with ... before it was done": 2}
