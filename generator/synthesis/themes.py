"""Vocabulary: a kernel takes all its names from one theme, so that it reads as if written for one purpose."""

from __future__ import annotations

from dataclasses import dataclass

Quantity = tuple[str, float, float]


@dataclass(frozen=True)
class Theme:
    """Names of one field: what an element is, its scalar and vector quantities with ranges, parameters, results."""

    name: str
    element: str
    scalars: tuple[Quantity, ...]
    vectors: tuple[Quantity, ...]
    parameters: tuple[Quantity, ...]
    results: tuple[str, ...]
    indices: tuple[str, ...]


def _theme(name: str, element: str, scalars: str, vectors: str, parameters: str, results: str, indices: str) -> Theme:
    def quantities(text: str) -> tuple[Quantity, ...]:
        items = (item.split(":") for item in text.split())
        return tuple((label, float(low), float(high)) for label, low, high in items)

    return Theme(
        name,
        element,
        quantities(scalars),
        quantities(vectors),
        quantities(parameters),
        tuple(results.split()),
        tuple(indices.split()),
    )


THEMES = (
    _theme(
        "fluid",
        "cell",
        "pressure:0.5:2 density:0.5:1.5 viscosity:0.05:0.5 temperature:0.5:2 divergence:-1:1 vorticity:-2:2 salinity:0:1 swirl_angle:-1.5:1.5",
        "velocity:-2:2 momentum:-1.5:1.5 gradient:-1:1 body_force:-1:1 tracer_position:-2:2",
        "dt:0.01:0.1 diffusivity:0.1:0.9 rest_density:0.8:1.2 stiffness:0.5:2",
        "flux dissipation enthalpy new_density head drag_force residual",
        "upstream neighbors donors",
    ),
    _theme(
        "particles",
        "particle",
        "mass:0.5:2 charge:-1:1 radius:0.1:0.5 age:0:3 energy:0.2:2 damping:0.1:0.9 phase:-3:3",
        "position:-2:2 velocity:-2:2 force:-1:1 anchor:-2:2 spin:-1:1",
        "dt:0.01:0.1 gravity:-1.5:-0.5 softening:0.1:0.5 drag:0.1:0.9",
        "potential kinetic_energy impulse work response action lifetime",
        "partners neighbors bonds",
    ),
    _theme(
        "image",
        "pixel",
        "intensity:0:1 alpha:0:1 luminance:0:1 depth:0.5:4 contrast:-1:1 exposure:0.5:2 mask_value:0:1 hue:-3:3",
        "color:0:1 normal_map:-1:1 tint:0:1 ambient:0:1",
        "gain:0.5:2 gamma_value:0.5:2 threshold:0.2:0.8 bias:-0.5:0.5",
        "shading radiance tone opacity response grade edge_strength",
        "taps lookup offsets",
    ),
    _theme(
        "signal",
        "sample",
        "amplitude:-1:1 frequency:0.5:4 phase:-3:3 noise_level:0:0.5 envelope:0:1 delay:0:2 carrier:-1:1",
        "channel:-1:1 axis_signal:-1:1 probe:-1:1",
        "gain:0.5:2 cutoff:0.2:0.8 feedback:0.1:0.9 rate:0.5:3",
        "filter_output output_power modulation envelope_level response spectrum mixture",
        "taps sources lags",
    ),
    _theme(
        "finance",
        "contract",
        "spot:0.5:2 strike:0.5:2 volatility:0.1:0.6 maturity:0.2:2 rate:-0.1:0.3 spread:0:0.5 exposure:-1:1",
        "factors:-1:1 loadings:-1:1 curve:0:1",
        "discount:0.5:0.95 drift:-0.2:0.2 notional:0.5:2 haircut:0.05:0.5",
        "price value premium margin payoff hedge_ratio risk",
        "ratings tranche peers",
    ),
    _theme(
        "robotics",
        "joint",
        "angle:-1.5:1.5 torque:-2:2 inertia:0.3:2 friction:0.05:0.5 error:-1:1 effort:0:1 stiffness:0.5:3",
        "axis:-1:1 target:-2:2 end_effector:-2:2 wrench_arm:-1:1",
        "kp:0.5:3 kd:0.05:0.5 dt:0.01:0.1 limit:0.5:2",
        "command correction control work cost tracking_error residual",
        "parents links contacts",
    ),
    _theme(
        "climate",
        "station",
        "humidity:0:1 temperature:-2:2 albedo:0.1:0.9 cloud_cover:0:1 radiation:0.2:2 soil_moisture:0:1 ozone:0.1:1 latitude:-1.5:1.5",
        "wind:-2:2 current:-1:1 slope:-1:1",
        "emissivity:0.5:0.95 lapse_rate:0.1:0.9 coupling:0.2:1.5 lag:0.2:2",
        "heat_flux evaporation anomaly balance forcing mixed_layer runoff",
        "basins stations cells",
    ),
    _theme(
        "learning",
        "sample",
        "logit:-2:2 weight:-1:1 activation:-1:1 target:0:1 bias_term:-0.5:0.5 score:-2:2 confidence:0.1:0.9",
        "feature:-1:1 query:-1:1 key_vector:-1:1 embedding:-1:1",
        "learning_rate:0.01:0.2 temperature:0.5:2 momentum:0.1:0.9 margin:0.1:0.9",
        "loss gate attention penalty hidden_state regularizer update",
        "tokens labels neighbors",
    ),
    _theme(
        "astronomy",
        "star",
        "brightness:0.2:2 redshift:0:1 parallax:0.2:1 mass:0.5:2 color_index:-1:1 distance:0.5:4 metallicity:-1:1 inclination:-1.5:1.5",
        "position:-2:2 proper_motion:-1:1 line_of_sight:-1:1",
        "extinction:0.1:0.9 zero_point:-0.5:0.5 scale_height:0.5:2 opacity:0.1:0.9",
        "magnitude luminosity flux_density potential color_excess optical_depth period",
        "companions members hosts",
    ),
    _theme(
        "materials",
        "node",
        "strain:-0.5:0.5 stress:-2:2 temperature:0.5:2 damage:0:0.9 hardness:0.5:3 porosity:0:0.6 thickness:0.2:1 fiber_angle:-1.5:1.5",
        "displacement:-1:1 rest_position:-2:2 traction:-1:1 fiber:-1:1",
        "youngs:0.5:3 poisson_ratio:0.1:0.45 yield_limit:0.3:1 expansion:0.05:0.3",
        "elastic_energy softening reaction stored_work hardening dissipation residual",
        "elements neighbors ties",
    ),
    _theme(
        "biology",
        "neuron",
        "membrane:-1:1 calcium:0:1 conductance:0.1:1 firing_rate:0:2 threshold_value:0.2:0.9 stimulus:-1:1 recovery:-1:1",
        "gradient_field:-1:1 dendrite:-1:1 growth_cone:-1:1",
        "leak:0.05:0.5 decay_time:0.3:2 release:0.2:1 capacitance:0.5:2",
        "synaptic_current potential adaptation drive plasticity spike_energy uptake",
        "synapses afferents cells",
    ),
    _theme(
        "geometry",
        "vertex",
        "curvature:-1:1 height:-1:1 area:0.2:2 thickness:0.1:0.8 u:0:1 v:0:1 occlusion:0:1 bend_angle:-1.5:1.5",
        "position:-2:2 normal:-1:1 tangent:-1:1 center:-2:2 offset_vector:-1:1",
        "blend:0.1:0.9 extent:0.5:2 sharpness:0.5:3 step_size:0.05:0.3",
        "smoothness signed_distance falloff deformation distortion relaxation weighting",
        "ring faces neighbors",
    ),
    _theme(
        "traffic",
        "vehicle",
        "speed:0.2:2 headway:0.2:2 acceleration:-1:1 density:0.1:1 demand:0:2 capacity:0.5:2 delay:0:1 steering_angle:-0.6:0.6",
        "position:-2:2 heading:-1:1 lane_offset:-1:1",
        "reaction_time:0.2:1 desired_speed:0.8:2 comfort:0.3:1.5 min_gap:0.1:0.5",
        "throughput pressure braking utility travel_cost queue_length relaxation",
        "leaders lanes routes",
    ),
    _theme(
        "audio",
        "voice",
        "level:0:1 pitch:0.5:3 resonance:0.1:0.9 pan:-1:1 velocity_value:0:1 detune:-0.5:0.5 envelope:0:1 azimuth:-1.5:1.5",
        "listener:-2:2 source:-2:2 direction:-1:1",
        "drive:0.5:3 mix:0.1:0.9 release:0.1:1 feedback:0.1:0.8",
        "loudness saturation stereo_gain output_level wet_signal ducking waveform",
        "buses voices grains",
    ),
)

_IN_SPACE = ("fluid", "particles", "robotics", "astronomy", "materials", "geometry", "traffic", "audio")
THEMES_IN_SPACE = tuple(theme for theme in THEMES if theme.name in _IN_SPACE)
"""Themes whose elements have a place and a direction: for frames, rotations and queries."""
