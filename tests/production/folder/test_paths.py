"""Names of files that somebody else wrote lead out of no folder, on no system."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.production.folder.build_names import is_of_a_build
from generator.production.folder.paths import OutsideOfFolder, inside, not_plain_below


@pytest.mark.parametrize("name", ["a", "a/b.json", "THIRD_PARTY_NOTICES/x-1.0/LICENSE", "...", "a b"])
def test_a_plain_name_is_a_path_of_the_folder_there_or_not(tmp_path: Path, name: str) -> None:
    assert inside(tmp_path, name) == tmp_path / name
    (tmp_path / "a").write_text("")  # where a name wants a folder there is nothing
    assert inside(tmp_path, name) == tmp_path / name


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "..", "a/../../b", "./a", "a//b", "a/", "a\\b", "C:a", "a\nb", "a\x1b"]
)
def test_a_name_that_may_lead_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutsideOfFolder, match=r"^[^\n\x1b]* does not stay in .*: a plain relative path is wanted$"):
        inside(tmp_path, name)


@pytest.mark.parametrize("name", ["", 7, None, ["a"]])
def test_what_is_no_name_is_refused(tmp_path: Path, name: object) -> None:
    with pytest.raises(OutsideOfFolder, match="is no path of a file: a relative one is wanted"):
        inside(tmp_path, name)


def test_links_and_pipes_are_named_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link").symlink_to("/etc")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / ".git").mkdir()
    os.mkfifo(tmp_path / ".git" / "pipe")
    assert list(not_plain_below(tmp_path)) == [("pipe", "a pipe"), ("folder/link", "a link")]
    with pytest.raises(OutsideOfFolder, match=r"^folder/link in .* is a link: copy its content there"):
        inside(tmp_path, "folder/link/passwd")
    with pytest.raises(OutsideOfFolder, match=r"^pipe in .* is a pipe: remove it, only plain files are read"):
        inside(tmp_path, "pipe")


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("cpu/train-00000-of-00001.parquet", True),
        ("cuda_standalone/test/s2-vector-0-test-0-0/cpu/warp.h", True),
        ("cpu/test/s2-vector-0-test-0-0.json", True),
        ("cpu/train-0-of-1.parquet", False),
        ("cpu/other-00000-of-00001.parquet", False),
        ("cpu/a/train-00000-of-00001.parquet", False),
        ("cuda_standalone/test/s2-vector-0-test-0-0/run.sh", False),
        ("cuda_standalone/test/s2-vector-0-test-0-0/cpu/warp.cpp", False),
        ("stats.json.gz", False),
    ],
)
def test_a_manifest_may_name_files_of_a_build_alone(name: str, known: bool) -> None:
    assert is_of_a_build(name) is known
