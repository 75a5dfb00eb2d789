#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "animation/animator.h"
#include "animation/layer_player.h"

namespace sinew {

/// A clip that is mixed into the one being played. None: nothing.
struct MixedClip {
    std::optional<size_t> clip;
    double weight = 0.0;  ///< 0 or more, beside the others'

    bool operator==(const MixedClip&) const = default;
};

/// A clip on top of the mixed ones. None: nothing.
struct MixedLayer {
    std::optional<size_t> clip;
    LayerMode mode = LayerMode::additive;  ///< to the clip's own first frame
    double weight = 0.0;                   ///< in [0, 1]
    std::optional<uint32_t> maskNode;      ///< it moves this node and all below it; none: all nodes
    uint32_t featherLevels = 0;            ///< as branchMask() has it

    bool operator==(const MixedLayer&) const = default;
};

/// What is mixed into what an animator plays, for a person to try clips together. As it is at first: nothing.
struct ClipMix {
    static constexpr size_t kOthers = 3;

    double ownWeight = 1.0;  ///< of what the animator plays
    std::array<MixedClip, kOthers> others;
    MixedLayer layer;

    bool operator==(const ClipMix&) const = default;
};

/// Whether anything but what the animator plays is seen.
bool mixes(const ClipMix& mix);

/// Mixes clips into what an animator plays: the pose is the mean of all by their weights, which share the whole among
/// themselves (with no weight at all it is the rest pose), and the layer is put on top. The clips go in step with the
/// animator's and all take as long for a round, the mean of their durations by weight; the layer goes at its own pace.
/// Where nothing is mixed the animator plays as it does by itself. All that is given must outlive it.
class ClipMixer {
  public:
    ClipMixer(Animator& animator, const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips,
              std::span<const float> restMorphWeights, std::shared_ptr<PackedClips> packed);
    ClipMixer(const ClipMixer&) = delete;
    ClipMixer& operator=(const ClipMixer&) = delete;

    /// `startSeconds`: where a clip that was not there before is now; not a number: where the animator's clip is, as a
    /// share of its duration. `travels`: one for each clip, or none. Clips and nodes that there are not are left out.
    void set(const ClipMix& mix, const std::array<double, ClipMix::kOthers>& startSeconds,
             std::span<const ClipTravel> travels);
    /// Begins the other clips anew, at `startSeconds` as set() has it: the animator's clip was changed without a fade.
    void startAgain(const std::array<double, ClipMix::kOthers>& startSeconds);
    const ClipMix& mix() const { return mix_; }

    /// As Animator::takeOutRoots(), for the clips that are mixed into its own.
    void takeOutRoots(bool takeOut) { studio_.rootsOut = takeOut; }

    // As the animator's, which they call.
    void advance(double seconds);
    void seek(double timeSeconds);
    void step(int frames);
    const GroundMotion& groundMotion() const { return groundMotion_; }
    std::span<const PlayedClip> playing();  ///< without the layer
    std::span<const Transform> pose();
    void walk(const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode);
    std::span<const float> morphWeights();

  private:
    /// Keeps what its player refers to.
    struct Other {
        GraphMotion motion;
        std::optional<MotionPlayer> player;
        LocalPose pose;
    };
    bool seen(size_t i) const { return others_[i].player && mix_.others[i].weight > 0.0; }
    double ownDuration() const;
    double ownPhase() const;
    double roundSeconds() const;
    double totalWeight() const;
    void choose(size_t i, double startSeconds);
    void chooseLayer();
    void follow(double ownSecondsBefore, double expectedRounds, double seconds);
    void goOn(double rounds, double seconds);
    void findGroundMotion();

    Animator& animator_;
    MotionStudio studio_;
    ClipMix mix_;
    bool mixes_ = false;    ///< something else is seen
    bool engaged_ = false;  ///< or goes along unseen
    std::array<Other, ClipMix::kOthers> others_;
    GraphLayer layer_;
    std::optional<LayerPlayer> layerPlayer_;
    LocalPose pose_;
    std::vector<PoseLayer> layers_;
    std::vector<float> morphs_, otherMorphs_;
    std::vector<PlayedClip> playing_;
    GroundMotion groundMotion_;
};

}  // namespace sinew
