"""usage: blender -b --factory-startup -P blender_pose.py -- JOBS.json
Each job: {file (a GLB), clips: [{clip, times}], out}. Writes where Blender puts every vertex at the times of each clip: out,
and out.bin, as judge.mjs does. `facts` has what decides whether Blender can pose the file as glTF says (judges.py).
"""
import json
import struct
import sys

import bpy
import numpy

if 'bool' not in numpy.__dict__:
    numpy.bool = bool  # which Blender 3.4's importer uses, and Debian 12's numpy has no more

from io_scene_gltf2.blender.imp.gltf2_blender_gltf import BlenderGlTF  # noqa: E402
from io_scene_gltf2.blender.imp.gltf2_blender_scene import BlenderScene  # noqa: E402

TYPES = {5120: 'i1', 5121: 'u1', 5122: '<i2', 5123: '<u2', 5125: '<u4', 5126: '<f4'}
WIDTHS = {'SCALAR': 1, 'VEC2': 2, 'VEC3': 3, 'VEC4': 4, 'MAT4': 16}


class Glb:
    def __init__(self, path):
        with open(path, 'rb') as file:
            data = file.read()
        length = struct.unpack_from('<I', data, 12)[0]
        self.json = json.loads(data[20:20 + length])
        self.binary = data[28 + length:]

    def view(self, index, offset, kind, count, width):
        view = self.json['bufferViews'][index]
        item = numpy.dtype(kind).itemsize
        stride = view.get('byteStride', item * width)
        return numpy.ndarray((count, width), kind, self.binary, view.get('byteOffset', 0) + offset, (stride, item))

    def accessor(self, index):
        accessor = self.json['accessors'][index]
        width, kind = WIDTHS[accessor['type']], TYPES[accessor['componentType']]
        if 'bufferView' in accessor:
            values = self.view(accessor['bufferView'], accessor.get('byteOffset', 0), kind, accessor['count'], width)
        else:
            values = numpy.zeros((accessor['count'], width))
        values = values.astype(float)
        if 'sparse' in accessor:
            sparse = accessor['sparse']
            at = self.view(sparse['indices']['bufferView'], sparse['indices'].get('byteOffset', 0),
                           TYPES[sparse['indices']['componentType']], sparse['count'], 1)
            values[at[:, 0]] = self.view(sparse['values']['bufferView'], sparse['values'].get('byteOffset', 0), kind,
                                         sparse['count'], width)
        return values / numpy.iinfo(kind).max if accessor.get('normalized') else values

    def primitives(self, node):
        """Of the mesh at a node: the attributes of each primitive, of the vertices that it draws, as the importer keeps."""
        for primitive in self.json['meshes'][self.json['nodes'][node]['mesh']]['primitives']:
            used = numpy.unique(self.accessor(primitive['indices']).astype(int))
            yield {name: self.accessor(index)[used] for name, index in primitive['attributes'].items()}

    def vertices(self, node):
        """Position and UV of each vertex at a node."""
        rows = []
        for attributes in self.primitives(node):
            uvs = attributes.get('TEXCOORD_0', numpy.zeros((len(attributes['POSITION']), 2)))
            rows.append(numpy.hstack([attributes['POSITION'], uvs]))
        return numpy.concatenate(rows)


class Imported:
    """A file in Blender."""

    def __init__(self, path, guesses_binds):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.glb = Glb(path)
        create, animate = BlenderGlTF.create, BlenderScene.create_animations

        def kept_create(gltf):
            self.gltf = gltf
            create(gltf)

        def kept_animate(gltf):
            self.base = list(rest_values())  # nothing has moved yet
            animate(gltf)

        BlenderGlTF.create, BlenderScene.create_animations = kept_create, kept_animate
        try:
            bpy.ops.import_scene.gltf(filepath=path, guess_original_bind_pose=guesses_binds)
        finally:
            BlenderGlTF.create, BlenderScene.create_animations = create, animate
        self.shown = [(vnode.blender_object, vnode.mesh_node_idx) for vnode in self.gltf.vnodes.values()
                      if vnode.mesh_node_idx is not None]
        self.vertices = [self.glb.vertices(node) for _, node in self.shown]

    def bind_error(self):
        """Blender moves a skinned mesh into a bind pose of bones without scale, and deforms it from there. How far bones
        disagree where they put a vertex, of the mesh's size; 0: the bind pose is exact."""
        worst = 0.0
        for (_, node), vertices in zip(self.shown, self.vertices):
            skin = self.glb.json['nodes'][node].get('skin')
            if skin is None:
                continue
            skin = self.glb.json['skins'][skin]
            inverse = self.glb.accessor(skin['inverseBindMatrices']).reshape(-1, 4, 4).transpose(0, 2, 1)
            turn = numpy.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1.0]])
            bound = [numpy.array(self.gltf.vnodes[joint].bind_arma_mat) @ turn @ inverse[i]
                     for i, joint in enumerate(skin['joints'])]
            bound = numpy.array(bound)
            size = numpy.linalg.norm(vertices[:, :3].max(0) - vertices[:, :3].min(0)) or 1.0
            for attributes in self.glb.primitives(node):
                worst = max(worst, self.disagreement(attributes, bound) / size)
        return worst

    @staticmethod
    def disagreement(attributes, bound):
        points = numpy.hstack([attributes['POSITION'], numpy.ones((len(attributes['POSITION']), 1))])
        places, weights = [], []
        for number in range(8):
            if 'JOINTS_%d' % number not in attributes:
                break
            for i in range(4):
                joints = attributes['JOINTS_%d' % number][:, i].astype(int)
                places.append(numpy.einsum('nij,nj->ni', bound[joints], points)[:, :3])
                weights.append(attributes['WEIGHTS_%d' % number][:, i])
        places, weights = numpy.array(places), numpy.array(weights)
        mean = (places * weights[..., None]).sum(0) / weights.sum(0)[:, None]
        return (numpy.linalg.norm(places - mean, axis=2) * (weights > 0)).max()

    def clip_facts(self, index):
        """Whether a clip has what Blender does not read as glTF says."""
        animation = self.glb.json['animations'][index]
        samplers = [(channel['target']['path'], animation['samplers'][channel['sampler']])
                    for channel in animation['channels']]
        moving = [(path, sampler) for path, sampler in samplers if self.glb.json['accessors'][sampler['input']]['count'] > 1]
        weights = [self.glb.accessor(sampler['output']) for path, sampler in samplers if path == 'weights']
        return {'rotates': any(path == 'rotation' and sampler.get('interpolation') != 'STEP' for path, sampler in moving),
                'cubic': any(sampler.get('interpolation') == 'CUBICSPLINE' for _, sampler in moving),
                'beyond': any(((values < 0) | (values > 1)).any() for values in weights)}

    def play(self, clip):
        """Plays the clip on everything; -1: nothing."""
        name = self.gltf.data.animations[clip].track_name if clip >= 0 else None
        for owner in [*bpy.data.objects, *bpy.data.shape_keys]:
            animation = owner.animation_data
            if not animation:
                continue
            animation.action = None
            for track in animation.nla_tracks:
                track.mute = True
        for owner, key, value in self.base:
            setattr(owner, key, value)
        for owner in [*bpy.data.objects, *bpy.data.shape_keys]:
            for track in owner.animation_data.nla_tracks if owner.animation_data else []:
                if track.name == name:
                    owner.animation_data.action = track.strips[0].action

    def pose(self, time):
        frame = time * bpy.context.scene.render.fps
        bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
        graph = bpy.context.evaluated_depsgraph_get()
        rows = []
        for (item, _), vertices in zip(self.shown, self.vertices):
            evaluated = item.evaluated_get(graph)
            mesh = evaluated.to_mesh()
            if len(mesh.vertices) != len(vertices):
                raise RuntimeError('%s: %d vertices, not %d' % (item.name, len(mesh.vertices), len(vertices)))
            points = numpy.empty(len(vertices) * 3, numpy.float32)
            mesh.vertices.foreach_get('co', points)
            evaluated.to_mesh_clear()
            matrix = numpy.array(evaluated.matrix_world)
            points = points.reshape(-1, 3).astype(float) @ matrix[:3, :3].T + matrix[:3, 3]
            rows.append(points[:, [0, 2, 1]] * [1, 1, -1])  # Blender has +Z up
        return numpy.concatenate(rows)


def rest_values():
    for item in bpy.data.objects:
        for owner in [item, *(item.pose.bones if item.pose else [])]:
            for key in 'location', 'rotation_quaternion', 'scale':
                yield owner, key, getattr(owner, key).copy()
    for keys in bpy.data.shape_keys:
        for block in keys.key_blocks:
            yield block, 'value', block.value


def best_import(path):
    """With the bind pose that comes closer to the file's: guessed from the skin, or the rest pose."""
    imported = Imported(path, True)
    error = imported.bind_error()
    if error > 1e-6:
        other = Imported(path, False)
        if other.bind_error() < error:
            return other
        imported = Imported(path, True)
    return imported


def run(job):
    result = {'poses': []}
    imported = best_import(job['file'])
    result['facts'] = {'bind': imported.bind_error(),
                       'clips': {clip['clip']: imported.clip_facts(clip['clip']) for clip in job['clips']
                                 if clip['clip'] >= 0}}
    if not imported.shown:
        raise RuntimeError('no mesh')
    vertices = numpy.concatenate(imported.vertices)
    result['vertices'] = len(vertices)
    with open(job['out'] + '.bin', 'wb') as file:
        vertices.astype('<f8').tofile(file)
        for wanted in job['clips']:
            imported.play(wanted['clip'])
            for time in wanted['times']:
                imported.pose(time).astype('<f8').tofile(file)
                result['poses'].append({'clip': wanted['clip'], 'time': time})
    return result


for each in json.load(open(sys.argv[-1])):
    try:
        told = run(each)
    except Exception as error:  # the importer's, of any kind
        told = {'error': '%s: %s' % (type(error).__name__, str(error)[:300])}
    with open(each['out'], 'w') as out:
        json.dump(told, out)
