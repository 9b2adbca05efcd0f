"""What the documents say of the code is what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.dataset.configs import load_configs
from generator.dataset.schema import columns_of
from generator.documents.document import REGIONS, SECTIONS, renewed

DOCUMENTS = ("README.md", "docs/data_format.md", "docs/gallery.md")
MAPS = ("docs/architecture.md", "CONTRIBUTING.md")
"""Documents that say where things are."""

_PATH = re.compile(r"\b(?:generator|docs|tests|configs|benchmarks)/[\w./]*|\b(?:\w+/)+\w+\.py\b")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_up_to_date(root: Path, name: str) -> None:
    text = (root / name).read_text()
    assert renewed(text) == text, "run: make docs"


def test_every_region_is_in_a_document(root: Path) -> None:
    text = "".join((root / name).read_text() for name in DOCUMENTS)
    assert all(f"<!-- {name} -->" in text for name in REGIONS)


def test_every_column_of_every_config_is_documented() -> None:
    documented = {column for columns in SECTIONS.values() for column in columns}
    assert {column for config in load_configs().values() for column in columns_of(config)} <= documented


@pytest.mark.parametrize("name", MAPS)
def test_every_path_that_a_map_names_is_there(root: Path, name: str) -> None:
    paths = [path.rstrip(".") for path in _PATH.findall((root / name).read_text())]
    assert len(paths) > 20
    lost = [p for p in paths if not (root / p).exists() and not (root / "generator" / p).exists()]
    assert not lost


def test_the_readme_is_short(root: Path) -> None:
    assert len((root / "README.md").read_text().splitlines()) < 120
