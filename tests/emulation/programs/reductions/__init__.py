"""Reductions."""

from tests.emulation.programs.reductions.statements import PROGRAMS

__all__ = ["PROGRAMS"]
