"""Statements for the family ``splat_adjoints``: gradients by matrices and by sums over what lies behind."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import matrix_of

FROZEN, PRUNED = 1, 2


def pixel_loss(t, v, n):
    pixel = t.pixel
    used = pixel.valid | (not v.seen)
    d = pixel.color - pixel.target
    losses = (d**2 if v.law == "square" else np.abs(d)).sum(axis=1)
    out = {"pixel.color_grad": (2 * d if v.law == "square" else np.sign(d)) * used[:, None]}
    out["pixel.loss"] = np.where(used, losses, pixel.loss)
    if v.total:
        out["camera.loss"] = t.camera.loss.copy()
        np.add.at(out["camera.loss"], pixel.camera[used], losses[used])
    return out


def blend_gaussians_backward(t, v, n):
    pixel, splat = t.pixel, t.splat
    names = ["color_grad", "opacity_grad", "mean_grad", "conic_grad"]
    grads = {name: getattr(splat, name).copy() for name in names}
    for i, near in enumerate(pixel.splats):
        g, passes, used = pixel.color_grad[i], 1.0, []
        for k in near:
            xx, xy, yy = splat.conic[k]
            d = pixel.screen[i] - splat.mean[k]
            power = -0.5 * d @ np.array([[xx, xy], [xy, yy]]) @ d
            weight = np.exp(power) if power <= 0 else 0.0
            alpha = min(splat.opacity[k] * weight, 0.99)
            if alpha >= 1.0 / 255.0:
                used.append((k, d, weight, alpha, passes))
                passes *= 1.0 - alpha
        left = pixel.color[i] - sum((a * p * splat.color[k] for k, _, _, a, p in used), np.zeros(3))
        for at, (k, d, weight, alpha, before) in enumerate(used):
            behind = sum((a * p * splat.color[j] for j, _, _, a, p in used[at + 1 :]), left)
            slope = g @ (before * splat.color[k]) - g @ behind / (1.0 - alpha)
            xx, xy, yy = splat.conic[k]
            grads["color_grad"][k] += alpha * before * g
            grads["opacity_grad"][k] += slope * weight
            grads["mean_grad"][k] += slope * alpha * np.array([[xx, xy], [xy, yy]]) @ d
            grads["conic_grad"][k] += slope * alpha * np.array([-0.5 * d[0] ** 2, -d[0] * d[1], -0.5 * d[1] ** 2])
    kept = names[:2] + (["mean_grad"] if v.mean else []) + (["conic_grad"] if v.conic else [])
    return {f"splat.{name}": grads[name] for name in kept}


def composite_backward(t, v, n):
    pixel, step = t.pixel, t.step
    density_grad, color_grad = step.density_grad.copy(), step.color_grad.copy()
    for i, steps in enumerate(pixel.steps):
        if v.seen and not pixel.valid[i]:
            continue
        passes = np.exp(-np.concatenate([[0.0], np.cumsum(step.density[steps] * step.length[steps])]))
        shares = passes[:-1] - passes[1:]
        left = pixel.color[i] - shares @ step.color[steps]  # what is not of these samples lies behind them
        for k, s in enumerate(steps):
            behind = left + shares[k + 1 :] @ step.color[steps[k + 1 :]]
            slope = step.length[s] * (passes[k + 1] * step.color[s] - behind)
            density_grad[s], color_grad[s] = pixel.color_grad[i] @ slope, shares[k] * pixel.color_grad[i]
    out = {"step.density_grad": density_grad}
    return out | ({"step.color_grad": color_grad} if v.color else {})


def conic_backward(t, v, n):
    made = np.zeros_like(t.splat.spread_grad)
    for i, (cov, (gxx, gxy, gyy)) in enumerate(zip(t.splat.spread, t.splat.conic_grad, strict=True)):
        if v.frozen and t.splat.flags[i] & FROZEN:
            continue
        q = np.linalg.inv(cov)
        for a in range(2):
            for b in range(2):  # d(inverse of C) = -C^-1 dC C^-1, with q = C^-1
                dq = -np.outer(q[:, a], q[b])
                made[i, a, b] = gxx * dq[0, 0] + gxy * (dq[0, 1] + dq[1, 0]) / 2 + gyy * dq[1, 1]
    return {"splat.spread_grad": made}


def covariance_backward(t, v, n):
    splat = t.splat
    made = splat.scale_grad.copy()
    for i, q in enumerate(splat.rotation):
        if not v.pruned or not splat.flags[i] & PRUNED:
            axes = matrix_of(q).T
            # C = sum of s^2 u u^T over the axes u
            made[i] = [2 * s * u @ splat.covariance_grad[i] @ u for s, u in zip(splat.scale[i], axes, strict=True)]
    return {"splat.scale_grad": made}


def step_gaussian_color(t, v, n):
    splat = t.splat
    moves = ~((splat.flags & FROZEN > 0) & v.frozen)[:, None]
    moment = 0.9 * splat.momentum + splat.color_grad
    made = splat.color - n.learning_rate * (moment if v.momentum else splat.color_grad)
    made = np.clip(made, 0.0, 1.0) if v.clamp else made
    out = {"splat.color": np.where(moves, made, splat.color)}
    return out | ({"splat.momentum": np.where(moves, moment, splat.momentum)} if v.momentum else {})


def keep_gradient_norm(t, v, n):
    size, before = np.hypot(*t.splat.mean_grad.T), t.splat.gradient_norm
    return {
        "splat.gradient_norm": {"size": size, "mean": (size + before) / 2, "largest": np.maximum(size, before)}[v.law]
    }
