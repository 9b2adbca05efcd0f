"""Reads ``manifest.json`` as untrusted input: its types and where its paths lead are checked here, once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.escaping import one_line
from generator.production.folder.errors import BuildError
from generator.production.folder.paths import inside

MANIFEST = "manifest.json"

MOST_BYTES = 1 << 30
"""Longest JSON file of a folder that is read whole, in bytes: a manifest has 200 for each file of a build."""

_PARTS: dict[str, type] = {
    **{"recipe": dict, "versions": dict, "compilers": dict, "rejected": dict, "files": list, "complete": bool},
    "decontamination": dict,
}
"""Entries of a manifest and their types; each may be missing."""
_FILE: dict[str, tuple[type, ...]] = {
    **{"path": (str,), "sha256": (str,), "bytes": (int,), "rows": (int, type(None))},
    **{"config": (str, type(None)), "split": (str, type(None))},
}
"""Entries of a file in a manifest and their types."""
_NEEDED = ("path", "sha256", "bytes")


class DamagedManifest(BuildError):
    """The manifest cannot be read, or has entries that no manifest has; the message is one line."""


def read_manifest(root: Path) -> dict[str, Any]:
    """The manifest of the build in ``root``, empty where there is none.

    Raises DamagedManifest, and OutsideOfFolder for a path that is no plain name of a file in the folder.
    """
    if not (root / MANIFEST).is_symlink() and not (root / MANIFEST).exists():
        return {}
    path = inside(root, MANIFEST)
    found = read_json(path)
    if not isinstance(found, dict):
        raise DamagedManifest(f"{path} is damaged: it is no object")
    for name, kind in _PARTS.items():
        if name in found and not isinstance(found[name], kind):
            raise DamagedManifest(f"{path} is damaged: {name} is no {kind.__name__}")
    for entry in found.get("files", ()):
        if reason := _wrong(entry):
            raise DamagedManifest(f"{path} is damaged: {reason}")
        inside(root, entry["path"])
    return found


def unfinished(manifest: Mapping[str, Any]) -> str:
    """What to do with a build that was interrupted, as the end of a line; empty where it is complete."""
    if manifest.get("complete", True):
        return ""
    command = "collect" if "packages" in manifest.get("recipe", {}) else "produce"
    return f"is unfinished: run the same `{command}` again, which goes on where it stopped"


def read_json(path: Path) -> Any:
    """Content of a JSON file; DamagedManifest with one line where it is no JSON, too large, or nested too deeply."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise DamagedManifest(f"{path} has {path.stat().st_size:,} bytes: more than {MOST_BYTES:,}")
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, IsADirectoryError) as error:
        reason = one_line(error, 120)
        raise DamagedManifest(f"{path} is damaged ({reason}): make the rows again, in a new folder") from None
    except RecursionError:
        raise DamagedManifest(f"{path} is damaged: it is nested too deeply") from None


def _wrong(entry: object) -> str:
    if not isinstance(entry, Mapping):
        return "an entry of files is no object"
    for name, kinds in _FILE.items():
        value = entry.get(name)
        if (name in _NEEDED or name in entry) and (not isinstance(value, kinds) or isinstance(value, bool)):
            return f"an entry of files has {name} = {one_line(repr(value), 80)}"
    return ""
