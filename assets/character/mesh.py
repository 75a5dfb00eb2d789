"""Assembles body and pieces: vertices, weights, labeled faces, triangles."""
from dataclasses import dataclass

import bmesh
import bpy
import numpy as np

from body_cage import build_body_cage
from cage import catmull_clark
from maths import smooth_step
from pieces import eyes_piece, pack_piece, soft_piece, visor_piece
from skeleton import ARM_ALONG, BALL, COUNT, HEAD_CENTER, HEAD_RADII, INDEX, NAMES, SHOULDER, SIDES, weight_row

SUBDIVISIONS = 2
RIGID_PIECES = (("visor", "head", visor_piece), ("pack", "spine3", pack_piece), ("eyes", "eyes", eyes_piece))
OPEN_LABELS = ("visor", "eye")  # disks that face away from the center of the head


@dataclass
class Model:
    vertices: np.ndarray
    normals: np.ndarray
    weights: np.ndarray   # of the body's vertices, which come first
    faces: list
    labels: np.ndarray    # one per face
    objects: np.ndarray   # one per face: 0 the body, then RIGID_PIECES
    seams: set


def build_model():
    vertices, weights, faces, labels, seams = build_body()
    soft = soft_piece()
    faces = [tuple(map(int, f)) for f in faces] + shifted(facing_outwards(soft.vertices, soft.faces), len(vertices))
    labels = list(labels) + soft.labels
    weights = four_influences(np.concatenate([weights, [weight_row(w) for w in soft.weights]]))
    vertices, objects = list(vertices) + soft.vertices, [0] * len(faces)
    for number, (_, _, make) in enumerate(RIGID_PIECES, 1):
        piece = make()
        piece_faces = discs_facing_outwards(piece, facing_outwards(piece.vertices, piece.faces))
        faces += shifted(piece_faces, len(vertices))
        vertices, labels, objects = vertices + piece.vertices, labels + piece.labels, objects + [number] * len(piece_faces)
    vertices = np.array(vertices)
    return Model(vertices, vertex_normals(vertices, faces), weights, faces, np.array(labels), np.array(objects), seams)


def build_body():
    cage = build_body_cage()
    values, faces, seams = cage.without_loose_vertices()
    faces, labels = facing_outwards(values[:, :3], faces), np.array(cage.labels)
    for _ in range(SUBDIVISIONS):
        values, faces, seams = catmull_clark(values, faces, seams)
        labels = np.repeat(labels, 4)
    vertices, weights = onto_helmet(values[:, :3]), values[:, 3:].copy()
    vertices = with_cuffs(vertices, weights, faces)
    vertices[:, 2] -= vertices[:, 2].min()
    share_boots_with_toes(vertices, weights)
    return vertices, weights, faces, labels, seams


def onto_helmet(vertices):
    """Projects what is above the neck onto the exact ellipsoid."""
    share = np.clip((vertices[:, 2] - 1.085) / 0.05, 0, 1)[:, None]
    radius = np.linalg.norm((vertices - HEAD_CENTER) / HEAD_RADII, axis=1)[:, None]
    return vertices * (1 - share) + (HEAD_CENTER + (vertices - HEAD_CENTER) / np.maximum(radius, 1e-6)) * share


def with_cuffs(vertices, weights, faces):
    """Adds bulges at the wrists and ankles."""
    mirrored = np.stack([np.abs(vertices[:, 0]), vertices[:, 1], vertices[:, 2]], 1) - SHOULDER
    along = mirrored @ ARM_ALONG
    beside = np.linalg.norm(mirrored - along[:, None] * ARM_ALONG, axis=1)
    legs = weights[:, [i for i, name in enumerate(NAMES) if name.startswith(("thigh", "shin", "hips"))]].sum(1)
    arm = ((beside < 0.10) & (along > 0.02) & (vertices[:, 2] > 0.3) & (legs < 0.05)
           & (weights[:, INDEX["spine3"]] < 0.3) & (weights[:, INDEX["head"]] < 0.05))
    leg = (vertices[:, 2] < 0.45) & ~arm
    bulge = (arm * 0.010 * np.exp(-((along - 0.352) / 0.016) ** 2) + leg * 0.012 * np.exp(-((vertices[:, 2] - 0.192) / 0.022) ** 2))
    return vertices + vertex_normals(vertices, faces) * bulge[:, None]


def share_boots_with_toes(vertices, weights):
    """At the sole the toe ends at the ball of the foot, so that it stays on the floor when the heel lifts; higher up the crease is
    wide and soft."""
    for side, _ in SIDES:
        foot, toe = INDEX["foot_" + side], INDEX["toe_" + side]
        boot = weights[:, foot]
        height = np.clip(vertices[:, 2] / 0.10, 0, 1)
        front, back = BALL[1] - 0.002 - 0.030 * height, BALL[1] + 0.022 + 0.040 * height
        share = (1 - smooth_step(0, 1, (vertices[:, 1] - front) / (back - front))) * (1 - smooth_step(0.085, 0.125, vertices[:, 2]))
        weights[:, toe], weights[:, foot] = boot * share, boot * (1 - share)


def four_influences(weights):
    weights = weights.copy()
    np.put_along_axis(weights, np.argsort(-weights, 1, kind="stable")[:, 4:], 0, 1)
    weights[weights < 0.012] = 0
    assert weights.shape[1] == COUNT
    return weights / weights.sum(1, keepdims=True)


def facing_outwards(vertices, faces):
    """The same faces in the same order, wound counter-clockwise seen from outside."""
    mesh = bpy.data.meshes.new("winding")
    mesh.from_pydata([tuple(v) for v in vertices], [], [tuple(int(i) for i in f) for f in faces])
    edit = bmesh.new()
    edit.from_mesh(mesh)
    bmesh.ops.recalc_face_normals(edit, faces=edit.faces[:])
    wound = [tuple(v.index for v in face.verts) for face in edit.faces]
    edit.free()
    bpy.data.meshes.remove(mesh)
    return wound


def discs_facing_outwards(piece, faces):
    turned = []
    for face, label in zip(faces, piece.labels):
        a, b, c = (piece.vertices[i] for i in face[:3])
        backwards = label in OPEN_LABELS and np.cross(b - a, c - a) @ (a - HEAD_CENTER) < 0
        turned.append(face[::-1] if backwards else face)
    return turned


def shifted(faces, first):
    return [tuple(i + first for i in f) for f in faces]


def vertex_normals(vertices, faces):
    normals = np.zeros_like(vertices)
    for face in faces:
        p = vertices[list(face)]
        normals[list(face)] += sum(np.cross(p[i] - p[0], p[i + 1] - p[0]) for i in range(1, len(face) - 1))
    return normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)


@dataclass
class Triangles:
    corners: np.ndarray  # (n, 3) vertices
    uvs: np.ndarray      # (n, 3, 2)
    labels: np.ndarray
    objects: np.ndarray


def triangulate(model, face_uvs):
    """Splits quads along their shorter diagonal."""
    corners, uvs, labels, objects = [], [], [], []
    for face, uv, label, number in zip(model.faces, face_uvs, model.labels, model.objects):
        p = model.vertices[list(face)]
        if len(face) == 4 and np.linalg.norm(p[0] - p[2]) > np.linalg.norm(p[1] - p[3]):
            cuts = ((1, 2, 3), (1, 3, 0))
        else:
            cuts = ((0, 1, 2), (0, 2, 3))[:len(face) - 2]
        for cut in cuts:
            corners.append([face[i] for i in cut])
            uvs.append([uv[i] for i in cut])
            labels.append(label)
            objects.append(number)
    return Triangles(np.array(corners), np.array(uvs), np.array(labels), np.array(objects))
