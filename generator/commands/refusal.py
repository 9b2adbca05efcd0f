"""How a command ends that cannot do what it was asked to: exit code 2.

1 is for what a check found wrong, and for a no.
"""

from __future__ import annotations

from typing import NoReturn

import typer

from generator.escaping import one_line

LETTERS = 2_000
"""Most letters of a reason."""


def refuse(command: str, reason: object) -> NoReturn:
    """Say in one line why, and exit."""
    typer.echo(f"{command}: {one_line(reason, LETTERS)}", err=True)
    raise typer.Exit(2) from None
