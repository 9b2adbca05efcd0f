"""Actuators and tendons, which move the coordinates of joints."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, code, truth, zero
from generator.synthesis.schemas.entities import ONE, RANGE, RESULT, STATE, Entity, attribute, relation

ACTUATOR = Entity(
    "actuator",
    "actuators",
    (
        attribute("kind", "int", code(3), "", "kind of its dynamics", "actuator_dyntype actuator_kinds akind"),
        attribute("control", "float", between(-1.5, 1.5), "", "control", "ctrl controls u", STATE),
        attribute("delayed", "float", between(-1.0, 1.0), "", "control of the step before", "ctrl_prev prev_controls u_prev", STATE),
        attribute("control_lower", "float", between(-0.8, -0.4), "", "least control", "actuator_ctrl_lower ctrl_lower u_lo"),
        attribute("control_upper", "float", between(0.4, 0.8), "", "greatest control", "actuator_ctrl_upper ctrl_upper u_hi"),
        attribute("limited", "bool", truth(), "", "whether its control is limited", "actuator_ctrllimited ctrl_limited lim_u"),
        attribute("force_lower", "float", between(-2.0, -0.5), "N or N m", "least force", "actuator_force_lower force_lower f_lo"),
        attribute("force_upper", "float", between(0.5, 2.0), "N or N m", "greatest force", "actuator_force_upper force_upper f_hi"),
        attribute("gear", "float", between(0.5, 3.0), "", "gear", "actuator_gear gears gear"),
        attribute("gain", "vec3", between(-2.0, 2.0), "", "gain parameters (constant, by length, by rate)", "actuator_gainprm gain_params gain"),
        attribute("bias", "vec3", between(-2.0, 2.0), "", "bias parameters (constant, by length, by rate)", "actuator_biasprm bias_params bias"),
        attribute("activation", "float", between(-0.1, 1.1), "", "activation", "act activations act", STATE),
        attribute("activation_rate", "float", zero(), "1/s", "rate of activation", "act_dot activation_rates act_dot", RESULT),
        attribute("tau_act", "float", between(0.05, 0.2), "s", "time constant of activation", "actuator_tau_act activation_times tau_a"),
        attribute("tau_deact", "float", between(0.2, 0.5), "s", "time constant of deactivation", "actuator_tau_deact deactivation_times tau_d"),
        attribute("force", "float", between(-1.0, 1.0), "N or N m", "force", "actuator_force actuator_forces f", STATE),
        attribute("length", "float", between(0.6, 1.4), "m or rad", "length", "actuator_length lengths len", STATE),
        attribute("rate", "float", between(-15.0, 15.0), "m/s or rad/s", "rate of its length", "actuator_velocity rates len_dot", STATE),
        attribute("optimal_length", "float", between(0.8, 1.2), "m", "length of greatest force", "muscle_l0 optimal_lengths l0"),
        attribute("max_force", "float", between(1.0, 5.0), "N", "greatest force of a muscle", "muscle_f0 max_forces f0"),
        attribute("resistance", "float", between(0.5, 2.0), "ohm", "resistance", "motor_resistance resistances R"),
        attribute("torque_constant", "float", between(0.1, 0.5), "N m/A", "torque constant", "motor_kt torque_constants kt"),
        attribute("current", "float", between(-1.0, 1.0), "A", "current", "motor_current currents cur", STATE),
        attribute("clipped", "int", zero(2), "", "whether its force was clipped", "actuator_clipped clipped clip", RESULT),
    ),
    (relation("coord", "coord", ONE, "coordinate that it moves", "actuator_trnid actuator_coords trn", optional=True),),
    index=("tid", "a", "uid"),
)

TENDON = Entity(
    "tendon",
    "tendons",
    (
        attribute("length", "float", between(-1.0, 1.0), "m", "signed length, a weighted sum of coordinates", "ten_length tendon_lengths L", RESULT),
        attribute("rate", "float", between(-3.0, 3.0), "m/s", "rate of its length", "ten_velocity tendon_rates Ldot", RESULT),
        attribute("rest", "float", between(-0.2, 0.2), "m", "signed length at rest", "ten_lengthspring rest_lengths L_rest"),
        attribute("stiffness", "float", between(1.0, 10.0), "N/m", "stiffness", "ten_stiffness tendon_stiffness kt"),
        attribute("damping", "float", between(0.1, 1.0), "N s/m", "damping", "ten_damping tendon_damping ct"),
        attribute("force", "float", between(-1.0, 1.0), "N", "force", "ten_force tendon_forces ft", STATE),
        attribute("lower", "float", between(-0.6, -0.2), "m", "least signed length", "ten_lower tendon_lower L_lo"),
        attribute("upper", "float", between(0.2, 0.6), "m", "greatest signed length", "ten_upper tendon_upper L_hi"),
        attribute("mass", "float", zero(), "kg", "mass that it feels", "ten_mass tendon_masses m_ten", RESULT),
    ),
    (relation("wraps", "wrap", RANGE, "terms", "ten_wrap_start wrap_offsets wstart"),),
    index=("tid", "t", "tenid"),
)

WRAP = Entity(
    "wrap",
    "tendon terms",
    (attribute("coefficient", "float", between(-1.0, 1.0), "m/rad or m/m", "coefficient", "wrap_prm coefficients coef"),),
    (relation("coord", "coord", ONE, "coordinate", "wrap_objid wrap_coords wcoord"),),
    index=("w", "k"),
)
