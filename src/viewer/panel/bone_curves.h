#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/model.h"

namespace sinew {

/// A node's channel in a clip as curves to look at.
class BoneCurves {
  public:
    static constexpr size_t kSamples = 160;
    using Curve = std::array<float, kSamples>;

    /// Translation in units of the parent, rotation as the logarithm's components in degrees (the vector along the axis
    /// that is as long as the angle, from the first moment's rotation), scale.
    enum Group { translation, rotation, scale, groupCount };

    /// Samples the channel where node or clip are others than before. No clip, or no channel: hasChannel() is false.
    void show(const Model& model, uint32_t node, std::optional<size_t> clip);
    void forget() { shown_.reset(); }

    bool hasChannel() const { return channel_ != nullptr; }
    bool moves(Group group) const;  ///< has keys of that kind
    const std::array<Curve, 3>& of(Group group) const { return curves_[group]; }
    const std::vector<double>& keyTimes() const { return keyTimes_; }  ///< of all tracks, ascending, each once

  private:
    void sampleCurves(const AnimationClip& clip, const Transform& rest);

    struct Shown {
        uint32_t node;
        std::optional<size_t> clip;
        bool operator==(const Shown&) const = default;
    };
    std::optional<Shown> shown_;
    const Channel* channel_ = nullptr;
    std::array<std::array<Curve, 3>, groupCount> curves_{};
    std::vector<double> keyTimes_;
};

}  // namespace sinew
