"""``collect`` from a list or a folder to a dataset folder: the same bytes, resumable, private where it has to be."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

from generator.cli import app
from tests.production.collecting.small_wheels import FILES, KERNEL, WORK, content, pinned, write_folder, write_wheel

ROOT = Path(__file__).parents[3]

TASKS = 3
"""Tasks of a list with one small wheel: modules of a package are collected in forks of one import."""


def run(*arguments: object, **environment: str) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], env={"COLUMNS": "1000", **environment})


def collect(source: object, out: Path, *options: str) -> Result:
    return run("collect", source, "--out", out, "--run-code", "--workers", "1", *options)


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collected folder of somebody's own, with all tiers."""
    folder = tmp_path_factory.mktemp("private")
    done = collect(write_folder(folder / "src", FILES), folder / "build")
    assert done.exit_code == 0, done.output
    assert "the module code of src, in children that are shut in" in done.output
    return folder / "build"


def test_a_folder_of_ones_own_is_private(private: Path) -> None:
    manifest = json.loads((private / "manifest.json").read_text())
    assert manifest["complete"] and manifest["private"]
    assert {entry["path"] for entry in manifest["files"]} == {
        *("real/train-00000-of-00001.parquet", "stats.json", "collected.json"),
    }
    refused = run("push", private, "maker/rows", "--dry-run")
    assert refused.exit_code == 2 and "add --private" in refused.output and refused.output.count("\n") == 1
    assert run("push", private, "maker/rows", "--dry-run", "--private").exit_code == 0


def test_its_rows_have_all_columns_and_tiers(private: Path) -> None:
    rows = pq.read_table(private / "real" / "train-00000-of-00001.parquet").to_pylist()
    assert [row["kernel_name"] for row in rows] == ["bent", "clipped", "double", "root"]
    for row in rows:
        assert row["package"] == "src" and row["license"] is None and row["self_contained"]
        assert row["tiers"][:3] == ["codegen", "compile", "execute"]
        for name in ("cuda_backward", "cpp_backward", "ptx_forward_sm80", "ptx_backward_sm90"):
            assert row[name], name
        columns = {(entry["column"], entry["arch"]) for entry in row["ptx_instructions"]}
        assert columns == {(c, a) for c in ("cuda_forward", "cuda_backward") for a in ("sm_80", "sm_90")}
    found = json.loads((private / "collected.json").read_text())["projects"]
    assert [(p["found"], p["recorded"], p["lowered"], p["rows"], p["self_contained"]) for p in found] == [(4,) * 5]


@pytest.mark.parametrize("command", ["validate", "report", "stats", "card"])
def test_other_commands_read_it(private: Path, command: str) -> None:
    done = run(command, private, *(("--tier", "codegen") if command == "validate" else ()))
    assert done.exit_code == 0, done.output
    if command == "validate":
        assert "not made again, and not run: 4 rows" in done.output


def test_a_whole_folder_is_left_as_it_is(private: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in private.rglob("*.parquet")}
    done = collect(private.parent / "src", private)
    assert done.exit_code == 0 and "is complete" in done.output
    assert {path: path.stat().st_mtime_ns for path in private.rglob("*.parquet")} == before


def test_killed_after_each_task_it_ends_with_the_same_bytes(tmp_path: Path) -> None:
    wheel = write_wheel(tmp_path, FILES)
    listed = tmp_path / "list.txt"
    listed.write_text(pinned(wheel))
    options = ("--verify", "compile")
    assert collect(listed, tmp_path / "whole" / "build", *options).exit_code == 0
    assert collect(listed, tmp_path / "again" / "build", *options).exit_code == 0
    out = tmp_path / "killed" / "build"
    command = [sys.executable, "-m", "generator", "collect", str(listed), "--out", str(out), "--run-code", *options]
    for kill in range(1, TASKS + 1):
        process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL, start_new_session=True)
        deadline = time.monotonic() + 120
        while _finished(out) < kill and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert not (out / "manifest.json").exists() or not json.loads((out / "manifest.json").read_text())["complete"]
    assert _finished(out) == TASKS
    assert collect(listed, out, *options).exit_code == 0
    assert content(tmp_path / "whole" / "build") == content(tmp_path / "again" / "build") == content(out)
    assert {"THIRD_PARTY_NOTICES/README.md", "README.md", "collected.json"} <= content(out).keys()


def _finished(out: Path) -> int:
    """Tasks whose answer is kept."""
    return sum(name.endswith(".zlib") for _, _, names in os.walk(out / WORK / "finished") for name in names)


def test_a_damaged_answer_is_made_again(tmp_path: Path) -> None:
    source = write_folder(tmp_path / "src", FILES)
    options = ("--verify", "codegen")
    assert collect(source, tmp_path / "build", *options).exit_code == 0
    before = content(tmp_path / "build")
    (tmp_path / "build" / "real" / "train-00000-of-00001.parquet").write_bytes(b"")
    for path in (tmp_path / "build" / WORK / "finished").rglob("*.zlib"):
        path.write_bytes(path.read_bytes()[:-5])
    done = collect(source, tmp_path / "build", *options)
    assert done.exit_code == 0 and "made again" in done.output
    assert content(tmp_path / "build") == before


def _bad(folder: Path) -> dict[str, tuple[object, str]]:
    """What is asked for -> what its line says."""
    wheel = write_wheel(folder / "wheels", FILES)
    other = "0" * 64
    texts = {
        "no version": "pack --hash=sha256:" + other,
        "a range": "pack>=1.0 --hash=sha256:" + other,
        "no hash": "pack==1.0",
        "nothing": "# newton==1.8.0",
        "no requirement": "pack==1.0 ; --oops",
        "an address": f"pack @ https://example.com/pack.whl --hash=sha256:{other}",
        "twice": pinned(wheel) + pinned(wheel),
        "another hash": f"{wheel} --hash=sha256:{other}",
        "another hash of pip": f"pack==1.0 --hash=sha256:{other}",
        "no such wheel": f"packless==1.0 --hash=sha256:{other}",
        "support of nobody": pinned(wheel).strip() + "  # support of nobody\nother==1.0 --hash=sha256:" + other,
        "a licence that forbids": pinned(write_wheel(folder / "gpl", FILES, license="LicenseRef-Secret")),
    }
    said = {
        "no version": "is not pinned",
        "a range": "is not pinned",
        "no hash": "has no --hash",
        "nothing": "names no package",
        "no requirement": "is no requirement",
        "an address": "is not pinned",
        "twice": "is there twice",
        "another hash": "has another hash",
        "another hash of pip": "has another hash",
        "no such wheel": "there is no wheel of that version",
        "support of nobody": "which is not there",
        "a licence that forbids": "take pack out of the list",
    }
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text)
    (folder / "empty").mkdir()
    write_folder(folder / "no kernels", {"a.py": "x = 1  # no kernel\n"})
    return {name: (folder / f"{name}.txt", said[name]) for name in texts} | {
        "no such file": (folder / "nothing here.txt", "there is no"),
        "an empty folder": (folder / "empty", "no @wp.kernel"),
        "a folder without kernels": (folder / "no kernels", "no @wp.kernel"),
        "no text": (_binary(folder), "is no text"),
    }


def _binary(folder: Path) -> Path:
    path = folder / "binary.txt"
    path.write_bytes(b"\xff\xfe\x00PK")
    return path


def test_bad_input_has_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "found"))
    write_wheel(tmp_path / "found", FILES)
    for number, (name, (source, line)) in enumerate(_bad(tmp_path).items()):
        done = collect(source, tmp_path / f"build {number}")
        assert done.exit_code == 2, (name, done.output)
        last = done.output.strip().splitlines()[-1]
        assert last.startswith("collect: ") and line in last, (name, done.output)
        assert "Traceback" not in done.output


def test_options_have_their_line(tmp_path: Path) -> None:
    source = write_folder(tmp_path / "src", {"a.py": "import warp as wp\n" + KERNEL.format(name="a", value="x[i]")})
    foreign = write_folder(tmp_path / "foreign", {"thesis.txt": "precious"})
    listed = tmp_path / "list.txt"
    listed.write_text(pinned(write_wheel(tmp_path, FILES)))
    for arguments, line in (
        ((source, "--out", foreign, "--run-code"), "thesis.txt but no manifest.json"),
        ((source, "--out", tmp_path / "a", "--run-code", "--verify", "gpu"), "choose from"),
        ((source, "--out", tmp_path / "b", "--run-code", "--license", "Freeware 1"), "is no SPDX expression"),
        ((listed, "--out", tmp_path / "c", "--run-code", "--license", "MIT"), "wheels say theirs"),
        ((source, "--out", tmp_path / "d"), "--run-code says yes to that"),
    ):
        done = run("collect", *arguments)
        assert done.exit_code == 2 and line in done.output.strip().splitlines()[-1], done.output
    assert (foreign / "thesis.txt").read_text() == "precious"
    assert [path.name for path in foreign.iterdir()] == ["thesis.txt"]


def test_another_list_is_another_build(tmp_path: Path) -> None:
    options = ("--verify", "codegen")
    assert collect(write_folder(tmp_path / "src", FILES), tmp_path / "build", *options).exit_code == 0
    (tmp_path / "src" / "pack" / "bent.py").unlink()
    done = collect(tmp_path / "src", tmp_path / "build", *options)
    assert done.exit_code == 2 and "holds another build (packages" in done.output
