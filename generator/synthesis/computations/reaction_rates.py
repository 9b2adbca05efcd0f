"""Rate constants, fluxes and what they do to concentrations."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.reactions import REACTIONS

ReactionKind: Any = None
LEAST = 1.0e-6
GAS_CONSTANT = 8.314463


@law
def arrhenius(prefactor: float, exponent: float, energy: float, temperature: float) -> float:
    """Rate constant by the modified Arrhenius law, its activation energy per mole."""
    return prefactor * wp.pow(temperature, exponent) * wp.exp(-energy / (GAS_CONSTANT * temperature))


@law
def lindemann(low: float, high: float, pressure: float) -> float:
    """Rate constant between the limits of low and high pressure, by Lindemann's falloff."""
    reduced = low * pressure / high
    return high * reduced / (1.0 + reduced)


@computation(
    REACTIONS,
    "compute the rate constant of each reaction by the modified Arrhenius law A T^b exp(-E / (R T))",
    at={"shared": "at one temperature", "reactor": "at the temperature of its reactor"},
    reverse={True: "and of its reverse by the equilibrium constant", False: ""},
    enabled={True: "or zero where it is switched off", False: ""},
)
def rate_constants(reaction: Any, temperature: Any) -> None:
    if v.enabled:
        if reaction.enabled == 0:
            reaction.new_rate = 0.0
            return
    t = reaction.reactor.temperature if v.at == "reactor" else temperature
    k = arrhenius(reaction.prefactor, reaction.exponent, reaction.energy, t)
    reaction.new_rate = k
    if v.reverse:
        reaction.reverse_rate = k / reaction.equilibrium


@computation(
    REACTIONS,
    "compute forward and reverse rate constants by the kind of each reaction: Arrhenius, reversible by "
    "its equilibrium constant, falloff after Lindemann, or surface times sqrt(T),",
    catalyst={True: "both raised by a catalyst in proportion to its concentration", False: ""},
)
def typed_rate_constants(reaction: Any) -> None:
    reactor = reaction.reactor
    t = reactor.temperature
    kind = reaction.kind
    k = arrhenius(reaction.prefactor, reaction.exponent, reaction.energy, t)
    back = float(0.0)
    if kind == ReactionKind.REVERSIBLE:
        back = k / reaction.equilibrium
    elif kind == ReactionKind.FALLOFF:
        low = arrhenius(reaction.low_prefactor, 0.0, reaction.energy, t)
        k = lindemann(low, k, reactor.pressure)
    elif kind == ReactionKind.SURFACE:
        k = k * wp.sqrt(t)
    if v.catalyst:
        if exists(reaction.catalyst):
            faster = 1.0 + reaction.catalysis * reaction.catalyst.concentration
            k *= faster
            back *= faster
    reaction.new_rate = k
    reaction.reverse_rate = back


@computation(
    REACTIONS,
    "compute the flux of each reaction by mass action, its rate constant times the product of reactant "
    "concentrations to the power of",
    order={"given": "the order of each term", "whole": "their stoichiometric coefficients"},
    enabled={True: "or zero where it is switched off", False: ""},
)
def mass_action_flux(reaction: Any) -> None:
    if v.enabled:
        if reaction.enabled == 0:
            reaction.new_flux = 0.0
            return
    # the logarithm of the product over reactants
    total = float(0.0)
    for t in reaction.terms:
        if t.coefficient >= 0:
            continue
        c = wp.max(t.species.concentration, LEAST)
        if v.order == "given":
            total += t.order * wp.log(c)
        else:
            total += float(-t.coefficient) * wp.log(c)
    reaction.new_flux = reaction.rate * wp.exp(total)


@computation(
    REACTIONS,
    "add the flux of each reaction times its stoichiometric coefficients to the production of its species",
    held={True: "that are not held constant", False: ""},
    enabled={True: "if it is switched on", False: ""},
)
def species_production(reaction: Any) -> None:
    if v.enabled:
        if reaction.enabled == 0:
            return
    flux = reaction.flux
    for t in reaction.terms:
        species = t.species
        if v.held:
            if species.held != 0:
                continue
        species.produced += float(t.coefficient) * flux


@computation(
    REACTIONS,
    "advance each concentration by an explicit Euler step of its rate",
    held={True: "unless the species is held constant", False: ""},
    floor={True: "and floor it at zero", False: ""},
    mark={True: "and mark species that are used up", False: ""},
)
def advance_concentration(species: Any, dt: Any) -> None:
    c = species.concentration
    if v.held:
        if species.held == 0:
            c += species.rate * dt
    else:
        c += species.rate * dt
    if v.floor:
        c = wp.max(c, 0.0)
    species.next_concentration = c
    if v.mark:
        species.depleted = 1 if c <= 0.0 else 0


@computation(
    REACTIONS,
    "compute the enthalpy of each reaction as the sum of the enthalpies of formation by stoichiometric coefficient",
    released={True: "and add what its flux releases to its reactor", False: ""},
)
def reaction_heat(reaction: Any) -> None:
    heat = float(0.0)
    for t in reaction.terms:
        heat += float(t.coefficient) * t.species.enthalpy
    reaction.heat = heat
    if v.released:
        reaction.reactor.heat -= heat * reaction.flux


@computation(
    REACTIONS,
    "advance the temperature of each reactor by the heat that its reactions release over its heat capacity",
    enabled={True: "over reactions that are switched on", False: ""},
    released={True: "and store what they release", False: ""},
)
def reactor_temperature(reactor: Any, dt: Any) -> None:
    power = float(0.0)
    for r in reactor.reactions:
        if v.enabled:
            if r.enabled == 0:
                continue
        power -= r.flux * r.heat
    reactor.next_temperature = reactor.temperature + dt * power / reactor.capacity
    if v.released:
        reactor.heat = power
