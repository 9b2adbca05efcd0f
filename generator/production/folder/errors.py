"""Errors of a build that its user can mend: each has one line that says what to do."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.production.folder.build_names import COLLECTING, PRODUCING


class BuildError(Exception):
    """A build cannot go on, and it is not a bug: the message says what to do."""


class OtherBuild(BuildError):
    """The folder holds a build with other parameters or versions."""


_FULL = "no space left{}: free some and run the same command"
_DISK = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: "a file{} is larger than this system lets one be (`ulimit -f`, or the file system): raise that limit "
    "and run the same command",
}
"""What a user can do about a disk that takes no more; the place is filled in."""

_WHAT_TO_DO = {
    errno.ENOENT: "is not there, and cannot be made there: name another",
    errno.ENOTDIR: "is a file, or lies in one: name another folder",
    errno.EISDIR: "is a folder: name a file",
    errno.EEXIST: "is there already, and no folder: name another",
    errno.EACCES: "may not be read or written by this user: name another, or change its permissions",
    errno.EPERM: "may not be read or written by this user: name another, or change its permissions",
    errno.EROFS: "lies on a disk that is read only: name another folder",
}
"""What a user can do about a file or folder that the system refuses."""


def advice_about(error: OSError) -> str | None:
    """One line that says what to do, and about which file; None for an error of no file."""
    if error.errno in _DISK:
        return _DISK[error.errno].format(" on a disk")
    if error.filename is None:
        return None
    return f"{_known(error.filename)} {_WHAT_TO_DO.get(error.errno or 0, f'cannot be used: {error.strerror}')}"


def _known(file: object) -> object:
    """The file, or the folder that the user named where it is one that this software made for itself in there."""
    path = Path(str(file))
    work = (inner for inner in (path, *path.parents) if inner.name in (PRODUCING, COLLECTING))
    return next((inner.parent for inner in work), path.parent if path.suffix == ".lock" else file)


@contextmanager
def reports_full_disk(folder: Path) -> Iterator[None]:
    """Raise BuildError where the disk of ``folder`` takes no more; what was finished is kept."""
    try:
        yield
    except OSError as error:
        if error.errno not in _DISK:
            raise
        raise BuildError(f"{_DISK[error.errno].format(f' in {folder}')}, nothing finished is lost") from error
