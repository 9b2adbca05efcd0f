"""Lists of wheels, and wheels unpacked: what is pinned is read, what leads out of a folder is not."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from generator.dataset.configs import config_folder
from generator.production.collecting.sources import wheels
from generator.production.collecting.sources.projects import projects_of
from generator.production.collecting.sources.requirements import Requirement, read_requirements
from generator.production.collecting.sources.wheels import NoWheel, fetched_wheel, unpacked
from generator.production.folder.files import sha256_of
from tests.production.collecting.small_wheels import FILES, pinned, write_folder, write_wheel


def test_the_list_that_comes_with_the_package_is_pinned() -> None:
    found = read_requirements(config_folder() / "real.txt")
    collected = [str(each) for each in found if not each.support_of]
    assert len(collected) == 11 and "newton 1.8.0" in collected
    assert {each.name: each.support_of for each in found if each.support_of} == {
        "mujoco": "mujoco-warp",
        "mujoco-core": "mujoco-warp",
    }
    assert [each.name for each in found if not each.hashes] == ["warp-lang"]


def test_lines_go_on_after_a_backslash_and_comments_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    digest = "ab" * 32
    file.write_text(
        f"# a list\n\nOne_Two==1.0 \\\n    --hash=sha256:{digest} \\\n    --hash=sha256:{'0' * 64}  # fine\n"
    )
    (found,) = read_requirements(file)
    assert (found.name, found.version, found.hashes) == ("one-two", "1.0", (digest, "0" * 64))
    assert found.line == f"one-two==1.0 --hash=sha256:{digest} --hash=sha256:{'0' * 64}"


def test_a_wheel_comes_from_pip_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = write_wheel(tmp_path / "found", FILES)
    support = write_wheel(tmp_path / "found", {"beside.py": "x = 1\n"}, name="beside")
    file = tmp_path / "list.txt"
    file.write_text(pinned(wheel, as_path=False) + pinned(support, as_path=False).strip() + "  # support of pack\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "found"))
    (first,) = projects_of(file, tmp_path / "work", print)
    wheel.unlink()
    (second,) = projects_of(file, tmp_path / "work", print)
    assert first == second and (first.name, first.version, first.private) == ("pack", "1.0", False)
    assert (first.root / "pack" / "bent.py").read_text() == FILES["pack/bent.py"]
    assert [(folder / "beside.py").read_text() for folder in first.support] == ["x = 1\n"]


@pytest.mark.parametrize(
    ("version", "found"), [("1.0", True), ("1.00", True), ("v1.0", True), ("1", True), ("1.0.1", False), ("10", False)]
)
def test_a_wheel_is_found_by_its_version_however_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, found: bool
) -> None:
    wheel = write_wheel(tmp_path, FILES)
    (tmp_path / "strange.whl").touch()
    monkeypatch.setattr(wheels, "_download", lambda *_: None)
    requirement = Requirement("pack", version, (sha256_of(wheel),))
    if found:
        assert fetched_wheel(requirement, tmp_path) == wheel
    else:
        with pytest.raises(NoWheel, match="no wheel"):
            fetched_wheel(requirement, tmp_path)


def test_support_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "list.txt"
    file.write_text(pinned(write_wheel(tmp_path, FILES)) + f"beside==1.0 --hash=sha256:{'0' * 64}  # support of pack\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    said: list[str] = []
    (found,) = projects_of(file, tmp_path / "work", said.append)
    assert found.support == () and len(said) == 1 and said[0].endswith("pack is read without it")


def _entry(name: str, mode: int = 0o644) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFREG | mode) << 16
    return entry


@pytest.mark.parametrize("name", ["../outside.py", "/outside.py", "a/../../outside.py", "C:\\outside.py", "a\\b.py"])
def test_no_file_of_a_wheel_leads_out(tmp_path: Path, name: str) -> None:
    path = tmp_path / "in" / "bad-1.0-py3-none-any.whl"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as opened:
        opened.writestr(_entry(name), "x = 1")
    with pytest.raises(NoWheel, match="cannot be unpacked"):
        unpacked(path, tmp_path / "deep" / "sources")
    assert not list(tmp_path.rglob("outside.py")) and not list((tmp_path / "deep" / "sources").iterdir())


def test_links_bombs_and_damage_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = tmp_path / "link-1.0-py3-none-any.whl"
    with zipfile.ZipFile(link, "w") as opened:
        entry = zipfile.ZipInfo("a.py")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        opened.writestr(entry, "/etc/passwd")
    with pytest.raises(NoWheel, match="is a link"):
        unpacked(link, tmp_path / "sources")
    bomb = tmp_path / "bomb-1.0-py3-none-any.whl"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("a.py", b"\0" * 1_000_000)
    monkeypatch.setattr(wheels, "MOST_BYTES", 999_999)
    with pytest.raises(NoWheel, match="1,000,000 bytes"):
        unpacked(bomb, tmp_path / "sources")
    damaged = tmp_path / "damaged-1.0-py3-none-any.whl"
    damaged.write_bytes(bomb.read_bytes()[:100])
    with pytest.raises(NoWheel, match="cannot be unpacked"):
        unpacked(damaged, tmp_path / "sources")


def test_of_a_folder_links_caches_and_the_build_are_left_out(tmp_path: Path) -> None:
    source = write_folder(tmp_path / "mine", {"__init__.py": "", "a.py": "1", ".git/config": "x", "data.json": "{}"})
    write_folder(source, {"__pycache__/a.pyc": "x", "build/.collecting/lock": "", "build/old.py": "2"})
    (source / "link.py").symlink_to("/etc/passwd")
    (found,) = projects_of(source, source / "build" / ".collecting", print)
    copied = sorted(path.relative_to(found.root).as_posix() for path in found.root.rglob("*") if path.is_file())
    assert copied == ["mine/__init__.py", "mine/a.py", "mine/data.json"]
    assert (found.name, found.version, found.private) == ("mine", "", True)
