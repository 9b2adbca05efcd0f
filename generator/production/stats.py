"""Diversity of a build."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def stats_of(root: Path) -> dict[str, Any]:
    return {}
