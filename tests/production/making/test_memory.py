"""A worker does not hold what it has freed, nor what it never needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from generator.production.making.pieces import first_pieces, in_groups
from generator.production.making.recipe import Recipe
from generator.production.making.tasks import perform
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import InProcess

_PROGRAM = """
import ctypes
from generator.production.making.memory import give_back

def megabytes():
    return next(int(line.split()[1]) / 1000 for line in open("/proc/self/status") if line.startswith("RssAnon"))

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = (ctypes.c_size_t,)
libc.free.argtypes = (ctypes.c_void_p,)
blocks = [libc.malloc(10_000) for _ in range(20_000)]
for block in blocks:
    ctypes.memset(block, 1, 10_000)
for block in blocks[:-1]:  # the last one stands at the end of the heap and keeps it
    libc.free(block)
before = megabytes()
give_back()
print(before - megabytes())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_freed_memory_goes_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, timeout=120, check=True)
    assert float(done.stdout) > 150


_CODE = """
from generator.lowering.warp_backend import compile_cpu, module_header
from generator.production.making.memory import give_back_all

def mapped():
    megabytes, name = 0.0, ""
    for line in open("/proc/self/smaps"):
        if line[0] in "0123456789abcdef":
            name = line.split()[-1].rpartition("/")[2]
        elif line.startswith("Rss:") and name in ("warp.so", "warp-clang.so"):
            megabytes += int(line.split()[1]) / 1000
    return megabytes

text = module_header("cpu", "") + 'extern "C" WP_API void f() {}'
first = compile_cpu(text)
before = mapped()
give_back_all()
print(before - mapped(), compile_cpu(text) == first)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_code_of_libraries_goes_back_and_comes_again() -> None:
    done = subprocess.run([sys.executable, "-c", _CODE], capture_output=True, text=True, timeout=120, check=True)
    megabytes, same = done.stdout.splitlines()[-1].split()
    assert float(megabytes) > 60 and same == "True"


_ARROW = """
import sys
import pyarrow as pa
from generator.production.making.memory import spare_pandas

spare_pandas()
table = pa.Table.from_pylist([{"a": "x", "b": [1.0]}])
assert table.to_pylist() == [{"a": "x", "b": [1.0]}]
print("pandas" in sys.modules)
import pandas
"""


def test_arrow_makes_tables_without_pandas_which_can_still_be_imported() -> None:
    done = subprocess.run([sys.executable, "-c", _ARROW], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "False"


def test_without_sparing_it_arrow_imports_pandas() -> None:
    """Once this fails, Arrow no longer does, and ``spare_pandas`` can go."""
    text = _ARROW.replace("spare_pandas()\n", "", 1)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "True"


_FILES = """
import sys
from pathlib import Path
from generator.production.making.assembly import parts_of
from generator.production.making.tasks import recipe_of
from generator.production.running.executors import _perform_in_worker

root = Path(sys.argv[1])
for part in parts_of(recipe_of(root)):
    _perform_in_worker(root, part)
print(sorted({"datasets", "pandas"} & sys.modules.keys()))
"""


def test_a_worker_writes_files_without_datasets(tmp_path: Path) -> None:
    recipe = Recipe(("cuda_forward",), 11, 0, ("scalar_param",))
    produce(recipe, tmp_path, InProcess(), Silent())
    before = {path: path.read_bytes() for path in (tmp_path / "cuda_forward").iterdir()}
    for group in in_groups(piece for cell in recipe.cells() for piece in first_pieces(cell)):
        perform(tmp_path, group)
    for path in before:
        path.unlink()
    done = subprocess.run(
        [sys.executable, "-c", _FILES, str(tmp_path)], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
    assert {path: path.read_bytes() for path in before} == before
