"""What picks a row's split: its fingerprint, so that no structure is in two; in config ``real``, its project."""

from __future__ import annotations

import re

SPLITS: dict[str, int] = {"train": 90, "validation": 5, "test": 5}
"""Share of each split in percent, of the fingerprints and of the rows."""


def split_of(fingerprint: str) -> str:
    """The split that owns a fingerprint (16 hexadecimal digits)."""
    percent = int(fingerprint, 16) * 100 >> 64
    for split, share in SPLITS.items():
        if percent < share:
            return split
        percent -= share
    raise ValueError(f"not a fingerprint of 16 hexadecimal digits: {fingerprint!r}")


HELD_OUT_PROJECTS: dict[str, str] = {
    "nvalchemi-toolkit-ops": "test",
    "nvidia-physicsnemo": "test",
    "gswarp": "test",
    "xlb": "validation",
    "warpsphcore": "validation",
}
"""Projects of config ``real`` by name, and the split that each one's kernels are; all others are train."""


def project_name(name: str) -> str:
    """A project's name as PEP 503 compares names: in small letters, with ``-`` for every run of ``-_.``."""
    return re.sub(r"[-_.]+", "-", name).lower()


def split_of_project(name: str) -> str:
    """The split that holds all kernels of a project."""
    return HELD_OUT_PROJECTS.get(project_name(name), "train")


def split_rows(rows: int) -> dict[str, int]:
    """Rows of each split when there are ``rows`` over all: rounded shares, train takes what rounding leaves."""
    sizes = {split: (rows * share + 50) // 100 for split, share in SPLITS.items()}
    sizes["train"] += rows - sum(sizes.values())
    return sizes
