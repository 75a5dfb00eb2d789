#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "animation/playback/animator.h"
#include "animation/playback/motion_player.h"

namespace sinew {

/// A clip that is mixed into the current one. No clip: nothing.
struct MixedClip {
    std::optional<size_t> clip;
    double weight = 0.0;  ///< relative to the others', not negative

    bool operator==(const MixedClip&) const = default;
};

/// A clip on top of the mix. No clip: nothing.
struct MixedLayer {
    std::optional<size_t> clip;
    LayerMode mode = LayerMode::additive;  ///< relative to the clip's own first frame
    double weight = 0.0;                   ///< in [0, 1]
    std::optional<uint32_t> maskNode;      ///< restricts it to this node and its descendants; none: all nodes
    uint32_t featherLevels = 0;            ///< see branchMask()

    bool operator==(const MixedLayer&) const = default;
};

/// Clips that the user mixes into what an animator plays. By default, none.
struct ClipMix {
    static constexpr size_t kOthers = 3;

    double ownWeight = 1.0;  ///< of what the animator plays
    std::array<MixedClip, kOthers> others;
    MixedLayer layer;

    bool operator==(const ClipMix&) const = default;
};

/// Whether the mix shows anything but what the animator plays.
bool mixes(const ClipMix& mix);

/// Mixes clips into what an animator plays: the weighted mean of all (the rest pose where no weight is left), with the
/// layer on top. The mixed clips are in sync with the animator's and all share a cycle duration, the mean of theirs by
/// weight; the layer plays at its own speed. Without a mix it plays exactly what the animator does, which must outlive
/// it.
class ClipMixer {
  public:
    explicit ClipMixer(Animator& animator);
    ClipMixer(const ClipMixer&) = delete;
    ClipMixer& operator=(const ClipMixer&) = delete;

    /// `startSeconds`: the current times of newly mixed clips; NaN: the normalized time of the animator's clip. Unknown
    /// clips and nodes are ignored.
    void set(const ClipMix& mix, const std::array<double, ClipMix::kOthers>& startSeconds);
    /// Restarts the mixed clips after a cut of the animator. `startSeconds` as for set().
    void restart(const std::array<double, ClipMix::kOthers>& startSeconds);
    const ClipMix& mix() const { return mix_; }

    // Like the animator's, which they call:
    void advance(double seconds);
    void seek(double timeSeconds);
    void step(int frames);
    const Displacement& displacement() const { return displacement_; }
    std::span<const PlayedClip> playing();  ///< without the layer

    // For evaluate():
    PlaybackContext& context() const { return context_; }
    UnblendedClip unblendedClip() { return mixes_ ? UnblendedClip{} : animator_.unblendedClip(); }
    void sample(const PoseSpan& out);
    void applyLayers(const PoseSpan& pose);
    void applyGoals(const PoseSpan&) {}

  private:
    bool hasWeight(size_t i) const { return others_[i] && mix_.others[i].weight > 0.0; }
    double durationOf(size_t clip) const { return context_.clips[clip].durationSeconds; }
    double ownDuration() const;
    double ownNormalizedTime() const;
    double cycleSeconds() const;
    double totalWeight() const;
    void startOther(size_t i, double startSeconds);
    void startLayer();
    void follow(double ownSecondsBefore, double expectedCycles, double seconds);
    void advanceOthers(double cycles, double seconds);
    void findDisplacement();

    Animator& animator_;
    PlaybackContext& context_;
    ClipMix mix_;
    bool mixes_ = false;     ///< the mix shows something else
    bool hasClips_ = false;  ///< or advances clips without weight
    std::array<std::optional<MotionPlayer>, ClipMix::kOthers> others_;
    std::optional<LayerPlayer> layer_;
    std::vector<PlayedClip> playing_;
    Displacement displacement_;
};

}  // namespace sinew
