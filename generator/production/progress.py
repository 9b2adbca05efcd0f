"""Progress of a build while it runs: a bar with rows a second and rejects by reason."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Column

LINE_SECONDS = 15.0
"""Seconds between two lines where the output is no terminal."""


class Reporter(Protocol):
    """Receives the progress of a build."""

    def stage(self, name: str, total: int) -> None:
        """A new stage of ``total`` rows begins."""

    def advance(self, rows: int, rejected: Mapping[str, int]) -> None:
        """A task of the stage ended."""

    def say(self, line: str) -> None:
        """Show one line."""


class Silent:
    """Shows nothing."""

    def stage(self, name: str, total: int) -> None:
        """See ``Reporter``."""

    def advance(self, rows: int, rejected: Mapping[str, int]) -> None:
        """See ``Reporter``."""

    def say(self, line: str) -> None:
        """See ``Reporter``."""


class ConsoleReporter:
    """A bar on a terminal, a line now and then anywhere else."""

    def __init__(self, console: Console, bars: Progress):
        self.console, self.bars = console, bars
        self.task: TaskID | None = None
        self.name, self.total, self.rows = "", 0, 0
        self.rejected: Counter[str] = Counter()
        self.began = self.spoke = time.monotonic()

    def stage(self, name: str, total: int) -> None:
        """See ``Reporter``."""
        if self.task is not None:
            self.bars.update(self.task, completed=self.total)
        self.name, self.total, self.rows, self.began = name, total, 0, time.monotonic()
        self.rejected.clear()
        self.task = self.bars.add_task(name, total=total, figures="")

    def advance(self, rows: int, rejected: Mapping[str, int]) -> None:
        """See ``Reporter``."""
        self.rows += rows
        self.rejected.update(rejected)
        if self.task is not None:
            self.bars.update(self.task, completed=min(self.rows, self.total), figures=self._figures())
        now = time.monotonic()
        if not self.console.is_terminal and now - self.spoke > LINE_SECONDS:
            self.spoke = now
            self.console.print(f"{self.name} {self.rows}/{self.total} {self._figures()}", highlight=False)

    def reached(self, name: str, rows: int, total: int) -> None:
        """``rows`` of the stage ``name`` are done; begins that stage where it is another one."""
        if name != self.name:
            self.stage(name, total)
        self.advance(rows - self.rows, {})

    def say(self, line: str) -> None:
        """See ``Reporter``."""
        self.console.print(line, highlight=False, soft_wrap=True)

    def _figures(self) -> str:
        rate = self.rows / max(time.monotonic() - self.began, 1e-9)
        reasons = ", ".join(f"{reason} {count}" for reason, count in self.rejected.most_common(3))
        return f"{rate:.0f}/s" + (f" rejected: {reasons}" if reasons else "")


@contextmanager
def on_console(console: Console) -> Iterator[ConsoleReporter]:
    """A reporter for as long as the block runs."""
    fixed = (
        TextColumn("{task.description}", table_column=Column(no_wrap=True, min_width=10)),
        BarColumn(bar_width=16),
        TextColumn("{task.completed}/{task.total}", table_column=Column(no_wrap=True, min_width=13)),
        TimeRemainingColumn(table_column=Column(no_wrap=True, min_width=7)),
    )
    figures = TextColumn("{task.fields[figures]}", table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1))
    with Progress(*fixed, figures, console=console, expand=True, disable=not console.is_terminal) as bars:
        yield ConsoleReporter(console, bars)
