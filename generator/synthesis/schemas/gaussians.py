"""Gaussians that are splatted onto an image: in space and on its screen."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, packed_definite, positive_definite, unit, whole, zero
from generator.synthesis.schemas.entities import ONE, RESULT, STATE, Entity, attribute, relation

SPLAT = Entity(
    "splat",
    "Gaussians",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "centre", "gaussian_pos means x", STATE),
        attribute("twin", "vec3", between(-1.0, 1.0), "m", "centre of the second of those that it is split into", "gaussian_twin twin_positions x_twin", RESULT),
        attribute("rotation", "quat", unit(), "", "rotation", "gaussian_rot rotations q", STATE),
        attribute("scale", "vec3", between(0.05, 0.3), "m", "standard deviations along its axes", "gaussian_scale scales s", STATE),
        attribute("covariance", "mat33", positive_definite(), "m^2", "covariance", "gaussian_cov covariances cov", STATE),
        attribute("view_covariance", "mat33", positive_definite(), "m^2", "covariance in the frame of its camera", "gaussian_cov_view view_covariances cov_c", STATE),
        attribute("mean", "vec2", between(-8.0, 24.0), "px", "centre on the screen", "gaussian_mean2d means_2d xy", STATE),
        attribute("spread", "mat22", positive_definite(), "px^2", "covariance on the screen", "gaussian_cov2d covariances_2d cov2d", STATE),
        attribute("widened", "mat22", positive_definite(), "px^2", "widened covariance on the screen", "gaussian_cov2d_wide widened_covariances_2d cov2d_w", STATE),
        attribute("conic", "vec3", packed_definite(0.12, 0.3), "1/px^2", "entries xx, xy, yy of the inverse covariance", "gaussian_conic conics conic", RESULT),
        attribute("opacity", "float", between(0.3, 1.0), "", "opacity", "gaussian_opacity opacities o", STATE),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "gaussian_rgb splat_colors c", STATE),
        attribute("depth", "float", between(0.1, 3.0), "m", "depth", "gaussian_depth depths z", STATE),
        attribute("radius", "int", whole(0, 4), "px", "radius on the screen", "gaussian_radius radii r", STATE),
        attribute("tile_lower", "vec2i", whole(0, 3), "", "first tile that it touches", "gaussian_tile_min tile_lowers t_lo", RESULT),
        attribute("tile_upper", "vec2i", whole(3, 6), "", "last tile that it touches, and one more", "gaussian_tile_max tile_uppers t_hi", RESULT),
        attribute("tile_count", "int", whole(0, 1), "", "number of tiles that it touches", "gaussian_tile_count tile_counts n_tile", RESULT),
        attribute("harmonics", "vec3", between(-2.5, 2.5), "", "coefficient of the spherical harmonics", "gaussian_sh sh_coefficients sh", STATE, extent="9"),
        attribute("flags", "int", bits(2), "", "flags", "gaussian_flags splat_flags flags", STATE),
        attribute("gradient_norm", "float", between(0.0, 1.0), "1/px", "size of the gradient of its centre on the screen", "gaussian_grad_norm grad_norms gn", STATE),
        attribute("color_grad", "vec3", between(-1.0, 1.0), "", "gradient of its colour", "gaussian_rgb_grad color_grads g_c", RESULT),
        attribute("opacity_grad", "float", between(-1.0, 1.0), "", "gradient of its opacity", "gaussian_opacity_grad opacity_grads g_o", RESULT),
        attribute("mean_grad", "vec2", between(-1.0, 1.0), "1/px", "gradient of its centre on the screen", "gaussian_mean2d_grad mean_grads g_xy", RESULT),
        attribute("conic_grad", "vec3", between(-1.0, 1.0), "px^2", "gradient of its conic", "gaussian_conic_grad conic_grads g_conic", STATE),
        attribute("spread_grad", "mat22", between(-1.0, 1.0), "1/px^2", "gradient of its covariance on the screen", "gaussian_cov2d_grad cov2d_grads g_cov2d", RESULT),
        attribute("covariance_grad", "mat33", between(-1.0, 1.0), "1/m^2", "gradient of its covariance", "gaussian_cov_grad cov_grads g_cov", STATE),
        attribute("scale_grad", "vec3", between(-1.0, 1.0), "1/m", "gradient of its scale", "gaussian_scale_grad scale_grads g_s", RESULT),
        attribute("momentum", "vec3", between(-0.1, 0.1), "", "momentum of its colour", "gaussian_rgb_momentum color_momenta m", STATE),
        attribute("copies", "int", whole(0, 1), "", "number of Gaussians that take its place", "gaussian_copies copy_counts n_new", RESULT),
        attribute("split", "int", zero(2), "", "1 where it is to be split", "gaussian_split split_marks split", RESULT),
    ),
    (relation("camera", "camera", ONE, "camera", "gaussian_camera splat_cameras cam"),),
    index=("g", "i", "tid"),
)
