#!/usr/bin/env python3
"""Installs the add-on of packaging/blender in Blender without a window, and imports and exports Collada files with it.

usage: run.py SINEW MODEL.dae...

Blender runs this file again, inside of itself. Exits with 77 if Blender or the models are missing.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ADDON = pathlib.Path(__file__).resolve().parents[2] / "packaging/blender/sinew_collada"


def outside(sinew, models):
    blender, models = shutil.which("blender"), [model for model in models if os.path.exists(model)]
    if not blender or not models:
        print("blender: SKIPPED: " + ("the models are missing" if blender else "Blender is not installed"))
        return 77
    with tempfile.TemporaryDirectory() as folder:
        archive = shutil.make_archive(folder + "/sinew_collada", "zip", ADDON.parent, ADDON.name)
        # The Python in Blender takes its modules from where the first python3 of the PATH is.
        path = os.path.dirname(os.path.realpath(blender)) + os.pathsep + os.environ.get("PATH", "")
        environment = dict(os.environ, BLENDER_USER_SCRIPTS=folder + "/scripts", BLENDER_USER_CONFIG=folder, PATH=path)
        os.mkdir(folder + "/scripts")
        done = subprocess.run([blender, "-b", "--factory-startup", "--python-exit-code", "3", "-P", __file__, "--", archive,
                               sinew, folder, *models], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        told = [line for line in done.stdout.splitlines() if line.startswith(("Warning: ", "Info: "))]
        print(done.stdout if done.returncode else "\n".join(told))
        # The last import is of a file with a finding (inside()).
        assert done.returncode or any("Warning: texture-missing: " in line for line in told), "no finding is reported"
        return done.returncode


def inside(archive, sinew, folder, *models):
    import bpy

    def counts():
        curves = [curve for action in bpy.data.actions for curve in action.fcurves]
        return {"meshes": len(bpy.data.meshes), "bones": sum(len(armature.bones) for armature in bpy.data.armatures),
                "moves": bool(curves)}

    def fails(operator, cause, **arguments):
        try:
            operator(**arguments)
        except RuntimeError as error:
            assert cause in str(error), error
        else:
            raise AssertionError("it did not fail")

    bpy.ops.preferences.addon_install(filepath=archive)
    bpy.ops.preferences.addon_enable(module="sinew_collada")
    load, save = bpy.ops.import_scene.sinew_collada, bpy.ops.export_scene.sinew_collada
    preferences = bpy.context.preferences.addons["sinew_collada"].preferences
    preferences.program = folder + "/no sinew"
    fails(load, "no sinew: not found; set its path in the preferences", filepath=models[0])
    preferences.program = sinew
    fails(load, "none.dae", filepath=folder + "/none.dae")
    for model in models:
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        assert load(filepath=model) == {"FINISHED"}
        before = counts()
        assert before["meshes"] > 0 and before["bones"] > 0 and before["moves"], (model, before)
        written = folder + "/written " + os.path.basename(model)
        assert save(filepath=written, axes="Z") == {"FINISHED"}
        assert "<up_axis>Z_UP</up_axis>" in open(written, encoding="utf-8").read()
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        assert load(filepath=written, check=False) == {"FINISHED"}
        after = counts()
        assert after["bones"] == before["bones"] and after["moves"], (model, before, after)
        print("Info: ", model, before, after)
    bare = shutil.copy(models[0], folder + "/bare.dae")  # without its textures
    assert load(filepath=bare) == {"FINISHED"}
    bpy.ops.preferences.addon_disable(module="sinew_collada")
    assert not hasattr(bpy.types, "IMPORT_SCENE_OT_sinew_collada")


if "--" in sys.argv:
    inside(*sys.argv[sys.argv.index("--") + 1:])
else:
    sys.exit(outside(sys.argv[1], sys.argv[2:]))
