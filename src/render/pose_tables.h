#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"
#include "animation/pose/palette.h"
#include "pose_shared.h"

namespace sinew {

class GpuModel;

/// The matrices of one draw: those of bones[indices[i]].
struct PalettePart {
    std::span<const Bone> bones;
    std::span<const uint32_t> indices;
    uint32_t firstMatrix = 0;  ///< where they are among those of a character
};

/// The parts of a model's draws, where GpuModel::Draw::firstMatrix has them.
std::vector<PalettePart> paletteParts(const GpuModel& model);

/// What shaders/pose.comp reads of a model, laid out as shaders/pose_shared.h says: the clips packed as for the CPU's
/// kernels, and of the hierarchy the nodes that bones depend on, sorted by level.
struct PoseTables {
    std::vector<uint32_t> words;
    uint32_t nodeCount = 0;
    uint32_t paletteCount = 0;  ///< matrices that are written for a character
    uint32_t matrixStride = 0;  ///< up to the last one: characters need be no closer
    uint32_t restClip = 0;      ///< index of a clip after those of the model, which is the rest pose
    uint32_t mostRows = 0;      ///< of all timelines
};

/// pose.comp finds rows exactly in timelines of up to this length. Buckets are computed there in floats, whose error
/// reaches the width of a bucket at twice as many.
inline constexpr uint32_t kMaxPosedRows = 1u << 21;

PoseTables makePoseTables(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips,
                          std::span<const PalettePart> parts);

/// A character to pose: a clip at a time, blended toward another one.
struct CharacterPose {
    uint32_t from = 0, to = 0;  ///< indices of clips
    double fromSeconds = 0.0, toSeconds = 0.0;
    float weight = 0.0f;  ///< of `to`, as in blend()
    glm::mat4 worldFromRoot{1.0f};
    uint32_t palette = 0;  ///< index in the palettes, to which PalettePart::firstMatrix is added
};
shared::PosedCharacter packCharacter(const CharacterPose& pose);

/// A time as two floats, the second being the rounding error of the first: 48 bits, which is 1e-9 seconds after a day.
/// Keeps the order of times, so they can be compared part by part. NaN becomes the lowest time.
glm::vec2 splitSeconds(double seconds);

}  // namespace sinew
