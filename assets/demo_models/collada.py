"""Writes a model as Collada 1.4.1."""
from demo_models.maths import IDENTITY, matrix, subtract


def number(x):
    return "%.5g" % (0.0 if abs(x) < 5e-6 else x)


def flatten(values):
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from flatten(value)
        else:
            yield value


def source(name, values, params):
    numbers = [number(x) for x in flatten(values)]
    kind, stride = ("float4x4", 16) if params == ["TRANSFORM"] else ("float", len(params))
    described = "".join('<param name="%s" type="%s"/>' % (p, kind) for p in params)
    return ('<source id="%s"><float_array id="%s-array" count="%d">%s</float_array><technique_common><accessor source="#%s-array" '
            'count="%d" stride="%d">%s</accessor></technique_common></source>\n'
            % (name, name, len(numbers), " ".join(numbers), name, len(numbers) // stride, stride, described))


def name_source(name, words, param):
    return ('<source id="%s"><Name_array id="%s-array" count="%d">%s</Name_array><technique_common><accessor source="#%s-array" '
            'count="%d" stride="1"><param name="%s" type="name"/></accessor></technique_common></source>\n'
            % (name, name, len(words), " ".join(words), name, len(words), param))


def geometry(name, mesh):
    polygons = " ".join(str(i) for face in mesh.faces for i in face)
    sizes = " ".join(str(len(face)) for face in mesh.faces)
    return ('<library_geometries><geometry id="%s" name="%s"><mesh>\n' % (name, name)
            + source(name + "-positions", mesh.positions, ["X", "Y", "Z"])
            + source(name + "-normals", [[round(x, 3) for x in n] for n in mesh.normals()], ["X", "Y", "Z"])
            + source(name + "-colors", [[round(x, 3) for x in c] for c in mesh.colors], ["R", "G", "B"])
            + ('<vertices id="%s-vertices"><input semantic="POSITION" source="#%s-positions"/></vertices>\n'
               '<polylist material="skin" count="%d"><input semantic="VERTEX" source="#%s-vertices" offset="0"/>'
               '<input semantic="NORMAL" source="#%s-normals" offset="0"/>'
               '<input semantic="COLOR" source="#%s-colors" offset="0" set="0"/>\n'
               % (name, name, len(mesh.faces), name, name, name))
            + "<vcount>%s</vcount>\n<p>%s</p></polylist></mesh></geometry></library_geometries>\n" % (sizes, polygons))


def controller(name, mesh, chain):
    index, counts, pairs = {}, [], []  # index: weight -> its position in the file
    for influences in mesh.influences:
        assert 1 <= len(influences) <= 4
        counts.append(str(len(influences)))
        for bone, weight in influences:
            slot = index.setdefault(round(weight, 4), len(index))
            pairs.append("%d %d" % (bone, slot))
    inverse_bind = [matrix(IDENTITY, [-x for x in p]) for p in chain.positions]
    return ('<library_controllers><controller id="%s-skin"><skin source="#%s">\n'
            '<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>\n' % (name, name)
            + name_source(name + "-joints", chain.names, "JOINT")
            + source(name + "-bind", inverse_bind, ["TRANSFORM"])
            + source(name + "-weights", list(index), ["WEIGHT"])
            + ('<joints><input semantic="JOINT" source="#%s-joints"/><input semantic="INV_BIND_MATRIX" source="#%s-bind"/></joints>\n'
               '<vertex_weights count="%d"><input semantic="JOINT" source="#%s-joints" offset="0"/>'
               '<input semantic="WEIGHT" source="#%s-weights" offset="1"/>\n' % (name, name, len(counts), name, name))
            + "<vcount>%s</vcount>\n<v>%s</v></vertex_weights></skin></controller></library_controllers>\n"
            % (" ".join(counts), " ".join(pairs)))


def animations(clip):
    text = '<library_animations><animation id="%s" name="%s">\n' % (clip.name, clip.name)
    text += source(clip.name + "-times", clip.times, ["TIME"])
    text += name_source(clip.name + "-steps", ["LINEAR"] * len(clip.times), "INTERPOLATION")
    for bone, matrices in clip.matrices.items():
        key = "%s-%s" % (clip.name, bone)
        text += source(key, matrices, ["TRANSFORM"])
        text += ('<sampler id="%s-sampler"><input semantic="INPUT" source="#%s-times"/><input semantic="OUTPUT" source="#%s"/>'
                 '<input semantic="INTERPOLATION" source="#%s-steps"/></sampler><channel source="#%s-sampler" target="%s/transform"/>\n'
                 % (key, clip.name, key, clip.name, key, bone))
    return text + "</animation></library_animations>\n"


def scene(name, chain):
    opening, parent = "", [0, 0, 0]
    for bone, position in zip(chain.names, chain.positions):
        values = " ".join(number(x) for x in flatten(matrix(IDENTITY, subtract(position, parent))))
        opening += '<node id="%s" name="%s" sid="%s" type="JOINT"><matrix sid="transform">%s</matrix>\n' % (bone, bone, bone, values)
        parent = position
    return ('<library_visual_scenes><visual_scene id="scene" name="scene">\n' + opening + "</node>" * len(chain.names)
            + '\n<node id="%s-node" name="%s"><instance_controller url="#%s-skin"><skeleton>#%s</skeleton><bind_material><technique_common>'
              '<instance_material symbol="skin" target="#skin"/></technique_common></bind_material></instance_controller></node>\n'
              '</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene url="#scene"/></scene>\n</COLLADA>\n'
            % (name, name, name, chain.names[0]))


HEADER = """<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><contributor><authoring_tool>make_demo_models.py</authoring_tool></contributor><created>2020-01-01T00:00:00</created>\
<modified>2020-01-01T00:00:00</modified><unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset>
<library_effects><effect id="skin-effect"><profile_COMMON><technique sid="common"><phong><diffuse><color>1 1 1 1</color></diffuse>\
<specular><color>0.2 0.2 0.2 1</color></specular><shininess><float>30</float></shininess></phong></technique></profile_COMMON></effect>\
</library_effects>
<library_materials><material id="skin" name="skin"><instance_effect url="#skin-effect"/></material></library_materials>
"""


def write_collada(path, name, mesh, chain, clip):
    text = HEADER + geometry(name, mesh) + controller(name, mesh, chain) + animations(clip) + scene(name, chain)
    path.write_text(text, encoding="utf-8", newline="\n")
