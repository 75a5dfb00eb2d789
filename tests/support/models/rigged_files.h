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
    const int positions = file.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const int joints = file.ushorts({0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
    const int weights = file.floats({0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
    const int times = file.floats({0.0f, 1.0f}, "SCALAR", 1);
    const int moves = file.floats({0, 0, 0, 0, 1, 0}, "VEC3", 3);
    std::vector<float> matrices;
    for (int bone = 0; bone < 2; ++bone)
        for (int i = 0; i < 16; ++i)
            matrices.push_back(i % 5 == 0 ? 1.0f : 0.0f);
    const int bind = file.floats(matrices, "MAT4", 16);
    const auto n = [](int number) { return std::to_string(number); };
    const std::string json =
        "\"scenes\":[{\"nodes\":[0,2]}],\"scene\":0,\"nodes\":[{\"name\":\"a\",\"children\":[1]},{\"name\":\"b\"},"
        "{\"mesh\":0,\"skin\":0}],\"skins\":[{\"joints\":[0,1],\"inverseBindMatrices\":" +
        n(bind) + "}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":" + n(positions) +
        ",\"JOINTS_0\":" + n(joints) + ",\"WEIGHTS_0\":" + n(weights) +
        "}}]}],\"animations\":[{\"samplers\":[{\"input\":" + n(times) + ",\"output\":" + n(moves) +
        "}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"translation\"}}]}]";
    return binary ? file.glb(json) : file.text(json);
}

}  // namespace import_files
