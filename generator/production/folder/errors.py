"""Errors of a build that its user can mend: each has one line that says what to do."""

from __future__ import annotations

import errno
from pathlib import Path


class BuildError(Exception):
    """A build cannot go on, and it is not a bug: the message says what to do."""


class OtherBuild(BuildError):
    """The folder holds a build with other parameters or versions."""


class DiskFull(BuildError):
    """No space left; what was finished is kept and the same command continues."""

    def __init__(self, folder: Path):
        super().__init__(f"no space left in {folder}: free some and run the same command, nothing finished is lost")


def is_disk_full(error: OSError) -> bool:
    """Whether ``error`` means that the disk or the quota is used up."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


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


def advice_about(error: OSError) -> str:
    """One line that names the file and says what to do, as far as that is known."""
    return f"{error.filename} {_WHAT_TO_DO.get(error.errno or 0, f'cannot be used: {error.strerror}')}"


class FileTooLarge(BuildError):
    """A file grew over what the system lets this process write; what was finished is kept."""

    def __init__(self, folder: Path):
        super().__init__(
            f"a file in {folder} is larger than this system lets one be (`ulimit -f`, or the file system): raise that "
            "limit and run the same command, nothing finished is lost"
        )


def is_file_too_large(error: OSError) -> bool:
    """Whether ``error`` means that one file grew over its limit."""
    return error.errno == errno.EFBIG
