"""Runs in Blender: blender -b --factory-startup -P blender_scene.py -- JOBS.json
Imports each file, .dae or .fbx, and writes where it puts every vertex at the times of each clip: out, and out.bin, as
judge.mjs does. Blender plays all clips of a .dae at once: it gets a file of one each.
"""
import json
import os
import re
import sys

import bpy
import numpy


def only(path, clip):
    """A file with one clip of a .dae, beside it."""
    with open(path, encoding='utf-8') as file:
        before, *rest = re.split(r' <library_animations>\n', file.read(), 1)
    if rest:
        inside, after = re.split(r' </library_animations>\n', rest[0], 1)
        clips = re.split(r'(?m)^(?=  <animation )', inside)[1:]
        after = re.sub(r'(?s) <library_animation_clips>.*</library_animation_clips>\n', '', after)
        rest = ' <library_animations>\n%s </library_animations>\n' % clips[clip] if clip >= 0 else ''
        before += rest + after
    with open(path + '.one.dae', 'w', encoding='utf-8') as file:
        file.write(before)
    return path + '.one.dae'


def read(path, clip):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if path.endswith('.dae'):
        one = only(path, clip)
        bpy.ops.wm.collada_import(filepath=one)
        os.remove(one)
    else:
        bpy.ops.import_scene.fbx(filepath=path, use_anim=clip >= 0, anim_offset=0.0)  # of several clips, it plays one
    return sorted((item for item in bpy.data.objects if item.type == 'MESH'), key=lambda item: item.name)


def bind(item):
    """Position, u and v of each vertex, as the file has them."""
    mesh = item.data
    rows = numpy.zeros((len(mesh.vertices), 5))
    points = numpy.empty(len(mesh.vertices) * 3, numpy.float32)
    mesh.vertices.foreach_get('co', points)
    rows[:, :3] = points.reshape(-1, 3)
    if mesh.uv_layers:
        uvs = numpy.empty(len(mesh.loops) * 2, numpy.float32)
        mesh.uv_layers[0].data.foreach_get('uv', uvs)
        corners = numpy.empty(len(mesh.loops), numpy.int32)
        mesh.loops.foreach_get('vertex_index', corners)
        rows[corners, 3:] = uvs.reshape(-1, 2)
    return rows


def pose(items, time):
    scene = bpy.context.scene
    frame = time * scene.render.fps / scene.render.fps_base
    scene.frame_set(int(frame), subframe=frame - int(frame))
    graph = bpy.context.evaluated_depsgraph_get()
    rows = []
    for item in items:
        evaluated = item.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        points = numpy.empty(len(mesh.vertices) * 3, numpy.float32)
        mesh.vertices.foreach_get('co', points)
        evaluated.to_mesh_clear()
        matrix = numpy.array(evaluated.matrix_world)
        points = points.reshape(-1, 3).astype(float) @ matrix[:3, :3].T + matrix[:3, 3]
        rows.append(points[:, [0, 2, 1]] * [1, 1, -1])  # Blender has +Z up
    return numpy.concatenate(rows)


def run(job):
    result, vertices = {'poses': []}, None
    with open(job['out'] + '.bin', 'wb') as file:
        for wanted in job['clips']:
            items = read(job['file'], wanted['clip'])
            if vertices is None:
                vertices = numpy.concatenate([bind(item) for item in items])
                vertices.astype('<f8').tofile(file)
            for time in wanted['times']:
                pose(items, time).astype('<f8').tofile(file)
                result['poses'].append({'clip': wanted['clip'], 'time': time})
    result['vertices'] = len(vertices)
    return result


for each in json.load(open(sys.argv[-1])):
    try:
        told = run(each)
    except Exception as error:  # the importer's, of any kind
        told = {'error': '%s: %s' % (type(error).__name__, str(error)[:300])}
    with open(each['out'], 'w') as out:
        json.dump(told, out)
