"""The documented columns are the columns."""

from __future__ import annotations

from pathlib import Path

from generator.dataset.configs import load_configs
from generator.dataset.document import SECTIONS, with_tables
from generator.dataset.schema import columns_of


def test_the_tables_are_those_of_the_schema(root: Path) -> None:
    text = (root / "docs" / "data_format.md").read_text()
    assert with_tables(text) == text, "run: python -m generator.dataset.document docs/data_format.md"


def test_every_column_of_every_config_is_documented() -> None:
    documented = {column for columns in SECTIONS.values() for column in columns}
    assert {column for config in load_configs().values() for column in columns_of(config)} <= documented
