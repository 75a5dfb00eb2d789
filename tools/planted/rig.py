"""A glTF file in memory: read, changed, and written as .glb. Standard library only."""
import base64
import copy
import json
import math
import os
import struct

COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
FORMATS = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
LARGEST = {5120: 127.0, 5121: 255.0, 5122: 32767.0, 5123: 65535.0}


class Rig:
    """`json` is the file's, with a single buffer, `data`. Accessors are read and replaced as lists of tuples."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            content = file.read()
        binary = b""
        if content[:4] == b"glTF":
            size = struct.unpack_from("<I", content, 12)[0]
            self.json = json.loads(content[20:20 + size])
            binary = content[20 + size + 8:]
        else:
            self.json = json.loads(content)
        self.data = bytearray()
        self.values = {}   # by accessor; accessors are only ever added
        self.taken = set() # places that have a fault
        self.sound, self.facts = self, {}
        starts = []
        for buffer in self.json.get("buffers", []):
            uri = buffer.get("uri")
            if uri is None:
                own = binary
            elif uri.startswith("data:"):
                own = base64.b64decode(uri.split(",", 1)[1])
            else:
                with open(os.path.join(os.path.dirname(path), uri), "rb") as file:
                    own = file.read()
            self.data += b"\0" * (-len(self.data) % 4)
            starts.append(len(self.data))
            self.data += own
        for view in self.json.get("bufferViews", []):
            view["byteOffset"] = view.get("byteOffset", 0) + starts[view["buffer"]]
            view["buffer"] = 0
        for image in self.json.get("images", []):
            uri = image.get("uri", "")
            if uri and not uri.startswith("data:"):
                near = os.path.join(os.path.dirname(path), uri)
                if os.path.exists(near):
                    with open(near, "rb") as file:
                        kind = "jpeg" if uri.lower().endswith(("jpg", "jpeg")) else "png"
                        image["uri"] = "data:image/%s;base64,%s" % (kind, base64.b64encode(file.read()).decode())

    def copy(self):
        other = copy.copy(self)
        other.json = copy.deepcopy(self.json)
        other.data = bytearray(self.data)
        other.values = dict(self.values)
        other.taken = set(self.taken)
        return other

    def known(self, function, *arguments):
        """What a function says about the sound rig. It is computed once for all copies."""
        key = function, arguments
        if key not in self.sound.facts:
            self.sound.facts[key] = function(self.sound, *arguments)
        return self.sound.facts[key]

    def take(self, *place):
        """Takes a place for a fault; False if it has one."""
        if place in self.taken:
            return False
        self.taken.add(place)
        return True

    def save(self, path):
        self.json["buffers"] = [{"byteLength": len(self.data)}]
        text = json.dumps(self.json).encode()
        text += b" " * (-len(text) % 4)
        data = bytes(self.data) + b"\0" * (-len(self.data) % 4)
        with open(path, "wb") as file:
            file.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(data)))
            file.write(struct.pack("<I4s", len(text), b"JSON") + text)
            file.write(struct.pack("<I4s", len(data), b"BIN\0") + data)

    def read(self, index):
        """The values of an accessor; normalized integers as fractions."""
        if index not in self.values:
            self.values[index] = self.parsed(index)
        return list(self.values[index])

    def parsed(self, index):
        accessor = self.json["accessors"][index]
        count, width, kind = accessor["count"], COMPONENTS[accessor["type"]], accessor["componentType"]
        if "bufferView" not in accessor:
            return [(0.0,) * width] * count
        view = self.json["bufferViews"][accessor["bufferView"]]
        size = struct.calcsize("<" + FORMATS[kind]) * width
        stride = view.get("byteStride", size)
        start = view["byteOffset"] + accessor.get("byteOffset", 0)
        unpack = struct.Struct("<%d%s" % (width, FORMATS[kind])).unpack_from
        values = [unpack(self.data, start + i * stride) for i in range(count)]
        if accessor.get("normalized"):
            return [tuple(max(n / LARGEST[kind], -1.0) for n in value) for value in values]
        return values

    def add(self, values, width, kind=5126, normalized=False):
        """Adds an accessor and returns its index."""
        self.data += b"\0" * (-len(self.data) % 4)
        packed = b"".join(struct.pack("<%d%s" % (width, FORMATS[kind]), *value) for value in values)
        self.json["bufferViews"].append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(packed)})
        self.data += packed
        names = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
        accessor = {"bufferView": len(self.json["bufferViews"]) - 1, "componentType": kind, "count": len(values),
                    "type": names[width]}
        if normalized:
            accessor["normalized"] = True
        finite = [v for v in values if all(math.isfinite(n) for n in v)]
        if width in (1, 3) and kind == 5126 and finite:
            accessor["min"] = [min(v[c] for v in finite) for c in range(width)]
            accessor["max"] = [max(v[c] for v in finite) for c in range(width)]
        self.json["accessors"].append(accessor)
        return len(self.json["accessors"]) - 1

    def put(self, primitive, name, values):
        """Replaces an attribute of a primitive, or of one of its morph targets."""
        primitive[name] = self.add(values, len(values[0]), 5123 if name.startswith("JOINTS") else 5126)

    # What is in the file

    def nodes(self):
        return self.json["nodes"]

    def name(self, node):
        return self.nodes()[node].get("name", "nodes[%d]" % node)

    def parents(self):
        parents = {}
        for index, node in enumerate(self.nodes()):
            for child in node.get("children", []):
                parents[child] = index
        return parents

    def below(self, node):
        """The node and everything below it."""
        found, open_ = [], [node]
        while open_:
            found.append(open_.pop())
            open_ += self.nodes()[found[-1]].get("children", [])
        return found

    def skinned(self):
        return [n for n, node in enumerate(self.nodes()) if "skin" in node and "mesh" in node]

    def primitives(self, node):
        return self.json["meshes"][self.nodes()[node]["mesh"]]["primitives"]

    def mesh_name(self, node):
        mesh = self.json["meshes"][self.nodes()[node]["mesh"]]
        return mesh.get("name", "")

    def world(self):
        """The world matrix of each node in the rest pose, as 16 numbers by column."""
        parents, matrices = self.parents(), {}

        def of(node):
            if node not in matrices:
                own = local(self.nodes()[node])
                matrices[node] = times(of(parents[node]), own) if node in parents else own
            return matrices[node]

        return [of(node) for node in range(len(self.nodes()))]

    def size(self):
        """The diagonal of the box around all joints, or around all nodes."""
        world = self.world()
        places = [world[j][12:15] for j in {j for skin in self.json.get("skins", []) for j in skin["joints"]} or range(len(world))]
        return math.dist([min(p[c] for p in places) for c in range(3)], [max(p[c] for p in places) for c in range(3)])

    def clip_name(self, clip):
        return self.json["animations"][clip].get("name", "Animation %d" % clip)

    def channel(self, clip, node, path):
        for channel in self.json["animations"][clip]["channels"]:
            if channel["target"].get("node") == node and channel["target"]["path"] == path:
                return channel
        return None

    def sampler(self, clip, channel):
        return self.json["animations"][clip]["samplers"][channel["sampler"]]

    def keys(self, clip, channel):
        """Times and values, without the tangents of a spline."""
        sampler = self.sampler(clip, channel)
        times, values = [t[0] for t in self.read(sampler["input"])], self.read(sampler["output"])
        return times, values[1::3] if sampler.get("interpolation") == "CUBICSPLINE" else values

    def set_keys(self, clip, channel, key_times=None, values=None, interpolation=None):
        """Gives a channel a sampler of its own."""
        old_times, old_values = self.keys(clip, channel)
        key_times, values = key_times or old_times, values or old_values
        samplers = self.json["animations"][clip]["samplers"]
        old = self.sampler(clip, channel).get("interpolation", "LINEAR")
        mode = interpolation or ("LINEAR" if old == "CUBICSPLINE" else old)
        samplers.append({"input": self.add([(t,) for t in key_times], 1), "output": self.add(values, len(values[0])),
                         "interpolation": mode})
        channel["sampler"] = len(samplers) - 1

    def add_channel(self, clip, node, path, key_times, values, mode="LINEAR"):
        """Adds a channel in place of the one that there is."""
        animation = self.json["animations"][clip]
        self.drop_channels(clip, [node], (path,))
        animation["samplers"].append({"input": self.add([(t,) for t in key_times], 1), "interpolation": mode,
                                      "output": self.add(values, len(values[0]))})
        animation["channels"].append({"sampler": len(animation["samplers"]) - 1, "target": {"node": node, "path": path}})

    def drop_channels(self, clip, nodes, paths=("rotation", "translation", "scale")):
        animation = self.json["animations"][clip]
        animation["channels"] = [c for c in animation["channels"]
                                 if c["target"].get("node") not in nodes or c["target"]["path"] not in paths]

    def add_node(self, parent=None, **own):
        """Adds a node below another one, or to the scene, and returns its number."""
        self.nodes().append(own)
        number = len(self.nodes()) - 1
        if parent is None:
            self.scene()["nodes"].append(number)
        else:
            self.nodes()[parent].setdefault("children", []).append(number)
        return number

    def add_root(self, **own):
        """Adds a node above all others of the scene."""
        tops = self.scene()["nodes"]
        self.scene()["nodes"] = []
        return self.add_node(children=tops, **own)

    def add_mesh(self, name, primitive, parent=None, **node):
        """Adds a mesh of one primitive, and a node that shows it."""
        self.json.setdefault("meshes", []).append({"name": name, "primitives": [primitive]})
        return self.add_node(parent, name=name, mesh=len(self.json["meshes"]) - 1, **node)

    def scene(self):
        return self.json["scenes"][self.json.get("scene", 0)]


def local(node):
    if "matrix" in node:
        return tuple(node["matrix"])
    (x, y, z, w), s = node.get("rotation", (0, 0, 0, 1)), node.get("scale", (1, 1, 1))
    t = node.get("translation", (0, 0, 0))
    columns = ((1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
               (2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
               (2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)))
    return tuple(n for c in range(3) for n in (*(v * s[c] for v in columns[c]), 0.0)) + (*t, 1.0)


def times(a, b):
    return tuple(sum(a[k * 4 + row] * b[column * 4 + k] for k in range(4)) for column in range(4) for row in range(4))


def rotated(a, b):
    """The product of two quaternions, x y z w: first b, then a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def mixed(a, b, share):
    """Between two values of a key; rotations go the shorter way."""
    if len(a) == 4 and sum(m * n for m, n in zip(a, b)) < 0:
        b = tuple(-n for n in b)
    value = tuple((1 - share) * m + share * n for m, n in zip(a, b))
    length = math.hypot(*value) if len(a) == 4 else 1.0
    return tuple(n / length for n in value)


def conjugate(q):
    return (-q[0], -q[1], -q[2], q[3])


def inverted(m):
    """The inverse of an affine matrix, by column."""
    a = [[m[4 * c + r] for c in range(3)] for r in range(3)]
    minor = lambda r, c: (a[(r + 1) % 3][(c + 1) % 3] * a[(r + 2) % 3][(c + 2) % 3] -
                          a[(r + 1) % 3][(c + 2) % 3] * a[(r + 2) % 3][(c + 1) % 3])
    scale = sum(a[0][c] * minor(0, c) for c in range(3))
    inverse = [[minor(c, r) / scale for c in range(3)] for r in range(3)]
    moved = [-sum(inverse[r][c] * m[12 + c] for c in range(3)) for r in range(3)]
    return tuple(n for c in range(3) for n in (*(inverse[r][c] for r in range(3)), 0.0)) + (*moved, 1.0)


def turn(axis, degrees):
    half = math.radians(degrees) / 2
    return tuple(math.sin(half) * (1.0 if c == axis else 0.0) for c in range(3)) + (math.cos(half),)
