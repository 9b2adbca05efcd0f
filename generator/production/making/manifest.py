"""``manifest.json``: recipe and versions of a build, its compilers and figures, and the hash of every file."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any

from generator.production.folder import files
from generator.production.folder.build_names import COLLECTING, PRODUCING
from generator.production.folder.errors import BuildError, OtherBuild
from generator.production.folder.manifest_file import MANIFEST, DamagedManifest, read_manifest
from generator.production.folder.paths import inside, not_plain, refusal
from generator.production.making.recipe import Recipe, differences
from generator.production.making.stream import kernels_of
from generator.production.making.tasks import WORK, recipe_of
from generator.versions import compilers


def open_folder(root: Path, recipe: Recipe) -> dict[str, Any]:
    """The manifest of the build in ``root``; writes that of a new build where there is none.

    Raises OtherBuild when the folder's build has other parameters or versions, BuildError when it holds something else.
    """
    found = open_as(root, _parameters(recipe))
    recipe_of.cache_clear()
    return found


def check_folder(root: Path, recipe: Recipe) -> None:
    """Raise what ``open_folder`` would raise, and write nothing."""
    _begun(root, _parameters(recipe))


def _parameters(recipe: Recipe) -> dict[str, dict[str, Any]]:
    return {"recipe": recipe.to_json(), "versions": kernels_of(recipe).versions()}


def open_as(root: Path, parameters: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """``open_folder`` for a build of any kind: its ``recipe`` and ``versions``, in ``parameters``, decide its bytes."""
    if (found := _begun(root, parameters)) is not None:
        return found
    begun: dict[str, Any] = {"complete": False, **parameters}
    files.write_json(root / MANIFEST, begun)
    return begun


def _begun(root: Path, parameters: dict[str, dict[str, Any]]) -> dict[str, Any] | None:
    """The manifest of the build in a folder, which has these parameters; None where there is no build yet."""
    path = root / MANIFEST
    if not path.exists():
        refuse_foreign(root)
        return None
    try:
        found = read_manifest(root)
    except DamagedManifest:
        found = {}
    if not {"recipe", "versions", "complete"} <= found.keys():
        raise BuildError(f"{path} is damaged, so nobody can say what {root} holds: name another folder")
    if found["complete"] and "files" not in found:
        raise BuildError(f"{path} is damaged: it is complete and lists no files: name another folder")
    differ = [line for part in ("recipe", "versions") for line in differences(found[part], parameters[part])]
    if differ:
        raise OtherBuild(f"{root} holds another build ({'; '.join(differ)}): name another folder, or remove this one")
    return found


def refuse_foreign(root: Path) -> None:
    """Raise BuildError when the folder holds something that is no build; hidden files may be there.

    Pipes, sockets and devices are refused anywhere in it, as a reader would wait for ever; links, through which files
    elsewhere would be written and removed, but for a work folder as a whole and in hidden folders of others.
    """
    works = [root / name for name in (PRODUCING, COLLECTING)]
    for path in chain.from_iterable(folder.rglob("*") for folder in (root, *filter(Path.is_symlink, works))):
        own = not path.relative_to(root).parts[0].startswith(".") or any(work in path.parents for work in works)
        if (what := not_plain(path)) and (own or what != "a link"):
            raise refusal(root, path, what)
    if not root.exists() or (root / MANIFEST).exists():
        return
    unfinished = f"{MANIFEST}.*{files.TEMPORARY}"  # of a run that was killed as it wrote its first file
    names = [entry.name for entry in root.iterdir() if not entry.match(unfinished)]
    if foreign := sorted(name for name in names if not name.startswith(".")):
        raise BuildError(f"{root} holds {foreign[0]} but no {MANIFEST}: name a new or empty folder")


def manifest_of(
    recipe: Recipe, entries: list[dict[str, Any]], figures: dict[str, Any], *, complete: bool
) -> dict[str, Any]:
    """The manifest of a build whose files are there; ``complete`` when nothing at all is left to do."""
    return {
        "complete": complete,
        "recipe": recipe.to_json(),
        "versions": kernels_of(recipe).versions(),
        "compilers": compilers(),
        **figures,
        "files": entries,
    }


def damaged(root: Path, entries: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Entries whose file is missing or has another content."""
    return [entry for entry in entries if not files.is_intact(inside(root, entry["path"]), entry)]


def strangers(root: Path, recipe: Recipe, entries: Iterable[dict[str, Any]]) -> list[str]:
    """Files in the folders of the build's configs that no entry names: they would be read as rows."""
    known = {entry["path"] for entry in entries}
    found = (path for config in recipe.configs for path in (root / config).rglob("*") if path.is_file())
    names = (path.relative_to(root).as_posix() for path in found)
    return sorted(name for name in names if name not in known and WORK not in name)
