#include <algorithm>
#include <utility>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/morph_checks.h"

namespace sinew {
namespace {

constexpr size_t kMinOthers = 3;  // targets to compare one with

constexpr size_t kMinSeams = 8;
constexpr double kMostTorn = 0.2;  // of the seams that move

constexpr size_t kMinPoints = 20;      // that a target moves: a few are no surface
constexpr float kSpike = 0.05f;        // of the size
constexpr float kSpikeTimes = 2.5f;    // as far as the next point
constexpr float kUsualTimes = 2.0f;    // as far as such points of other targets
constexpr double kStrongStrain = 2.5;  // edges change by that many times their length
constexpr double kBrokenStrain = 5.0;
constexpr double kStrongTimes = 4.0;  // as much as in any other target
constexpr float kShift = 0.01f;       // of the size
constexpr double kMostShifted = 0.6;  // of the points
constexpr size_t kMinUnshifted = 10;  // points that the target moves by more than the shift
constexpr float kOthersShift = 0.1f;  // of the shift
constexpr float kWeak = 0.006f;       // of the extent of what moves

float lengthOfMedian(const MorphShape& shape) {
    return glm::length(shape.median);
}

double tornShare(const TornSeams& seams) {
    return seams.moved > 0 ? static_cast<double>(seams.torn) / static_cast<double>(seams.moved) : 0.0;
}

bool isTorn(const TornSeams& seams) {
    return seams.moved >= kMinSeams && tornShare(seams) > kMostTorn;
}

class ShapeCheck {
  public:
    ShapeCheck(MorphGroup& morphs, std::vector<Finding>& findings) : morphs_(morphs), findings_(findings) {
        for (size_t target = 0; target < morphs.surface.targetCount(); ++target)
            if (MorphShape shape = morphShapeOf(morphs.surface, target); shape.points > 0)
                shapes_.emplace_back(target, shape);
    }

    void run() {
        for (const auto& [target, shape] : shapes_) {
            if (morphs_.isExplained(target)) continue;
            checkTorn(target, shape) || checkSpike(target, shape) || checkShifted(target, shape) ||
                checkStrong(target, shape);
        }
        checkWeak();
    }

  private:
    bool checkTorn(size_t target, const MorphShape& shape) {
        if (!isTorn(shape.within) && !isTorn(shape.between)) return false;
        const Measured gap = ofSize(shape.widestGap);
        const double share = tornShare(isTorn(shape.within) ? shape.within : shape.between);
        morphs_.add("morph-torn", Severity::warning, target,
                    "tears open " + percent(share) + " of the seams that it moves" +
                        (isTorn(shape.within) ? "" : " between meshes") + ", by up to " + gap.text,
                    gap.figure);
        return true;
    }

    bool checkSpike(size_t target, const MorphShape& shape) {
        if (shape.points < kMinPoints || !(shape.alone > kSpike * morphs_.surface.size) ||
            !(shape.alone > kSpikeTimes * shape.nextAlone))
            return false;
        std::vector<float> others;
        for (const auto& [other, otherShape] : shapes_)
            if (other != target) others.push_back(otherShape.alone);
        if (!others.empty() && !(shape.alone > kUsualTimes * medianOf(others))) return false;
        const Measured alone = ofSize(shape.alone);
        morphs_.add("morph-spike", Severity::warning, target,
                    "moves one vertex away from its neighbors, by " + alone.text, alone.figure);
        return true;
    }

    /// The mesh was moved as a whole when the shape was made.
    bool checkShifted(size_t target, const MorphShape& shape) {
        const float shift = lengthOfMedian(shape);
        const auto together = static_cast<double>(shape.together), apart = static_cast<double>(shape.apart);
        if (!(shift > kShift * morphs_.surface.size) || shape.apart < kMinUnshifted ||
            together < kMostShifted * (together + apart))
            return false;
        const bool isAlone = std::ranges::all_of(shapes_, [&](const auto& other) {
            return other.first == target || lengthOfMedian(other.second) < kOthersShift * shift;
        });
        if (!isAlone || shapes_.size() <= kMinOthers) return false;
        const Measured moved = ofSize(shift);
        morphs_.add("morph-shifted", Severity::warning, target,
                    "shifts " + percent(together / (together + apart)) + " of the mesh by " + moved.text +
                        "; the others change parts of it",
                    moved.figure);
        return true;
    }

    bool checkStrong(size_t target, const MorphShape& shape) {
        if (shape.strain < kStrongStrain || shapes_.size() <= kMinOthers) return false;
        double most = 0.0;
        for (const auto& [other, otherShape] : shapes_)
            if (other != target) most = std::max(most, otherShape.strain);
        if (shape.strain < kStrongTimes * most) return false;
        const Measured strain = measured(shape.strain, "times their length");
        morphs_.add("morph-strong", shape.strain > kBrokenStrain ? Severity::warning : Severity::info, target,
                    "changes edges by " + strain.text + "; no other target by more than " + figure(most),
                    strain.figure);
        return true;
    }

    /// All targets move so little that nothing is seen.
    void checkWeak() {
        if (shapes_.size() < 2) return;
        float most = 0.0f, largest = 0.0f;
        for (const auto& [target, shape] : shapes_) {
            if (shape.extent > 0.0f) most = std::max(most, shape.largest / shape.extent);
            largest = std::max(largest, shape.largest);
        }
        if (!(most < kWeak) || !(morphs_.surface.size > 0.0f)) return;
        const Measured moved = ofSize(largest);
        findings_.push_back({"morph-weak", Severity::info, morphs_.group.name,
                             "has morph targets that are hardly seen: none moves a vertex by more than " + moved.text,
                             moved.figure});
    }

    Measured ofSize(float length) const {
        return measuredShare(static_cast<double>(length / morphs_.surface.size), "the mesh's size");
    }

    MorphGroup& morphs_;
    std::vector<Finding>& findings_;
    std::vector<std::pair<size_t, MorphShape>> shapes_;  ///< of targets that move something
};

}  // namespace

void checkMorphShapes(MorphGroup& morphs, std::vector<Finding>& findings) {
    ShapeCheck(morphs, findings).run();
}

}  // namespace sinew
