"""A plugin that hands tests of the emulator the GPU's results: ``pytest -p tests.gpu.beside tests/emulation``.

What those tests expect, by independent references, the GPU then has to do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from generator import emulation
from generator.emulation import Run
from generator.verification.launching.outputs import flat
from tests.gpu.agreement import ORDERS, SEED, Agreement, on_gpu

if TYPE_CHECKING:  # what imports the emulator is imported after it was put beside the GPU
    from tests.emulation.opcodes.case import Case

OTHERWISE = {
    re.compile(r"\[(vadd\.u32\.(u32\.[us]32|s32\.u32)|vsub\.u32\.u32\.s32|vabsdiff\.u32\.(u32\.s32|s32\.u32))\.sat"): (
        "ptxas does not saturate at the top of u32"
    ),
    re.compile(r"test_tf32_is_rounded\["): "NaN loses its digits as a number does",
}
"""Where a GPU does not do what PTX's document says, by the name of the test: seen on an H100 and an H200."""

ONE_BY_ONE = ("serial", "as_serial")
"""Orders of the emulator in which threads run one after another, as on no GPU."""

_AGREEMENT = pytest.StashKey[list[Agreement]]()


def beside(emulate: Callable[..., Run], agreements: list[Agreement]) -> Callable[..., Run]:
    """The emulator with the GPU's outputs, unless its own depend on the order of the threads or they run one by one."""

    @wraps(emulate)
    def both(ptx: str, kernel: str, args: Sequence[Any], grid: Any, block: Any, **options: Any) -> Run:
        run = emulate(ptx, kernel, args, grid, block, **options)
        if options.get("order") in ONE_BY_ONE:
            return run
        found = agreements[-1]
        there = on_gpu(found, run, ptx, kernel, args, grid, block, options.get("shared", 0))
        if there is None:
            return run
        ours = _bits(run.outputs)
        found.elements += sum(values.size for values in _arrays(run.outputs))
        if ours == _bits(there):
            found.same_bits += 1
            return run
        for order in ORDERS:
            again = emulate(ptx, kernel, args, grid, block, **options | {"order": order, "seed": SEED})
            if _bits(again.outputs) != ours:
                found.order_matters += 1
                return run
        return replace(run, outputs=there)

    return both


def _bits(outputs: Any) -> list[bytes]:
    return [values.tobytes() for values in _arrays(outputs)]


def _arrays(outputs: Any) -> list[np.ndarray]:
    """The arrays of a run's outputs, members of structs each on its own."""
    whole = [array for each in outputs for array in (each if isinstance(each, tuple) else (each,)) if array is not None]
    return [values for array in whole for values in flat({"": array}).values()]


def pytest_configure(config: pytest.Config) -> None:
    """Put the GPU beside the emulator before any test imports it."""
    config.stash[_AGREEMENT] = agreements = [Agreement()]
    emulation.emulate = beside(emulation.emulate, agreements)


def as_documented(cases: list[Case]) -> list[Case]:
    """The forms that a GPU does as PTX's document says."""
    return [case for case in cases if not any(name.search(f"[{case.name}]") for name in OTHERWISE)]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that a GPU is known not to pass have to fail; the test that draws one of all forms draws of the others."""
    for item in items:
        for name, reason in OTHERWISE.items():
            if name.search(item.nodeid):
                item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
        if isinstance(item, pytest.Function) and hasattr(item.module, "DRAWN"):
            item.module.DRAWN[:] = as_documented(item.module.DRAWN)


@pytest.fixture(autouse=True)
def agreement(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> Any:
    """The numbers of a test's launches, as a property of its report."""
    request.config.stash[_AGREEMENT].append(Agreement())
    yield
    record_property("agreement", asdict(request.config.stash[_AGREEMENT].pop()))
