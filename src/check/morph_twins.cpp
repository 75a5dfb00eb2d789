#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/mirrored_surface.h"
#include "check/morph_checks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr double kMinMirrored = 0.5;     // of the points, and of what a target moves
constexpr double kMirrorImage = 0.9;     // cosine
constexpr double kUnlike = 0.5;          // cosine
constexpr double kOtherStrength = 3.0;   // times
constexpr double kMostlyOneSide = 0.75;  // of what a target moves
constexpr double kMostDissent = 0.25;    // of the pairs
constexpr float kBesideMiddle = 0.05f;   // of the size: points next to the plane between both sides
constexpr float kMovesFar = 0.3f;        // of the largest delta
constexpr float kMovesNot = 0.01f;       // the same
constexpr size_t kMinBeside = 4;         // points
constexpr double kMostLost = 0.8;        // of them
constexpr double kOtherSide = 0.1;       // of what a target moves
constexpr float kMovesBeside = 0.1f;     // of the largest delta: where all other targets are symmetric
constexpr double kNothingThere = 0.01;   // of what a target moves: on the other side
constexpr size_t kMinSymmetric = 2;      // other targets
constexpr size_t kMostSearched = 16;     // pairs for which the other targets are looked through

/// A target of the left and the one that is named like it on the right.
struct MorphTwins {
    size_t left = 0, right = 0;
    double cosine = 0.0;                       ///< 1: mirror images; -1: the negative
    double strength = 1.0;                     ///< of the left one, as a multiple of the right one
    double leftShare = 0.0, rightShare = 0.0;  ///< of what each moves: on the positive side

    bool isLeftPositive() const { return leftShare > kMostlyOneSide && rightShare < 1.0 - kMostlyOneSide; }
    bool isLeftNegative() const { return leftShare < 1.0 - kMostlyOneSide && rightShare > kMostlyOneSide; }
};

class TwinCheck {
  public:
    explicit TwinCheck(MorphGroup& morphs) : morphs_(morphs), mirror_(mirroredSurface(morphs.checked, morphs.group)) {}

    void run() {
        if (mirror_.share < kMinMirrored) return;
        checkHalves();
        searched_ = 0;
        const std::vector<MorphTwins> pairs = twins();
        checkSides(pairs);
        for (const MorphTwins& pair : pairs)
            checkPair(pair, pairs);
    }

  private:
    std::vector<MorphTwins> twins() const {
        std::map<std::string, size_t> byName;
        for (size_t target = 0; target < morphs_.surface.targetCount(); ++target)
            byName.emplace(morphs_.surface.nameOf(target), target);
        std::vector<MorphTwins> pairs;
        for (const auto& [name, target] : byName) {
            if (sideOf(name) != Side::left) continue;
            const auto twin = byName.find(mirroredName(name));
            if (twin == byName.end() || morphs_.isExplained(target) || morphs_.isExplained(twin->second)) continue;
            if (const std::optional<MorphTwins> pair = compared(target, twin->second)) pairs.push_back(*pair);
        }
        return pairs;
    }

    std::optional<MorphTwins> compared(size_t left, size_t right) const {
        const std::vector<glm::vec3> own = morphs_.surface.deltasOf(left), other = morphs_.surface.deltasOf(right);
        double ownSquares = 0.0, otherSquares = 0.0, products = 0.0, all = 0.0, mirrored = 0.0;
        for (size_t point = 0; point < own.size(); ++point) {
            all += static_cast<double>(glm::dot(own[point], own[point]));
            const uint32_t partner = mirror_.partners[point];
            if (partner == MirroredSurface::kNone) continue;
            mirrored += static_cast<double>(glm::dot(own[point], own[point]));
            const glm::vec3 image = imageOf(own[point]);
            ownSquares += static_cast<double>(glm::dot(image, image));
            otherSquares += static_cast<double>(glm::dot(other[partner], other[partner]));
            products += static_cast<double>(glm::dot(image, other[partner]));
        }
        if (!(ownSquares > 0.0) || !(otherSquares > 0.0) || mirrored < kMinMirrored * all) return std::nullopt;
        return MorphTwins{left,
                          right,
                          products / std::sqrt(ownSquares * otherSquares),
                          std::sqrt(ownSquares / otherSquares),
                          positiveShare(own),
                          positiveShare(other)};
    }

    glm::vec3 imageOf(glm::vec3 delta) const {
        delta[mirror_.axis] = -delta[mirror_.axis];
        return delta;
    }

    double positiveShare(const std::vector<glm::vec3>& deltas) const {
        double positive = 0.0, all = 0.0;
        for (size_t point = 0; point < deltas.size(); ++point) {
            const auto length = static_cast<double>(glm::length(deltas[point]));
            all += length;
            if (mirror_.points[point][mirror_.axis] > mirror_.center) positive += length;
        }
        return all > 0.0 ? positive / all : 0.0;
    }

    /// A smirk and a wink are meant for one side of a face.
    bool isOfOneSide(size_t target) const {
        return hasWord(wordsOf(morphs_.surface.nameOf(target)), {"smirk", "wink"});
    }

    /// Whether a target belongs to both sides of a face, by its name.
    bool isOfBothSides(size_t target) const {
        const std::string& name = morphs_.surface.nameOf(target);
        return isNamedLikeFace(name) && sideOf(name) == Side::none && !isOfOneSide(target);
    }

    void checkHalves() {
        checkFaceHalves();
        checkOnlyHalf();
    }

    void checkFaceHalves() {
        for (size_t target = 0; target < morphs_.surface.targetCount(); ++target)
            if (isOfBothSides(target) && !morphs_.isExplained(target) &&
                endsAtMiddle(morphs_.surface.deltasOf(target), kMovesFar, kOtherSide) &&
                !mirrorImageOf({.left = target, .right = target}))
                morphs_.add("morph-halved", Severity::warning, target,
                            "moves one side of the mesh, up to its middle, and nothing of the other one");
    }

    /// One target of one side, where all others are symmetric: at least two.
    void checkOnlyHalf() {
        std::vector<size_t> halves;
        size_t symmetric = 0;
        for (size_t target = 0; target < morphs_.surface.targetCount(); ++target) {
            const std::optional<MorphTwins> own = compared(target, target);
            if (!own) continue;
            if (own->cosine > kMirrorImage)
                ++symmetric;
            else
                halves.push_back(target);
        }
        if (halves.size() != 1 || symmetric < kMinSymmetric || morphs_.isExplained(halves.front()) ||
            sideOf(morphs_.surface.nameOf(halves.front())) != Side::none || isOfOneSide(halves.front()) ||
            !endsAtMiddle(morphs_.surface.deltasOf(halves.front()), kMovesBeside, kNothingThere))
            return;
        morphs_.add("morph-halved", Severity::warning, halves.front(),
                    "moves one side of the mesh, up to its middle, and nothing of the other one, unlike " +
                        counted(symmetric, "other target", "other targets"));
    }

    /// Whether points beside the middle move by `least` of the largest delta, and their mirror images not at all.
    bool endsAtMiddle(const std::vector<glm::vec3>& deltas, float least, double otherSide) const {
        float largest = 0.0f;
        for (const glm::vec3& delta : deltas)
            largest = std::max(largest, glm::length(delta));
        size_t beside = 0, lost = 0;
        std::array<double, 2> moved{};  // on each side, without what lies on the plane
        for (size_t point = 0; point < deltas.size(); ++point) {
            const uint32_t partner = mirror_.partners[point];
            const float away = mirror_.points[point][mirror_.axis] - mirror_.center;
            if (partner == point) continue;
            moved[away > 0.0f ? 1 : 0] += static_cast<double>(glm::length(deltas[point]));
            if (partner == MirroredSurface::kNone || std::abs(away) > kBesideMiddle * mirror_.size ||
                glm::length(deltas[point]) < least * largest)
                continue;
            ++beside;
            lost += glm::length(deltas[partner]) < kMovesNot * largest;
        }
        return lost >= kMinBeside && static_cast<double>(lost) > kMostLost * static_cast<double>(beside) &&
               std::min(moved[0], moved[1]) < otherSide * (moved[0] + moved[1]);
    }

    /// Most targets of the left agree where that is; some do not.
    void checkSides(const std::vector<MorphTwins>& pairs) {
        std::vector<const MorphTwins*> positive, negative;
        for (const MorphTwins& pair : pairs) {
            if (pair.isLeftPositive()) positive.push_back(&pair);
            if (pair.isLeftNegative()) negative.push_back(&pair);
        }
        const auto& most = positive.size() > negative.size() ? positive : negative;
        const auto& fewest = positive.size() > negative.size() ? negative : positive;
        if (static_cast<double>(fewest.size()) > kMostDissent * static_cast<double>(positive.size() + negative.size()))
            return;
        const std::string others = counted(most.size(), "other pair", "other pairs");
        for (const MorphTwins* pair : fewest) {
            morphs_.explain(pair->right);
            morphs_.add("morph-side", Severity::warning, pair->left,
                        "moves the right side, and " + nameOf(pair->right) + " the left, unlike " + others);
        }
    }

    void checkPair(const MorphTwins& pair, const std::vector<MorphTwins>& pairs) {
        if (morphs_.isExplained(pair.left)) return;
        const Measured strength = measured(std::max(pair.strength, 1.0 / pair.strength), "times");
        if (pair.cosine < -kUnlike) {
            morphs_.add("morph-unlike-twin", Severity::warning, pair.left,
                        "moves the opposite way of " + nameOf(pair.right));
        } else if (pair.cosine > kMirrorImage && strength.figure.value > kOtherStrength) {
            const bool isLeft = pair.strength > 1.0;
            morphs_.add("morph-unlike-twin", Severity::warning, isLeft ? pair.left : pair.right,
                        "moves vertices " + strength.text + " as far as " + nameOf(isLeft ? pair.right : pair.left));
        } else if (pair.cosine < kUnlike) {
            checkUnlike(pair, pairs);
        }
    }

    void checkUnlike(const MorphTwins& pair, const std::vector<MorphTwins>& pairs) {
        if (const std::optional<size_t> image = mirrorImageOf(pair)) {
            morphs_.add("morph-unlike-twin", Severity::warning, pair.left,
                        "mirrors " + nameOf(*image) + ", not " + nameOf(pair.right));
            return;
        }
        const auto mirrored = static_cast<size_t>(
            std::ranges::count_if(pairs, [](const MorphTwins& other) { return other.cosine > kMirrorImage; }));
        if (static_cast<double>(pairs.size() - mirrored) > kMostDissent * static_cast<double>(pairs.size())) return;
        morphs_.add("morph-unlike-twin", Severity::info, pair.left,
                    "is no mirror image of " + nameOf(pair.right) + ", unlike " +
                        counted(mirrored, "other pair", "other pairs"));
    }

    /// Another target that mirrors the left one.
    std::optional<size_t> mirrorImageOf(const MorphTwins& pair) {
        if (++searched_ > kMostSearched) return std::nullopt;
        for (size_t other = 0; other < morphs_.surface.targetCount(); ++other) {
            if (other == pair.left || other == pair.right) continue;
            const std::optional<MorphTwins> tried = compared(pair.left, other);
            if (tried && tried->cosine > kMirrorImage && tried->strength < kOtherStrength &&
                tried->strength > 1.0 / kOtherStrength)
                return other;
        }
        return std::nullopt;
    }

    std::string nameOf(size_t target) const { return "'" + morphs_.surface.nameOf(target) + "'"; }

    MorphGroup& morphs_;
    MirroredSurface mirror_;
    size_t searched_ = 0;
};

}  // namespace

void checkMorphTwins(MorphGroup& morphs) {
    if (morphs.surface.targetCount() > 0) TwinCheck(morphs).run();
}

}  // namespace sinew
