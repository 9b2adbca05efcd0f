"""``push``: send a build to the Hugging Face Hub."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from generator.commands.refusal import refuse
from generator.production.folder.errors import BuildError


def push(
    folder: Annotated[Path, typer.Argument(help="A build made by `produce`.", metavar="DIR")],
    repository: Annotated[str, typer.Argument(help="Where it goes on the Hub.", metavar="USER/NAME")],
    private: Annotated[bool, typer.Option("--private", help="Create the repository as a private one.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be sent; no network, no token.")] = False,
) -> None:
    """Send Parquet files, card, manifest and figures to the Hub; run it again to go on after a broken connection."""
    # Warp, Arrow and the Hub's library take 1.1 s to import: `push --help` does not wait for them.
    from huggingface_hub.utils import disable_progress_bars

    from generator.production.folder.build_folder import open_build
    from generator.production.publishing.push import check_build, check_repository, plan
    from generator.production.publishing.push import push as send

    if not sys.stderr.isatty():
        disable_progress_bars()
    try:
        check_repository(repository)
        build = open_build(folder)
        if dry_run:
            check_build(build, private)
            todo = plan(build)
            for upload in todo.uploads:
                typer.echo(f"{upload.bytes:>14,}  {upload.name}")
        else:
            todo = send(build, repository, private=private, progress=typer.echo)
    except BuildError as error:
        refuse("push", error)
    size = sum(upload.bytes for upload in todo.uploads)
    verb = "would send" if dry_run else "sent"
    commits = "1 commit" if len(todo.commits) == 1 else f"{len(todo.commits)} commits"
    typer.echo(f"{verb} {len(todo.uploads)} files, {size:,} bytes, in {commits} to {repository}")
    if todo.present:
        typer.echo(f"{todo.present} files were there already")
    if todo.stale:
        typer.echo(f"removed {len(todo.stale)} data files of an older build")
