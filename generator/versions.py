"""Versions of packages that this code supports. A leaf: it imports neither Warp nor `datasets`."""

from __future__ import annotations

from importlib import metadata

SUPPORTED_WARP = "1.19"
"""Minor version of Warp whose code generator `generator.lowering` uses."""

OLDEST_DATASETS = (3, 6, 0)
BROKEN_DATASETS: dict[tuple[int, ...], str] = {(5, 0, 0): "it resumes streams at the wrong row"}


class UnsupportedVersion(ImportError):
    """An installed package is missing or outside the versions that this code was written for."""


def check_warp() -> None:
    """Raise UnsupportedVersion unless Warp's minor version is the supported one."""
    found = installed("warp-lang")
    if found is None or ".".join(found.split(".")[:2]) != SUPPORTED_WARP:
        raise UnsupportedVersion(
            f"warp-lang {found or '(none)'} is installed, {SUPPORTED_WARP}.x is needed: "
            f"pip install 'warp-lang=={SUPPORTED_WARP}.*'"
        )


def check_datasets() -> None:
    """Raise UnsupportedVersion for a `datasets` that is too old or known to be broken."""
    found = installed("datasets")
    version = tuple(int(part) for part in (found or "0").split(".")[:3] if part.isdigit())
    reason = "" if found else "it is missing"
    if found and version < OLDEST_DATASETS:
        reason = "it is too old"
    reason = reason or BROKEN_DATASETS.get(version, "")
    if reason:
        oldest = ".".join(map(str, OLDEST_DATASETS))
        raise UnsupportedVersion(
            f"datasets {found or '(none)'} cannot be used ({reason}): pip install 'datasets>={oldest},!=5.0.0'"
        )


def installed(package: str) -> str | None:
    """Version of an installed package, None where there is none."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def compilers() -> dict[str, str]:
    """Versions of the compilers of columns: NVRTC is in Warp, ptxas in a wheel; empty where that is absent."""
    return {"nvrtc": f"of warp-lang {installed('warp-lang')}", "ptxas": installed("nvidia-cuda-nvcc") or ""}
