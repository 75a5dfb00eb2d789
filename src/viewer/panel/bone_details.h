#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <glm/mat4x4.hpp>

#include "model/model.h"

namespace sinew {

struct PanelScope;

/// A node's channel in a clip, sampled for plots.
class BoneCurves {
  public:
    static constexpr size_t kSamples = 160;
    using Curve = std::array<float, kSamples>;

    /// Translation in units of the parent; rotation relative to the first sample, as a rotation vector in degrees
    /// (axis times angle); scale.
    enum Group { translation, rotation, scale, groupCount };

    /// Samples the channel, unless node and clip are those of the last call. Without a clip or a channel, hasChannel()
    /// is false.
    void show(const Model& model, uint32_t node, std::optional<size_t> clip);

    bool hasChannel() const { return channel_ != nullptr; }
    bool hasKeys(Group group) const { return hasKeys_[group]; }
    const std::array<Curve, 3>& of(Group group) const { return curves_[group]; }
    const std::vector<double>& keyTimes() const { return keyTimes_; }  ///< of all tracks, ascending and unique

  private:
    void sampleCurves(const AnimationClip& clip, const Transform& rest);

    std::optional<std::pair<uint32_t, std::optional<size_t>>> shown_;  ///< node and clip of the last show()
    const Channel* channel_ = nullptr;
    std::array<bool, groupCount> hasKeys_{};
    std::array<std::array<Curve, 3>, groupCount> curves_{};
    std::vector<double> keyTimes_;
};

/// The node's local and world transforms, and the curves of its channel in the current clip.
void drawBoneDetails(const PanelScope& scope, uint32_t node);

/// A decomposed matrix: translation, Euler angles in degrees (about x, then y, then z), and scale (negative x if the
/// matrix mirrors).
struct ReadableTransform {
    glm::vec3 translation{0.0f}, rotationDegrees{0.0f}, scale{1.0f};
};
ReadableTransform readable(const glm::mat4& matrix);

}  // namespace sinew
