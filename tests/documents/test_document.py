"""What the documents say of the code is what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.dataset.configs import load_configs
from generator.dataset.schema import columns_of
from generator.documents.document import EVERY_ROW, REGIONS, SECTIONS, renewed
from generator.launch.fills import FILLS
from generator.synthesis.chance.policy import DEFAULT_POLICY

DOCUMENTS = ("README.md", "docs/data_format.md", "docs/gallery.md")
MAPS = ("docs/architecture.md", "CONTRIBUTING.md")
"""Documents that say where things are."""

_DEFINED = re.compile(r"`([A-Z_]{2,})` (?:of|in) `((?:generator|tests|benchmarks)/[\w/]+\.py)`")
_ALONE = re.compile(r"`(\w+\.py)`")
"""A file without its folder."""
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


def test_every_config_has_the_columns_of_every_row() -> None:
    assert all(set(SECTIONS[EVERY_ROW]) <= set(columns_of(config)) for config in load_configs().values())


@pytest.mark.parametrize("name", MAPS)
def test_every_path_that_a_map_names_is_there(root: Path, name: str) -> None:
    paths = [path.rstrip(".") for path in _PATH.findall((root / name).read_text())]
    assert len(paths) > 20
    lost = [p for p in paths if not (root / p).exists() and not (root / "generator" / p).exists()]
    assert not lost


def test_names_stand_in_the_files_that_documents_say(root: Path) -> None:
    documents = (*root.glob("docs/*.md"), root / "CONTRIBUTING.md", root / "README.md")
    said = {pair for path in documents for pair in _DEFINED.findall(path.read_text())}
    assert len(said) > 5
    lost = {
        (name, file)
        for name, file in said
        if not re.search(rf"^(def |class )?{name}\b", (root / file).read_text(), re.M)
    }
    assert not lost


def test_files_of_a_folder_are_there(root: Path) -> None:
    documents = (*root.glob("docs/*.md"), root / "CONTRIBUTING.md", root / "README.md")
    said = [path for document in documents for path in _ALONE.findall(document.read_text())]
    folders = [root / name for name in ("generator", "tests", "benchmarks")]
    files = {path.name for path in (*root.glob("*.py"), *(path for folder in folders for path in folder.rglob("*.py")))}
    assert len(said) > 20
    assert not set(said) - files


def test_figures_are_those_of_the_code(root: Path) -> None:
    said = re.search(r"drawn for more than ([\d.]+) % of the rows", (root / "docs/uniqueness.md").read_text())
    assert said and float(said[1]) == pytest.approx(100 * DEFAULT_POLICY.most_of_rows)


def test_every_fill_is_documented(root: Path) -> None:
    rows = re.findall(r"^\| (`.*?) \|", (root / "docs/data_format.md").read_text(), re.M)
    assert set(FILLS) <= {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_the_readme_is_short(root: Path) -> None:
    assert len((root / "README.md").read_text().splitlines()) < 120
