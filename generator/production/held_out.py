"""Writes the fingerprints of what config ``real`` holds out: ``python -m generator.production.held_out DIR``."""

from __future__ import annotations

import sys
from pathlib import Path

from generator.dataset.decontamination import HELD_OUT_FILE, write_held_out_fingerprints
from generator.dataset.splits import SPLITS
from generator.isolation.parsing import NotParsed
from generator.production.folder.collected import open_collected
from generator.production.folder.errors import BuildError


def main(folder: str) -> None:
    """Write them from validation and test of config ``real`` in a folder that `collect` made."""
    try:
        found = open_collected(Path(folder))
        count = write_held_out_fingerprints(row for split in SPLITS for row in found.rows(split))
    except (BuildError, NotParsed) as error:
        raise SystemExit(f"{folder}: {error}") from None
    print(f"{count} fingerprints in {HELD_OUT_FILE.name}")


if __name__ == "__main__":
    main(sys.argv[1])
