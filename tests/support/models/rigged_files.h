#pragma once

#include <string>
#include <vector>

#include "support/models/collada.h"
#include "support/models/gltf.h"

/// The smallest rigged, animated files.
namespace import_files {

inline std::string riggedCollada() {
    Collada file;
    file.joints = {"hip", "knee"};
    file.weights = {{{0, 1.0f}}, {{0, 0.5f}, {1, 0.5f}}, {{1, 1.0f}}, {{0, 1.0f}}};
    file.nodes = joint("hip", joint("knee"));
    file.animations = Collada::animation("bend", "knee/t", {0.0f, 0.5f, 1.0f}, {0, 0, 0, 1, 0, 0, 0, 0, 0}, 3);
    return file.text();
}

/// As .gltf (text) or .glb.
inline std::string riggedGltf(bool binary) {
    Gltf file;
    file.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    file.ushorts({0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
    file.floats({0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
    file.floats({0.0f, 1.0f}, "SCALAR", 1);
    file.floats({0, 0, 0, 0, 1, 0}, "VEC3", 3);
    file.floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,  //
                 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                "MAT4", 16);
    const std::string json =
        R"("scenes":[{"nodes":[0,2]}],"scene":0,"nodes":[{"name":"a","children":[1]},{"name":"b"},{"mesh":0,"skin":0}],)"
        R"("skins":[{"joints":[0,1],"inverseBindMatrices":5}],"meshes":[{"primitives":[{"attributes":)"
        R"({"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}],"animations":[{"samplers":[{"input":3,"output":4}],)"
        R"("channels":[{"sampler":0,"target":{"node":1,"path":"translation"}}]}])";
    return binary ? file.glb(json) : file.text(json);
}

}  // namespace import_files
