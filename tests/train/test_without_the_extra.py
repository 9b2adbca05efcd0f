"""Without the extra `train` the example says in one line what to install."""

import subprocess
import sys
from pathlib import Path

CODE = """import runpy, sys
sys.modules['tokenizers'] = None
runpy.run_path('examples/finetune.py', run_name='__main__')"""


def test_the_example_names_the_extra_in_one_line() -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", CODE], cwd=root, text=True, capture_output=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr == "finetune: tokenizers is not installed: pip install 'warp-cuda-ir[train]'\n"
