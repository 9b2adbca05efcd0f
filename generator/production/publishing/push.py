"""Send a build to the Hugging Face Hub: Parquet, card, manifest and figures; never the script.

No state is kept here between runs. Files that the Hub already holds are found by hash, so the same call after
a broken connection goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import re
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from huggingface_hub import CommitOperationAdd, CommitOperationDelete, DatasetCard, HfApi, constants, get_token
from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled
from huggingface_hub.hf_api import RepoFile

from generator.escaping import one_line
from generator.production.folder.build_folder import Build
from generator.production.folder.build_names import CARD, STATS, is_text
from generator.production.folder.errors import BuildError
from generator.production.folder.files import sha256_of
from generator.production.folder.manifest_file import MANIFEST, unfinished
from generator.production.folder.paths import inside
from generator.production.making.manifest import damaged
from generator.production.validating.soundness import refuse_unsound

PATIENCE = 10.0
"""Seconds to wait for the Hub's first answer before a push fails."""

DATA_FILES_A_COMMIT = 80
"""Most data files of a commit: the Hub asks for fewer than 100 files of any kind."""

TEXT_FILES = (CARD, MANIFEST, STATS)
"""Sent with the last commit, like the other texts that a manifest lists: where the card is, its data is too."""

_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,95}/[A-Za-z0-9][A-Za-z0-9_.-]{0,95}")
_DATA_FILE = re.compile(r"[^/]+/[a-z_]+-\d{5}-of-\d{5}\.parquet")
# Errors of the HTTP library underneath, whichever one this version of huggingface_hub uses.
_HTTP_ERROR = cast(type[Exception], HfHubHTTPError.__bases__[0])
_AGAIN = "run the same command again to go on from here"
_REASONS = {
    401: "the Hub does not know this token: make one at its settings page, then `hf auth login`",
    403: "the Hub does not let this token write there: it needs write access to that user or organisation",
    404: "the Hub finds no such repository for this token",
    409: f"another commit came in between: {_AGAIN}",
    412: f"another commit came in between: {_AGAIN}",
    429: f"too many requests: wait, then {_AGAIN}",
}


class PushFailed(BuildError):
    """One line: what the Hub said and what to do."""


@dataclass(frozen=True)
class Upload:
    """A local file and its name on the Hub."""

    path: Path
    name: str
    bytes: int


@dataclass(frozen=True)
class Plan:
    """Commits to make, in order, and the names that the last one deletes."""

    commits: tuple[tuple[Upload, ...], ...]
    stale: tuple[str, ...] = ()
    present: int = 0

    @property
    def uploads(self) -> list[Upload]:
        return [upload for commit in self.commits for upload in commit]


def check_build(build: Build, private: bool = False) -> None:
    """Raise PushFailed for a build that is unfinished, damaged, has no card, or may not be public and would be."""
    if build.manifest.get("private") and not private:
        raise PushFailed(f"{build.root} holds a folder of somebody's own: add --private to keep it from the public")
    if why := unfinished(build.manifest):
        raise PushFailed(f"{build.root} {why}")
    for name in _texts_of(build):
        inside(build.root, name)
    if not (build.root / CARD).is_file():
        raise PushFailed(f"{build.root} has no {CARD}: run `python -m generator card {build.root}` first")
    for entry in damaged(build.root, build.manifest.get("files", [])):
        raise PushFailed(f"{entry['path']} is not what the manifest says: run the `produce` command again first")
    refuse_unsound(build.root, sent=True)


def check_repository(name: str) -> None:
    """Raise PushFailed for a name that is not of the form USER/NAME."""
    if not _REPOSITORY.fullmatch(name) or ".." in name or "--" in name:
        raise PushFailed(f"{one_line(repr(name), 80)} is not of the form USER/NAME")


def plan(build: Build, remote: dict[str, RepoFile] | None = None) -> Plan:
    """What a push would do to a repository that holds the files ``remote`` (by default none)."""
    remote = remote or {}
    every = [Upload(file.path, file.name, file.bytes) for file in build.files]
    names = _texts_of(build)
    every += [_upload(build.root / name, name) for name in names if (build.root / name).exists()]
    missing = [upload for upload in every if not _same(remote.get(upload.name), upload.path)]
    data = [upload for upload in missing if upload.name not in names]
    texts = [upload for upload in missing if upload.name in names]
    # Files of an older build under the same configs would be read beside the new ones.
    ours = [name for name in remote if _DATA_FILE.fullmatch(name) and name.split("/")[0] in build.configs]
    stale = tuple(sorted(set(ours) - {upload.name for upload in every}))
    commits = [data[i : i + DATA_FILES_A_COMMIT] for i in range(0, len(data), DATA_FILES_A_COMMIT)]
    if texts or stale:
        *before, last = commits or [[]]
        commits = [*before, last + texts]
    return Plan(tuple(map(tuple, commits)), stale, len(every) - len(missing))


def push(
    build: Build, repository: str, *, private: bool = False, progress: Callable[[str], None] = lambda line: None
) -> Plan:
    """Make the repository hold this build; returns what had to be done. Raises PushFailed."""
    check_repository(repository)
    check_build(build, private)
    token = get_token()
    if not token:
        raise PushFailed("no Hub token: run `hf auth login`, or set HF_TOKEN to one with write access")
    progress(f"asking {constants.ENDPOINT} for {repository}")
    _wait_for_answer(constants.ENDPOINT)
    with _plain_errors(repository, token):
        api = HfApi(token=token, library_name="warp-cuda-ir")
        api.create_repo(repository, repo_type="dataset", private=private or None, exist_ok=True)
        if private and not api.dataset_info(repository).private:
            raise PushFailed(f"{repository} exists and is public: make it private on the Hub, or leave --private out")
        _check_card(build.root / CARD)
        todo = plan(build, _remote_files(api, repository))
        for number, commit in enumerate(todo.commits, start=1):
            last = number == len(todo.commits)
            title = f"Add {len(commit)} files ({number} of {len(todo.commits)})"
            size = sum(upload.bytes for upload in commit)
            progress(f"commit {number} of {len(todo.commits)}: {len(commit)} files, {size:,} bytes")
            _commit(api, repository, title, commit, todo.stale if last else ())
        left = plan(build, _remote_files(api, repository))
        if left.commits:
            raise PushFailed(f"{repository} still lacks {len(left.uploads)} files after the push: {_AGAIN}")
    return todo


def _texts_of(build: Build) -> tuple[str, ...]:
    """Texts of a build; no other file without rows is sent, whatever the manifest says."""
    listed = (entry["path"] for entry in build.manifest.get("files", []) if is_text(entry["path"]))
    return tuple(dict.fromkeys((*TEXT_FILES, *listed)))


def _check_card(path: Path) -> None:
    try:
        DatasetCard.load(path).validate(repo_type="dataset")
    except ValueError as error:
        raise PushFailed(f"the Hub refuses the metadata of {path}: {' '.join(str(error).split())}") from None


def _commit(api: HfApi, repository: str, title: str, uploads: Sequence[Upload], stale: Sequence[str]) -> None:
    additions = [CommitOperationAdd(upload.name, upload.path) for upload in uploads]
    deletions = [CommitOperationDelete(name) for name in stale]
    api.create_commit(repository, [*additions, *deletions], commit_message=title, repo_type="dataset")


def _remote_files(api: HfApi, repository: str) -> dict[str, RepoFile]:
    listing = api.list_repo_tree(repository, recursive=True, repo_type="dataset")
    return {item.path: item for item in listing if isinstance(item, RepoFile)}


def _upload(path: Path, name: str) -> Upload:
    return Upload(path, name, path.stat().st_size)


def _same(remote: RepoFile | None, path: Path) -> bool:
    if remote is None or remote.size != path.stat().st_size:
        return False
    if remote.lfs is not None:
        return sha256_of(path) == remote.lfs.sha256
    content = path.read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest() == remote.blob_id


@contextmanager
def _plain_errors(repository: str, token: str) -> Iterator[None]:
    """Turn errors of the Hub and of the network into PushFailed, and keep the token out of its message."""
    try:
        yield
    except HfHubHTTPError as error:
        status = error.response.status_code
        other = f"the Hub had a fault of its own: {_AGAIN}" if status >= 500 else f"the Hub says {error.server_message}"
        reason = _REASONS.get(status, other)
        raise PushFailed(_redact(f"{repository}: {reason} (HTTP {status})", token)) from None
    except OfflineModeIsEnabled:
        raise PushFailed("HF_HUB_OFFLINE is set: unset it to push") from None
    except _HTTP_ERROR as error:
        cause = " ".join(str(error).split()) or type(error).__name__
        raise PushFailed(_redact(f"{repository}: no connection to the Hub ({cause}): {_AGAIN}", token)) from None
    except UnicodeError:
        raise PushFailed("the Hub token holds characters that no token has: copy it again") from None
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        cause = _redact(one_line(f"{type(error).__name__}: {error}", 120), token)
        raise PushFailed(
            f"{repository}: {constants.ENDPOINT} answers, but not as the Hub does ({cause}): is HF_ENDPOINT right, or "
            "does a proxy answer in its place?"
        ) from None


def _wait_for_answer(endpoint: str) -> None:
    """Raise PushFailed where a server accepts a connection and never answers; no token is sent, any answer will do."""
    if constants.HF_HUB_OFFLINE or not endpoint.startswith(("http://", "https://")):
        return
    try:
        with urllib.request.urlopen(urllib.request.Request(endpoint, method="HEAD"), timeout=PATIENCE):
            return
    except OSError as error:  # the client itself reports any other fault of the connection
        if isinstance(error, TimeoutError) or isinstance(getattr(error, "reason", None), TimeoutError):
            raise PushFailed(
                f"no connection to the Hub ({endpoint} says nothing for {PATIENCE:g} s): {_AGAIN}"
            ) from None
    except http.client.HTTPException:
        return


def _redact(text: str, token: str) -> str:
    return text.replace(token, "[token]")
