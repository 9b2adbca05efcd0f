"""All programs, by "folder/name"."""

from tests.emulation.programs import atomics, grids, language, learning, matrices, reductions, scans, science, sorting
from tests.emulation.programs.program import Program

PROGRAMS: dict[str, Program] = {
    f"{folder.__name__.rpartition('.')[2]}/{name}": program
    for folder in (atomics, grids, language, learning, matrices, reductions, scans, science, sorting)
    for name, program in folder.PROGRAMS.items()
}
