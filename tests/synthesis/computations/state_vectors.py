"""States of worlds as flat vectors, as NumPy states them."""

from __future__ import annotations

import numpy as np


def _parts(t, n, words):
    """The numbers of each world that the signature asks for, part by part."""
    columns = {
        "time": (0, lambda w: t.world.time[w : w + 1]),
        "coords": (1, lambda w: t.coord.value[t.world.coords[w]]),
        "rates": (2, lambda w: t.dof.velocity[t.world.dofs[w]]),
        "forces": (3, lambda w: t.dof.force[t.world.dofs[w]]),
        "warmstart": (4, lambda w: t.dof.warmstart[t.world.dofs[w]]),
    }
    chosen = [columns[word][1] for word in words if int(n.signature) >> columns[word][0] & 1]
    return [np.concatenate([np.zeros(0), *(part(w) for part in chosen)]) for w in range(len(t.world.time))]


def pack_world_state(t, v, n):
    state, sizes = t.world.state.copy(), t.world.state_size.copy()
    words = ["time", "coords", "rates", *(["warmstart"] if v.warmstart else [])]
    for w, values in enumerate(_parts(t, n, words)):
        if not v.masked or t.world.reset[w]:
            kept = values[:12]
            state[w], sizes[w] = np.pad(kept, (0, 12 - len(kept))), len(kept)
    return {"world.state": state, **({"world.state_size": sizes} if v.size else {})}


def unpack_world_time(t, v, n):
    w = t.world
    kept = w.time if v.missing == "keep" else w.step_count * n.dt
    time = w.state[:, 0] if int(n.signature) % 2 else kept
    return {"world.time": np.where(w.reset, 0.0, time) if v.reset else time}


def compare_world_state(t, v, n):
    difference = np.abs(t.world.state - t.world.state[0])
    total = difference.mean(axis=1) if v.form == "mean" else (difference**2).mean(axis=1)
    return {"world.difference": total, **({"world.status": (total > n.difference_max) * 1} if v.flag else {})}


def clone_world_state(t, v, n):
    w = t.world
    source = np.full(len(w.reset), 0 if v.source == "first" else int(n.source_world))
    marked = w.reset.astype(bool)
    found = {"world.cloned": np.where(marked[:, None], w.state[source], w.cloned)}
    return {**found, "world.cloned_steps": np.where(marked, w.step_count[source], w.cloned_steps)} if v.clock else found
