"""Photons through layers: launch, free flight, absorption, scattering, heterogeneous matter."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.photons import PHOTONS

MAX_EVENTS = 24
STEEP = 0.99999


@law
def rotate_direction(d: wp.vec3, cosine: float, angle: float) -> wp.vec3:
    """Unit direction after a scattering by polar and azimuthal angle."""
    sine = wp.sqrt(wp.max(1.0 - cosine * cosine, 0.0))
    c = sine * wp.cos(angle)
    s = sine * wp.sin(angle)
    if wp.abs(d[2]) > STEEP:
        return wp.vec3(c, s, cosine * wp.sign(d[2]))
    flat = wp.sqrt(1.0 - d[2] * d[2])
    return wp.vec3(
        (d[0] * d[2] * c - d[1] * s) / flat + d[0] * cosine,
        (d[1] * d[2] * c + d[0] * s) / flat + d[1] * cosine,
        d[2] * cosine - flat * c,
    )


@law
def schlick_cosine(g: float, u: float) -> float:
    """Cosine drawn from Schlick's approximation of the Henyey-Greenstein phase function."""
    k = 1.55 * g - 0.55 * g * g * g
    return (2.0 * u + k - 1.0) / (2.0 * k * u - k + 1.0)


@law
def rayleigh_cosine(u: float) -> float:
    """Cosine drawn from Rayleigh's phase function, the root of x^3 + 3 x = 8 u - 4 by Cardano."""
    q = 4.0 * u - 2.0
    root = wp.sqrt(q * q + 1.0)
    return wp.cbrt(q + root) - wp.cbrt(root - q)


@law
def perpendicular_to(axis: wp.vec3) -> wp.vec3:
    """Unit vector across a unit axis."""
    helper = wp.vec3(1.0, 0.0, 0.0)
    if wp.abs(axis[0]) > 0.9:
        helper = wp.vec3(0.0, 1.0, 0.0)
    return wp.normalize(wp.cross(axis, helper))


@computation(
    PHOTONS,
    "launch each photon from its beam, from a disc across the axis",
    profile={"flat": "of even intensity", "gaussian": "of Gaussian intensity, its radius at 1/e^2"},
    opening={"collimated": "", "cone": "in a uniform direction of its cone"},
    counted={True: "counting the photons of each beam", False: ""},
)
def launch_photon(photon: Any, seed: Any) -> None:
    beam = photon.beam
    axis = beam.axis
    state = wp.rand_init(seed, photon.index)
    u = wp.randf(state)
    if v.profile == "flat":
        r = beam.radius * wp.sqrt(u)
    else:
        r = beam.radius * wp.sqrt(-0.5 * wp.log(1.0 - u))
    phi = wp.randf(state, 0.0, 2.0 * wp.pi)
    side = perpendicular_to(axis)
    across = wp.cross(axis, side)
    photon.next_position = beam.center + (side * wp.cos(phi) + across * wp.sin(phi)) * r
    if v.opening == "cone":
        cosine = 1.0 - wp.randf(state) * (1.0 - beam.cosine)
        sine = wp.sqrt(1.0 - cosine * cosine)
        turn = wp.randf(state, 0.0, 2.0 * wp.pi)
        photon.next_direction = axis * cosine + (side * wp.cos(turn) + across * wp.sin(turn)) * sine
    else:
        photon.next_direction = axis
    photon.next_weight = 1.0
    if v.counted:
        beam.launched += 1


@computation(
    PHOTONS,
    "fly each photon to its next collision",
    depth={
        "fresh": "by an exponential optical depth",
        "left": "by the optical depth that it still has, or to the face of its layer, keeping what is left then",
    },
    path={True: "and add the flight to the length of its path", False: ""},
)
def fly_photon(photon: Any, seed: Any, bounce: Any) -> None:
    if photon.alive == 0:
        photon.next_position = photon.position
        if v.path:
            photon.next_length = photon.length
        return
    layer = photon.layer
    extinction = layer.absorption + layer.scattering
    x = photon.position
    d = photon.direction
    if v.depth == "left":
        tau = photon.depth
        s = tau / extinction
        # how far it is along z to the face ahead
        room = wp.max(layer.upper - x[2] if d[2] > 0.0 else x[2] - layer.lower, 0.0)
        left = float(0.0)
        if s * wp.abs(d[2]) > room:
            s = room / wp.abs(d[2])
            left = tau - s * extinction
            photon.crossed = 1
        photon.next_depth = left
    else:
        state = wp.rand_init(seed, bounce * count(photon) + photon.index)
        s = -wp.log(1.0 - wp.randf(state)) / extinction
    photon.next_position = x + d * s
    if v.path:
        photon.next_length = photon.length + s


@computation(
    PHOTONS,
    "leave a share of the weight of each photon in its layer,",
    share={
        "albedo": "absorption over extinction,",
        "path": "1 - exp(-absorption times the length of its path), and begin that path anew,",
    },
    tally={"deposit": "", "count": "counting collisions"},
)
def deposit_photon_weight(photon: Any) -> None:
    layer = photon.layer
    w = photon.weight
    if photon.alive == 0:
        photon.next_weight = w
        if v.share == "path":
            photon.next_length = photon.length
        return
    if v.share == "albedo":
        lost = w * layer.absorption / (layer.absorption + layer.scattering)
    else:
        lost = w * (1.0 - wp.exp(-layer.absorption * photon.length))
        photon.next_length = 0.0
    photon.next_weight = w - lost
    layer.deposited += lost
    if v.tally == "count":
        layer.collisions += 1


@computation(
    PHOTONS,
    "scatter each photon about its direction",
    phase={
        "schlick": "by Schlick's phase function",
        "rayleigh": "by Rayleigh's phase function",
        "two": "by a mixture of a forward and a backward lobe of Schlick's phase function",
    },
    frame={"cosines": "", "basis": "in a frame of cross products"},
    dead={"keep": "", "skip": "while it is alive"},
)
def scatter_photon(photon: Any, seed: Any, bounce: Any, mixing: Any, back: Any) -> None:
    d = photon.direction
    if v.dead == "skip":
        if photon.alive == 0:
            photon.next_direction = d
            return
    state = wp.rand_init(seed, bounce * count(photon) + photon.index)
    if v.phase == "rayleigh":
        cosine = rayleigh_cosine(wp.randf(state))
    else:
        g = photon.layer.anisotropy
        if v.phase == "two":
            if wp.randf(state) >= mixing:
                g = back
        cosine = schlick_cosine(g, wp.randf(state))
    phi = 2.0 * wp.pi * wp.randf(state)
    if v.frame == "cosines":
        photon.next_direction = rotate_direction(d, cosine, phi)
    else:
        sine = wp.sqrt(wp.max(1.0 - cosine * cosine, 0.0))
        side = perpendicular_to(d)
        across = wp.cross(d, side)
        photon.next_direction = side * (sine * wp.cos(phi)) + across * (sine * wp.sin(phi)) + d * cosine


@computation(
    PHOTONS,
    "fly each photon through matter whose extinction falls exponentially with height above zero by delta tracking, at most 24 tentative collisions,",
    outcome={"position": "", "both": "and count them"},
    weight={"keep": "", "albedo": "and weigh it by the albedo of its layer where it collides"},
)
def delta_track(photon: Any, seed: Any, bounce: Any, majorant: Any, falloff: Any) -> None:
    x = photon.position
    d = photon.direction
    layer = photon.layer
    extinction = layer.absorption + layer.scattering
    state = wp.rand_init(seed, bounce * count(photon) + photon.index)
    s = float(0.0)
    events = int(0)
    if v.weight == "albedo":
        w = float(photon.weight)
    while events < MAX_EVENTS:
        events += 1
        s -= wp.log(1.0 - wp.randf(state)) / majorant
        local = extinction * wp.exp(-falloff * wp.max(x[2] + s * d[2], 0.0))
        # a null collision changes nothing
        if wp.randf(state) * majorant < local:
            if v.weight == "albedo":
                w *= layer.scattering / extinction
            break
    photon.next_position = x + d * s
    if v.outcome == "both":
        photon.events = events
    if v.weight == "albedo":
        photon.next_weight = w
