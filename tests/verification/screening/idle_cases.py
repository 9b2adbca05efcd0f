"""Bodies with a step that no output shows, and bodies of which each step acts."""

IDLE = {
    "a bound that the range never meets": ("out[i] = wp.min(x, 1.5) + y", "min"),
    "a magnitude of what is not negative": ("out[i] = wp.abs(y) + x", "abs"),
    "a magnitude under an even function": ("out[i] = wp.cos(wp.abs(x)) + y", "abs"),
    "an end of a clamp behind a threshold": ("c = wp.clamp(x, -0.5, 0.5)\nif c > 0.1:\n    out[i] = c + y", "clamp"),
    "a threshold behind a threshold": ("c = wp.max(x + 0.7, 0.0)\nout[i] = wp.max(c - 0.7, 0.0) + y", "max"),
    "an arm that a maximum swallows": (
        "c = 0.1 * x\nif y > 1.0:\n    c = 2.0 * x + 9.0\nelse:\n    c = wp.sin(x)\nout[i] = wp.max(c, 2.0 * y)",
        "arm",
    ),
    "a decision whose outcomes are one": ("c = wp.where(x > 0.0, y + y, y * 2.0)\nout[i] = c + x", "where"),
    "an arm of a helper that its caller never reaches": ("out[i] = held(0.2 * wp.sin(x)) * y", "decision"),
    "an arm of a choice that a maximum swallows": (
        "c = wp.sin(x) if y > 1.0 else 2.0 * x + 9.0\nout[i] = wp.max(c, y + 0.1)",
        "arm",
    ),
    "a sign that is squared": ("c = (x + 1.5) * wp.sign(y - 1.0)\nout[i] = c * c + y", "sign"),
    "a part of a decision that never decides": (
        "c = y\nif x < 0.4 or y < 0.9:\n    c = y + wp.max(x - 0.5, 0.0)\nout[i] = c * x",
        "condition",
    ),
    "a sign of what is positive": ("out[i] = x * wp.copysign(y, x * x + 0.1)", "copysign"),
    "a bound that saturation hides": ("out[i] = wp.tanh(wp.exp(wp.min(x + y, 2.0))) * y + x", "min"),
    "a name for what is as good as a number": ("e = 0.5 * wp.erfc(-y - 2.0)\nout[i] = e * x + y", "value of e"),
    "a name for what is drowned": ("s = 0.001 * wp.sin(x)\nout[i] = (s + 1.3) * y + x", "value of s"),
    "a name for what hardly differs from an argument": (
        "s = gain * (1.0 + 0.004 * wp.sin(x))\nout[i] = s * y + x",
        "value of s",
    ),
    "a name for what hardly differs from a mode": (
        "s = float(mode + 1) * (1.0 + 0.004 * wp.sin(x))\nout[i] = s * y + x",
        "value of s",
    ),
    "a decision that another argument would make": ("out[i] = wp.where(gain + 0.1 * x > 1.0, x, x * y)", "arm"),
    "a name for what an arm hardly shows": (
        "c = 4.0 * y\nif x < 0.2:\n    c = 0.02 * x * x\nout[i] = c + x * 0.1",
        "value of c",
    ),
    "an arm that returns what is as good as a number": ("out[i] = stepped(x) * y", "returned value"),
    "a bound of integers": ("out[i] = float(wp.min(i % 7, 9)) * x + y", "min"),
    "a bound in a single mode": (
        "c = x * float(mode + 1)\nif mode == 2:\n    c = wp.max(c, -9.0)\nout[i] = c + y",
        "max",
    ),
}
ACTING = {
    "bounds": "out[i] = wp.clamp(x, -0.5, 0.5) + wp.min(y, 1.5) + wp.abs(x)",
    "a floor of a divisor": "out[i] = x / wp.max(y * y, 0.01)",
    "indices": "out[i] = a[wp.min(i + 1, n - 1)] + y",
    "the cell of a float": "out[wp.clamp(int((x + 2.0) * 2.0), 0, n - 1)] = y",
    "an end of a launch": "if i >= n:\n    return\nout[i] = x + y",
    "one mode": "c = x\nif mode == 2:\n    c = wp.max(x, 0.2)\nout[i] = c + y",
    "an early return": "if x > 0.5:\n    out[i] = y\n    return\nout[i] = x * y",
    "a search": "c = x\nwhile wp.abs(c) > 0.1:\n    c = wp.min(0.5 * c, 0.5)\nout[i] = c + y",
    "a gradient by hand": "out[i] = root(x) + y",
    "a vector's bounds": "v = wp.clamp(wp.vec2(x, y), wp.vec2(-0.5, 0.7), wp.vec2(0.5, 1.5))\nout[i] = v[0] * v[1]",
    "a sign": "out[i] = y * wp.sign(x)",
    "a choice": "out[i] = wp.sin(x) if y > 1.0 else 2.0 * x",
    "a sign of another": "out[i] = x * wp.copysign(y, x - 0.3)",
    "a decision of two parts": "c = y\nif x < 0.4 and y < 0.9:\n    c = wp.sin(x)\nout[i] = c * x",
    "a name for a small correction": "s = 0.05 * wp.sin(4.0 * x)\nout[i] = (s + 1.3) * y + x",
    "a name for what an argument makes": "s = gain * gain + 0.5\nout[i] = s * y + x",
    "a helper": "out[i] = held(x) * y",
}
