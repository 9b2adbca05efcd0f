"""Programs of the sciences."""

from tests.emulation.programs.science.statements import PROGRAMS

__all__ = ["PROGRAMS"]
