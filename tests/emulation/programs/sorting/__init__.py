"""Sorting and merging."""

from tests.emulation.programs.sorting.statements import PROGRAMS

__all__ = ["PROGRAMS"]
