"""Names of a build's files by kind: a manifest that names a file of another kind was not written by this software."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from os import walk
from pathlib import Path

from generator.dataset.splits import SPLITS

CARD, STATS, COLLECTED, REPORT = "README.md", "stats.json", "collected.json", "report.html"
PRODUCING, COLLECTING = ".production", ".collecting"
"""Work folders of a build and of a collection."""
NOTICES = "THIRD_PARTY_NOTICES"
"""Folder of a build with the notices that licences ask to be kept."""

BESIDE = frozenset({CARD, "manifest.json", REPORT, ".gitattributes"})
"""Files of a build that its manifest does not list: written by this software, or added by a Hub."""
BESIDE_FOLDERS = (PRODUCING, COLLECTING, ".cache/huggingface", ".git")
"""Folders that no reader of rows enters: work, and what a download and a clone leave."""

_SPLIT = "|".join(SPLITS)
_DATA = re.compile(rf"([A-Za-z0-9_]+)/({_SPLIT})-\d{{5}}-of-\d{{5}}\.parquet")
_ROW = re.compile(
    rf"[A-Za-z0-9_]+/({_SPLIT})/[A-Za-z0-9_-]+(\.json|/([A-Za-z0-9_]+\.(py|cu)|Makefile|metadata\.json|cpu/\w+\.h))"
)
"""A row as JSON, or a file of a row that is a stand-alone program."""
_TEXT = re.compile(
    rf"{re.escape(STATS)}|{re.escape(COLLECTED)}"
    rf"|{NOTICES}(?!.*\.(?i:pyi?|pyc|pyd|so|sh|json\w*|csv|parquet|arrow|zip|gz|exe)$)(/[^/.][^/]*)+"
)
"""Statistics, what was collected, and notices: texts that people read."""


def is_text(name: str) -> bool:
    """Whether a file of that name belongs to a build though it holds no rows."""
    return bool(_TEXT.fullmatch(name))


def is_of_a_build(name: str) -> bool:
    """Whether a manifest may name such a file."""
    return any(kind.fullmatch(name) for kind in (_DATA, _ROW, _TEXT))


def data_files(names: Iterable[str]) -> Mapping[str, list[dict[str, str]]]:
    """Config -> its ``data_files`` entry of a card, from the Parquet files among ``names``."""
    splits: dict[str, set[str]] = defaultdict(set)
    for name in names:
        if found := _DATA.fullmatch(name):
            splits[found[1]].add(found[2])
    return {
        config: [{"split": split, "path": f"{config}/{split}-*.parquet"} for split in SPLITS if split in found]
        for config, found in sorted(splits.items())
    }


def files_below(root: Path) -> Iterator[str]:
    """Names of all files below ``root``, sorted, without ``BESIDE`` and ``BESIDE_FOLDERS``; links are not followed."""
    for folder, folders, files in walk(root):
        here = Path(folder).relative_to(root)
        folders[:] = sorted(name for name in folders if (here / name).as_posix() not in BESIDE_FOLDERS)
        yield from (name for file in sorted(files) if (name := (here / file).as_posix()) not in BESIDE)
