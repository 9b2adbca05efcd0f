"""Licences of a build's rows, by config and by package, read from the rows."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from generator.production.folder.build_folder import Build

OWN_LICENCE = "Apache-2.0"
"""Licence of rows that this project synthesizes: they have no column for it."""

UNTOLD = ""
"""Licence of rows for which none is known: those of a private folder."""

HUB_NAMES = {
    name: name.lower()
    for name in ("Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "CC0-1.0", "Unlicense")
} | {UNTOLD: "unknown"}
"""SPDX name -> the Hub's name; all others are `other`."""

OTHER = "other"


@dataclass(frozen=True)
class PackageRows:
    """Number of rows of one config from one package under one licence."""

    config: str
    package: str
    version: str
    license: str
    url: str
    rows: int


def rows_by_licence(build: Build) -> list[PackageRows]:
    """Numbers of rows that others wrote, by config, package and licence, sorted; synthesized configs have none."""
    found: Counter[tuple[str, str, str, str, str]] = Counter()
    for config in build.configs:
        names = build.schema(config).names
        if "license" not in names:
            continue
        columns = [name for name in ("package", "version", "license", "url") if name in names]
        for _, batch in build.batches(config, columns, rows=4_096):
            for row in batch.to_pylist():
                package = row["package"] or ""
                package = package if "version" in names else package.partition(".")[0]  # Warp's rows name the module
                found[config, package, row.get("version") or "", row["license"] or UNTOLD, row.get("url") or ""] += 1
    return [PackageRows(*key, rows=count) for key, count in sorted(found.items())]


def licences_of_config(config: str, rows: list[PackageRows]) -> tuple[str, ...]:
    """SPDX expressions of a config's rows, sorted; a synthesized config has this project's own licence."""
    return tuple(sorted({each.license for each in rows if each.config == config})) or (OWN_LICENCE,)


def hub_licences(expressions: set[str]) -> str | list[str]:
    """The Hub's names of all licences in SPDX expressions: one name, or a sorted list."""
    parts = {name for each in expressions for name in (re.findall(r"[\w.+-]+", each) or [UNTOLD])}
    named = sorted({HUB_NAMES.get(name, OTHER) for name in parts - {"AND", "OR", "WITH"}})
    return named[0] if len(named) == 1 else named
