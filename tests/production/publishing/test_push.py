"""Pushing to a Hub: the real client, in a process of its own, against the stand-in."""

from __future__ import annotations

import json
import os
import socketserver
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.production.folder.build_folder import NotABuild, open_build
from generator.production.publishing.card import write_card
from generator.production.publishing.push import DATA_FILES_A_COMMIT, TEXT_FILES, PushFailed, check_build, plan
from tests.production.publishing.hub_repository import Blob
from tests.production.publishing.hub_routes import READ_TOKEN, WRITE_TOKEN
from tests.production.publishing.hub_stand_in import HubStandIn
from tests.production.small_build import describe, write_small_build

ROOT = Path(__file__).parents[3]
NAME = "maker/warp-cuda-ir"


@pytest.fixture
def build(tmp_path: Path) -> Path:
    root = write_small_build(tmp_path / "warp-cuda-ir")
    (root / "warp_cuda_ir.py").write_text("raise SystemExit\n")
    write_card(root)
    return root


@pytest.fixture
def hub() -> Iterator[HubStandIn]:
    with HubStandIn() as running:
        yield running


def start(code: str, environment: dict[str, str], *arguments: object) -> subprocess.Popen[str]:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("HF_")}
    command = [sys.executable, *(("-m", "generator") if not code else ("-c", code)), *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=inherited | environment, text=True, stdout=pipe, stderr=pipe)


def run(code: str, environment: dict[str, str], *arguments: object) -> subprocess.CompletedProcess[str]:
    process = start(code, environment, *arguments)
    out, err = process.communicate(timeout=120)
    for token in (WRITE_TOKEN, READ_TOKEN):
        assert token not in out + err
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def push(
    hub: HubStandIn, home: Path, *arguments: object, token: str | None = WRITE_TOKEN
) -> subprocess.CompletedProcess[str]:
    return run("", hub.environment(home, token), "push", *arguments)


def test_push_then_load_by_name_and_stream(build: Path, hub: HubStandIn, tmp_path: Path) -> None:
    done = push(hub, tmp_path / "home", build, NAME)
    assert done.returncode == 0, done.stderr
    files = hub.repositories[NAME].head.files
    local = {str(p.relative_to(build)): p.read_bytes() for p in build.rglob("*") if p.is_file() and p.suffix != ".py"}
    assert {name: blob.content for name, blob in files.items()} == local
    assert len(hub.repositories[NAME].commits) == 2  # the Hub's own first one, and ours

    code = f"""
import datasets
loaded = datasets.load_dataset({NAME!r}, "cuda_backward")
print({{split: rows.num_rows for split, rows in loaded.items()}}, loaded["test"][0]["kernel_name"])
streamed = datasets.load_dataset({NAME!r}, "cuda_forward", split="train", streaming=True)
print(sum(1 for row in streamed if "__global__" in row["cuda_forward"]), "cuda_backward" in streamed.column_names)
print(datasets.get_dataset_config_names({NAME!r}))
"""
    read = run(code, hub.environment(tmp_path / "other home", token=None))
    assert read.returncode == 0, read.stderr
    counts, streamed, configs = read.stdout.splitlines()
    assert counts.startswith("{'train': 32, 'validation': 4, 'test': 4}")
    assert streamed == "32 False"
    assert configs == "['cuda_backward', 'cuda_forward']"


def test_second_push_does_nothing(build: Path, hub: HubStandIn, tmp_path: Path) -> None:
    push(hub, tmp_path / "home", build, NAME)
    before = len(hub.repositories[NAME].commits), hub.requests["PUT", "put_object"]
    again = push(hub, tmp_path / "home", build, NAME)
    assert again.returncode == 0 and "sent 0 files" in again.stdout
    assert before == (len(hub.repositories[NAME].commits), hub.requests["PUT", "put_object"])


def test_files_of_an_older_build_go(build: Path, hub: HubStandIn, tmp_path: Path) -> None:
    push(hub, tmp_path / "home", build, NAME)
    head = hub.repositories[NAME].head
    for stale in ("cuda_forward/train-00002-of-00003.parquet", "other/train-00000-of-00001.parquet", "notes.md"):
        head.files[stale] = Blob(b"x", large=stale.endswith("parquet"))
    done = push(hub, tmp_path / "home", build, NAME)
    assert done.returncode == 0, done.stderr
    left = hub.repositories[NAME].head.files
    assert "cuda_forward/train-00002-of-00003.parquet" not in left
    assert {"other/train-00000-of-00001.parquet", "notes.md"} <= set(left)


def test_killed_push_goes_on_where_it_stopped(build: Path, hub: HubStandIn, tmp_path: Path) -> None:
    hub.hold["PUT", "put_object"] = 4
    process = start("", hub.environment(tmp_path / "home"), "push", build, NAME)
    assert hub.held.wait(60)
    deadline = time.monotonic() + 60
    while len(hub.objects) < 3 and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.communicate()
    assert len(hub.objects) == 3 and not hub.repositories[NAME].head.files

    # Served at another port: requests that the killed client left on their way reach the first one, held.
    with HubStandIn(hub.repositories, dict(hub.objects)) as again:
        done = push(again, tmp_path / "home", build, NAME)
    assert done.returncode == 0, done.stderr
    files = len(open_build(build).files)
    assert again.requests["PUT", "put_object"] == files - 3
    assert len(hub.repositories[NAME].head.files) == files + len(TEXT_FILES)


def test_broken_connection_is_one_line_and_resumes(build: Path, hub: HubStandIn, tmp_path: Path) -> None:
    hub.drop["POST", "commit"] = 1
    broken = push(hub, tmp_path / "home", build, NAME)
    assert broken.returncode == 2
    assert (
        one_line(broken.stderr)
        and "no connection to the Hub" in broken.stderr
        and "run the same command again" in broken.stderr
    )
    hub.drop.clear()
    puts = hub.requests["PUT", "put_object"]
    assert push(hub, tmp_path / "home", build, NAME).returncode == 0
    assert hub.requests["PUT", "put_object"] == puts


REFUSALS = {
    "no token": (NAME, None, "no Hub token"),
    "token without write access": (NAME, READ_TOKEN, "does not let this token write"),
    "somebody else's name": ("stranger/warp-cuda-ir", WRITE_TOKEN, "does not let this token write"),
    "unknown token": (NAME, "hf_unknown_0123456789", "does not know this token"),
    "token with odd characters": (NAME, "hf_\u00fc_0123456789", "no token has"),
    "not a name": ("warp-cuda-ir", WRITE_TOKEN, "USER/NAME"),
}


# One process for all: a token is read anew at each call.
CALLS = """
import json, os, sys
from typer.testing import CliRunner
from generator.cli import app
for name, token in json.loads(sys.argv[2]):
    os.environ.pop("HF_TOKEN", None)
    if token is not None:
        os.environ["HF_TOKEN"] = token
    done = CliRunner().invoke(app, ["push", sys.argv[1], name])
    print(json.dumps([done.exit_code, done.stdout, done.stderr]))
"""


def test_refusals_are_one_line(build: Path, hub: HubStandIn, tmp_path: Path) -> None:
    calls = json.dumps([(name, token) for name, token, _ in REFUSALS.values()])
    done = run(CALLS, hub.environment(tmp_path / "home", token=None), build, calls)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for (_, token, expected), (code, out, err) in zip(REFUSALS.values(), answers, strict=True):
        assert code == 2 and one_line(err) and expected in err
        assert token is None or token not in out + err
    assert not hub.repositories


def test_no_network_is_one_line(build: Path, tmp_path: Path) -> None:
    with HubStandIn() as gone:
        pass
    done = push(gone, tmp_path / "home", build, NAME)
    assert done.returncode == 2 and one_line(done.stderr) and "no connection to the Hub" in done.stderr


def test_private_is_private_and_a_public_one_is_not_reused(build: Path, hub: HubStandIn, tmp_path: Path) -> None:
    assert push(hub, tmp_path / "home", build, NAME, "--private").returncode == 0
    assert hub.repositories[NAME].private
    hub.repositories[NAME].private = False
    refused = push(hub, tmp_path / "home", build, NAME, "--private")
    assert refused.returncode == 2 and one_line(refused.stderr) and "is public" in refused.stderr


def test_refused_card_is_one_line(build: Path, hub: HubStandIn, tmp_path: Path) -> None:
    card = build / "README.md"
    card.write_text(card.read_text().replace("license: apache-2.0", "license: ''"))
    done = push(hub, tmp_path / "home", build, NAME)
    assert done.returncode == 2 and one_line(done.stderr) and "refuses the metadata" in done.stderr


def test_dry_run_needs_neither_network_nor_token(build: Path, tmp_path: Path) -> None:
    with HubStandIn() as gone:
        pass
    done = push(gone, tmp_path / "home", build, NAME, "--dry-run", token=None)
    assert done.returncode == 0, done.stderr
    assert "README.md" in done.stdout and "warp_cuda_ir.py" not in done.stdout
    assert sum(".parquet" in line for line in done.stdout.splitlines()) == len(open_build(build).files)


def test_folder_without_data_or_card_is_refused(build: Path, hub: HubStandIn, tmp_path: Path) -> None:
    (build / "README.md").unlink()
    no_card = push(hub, tmp_path / "home", build, NAME)
    empty = push(hub, tmp_path / "home", tmp_path, NAME)
    for done, expected in ((no_card, "has no README.md"), (empty, "no <config>")):
        assert done.returncode == 2 and one_line(done.stderr) and expected in done.stderr
    assert not hub.requests


def test_unfinished_build_is_refused(build: Path, hub: HubStandIn, tmp_path: Path) -> None:
    manifest = build / "manifest.json"
    manifest.write_text(manifest.read_text().replace("true", "false"))
    done = push(hub, tmp_path / "home", build, NAME)
    assert done.returncode == 2 and one_line(done.stderr) and "is unfinished" in done.stderr
    for file in build.rglob("*.parquet"):
        file.unlink()
    begun = push(hub, tmp_path / "home", build, NAME)
    assert begun.returncode == 2 and "is unfinished: run the same `produce` again" in begun.stderr
    assert not hub.requests


def test_damaged_build_is_refused(build: Path) -> None:
    path = build / "cuda_forward" / "test-00000-of-00001.parquet"
    check_build(open_build(build))
    content = bytearray(path.read_bytes())
    content[100] ^= 1
    path.write_bytes(content)
    with pytest.raises(PushFailed, match="not what the manifest says"):
        check_build(open_build(build))
    path.write_bytes(content[:-9])
    with pytest.raises(NotABuild, match="is damaged"):
        open_build(build)


def _link(build: Path) -> None:
    (build / "stats.json").unlink()
    (build / "stats.json").symlink_to("/etc/hostname")


def _doubled_row(build: Path) -> None:
    path = build / "cuda_forward" / "train-00000-of-00002.parquet"
    table = pq.read_table(path)
    pq.write_table(pa.concat_tables([table.slice(1), table.slice(1, 1)]), path)
    describe(build)


def _moved_row(build: Path) -> None:
    path = build / "cuda_forward" / "test-00000-of-00001.parquet"
    pq.write_table(pq.read_table(build / "cuda_forward" / "validation-00000-of-00001.parquet"), path)
    describe(build)


def _without_source(build: Path) -> None:
    path = build / "cuda_forward" / "test-00000-of-00001.parquet"
    table = pq.read_table(path)
    place = table.column_names.index("python_source")
    pq.write_table(table.set_column(place, table.schema.field(place), pa.nulls(len(table), pa.string())), path)
    describe(build)


def _wrong_schema(build: Path) -> None:
    path = build / "cuda_forward" / "test-00000-of-00001.parquet"
    pq.write_table(pq.read_table(path).drop_columns(["launch"]), path)
    describe(build)


def _unknown_config(build: Path) -> None:
    (build / "cuda_forward").rename(build / "cuda_sideways")


def _path_outside(build: Path) -> None:
    manifest = json.loads((build / "manifest.json").read_text())
    entry = {"path": "../../etc/passwd", "sha256": "", "bytes": 1, "rows": 0}
    (build / "manifest.json").write_text(json.dumps(manifest | {"files": [entry]}))


def _other_seed(build: Path) -> None:
    manifest = json.loads((build / "manifest.json").read_text())
    manifest["recipe"]["seed"] = 7
    (build / "manifest.json").write_text(json.dumps(manifest))


UNSOUND = {
    "is of seed 0, the manifest says 7": _other_seed,
    "is a link": _link,
    "the id occurs twice": _doubled_row,
    "test-00000-of-00001.parquet: s2-arithmetic-0-validation-0-8: ": _moved_row,
    "test-00000-of-00001.parquet: python_source is null in a row": _without_source,
    "columns differ from those of cuda_forward: launch": _wrong_schema,
    "no config is called cuda_sideways": _unknown_config,
    "../../etc/passwd does not stay in": _path_outside,
}


@pytest.mark.parametrize("expected", UNSOUND)
@pytest.mark.parametrize("dry_run", [["--dry-run"], []])
def test_what_is_sent_is_looked_at(build: Path, tmp_path: Path, expected: str, dry_run: list[str]) -> None:
    UNSOUND[expected](build)
    done = CliRunner().invoke(app, ["push", str(build), NAME, *dry_run])
    assert done.exit_code == 2 and one_line(done.stderr) and expected in done.stderr
    assert "stats.json" not in done.stdout


def test_a_card_states_no_seed_that_the_rows_do_not_have(build: Path) -> None:
    _other_seed(build)
    done = CliRunner().invoke(app, ["card", str(build)])
    assert done.exit_code == 2 and "is of seed 0, the manifest says 7" in done.stderr


def test_no_repository_is_refused_without_network_too(build: Path) -> None:
    done = CliRunner().invoke(app, ["push", str(build), "NOTAREPO", "--dry-run"])
    assert done.exit_code == 2 and one_line(done.stderr) and "USER/NAME" in done.stderr


def _answering(content: bytes) -> socketserver.ThreadingTCPServer:
    """A server that sends ``content`` to whoever connects; one that has none says nothing for ten seconds."""

    class Answer(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(1 << 16)
            self.request.sendall(content) if content else time.sleep(10)

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Answer)
    server.daemon_threads, server.block_on_close = True, False
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


PAGE = b"<html>welcome</html>"
STRANGE = {
    "answers, but not as the Hub does": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n"
    b"Connection: close\r\n\r\n%s" % (len(PAGE), PAGE),
    "says nothing for 2 s": b"",
}


@pytest.mark.parametrize("expected", STRANGE)
def test_a_server_that_is_no_hub_is_one_line(build: Path, tmp_path: Path, expected: str) -> None:
    with _answering(STRANGE[expected]) as server:
        environment = {"HF_ENDPOINT": f"http://127.0.0.1:{server.server_address[1]}", "HF_TOKEN": WRITE_TOKEN}
        code = (
            "import sys; from generator.production.publishing import push; push.PATIENCE = 2.0; "
            "from generator.cli import app; app(['push', *sys.argv[1:]])"
        )
        done = run(code, environment | {"HF_HOME": str(tmp_path / "home")}, build, NAME)
        server.shutdown()
    assert done.returncode == 2 and one_line(done.stderr) and expected in done.stderr, done.stderr
    assert "asking http://127.0.0.1" in done.stdout


def test_many_files_make_few_commits(tmp_path: Path) -> None:
    root = write_small_build(tmp_path / "build", configs=("cuda_forward",))
    (root / "README.md").write_text("---\nlicense: apache-2.0\n---\n")
    source = root / "cuda_forward" / "train-00000-of-00002.parquet"
    for number in range(200):
        source.with_name(f"train-{number:05d}-of-00200.parquet").write_bytes(source.read_bytes())
    commits = plan(open_build(root)).commits
    assert len(commits) == 3 and max(map(len, commits)) <= DATA_FILES_A_COMMIT + len(TEXT_FILES) < 100
    assert [upload.name for upload in commits[-1]][-3:] == list(TEXT_FILES)
    assert not [upload for commit in commits[:-1] for upload in commit if upload.name in TEXT_FILES]


def test_datasets_own_push_to_hub(build: Path, hub: HubStandIn, tmp_path: Path) -> None:
    code = f"""
import datasets
datasets.disable_progress_bars()
loaded = datasets.load_dataset({str(build)!r}, "cuda_backward")
loaded.push_to_hub({NAME!r}, "cuda_backward")
again = datasets.load_dataset({NAME!r}, "cuda_backward")
print(again["train"].to_list() == loaded["train"].to_list(), again["train"].features == loaded["train"].features)
stream = datasets.load_dataset({NAME!r}, "cuda_backward", split="test", streaming=True)
print(list(stream) == loaded["test"].to_list())
"""
    done = run(code, hub.environment(tmp_path / "home"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True", "True", "True"]
    assert not [name for name in hub.repositories[NAME].head.files if name.endswith(".py")]


def one_line(text: str) -> bool:
    return len(text.strip().splitlines()) == 1
