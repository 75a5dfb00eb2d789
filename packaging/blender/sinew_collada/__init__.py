"""File > Import / Export > Collada (Sinew): converts with the program sinew, through glTF in a temporary directory."""
import json
import os
import shutil
import subprocess
import tempfile

import bpy
import numpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, StringProperty
from bpy_extras.io_utils import ExportHelper, ImportHelper

bl_info = {  # Blender 4.2 and later read blender_manifest.toml
    "name": "Collada (Sinew)",
    "author": "The Sinew developers",
    "version": (0, 2, 0),
    "blender": (3, 0, 0),
    "location": "File > Import / Export > Collada (Sinew)",
    "description": "Import and export Collada files through the program Sinew",
    "category": "Import-Export",
}

MOST_REPORTS = 20
LEVELS = {"error": "ERROR", "warning": "WARNING", "info": "INFO"}

if "bool" not in numpy.__dict__:
    numpy.bool = bool  # which the glTF importer of Blender 3.4 uses, and newer versions of numpy lack


class SinewFailed(Exception):
    pass


def program(context):
    """The path of sinew. Raises SinewFailed with what to do."""
    addon = context.preferences.addons.get(__package__)
    given = bpy.path.abspath(addon.preferences.program) if addon else ""
    found = shutil.which(given or "sinew")
    if not found:
        raise SinewFailed(f"{given or 'sinew'}: not found; set its path in the preferences of the add-on Collada (Sinew)")
    return found


def run(context, *arguments):
    """The finished program. Its exit code may be 1: a check that failed."""
    flags = subprocess.CREATE_NO_WINDOW if os.name == "nt" else 0
    done = subprocess.run([program(context), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8", errors="replace", creationflags=flags)
    if done.returncode not in (0, 1):
        lines = done.stderr.splitlines() or [f"sinew ended with {done.returncode}"]
        raise SinewFailed(lines[-1])
    return done


class Sinew:
    """What both operators share: steps with a progress bar, findings and errors as reports."""

    def begin(self, context, steps):
        self.step = 0
        self.told = 0
        self.window_manager = context.window_manager
        self.window_manager.progress_begin(0, steps)

    def advance(self):
        self.step += 1
        self.window_manager.progress_update(self.step)

    def tell(self, level, line):
        """An error would end the operator: what came through is a warning at most."""
        self.told += 1
        if self.told <= MOST_REPORTS:
            self.report({"WARNING" if level == "ERROR" else level}, line)
        elif self.told == MOST_REPORTS + 1:
            self.report({"INFO"}, "further findings are left out; run sinew --check")

    def tell_lines(self, text, checked=False):
        for line in text.splitlines():
            if not (checked and ": warning: " in line):  # --check tells that as well
                self.tell("WARNING", line[len("sinew: "):] if line.startswith("sinew: ") else line)

    def guarded(self, context, steps, work):
        self.begin(context, steps)
        try:
            with tempfile.TemporaryDirectory(prefix="sinew_") as folder:
                work(folder)
        # Blender's glTF operators raise the last three.
        except (SinewFailed, OSError, RuntimeError, TypeError, ValueError) as error:
            self.report({"ERROR"}, str(error).strip())
            return {"CANCELLED"}
        finally:
            self.window_manager.progress_end()
        return {"FINISHED"}


class IMPORT_SCENE_OT_sinew_collada(bpy.types.Operator, ImportHelper, Sinew):
    """Import Collada files with their rigs, clips and materials"""
    bl_idname = "import_scene.sinew_collada"
    bl_label = "Import Collada (Sinew)"
    bl_options = {"UNDO"}
    filename_ext = ".dae"
    filter_glob: StringProperty(default="*.dae", options={"HIDDEN"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    check: BoolProperty(name="Check the rig", description="Report what sinew --check finds", default=True)

    def execute(self, context):
        paths = [os.path.join(self.directory, file.name) for file in self.files if file.name] or [self.filepath]

        def work(folder):
            for path in paths:
                glb = os.path.join(folder, os.path.splitext(os.path.basename(path))[0] + ".glb")
                self.tell_lines(run(context, path, "--export", glb).stderr, self.check)
                self.advance()
                if self.check:
                    for finding in json.loads(run(context, path, "--check", "--json").stdout)["findings"]:
                        self.tell(LEVELS[finding["severity"]],
                                  f"{finding['id']}: {finding['object']}: {finding['message']}")
                self.advance()
                bpy.ops.import_scene.gltf(filepath=glb)
                self.advance()
        return self.guarded(context, 3 * len(paths), work)


class EXPORT_SCENE_OT_sinew_collada(bpy.types.Operator, ExportHelper, Sinew):
    """Export the scene as Collada 1.4.1, with rigs, clips and materials"""
    bl_idname = "export_scene.sinew_collada"
    bl_label = "Export Collada (Sinew)"
    filename_ext = ".dae"
    filter_glob: StringProperty(default="*.dae", options={"HIDDEN"})
    use_selection: BoolProperty(name="Selected objects only", default=False)
    axes: EnumProperty(name="Up axis", items=[("Y", "Y", ""), ("Z", "Z", "As Gazebo and Second Life have it")])

    def execute(self, context):
        def work(folder):
            glb = os.path.join(folder, "scene.glb")
            bpy.ops.export_scene.gltf(filepath=glb, export_format="GLB", use_selection=self.use_selection)
            self.advance()
            self.tell_lines(run(context, glb, "--export", self.filepath, "--axes", self.axes).stderr)
            self.advance()
        return self.guarded(context, 2, work)


class SinewPreferences(bpy.types.AddonPreferences):
    bl_idname = __package__
    program: StringProperty(name="Path of sinew", subtype="FILE_PATH", description="Empty: the sinew on the PATH")

    def draw(self, context):
        self.layout.prop(self, "program")
        try:
            self.layout.label(text=run(context, "--version").stdout.strip())
        except (SinewFailed, OSError) as error:
            self.layout.label(text=str(error), icon="ERROR")


CLASSES = (IMPORT_SCENE_OT_sinew_collada, EXPORT_SCENE_OT_sinew_collada, SinewPreferences)


def menu_import(self, _):
    self.layout.operator(IMPORT_SCENE_OT_sinew_collada.bl_idname, text="Collada (Sinew) (.dae)")


def menu_export(self, _):
    self.layout.operator(EXPORT_SCENE_OT_sinew_collada.bl_idname, text="Collada (Sinew) (.dae)")


def register():
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.TOPBAR_MT_file_import.append(menu_import)
    bpy.types.TOPBAR_MT_file_export.append(menu_export)


def unregister():
    bpy.types.TOPBAR_MT_file_import.remove(menu_import)
    bpy.types.TOPBAR_MT_file_export.remove(menu_export)
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
