"""A hash of all that a row's bytes depend on: it names the cache, so that a change never returns old rows."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import generator
from generator.dataset.configs import config_folder
from generator.versions import installed


@lru_cache(maxsize=1)
def code_hash() -> str:
    """16 hexadecimal digits over the package's files, the configs and Warp's version."""
    digest = hashlib.blake2b(digest_size=8)
    package = Path(generator.__file__).resolve().parent
    for folder in (package, config_folder()):
        files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
        for path in sorted(files):
            digest.update(f"{path.relative_to(folder).as_posix()}\0".encode())
            digest.update(path.read_bytes())
    digest.update(f"warp {installed('warp-lang')}".encode())
    return digest.hexdigest()
