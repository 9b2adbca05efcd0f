"""Grids and images."""

from tests.emulation.programs.grids.statements import PROGRAMS

__all__ = ["PROGRAMS"]
