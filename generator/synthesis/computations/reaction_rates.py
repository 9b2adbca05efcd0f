"""Rate constants, fluxes and what they do to concentrations."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.reactions import REACTIONS

REVERSIBLE = 1
FALLOFF = 2
SURFACE = 3
LEAST = 1.0e-6


@law
def arrhenius(prefactor: float, exponent: float, energy: float, temperature: float, gas_constant: float) -> float:
    k = prefactor * wp.exp(-energy / (gas_constant * temperature))
    if exponent == 0.0:
        return k
    return k * wp.pow(temperature, exponent)


@law
def lindemann(low: float, high: float, pressure: float) -> float:
    """Between the limits of low and high pressure."""
    reduced = low * pressure / high
    return high * reduced / (1.0 + reduced)


@computation(
    REACTIONS,
    "compute the rate constant of each reaction",
    at={"shared": "", "reactor": "at the temperature of its reactor"},
    reverse={True: "and of its reverse", False: ""},
    enabled={True: "if it runs", False: ""},
)
def rate_constants(reaction: Any, temperature: Any, gas_constant: Any) -> None:
    if v.enabled:
        if reaction.enabled == 0:
            reaction.new_rate = 0.0
            return
    t = reaction.reactor.temperature if v.at == "reactor" else temperature
    k = arrhenius(reaction.prefactor, reaction.exponent, reaction.energy, t, gas_constant)
    reaction.new_rate = k
    if v.reverse:
        reaction.reverse_rate = k / reaction.equilibrium


@computation(
    REACTIONS,
    "compute forward and reverse rate constants by the kind of each reaction",
    catalyst={True: "sped up by a catalyst", False: ""},
)
def typed_rate_constants(reaction: Any, gas_constant: Any) -> None:
    reactor = reaction.reactor
    t = reactor.temperature
    kind = reaction.kind
    k = arrhenius(reaction.prefactor, reaction.exponent, reaction.energy, t, gas_constant)
    back = float(0.0)
    if kind == REVERSIBLE:
        back = k / reaction.equilibrium
    elif kind == FALLOFF:
        low = arrhenius(reaction.low_prefactor, 0.0, reaction.energy, t, gas_constant)
        k = lindemann(low, k, reactor.pressure)
    elif kind == SURFACE:
        k = k * wp.sqrt(t)
    if v.catalyst:
        if exists(reaction.catalyst):
            k *= 1.0 + reaction.catalyst.concentration
    reaction.new_rate = k
    reaction.reverse_rate = back


@computation(
    REACTIONS,
    "compute the flux of each reaction by the law of mass action",
    order={"given": "with the orders of its terms", "whole": ""},
    enabled={True: "if it runs", False: ""},
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
    "add the flux of each reaction to the production of its species",
    held={True: "that are not held", False: ""},
    enabled={True: "if it runs", False: ""},
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
    "add the flux of its reaction to the production of the species of each term",
    side={"both": "", "products": "for products"},
)
def term_production(term: Any) -> None:
    nu = term.coefficient
    if v.side == "products":
        if nu <= 0:
            return
    term.species.produced += float(nu) * term.reaction.flux


@computation(
    REACTIONS,
    "advance concentrations by their rates",
    floor={True: "and keep them from falling below zero", False: ""},
    held={True: "unless they are held", False: ""},
    mark={True: "and mark species that are gone", False: ""},
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
    "compute the heat that each reaction takes up",
    released={True: "and add what it releases to its reactor", False: ""},
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
    "advance the temperature of each reactor by the heat of its reactions",
    enabled={True: "that run", False: ""},
    counted={True: "and count them", False: ""},
)
def reactor_temperature(reactor: Any, dt: Any) -> None:
    power = float(0.0)
    if v.counted:
        n = int(0)
    for r in reactor.reactions:
        if v.enabled:
            if r.enabled == 0:
                continue
        power -= r.flux * r.energy
        if v.counted:
            n += 1
    reactor.next_temperature = wp.max(reactor.temperature + dt * power / reactor.capacity, 0.1)
    if v.counted:
        reactor.running = n
