#include <algorithm>
#include <functional>
#include <utility>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/morph_checks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr size_t kMinOthers = 3;  // targets to compare one with

constexpr size_t kMinSeams = 8;
constexpr double kMostTorn = 0.2;  // of the seams that move

constexpr size_t kMinMoved = 20;       // that a target moves: a few are no surface
constexpr float kSpike = 0.05f;        // of the size
constexpr float kSpikeTimes = 2.5f;    // as far as the next point
constexpr float kUsualTimes = 2.0f;    // as far as such points of other targets
constexpr double kStrongStrain = 2.5;  // edges change by that many times their length
constexpr double kBrokenStrain = 5.0;
constexpr double kStrongTimes = 4.0;    // as much as in any other target
constexpr float kFarOfFew = 0.3f;       // of the size: the largest delta
constexpr double kFewStrain = 1.5;      // where there are only one or two other targets
constexpr double kFewTimes = 6.0;       // as much as in them
constexpr double kFewLengthened = 0.4;  // edges get longer or shorter by that share
constexpr size_t kMinTargetsAlike = 4;  // other targets that change edges alike
constexpr double kAlikeStrains = 1.15;
constexpr double kUnlikeStrain = 2.0;  // as much as they do: a note
constexpr double kFarUnlikeStrain = 4.0;
constexpr float kSmallMove = 0.3f;       // of the size: what turns far may well face the other way
constexpr float kMovesMuch = 0.2f;       // of the largest delta: triangles that are counted
constexpr double kUsuallyFlipped = 0.1;  // of them: turned inside out, in most targets
constexpr double kOnceFlipped = 0.25;    // in one
constexpr double kTimesNextFlipped = 4.0;
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
                checkStrong(target, shape) || checkStrongOfFew(target, shape) || checkUnlikeOthers(target, shape);
        }
        checkWeak();
        checkFlipped();
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
        if (shape.points < kMinMoved || !(shape.alone > kSpike * morphs_.surface.size) ||
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

    double mostStrainOfOthers(size_t target) const {
        double most = 0.0;
        for (const auto& [other, otherShape] : shapes_)
            if (other != target) most = std::max(most, otherShape.strain);
        return most;
    }

    bool checkStrong(size_t target, const MorphShape& shape) {
        if (shape.strain < kStrongStrain || shapes_.size() <= kMinOthers) return false;
        const double most = mostStrainOfOthers(target);
        if (shape.strain < kStrongTimes * most) return false;
        const Measured strain = measured(shape.strain, "times their length");
        morphs_.add("morph-strong", shape.strain > kBrokenStrain ? Severity::warning : Severity::info, target,
                    "changes edges by " + strain.text + "; no other target by more than " + figure(most),
                    strain.figure);
        return true;
    }

    /// How much longer or shorter edges get. What only turns keeps their lengths.
    double lengthened(size_t target) const {
        const std::vector<glm::vec3> deltas = morphs_.surface.deltasOf(target);
        double lengths = 0.0, changes = 0.0;
        for (const auto& [one, other] : morphs_.surface.edges) {
            const glm::vec3 edge = morphs_.surface.positions[other] - morphs_.surface.positions[one];
            lengths += static_cast<double>(glm::length(edge));
            changes +=
                static_cast<double>(std::abs(glm::length(edge + deltas[other] - deltas[one]) - glm::length(edge)));
        }
        return lengths > 0.0 ? changes / lengths : 0.0;
    }

    /// Beside one or two others, it moves the mesh very far.
    bool checkStrongOfFew(size_t target, const MorphShape& shape) {
        if (shapes_.size() < 2 || shapes_.size() > kMinOthers || shape.points < kMinMoved ||
            shape.strain < kFewStrain || shape.largest < kFarOfFew * morphs_.surface.size)
            return false;
        const double most = mostStrainOfOthers(target);
        if (shape.strain < kFewTimes * most || lengthened(target) < kFewLengthened) return false;
        const Measured strain = measured(shape.strain, "times their length");
        morphs_.add("morph-strong", Severity::warning, target,
                    "changes edges by " + strain.text + ", the " + (shapes_.size() == 2 ? "other target" : "others") +
                        " by at most " + figure(most) + ": another unit?",
                    strain.figure);
        return true;
    }

    /// All others change edges alike. Targets of one side are compared with those of the other.
    bool checkUnlikeOthers(size_t target, const MorphShape& shape) {
        if (shapes_.size() <= kMinTargetsAlike || sideOf(morphs_.surface.nameOf(target)) != Side::none) return false;
        std::vector<double> others;
        for (const auto& [other, otherShape] : shapes_)
            if (other != target) others.push_back(otherShape.strain);
        const auto [least, most] = std::ranges::minmax(others);
        if (!(least > 0.0) || most > kAlikeStrains * least || shape.strain < kUnlikeStrain * most) return false;
        const Measured strain = measured(shape.strain, "times their length");
        morphs_.add("morph-strong", shape.strain > kFarUnlikeStrain * most ? Severity::warning : Severity::info, target,
                    "changes edges by " + strain.text + ", all others by " + figure(most) +
                        ": another scale, or another order of vertices?",
                    strain.figure);
        return true;
    }

    /// The share of the triangles that a target moves far that it turns inside out.
    double flippedShare(size_t target, float largest) const {
        const std::vector<Surface::Corner>& corners = morphs_.checked.surfaceOf(morphs_.group).corners;
        const std::vector<glm::vec3>& positions = morphs_.surface.positions;
        const std::vector<glm::vec3> deltas = morphs_.surface.deltasOf(target);
        size_t moved = 0, flipped = 0;
        for (size_t first = 0; first + 2 < corners.size(); first += 3) {
            const uint32_t a = corners[first].point, b = corners[first + 1].point, c = corners[first + 2].point;
            const float most = std::max({glm::length(deltas[a]), glm::length(deltas[b]), glm::length(deltas[c])});
            if (most < kMovesMuch * largest) continue;
            const glm::vec3 ab = positions[b] - positions[a], ac = positions[c] - positions[a];
            const glm::vec3 morphed = glm::cross(ab + deltas[b] - deltas[a], ac + deltas[c] - deltas[a]);
            ++moved;
            flipped += glm::dot(glm::cross(ab, ac), morphed) < 0.0f;
        }
        return moved > 0 ? static_cast<double>(flipped) / static_cast<double>(moved) : 0.0;
    }

    /// Targets that are too strong turn skin inside out: most of them, or one.
    void checkFlipped() {
        std::vector<std::pair<double, size_t>> shares;
        for (const auto& [target, shape] : shapes_)
            if (!morphs_.isExplained(target) && shape.points >= kMinMoved &&
                shape.largest < kSmallMove * morphs_.surface.size)
                shares.emplace_back(flippedShare(target, shape.largest), target);
        if (shares.size() <= kMinOthers) return;
        std::ranges::sort(shares, std::greater<>());
        const double median = shares[shares.size() / 2].first;
        const auto& [most, worst] = shares.front();
        if (median > kUsuallyFlipped) {
            const Measured share = measuredShare(median, "the triangles that move");
            findings_.push_back({"morph-strong", Severity::warning, morphs_.group.name,
                                 "has morph targets that turn " + share.text + " inside out, '" +
                                     morphs_.surface.nameOrNumber(worst) + "' " + percent(most) +
                                     ": all of them are too strong",
                                 share.figure});
        } else if (most > kOnceFlipped && most > kTimesNextFlipped * shares[1].first) {
            const Measured share = measuredShare(most, "the triangles that move");
            morphs_.add("morph-strong", Severity::info, worst,
                        "turns " + share.text + " inside out; no other target more than " + percent(shares[1].first),
                        share.figure);
        }
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
