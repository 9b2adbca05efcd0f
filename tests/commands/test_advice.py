"""What a user can mend is said in one line, whatever stands behind it; a bug keeps its traceback."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pyarrow as pa
import pytest

from generator.cli import advice, main
from generator.isolation import Child
from generator.lowering.binaries.cuda_tools import ToolMissing
from generator.production.folder import files
from generator.production.folder.build_folder import open_build
from generator.production.folder.errors import BuildError
from generator.production.folder.parquet_files import write_parquet

KERNEL = str(Path(__file__).parents[2] / "examples" / "clamp_sum.py")


def ended(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> object:
    monkeypatch.setattr(sys, "argv", ["warp-cuda-ir", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code


def test_an_output_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.touch()
    assert ended(monkeypatch, "lower", KERNEL, "--emit", "forward", "--out", str(file / "below")) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert told[-1].startswith(f"lower: {file}") and "Traceback" not in "\n".join(told)


@pytest.mark.parametrize(
    ("place", "said"),
    [("file", "is a file, or lies in one: name another folder"), ("file/below", "is a file, or lies in one")],
)
def test_a_folder_that_cannot_be_made_is_one_line_that_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], place: str, said: str
) -> None:
    (tmp_path / "file").touch()
    assert ended(monkeypatch, "produce", "--rows", "11", "--out", str(tmp_path / place)) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert line.startswith(f"produce: {tmp_path / 'file'}") and said in line and "Errno" not in line


def test_what_stands_behind_an_error_counts() -> None:
    try:
        try:
            raise ToolMissing("ptxas is too old")
        except ToolMissing as reason:
            raise RuntimeError("while making a row") from reason
    except RuntimeError as error:
        assert advice(error) == "ptxas is too old"
    assert advice(BuildError("run it again")) == "run it again"
    assert advice(TypeError("a bug")) is None
    assert advice(OSError("no file that anybody could look at")) is None


def test_a_file_has_the_name_that_the_user_gave_it(tmp_path: Path) -> None:
    (tmp_path / "page.html").mkdir()
    with pytest.raises(OSError) as refused:
        files.write_bytes(tmp_path / "page.html", b"")
    assert advice(refused.value) == f"{tmp_path / 'page.html'} is a folder: name a file"


def test_a_system_that_starts_no_child_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Child, "_start_as", lambda *_: "Operation not permitted")
    monkeypatch.setattr("generator.isolation.child._refusals", {})
    assert ended(monkeypatch, "lower", KERNEL) == 2
    assert capsys.readouterr().err == "lower: a child process does not start here: Operation not permitted\n"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_disk_that_takes_no_more_needs_no_name(number: int) -> None:
    said = advice(OSError(number, os.strerror(number)))
    assert said and said.endswith("run the same command")
    assert advice(OSError(number, os.strerror(number), "what was copied")) == said


def test_what_datasets_says_of_a_full_disk_is_passed_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("Not enough disk space. Needed: Unknown size")

    monkeypatch.setattr("generator.commands.load.load_dataset", refuse)
    assert ended(monkeypatch, "load", "--rows", "11") == 2
    assert capsys.readouterr().err == "load: Not enough disk space. Needed: Unknown size\n"


@pytest.mark.parametrize("inside", [".production", ".production/draws/a.bin", ".collecting/lock", "x.lock"])
def test_the_folder_is_named_that_the_user_named(inside: str) -> None:
    assert str(advice(OSError(errno.EROFS, "", f"/build/{inside}"))).startswith("/build lies on a disk that is read")


def test_a_disk_that_is_read_only_is_told_of_the_file_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    monkeypatch.setattr(Path, "touch", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(OSError) as refused:
        files.write_bytes(tmp_path / "README.md", b"")
    assert str(advice(refused.value)).startswith(f"{tmp_path / 'README.md'} lies on a disk that is read only")


def test_a_file_that_arrow_cannot_write_is_named(tmp_path: Path) -> None:
    path = tmp_path / ("k" * 255)
    with pytest.raises(OSError) as refused:
        write_parquet(path, [], pa.schema([("id", pa.string())]))
    assert advice(refused.value) == f"{path} cannot be used: File name too long"


def test_damaged_statistics_are_named(tmp_path: Path) -> None:
    build = tmp_path / "build"
    (build / "cuda_forward").mkdir(parents=True)
    (build / "cuda_forward" / "train-00000-of-00001.parquet").write_bytes(b"")
    with pytest.raises(BuildError, match="damaged"):
        open_build(build)
