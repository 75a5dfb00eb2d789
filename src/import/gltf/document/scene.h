#pragma once

#include "import/gltf/document/file.h"
#include "model/finding.h"

namespace sinew::gltf {

/// What a file shows.
struct Scene {
    std::vector<size_t> roots;                ///< nodes
    const nlohmann::json* element = nullptr;  ///< of the file's scenes; null: all nodes of a file without scenes
};

/// The scene that the file names; the first one with nodes where that is missing or empty ("scene-missing",
/// "scene-empty").
Scene chooseScene(const File& file, Findings& findings);

/// By node of the file: true for those of a scene.
std::vector<bool> nodesOf(const File& file, const Scene& scene);

/// "its scene does not hold 'Armature'", of the nodes without a parent; empty where it holds all.
std::string outsideScene(const File& file, const Scene& scene);

}  // namespace sinew::gltf
