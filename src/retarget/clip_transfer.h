#pragma once

#include <span>
#include <vector>

#include "animation/clip/sample.h"
#include "retarget/figure_transfer.h"
#include "retarget/foot_plan.h"
#include "retarget/limb_contacts.h"

namespace sinew {

/// A clip of the source as poses of the model at any time, with feet and hands kept. The arguments must outlive it.
class ClipTransfer {
  public:
    ClipTransfer(const FigureTransfer& figure, const Model& model, const Model& source, const AnimationClip& clip,
                 const RetargetOptions& options);

    /// The model's pose. Valid until the next call.
    std::span<const Transform> at(double seconds);

    /// Where a limb begins or ceases to keep its place: seconds inside the clip.
    std::vector<double> edges() const;

  private:
    /// Places of a limb's end at even steps, before they are corrected.
    struct Path {
        LimbPath source;                ///< in the source's world
        std::vector<glm::dvec3> slips;  ///< from there, scaled and set on the model's ground, to the model's
        std::vector<LegSample> legs;    ///< of a leg
    };

    void transferAt(double seconds);
    const BonePair& endOf(size_t limb) const;
    glm::dvec3 placeOf(size_t limb) const;
    LegSample legOf(size_t limb) const;  ///< now, without its slip
    double limitAt(size_t limb, double seconds) const;
    std::vector<Path> walk();
    void pin(const LimbPath& source, size_t plants, std::vector<LegSample>& leg) const;
    struct Kept;
    Kept plan(const std::vector<Path>& paths, bool isLoop) const;
    void keepFeet(const std::vector<Path>& paths);
    void keepHands(const std::vector<Path>& paths);
    glm::dvec3 offsetAt(const std::vector<glm::dvec3>& offsets, double seconds) const;

    const FigureTransfer& figure_;
    const Model& source_;
    const AnimationClip& clip_;
    SampleCursor cursor_;
    LocalPose local_;
    std::vector<glm::mat4> sourceWorld_;
    LocalPose pose_;
    std::vector<glm::mat4> world_;
    double stepSeconds_ = 0.0;
    bool isLoop_ = false;
    std::vector<LimbContact> contacts_;
    std::vector<glm::dvec3> root_;                  // offsets by step; empty: none
    std::vector<std::vector<glm::dvec3>> offsets_;  // by limb, on top of the root's
    std::vector<std::vector<double>> limits_;       // radians by which a leg turns at most; empty: it is none
};

}  // namespace sinew
