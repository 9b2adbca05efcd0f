"""What the language has."""

from tests.emulation.programs.language.statements import PROGRAMS

__all__ = ["PROGRAMS"]
