"""Compiles and runs a stand-alone program on the CPU, by a header that maps CUDA to a loop over threads."""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CPU_HEADERS = Path(__file__).parent / "cpu"
CPU_COMPILER = "g++"
_LAUNCH = re.compile(r"(\w+)<<<([^>]*)>>>\(")
_VERDICT = re.compile(r"^(PASS|FAIL) forward (\S+) adjoint (\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """``passed``: the program's own verdict; errors are relative; ``output``: that of the compiler and the program."""

    passed: bool
    forward_error: float
    adjoint_error: float
    output: str


def for_cpu(cuda: str) -> str:
    """The program as C++: only its kernel launches are spelled differently."""
    return _LAUNCH.sub(r"run_threads(\1, \2, ", cuda)


def run_on_cpu(
    cuda: str, *, compiler: str = CPU_COMPILER, options: tuple[str, ...] = ("-O0",), timeout: float = 120.0
) -> Outcome:
    """Compile with a C++17 compiler and run, each for at most ``timeout`` seconds."""
    with tempfile.TemporaryDirectory(prefix="standalone-") as folder:
        source, program = Path(folder, "program.cpp"), Path(folder, "program")
        source.write_text(for_cpu(cuda), encoding="utf-8")
        command = [
            compiler,
            "-std=c++17",
            "-ffp-contract=off",
            *options,
            "-I",
            str(CPU_HEADERS),
            str(source),
            "-o",
            str(program),
        ]
        limits: dict[str, Any] = {"capture_output": True, "text": True, "timeout": timeout, "check": False}
        try:
            built = subprocess.run(command, **limits)
            if built.returncode:
                return Outcome(False, float("inf"), float("inf"), built.stderr)
            ran = subprocess.run([str(program)], **limits)
        except subprocess.TimeoutExpired as error:
            name = Path(error.cmd[0]).name
            return Outcome(False, float("inf"), float("inf"), f"{name} did not end in {timeout:g} seconds")
    verdict = _VERDICT.search(ran.stdout)
    output = built.stderr + ran.stdout + ran.stderr
    if verdict is None:
        return Outcome(False, float("inf"), float("inf"), f"exit code {ran.returncode}\n{output}")
    passed = verdict.group(1) == "PASS" and ran.returncode == 0
    return Outcome(passed, float(verdict.group(2)), float(verdict.group(3)), output)
