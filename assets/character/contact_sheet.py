"""Renders moments of clips side by side:

    blender -b --factory-startup -P contact_sheet.py -- MODEL.dae OUT.png [--clip Walk] [--count 12] [--columns 6] [--turn 40] ...

Turn is the camera's angle in degrees around the model: 0 from the front, 90 from its left. Without --clip every clip has a row.
"""
import argparse
import math
import os
import sys

import bpy
import numpy as np
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from collada_reader import Scene, skin  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(prog="contact_sheet.py")
    parser.add_argument("model")
    parser.add_argument("out")
    parser.add_argument("--clip")
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--columns", type=int, default=0)
    parser.add_argument("--turn", type=float, default=40)
    parser.add_argument("--cell", type=int, default=240)
    parser.add_argument("--samples", type=int, default=16)
    parser.add_argument("--from", dest="first", type=float, default=0.0, help="share of the clip")
    parser.add_argument("--to", dest="last", type=float, default=1.0)
    parser.add_argument("--extent", type=float, default=2.2, help="metres that a cell shows")
    parser.add_argument("--height", type=float, default=0.88, help="of the cell's middle")
    parser.add_argument("--middle", type=float, nargs=2, default=(0.0, 0.0), help="x and z of the cell's middle")
    parser.add_argument("--above", type=float, default=8, help="camera's elevation in degrees")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1:])


def set_up(options, width, height):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples = options.samples
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 2
    scene.view_settings.view_transform = "Standard"
    scene.render.resolution_x, scene.render.resolution_y = width, height
    world = bpy.data.worlds.new("sky")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (0.55, 0.62, 0.72, 1)
    world.node_tree.nodes["Background"].inputs[1].default_value = 0.6
    scene.world = world
    for energy, pitch, turn in ((2.2, 48, -40), (1.0, 60, 150)):
        light = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
        light.data.energy, light.data.angle = energy, 0.15
        light.rotation_euler = (math.radians(pitch), 0, math.radians(turn + options.turn))
        scene.collection.objects.link(light)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.type = "ORTHO"
    scene.collection.objects.link(camera)
    scene.camera = camera
    return scene, camera


def material(reader, folder):
    made = bpy.data.materials.new("skin")
    made.use_nodes = True
    tree = made.node_tree
    surface = tree.nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = 0.5
    if "base" in reader.by_id:
        base, normal = (tree.nodes.new("ShaderNodeTexImage") for _ in range(2))
        base.image = bpy.data.images.load(os.path.join(folder, reader.texture("base")))
        normal.image = bpy.data.images.load(os.path.join(folder, reader.texture("normal")))
        normal.image.colorspace_settings.name = "Non-Color"
        bump = tree.nodes.new("ShaderNodeNormalMap")
        tree.links.new(base.outputs[0], surface.inputs["Base Color"])
        tree.links.new(normal.outputs[0], bump.inputs["Color"])
        tree.links.new(bump.outputs[0], surface.inputs["Normal"])
    else:
        colors = tree.nodes.new("ShaderNodeVertexColor")
        colors.layer_name = "Color"
        tree.links.new(colors.outputs[0], surface.inputs["Base Color"])
    return made


def add_mesh(shape, points, surface, offset):
    """Converts points from Y up to Blender's Z up."""
    mesh = bpy.data.meshes.new(shape.name)
    placed = np.stack([points[:, 0], -points[:, 2], points[:, 1]], axis=1) + offset
    mesh.from_pydata(placed.tolist(), [], shape.triangles.tolist())
    if shape.corner_uvs is not None:
        mesh.uv_layers.new(name="UV").data.foreach_set("uv", shape.corner_uvs.ravel())
    if shape.colors is not None:
        layer = mesh.color_attributes.new("Color", "FLOAT_COLOR", "POINT")
        layer.data.foreach_set("color", np.concatenate([shape.colors, np.ones((len(points), 1))], 1).ravel())
    mesh.polygons.foreach_set("use_smooth", [True] * len(shape.triangles))
    mesh.materials.append(surface)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new(shape.name, mesh))


def main():
    options = arguments()
    reader = Scene(options.model)
    names = [options.clip] if options.clip else list(reader.clips)
    moments = [(name, options.first + (options.last - options.first) * k / options.count) for name in names for k in range(options.count)]
    columns = options.columns or options.count
    rows = math.ceil(len(moments) / columns)
    scene, camera = set_up(options, columns * options.cell, rows * options.cell)
    surface = material(reader, os.path.dirname(os.path.abspath(options.model)))
    turn, above = math.radians(options.turn), math.radians(options.above)
    right = np.array([math.cos(turn), math.sin(turn), 0])
    back = np.array([math.sin(turn) * math.cos(above), -math.cos(turn) * math.cos(above), math.sin(above)])
    up = np.cross(back, right)
    for index, (name, share) in enumerate(moments):
        clip = reader.clips[name]
        world = reader.pose(clip, share * clip.duration)
        cell = right * (index % columns - (columns - 1) / 2) - up * (index // columns - (rows - 1) / 2)
        middle = np.array([options.middle[0], -options.middle[1], options.height])
        for shape in reader.shapes:
            add_mesh(shape, skin(shape, world), surface, cell * options.extent - middle)
        floor = bpy.data.meshes.new("floor")
        side, ahead = right * 0.46 * options.extent, np.cross([0, 0, 1], right) * 0.46 * options.extent
        corners = [cell * options.extent - [0, 0, options.height] + side * x + ahead * y for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        floor.from_pydata([tuple(c) for c in corners], [], [(0, 1, 2, 3)])
        scene.collection.objects.link(bpy.data.objects.new("floor", floor))
    camera.location = Vector(back * 40)
    camera.rotation_euler = Vector(-back).to_track_quat("-Z", "Y").to_euler()
    camera.data.ortho_scale = max(columns, rows) * options.extent
    camera.data.clip_end = 100
    scene.render.filepath = os.path.abspath(options.out)
    bpy.ops.render.render(write_still=True)


main()
