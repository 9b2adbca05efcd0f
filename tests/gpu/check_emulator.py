"""The emulator against the GPU: the same PTX, launched with the same arguments on both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

import pytest
import warp as wp

from generator.synthesis import CATEGORIES
from generator.verification.launching import device_run
from generator.verification.tiers.device_tier import ARCHITECTURE
from generator.verification.tiers.tiers import Item, verify
from tests.gpu.agreement import RowLaunches
from tests.gpu.check_kernels import kernels_of
from tests.gpu.devices import gpu

KERNELS_A_CATEGORY = 4

TIERS = ("codegen", "execute", "gradient", "device")


@pytest.mark.parametrize("category", CATEGORIES)
def check_category(
    category: str, fresh_seed: int, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    if wp.get_device(gpu()).arch < int(ARCHITECTURE.removeprefix("sm_")):
        pytest.skip(f"rows are compiled for {ARCHITECTURE}")
    launches = RowLaunches()
    monkeypatch.setattr(device_run, "emulate", launches.emulate)
    monkeypatch.setattr(device_run, "take_back", launches.take_back)
    rows = kernels_of(category, fresh_seed, KERNELS_A_CATEGORY)
    verdicts = verify([Item(made.source, made.launch, seed=key) for key, made in rows], TIERS)
    record_property("agreement", asdict(launches.agreement))
    assert not launches.agreement.problems
    assert not {key: verdict.failed for (key, _), verdict in zip(rows, verdicts, strict=True) if verdict.failed}
