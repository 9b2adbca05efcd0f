"""Grids and finite volumes: cells of a plane, voxels, and cells of any shape between faces."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, code, truth, unit, whole, zero
from generator.synthesis.schemas.entities import (
    FIXED,
    NEAR,
    ONE,
    RANGE,
    RESULT,
    STATE,
    Entity,
    Schema,
    attribute,
    number,
    relation,
)

CELL = Entity(
    "cell",
    "cells",
    (
        attribute("temperature", "float", between(0.0, 1.0), "K", "temperature", "cell_temperature temperatures T", STATE),
        attribute("temperature_next", "float", zero(), "K", "temperature after the step", "cell_temperature_new new_temperatures T_new", RESULT),
        attribute("conductivity", "float", between(0.1, 1.0), "W/(m K)", "conductivity", "cell_conductivity conductivities kappa"),
        attribute("height", "float", between(-1.0, 1.0), "m", "displacement", "cell_height heights u", STATE),
        attribute("height_before", "float", between(-1.0, 1.0), "m", "displacement before", "cell_height_prev old_heights u_prev", STATE),
        attribute("height_next", "float", zero(), "m", "displacement after the step", "cell_height_new new_heights u_new", RESULT),
        attribute("activator", "float", between(0.2, 1.0), "", "concentration of the activator", "cell_a activators a", STATE),
        attribute("inhibitor", "float", between(0.0, 0.8), "", "concentration of the inhibitor", "cell_b inhibitors b", STATE),
        attribute("activator_next", "float", zero(), "", "activator after the step", "cell_a_new new_activators a_new", RESULT),
        attribute("inhibitor_next", "float", zero(), "", "inhibitor after the step", "cell_b_new new_inhibitors b_new", RESULT),
        attribute("velocity", "vec2", between(-1.0, 1.0), "m/s", "velocity", "cell_velocity velocities vel", STATE),
        attribute("velocity_next", "vec2", zero(), "m/s", "velocity after the step", "cell_velocity_new new_velocities vel_new", RESULT),
        attribute("pressure", "float", between(-1.0, 1.0), "Pa", "pressure", "cell_pressure pressures p", STATE),
        attribute("pressure_next", "float", zero(), "Pa", "pressure after the sweep", "cell_pressure_new new_pressures p_new", RESULT),
        attribute("depth", "float", between(0.1, 1.0), "m", "water depth", "cell_depth depths h", STATE),
        attribute("depth_next", "float", zero(), "m", "water depth after the step", "cell_depth_new new_depths h_new", RESULT),
        attribute("discharge", "vec2", between(-0.5, 0.5), "m^2/s", "discharge", "cell_discharge discharges hu", STATE),
        attribute("discharge_next", "vec2", zero(), "m^2/s", "discharge after the step", "cell_discharge_new new_discharges hu_new", RESULT),
        attribute("bed", "float", between(0.0, 0.5), "m", "bed level", "cell_bed bed_levels zb"),
        attribute("flux_x", "float", zero(), "K m/s", "flux through its eastern side", "cell_flux_x x_fluxes Fx", RESULT),
        attribute("flux_y", "float", zero(), "K m/s", "flux through its northern side", "cell_flux_y y_fluxes Fy", RESULT),
        attribute("divergence", "float", between(-1.0, 1.0), "1/s", "divergence", "cell_divergence divergences div", STATE),
        attribute("distance", "float", between(-2.0, 2.0), "m", "signed distance", "cell_phi level_set phi", STATE),
        attribute("distance_next", "float", zero(), "m", "signed distance after the sweep", "cell_phi_new new_level_set phi_new", RESULT),
        attribute("curvature", "float", zero(), "1/m", "curvature", "cell_curvature curvatures curv", RESULT),
        attribute("arrival", "float", between(0.0, 4.0), "s", "time of arrival", "cell_arrival arrival_times t", STATE),
        attribute("arrival_next", "float", zero(), "s", "time of arrival after the sweep", "cell_arrival_new new_arrival_times t_new", RESULT),
        attribute("slowness", "float", between(0.5, 2.0), "s/m", "slowness", "cell_slowness slowness s"),
        attribute("residual", "float", zero(), "", "residual", "cell_residual residuals r", RESULT),
        attribute("label", "int", whole(0, 20), "", "label", "cell_label labels label", STATE),
        attribute("label_next", "int", zero(), "", "label after the sweep", "cell_label_new new_labels label_new", RESULT),
        attribute("solid", "bool", truth(), "", "whether it is solid", "cell_solid solid solid"),
        attribute("kind", "int", code(4), "", "kind", "cell_type kinds kind"),
        attribute("value", "float", between(0.0, 1.0), "", "value prescribed at the border", "cell_bc_value border_values bc"),
        attribute("band", "bool", truth(), "", "whether it is near the surface", "cell_in_band in_band band", RESULT),
        attribute("open_count", "int", zero(), "", "number of open neighbours", "cell_open_count open_counts n_open", RESULT),
    ),
    (
        relation("coarse", "coarse", ONE, "coarse cell", "cell_parent parent_ids parent"),
        relation("region", "region", ONE, "region", "cell_region region_ids region", optional=True),
    ),
    dimensions=2,
    index=("i", "j"),
)

COARSE = Entity(
    "coarse",
    "coarse cells",
    (
        attribute("value", "float", between(-1.0, 1.0), "", "value", "coarse_value coarse_values c", STATE),
        attribute("rhs", "float", zero(), "", "right side", "coarse_rhs coarse_rhs cb", RESULT),
        attribute("open_count", "int", zero(), "", "number of open cells", "coarse_open_count coarse_open_counts c_open", RESULT),
    ),
    (relation("members", "volume", RANGE, "cells", "coarse_member_start member_offsets member_ptr"),),
    index=("c", "tid"),
)

REGION = Entity(
    "region",
    "regions",
    (
        attribute("peak", "float", zero(), "", "largest divergence", "region_max_divergence peak_divergences div_max", RESULT),
        attribute("total", "float", zero(), "", "total", "region_total totals total", RESULT),
        attribute("cell_count", "int", zero(), "", "number of cells", "region_cell_count cell_counts n_cells", RESULT),
    ),
    index=("r", "tid"),
)

VOXEL = Entity(
    "voxel",
    "voxels",
    (
        attribute("density", "float", between(0.0, 1.0), "kg/m^3", "density", "voxel_density densities rho", STATE),
        attribute("density_next", "float", zero(), "kg/m^3", "density after the step", "voxel_density_new new_densities rho_new", RESULT),
        attribute("temperature", "float", between(0.0, 1.0), "K", "temperature", "voxel_temperature temperatures T", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "voxel_velocity velocities vel", STATE),
        attribute("vorticity", "vec3", between(-1.0, 1.0), "1/s", "vorticity", "voxel_vorticity vorticities omega", STATE),
        attribute("force", "vec3", zero(), "N", "force", "voxel_force forces f", RESULT),
        attribute("divergence", "float", zero(), "1/s", "divergence", "voxel_divergence divergences div", RESULT),
        attribute("electric", "vec3", between(-1.0, 1.0), "V/m", "electric field", "voxel_E electric_field E", STATE),
        attribute("magnetic", "vec3", between(-1.0, 1.0), "A/m", "magnetic field", "voxel_H magnetic_field H", STATE),
        attribute("permittivity", "float", between(1.0, 4.0), "F/m", "permittivity", "voxel_eps permittivities eps"),
        attribute("conductance", "float", between(0.0, 0.5), "S/m", "conductivity", "voxel_sigma conductivities sigma"),
        attribute("distance", "float", between(-1.0, 1.0), "m", "signed distance", "voxel_sdf distances sdf", STATE),
        attribute("normal", "vec3", zero(), "", "normal", "voxel_normal normals n", RESULT),
        attribute("occupied", "bool", truth(), "", "whether it is occupied", "voxel_occupied occupied occ", STATE),
        attribute("exposed", "int", zero(), "", "bits of its open sides", "voxel_exposed_mask exposed_masks bits", RESULT),
        attribute("code", "int", zero(), "", "code of its corners", "voxel_case case_codes case", RESULT),
    ),
    (relation("region", "region", ONE, "region", "voxel_region region_ids region", optional=True),),
    dimensions=3,
    index=("i", "j", "k"),
)

FACE = Entity(
    "face",
    "faces",
    (
        attribute("area", "float", between(0.5, 2.0), "m^2", "area", "face_area areas A"),
        attribute("normal", "vec3", unit(), "", "normal", "face_normal normals n"),
        attribute("weight", "float", between(0.2, 0.8), "", "weight of its owner", "face_weight weights w"),
        attribute("gap", "float", between(0.5, 1.5), "m", "distance between both centres", "face_delta distances d"),
        attribute("kind", "int", code(4), "", "border kind", "face_type face_kinds kind"),
        attribute("prescribed", "float", between(-1.0, 1.0), "", "prescribed value or flux", "face_bc_value border_values bc"),
        attribute("rate", "float", between(-1.0, 1.0), "m^3/s", "volume flow", "face_phi flow_rates phi", STATE),
        attribute("value", "float", zero(), "", "value", "face_value face_values qf", RESULT),
        attribute("flux", "float", between(-1.0, 1.0), "", "flux", "face_flux fluxes F", RESULT),
        attribute("coefficient", "float", zero(), "", "matrix entry", "face_coeff coefficients a_f", RESULT),
        attribute("area_vector", "vec3", zero(), "m^2", "area vector", "face_area_vector area_vectors S", RESULT),
        attribute("center", "vec3", zero(), "m", "centre", "face_center centers xf", RESULT),
    ),
    (
        relation("owner", "volume", ONE, "owner", "face_cells face_cells cells", group="sides"),
        relation("neighbour", "volume", ONE, "neighbour", "face_cells face_cells cells", optional=True, group="sides"),
        relation("points", "point", FIXED, "four points", "face_points point_ids pts", count=4),
    ),
    index=("f", "tid", "face_id"),
)

VOLUME = Entity(
    "volume",
    "volumes",
    (
        attribute("value", "float", between(-1.0, 1.0), "", "value", "cell_value values q", STATE),
        attribute("gradient", "vec3", between(-1.0, 1.0), "1/m", "gradient", "cell_gradient gradients grad", STATE),
        attribute("size", "float", between(0.5, 2.0), "m^3", "volume", "cell_volume volumes V"),
        attribute("center", "vec3", between(-1.0, 1.0), "m", "centre", "cell_center centers xc"),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "cell_velocity velocities vel", STATE),
        attribute("residual", "float", between(-1.0, 1.0), "", "residual", "cell_residual residuals R", STATE),
        attribute("diagonal", "float", between(1.0, 2.0), "", "diagonal", "cell_diag diagonals D", RESULT),
        attribute("limiter", "float", zero(), "", "limiter of the gradient", "cell_limiter limiters psi", RESULT),
        attribute("active", "bool", truth(), "", "whether it is active", "cell_active active active"),
        attribute("face_count", "int", zero(), "", "number of faces", "cell_face_count face_counts n_faces", RESULT),
        attribute("at_border", "int", zero(), "", "mark of border cells", "cell_at_border at_border border", RESULT),
    ),
    (
        relation("faces", "face", RANGE, "faces", "cell_face_start face_offsets face_ptr"),
        relation("around", "volume", NEAR, "cells around", "cell_neighbors cell_neighbors nbr"),
    ),
    index=("c", "tid", "cell_id"),
)

POINT = Entity(
    "point",
    "points",
    (attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "point_pos points x"),),
    index=("p",),
)

GRIDS = Schema(
    "grids",
    (CELL, COARSE, REGION, VOXEL, FACE, VOLUME, POINT),
    (
        number("dt", "float", between(0.005, 0.05), "s", "time step", "dt time_step sim_dt"),
        number("dx", "float", between(0.5, 1.0), "m", "grid spacing", "dx cell_size h"),
        number("diffusivity", "float", between(0.1, 1.0), "m^2/s", "diffusivity", "alpha diffusivity nu"),
        number("gravity", "float", between(5.0, 10.0), "m/s^2", "gravity", "gravity g grav"),
        number("dry_depth", "float", between(0.2, 0.4), "m", "depth below which a cell is dry", "dry_depth h_min h_dry"),
        number("roughness", "float", between(0.01, 0.05), "s/m^(1/3)", "Manning's roughness", "manning roughness n_man"),
        number("wave_speed", "float", between(0.5, 2.0), "m/s", "wave speed", "wave_speed c speed"),
        number("damping", "float", between(0.05, 0.5), "1/s", "damping", "damping gamma sigma"),
        number("feed", "float", between(0.02, 0.06), "1/s", "feed rate", "feed_rate feed F"),
        number("kill", "float", between(0.04, 0.07), "1/s", "kill rate", "kill_rate kill k"),
        number("relaxation", "float", between(0.5, 1.5), "", "relaxation", "omega relaxation relax"),
        number("parity", "int", whole(0, 2), "", "colour of the sweep", "parity color phase"),
        number("tolerance", "float", between(0.2, 0.8), "1/s", "tolerance", "tolerance tol max_divergence"),
        number("width", "float", between(0.5, 1.5), "m", "width of the band", "band_width width bandwidth"),
        number("buoyancy", "float", between(0.1, 1.0), "", "buoyancy", "buoyancy beta lift"),
        number("weight", "float", between(0.1, 1.0), "", "weight of the smoke", "smoke_weight alpha_s weight"),
        number("confinement", "float", between(0.1, 1.0), "", "strength of the confinement", "confinement vort_eps eps_vc"),
        number("ambient", "float", between(0.0, 0.5), "K", "ambient temperature", "ambient T_ambient T_env"),
    ),
    {"CellType": ("INSIDE", "FIXED", "FLUX", "OUTFLOW"), "BorderType": ("FIXED", "FLUX", "SLIP", "OUTFLOW")},
)
