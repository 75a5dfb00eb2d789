"""Writes character.dae: Collada 1.4.1, Y up, facing +Z, clips in library_animation_clips, one matrix channel per joint."""
import numpy as np

from mesh import RIGID_PIECES
from palette import BAKE_RATE, EMISSIVE_STRENGTH, LEG_CLIPS
from skeleton import COUNT, HEADS, INDEX, NAMES, PARENTS

Y_UP = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0.0]])  # from the modeling space, which is Z up and faces -Y
LEG_JOINTS = ("hips", "thigh", "shin", "foot", "toe")

HEADER = """<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><contributor><authoring_tool>assets/character/make.py</authoring_tool></contributor><created>2020-01-01T00:00:00</created>\
<modified>2020-01-01T00:00:00</modified><unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset>
<library_images>{images}</library_images>
<library_effects><effect id="suit-fx"><profile_COMMON>{samplers}<technique sid="common"><phong>\
<emission><texture texture="emissive-sampler" texcoord="UV"/></emission>\
<diffuse><texture texture="base-sampler" texcoord="UV"/></diffuse><specular><color>0.2 0.2 0.2 1</color></specular>\
<shininess><float>30</float></shininess></phong><extra><technique profile="FCOLLADA"><bump>\
<texture texture="normal-sampler" texcoord="UV"/></bump></technique><technique profile="glTF">\
<metallicRoughness><texture texture="surface-sampler" texcoord="UV"/></metallicRoughness>\
<occlusion><texture texture="surface-sampler" texcoord="UV"/></occlusion>\
<emissiveStrength><float>{strength:g}</float></emissiveStrength></technique></extra></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="suit" name="suit"><instance_effect url="#suit-fx"/></material></library_materials>
"""
BIND_MATERIAL = ('<bind_material><technique_common><instance_material symbol="suit" target="#suit">'
                 '<bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/></instance_material>'
                 '</technique_common></bind_material>')


def numbers(values, decimals=5):
    texts = (("%.*f" % (decimals, x)).rstrip("0").rstrip(".") for x in np.asarray(values, float).ravel())
    return " ".join("0" if text in ("-0", "") else text for text in texts)


def matrix(rotation, translation):
    m = np.eye(4)
    m[:3, :3], m[:3, 3] = rotation, translation
    return m


def source(name, values, params, decimals=5):
    count = np.asarray(values).size
    kind, stride = ("float4x4", 16) if params == ["TRANSFORM"] else ("float", len(params))
    return ('<source id="%s"><float_array id="%s-array" count="%d">%s</float_array><technique_common><accessor source="#%s-array" '
            'count="%d" stride="%d">%s</accessor></technique_common></source>'
            % (name, name, count, numbers(values, decimals), name, count // stride, stride,
               "".join('<param name="%s" type="%s"/>' % (p, kind) for p in params)))


def word_source(name, words, param):
    return ('<source id="%s"><Name_array id="%s-array" count="%d">%s</Name_array><technique_common><accessor source="#%s-array" '
            'count="%d" stride="1"><param name="%s" type="name"/></accessor></technique_common></source>'
            % (name, name, len(words), " ".join(words), name, len(words), param))


def header(pictures):
    """pictures: file names by kind, as textures.py writes them."""
    images = "".join('<image id="%s" name="%s"><init_from>%s</init_from></image>' % (i, i, file) for i, file in pictures.items())
    samplers = "".join('<newparam sid="%s-surface"><surface type="2D"><init_from>%s</init_from></surface></newparam>'
                       '<newparam sid="%s-sampler"><sampler2D><source>%s-surface</source></sampler2D></newparam>' % (i, i, i, i)
                       for i in pictures)
    return HEADER.format(images=images, samplers=samplers, strength=EMISSIVE_STRENGTH)


def geometry(name, vertices, normals, corners, corner_uvs):
    uvs, uv_numbers = np.unique(np.round(corner_uvs.reshape(-1, 2), 5), axis=0, return_inverse=True)
    pairs = np.stack([corners.reshape(-1), uv_numbers.reshape(-1)], 1).ravel()
    return ('<geometry id="%s-mesh" name="%s"><mesh>' % (name, name)
            + source(name + "-positions", vertices @ Y_UP.T, "XYZ") + source(name + "-normals", normals @ Y_UP.T, "XYZ", 4)
            + source(name + "-uvs", uvs, "ST")
            + '<vertices id="{0}-vertices"><input semantic="POSITION" source="#{0}-positions"/><input semantic="NORMAL" '
              'source="#{0}-normals"/></vertices><triangles material="suit" count="{1}"><input semantic="VERTEX" source="#{0}-vertices" '
              'offset="0"/><input semantic="TEXCOORD" source="#{0}-uvs" offset="1" set="0"/><p>'.format(name, len(corners))
            + " ".join(map(str, pairs)) + "</p></triangles></mesh></geometry>\n")


def geometries(model, triangles):
    """Writes all meshes, a rigid piece relative to its joint. Returns the text and the vertices of the body in order."""
    text, body = "<library_geometries>\n", None
    for number, (name, joint) in enumerate([("body", None)] + [(n, j) for n, j, _ in RIGID_PIECES]):
        mine = triangles.objects == number
        used, corners = np.unique(triangles.corners[mine], return_inverse=True)
        origin = HEADS[INDEX[joint]] if joint else 0
        text += geometry(name, model.vertices[used] - origin, model.normals[used], corners.reshape(-1, 3), triangles.uvs[mine])
        body = used if joint is None else body
    return text + "</library_geometries>\n", body


def controller(weights):
    """Leaves out joints that move no vertex of the body."""
    joints = np.nonzero(weights.max(0) > 0)[0]
    weights = np.round(weights[:, joints], 4)
    weights[np.arange(len(weights)), weights.argmax(1)] += 1 - weights.sum(1)  # keeps the sum at 1 after rounding
    weights = np.round(weights, 4)
    values, numbers_of = np.unique(weights[weights > 0], return_inverse=True)
    columns = np.nonzero(weights)[1]
    inverse_binds = np.array([matrix(np.eye(3), -Y_UP @ HEADS[j]) for j in joints])
    return ('<library_controllers><controller id="body-skin"><skin source="#body-mesh"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1'
            '</bind_shape_matrix>' + word_source("body-joints", [NAMES[j] for j in joints], "JOINT")
            + source("body-bind", inverse_binds, ["TRANSFORM"]) + source("body-weights", values, ["WEIGHT"], 4)
            + '<joints><input semantic="JOINT" source="#body-joints"/><input semantic="INV_BIND_MATRIX" source="#body-bind"/></joints>'
              '<vertex_weights count="%d"><input semantic="JOINT" source="#body-joints" offset="0"/><input semantic="WEIGHT" '
              'source="#body-weights" offset="1"/><vcount>%s</vcount><v>%s</v></vertex_weights></skin></controller></library_controllers>\n'
            % (len(weights), " ".join(map(str, (weights > 0).sum(1))), " ".join("%d %d" % pair for pair in zip(columns, numbers_of))))


def local_matrix(joint, frame=None):
    parent = PARENTS[joint]
    place = HEADS[joint] - (HEADS[parent] if parent >= 0 else 0)
    if frame is None:
        return matrix(np.eye(3), Y_UP @ place)
    rotation = Y_UP @ frame.rotations[joint] @ Y_UP.T
    if NAMES[joint] == "eyes":
        rotation = rotation @ np.diag([1, frame.eyes_open, 1])
    return matrix(rotation, Y_UP @ (place + (frame.hips_offset if parent < 0 else 0)))


def animations(clips):
    """clips: name -> frames at BAKE_RATE. A joint that keeps its rest transform gets no channel."""
    libraries, entries = [], []
    for name, frames in clips.items():
        channels, written = [], set()
        for joint in range(COUNT):
            fine = name in LEG_CLIPS and NAMES[joint].split("_")[0] in LEG_JOINTS
            step = 1 if fine else 2
            matrices = np.array([local_matrix(joint, frame) for frame in frames[::step]])
            if np.abs(matrices - local_matrix(joint)).max() < 1e-5:
                continue
            rate, key, text = "%s-%d" % (name, BAKE_RATE // step), "%s-%s" % (name, NAMES[joint]), ""
            if rate not in written:
                written.add(rate)
                text += source(rate + "-times", np.arange(len(matrices)) * step / BAKE_RATE, ["TIME"])
                text += word_source(rate + "-steps", ["LINEAR"] * len(matrices), "INTERPOLATION")
            text += source(key + "-matrices", matrices, ["TRANSFORM"])
            channels.append('<animation id="{0}">{1}<sampler id="{0}-sampler"><input semantic="INPUT" source="#{2}-times"/><input '
                            'semantic="OUTPUT" source="#{0}-matrices"/><input semantic="INTERPOLATION" source="#{2}-steps"/></sampler>'
                            '<channel source="#{0}-sampler" target="{3}/transform"/></animation>\n'.format(key, text, rate, NAMES[joint]))
        libraries.append('<animation id="%s" name="%s">%s</animation>\n' % (name, name, "".join(channels)))
        entries.append('<animation_clip id="{0}-clip" name="{0}" start="0" end="{1:g}"><instance_animation url="#{0}"/></animation_clip>'
                       .format(name, (len(frames) - 1) / BAKE_RATE))
    # one animation around all of them, or assimp names every clip after the first
    return ('<library_animations><animation id="Pip" name="Pip">\n' + "".join(libraries) + "</animation></library_animations>\n"
            "<library_animation_clips>" + "".join(entries) + "</library_animation_clips>\n")


def joint_node(joint):
    children = "".join(joint_node(k) for k in range(COUNT) if PARENTS[k] == joint)
    for piece, holder, _ in RIGID_PIECES:
        if holder == NAMES[joint]:
            children += ('<node id="{0}-node" name="{0}"><instance_geometry url="#{0}-mesh">{1}</instance_geometry></node>'
                         .format(piece, BIND_MATERIAL))
    return ('<node id="{0}" name="{0}" sid="{0}" type="JOINT"><matrix sid="transform">{1}</matrix>{2}</node>\n'
            .format(NAMES[joint], numbers(local_matrix(joint), 6), children))


def scene():
    return ('<library_visual_scenes><visual_scene id="scene" name="scene">' + joint_node(0) + '<node id="body-node" name="body">'
            '<instance_controller url="#body-skin"><skeleton>#hips</skeleton>' + BIND_MATERIAL + "</instance_controller></node>"
            '</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene url="#scene"/></scene>\n</COLLADA>\n')


def write_collada(path, model, triangles, clips, pictures):
    meshes, body = geometries(model, triangles)
    text = header(pictures) + meshes + controller(model.weights[body]) + animations(clips) + scene()
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
