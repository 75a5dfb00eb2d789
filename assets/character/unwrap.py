"""Texture coordinates: Blender unwraps along the seams, then the islands are packed on shelves."""
import math

import bpy
import numpy as np

GRID_LABELS = ("torso", "arm", "leg", "boot", "sole", "helmet")
LABEL_SCALES = {"visor": 2.0, "eye": 2.0, "panel": 1.7, "pocket": 1.2, "sole": 0.6}
GAP = 0.006  # between islands, as a fraction of the texture width


def unwrap(model):
    """A list of (u, v) for each face."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    mesh = bpy.data.meshes.new("all")
    mesh.from_pydata([tuple(v) for v in model.vertices], [], model.faces)
    thing = bpy.data.objects.new("all", mesh)
    bpy.context.collection.objects.link(thing)
    bpy.context.view_layer.objects.active = thing
    thing.select_set(True)
    mesh.uv_layers.new(name="UV")
    for edge in mesh.edges:
        a, b = edge.vertices
        edge.use_seam = (min(a, b), max(a, b)) in model.seams

    grid, disc = np.isin(model.labels, GRID_LABELS), np.isin(model.labels, ("visor", "eye"))
    with_selected(mesh, grid, lambda: bpy.ops.uv.unwrap(method="ANGLE_BASED", margin=0.002))
    with_selected(mesh, disc, lambda: bpy.ops.uv.unwrap(method="CONFORMAL", margin=0.002))
    with_selected(mesh, ~(grid | disc), lambda: bpy.ops.uv.smart_project(angle_limit=math.radians(72), island_margin=0.002))
    with_selected(mesh, np.ones(len(model.faces), bool), even_scale)
    layer = mesh.uv_layers[0].data
    uvs = [[np.array(layer[loop].uv) * LABEL_SCALES.get(model.labels[face.index], 1.0) for loop in face.loop_indices]
           for face in mesh.polygons]
    return pack(model.faces, uvs)


def with_selected(mesh, mask, operation):
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_mode(type="FACE")
    bpy.ops.mesh.select_all(action="DESELECT")
    bpy.ops.object.mode_set(mode="OBJECT")
    for face, chosen in zip(mesh.polygons, mask):
        face.select = bool(chosen)
    bpy.ops.object.mode_set(mode="EDIT")
    operation()
    bpy.ops.object.mode_set(mode="OBJECT")


def even_scale():
    bpy.ops.uv.select_all(action="SELECT")
    bpy.ops.uv.average_islands_scale()


def islands(faces, uvs):
    """Lists of faces that are connected in the texture."""
    parents = {}

    def find(corner):
        while parents[corner] != corner:
            parents[corner] = parents[parents[corner]]
            corner = parents[corner]
        return corner

    corners = [[(v, round(float(uv[0]), 5), round(float(uv[1]), 5)) for v, uv in zip(face, face_uvs)] for face, face_uvs in zip(faces, uvs)]
    for face in corners:
        for corner in face:
            parents.setdefault(corner, corner)
        for corner in face[1:]:
            parents[find(corner)] = find(face[0])
    found = {}
    for number, face in enumerate(corners):
        found.setdefault(find(face[0]), []).append(number)
    return found.values()


def smallest_box(points):
    """The rotation with the smallest bounding box, on its long side: size, lower corner, rotation."""
    best = None
    for a in np.linspace(0, math.pi / 2, 19):
        turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
        size = np.ptp(points @ turn.T, axis=0)
        if best is None or size[0] * size[1] < best[0] * 0.98:
            best = (size[0] * size[1], turn, size)
    _, turn, size = best
    if size[1] > size[0]:
        turn = np.array([[0, -1], [1, 0]]) @ turn
    return np.ptp(points @ turn.T, axis=0), (points @ turn.T).min(0), turn


def place_on_shelves(sizes, scale):
    """Lower corners, or None if they do not fit. Sizes come tallest first; each shelf takes the tallest that still fit."""
    places, left, y = [None] * len(sizes), list(range(len(sizes))), GAP / 2
    while left:
        height, x, rest = sizes[left[0]][1] * scale, GAP / 2, []
        if y + height + GAP > 1:
            return None
        for i in left:
            width = sizes[i][0] * scale
            if x + width + GAP <= 1:
                places[i] = (x, y)
                x += width + GAP
            else:
                rest.append(i)
        if len(rest) == len(left):
            return None
        y, left = y + height + GAP, rest
    return places


def pack(faces, uvs):
    """Packs at the largest scale that fits, found by bisection."""
    boxes = [smallest_box(np.array([uv for f in island for uv in uvs[f]])) + (island,) for island in islands(faces, uvs)]
    boxes.sort(key=lambda box: -box[0][1])
    sizes = [box[0] for box in boxes]
    low, high = 0.01, 4.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if place_on_shelves(sizes, middle) else (low, middle)
    packed = list(uvs)
    for (_, corner, turn, island), place in zip(boxes, place_on_shelves(sizes, low)):
        for f in island:
            packed[f] = [tuple((turn @ uv - corner) * low + place) for uv in uvs[f]]
    print("texture: %d islands" % len(boxes))
    return packed
