"""usage: blender -b --factory-startup -P blender_pose.py -- JOBS.json
Each job: {file (a GLB), clips: [{clip, times}], out}. Writes where Blender puts every vertex at the times of each clip,
as judge.mjs does; a mesh whose vertices the importer has joined is left out.
"""
import json
import struct
import sys

import bpy
import numpy

numpy.bool = bool  # which Blender 3.4's importer uses, and Debian 12's numpy has no more

COMPONENTS = {5120: 'b', 5121: 'B', 5122: 'h', 5123: 'H', 5125: 'I', 5126: 'f'}
WIDTHS = {'SCALAR': 1, 'VEC2': 2, 'VEC3': 3, 'VEC4': 4, 'MAT4': 16}


class Glb:
    def __init__(self, path):
        with open(path, 'rb') as file:
            data = file.read()
        length = struct.unpack_from('<I', data, 12)[0]
        self.json = json.loads(data[20:20 + length])
        self.binary = data[28 + length:]

    def accessor(self, index):
        accessor = self.json['accessors'][index]
        view = self.json['bufferViews'][accessor['bufferView']]
        width, code = WIDTHS[accessor['type']], COMPONENTS[accessor['componentType']]
        start = view.get('byteOffset', 0) + accessor.get('byteOffset', 0)
        stride = view.get('byteStride', width * struct.calcsize(code))
        return [struct.unpack_from('<%d%s' % (width, code), self.binary, start + i * stride)
                for i in range(accessor['count'])]

    def vertices(self):
        """By name of the node: the positions and UVs of its mesh, primitive after primitive."""
        found = {}
        for node in self.json.get('nodes', []):
            if 'mesh' not in node:
                continue
            positions, uvs = [], []
            for primitive in self.json['meshes'][node['mesh']]['primitives']:
                attributes = primitive['attributes']
                positions += self.accessor(attributes['POSITION'])
                uvs += self.accessor(attributes['TEXCOORD_0']) if 'TEXCOORD_0' in attributes else [(0, 0)] * (
                    len(positions) - len(uvs))
            found[node.get('name')] = (positions, uvs)
        return found


def play(name):
    """Plays the clip of that name on everything; None: nothing."""
    for owner in [*bpy.data.objects, *bpy.data.shape_keys]:
        animation = owner.animation_data
        if not animation:
            continue
        animation.action = None
        for track in animation.nla_tracks:
            track.mute = track.name != name
            track.is_solo = False


def pose(vertices, time):
    frame = time * bpy.context.scene.render.fps
    bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
    graph = bpy.context.evaluated_depsgraph_get()
    numbers = []
    for item in bpy.data.objects:
        if item.type != 'MESH' or item.name not in vertices:
            continue
        positions, uvs = vertices[item.name]
        evaluated = item.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        if len(mesh.vertices) == len(positions):
            for vertex, bind, uv in zip(mesh.vertices, positions, uvs):
                x, y, z = evaluated.matrix_world @ vertex.co
                numbers += [*bind, x, z, -y, *uv]  # Blender has +Z up
        evaluated.to_mesh_clear()
    return numbers


for job in json.load(open(sys.argv[-1])):
    result = {'poses': []}
    try:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.import_scene.gltf(filepath=job['file'])
        glb = Glb(job['file'])
        vertices = glb.vertices()
        names = [animation['name'] for animation in glb.json.get('animations', [])]
        for wanted in job['clips']:
            play(names[wanted['clip']] if wanted['clip'] >= 0 else None)
            for time in wanted['times']:
                result['poses'].append({'clip': wanted['clip'], 'time': time, 'vertices': pose(vertices, time)})
    except Exception as error:  # the importer's, of any kind
        result['error'] = str(error)[:300]
    with open(job['out'], 'w') as file:
        json.dump(result, file)
