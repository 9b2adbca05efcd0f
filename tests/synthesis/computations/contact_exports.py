"""Contacts handed from one table to another, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.simulation import ShapeKind
from tests.synthesis.computations.algebra_field4 import point, reverse


def _export(t, n, kept, columns):
    """The slots after the kept contacts came one after another, how many were asked for, how many found no room."""
    first, width = t.cursor.used[0], n.slot_max
    fits = np.array(kept[: max(width - first, 0)], int)
    used = t.cursor.used.copy()
    used[0] += len(kept)
    found = {"cursor.used": used}
    for word, values in columns.items():
        found[f"slot.{word}"] = getattr(t.slot, word).copy()
        found[f"slot.{word}"][first : first + len(fits)] = np.asarray(values)[fits]
    return found, len(kept) - len(fits)


def _frame(normal):
    axis = np.eye(3)[2 if abs(normal[1]) > 0.5 else 1]
    tangent = axis - normal * (axis @ normal)
    tangent /= np.linalg.norm(tangent)
    return np.array([normal, tangent, np.cross(normal, tangent)])


def export_contact(t, v, n):
    c, s, a, b = t.contact, t.shape, t.contact.a, t.contact.b
    reach = np.maximum(s.margin[a], s.margin[b]) + n.margin
    kept = np.flatnonzero((a >= 0) & (b >= 0) & (c.distance <= reach))
    total = s.mix[a] + s.mix[b]
    share = np.where(total < 1e-6, 0.5, s.mix[a] / np.maximum(total, 1e-6))
    share = np.select([s.priority[a] > s.priority[b], s.priority[a] < s.priority[b]], [1.0, 0.0], share)
    pair = s.friction[a], s.friction[b]
    mu = {"max": np.maximum(*pair), "mean": np.add(*pair) / 2, "root": np.sqrt(np.multiply(*pair))}[v.friction]
    mu = np.maximum(mu, n.least_friction)
    columns = {
        **{"pair": np.stack([a, b], -1), "source": np.arange(len(a)), "world_id": c.world, "position": c.position},
        **{"distance": c.distance, "margin": reach, "friction": mu},
        "stiffness": s.stiffness[a] * share + s.stiffness[b] * (1 - share),
        "damping": s.damping[a] * share + s.damping[b] * (1 - share),
        **({"frame": np.array([_frame(x) for x in c.normal])} if v.frame else {"normal": c.normal}),
    }
    found, left = _export(t, n, kept, columns)
    word = "bits" if v.full == "bit" else "dropped"
    found[f"cursor.{word}"] = getattr(t.cursor, word).copy()
    if v.full == "bit":
        found["cursor.bits"][0] |= left > 0
    else:
        found["cursor.dropped"][0] += left
    return found


def export_body_contact(t, v, n):
    c, s, there = t.contact, t.shape, (t.contact.a >= 0) & (t.contact.b >= 0)
    bodies = np.stack([s.body[c.a], s.body[c.b]], -1)
    shift = c.normal * c.distance[:, None] / 2 if v.offset else 0 * c.normal
    points = []
    for body, p in zip(bodies.T, (c.position - shift, c.position + shift), strict=True):
        points.append(np.where((body >= 0)[:, None], point(reverse(t.body.pose[body]), p), p))
    columns = {"bodies": bodies, "point_a": points[0], "point_b": points[1], "normal": c.normal}
    columns["friction"] = (s.friction[c.a] + s.friction[c.b]) / 2
    if v.stiffness == "series":
        for word in ("stiffness", "damping"):
            values = getattr(s, word)
            columns[word] = 1 / (1 / values[c.a] + 1 / values[c.b])
    return _export(t, n, np.flatnonzero(there & (bodies[:, 0] != bodies[:, 1])), columns)[0]


def reject_contact(t, v, n):
    c, s = t.contact, t.shape
    same = s.body[c.a] == s.body[c.b]
    flat = (s.kind[c.a] == ShapeKind.PLANE) & (s.kind[c.b] == ShapeKind.PLANE) if v.planes else 0
    far = c.distance > s.margin[c.a] + s.margin[c.b] + n.margin
    faults = np.where((c.a < 0) | (c.b < 0), 1, same * 2 + far * 4 + flat * 8)
    found = {"contact.faults": faults}
    if v.count:
        kept = np.bincount(c.world[faults == 0], minlength=len(t.world.contact_count))
        found["world.contact_count"] = t.world.contact_count + kept
    return found


def update_geom_solver(t, v, n):
    g, s = t.geom, t.shape
    pairs = np.stack([-s.stiffness, -s.damping], -1)
    if v.law == "time":
        pairs = np.stack([2 / s.damping, s.damping / np.sqrt(4 * s.stiffness)], -1)
    return {"geom.solver": np.where((g.shape >= 0)[:, None], pairs[g.shape], g.solver)}


def update_geom_properties(t, v, n):
    g, s = t.geom, t.shape
    columns = {
        "friction": np.stack([np.maximum(s.friction, n.least_friction), s.torsion, s.rolling], -1),
        **{"margin": s.margin, "gap": s.gap, "size": s.scale, "solver": -np.stack([s.stiffness, s.damping], -1)},
    }
    if v.bound:
        box, round_ = np.linalg.norm(s.scale, axis=1), s.scale[:, 0]
        kinds = [s.kind == ShapeKind.SPHERE, s.kind == ShapeKind.CAPSULE, s.kind == ShapeKind.BOX]
        columns["bound"] = np.select(kinds, [round_, round_ + s.scale[:, 1], box], 0.0)
    if v.pose:
        columns |= {"position": s.local_pose[:, :3], "rotation": np.roll(s.local_pose[:, 3:], 1, axis=1)}
    found = {}
    for word, values in columns.items():
        found[f"geom.{word}"] = getattr(g, word).copy()
        found[f"geom.{word}"][g.shape >= 0] = values[g.shape[g.shape >= 0]]
    return found
