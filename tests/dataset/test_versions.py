"""Versions that would give wrong rows are refused in one line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from generator import versions
from generator.dataset import code_hash
from generator.dataset.schema import SCHEMA_VERSION
from generator.production.publishing.card import CHANGES
from warp_cuda_ir import WarpCudaIrConfig


@pytest.mark.parametrize("found", ["1.18.2", "1.20.0", "2.0", None])
def test_warp_outside_the_pin(monkeypatch: pytest.MonkeyPatch, found: str | None) -> None:
    monkeypatch.setattr(versions, "installed", lambda package: found)
    with pytest.raises(
        ImportError, match=r"^warp-lang .* is installed, 1\.19\.x is needed: pip install 'warp-lang==1\.19\.\*'$"
    ):
        versions.check_warp()


@pytest.mark.parametrize(
    ("found", "reason"), [("3.5.1", "too old"), ("2.0.0", "too old"), ("5.0.0", "wrong row"), (None, "missing")]
)
def test_datasets_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, found: str | None, reason: str) -> None:
    monkeypatch.setattr(versions, "installed", lambda package: found)
    with pytest.raises(
        ImportError, match=rf"^datasets .* cannot be used \(.*{reason}.*\): pip install 'datasets>=3\.6\.0,!=5\.0\.0'$"
    ):
        versions.check_datasets()


@pytest.mark.parametrize("found", ["3.6.0", "4.0.0", "4.8.5", "5.0.1", "5.2.0", "6.0.0.dev0"])
def test_datasets_that_can(monkeypatch: pytest.MonkeyPatch, found: str) -> None:
    monkeypatch.setattr(versions, "installed", lambda package: found)
    versions.check_datasets()


def test_the_pins_of_the_package_are_the_same(root: Path) -> None:
    dependencies = tomllib.loads((root / "pyproject.toml").read_text())["project"]["dependencies"]
    major, minor = versions.SUPPORTED_WARP.split(".")
    assert f"warp-lang>={major}.{minor},<{major}.{int(minor) + 1}" in dependencies
    assert "datasets>=3.6,!=5.0.0" in dependencies


def test_the_schema_has_one_version() -> None:
    assert WarpCudaIrConfig("cpu").version == SCHEMA_VERSION == CHANGES[0][0]


def test_another_warp_is_another_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    code_hash.code_hash.cache_clear()
    before = code_hash.code_hash()
    monkeypatch.setattr(code_hash, "installed", lambda package: "1.19.1")
    code_hash.code_hash.cache_clear()
    after = code_hash.code_hash()
    code_hash.code_hash.cache_clear()
    assert before != after
