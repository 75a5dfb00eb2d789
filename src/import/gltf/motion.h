#pragma once

#include "import/gltf/file.h"
#include "import/assimp/dialect.h"

namespace sinew::gltf {

/// A file and what assimp made of its nodes.
struct Reading {
    File& file;
    std::span<const uint32_t> nodeOf;  ///< for each node of the file: ours; Dialect::kNowhere where there is none
    std::set<uint32_t> namesakes;      ///< those of our nodes that assimp's channels, which have names, may confuse
};

/// Replaces a clip's tracks by those of the file: assimp reads STEP and CUBICSPLINE (glTF 2.0, appendix C) as linear keys
/// or as noise, rounds the times of LINEAR, confuses channels of nodes that share a name, and drops the tangents of morph
/// weights.
void replaceMotion(Reading& reading, size_t animation, const SceneMorphWeights& weights, KeyBudget& budget,
                   AnimationClip& clip, Interpolations& interpolations);

}  // namespace sinew::gltf
