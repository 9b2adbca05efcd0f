"""What picks a row's split: its fingerprint, so that no structure is in two; in config ``real``, its project."""

from __future__ import annotations

import re
from typing import Any

from generator.choices import choose

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
"""Held-out project of config ``real`` -> split of its kernels; all other projects are train."""


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


def refuse_unreadable(split: Any, most: dict[str, int], streaming: bool = False) -> None:
    """Raise ValueError, before a row is made, for a ``split`` that `datasets` would refuse after the last one.

    ``most``: an upper bound of the rows of each split, so that no slice is refused that could hold a row.
    """
    if split is None or isinstance(split, (dict, list, tuple)):
        for each in split.values() if isinstance(split, dict) else split or ():
            refuse_unreadable(each, most, streaming)
        return
    import datasets  # late: it takes 0.6 s, and only loading by name needs it

    text = "+".join(most) if str(split) == "all" else str(split)
    try:
        instruction = datasets.ReadInstruction.from_spec(text)
    except ValueError as error:
        advice = "write it as 'train', 'train[10:20]', 'train[:5%]' or 'train+test'"
        raise ValueError(f"split {text!r}: {str(error).rstrip('. ')}; {advice}") from None
    # As `datasets` reads them: a name, and a slice with how its percents are rounded.
    for name, part in re.findall(r"([^+\[\]\s]+)(\[[^\]]*\](?:\([^)]*\))?)?", text):
        choose("split", name, [*most, "all"])
        if part and streaming:
            raise ValueError(f"a stream has no slices: ask for split={name!r} and use .skip() and .take()")
    if not any(part.from_ < part.to for part in instruction.to_absolute(most)):
        raise ValueError(f"split {text!r} holds no row: ask for a slice with at least one")
