"""What spatial vectors are by their names: motions, forces, momenta."""

from __future__ import annotations

from generator.synthesis.motifs.motif import FITS, called

MOTIONS = ("twist", "motion", "screw", "joint_axis")
FORCES = ("wrench", "momentum_pair")
NOT_RATES = ("momentum", "bias")
"""In names of what is neither a velocity nor a force: a momentum, a rate of either."""
_is_force = called("wrench", "momentum", "force", "dual")

FITS["S:motion"] = lambda e: not _is_force(e)
FITS["S:force"] = _is_force
FITS["S:twist"] = called("twist", "motion", but=NOT_RATES)
FITS["S:wrench"] = called("wrench", but=NOT_RATES)
FITS["S:momentum"] = called("momentum")
