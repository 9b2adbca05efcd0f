"""Bits, packed words and layouts: what records look like when they are made small, flat or sorted by keys."""

from __future__ import annotations

from generator.synthesis.schemas.domains import (
    between,
    bits,
    permutation,
    pose,
    positive_definite,
    seldom_bits,
    truth,
    unit,
    whole,
    zero,
)
from generator.synthesis.schemas.entities import ONE, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

RECORD = Entity(
    "record",
    "records",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "record_pos positions x", STATE),
        attribute("normal", "vec3", unit(), "", "normal", "record_normal normals n", STATE),
        attribute("rotation", "quat", unit(), "", "rotation", "record_rot rotations q", STATE),
        attribute("pose", "transform", pose(), "m", "pose", "record_q poses X", STATE),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "linear and angular velocity", "record_qd twists V", STATE),
        attribute("inertia", "mat33", positive_definite(), "kg m^2", "inertia", "record_inertia inertias I_m"),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "record_mass masses m"),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "record_color colors rgb", STATE),
        attribute("opacity", "float", between(0.0, 1.0), "", "opacity", "record_alpha opacities alpha", STATE),
        attribute("kind", "int", whole(0, 8), "", "kind", "record_type kinds kind"),
        attribute("layer", "int", whole(0, 16), "", "layer", "record_layer layers lyr"),
        attribute("owner", "int", whole(-1, 24), "", "owner, -1 where it has none", "record_owner owners own"),
        attribute("visible", "bool", truth(), "", "whether it is visible", "record_visible visible vis", STATE),
        attribute("frozen", "bool", truth(), "", "whether it is frozen", "record_frozen frozen frz", STATE),
        attribute("flags", "int", bits(6), "", "flags", "record_flags record_flags flg", STATE),
        attribute("order", "int", permutation(), "", "place in order", "record_order order perm", STATE),
        attribute("source", "int", permutation(), "", "record that comes to its place in order", "record_source sources src", STATE),
        attribute("cell", "vec3i", whole(-20, 20), "", "cell", "record_cell cells cell", STATE),
        attribute("grid", "vec3i", whole(0, 1024), "", "cell of the grid", "record_grid grid_cells gc", STATE),
        attribute("values", "float", between(-1.0, 1.0), "", "values", "record_data flat_values data", STATE, "13"),
        attribute("six", "float", between(-1.0, 1.0), "", "packed matrix", "record_sym6 packed_matrices sym", STATE, "6"),
        attribute("packed", "int", whole(0, 4096), "", "packed word", "record_packed packed pk", STATE),
        attribute("first_word", "int", zero(), "", "first of its words with a bit set, or -1", "record_first_word first_words w0", RESULT),
        attribute("x", "float", zero(), "m", "first coordinate", "record_x xs px", RESULT),
        attribute("y", "float", zero(), "m", "second coordinate", "record_y ys py", RESULT),
        attribute("z", "float", zero(), "m", "third coordinate", "record_z zs pz", RESULT),
        attribute("quaternion", "vec4", zero(), "", "quaternion, its real part first", "record_quat quaternions wxyz", RESULT),
        attribute("matrix", "mat44", zero(), "", "matrix of the pose", "record_matrix matrices M", RESULT),
        attribute("moved", "vec3", zero(), "m", "position in order", "record_pos_sorted sorted_positions xs_sorted", RESULT),
        attribute("moved_kind", "int", zero(), "", "kind in order", "record_type_sorted sorted_kinds kind_sorted", RESULT),
        attribute("quantised", "vec3i", zero(), "", "quantised position", "record_qpos quantised_positions qx", RESULT),
        attribute("folded", "vec2", between(-0.9, 0.9), "", "folded normal", "record_oct folded_normals oct", STATE),
        attribute("texel", "vec2", between(0.05, 0.95), "", "folded normal between zero and one", "record_oct01 packed_normals oct01", STATE),
        attribute("restored", "vec3", zero(), "", "restored vector", "record_restored restored r_vec", RESULT),
        attribute("product", "vec3", zero(), "", "product of its packed matrix and its position", "record_product products Ax", RESULT),
        attribute("quadratic", "float", zero(), "", "quadratic form", "record_quadratic quadratic_forms xAx", RESULT),
        attribute("slot", "int", whole(0, 1600), "", "slot", "record_slot slots slot", STATE),
        attribute("number", "int", zero(), "", "number", "record_number numbers num", RESULT),
        attribute("key", "int", zero(), "", "key by which it is sorted", "record_key sort_keys key_out", RESULT),
        attribute("pair", "vec2i", zero(), "", "pair", "record_pair pairs ij", RESULT),
    ),
    (
        relation("words", "word", RANGE, "words", "record_word_start word_offsets wadr"),
        relation("box", "box", ONE, "box", "record_box box_ids bx"),
    ),
    index=("i", "tid", "rec"),
)

WORD = Entity(
    "word",
    "words",
    (
        attribute("bits", "uint32", whole(0, 1 << 32), "", "bits", "word_bits words w", STATE),
        attribute("mask", "uint32", seldom_bits(32), "", "mask", "word_mask masks m", STATE),
        attribute("mixed", "uint32", whole(0, 2), "", "mixed bits", "word_hash hashes h", RESULT),
        attribute("value", "int", whole(0, 1 << 20), "", "value", "word_value word_values val", STATE),
        attribute("field", "int", whole(0, 256), "", "field", "word_field field_values fv", STATE),
        attribute("shift", "int", whole(0, 16), "", "position of the field", "field_shift shifts shift"),
        attribute("width", "int", whole(1, 9), "", "width of the field", "field_width widths width"),
        attribute("total", "int", zero(), "", "count of bits", "word_count bit_counts nbit", RESULT),
        attribute("top", "int", zero(), "", "highest bit", "word_top highest_bits top", RESULT),
        attribute("color", "vec4", between(-0.1, 1.1), "", "colour", "word_rgba word_colors rgba", STATE),
        attribute("cell", "vec3i", zero(), "", "cell", "word_cell word_cells wc", RESULT),
        attribute("bucket", "int", zero(), "", "bucket", "word_bucket buckets bkt", RESULT),
    ),
    index=("i", "tid", "wordid"),
)

BOX = Entity(
    "box",
    "boxes",
    (
        attribute("lower", "vec3", between(-1.1, -0.5), "m", "lower corner", "box_lower lower_corners lo"),
        attribute("upper", "vec3", between(0.5, 1.1), "m", "upper corner", "box_upper upper_corners hi"),
        attribute("mask", "uint32", zero(), "", "mask of kinds", "box_mask kind_masks kmask", RESULT),
        attribute("count", "int", zero(), "", "number of records", "box_count box_counts nbox", RESULT),
    ),
    index=("b", "boxid", "tid"),
)

PACKING = Schema(
    "bits and packing",
    (RECORD, WORD, BOX),
    (
        number("levels", "int", whole(16, 1024), "", "number of levels", "levels num_levels resolution"),
        number("columns", "int", whole(2, 8), "", "number of columns", "columns num_cols ncol"),
        number("buckets", "int", whole(8, 64), "", "number of buckets", "table_size num_buckets buckets"),
        number("mask", "int", bits(6), "", "mask of flags", "mask flag_mask bits_mask"),
        number("seed", "int", whole(1, 1000), "", "seed of the hash", "seed salt key"),
    ),
)
