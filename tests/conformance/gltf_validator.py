#!/usr/bin/env python3
"""Compares `sinew --check` with Khronos' gltf-validator: what that calls an error about skins, animations, meshes,
accessors or nodes must be a finding, a refusal, or listed in REASONS.

    gltf_validator.py --sinew SINEW --modules DIR [--plant RIG]... FILE_OR_FOLDER...

--plant adds a copy of a rig for each class of fault. Paths that do not exist are left out. --modules: the folder of
third_party/install_judges.py; $SINEW_JUDGES by default. Exits with 77 if it has no gltf-validator, or node is missing."""
import argparse
import collections
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/planted"))
import clips  # noqa: E402 F401 registers faults
import skins  # noqa: E402 F401 registers faults
import surfaces  # noqa: E402 F401 registers faults
from classes import GLTF, NoPlace  # noqa: E402
from judge import verdicts  # noqa: E402
from rig import Rig  # noqa: E402

SCRIPT = r"""
const validator = require(process.argv[2]), fs = require('fs'), path = require('path');
const files = fs.readFileSync(0, 'utf8').split('\n').filter(line => line);
(async () => {
  for (const file of files) {
    const read = uri => new Promise((resolve, reject) => {
      try {
        const name = path.resolve(path.dirname(file), decodeURIComponent(uri));
        if (!fs.statSync(name).isFile()) throw 'no file';  // devices have no end
        resolve(new Uint8Array(fs.readFileSync(name)));
      }
      catch (error) { reject(error.toString()); }
    });
    let errors = [];
    try {
      const options = {uri: path.basename(file), maxIssues: 0, externalResourceFunction: read};
      const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), options);
      errors = report.issues.messages.filter(message => message.severity === 0);
    } catch (error) { errors = [{code: 'NOT_GLTF', pointer: '', message: String(error)}]; }
    const seen = {};
    for (const {code, pointer, message} of errors) {
      const key = code + ' ' + (pointer || '').split('/')[1];
      seen[key] = seen[key] || {code, pointer: pointer || '', message};
    }
    console.log(JSON.stringify({file, errors: Object.values(seen)}));
  }
})();
"""

SUBJECTS = ("skins", "animations", "meshes", "accessors", "nodes", "bufferViews", "buffers", "scenes")

# The findings of which one says the same as the validator's error.
UNUSABLE = {"mesh-unusable", "channel-unusable", "attribute-ignored"}
COVERED = {
    "ANIMATION_DUPLICATE_TARGETS": {"channel-twice", "reference-missing"},
    "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT": {"keys-mismatched", "channel-unusable", "morph-misfit"},
    "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT": {"channel-unusable", "rotation-not-unit"},
    "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT": {"channel-unusable"},
    "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS": {"channel-unmatched"},
    "ACCESSOR_ANIMATION_INPUT_NEGATIVE": {"clip-early"},
    "ACCESSOR_ANIMATION_INPUT_NON_INCREASING": {"key-order", "clip-early"},
    "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION": {"rotation-not-unit", "key-dropped"},
    "ACCESSOR_INVALID_FLOAT": {"position-not-finite", "uv-not-finite", "normals-made", "key-dropped", "morph-not-finite",
                               "bind-singular", "weight-ignored", "vertices-unweighted", "color-not-finite", "root-not-finite"},
    "ACCESSOR_WEIGHTS_NON_NORMALIZED": {"weights-not-normalised", "weight-ignored", "vertices-unweighted"},
    "ACCESSOR_NEGATIVE_WEIGHT": {"weight-ignored"},
    "ACCESSOR_WEIGHTS_NEGATIVE": {"weight-ignored"},
    "ACCESSOR_INVALID_SIGN": {"tangents-odd"},
    "ACCESSOR_NON_UNIT": {"rotation-not-unit", "key-dropped", "normals-made", "normals-not-unit"},
    "ACCESSOR_VECTOR3_NON_UNIT": {"normals-made", "normals-not-unit"},
    "ACCESSOR_INDEX_OOB": {"index-out-of-range"},
    "ACCESSOR_JOINTS_INDEX_OOB": {"weight-of-no-joint"},
    "ACCESSOR_INVALID_IBM": {"bind-not-affine", "bind-singular"},
    "ACCESSOR_INDEX_PRIMITIVE_RESTART": {"index-out-of-range"},
    "ACCESSOR_TOO_LONG": UNUSABLE,
    "ACCESSOR_TOTAL_OFFSET_ALIGNMENT": UNUSABLE,
    "BUFFER_VIEW_TOO_LONG": UNUSABLE,
    "MESH_PRIMITIVE_ACCESSOR_INVALID_FORMAT": UNUSABLE,
    "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT": UNUSABLE | {"weights-not-normalised", "attribute-format"},
    "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT": UNUSABLE,
    "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT": UNUSABLE,
    "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH": {"attribute-ignored"},
    "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT": {"attribute-ignored", "mesh-unusable"},
    "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT": {"morph-misfit", "mesh-unusable"},
    "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR": {"morph-misfit", "mesh-unusable"},
    "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT": {"morph-misfit"},
    "MESH_INVALID_WEIGHTS_COUNT": {"morph-misfit"},
    "NODE_WEIGHTS_INVALID": {"morph-misfit"},
    "NODE_SKIN_WITH_NON_SKINNED_MESH": {"attribute-ignored", "skin-without-weights"},
    "SKIN_IBM_ACCESSOR_INVALID_FORMAT": {"mesh-unusable"},
    "SKIN_IBM_INVALID_FORMAT": {"mesh-unusable"},
    "INVALID_IBM_ACCESSOR_COUNT": {"mesh-unusable", "reference-missing"},
    "UNRESOLVED_REFERENCE": {"reference-missing", "mesh-unusable", "channel-unusable"},
    "ARRAY_LENGTH_NOT_IN_LIST": {"morph-misfit", "transform-invalid"},
    "DUPLICATE_ELEMENTS": {"joint-duplicate"},
    "VALUE_NOT_IN_LIST": {"channel-unusable", "interpolation-unknown", "mesh-unusable"},
    "VALUE_NOT_IN_RANGE": {"channel-unusable", "mesh-unusable"},
    "EMPTY_ENTITY": {"mesh-empty", "clip-empty", "mesh-unusable"},
    "ROTATION_NON_UNIT": {"rotation-not-unit"},
    "MESH_PRIMITIVE_TOO_FEW_TEXCOORDS": {"uvs-missing", "uv-set-missing", "uv-set-ignored"},
    "SKIN_SKELETON_INVALID": {"skin-root"},
    "SKIN_NO_SCENE": {"joints-outside-scene"},
    "NODE_SKIN_NO_SCENE": {"joints-outside-scene"},
    "ANIMATION_CHANNEL_TARGET_NODE_MATRIX": {"matrix-animated"},
    "SCENE_NON_ROOT_NODE": {"node-parents"},
    "NODE_PARENT_OVERRIDE": {"node-parents"},
}

# Errors that change nothing of what is seen, and are therefore no findings.
REASONS = {
    "SKIN_SKELETON_INVALID": "skin.skeleton is a hint for tools; one that is above most joints is not noted",
    "SKIN_NO_COMMON_ROOT": "joints of several roots move their vertices all the same",
    "ACCESSOR_MIN_MISMATCH": "bounds are computed from the values",
    "ACCESSOR_MAX_MISMATCH": "bounds are computed from the values",
    "ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND": "bounds are computed from the values",
    "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND": "bounds are computed from the values",
    "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS": "bounds are computed from the values",
    "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS": "the times themselves are read",
    "ACCESSOR_TOTAL_OFFSET_ALIGNMENT": "bytes are copied, at any offset",
    "ACCESSOR_OFFSET_ALIGNMENT": "bytes are copied, at any offset",
    "MESH_PRIMITIVE_ACCESSOR_UNALIGNED": "bytes are copied, at any offset",
    "ARRAY_TYPE_MISMATCH": "bounds are computed from the values",
    "INVALID_GL_VALUE": "bounds are computed from the values",
    "BUFFER_VIEW_TARGET_OVERRIDE": "targets are hints for graphics APIs",
    "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE": "a shared view without a stride is read packed",
    "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_ALIGNMENT": "bytes are copied, at any offset",
    "TYPE_MISMATCH": "values of another JSON type read as missing; what is lost by it is a finding of its own",
    "UNDEFINED_PROPERTY": "a missing property has its default where the format's text gives none",
    "ACCESSOR_INVALID_IBM": "a last row that is off by less than 0.001 moves no vertex visibly",
    "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE": "strides are followed, whatever the view is for",
    "EMPTY_ENTITY": "an empty list, such as of children, says the same as none",
    "ACCESSOR_JOINTS_INDEX_DUPLICATE": "the weights that a vertex has of one joint are summed",
    "ACCESSOR_WEIGHTS_NON_NORMALIZED": "its sums leave out weights that a vertex has of one joint twice",
    "ACCESSOR_VECTOR3_NON_UNIT": "only normal maps show tangents; normals are findings",
    "MESH_PRIMITIVE_NO_TANGENT_SPACE": "tangents are computed from the texture coordinates",
    "IO_ERROR": "files beside the model are findings of their own",
}


def files_of(paths):
    for path in paths:
        if os.path.isdir(path):
            for root, _, names in sorted(os.walk(path)):
                yield from (os.path.join(root, n) for n in sorted(names) if n.lower().endswith((".gltf", ".glb")))
        else:
            yield path


def planted(path, folder):
    """A file for each fault that has a place in the rig."""
    rig = Rig(path)
    for name, fault in GLTF.faults.items():
        changed = rig.copy()
        try:
            fault.change(changed, random.Random(name))
        except NoPlace:
            continue
        file = os.path.join(folder, "%s-%s.glb" % (os.path.basename(path), name))
        changed.save(file)
        yield file


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sinew", required=True)
    parser.add_argument("--modules", default=os.environ.get("SINEW_JUDGES", ""))
    parser.add_argument("--plant", action="append", default=[])
    parser.add_argument("paths", nargs="*")
    options = parser.parse_args()
    package = os.path.join(options.modules, "node_modules", "gltf-validator")
    if not os.path.isdir(package) or not shutil.which("node"):
        print("SKIPPED: node and the npm package gltf-validator are needed (third_party/install_judges.py DIR, then --modules DIR)")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        return judge(options, package, folder)


def judge(options, package, folder):
    files = [os.path.abspath(f) for f in files_of(p for p in options.paths if os.path.exists(p))]
    for rig in options.plant:
        if os.path.exists(rig):
            files += planted(rig, folder)
    with tempfile.NamedTemporaryFile("w", suffix=".js") as script:
        script.write(SCRIPT)
        script.flush()
        judged, crashed, left = [], 0, files
        while left:  # the validator ends at files that are nested too deep
            done = subprocess.run(["node", script.name, os.path.abspath(package)], input="\n".join(left),
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            own = [json.loads(line) for line in done.stdout.splitlines()]
            judged += own
            crashed += len(own) < len(left)
            left = left[len(own) + 1:]
    found = verdicts(options.sinew, files)
    counts = collections.Counter()
    missed = collections.defaultdict(list)
    for one in judged:
        ours = found.get(one["file"], {"error": "no verdict"})
        ids = {f["id"] for f in ours.get("findings", [])}
        for error in one["errors"]:
            code, subject = error["code"], error["pointer"].split("/")[1:2]
            if not subject or subject[0] not in SUBJECTS:
                continue
            if "error" in ours or ids & COVERED.get(code, set()):
                counts["found"] += 1
            elif code in REASONS:
                counts["listed"] += 1
            else:
                counts["missed"] += 1
                missed[code].append((one["file"], error["pointer"], error["message"]))
    for code, cases in sorted(missed.items()):
        print("%s: %d files, such as %s %s: %s" % (code, len(cases), *cases[0]))
    if crashed:
        print("the validator crashed on %d files" % crashed)
    print("%d files, %d with errors: %d kinds of errors found, %d listed with a reason, %d missed" %
          (len(judged), sum(bool(one["errors"]) for one in judged), counts["found"], counts["listed"],
           counts["missed"]))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
