"""Statements for the family ``rasterization``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import compose, matrix_of, rotate, to_local, unit


def set_up_facet(t, v, n):
    facet, camera = t.facet, t.camera
    visible, depth, bounds = np.zeros(len(facet.camera), dtype=bool), facet.depth.copy(), facet.bounds.copy()
    for i, c in enumerate(facet.camera):
        points = np.array([to_local(camera.pose[c], t.corner.position[k]) for k in facet.corners[i]])
        z = -points[:, 2]
        if z.min() < camera.near[c]:
            continue
        screen = camera.center[c] + camera.focal[c] * [1, -1] * points[:, :2] / z[:, None]
        turn = np.linalg.det(np.stack([screen[1] - screen[0], screen[2] - screen[0]]))
        low, high = np.floor(screen.min(axis=0)).astype(int), np.ceil(screen.max(axis=0)).astype(int)
        if v.clip:
            low, high = np.maximum(low, 0), np.minimum(high, [n.image_width, n.image_height])
        outside = v.clip and (low >= high).any()
        visible[i] = (turn < 0 if v.cull else turn != 0) and not outside
        if visible[i]:
            depth[i], bounds[i] = z.min(), [*low, *high]
    return {"facet.visible": visible, "facet.depth": depth, "facet.bounds": bounds}


def nearest_facet(t, v, n):
    pixel, facet, corner = t.pixel, t.facet, t.corner
    facet_id, depth = np.full(len(pixel.camera), -1), pixel.depth.copy()
    normal, color = np.zeros_like(pixel.normal), np.tile(n.background, (len(depth), 1)).astype(float)
    for i, near in enumerate(pixel.facets):
        nearest = t.camera.far[pixel.camera[i]]
        for f in near[facet.visible[near]] if len(near) else ():
            corners = facet.corners[f]
            system = np.vstack([corner.screen[corners].T, np.ones(3)])
            if abs(np.linalg.det(system)) < 1e-5:
                continue
            weights = np.linalg.solve(system, [*pixel.screen[i], 1.0])
            # the point of the plane through the corners that is seen there, by its homogeneous coordinates
            mixed = weights / corner.depth[corners]
            z = 1 / mixed.sum()
            if weights.min() >= 0.0 and z < nearest:
                nearest, facet_id[i] = z, f
                normal[i], color[i] = facet.normal[f], mixed @ corner.color[corners] / mixed.sum()
        depth[i] = nearest
    out = {"pixel.facet_id": facet_id, "pixel.depth": depth}
    return out | {"depth": {}, "normal": {"pixel.normal": normal}, "color": {"pixel.color": color}}[v.outputs]


def view_planes(t, v, n):
    camera = t.camera
    planes = camera.planes.copy()
    for c, pose in enumerate(camera.pose):
        (fx, fy), (cx, cy) = camera.focal[c], camera.center[c]
        # rays through the corners of the image span the four sides
        rays = {
            (x, y): np.array([(x - cx) / fx, (cy - y) / fy, -1.0])
            for x in (0, n.image_width)
            for y in (0, n.image_height)
        }
        w, h = n.image_width, n.image_height
        sides = [((0, h), (0, 0)), ((w, 0), (w, h)), ((0, 0), (w, 0)), ((w, h), (0, h))]
        for k, (a, b) in enumerate(sides):
            normal = rotate(pose[3:], unit(np.cross(rays[a], rays[b])))
            planes[c, k] = [*normal, -normal @ pose[:3]]
        ahead = rotate(pose[3:], np.array([0.0, 0.0, -1.0]))
        if v.ends:
            planes[c, 4] = [*ahead, -ahead @ (pose[:3] + camera.near[c] * ahead)]
            planes[c, 5] = [*-ahead, ahead @ (pose[:3] + camera.far[c] * ahead)]
    return {"camera.planes": planes}


def aim_camera(t, v, n):
    view = t.camera.view.copy()
    for i, k in enumerate(t.camera.target):
        if k < 0:
            continue
        eye, target = t.camera.pose[i, :3], t.thing.pose[k, :3]
        back = unit(eye - target) if (eye != target).any() else np.array([0.0, 0.0, 1.0])
        if abs(back[2]) > 0.999:
            view[i] = 0.0
            continue
        side = unit(np.cross([0.0, 0.0, 1.0], back))
        frame = np.eye(4)  # the camera in the world; the view matrix undoes it
        frame[:3] = np.stack(
            [side, np.cross(back, side), back, target + n.follow_distance * back if v.back else eye], axis=1
        )
        view[i] = np.linalg.inv(frame)
    return {"camera.view": view}


def update_instance(t, v, n):
    thing, camera = t.thing, t.camera
    visible, world, basis = thing.visible.copy(), thing.world.copy(), thing.basis.copy()
    lod, casting = thing.lod.copy(), camera.shadow_count.copy()
    for i, flags in enumerate(thing.flags):
        if v.static and flags & 4:
            visible[i] = False
            continue
        xf = thing.pose[i]
        if thing.body[i] >= 0:
            xf = compose(t.body.pose[thing.body[i]], thing.placed[i])
        c = thing.camera[i]
        gap = np.linalg.norm(xf[:3] - camera.pose[c, :3]) - thing.radius[i]
        depth = (camera.pose[c, :3] - xf[:3]) @ matrix_of(camera.pose[c, 3:])[:, 2]
        reach = depth + np.array([1, -1]) * thing.radius[i]
        visible[i] = flags % 2 == 1 and reach[0] >= camera.near[c] and reach[1] <= camera.far[c]
        if visible[i]:
            world[i], basis[i] = xf, matrix_of(xf[3:]) * thing.scale[i]
            lod[i] = int(max(gap, 0.0) / n.lod_distance)
            casting[c] += flags // 2 % 2
    out = {"thing.visible": visible, "thing.world": world, "thing.basis": basis}
    out |= {"thing.lod": lod} if v.level else {}
    return out | ({"camera.shadow_count": casting} if v.shadow else {})
