"""What the computations of ``contact_geometry`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import point_of, pose_product, rotate, rotate_back

SPHERE, BOX, CAPSULE, PLANE = range(4)


class ContactList:
    """The list that threads write contacts to, one after the other."""

    def __init__(self, t: Any, room: int) -> None:
        self.count, self.lost = t.counter.contacts.copy(), t.counter.lost.copy()
        self.columns = {name: getattr(t.contact, name).copy() for name in vars(t.contact) if name != "n"}
        self.room = room

    def add(self, **values: Any) -> None:
        place = self.count[0]
        self.count[0] += 1
        if place >= self.room:
            self.lost[0] += 1
            return
        for name, value in values.items():
            self.columns[name][place] = value

    def written(self, *names: str) -> dict[str, Any]:
        return {"counter.contacts": self.count, **{f"contact.{name}": self.columns[name] for name in names}}


def collide_spheres(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, out = t.shape, ContactList(t, n.contact_max)
    for k, (a, b) in enumerate(zip(t.pair.first, t.pair.second, strict=True)):
        d = s.pose[b, :3] - s.pose[a, :3]
        size, ra, rb = np.linalg.norm(d), s.scale[a, 0], s.scale[b, 0]
        up = d / size if size > 1e-6 else np.array([0.0, 0.0, 1.0])
        gap = size - ra - rb
        if t.pair.filtered[k] or gap > s.margin[a] + s.margin[b]:
            continue
        mixed = max(s.friction[a], s.friction[b])
        middle = (s.pose[a, :3] + ra * up + s.pose[a, :3] + (ra + gap) * up) / 2
        out.add(point=middle, distance=gap, normal=up, friction=mixed, impulse=0.0, state=0)
    more = ("normal", "friction", "impulse", "state") if v.outputs == "all" else ()
    return out.written("point", "distance", *more) | ({"counter.lost": out.lost} if v.lost else {})


def collide_pair_by_kind(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, out, distance = t.shape, ContactList(t, n.contact_max), t.pair.distance.copy()

    def placed(k: int) -> Any:
        body = s.body[k]
        return s.pose[k] if not v.placed else pose_product(t.body.pose[body], s.frame[k]) if body >= 0 else s.frame[k]

    for k, (a, b) in enumerate(zip(t.pair.first, t.pair.second, strict=True)):
        a, b = (b, a) if s.kind[b] == SPHERE != s.kind[a] else (a, b)
        if s.kind[a] != SPHERE or s.kind[b] == CAPSULE:
            distance[k] = 1e6
            continue
        center, other, radius = placed(a)[:3], placed(b), s.scale[a, 0]
        if s.kind[b] == SPHERE:
            d = other[:3] - center
            size = np.linalg.norm(d)
            up = d / size if size > 1e-6 else np.array([0.0, 0.0, 1.0])
            gap = size - radius - s.scale[b, 0]
            point = center + (radius + gap / 2) * up
        elif s.kind[b] == PLANE:
            up = -rotate(other[3:], np.array([0.0, 0.0, 1.0]))
            gap = (other[:3] - center) @ up - radius
            point = center + (radius + gap / 2) * up
        else:
            local = rotate_back(other[3:], center - other[:3])
            point = point_of(other, np.clip(local, -s.scale[b], s.scale[b]))
            size = np.linalg.norm(point - center)
            gap = size - radius
            if size > 1e-6:
                up = (point - center) / size
            else:  # the centre is inside: in from the face that is nearest
                depth, axis = min((s.scale[b][x] - abs(local[x]), x) for x in range(3))
                out_of = rotate(other[3:], np.eye(3)[axis] * np.sign(local[axis] + 1e-6))
                up, gap, point = -out_of, -depth - radius, center + depth * out_of
            point = (point + center + radius * up) / 2
        distance[k] = gap
        if gap <= n.margin:
            out.add(point=point, normal=up, distance=gap, geoms=(a, b))
    return out.written("point", "normal", "distance", "geoms") | {"pair.distance": distance}


def _nearest_points(p1: Any, q1: Any, p2: Any, q2: Any) -> tuple[Any, Any]:
    """The nearest points of two segments: of the lines where they lie inside, else with one end of four."""

    def on(p: Any, q: Any, x: Any) -> Any:
        return p + np.clip((x - p) @ (q - p) / ((q - p) @ (q - p)), 0.0, 1.0) * (q - p)

    pairs = [(x, on(p2, q2, x)) for x in (p1, q1)] + [(on(p1, q1, y), y) for y in (p2, q2)]
    system = np.stack([q1 - p1, -(q2 - p2)], axis=1)
    s, u = np.linalg.lstsq(system, p2 - p1, rcond=None)[0]
    if 0.0 <= s <= 1.0 and 0.0 <= u <= 1.0:
        pairs.append((p1 + s * (q1 - p1), p2 + u * (q2 - p2)))
    return min(pairs, key=lambda pair: np.linalg.norm(pair[0] - pair[1]))


def capsule_distance(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, out, distance = t.shape, ContactList(t, n.contact_max), np.zeros_like(t.pair.distance)
    for k, (a, b) in enumerate(zip(t.pair.first, t.pair.second, strict=True)):
        ends = [point_of(s.pose[i], np.array([0, 0, sign * s.scale[i, 1]])) for i in (a, b) for sign in (-1, 1)]
        x, y = _nearest_points(*ends) if a != b else (ends[0], ends[0])
        size = np.linalg.norm(y - x)
        distance[k] = size - s.scale[a, 0] - s.scale[b, 0]
        if v.contacts and distance[k] <= n.margin and size >= 1e-6:
            up = (y - x) / size
            skins = x + s.scale[a, 0] * up, y - s.scale[b, 0] * up
            out.add(point=sum(skins) / 2, normal=up, distance=distance[k])
    listed = out.written("point", "normal", "distance") if v.contacts else {}
    return {"pair.distance": distance, **listed}
