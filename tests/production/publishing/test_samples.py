"""The sample that can be read on the web is what the code makes today."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from generator.production.publishing.sample_pages import INDEX, sample_pages, write_samples


def test_samples_are_what_the_stream_gives(root: Path) -> None:
    folder = root / "samples"
    stored = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}
    made = sample_pages()
    assert stored.keys() == made.keys(), "run `make samples`"
    changed = [name for name in made if stored[name] != made[name]]
    assert not changed, f"{len(changed)} pages changed, run `make samples`"


def test_ten_pages_a_category_each_in_the_index(tmp_path: Path) -> None:
    (tmp_path / "loop").mkdir()
    (tmp_path / "loop/of-yesterday.md").write_text("stale")
    assert write_samples(tmp_path) == 111
    pages = [path.relative_to(tmp_path) for path in tmp_path.rglob("*.md") if path.name != INDEX]
    assert set(Counter(path.parent.name for path in pages).values()) == {10}
    index = (tmp_path / INDEX).read_text()
    assert all(f"]({path.as_posix()})" in index for path in pages)
    text = (tmp_path / pages[0]).read_text()
    assert "@wp.kernel" in text and "__global__" in text and text.count("```") == 6
