"""The stages of a build as job arrays of a Slurm cluster: scripts, and their submission one after the other."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.production.folder import files
from generator.production.folder.errors import BuildError
from generator.production.making.tasks import WORK
from generator.python_children import HOME


@dataclass(frozen=True)
class Job:
    """A script for ``sbatch``; each job starts when the one before it has succeeded."""

    name: str
    script: str


def jobs(root: Path, array: int, workers: int, options: Sequence[str]) -> list[Job]:
    """Two arrays of ``array`` tasks that draw and make, one job between them for the plan, and one to finish.

    The last job runs ``workers`` processes. ``options`` go to sbatch unchanged (partition, account, time).
    """
    root = root.resolve()
    found = f"sys.path.append({str(HOME)!r})"
    code = f"import sys; {found}; from generator.production import steps; steps.main(sys.argv[1:])"
    step = shlex.join([sys.executable, "-P", "-c", code, str(root)])
    rank = f'"$SLURM_ARRAY_TASK_ID" {array}'
    return [
        _job(root, "draw", f"{step} draw {rank}", options, tasks=array),
        _job(root, "plan", f"{step} plan 0 1", options),
        _job(root, "make", f"{step} make {rank}", options, tasks=array),
        _job(root, "finish", f"{step} finish 0 {workers}", options, cores=workers),
    ]


def submit(root: Path, chain: Sequence[Job]) -> list[str]:
    """Write the scripts into the build and hand them to ``sbatch``. Returns the job ids."""
    ids: list[str] = []
    for job in chain:
        path = root / WORK / "slurm" / f"{job.name}.sh"
        files.write_bytes(path, job.script.encode())
        after = [f"--dependency=afterok:{ids[-1]}"] if ids else []
        try:
            done = subprocess.run(["sbatch", "--parsable", *after, str(path)], capture_output=True, text=True)
        except FileNotFoundError:
            raise BuildError("no sbatch on this machine: submit from a login node, or see --dry-run") from None
        if done.returncode:
            raise BuildError(f"sbatch refused {path.name}: {done.stderr.strip()}")
        ids.append(done.stdout.strip().split(";")[0])
    return ids


def _job(root: Path, name: str, command: str, options: Sequence[str], *, tasks: int = 0, cores: int = 1) -> Job:
    """A script; ``tasks``: of an array, 0 for a job that is none."""
    log = root / WORK / "slurm" / (f"{name}-%A_%a.out" if tasks else f"{name}-%j.out")
    head = [f"--job-name=warp-cuda-ir-{name}", f"--output={shlex.quote(str(log))}", "--requeue"]
    head += [f"--array=0-{tasks - 1}"] if tasks else []
    head += [f"--cpus-per-task={cores}", *options]
    lines = ["#!/bin/bash", *(f"#SBATCH {option}" for option in head), "set -eu", f"exec {command}"]
    return Job(name, "\n".join(lines) + "\n")
