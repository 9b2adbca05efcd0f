"""What statements of constraint rows share: how soft a row is, and the table that rows are written to."""

from __future__ import annotations

BASE = ["jacobian", "kind", "source", "position", "velocity"]
SOFT = ["reference", "weight"]


def impedance(position, of, i):
    x = min(abs(position) / of.impedance_width[i], 1.0)
    y = 2 * x**2 if x <= 0.5 else 1 - 2 * (1 - x) ** 2
    return of.impedance_low[i] + y * (of.impedance_high[i] - of.impedance_low[i])


def gains(of, i, dt):
    omega = 1 / (of.impedance_high[i] * max(of.time_constant[i], 2 * dt))
    return (omega / of.damping_ratio[i]) ** 2, 2 * omega


class Rows:
    """Rows that are written: copies of the columns of the table, and an island's next place."""

    def __init__(self, t, n, words, counters):
        self.t, self.n = t, n
        self.columns = {word: getattr(t.row, word).copy() for word in words}
        self.counters = {word: getattr(t.island, word).copy() for word in ["row_count", *counters]}

    def reserve(self, world, refused=()):
        """A place or None, and whether the island is full; ``refused`` counters go up where there is none."""
        local = self.counters["row_count"][world]
        self.counters["row_count"][world] += 1
        place = world * self.n.row_max + local
        full, beyond = local >= self.n.row_max, place >= len(next(iter(self.columns.values())))
        for word, also_beyond in refused:
            self.counters[word][world] += full or (also_beyond and beyond)
        if full or beyond:
            return None, full
        if "jacobian" in self.columns:
            self.columns["jacobian"][place] = 0.0
        return place, full

    def write(self, place, **values):
        for word, value in values.items():
            self.columns[word][place] = value

    @property
    def found(self):
        rows = {f"row.{word}": values for word, values in self.columns.items()}
        return {**rows, **{f"island.{word}": values for word, values in self.counters.items()}}
