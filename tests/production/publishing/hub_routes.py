"""What the stand-in for the Hub answers: one function per HTTP route, and the table of routes."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import parse_qs

import yaml

from tests.production.publishing.hub_repository import Blob, Commit, Repository, digest

WRITE_TOKEN = "hf_stand_in_WRITE_0123456789abcdef"
READ_TOKEN = "hf_stand_in_READ_0123456789abcdef"
OWNER = "maker"


class Store(Protocol):
    """What the routes read and change."""

    repositories: dict[str, Repository]
    objects: dict[str, bytes]
    lock: Any
    port: int


@dataclass(eq=False)
class Answer(Exception):
    """What a route replies; raising one ends the request early."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def json(cls, data: Any, status: int = 200, **headers: str) -> Answer:
        return cls(status, json.dumps(data).encode(), {"Content-Type": "application/json"} | headers)

    @classmethod
    def error(cls, status: int, message: str, code: str = "") -> Answer:
        headers = {"X-Error-Message": message} | ({"X-Error-Code": code} if code else {})
        return cls.json({"error": message}, status, **headers)


@dataclass(frozen=True)
class Call:
    """One request, with what the routes ask of it."""

    hub: Store
    method: str
    body: bytes
    headers: Any
    query: dict[str, list[str]]

    @property
    def token(self) -> str:
        return (self.headers.get("Authorization") or "").removeprefix("Bearer ")

    def json(self) -> Any:
        return json.loads(self.body)

    def form_or_json(self) -> Any:
        if "json" in (self.headers.get("Content-Type") or ""):
            return self.json()
        return parse_qs(self.body.decode())

    def must_write(self, repository: str) -> None:
        if self.token not in (WRITE_TOKEN, READ_TOKEN):
            raise Answer.error(401, "Invalid username or password.")
        if self.token == READ_TOKEN or repository.split("/")[0] != OWNER:
            raise Answer.error(403, f"You don't have the rights to write to {repository}")

    def repository(self, name: str, revision: str = "main") -> Repository:
        found = self.hub.repositories.get(name)
        if found is None or (found.private and self.token not in (WRITE_TOKEN, READ_TOKEN)):
            raise Answer.error(404 if self.token else 401, "Repository not found", "RepoNotFound")
        if revision not in ("main", *(c.sha for c in found.commits)):
            raise Answer.error(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        return found

    def commit(self, name: str, revision: str) -> Commit:
        found = self.repository(name, revision)
        return next((c for c in found.commits if c.sha == revision), found.head)


def whoami(call: Call) -> Answer:
    if call.token not in (WRITE_TOKEN, READ_TOKEN):
        return Answer.error(401, "Invalid username or password.")
    role = "write" if call.token == WRITE_TOKEN else "read"
    return Answer.json({"type": "user", "name": OWNER, "orgs": [], "auth": {"accessToken": {"role": role}}})


def create(call: Call) -> Answer:
    data = call.json()
    name = f"{data.get('organization') or OWNER}/{data['name']}"
    call.must_write(name)
    url = {"url": f"http://127.0.0.1:{call.hub.port}/datasets/{name}", "name": name, "id": "0" * 24}
    with call.hub.lock:
        if name in call.hub.repositories:
            return Answer.json(url | {"error": "You already created this dataset repo"}, 409)
        first = Commit(digest(name, "initial"), "initial commit", {}, 0)
        private = data.get("visibility") == "private" or bool(data.get("private"))  # newer and older clients
        call.hub.repositories[name] = Repository(private, [first])
    return Answer.json(url)


def info(call: Call, name: str, revision: str = "main") -> Answer:
    commit = call.commit(name, revision)
    siblings = [{"rfilename": path} for path in sorted(commit.files)]
    private = call.hub.repositories[name].private
    plain = {"id": name, "author": OWNER, "sha": commit.sha, "private": private, "gated": False, "disabled": False}
    stamp = "2026-01-01T00:00:00.000Z"
    return Answer.json(plain | {"siblings": siblings, "tags": [], "createdAt": stamp, "lastModified": stamp})


def preupload(call: Call, name: str, revision: str) -> Answer:
    call.must_write(name)
    files = call.commit(name, revision).files
    found = []
    for asked in call.json()["files"]:
        known = files.get(asked["path"])
        large = asked["path"].endswith(".parquet")
        mode = {"path": asked["path"], "uploadMode": "lfs" if large else "regular", "shouldIgnore": False}
        found.append(mode | ({"oid": known.sha256 if large else known.git_oid} if known else {}))
    return Answer.json({"files": found})


def batch(call: Call, name: str) -> Answer:
    call.must_write(name)
    objects: list[dict[str, Any]] = []
    for asked in call.json()["objects"]:
        plain = {"oid": asked["oid"], "size": asked["size"]}
        upload = {"upload": {"href": f"http://127.0.0.1:{call.hub.port}/objects/{asked['oid']}?size={asked['size']}"}}
        objects.append(plain if asked["oid"] in call.hub.objects else plain | {"actions": upload})
    return Answer.json({"transfer": "basic", "objects": objects})


def put_object(call: Call, oid: str) -> Answer:
    if hashlib.sha256(call.body).hexdigest() != oid or len(call.body) != int(call.query["size"][0]):
        return Answer.error(400, "object does not match its SHA-256")
    call.hub.objects[oid] = call.body
    return Answer()


def commit(call: Call, name: str, revision: str) -> Answer:
    call.must_write(name)
    repository = call.repository(name, revision)
    lines = [json.loads(line) for line in call.body.splitlines()]
    header = next(line["value"] for line in lines if line["key"] == "header")
    with call.hub.lock:
        if header.get("parentCommit", repository.head.sha) != repository.head.sha:
            return Answer.error(412, "A commit has happened since.")
        files = dict(repository.head.files)
        for line in lines:
            _apply(call.hub, files, line["key"], line["value"])
        sha = digest(repository.head.sha, *sorted(f"{path}:{blob.git_oid}" for path, blob in files.items()))
        repository.commits.append(Commit(sha, header["summary"], files, len(lines) - 1))
    url = f"http://127.0.0.1:{call.hub.port}/datasets/{name}/commit/{sha}"
    return Answer.json({"success": True, "commitOid": sha, "commitUrl": url, "hookOutput": ""})


def _apply(hub: Store, files: dict[str, Blob], key: str, value: dict[str, Any]) -> None:
    if key == "file":
        files[value["path"]] = Blob(base64.b64decode(value["content"]), large=False)
    elif key == "lfsFile":
        if value["oid"] not in hub.objects:
            raise Answer.error(400, f"no such object: {value['oid']}")
        files[value["path"]] = Blob(hub.objects[value["oid"]], large=True)
    elif key == "deletedFile":
        if files.pop(value["path"], None) is None:
            raise Answer.error(404, "A file with this name doesn't exist", "EntryNotFound")
    elif key != "header":
        raise Answer.error(400, f"unknown operation {key}")


def tree(call: Call, name: str, revision: str, folder: str = "") -> Answer:
    files = call.commit(name, revision).files
    prefix = f"{folder.strip('/')}/" if folder.strip("/") else ""
    inside = {path: blob for path, blob in sorted(files.items()) if path.startswith(prefix)}
    if prefix and not inside:
        return Answer.error(404, f"{folder} does not exist", "EntryNotFound")
    deep = call.query.get("recursive", ["false"])[0].lower() in ("true", "1")
    found: dict[str, dict[str, Any]] = {}
    for path, blob in inside.items():
        parts = path[len(prefix) :].split("/")
        for depth in range(1, len(parts) if deep else min(len(parts), 2)):
            inner = prefix + "/".join(parts[:depth])
            found.setdefault(inner, {"type": "directory", "path": inner, "oid": digest(inner), "size": 0})
        if deep or len(parts) == 1:
            found[path] = blob.describe(path)
    return Answer.json(list(found.values()))


def paths_info(call: Call, name: str, revision: str) -> Answer:
    files = call.commit(name, revision).files
    found: list[dict[str, Any]] = []
    for path in call.form_or_json().get("paths", []):
        if path in files:
            found.append(files[path].describe(path))
        elif any(other.startswith(f"{path}/") for other in files):
            found.append({"type": "directory", "path": path, "oid": digest(path), "size": 0})
    return Answer.json(found)


def validate_yaml(call: Call) -> Answer:
    text = call.json()["content"]
    match = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    try:
        data = yaml.safe_load(match.group(1)) if match else None
    except yaml.YAMLError as error:
        return Answer.json({"errors": [{"message": str(error)}], "warnings": []}, 400)
    errors = [] if isinstance(data, dict) else [{"message": "the card has no metadata"}]
    for config in (data or {}).get("configs", []):
        if not config.get("config_name") or not config.get("data_files"):
            errors.append({"message": f"configs: {config} lacks a name or files"})
    if not (data or {}).get("license", True):
        errors.append({"message": "license: is not one of those that the Hub knows"})
    return Answer.json({"errors": errors, "warnings": []}, 400 if errors else 200)


def resolve(call: Call, name: str, revision: str, path: str) -> Answer:
    commit = call.commit(name, revision)
    blob = commit.files.get(path)
    if blob is None:
        return Answer.error(404, "Entry not found", "EntryNotFound")
    etag = f'"{blob.sha256 if blob.large else blob.git_oid}"'
    headers = {"ETag": etag, "X-Repo-Commit": commit.sha, "Accept-Ranges": "bytes"}
    headers |= {"X-Linked-Size": str(len(blob.content)), "X-Linked-Etag": etag} if blob.large else {}
    asked = re.fullmatch(r"bytes=(\d+)-(\d*)", call.headers.get("Range") or "")
    if asked is None:
        return Answer(200, blob.content, headers)
    start, end = int(asked[1]), min(int(asked[2] or len(blob.content) - 1), len(blob.content) - 1)
    if start > end:
        return Answer(416, b"", {"Content-Range": f"bytes */{len(blob.content)}"})
    headers["Content-Range"] = f"bytes {start}-{end}/{len(blob.content)}"
    return Answer(206, blob.content[start : end + 1], headers)


Route = Callable[..., Answer]


def _routes(*lines: tuple[str, str, Route]) -> list[tuple[set[str], re.Pattern[str], Route]]:
    names = {"NAME": r"(?P<name>[^/]+/[^/]+?)", "REVISION": r"(?P<revision>[^/]+)", "PATH": r"(?P<path>.+)"}
    names |= {"FOLDER": r"(?P<folder>.*)", "OID": r"(?P<oid>[0-9a-f]{64})"}
    found = []
    for methods, pattern, route in lines:
        expression = re.sub("[A-Z]+", lambda word: names[word[0]], pattern)
        found.append((set(methods.split()), re.compile(expression), route))
    return found


ROUTES = _routes(
    ("GET", "/api/whoami-v2", whoami),
    ("POST", "/api/repos/create", create),
    ("POST", "/api/validate-yaml", validate_yaml),
    ("POST", "/api/datasets/NAME/preupload/REVISION", preupload),
    ("POST", "/datasets/NAME.git/info/lfs/objects/batch", batch),
    ("PUT", "/objects/OID", put_object),
    ("POST", "/api/datasets/NAME/commit/REVISION", commit),
    ("GET", "/api/datasets/NAME/tree/REVISION", tree),
    ("GET", "/api/datasets/NAME/tree/REVISION/FOLDER", tree),
    ("POST", "/api/datasets/NAME/paths-info/REVISION", paths_info),
    ("GET", "/api/datasets/NAME/revision/REVISION", info),
    ("GET", "/api/datasets/NAME", info),
    ("GET HEAD", "/datasets/NAME/resolve/REVISION/PATH", resolve),
)
