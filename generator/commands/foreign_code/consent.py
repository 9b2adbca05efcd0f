"""Consent to running somebody's code: asked for at a terminal, elsewhere given by ``--run-code``."""

from __future__ import annotations

import sys

import typer

from generator.isolation import require_isolation


def confirm_run(whose: str, run_code: bool, unsandboxed: bool) -> None:
    """Say whose code is about to run, and return only with ``--run-code`` or after a yes at the terminal.

    ``whose`` completes "this runs ": "the Python of 2,000 rows in build/ (made by: unknown)". Exits with 2 where nobody
    can be asked and ``--run-code`` is missing, with 1 after a no. Raises ``NotIsolated`` where the system cannot shut a
    child in, unless ``unsandboxed``.
    """
    require_isolation(unsandboxed)
    line = f"this runs {''.join(c if c.isprintable() else '?' for c in whose)}"
    if run_code:
        typer.echo(line, err=True)
    elif not sys.stdin.isatty():
        typer.echo(f"{line}: --run-code says yes to that", err=True)
        raise typer.Exit(2)
    elif not typer.confirm(f"{line}. Go on?", err=True):
        raise typer.Exit(1)
