"""Extraction: what a kernel reaches stands in its text, and the text alone gives its code."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import warp as wp

from generator.lowering.user_kernels.api import lower as lower_kernel
from generator.lowering.user_kernels.generics import instances
from generator.lowering.user_kernels.self_contained import Extracted, extract
from generator.lowering.warp_backend import forget_module, lower, program

PACKAGE = {
    "__init__.py": "",
    "names.py": """
import enum
import warp as wp

class Kind(enum.Enum):
    ROUND = 3

class Flag(enum.IntFlag):
    A = 1
    B = 2

SCALE = 2.5

@wp.struct
class Body:
    mass: float

@wp.func
def twist(x: float) -> float:
    return x * SCALE
""",
    "kernels.py": '''
from functools import lru_cache
from typing import Tuple

import numpy as np
import warp as wp

from extraction_package import names
from extraction_package.names import Kind, twist as turned

wp.set_module_options({"default_grid_stride": False, "enable_backward": False})

SCALE = 4.0
EPS = wp.float32(np.float32(1.1920929e-07))

class Settings:
    def __init__(self, size, smooth):
        self.size = size
        self.smooth = smooth

@wp.func
def split(x: float) -> Tuple[float, float]:
    return x, x * SCALE

@wp.kernel
def by_namespace(b: wp.array(dtype=names.Body), y: wp.array(dtype=float)):
    i = wp.tid()
    if i % 4 == wp.static(Kind.ROUND.value):
        y[i] = names.twist(b[i].mass) + SCALE
    if i == names.Flag.B:
        y[i] = turned(y[i]) + EPS

@wp.kernel
def tuples(y: wp.array(dtype=float)):
    i = wp.tid()
    a, b = split(y[i])
    y[i] = a + b

@wp.func
def soft(x: float) -> float:
    return wp.sqrt(x)

@wp.func_grad(soft)
def adj_soft(x: float, adj_ret: float):
    wp.adjoint[x] += adj_ret / wp.max(soft(x), 1.0e-3)

@wp.func
def counted(c: wp.array(dtype=int), i: int) -> int:
    return wp.atomic_add(c, i, 1)

@wp.func_replay(counted)
def replay_counted(c: wp.array(dtype=int), i: int):
    return c[i]

@wp.kernel
def own_adjoints(c: wp.array(dtype=int), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = soft(y[i]) + float(counted(c, i))

snippet = """
    y[i] = 1.0f;
"""

@wp.func_native(snippet)
def first_native(y: wp.array(dtype=float), i: int): ...

snippet = """
    y[i] = 2.0f;
"""

@wp.func_native(snippet)
def second_native(y: wp.array(dtype=float), i: int): ...

@wp.kernel
def native(y: wp.array(dtype=float)):
    i = wp.tid()
    first_native(y, i)
    second_native(y, i)

@lru_cache(maxsize=None)
def power(n):
    @wp.func
    def body(x: float) -> float:
        y = float(1.0)
        for _ in range(wp.static(n)):
            y = y * x
        return y
    return body

def make(settings, vector, core, module_options):
    @wp.kernel(module="unique", module_options=module_options)
    def made(x: wp.array(dtype=vector), y: wp.array(dtype=float)):
        i = wp.tid()
        n = wp.static(settings.size)
        if wp.static(settings.smooth):
            y[i] = core(wp.length(x[i])) + wp.static(power(n))(y[i]) + float(n)
    return made

vec5 = wp.types.vector(length=5, dtype=float)
made = make(Settings(3, True), vec5, power(2), {"max_unroll": 2})

def make_unforced():
    @wp.kernel(enable_backward=False)
    def unforced(y: wp.array(dtype=float)):
        i = wp.tid()
        y[i] = y[i] * 2.0
    return unforced

unforced = make_unforced()
del unforced.options["enable_backward"]
''',
}


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    root = tmp_path_factory.mktemp("extraction")
    folder = root / "extraction_package"
    folder.mkdir()
    for name, text in PACKAGE.items():
        (folder / name).write_text(text)
    sys.path.insert(0, str(root))
    try:
        yield importlib.import_module("extraction_package.kernels")
    finally:
        sys.path.remove(str(root))
        for name in [name for name in sys.modules if name.startswith("extraction_package")]:
            forget_module(name)


def code_of(text: str) -> tuple[str, str]:
    with program(text) as opened:
        (kernel,) = instances(opened.kernel)
        code = lower(kernel, comments=False)
    return code.cuda_forward, code.cuda_backward


def extracted(kernel: wp.Kernel) -> Extracted:
    found = extract(kernel)
    assert (found.complete, found.needs) == (True, "")
    assert "extraction_package" not in found.source
    forward, backward = code_of(found.source)
    assert forward and backward
    return found


def test_members_of_modules_and_enumerations_are_there_and_two_things_of_one_name_are_two(kernels: ModuleType) -> None:
    source = extracted(kernels.by_namespace).source
    assert "class names:" in source and "class Kind(enum.Enum):" in source
    assert {line for line in source.splitlines() if line.startswith("SCALE")} in (
        {"SCALE = 4.0", "SCALE_2 = 2.5"},
        {"SCALE = 2.5", "SCALE_2 = 4.0"},
    )
    assert (
        "EPS = wp.float32(1.1920929e-07)" in source
        and 'wp.set_module_options({"default_grid_stride": False})' in source
    )


def test_aliases_of_typing_are_imported(kernels: ModuleType) -> None:
    assert "from typing import Tuple\n" in extracted(kernels.tuples).source


def test_adjoints_and_replays_of_its_own_go_with_a_function(kernels: ModuleType) -> None:
    source = extracted(kernels.own_adjoints).source
    assert source.index("def soft(") < source.index("@wp.func_grad(soft)") < source.index("def own_adjoints(")
    assert "@wp.func_replay(counted)" in source
    assert "max" in code_of(source)[1] and "counted" in code_of(source)[1]


def test_a_native_text_is_the_one_that_the_function_was_given(kernels: ModuleType) -> None:
    source = extracted(kernels.native).source
    assert source.count("= 1.0f") == 1 and source.count("= 2.0f") == 1


def test_what_a_factory_had_at_hand_is_in_the_text_of_the_kernel_that_it_made(kernels: ModuleType) -> None:
    source = extracted(kernels.made).source
    assert "class settings:\n    size = 3\n    smooth = True" in source
    assert "wp.types.vector(length=5, dtype=wp.float32)" in source
    assert "core" not in source and "def body(" in source and "def body_2(" in source
    assert "lru_cache" not in source and "module_options=module_options" not in source


def test_a_decorator_says_the_options_that_the_kernel_has(kernels: ModuleType) -> None:
    assert "enable_backward" not in extracted(kernels.unforced).source


def test_the_code_of_a_row_is_that_of_its_text(kernels: ModuleType) -> None:
    for kernel in (kernels.by_namespace, kernels.made, kernels.native):
        (row,) = lower_kernel(kernel, as_rows=True, comments=False)
        assert row.self_contained and not row.needs
        assert (row.code["cuda_forward"], row.code["cuda_backward"]) == code_of(row.python_source)


LACKING = """import warp as wp

class Odd:
    def __index__(self):
        return 7

odd = Odd()

@wp.func
def helper(x: float) -> float:
    return x + 1.0

@wp.kernel
def k(x: wp.array(dtype=float)):
    x[wp.tid()] = helper(x[wp.tid()])
"""


def test_a_text_that_cannot_be_whole_says_what_it_needs() -> None:
    with program(LACKING) as opened:
        helper = opened.namespace["helper"]
        helper.adj.source = ""  # as of a function that was made without a file
        helper.func.__code__ = helper.func.__code__.replace(co_filename="<gone>")
        found = extract(opened.kernel)
    assert not found.complete and found.needs == "helper has no source text"
    assert found.source.startswith("import warp as wp\n\n\n@wp.kernel\ndef k(")


def test_a_text_that_cannot_be_whole_has_the_name_that_a_factory_gave() -> None:
    with program(LACKING) as opened:
        helper = opened.namespace["helper"]
        helper.adj.source = ""
        helper.func.__code__ = helper.func.__code__.replace(co_filename="<gone>")
        opened.kernel.func.__name__ = "k_of_floats"
        assert "\ndef k_of_floats(" in extract(opened.kernel).source


def test_another_code_is_never_taken_for_the_same(kernels: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.lowering.user_kernels.self_contained.extraction.options_statements", lambda _: [""])
    found = extract(kernels.tuples)
    assert not found.complete and "other code" in found.needs


def test_an_extracted_text_does_not_depend_on_the_folder(kernels: ModuleType) -> None:
    assert str(Path(kernels.__file__ or "").parent) not in extract(kernels.made).source
