"""Fixtures and switches that every room's tests share."""

from __future__ import annotations

import os
import random
import secrets
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

if find_spec("hypothesis"):  # the environment of datasets 3.6 has none
    from hypothesis import HealthCheck, settings

    settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow as well")
    parser.addoption("--seeds", type=int, default=0, help="run only the tests with a fresh seed, with so many seeds")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    count = metafunc.config.getoption("--seeds")
    if count and "fresh_seed" in metafunc.fixturenames:
        seeds = random.Random(os.environ["WARP_CUDA_IR_SEED"]).sample(range(2**31), count)
        metafunc.parametrize("fresh_seed", seeds, ids=[f"seed{seed}" for seed in seeds], indirect=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if not _asked_for(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if _asked_for(item)]


def _asked_for(item: pytest.Item) -> bool:
    if item.get_closest_marker("slow") and not item.config.getoption("--slow"):
        return False
    if not item.config.getoption("--seeds"):
        return True
    parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    return "fresh_seed" in parameters and parameters.get("fresh", True)


def pytest_configure(config: pytest.Config) -> None:
    # One number for the whole run: with pytest-xdist the workers inherit it from the first process.
    os.environ.setdefault("WARP_CUDA_IR_SEED", str(secrets.randbelow(2**31)))


def pytest_report_header() -> str:
    return f"fresh seed: WARP_CUDA_IR_SEED={os.environ['WARP_CUDA_IR_SEED']}"


@pytest.fixture(autouse=True)
def untold(monkeypatch: pytest.MonkeyPatch) -> None:
    """No command says that a child still runs, however slow the machine is."""
    monkeypatch.setattr("generator.commands.foreign_code.still_running.TOLD_SECONDS", 3600.0)


@pytest.fixture
def fresh_seed(request: pytest.FixtureRequest) -> int:
    """A seed that no earlier run used; printed when the test fails, and set by WARP_CUDA_IR_SEED."""
    seed = int(getattr(request, "param", os.environ["WARP_CUDA_IR_SEED"]))
    print(f"WARP_CUDA_IR_SEED={seed}")
    return seed


@pytest.fixture(scope="session")
def root() -> Path:
    """Top of the checkout."""
    return ROOT


@pytest.fixture(scope="session", autouse=True)
def private_caches(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Caches of Warp and of `datasets` in a folder of this process: runs do not collide."""
    import warp as wp

    folder = tmp_path_factory.mktemp("caches")
    os.environ["HF_DATASETS_CACHE"] = str(folder / "datasets")
    wp.config.log_level = wp.LOG_ERROR
    wp.config.kernel_cache_dir = str(folder / "warp")
