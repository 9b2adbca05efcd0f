"""Check of a build's card: the data files that it names are the build's, no more and no less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from huggingface_hub import DatasetCard

from generator.escaping import one_line
from generator.production.folder.build_names import CARD, data_files
from generator.production.folder.errors import BuildError
from generator.production.folder.manifest_file import MANIFEST
from generator.production.folder.paths import inside
from generator.production.folder.stored_rows import RowFile
from generator.production.validating.findings import Validation

KNOWN = {"config_name", "data_files", "default"}
"""Keys that an entry of ``configs`` may have: any other would be passed to the reader of the files."""


def check_card(target: Path, found: Sequence[RowFile], manifest: Mapping[str, Any], result: Validation) -> None:
    """Check that a card's ``configs`` follow from the manifest's files, or from those ``found`` where it lists none."""
    if not target.is_dir():
        return
    listed = [entry["path"] for entry in manifest.get("files", ())]
    expected = data_files(listed or (file.path.relative_to(target).as_posix() for file in found))
    if not (target / CARD).is_file():
        if expected and (target / MANIFEST).exists():
            result.found("card", CARD, f"is missing: `python -m generator card {target}` writes it")
        return
    result.checked["card"] += 1
    try:
        card = DatasetCard(inside(target, CARD).read_text(encoding="utf-8"), ignore_metadata_errors=False)
        configs = _configs(card.data.to_dict().get("configs") or [])
    except (BuildError, OSError, ValueError, TypeError, KeyError, AttributeError, yaml.YAMLError) as error:
        result.found("card", CARD, f"its metadata cannot be read: {one_line(error)}")
        return
    for name in sorted(configs.keys() | expected.keys()):
        if configs.get(name) != expected.get(name):
            has, gives = one_line(configs.get(name), 120), one_line(expected.get(name), 120)
            result.found("card", CARD, f"of config {one_line(name, 40)} it names {has}, the files are {gives}")


def _configs(entries: Any) -> dict[str, Any]:
    """Config -> its data files in the card; a pair with the reason where it is there twice or has other keys."""
    found: dict[str, Any] = {}
    for entry in entries:
        more = {key: value for key, value in entry.items() if key not in KNOWN}
        name = str(entry["config_name"])
        files = entry.get("data_files")
        found[name] = (more or "another time", files) if more or name in found else files
    return found
