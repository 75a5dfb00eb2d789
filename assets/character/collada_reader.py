"""Reads and poses a Collada file: a second opinion, written independently of the program and of the writer.

Covers what the files of this folder use: matrix nodes, matrix channels, skins, clips, triangles and polygon lists.
"""
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

import numpy as np

NS = "{http://www.collada.org/2005/11/COLLADASchema}"


@dataclass
class Shape:
    """One mesh: bind positions and weights (rigid pieces: one joint, weight 1)."""
    name: str
    positions: np.ndarray     # (vertices, 3)
    triangles: np.ndarray     # (triangles, 3)
    corner_uvs: np.ndarray    # (triangles, 3, 2), or None
    colors: np.ndarray        # (vertices, 3), or None
    joints: list
    inverse_binds: np.ndarray  # (joints, 4, 4)
    weights: np.ndarray       # (vertices, joints)


@dataclass
class Clip:
    name: str
    duration: float
    channels: dict  # joint -> (times, translations, quaternions, scales)


class Scene:
    def __init__(self, path):
        self.root = ElementTree.parse(path).getroot()
        self.by_id = {e.get("id"): e for e in self.root.iter() if e.get("id")}
        self.parents, self.rest, self.shapes = {}, {}, []
        for node in self.root.find(NS + "library_visual_scenes").find(NS + "visual_scene").findall(NS + "node"):
            self._read_node(node, None)
        self.clips = {clip.name: clip for clip in self._read_clips()}

    def pose(self, clip=None, time=0.0):
        """World matrix of every node; without a clip, of the rest pose."""
        world = {}
        for name, parent in self.parents.items():
            channel = clip.channels.get(name) if clip else None
            local = sample(channel, time) if channel else self.rest[name]
            world[name] = local if parent is None else world[parent] @ local
        return world

    def texture(self, texture_name):
        return self.by_id[texture_name].find(NS + "init_from").text

    def textures(self):
        """The file names of all textures."""
        return [image.find(NS + "init_from").text for image in self.root.iter(NS + "image")]

    def _read_node(self, element, parent):
        name = element.get("id")
        matrix = element.find(NS + "matrix")
        self.parents[name] = parent
        self.rest[name] = np.eye(4) if matrix is None else numbers(matrix).reshape(4, 4)
        for instance in element.findall(NS + "instance_geometry"):
            self.shapes.append(self._read_shape(instance.get("url")[1:], [name], None))
        for instance in element.findall(NS + "instance_controller"):
            skin = self.by_id[instance.get("url")[1:]].find(NS + "skin")
            self.shapes.append(self._read_shape(skin.get("source")[1:], None, skin))
        for child in element.findall(NS + "node"):
            self._read_node(child, name)

    def _read_shape(self, geometry, joints, skin):
        mesh = self.by_id[geometry].find(NS + "mesh")
        primitive = next(mesh.find(NS + kind) for kind in ("triangles", "polylist") if mesh.find(NS + kind) is not None)
        inputs = {i.get("semantic"): (int(i.get("offset")), i.get("source")[1:]) for i in primitive.findall(NS + "input")}
        stride = max(offset for offset, _ in inputs.values()) + 1
        corners = np.array(primitive.find(NS + "p").text.split(), int).reshape(-1, stride)
        triangles = triangle_corners(primitive, len(corners))
        vertices = {i.get("semantic"): i.get("source")[1:] for i in self.by_id[inputs["VERTEX"][1]].findall(NS + "input")}
        positions = self._floats(vertices["POSITION"]).reshape(-1, 3)
        uvs = colors = None
        if "TEXCOORD" in inputs:
            offset, source = inputs["TEXCOORD"]
            uvs = self._floats(source).reshape(-1, 2)[corners[triangles, offset]]
        if "COLOR" in inputs:
            colors = self._floats(inputs["COLOR"][1]).reshape(-1, 3)
        inverse_binds, weights = np.eye(4)[None], np.ones((len(positions), 1))
        if skin is not None:
            joints, inverse_binds, weights = self._read_skin(skin, len(positions))
        return Shape(self.by_id[geometry].get("name"), positions, corners[triangles, 0], uvs, colors, joints, inverse_binds, weights)

    def _read_skin(self, skin, vertex_count):
        sources = {i.get("semantic"): i.get("source")[1:] for i in skin.find(NS + "joints").findall(NS + "input")}
        joints = self.by_id[sources["JOINT"]].find(NS + "Name_array").text.split()
        inverse_binds = self._floats(sources["INV_BIND_MATRIX"]).reshape(-1, 4, 4)
        element = skin.find(NS + "vertex_weights")
        values = self._floats(next(i.get("source")[1:] for i in element.findall(NS + "input") if i.get("semantic") == "WEIGHT"))
        counts = np.array(element.find(NS + "vcount").text.split(), int)
        pairs = np.array(element.find(NS + "v").text.split(), int).reshape(-1, 2)
        weights = np.zeros((vertex_count, len(joints)))
        weights[np.repeat(np.arange(vertex_count), counts), pairs[:, 0]] = values[pairs[:, 1]]
        return joints, inverse_binds, weights

    def _read_clips(self):
        library = self.root.find(NS + "library_animation_clips")
        if library is None:
            for animation in self.root.find(NS + "library_animations").findall(NS + "animation"):
                yield self._read_clip(animation.get("name"), [animation])
            return
        for element in library.findall(NS + "animation_clip"):
            animations = [self.by_id[i.get("url")[1:]] for i in element.findall(NS + "instance_animation")]
            yield self._read_clip(element.get("name"), animations)

    def _read_clip(self, name, animations):
        channels, duration = {}, 0.0
        for animation in animations:
            for channel in animation.iter(NS + "channel"):
                sampler = self.by_id[channel.get("source")[1:]]
                sources = {i.get("semantic"): i.get("source")[1:] for i in sampler.findall(NS + "input")}
                times = self._floats(sources["INPUT"])
                matrices = self._floats(sources["OUTPUT"]).reshape(-1, 4, 4)
                channels[channel.get("target").split("/")[0]] = (times,) + decompose(matrices)
                duration = max(duration, times[-1])
        return Clip(name, duration, channels)

    def _floats(self, source):
        return numbers(self.by_id[source].find(NS + "float_array"))


def skin(shape, world):
    """Vertices of the shape in the pose."""
    palette = np.array([world[joint] @ bind for joint, bind in zip(shape.joints, shape.inverse_binds)])
    points = np.concatenate([shape.positions, np.ones((len(shape.positions), 1))], axis=1)
    blended = (shape.weights @ palette.reshape(len(palette), 16)).reshape(-1, 4, 4)
    return np.einsum("vab,vb->va", blended, points)[:, :3]


def numbers(element):
    return np.array(element.text.split(), float)


def triangle_corners(primitive, corner_count):
    if primitive.tag == NS + "triangles":
        return np.arange(corner_count).reshape(-1, 3)
    triangles, first = [], 0
    for count in map(int, primitive.find(NS + "vcount").text.split()):
        triangles += [(first, first + k, first + k + 1) for k in range(1, count - 1)]
        first += count
    return np.array(triangles)


def decompose(matrices):
    """Translations, quaternions (w, x, y, z; neighbors in the same hemisphere) and scales."""
    scales = np.linalg.norm(matrices[:, :3, :3], axis=1)
    quaternions = np.array([quaternion(m) for m in matrices[:, :3, :3] / scales[:, None, :]])
    for k in range(1, len(quaternions)):
        if quaternions[k] @ quaternions[k - 1] < 0:
            quaternions[k] = -quaternions[k]
    return matrices[:, :3, 3], quaternions, scales


def quaternion(m):
    """Quaternion of a rotation matrix, from its largest component."""
    squares = 1 + np.array([m[0, 0] + m[1, 1] + m[2, 2], m[0, 0] - m[1, 1] - m[2, 2],
                            m[1, 1] - m[0, 0] - m[2, 2], m[2, 2] - m[0, 0] - m[1, 1]])
    k = int(squares.argmax())
    a, b, c = m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]
    d, e, f = m[0, 1] + m[1, 0], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1]
    q = np.array([(squares[0], a, b, c), (a, squares[1], d, e), (b, d, squares[2], f), (c, e, f, squares[3])][k])
    return q / np.linalg.norm(q)


def rotation(q):
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def sample(channel, time):
    """Local matrix between two keys: linear for translation and scale, slerp for rotation."""
    times, translations, quaternions, scales = channel
    time = min(max(time, times[0]), times[-1])
    k = min(max(int(np.searchsorted(times, time, "right")) - 1, 0), max(len(times) - 2, 0))
    n = min(k + 1, len(times) - 1)
    u = 0.0 if n == k else (time - times[k]) / (times[n] - times[k])
    angle = np.arccos(min(1.0, abs(quaternions[k] @ quaternions[n])))
    if angle < 1e-4:
        q = quaternions[k] * (1 - u) + quaternions[n] * u
    else:
        q = (np.sin((1 - u) * angle) * quaternions[k] + np.sin(u * angle) * quaternions[n]) / np.sin(angle)
    local = np.eye(4)
    local[:3, :3] = rotation(q / np.linalg.norm(q)) * (scales[k] * (1 - u) + scales[n] * u)
    local[:3, 3] = translations[k] * (1 - u) + translations[n] * u
    return local
