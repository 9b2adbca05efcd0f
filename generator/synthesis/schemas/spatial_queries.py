"""Points, rays and boxes that ask a mesh, a box tree or a hash grid what lies near."""

from __future__ import annotations

from generator.synthesis.schemas.domains import (
    between,
    box_tree,
    code,
    grouped_mesh,
    grouped_tree,
    mesh,
    point_grid,
    truth,
    unit,
    vector_volume,
    volume,
    whole,
    zero,
)
from generator.synthesis.schemas.entities import RESULT, STATE, Entity, attribute, number
from generator.synthesis.schemas.schema import Schema

PROBE = Entity(
    "probe",
    "probes",
    (
        attribute("position", "vec3", between(-1.5, 1.5), "m", "position", "probe_pos positions x", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "probe_vel velocities v", STATE),
        attribute("direction", "vec3", unit(), "", "direction", "probe_dir directions d", STATE),
        attribute("radius", "float", between(0.2, 0.6), "m", "radius", "probe_radius radii r"),
        attribute("half_size", "vec3", between(0.1, 0.5), "m", "half extents", "probe_half half_extents h"),
        attribute("push", "vec3", between(-1.0, 1.0), "N", "force on it", "probe_force forces f", RESULT),
        attribute("furthest", "vec3", between(-1.0, 1.0), "m", "furthest vertex", "probe_furthest furthest_vertices p_far", RESULT),
        attribute("normal", "vec3", unit(), "", "normal there", "probe_normal normals n", RESULT),
        attribute("distance", "float", between(0.0, 1.0), "m", "distance", "probe_dist distances dist", RESULT),
        attribute("signed_distance", "float", between(-1.0, 1.0), "m", "signed distance, negative inside", "probe_sdf signed_distances sd", RESULT),
        attribute("face", "int", whole(0, 1), "", "number of the face, -1 for none", "probe_face face_ids fid", RESULT),
        attribute("inside", "int", zero(2), "", "1 inside the mesh, 0 outside", "probe_inside inside_flags in_mesh", RESULT),
        attribute("hits", "int", whole(0, 1), "", "number of hits", "probe_hits hit_counts n_hit", RESULT),
        attribute("touches", "int", zero(2), "", "1 where it touches the mesh", "probe_touches touch_flags touch", RESULT),
        attribute("first", "int", whole(0, 1), "", "lowest number of those hit, -1 for none", "probe_first first_ids first", RESULT),
        attribute("visible", "int", zero(2), "", "1 where nothing is in the way", "probe_visible visibility vis", RESULT),
        attribute("area", "float", between(0.0, 1.0), "m^2", "area", "probe_area areas area", RESULT),
        attribute("kind", "int", code(5), "", "kind", "probe_kind kinds kind"),
        attribute("depth", "float", between(0.0, 1.0), "m", "depth", "probe_depth depths depth", RESULT),
    ),
    index=("tid", "i", "p"),
)

GRAIN = Entity(
    "grain",
    "grains",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "grain_pos positions x", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "grain_vel velocities v", STATE),
        attribute("radius", "float", between(0.2, 0.4), "m", "radius", "grain_radius radii r"),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "grain_mass masses m"),
        attribute("kind", "int", code(3), "", "kind", "grain_kind kinds kind"),
        attribute("density", "float", between(0.5, 2.0), "kg/m^3", "density", "grain_density densities rho", RESULT),
        attribute("force", "vec3", between(-1.0, 1.0), "N", "force", "grain_force forces f", RESULT),
        attribute("smoothed", "vec3", between(-1.0, 1.0), "m/s", "velocity that its neighbours smooth", "grain_smoothed smoothed_velocities vs", RESULT),
        attribute("neighbour_count", "int", whole(0, 1), "", "number of neighbours", "grain_count neighbour_counts n_nbr", RESULT),
        attribute("nearest", "float", between(0.0, 1.0), "m", "distance of the nearest neighbour", "grain_nearest nearest_distances d_min", RESULT),
        attribute("label", "int", whole(0, 64), "", "label", "grain_label labels lab", STATE),
        attribute("lowest", "int", whole(0, 1), "", "lowest label nearby", "grain_lowest lowest_labels lab_min", RESULT),
        attribute("crowded", "bool", truth(), "", "crowding flag", "grain_crowded crowded crowded", RESULT),
    ),
    index=("tid", "i", "p"),
)

FACE = Entity(
    "face",
    "faces",
    (
        attribute("center", "vec3", between(-1.0, 1.0), "m", "centre", "face_center centers c", RESULT),
        attribute("normal", "vec3", unit(), "", "normal", "face_normal normals n", RESULT),
        attribute("area", "float", between(0.0, 1.0), "m^2", "area", "face_area areas a", RESULT),
        attribute("u", "float", between(0.1, 0.5), "", "first barycentric weight of a point on it", "face_u us u"),
        attribute("v", "float", between(0.1, 0.4), "", "second barycentric weight", "face_v vs w"),
        attribute("point", "vec3", between(-1.0, 1.0), "m", "point on it", "face_point face_points p", RESULT),
        attribute("lower", "vec3", between(-1.0, 0.0), "m", "lower corner of its bounds", "face_lower lowers lo", RESULT),
        attribute("upper", "vec3", between(0.0, 1.0), "m", "upper corner of its bounds", "face_upper uppers hi", RESULT),
        attribute("slip", "vec3", between(-1.0, 1.0), "m/s", "velocity of the wind along it", "face_slip slips s", RESULT),
    ),
    records=(80,),
    index=("tid", "f", "face_id"),
)

TRACER = Entity(
    "tracer",
    "tracers",
    (
        attribute("position", "vec3", between(-0.8, 0.7), "m", "position", "tracer_pos positions x", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "tracer_vel velocities v", STATE),
        attribute("cell", "vec3i", whole(0, 8), "", "voxel", "tracer_voxel voxels ijk", STATE),
        attribute("radius", "float", between(0.1, 0.3), "m", "radius", "tracer_radius radii r"),
        attribute("density", "float", between(0.0, 1.0), "kg/m^3", "density", "tracer_density densities rho", RESULT),
        attribute("slope", "vec3", between(-1.0, 1.0), "kg/m^4", "slope of the density", "tracer_slope slopes grad", RESULT),
        attribute("moved", "vec3", between(-1.0, 1.0), "m", "position after the step", "tracer_moved new_positions x_new", RESULT),
        attribute("center", "vec3", between(-1.0, 1.0), "m", "centre of its voxel", "tracer_voxel_center voxel_centers x_c", RESULT),
        attribute("drag", "vec3", between(-1.0, 1.0), "N", "drag", "tracer_drag drags f_d", RESULT),
        attribute("place", "vec3", between(0.0, 8.0), "", "place in voxels", "tracer_place voxel_places uvw", RESULT),
        attribute("column", "float", between(0.0, 1.0), "kg/m^2", "column density", "tracer_column column_densities col", RESULT),
        attribute("heat", "float", between(0.0, 1.0), "J", "heat that it reads", "tracer_heat heats q", RESULT),
        attribute("heat_slope", "vec3", between(-1.0, 1.0), "J/m", "slope of the heat", "tracer_heat_slope heat_slopes grad_q", RESULT),
    ),
    index=("tid", "i", "t"),
)

VOXEL = Entity(
    "voxel",
    "voxels",
    (attribute("heat", "float", between(0.5, 2.0), "J", "heat", "voxel_heat voxel_heats q_vox", STATE),),
    index=("tid", "i", "k"),
    records=(512,),
)

EDGE = Entity(
    "strand",
    "strands",
    (
        attribute("start", "vec3", between(-1.0, 1.0), "m", "start", "strand_start starts p0", STATE),
        attribute("end", "vec3", between(-1.0, 1.0), "m", "end", "strand_end ends p1", STATE),
        attribute("other_start", "vec3", between(-1.0, 1.0), "m", "start of its partner", "strand_other_start other_starts q0", STATE),
        attribute("other_end", "vec3", between(-1.0, 1.0), "m", "end of its partner", "strand_other_end other_ends q1", STATE),
        attribute("tip", "vec3", between(-1.0, 1.0), "m", "tip", "strand_tip tips p2", STATE),
        attribute("other_tip", "vec3", between(-1.0, 1.0), "m", "tip of its partner", "strand_other_tip other_tips q2", STATE),
        attribute("gap", "float", between(0.0, 1.0), "m", "gap between the two", "strand_gap gaps gap", RESULT),
        attribute("place", "vec2", between(0.0, 1.0), "", "places of the closest points along both", "strand_places places st", RESULT),
        attribute("crosses", "int", zero(2), "", "1 where the two triangles cross", "strand_crosses crossings cross", RESULT),
    ),
    index=("tid", "e", "s"),
)

QUERIES = Schema(
    "spatial queries",
    (PROBE, GRAIN, FACE, TRACER, EDGE, VOXEL),
    (
        number("mesh", "uint64", mesh(), "", "mesh", "mesh mesh_id"),
        number("tree", "uint64", box_tree(), "", "tree of boxes", "bvh bvh_id tree"),
        number("grouped_mesh", "uint64", grouped_mesh(), "", "mesh with groups", "mesh mesh_id"),
        number("grouped_tree", "uint64", grouped_tree(), "", "tree of boxes in groups", "bvh bvh_id tree"),
        number("grid", "uint64", point_grid(0.4, "grain.position"), "", "hash grid over the grains", "grid grid_id hash_grid"),
        number("volume", "uint64", volume(), "", "volume of densities", "volume volume_id"),
        number("flow", "uint64", vector_volume(), "", "volume of velocities", "flow velocity_volume"),
        number("dt", "float", between(0.02, 0.1), "s", "time step", "dt"),
        number("max_distance", "float", between(0.95, 1.2), "m", "largest distance", "max_distance max_dist"),
        number("query_distance", "float", between(0.3, 0.8), "m", "query distance", "query_distance search_distance"),
        number("ray_length", "float", between(1.0, 2.5), "m", "longest way of a ray", "max_ray_distance ray_length max_t"),
        number("reach", "float", between(0.35, 0.6), "m", "radius of the neighbourhood", "reach radius query_radius"),
        number("ahead", "float", between(0.5, 1.5), "s", "time ahead", "look_ahead horizon"),
        number("margin", "float", between(0.05, 0.2), "m", "margin of contacts", "margin contact_margin"),
        number("stiffness", "float", between(10.0, 50.0), "N/m", "stiffness of contacts", "stiffness ke"),
        number("depth_stiffness", "float", between(50.0, 200.0), "N/m^2", "contact force over the squared depth", "quad_stiffness stiffness k2"),
        number("damping", "float", between(0.5, 2.0), "N s/m", "damping of contacts", "damping kd"),
        number("total_heat", "float", between(400.0, 800.0), "J", "heat of all voxels", "total_heat heat_sum"),
        number("ambient_heat", "float", between(0.1, 0.4), "J", "heat beyond the volume", "ambient_heat background"),
        number("fluid_density", "float", between(0.5, 2.0), "kg/m^3", "density of the fluid", "fluid_density rho_f"),
        number("wind", "vec3", between(-1.0, 1.0), "m/s", "wind", "wind wind_velocity"),
    ),
)
