"""What spatial vectors are by their names: motions, forces, momenta."""

from __future__ import annotations

from collections.abc import Callable

from generator.synthesis.expression import Expression
from generator.synthesis.motifs.motif import FITS

E = Expression
MOTIONS = ("twist", "motion", "screw", "joint_axis")
FORCES = ("wrench", "momentum_pair")
FORCE_WORDS = ("wrench", "momentum", "force", "dual")


def _is_force(e: E) -> bool:
    """Whether a spatial vector is a force or a momentum, by its name; otherwise it is a motion."""
    name = e.builder.prose.get(e.text, e.text)
    return any(word in name for word in FORCE_WORDS)


def _called(*words: str) -> Callable[[E], bool]:
    """Whether one of the words, and no word that takes it back, is in a name."""

    def fits(e: E) -> bool:
        name = e.builder.prose.get(e.text, e.text)
        return any(word in name for word in words) and not any(word in name for word in NOT_RATES)

    return fits


NOT_RATES = ("momentum", "bias")
"""In names of what is neither a velocity nor a force: a momentum, a rate of either."""
FITS["S:motion"] = lambda e: not _is_force(e)
FITS["S:force"] = _is_force
FITS["S:twist"] = _called("twist", "motion")
FITS["S:wrench"] = _called("wrench")
FITS["S:momentum"] = lambda e: "momentum" in e.builder.prose.get(e.text, e.text)
