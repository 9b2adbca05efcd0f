"""Datasets as the stand-in for the Hub keeps them: commits of files, in memory."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Blob:
    """Content of one file, and whether it lives in large-file storage."""

    content: bytes
    large: bool

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @property
    def git_oid(self) -> str:
        return hashlib.sha1(b"blob %d\0" % len(self.content) + self.content).hexdigest()

    def describe(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "file", "path": path, "size": len(self.content), "oid": self.git_oid}
        if self.large:
            found["lfs"] = {"oid": self.sha256, "size": len(self.content), "pointerSize": 134}
        return found


@dataclass(frozen=True)
class Commit:
    """A whole state of a repository."""

    sha: str
    title: str
    files: dict[str, Blob]
    changed: int


@dataclass
class Repository:
    """Commits of one dataset, oldest first."""

    private: bool
    commits: list[Commit]

    @property
    def head(self) -> Commit:
        return self.commits[-1]


def digest(*parts: str) -> str:
    """A made-up commit or tree id, equal for equal parts."""
    return hashlib.sha1("\n".join(parts).encode()).hexdigest()
