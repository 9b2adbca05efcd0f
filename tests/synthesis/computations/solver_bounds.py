"""Bounds of unknowns, stated for whole vectors."""

from __future__ import annotations

import numpy as np


def _add_squares(t, values):
    square = t.world.square.copy()
    np.add.at(square, t.unknown.world, values**2)
    return square


def solver_mark_bounds(t, v, n):
    x, g, low, high = t.unknown.x, t.unknown.gradient, t.unknown.lower, t.unknown.upper
    if v.sign:
        state = np.select([(x <= low) & (g > 0), (x >= high) & (g < 0)], [1, 2], 0)
    else:
        state = np.select([x - g <= low, x - g >= high], [1, 2], 0)
    made = {"unknown.bound_state": state}
    if v.counted:
        made["world.free_total"] = t.world.free_total.copy()
        np.add.at(made["world.free_total"], t.unknown.world[state == 0], 1)
    return made


def solver_projected_gradient(t, v, n):
    scale = t.unknown.inverse_diagonal if v.scaled else 1.0
    x = np.clip(t.unknown.x - n.step_length * scale * t.unknown.gradient, t.unknown.lower, t.unknown.upper)
    made = {"unknown.x": x}
    return {**made, "world.square": _add_squares(t, x - t.unknown.x)} if v.residual else made


def solver_split_step(t, v, n):
    x, u = t.unknown.x, t.unknown.dual
    if v.relaxed:
        x = n.relaxation * x + (1.0 - n.relaxation) * t.unknown.split
    if v.split == "bounds":
        z = np.clip(x + u, t.unknown.lower, t.unknown.upper)
    else:
        z = np.sign(x + u) * np.maximum(np.abs(x + u) - 1.0 / n.penalty, 0.0)
    made = {"unknown.split": z, "unknown.dual": u + x - z}
    return {**made, "world.square": _add_squares(t, t.unknown.x - z)} if v.residual else made


def solver_optimality(t, v, n):
    x, g = t.unknown.x, t.unknown.gradient
    if v.form == "natural":
        e = x - np.clip(x - g, t.unknown.lower, t.unknown.upper)
    else:
        e = (x - t.unknown.lower) + g - np.hypot(x - t.unknown.lower, g)
    made = {"unknown.r": e}
    return {**made, "world.square": _add_squares(t, e)} if v.added else made


def solver_mask_gradient(t, v, n):
    x, g = t.unknown.x, t.unknown.gradient
    stays = np.zeros(len(x), bool)
    if v.rule != "bounds":
        stays |= t.unknown.fixed.astype(bool)
    if v.rule != "fixed":
        stays |= ((x <= t.unknown.lower) & (g > 0)) | ((x >= t.unknown.upper) & (g < 0))
    r = np.where(stays, 0.0, -g)
    return {"unknown.r": r} | ({"unknown.z": r * t.unknown.inverse_diagonal} if v.precondition else {})
