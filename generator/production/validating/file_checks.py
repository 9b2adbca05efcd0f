"""Checks of a build's files: those of its manifest byte by byte, no others, no links, and their configs' columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa

from generator.dataset.configs import get_config, load_configs
from generator.dataset.identity import STREAM, stream_of
from generator.dataset.schema import MADE, known_columns, schema_of
from generator.escaping import one_line
from generator.production.folder import files
from generator.production.folder.build_names import files_below, is_of_a_build
from generator.production.folder.errors import BuildError
from generator.production.folder.manifest_file import MANIFEST, read_manifest, unfinished
from generator.production.folder.paths import not_plain_below
from generator.production.folder.stored_rows import RowFile
from generator.production.validating.findings import Progress, Validation, silent
from generator.production.validating.row_checks import may_be_null

FOREIGN = "is not of this build: its manifest does not name it"


def check_files(target: Path, found: list[RowFile], result: Validation) -> dict[str, Any] | None:
    """Note what is wrong with files. Returns the manifest, None where there is none or it cannot be read."""
    if not target.is_dir():
        return None
    for name, what in not_plain_below(target):
        result.found("files", name, f"is {what}: no file of a build is one, and it is not opened")
    try:
        manifest = read_manifest(target)
    except BuildError as error:
        result.found("files", MANIFEST, f"cannot be read: {error}")
        return None
    if not (target / MANIFEST).exists():
        return None
    if why := unfinished(manifest):
        result.found("files", MANIFEST, f"the build {why}")
    entries = {entry["path"]: entry for entry in manifest.get("files", ())}
    if "files" in manifest and len(entries) < len(manifest["files"]):
        result.found("files", MANIFEST, "names a file twice")
    for path, entry in entries.items():
        result.checked["files"] += 1
        if not is_of_a_build(path):
            result.found("files", path, "is no file of a build, and the manifest names it")
        if not files.is_intact(target / path, entry):
            result.found("files", path, "missing, or not what `produce` wrote")
    if "files" in manifest:
        _check_rows(target, found, entries, result)
        _check_recipe(manifest, entries, result)
    return manifest


def _check_rows(target: Path, found: list[RowFile], entries: dict[str, Any], result: Validation) -> None:
    """Check that files with rows are in the manifest, and have the number of rows, config and split that it says."""
    for file in found:
        name = file.path.relative_to(target).as_posix()
        entry = entries.get(name)
        if entry is None:
            result.found("files", name, FOREIGN)
            continue
        if file.path.suffix != ".parquet":
            continue
        try:
            count = file.count()
        except ValueError:
            continue  # check_schema names it
        if count != entry.get("rows"):
            result.found("files", name, f"has {count:,} rows, the manifest says {entry.get('rows')}")
        for part, place in (("config", file.config), ("split", file.split)):
            if entry.get(part) != place:
                result.found("files", name, f"is of {part} {place!r}, the manifest says {entry.get(part)!r}")


def _check_recipe(manifest: dict[str, Any], entries: dict[str, Any], result: Validation) -> None:
    """Check that every config of a complete build has as many rows as its recipe asks for."""
    recipe = manifest.get("recipe", {})
    wanted, configs = recipe.get("rows"), recipe.get("configs")
    if not manifest.get("complete") or not isinstance(wanted, int) or not isinstance(configs, list):
        return
    for config in map(str, configs):
        rows = sum(entry.get("rows") or 0 for entry in entries.values() if entry.get("config") == config)
        if rows != wanted:
            result.found("files", MANIFEST, f"{config} has {rows:,} rows, the recipe says {wanted:,}")


def check_others(target: Path, found: list[RowFile], manifest: dict[str, Any] | None, result: Validation) -> None:
    """Note all other files: each is a finding in a build; in a folder without manifest they count as not checked."""
    if not target.is_dir() or unfinished(manifest or {}):
        return
    known = {entry["path"] for entry in (manifest or {}).get("files", ())}
    known.update(file.path.relative_to(target).as_posix() for file in found)
    others = [name for name in files_below(target) if name not in known]
    if manifest is not None:
        for name in others:
            result.found("files", name, FOREIGN)
        return
    result.not_checked.append(f"hashes, recipe and versions: there is no {MANIFEST} that can be read")
    if others:
        result.not_checked.append(f"{len(others):,} files that are none of rows, such as {one_line(others[0])}")


def readable_files(found: list[RowFile], target: Path, result: Validation, tell: Progress = silent) -> list[RowFile]:
    """The files that can be read to their last row; the others are findings."""
    kept = []
    for number, file in enumerate(found):
        tell("files", number, len(found))
        name = file.path.relative_to(target).as_posix() if file.path != target else file.path.name
        try:
            schema = file.schema()
            if schema is not None:
                _check_schema(file, name, schema, result)
            for column in sorted(file.read_through() & known_columns().keys()):
                if not may_be_null(column):
                    result.found("columns", name, f"{column} is null in a row")
        except (ValueError, OSError, pa.ArrowException, RecursionError) as error:
            result.found("files", name, f"cannot be read: {one_line(error)}")
            continue
        kept.append(file)
    return kept


def _check_schema(file: RowFile, name: str, schema: pa.Schema, result: Validation) -> None:
    folder = file.path.parent.name
    if not file.config:
        if file.split:  # named like a file of a build
            result.found(
                "schema", name, f"no config is called {one_line(folder, 80)}; known are {', '.join(load_configs())}"
            )
        return
    result.checked["schema"] += 1
    expected = schema_of(get_config(file.config))
    if _stream_of_file(file) not in ("", STREAM):
        later = {column.name for column in MADE}.difference(schema.names)
        expected = pa.schema([field for field in expected if field.name not in later])
    if schema.names != expected.names or not all(_same_field(schema, expected, name) for name in expected.names):
        differing = [name for name in {*schema.names, *expected.names} if not _same_field(schema, expected, name)]
        what = ", ".join(sorted(differing)) or "their order, or one occurs twice"
        result.found("schema", name, f"columns differ from those of {file.config}: {one_line(what)}")


def _stream_of_file(file: RowFile) -> str:
    return next((stream_of(str(row.get("id"))) for row in file.rows(("id",))), "")


def _same_field(one: pa.Schema, other: pa.Schema, name: str) -> bool:
    fields = [_stored(schema.field(name).type) if schema.names.count(name) == 1 else None for schema in (one, other)]
    return bool(fields[0] == fields[1])


def _stored(kind: pa.DataType) -> pa.DataType:
    """A type as Parquet has it: pandas, Polars and DuckDB declare other widths of offsets, and what may be null."""
    if pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return pa.string()
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_list_view(kind):
        return pa.list_(_stored(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([(field.name, _stored(field.type)) for field in kind])
    return kind
