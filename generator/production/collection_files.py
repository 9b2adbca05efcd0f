"""The files of a collected folder: rows as Parquet, figures, notices, card, manifest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.dataset.configs import get_config
from generator.dataset.real_rows import REAL
from generator.dataset.schema import features_of
from generator.dataset.splits import SPLITS, split_of_project
from generator.production.collecting.attribution.notices import Attribution, write_notices
from generator.production.collecting.figures import ProjectFigures, collected_json
from generator.production.folder import files
from generator.production.folder.build_names import COLLECTED, STATS
from generator.production.folder.manifest_file import MANIFEST
from generator.production.folder.parquet_files import write_parquet
from generator.production.measuring.stats import stats_of
from generator.production.progress import Reporter
from generator.versions import compilers

FILE_ROWS = 5_000
"""Most rows of one Parquet file."""

GROUP_ROWS = 50
"""Rows of a row group: real kernels with PTX have 20 times the code of ours."""


def write_folder(
    root: Path,
    rows: Sequence[Mapping[str, Any]],
    about: Mapping[str, Any],
    figures: Sequence[ProjectFigures],
    attributions: Sequence[Attribution],
    reporter: Reporter,
) -> dict[str, Any]:
    """Write Parquet files, statistics, card, notices, and last the manifest, the sign of completion. Returns it.

    ``about`` are entries of the manifest: what the rows follow from, and what was dropped.
    """
    # The card imports `datasets`, 0.6 s: not paid where `collect` stops before it has rows.
    from generator.production.publishing.card import write_card

    entries = list(_parquet_files(root, rows, reporter))
    about = {**about, "compilers": compilers(), "rejected": {}, "failed": []}
    files.write_json(root / MANIFEST, {"complete": False, **about, "files": entries})
    reporter.say("measuring the build")
    files.write_json(root / STATS, stats_of(root))
    files.write_json(root / COLLECTED, collected_json(list(figures)))
    others = [root / STATS, root / COLLECTED, *(write_notices(root, attributions) if attributions else [])]
    write_card(root)
    entries += [{"path": p.relative_to(root).as_posix(), "rows": 0, **files.describe(p)} for p in others]
    manifest = {"complete": True, **about, "files": entries}
    files.write_json(root / MANIFEST, manifest)
    return manifest


def _parquet_files(root: Path, rows: Sequence[Mapping[str, Any]], reporter: Reporter) -> Iterator[dict[str, Any]]:
    schema = features_of(get_config(REAL)).arrow_schema
    for left_over in sorted((root / REAL).glob("*.parquet")):
        left_over.unlink()
    for split in SPLITS:
        mine = [row for row in rows if split_of_project(row["package"]) == split]
        count = -(-len(mine) // FILE_ROWS)
        for number in range(count):
            part = mine[number * FILE_ROWS : (number + 1) * FILE_ROWS]
            path = root / REAL / f"{split}-{number:05d}-of-{count:05d}.parquet"
            facts = write_parquet(path, part, schema, GROUP_ROWS)
            reporter.advance(len(part), {})
            yield {"path": path.relative_to(root).as_posix(), "config": REAL, "split": split, **facts}
