#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "animation/clip/clip.h"
#include "animation/packed/compressed_clip.h"

/// A clip as ACL compresses it, with its usual settings.
class AclClip {
  public:
    virtual ~AclClip() = default;

    virtual size_t byteCount() const = 0;
    virtual float error() const = 0;  ///< by ACL's metric, in units
    virtual double compressSeconds() const = 0;

    /// Decodes a pose with ACL, and walks one of as many joints with ozz-animation.
    virtual void update(double timeSeconds) = 0;
};

/// The clip at the times of the keys of its longest track; none if the build does not include ACL.
std::unique_ptr<AclClip> aclClip(const sinew::AnimationClip& clip, const sinew::NodeHierarchy& hierarchy,
                                 const sinew::ClipCompression& settings);
