"""Habits of projects: a kernel has the spelling, layout and decorator of one project, drawn once."""

from __future__ import annotations

from dataclasses import dataclass

Weights = tuple[tuple[str, float], ...]

BRACKETS, DTYPE, NDIM = "brackets", "dtype", "ndim"
"""Spellings of an array: ``wp.array2d[T]``, ``wp.array2d(dtype=T)``, ``wp.array(dtype=T, ndim=2)``."""


Marking = tuple[float, float]
"""Chances of an argument of the decorator: of kernels with ``wp.static`` or tiles, of which a function makes one for
each size, and of others."""


@dataclass(frozen=True)
class Habits:
    """Habits of one project: chances, over its kernels unless said otherwise."""

    batched: float
    """A launch over worlds and records."""
    model: Weights
    """How model values, which no step changes, are stored in batched launches."""
    naming: Weights
    """Styles of names."""
    directions: float
    """Arrays are named by direction: ``_in`` and ``_out``."""
    arrays: Weights
    spelled_scalars: float
    """``wp.float32`` instead of ``float``."""
    bool_masks: float
    """A mask is an array of ``bool``, not of whole numbers."""
    wrapped_constants: float
    """``wp.constant(8)`` instead of ``8``."""
    static_constants: float
    """``wp.static(NAME)`` for constants of the module, of kernels that have some."""
    structs: float
    """An array of structs holds the constants of an entity: in 5 % of Newton's kernels, in none of the others'."""
    argument_groups: Weights
    """Where numbers stand in a signature, and whether the model or the state comes first. Numbers come after an output
    in 0 % of mujoco-warp's kernels that have both, 17 % of Newton's, 20 % of skrl's, 34 % of Warp's own."""
    argument_order: Weights
    """In which order the arguments of a group stand."""
    longest_signature: int
    """Longest signature on one line, in letters."""
    headings: tuple[tuple[tuple[str, str], float], ...]
    """Comments over the inputs and the outputs of a signature that has lines of its own."""
    comments: float
    docstring: float
    explained_laws: float
    """Laws have docstrings: of all functions 66 % of Newton's, 45 % of mujoco-warp's, 26 % of Warp's own; of ours, what
    is taken out of a kernel has none."""
    underscore: float
    """A kernel's name begins with an underscore."""
    kernel_in_name: float
    shown_results: float
    """A function has a return annotation."""
    generic_kernel: float
    """A kernel takes ``Any``, of those whose body works for another type of scalars or vectors as it stands."""
    unique: Marking
    """``module="unique"``: in mujoco-warp of 86 % of the kernels with ``wp.static`` or tiles and of 26 % of the others,
    in Newton of 58 % and 6 %, in Warp's own of 37 % and 22 %. Functions make most of them, not in a row."""
    no_stride: Marking
    """``grid_stride=False``: one thread for each index, and no loop around the kernel."""
    launch_bounds: float = 0.01
    """``launch_bounds=256``."""


NO_HEADINGS = ("", "")

SIMULATOR = Habits(
    batched=0.32,
    model=(("shared", 0.5), ("by world", 0.5)),
    naming=(("owner", 0.75), ("plain", 0.2), ("short", 0.05)),
    directions=0.04,
    arrays=((BRACKETS, 1.0),),
    spelled_scalars=0.4,
    bool_masks=0.45,
    wrapped_constants=0.8,
    static_constants=0.08,
    structs=0.25,
    argument_groups=(("last", 0.4), ("first", 0.1), ("between", 0.15), ("state first", 0.15), ("arrays first", 0.2)),
    argument_order=(("as needed", 0.2), ("entities", 0.5), ("declared", 0.3)),
    longest_signature=70,
    headings=((NO_HEADINGS, 0.7), (("inputs", "outputs"), 0.25), (("input", "output"), 0.05)),
    comments=0.9,
    docstring=0.62,
    explained_laws=0.85,
    underscore=0.45,
    kernel_in_name=0.5,
    shown_results=0.55,
    generic_kernel=0.3,
    unique=(0.58, 0.06),
    no_stride=(0.25, 0.01),
)
"""A library of many modules for rigid and soft bodies, as Newton is."""

BATCHED = Habits(
    batched=0.85,
    model=(("shared", 0.1), ("by world", 0.15), ("broadcast", 0.75)),
    naming=(("owner", 0.6), ("plain", 0.3), ("short", 0.1)),
    directions=0.9,
    arrays=((BRACKETS, 1.0),),
    spelled_scalars=0.0,
    bool_masks=0.45,
    wrapped_constants=0.1,
    static_constants=0.15,
    structs=0.02,
    argument_groups=(("last", 0.4), ("first", 0.2), ("between", 0.4)),
    argument_order=(("as needed", 0.2), ("entities", 0.5), ("declared", 0.3)),
    longest_signature=50,
    headings=((NO_HEADINGS, 0.25), (("In:", "Out:"), 0.5), (("Data in:", "Data out:"), 0.25)),
    comments=0.97,
    docstring=0.25,
    explained_laws=0.6,
    underscore=0.65,
    kernel_in_name=0.4,
    shown_results=0.9,
    generic_kernel=0.0,
    unique=(0.86, 0.26),
    no_stride=(0.5, 0.01),
)
"""One simulation in many worlds, as MuJoCo Warp is: all for speed, the world first."""

LIBRARY = Habits(
    batched=0.22,
    model=(("shared", 0.7), ("by world", 0.3)),
    naming=(("owner", 0.3), ("plain", 0.5), ("short", 0.2)),
    directions=0.03,
    arrays=((BRACKETS, 0.28), (DTYPE, 0.56), (NDIM, 0.16)),
    spelled_scalars=0.5,
    bool_masks=0.1,
    wrapped_constants=0.5,
    static_constants=0.0,
    structs=0.1,
    argument_groups=(("last", 0.25), ("first", 0.2), ("between", 0.1), ("state first", 0.15), ("arrays first", 0.3)),
    argument_order=(("as needed", 0.3), ("entities", 0.4), ("declared", 0.3)),
    longest_signature=100,
    headings=((NO_HEADINGS, 0.95), (("inputs", "outputs"), 0.05)),
    comments=0.4,
    docstring=0.24,
    explained_laws=0.45,
    underscore=0.5,
    kernel_in_name=0.55,
    shown_results=0.4,
    generic_kernel=0.8,
    unique=(0.37, 0.22),
    no_stride=(0.01, 0.01),
)
"""Examples, and what a library of solvers and elements needs itself, as Warp's own."""

LEARNING = Habits(
    batched=0.3,
    model=(("shared", 0.7), ("by world", 0.3)),
    naming=(("owner", 0.25), ("plain", 0.55), ("short", 0.2)),
    directions=0.02,
    arrays=((BRACKETS, 0.5), (DTYPE, 0.12), (NDIM, 0.38)),
    spelled_scalars=0.05,
    bool_masks=0.5,
    wrapped_constants=0.3,
    static_constants=0.05,
    structs=0.1,
    argument_groups=(("last", 0.6), ("between", 0.1), ("state first", 0.15), ("arrays first", 0.15)),
    argument_order=(("as needed", 0.4), ("entities", 0.3), ("declared", 0.3)),
    longest_signature=100,
    headings=((NO_HEADINGS, 1.0),),
    comments=0.3,
    docstring=0.06,
    explained_laws=0.3,
    underscore=0.7,
    kernel_in_name=0.6,
    shown_results=0.1,
    generic_kernel=0.9,
    unique=(0.2, 0.08),
    no_stride=(0.5, 0.5),
)
"""Layers, losses and optimizers that a framework calls, as skrl and warp-nn have them."""

PROJECTS: tuple[tuple[Habits, float], ...] = ((SIMULATOR, 0.28), (BATCHED, 0.2), (LIBRARY, 0.34), (LEARNING, 0.18))
"""Projects, weighted by the share of each kind among the train projects of ``real``."""
