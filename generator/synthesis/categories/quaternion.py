"""Quaternions and rigid transforms: composing, interpolating, converting, moving points and directions."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.expression import Expression
from generator.synthesis.inputs import add_arrays, add_quantity, start
from generator.synthesis.kinds import ANGLES, DIRECTED, PLACES, POINTS
from generator.synthesis.motifs import SCALAR_MOTIFS, VECTOR_MOTIFS
from generator.synthesis.motifs.making import bounded, entry, local
from generator.synthesis.motifs.motif import readable
from generator.synthesis.motifs.quaternions import QUATERNIONS
from generator.synthesis.prose import purpose_of
from generator.synthesis.straight import chain, typed_array
from generator.synthesis.structure import check_product
from generator.synthesis.themes import THEMES_IN_SPACE
from generator.synthesis.thresholds import threshold
from generator.synthesis.verbs import verb_of, verbs

VERBS = verbs(
    interpolate=r"wp\.(?:quat_slerp|lerp|normalize\(wp\.lerp)\(", blend=r"wp\.(?:quat_slerp|lerp|normalize\(wp\.lerp)\(",
    invert=r"wp\.(?:quat|transform)_inverse\([\w.\[\]]+\)$", orient=r"wp\.quat_(?:from_axis_angle|from_matrix|rpy)\(",
    extract=r"wp\.(?:quat_twist|transform_get_rotation)\(", advance=r"wp\.normalize\(\S+ \+ .* \* wp\.quat\(",
    rotate=r"wp\.quat_rotate\w*\(", turn=r"\w+ \* wp\.diag\(", convert=r"wp\.(?:quat|transform)_to_matrix\(", transform=r"wp\.transform_(?:point|vector)\(",
    compose=r"wp\.transform_multiply\(|[\w.\[\]]+ \* (?:wp\.quat_inverse\()?[\w.\[\]]+\)?$", pose=r"wp\.transform[dh]?\(",
)  # fmt: skip
"""What a kernel may be called by how its first output begins."""
ROTATIONS = ("rotation", "orientation", "attitude", "spin_state", "heading_rotation")
FRAMES = ("pose", "frame", "body_frame", "camera_pose", "joint_frame")
E = Expression


def _make_frame(b: Builder, origin: E, rotation: E) -> E:
    name = {"float32": "transform", "float64": "transformd", "float16": "transformh"}[b.precision]
    frame = bounded(b, f"wp.{name}({origin}, {rotation})", "X", max(1.0, origin.largest()))
    frame.axis = rotation.axis
    return frame


def _chained(b: Builder, x: E, y: E) -> E:
    check_product(b, x, y)
    return bounded(b, f"{x} * {y}", "X", x.largest() + 1.8 * y.largest() + 1.0)


def _gated(b: Builder, t: E, origin: E) -> E:
    dtype = "" if b.precision == "float32" else f"dtype=wp.{b.precision}"
    turned = threshold(call("length", origin))
    text = f"wp.where(wp.length({origin}) > {turned}, {t}, wp.transform_identity({dtype}))"
    told = f"{readable(t)} where {readable(origin)} is far out, else no motion"
    frame = local(b, bounded(b, text, "X", t.largest() + 2.0), "far_frame", "gated_frame", phrase=told)
    return call("transform_point", frame, origin)


TRANSFORMS = (
    entry("placed world_point", "X V3:point", "the image of {1} under {0}", lambda b, x, v: call("transform_point", x, v), weight=2),
    entry("carried_direction world_direction", "X V3:free", "{1} carried by {0} as a direction", lambda b, x, v: call("transform_vector", x, v)),
    entry("chained_frame composed_frame", "X X", "{0} chained with {1}", lambda b, x, y: call("transform_multiply", x, y), _chained),
    entry("inverse_frame", "X", "the inverse of {0}", lambda b, x: call("transform_inverse", x)),
    entry("relative_point local_point", "X V3:point", "{1} seen from {0}", lambda b, x, v: call("transform_point", call("transform_inverse", x), v)),
    entry("origin_part translation", "X", "the translation of {0}", lambda b, x: call("transform_get_translation", x)),
    entry("rotation_part", "X", "the rotation of {0}", lambda b, x: call("transform_get_rotation", x)),
    entry("assembled_frame", "V3:place Q", "the frame at {0} turned by {1}", _make_frame),
    entry("frame_matrix", "X", "the matrix of {0}", lambda b, x: bounded(b, f"wp.transform_to_matrix({x})", "M44", max(1.0, x.largest())), weight=0.5),
    entry("gated_point", "X V3:point", "the image of {1} under {0} where it is far out, else {1} itself", _gated, weight=0.3),
)  # fmt: skip


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Rotations or frames with points and angles; a chain of steps."""
    random = builder.random
    builder.theme = builder.random.pick(THEMES_IN_SPACE)
    start(builder)
    frames = random.chance(0.5)
    for _ in range(random.between(1, 2)):
        if frames:
            typed_array(builder, "X", FRAMES, "transform", -1.0, 1.0)
        else:
            typed_array(builder, "Q", ROTATIONS, "unit", -1.0, 1.0)
    add_quantity(builder, "V3", POINTS if frames else PLACES if random.chance(0.5) else DIRECTED)
    if random.chance(0.5):
        add_quantity(builder, "V3", DIRECTED)
    if random.chance(0.5):
        add_quantity(builder, "F", ANGLES)
    add_arrays(builder, random.between(0, 1))
    table = (
        *(TRANSFORMS if frames else ()),
        *((m, w * (0.3 if frames else 1.0)) for m, w in QUATERNIONS),
        *((m, 0.12 * w) for m, w in VECTOR_MOTIFS["V3"]["any"]),
        *((m, 0.03 * w) for m, w in SCALAR_MOTIFS["any"]),
    )
    chain(builder, table, random.between(2, 6))
    return verb_of(builder, VERBS), purpose_of(builder)


PRECISIONS = (("float32", 1.0),)
register(Category("quaternion", EXTENDED, "Rotations and rigid transforms.", grow_kernel, PRECISIONS))
