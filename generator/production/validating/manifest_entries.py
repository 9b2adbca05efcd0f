"""Checks of a manifest's entries: present, known, of their type, and consistent with each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from generator.dataset.identity import STREAM
from generator.dataset.real_rows import REAL
from generator.dataset.schema import SCHEMA_VERSION
from generator.escaping import one_line
from generator.production.folder.build_names import COLLECTED, STATS
from generator.production.folder.errors import BuildError
from generator.production.making.recipe import Recipe, wrong_entries
from generator.production.making.stream import STREAMS, kernels_of
from generator.verification.tiers.tiers import CHECKED_HERE, DEFAULT_TIERS


def _of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and all(type(each) is kind for each in value.values())


def _counts(value: Any) -> bool:
    return _of(int)(value) and all(count >= 0 for count in value.values())


def _failures(value: Any) -> bool:
    return isinstance(value, list) and all(_of(str)(each) and each.keys() == {"id", "tier", "why"} for each in value)


ENTRIES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "complete": (lambda value: isinstance(value, bool), "true or false"),
    "recipe": (lambda value: isinstance(value, dict), "an object"),
    "versions": (_of(str), "an object of texts"),
    "compilers": (_of(str), "an object of texts"),
    "rejected": (_counts, "an object of numbers, none below 0"),
    "failed": (_failures, "a list of id, tier and why"),
    "files": (lambda value: isinstance(value, list), "a list"),
    "private": (lambda value: isinstance(value, bool), "true or false"),
    "decontamination": (
        lambda value: _of(dict)(value) and _counts(value.get("dropped")),
        "an object of numbers dropped",
    ),
}
"""Entry of a manifest -> test of its value, and the same in words."""
NEEDED = ("complete", "recipe", "versions", "files")
OF_COLLECTIONS = {"private", "decontamination"}
VERSIONS = {"code": r"[0-9a-f]{16}", "stream": r"s[1-9][0-9]*", "schema": r"\d+\.\d+\.\d+"}
"""Version that is not a package's -> pattern of its text."""
_VERSION = r"[0-9][\w.+!-]*"
COLLECTION: dict[str, tuple[Callable[[Any], bool], str]] = {
    "configs": (lambda value: value == [REAL], f"[{REAL!r}]"),
    "packages": (
        lambda value: (
            isinstance(value, list)
            and all(_of(str)(each) and each.keys() == {"name", "version", "sha256"} for each in value)
        ),
        "a list of name, version and sha256",
    ),
    "verify": (lambda value: value in DEFAULT_TIERS, "a tier that `collect` knows"),
    "license": (lambda value: isinstance(value, str), "a text"),
    "ptx": (lambda value: isinstance(value, bool), "true or false"),
}
"""Entry of a collection's recipe -> test of its value, and the same in words."""


def wrong_manifest(manifest: Mapping[str, Any]) -> Iterator[str]:
    """A line for each entry of a manifest that is missing, unknown or wrong."""
    for name, (fits, words) in ENTRIES.items():
        if name not in manifest:
            if name in NEEDED and (name != "files" or manifest.get("complete", True)):
                yield f"has no {name}"
        elif not fits(manifest[name]):
            yield f"{name} is no {words}".replace("is no an ", "is no ").replace("is no a ", "is no ")
    if strange := sorted(map(str, manifest.keys() - ENTRIES.keys())):
        yield f"has entries that no manifest has: {one_line(', '.join(strange))}"
    recipe, versions = manifest.get("recipe"), manifest.get("versions")
    collected = isinstance(recipe, dict) and "packages" in recipe
    if isinstance(recipe, dict):
        yield from _wrong_collection(recipe) if collected else _wrong_recipe(recipe)
    if not collected and (strange := sorted(manifest.keys() & OF_COLLECTIONS)):
        yield f"has {', '.join(strange)}, which only collections have"
    if isinstance(versions, dict) and (collected or (recipe or {}).get("stream") in STREAMS):
        yield from _wrong_versions(versions, manifest.get("compilers"))
    if isinstance(manifest.get("files"), list) and isinstance(recipe, dict) and manifest.get("complete"):
        yield from _wrong_files(manifest["files"], recipe, collected)


def _wrong_recipe(recipe: Mapping[str, Any]) -> Iterator[str]:
    if reasons := [*wrong_entries(recipe)]:
        yield from reasons
        return
    made = Recipe.from_json(recipe)
    if made.verify not in CHECKED_HERE:
        yield f"verify of its recipe is no tier: {one_line(made.verify, 80)}"
    if not 0 <= made.verify_sample <= 1 or min(made.rows - 1, made.target_bytes, len(made.categories) - 1) < 0:
        yield "verify_sample, rows, target_bytes or categories of its recipe are none"
    if made.format not in ("parquet", "json"):
        yield f"format of its recipe is none: {one_line(made.format, 80)}"
    if not re.fullmatch(r"([0-9a-f]{16})?", made.excluded):
        yield f"excluded of its recipe is no hash: {one_line(made.excluded, 80)}"
    try:
        kernels_of(made)
    except BuildError as error:
        yield str(error)


def _wrong_collection(recipe: Mapping[str, Any]) -> Iterator[str]:
    for name, (fits, words) in COLLECTION.items():
        if not fits(recipe.get(name)):
            yield f"{name} of its recipe is not {words}: {one_line(recipe.get(name), 80)}"
    if strange := sorted(map(str, recipe.keys() - COLLECTION.keys())):
        yield f"its recipe has other entries, or is of another version: {one_line(', '.join(strange))}"


def _wrong_versions(versions: Mapping[str, Any], compilers: Any) -> Iterator[str]:
    for name, version in versions.items():
        if not re.fullmatch(VERSIONS.get(name, _VERSION), str(version)):
            yield f"{one_line(name, 40)} of its versions is none: {one_line(version, 80)}"
    if missing := sorted({"warp-lang", "schema", "code"} - versions.keys()):
        yield f"its versions lack {', '.join(missing)}"
    schema = versions.get("schema")
    if versions.get("stream") == STREAM and schema != SCHEMA_VERSION:
        yield f"schema of its versions is {one_line(schema, 40)}, the columns of stream {STREAM} are {SCHEMA_VERSION}"
    if isinstance(compilers, dict):
        nvrtc, warp = compilers.get("nvrtc"), f"of warp-lang {versions.get('warp-lang')}"
        if nvrtc != warp:
            yield f"nvrtc of its compilers is {one_line(nvrtc, 80)}, its versions say {one_line(warp, 80)}"
        if not re.fullmatch(rf"({_VERSION})?", str(compilers.get("ptxas"))):
            yield f"ptxas of its compilers is no version: {one_line(compilers.get('ptxas'), 80)}"


def _wrong_files(entries: list[Any], recipe: Mapping[str, Any], collected: bool) -> Iterator[str]:
    names = {str(entry.get("path")) for entry in entries}
    for needed in (STATS, *([COLLECTED] if collected else [])):
        if needed not in names:
            yield f"its files lack {needed}"
    form = "parquet" if collected else recipe.get("format", "parquet")
    configs = recipe.get("configs")
    for entry in entries:
        if entry.get("config") and isinstance(configs, list) and entry["config"] not in configs:
            yield f"{one_line(entry['path'], 80)} is of a config that its recipe does not name"
        if entry.get("config") and str(entry["path"]).endswith(".parquet") is not (form == "parquet"):
            yield f"{one_line(entry['path'], 80)} is not of the format {one_line(form, 40)}, which its recipe names"
