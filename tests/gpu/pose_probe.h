#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>

#include "animation/packed/packed_clip.h"
#include "animation/pose/pose.h"
#include "gpu/device.h"
#include "render/pose_pass.h"
#include "render/shader_library.h"

/// What poses characters: the hierarchy, the clips and the matrices of the draws.
struct PosedRig {
    const sinew::NodeHierarchy& hierarchy;
    std::span<const sinew::AnimationClip> clips;
    std::vector<sinew::PalettePart> parts;

    size_t matrixStride() const;  ///< up to the last matrix of a character
};

/// Poses characters with the compute pass.
class PoseProbe {
  public:
    PoseProbe(const sinew::Device& device, const PosedRig& rig);

    /// Why the device cannot; empty: run() may be called.
    const std::string& whyNot() const { return whyNot_; }

    /// The palettes of the characters, one after another; CharacterPose::palette is set here. Zero between the parts.
    std::vector<glm::mat4> run(std::span<const sinew::CharacterPose> characters) const;

  private:
    const sinew::Device* device_;
    sinew::PoseTables tables_;
    std::string whyNot_;
    sinew::ShaderLibrary shaders_;
    std::unique_ptr<sinew::PosePass> pass_;
};

/// Poses with the fastest kernels of the CPU.
class PoseReference {
  public:
    explicit PoseReference(const PosedRig& rig);

    std::vector<glm::mat4> run(const sinew::CharacterPose& character);

    /// Results of the last run.
    std::span<const glm::mat4> worldFromNode() const { return worldFromNode_; }

  private:
    PosedRig rig_;
    std::vector<std::unique_ptr<sinew::PackedClip>> packed_;  ///< the last one: the rest pose
    sinew::LocalPose from_, to_;
    std::vector<glm::mat4> worldFromNode_;
};
