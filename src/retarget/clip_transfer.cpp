#include "retarget/clip_transfer.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace sinew {
namespace {

constexpr double kSamplesPerSecond = 60.0, kFewestSamples = 16.0, kMostSamples = 20'000.0;
constexpr double kMostTurn = 0.85 * 0.0174533;  // radians: of a leg's bones, to keep a foot
constexpr double kInOnePlace = 0.008;           // of the figure's height: from the mean
constexpr double kFarFromPlan = 1.1 * 0.0174533, kFarLess = 0.9;
constexpr double kSamePlace = 0.01;  // of the figure's height: clips that end like that are loops

/// How far a leg may turn at each sample: as far as its plants ask for, and beside them hardly.
std::vector<double> turnLimits(const std::vector<LegSample>& leg, const std::vector<glm::dvec3>& offsets,
                               double stepSeconds, bool isLoop) {
    HeldOffsets held;
    for (size_t k = 0; k < leg.size(); ++k) {
        const bool isPlanted = leg[k].plant >= 0;
        const double beyond = isPlanted ? std::max(legTurn(leg[k], offsets[k]) - kMostTurn, 0.0) : 0.0;
        held.offsets.emplace_back(beyond, 0.0, 0.0);
        held.heldAcross.push_back(isPlanted);
    }
    held.heldUp = held.heldAcross;
    std::vector<double> limits;
    for (const glm::dvec3& beyond : faded(std::move(held), stepSeconds, isLoop))
        limits.push_back(kMostTurn + beyond.x);
    return limits;
}

/// The offset, or as much of it as does not turn the leg farther than `limit`.
glm::dvec3 limited(const LegSample& leg, const glm::dvec3& offset, double limit) {
    if (legTurn(leg, offset) <= limit) return offset;
    double ratio = 0.0, most = 1.0;
    for (int round = 0; round < 12; ++round) {
        const double middle = 0.5 * (ratio + most);
        (legTurn(leg, middle * offset) <= limit ? ratio : most) = middle;
    }
    return ratio * offset;
}

/// Over the seam of a loop, a plant is one.
void joinEnds(std::vector<LegSample>& leg) {
    LegSample &first = leg.front(), &last = leg.back();
    first.onGround = last.onGround = first.onGround || last.onGround;
    if (first.plant < 0) first.plant = last.plant;
    if (last.plant < 0) last.plant = first.plant;
    const int ending = last.plant;
    for (LegSample& sample : leg)
        if (sample.plant == ending) sample.plant = first.plant;
}

/// Calls visit(index of a contact, sample) for the samples in contacts.
template <typename Visit>
void forEachSample(const std::vector<LimbContact>& contacts, double stepSeconds, size_t count, const Visit& visit) {
    for (size_t contact = 0; contact < contacts.size(); ++contact) {
        const auto first = static_cast<size_t>(std::lround(contacts[contact].startSeconds / stepSeconds));
        const auto last = static_cast<size_t>(std::lround(contacts[contact].endSeconds / stepSeconds));
        for (size_t i = first; i <= std::min(last, count - 1); ++i)
            visit(contact, i);
    }
}

}  // namespace

ClipTransfer::ClipTransfer(const FigureTransfer& figure, const Model& model, const Model& source,
                           const AnimationClip& clip, const RetargetOptions& options)
    : figure_(figure),
      source_(source),
      clip_(clip),
      local_(source.hierarchy.size()),
      sourceWorld_(source.hierarchy.size()),
      pose_(model.hierarchy.size()),
      world_(model.hierarchy.size()),
      offsets_(figure.limbs().size()),
      limits_(figure.limbs().size()) {
    if (!(clip.durationSeconds > 0.0) || figure.limbs().empty() || !(options.keepFeet || options.keepHands)) return;
    const std::vector<Path> paths = walk();
    if (options.keepFeet) keepFeet(paths);
    if (options.keepHands) keepHands(paths);
}

std::span<const Transform> ClipTransfer::at(double seconds) {
    transferAt(seconds);
    if (!root_.empty()) figure_.shift(figure_.height() * offsetAt(root_, seconds), sourceWorld_, pose_, world_);
    for (size_t i = 0; i < offsets_.size(); ++i) {
        if (offsets_[i].empty()) continue;
        glm::dvec3 offset = offsetAt(offsets_[i], seconds);
        if (!limits_[i].empty()) offset = limited(legOf(i), offset, limitAt(i, seconds));
        if (offset == glm::dvec3(0.0)) continue;
        figure_.moveTo(figure_.limbs()[i], placeOf(i) + figure_.height() * offset, sourceWorld_, pose_, world_);
    }
    return pose_;
}

std::vector<double> ClipTransfer::edges() const {
    std::vector<double> times;
    for (const LimbContact& contact : contacts_)
        for (const double time : {contact.startSeconds, contact.endSeconds})
            if (time > 0.0 && time < clip_.durationSeconds) times.push_back(time);
    return times;
}

void ClipTransfer::transferAt(double seconds) {
    sample(clip_, source_.hierarchy, seconds, cursor_, local_);
    walkHierarchy(source_.hierarchy, local_, yUpFrom(source_.up), sourceWorld_);
    figure_.transfer(sourceWorld_, pose_, world_);
}

const BonePair& ClipTransfer::endOf(size_t limb) const {
    return figure_.joints()[static_cast<size_t>(figure_.limbs()[limb].end)].pair;
}

/// Planted feet that hardly move are kept in one place; those that creep follow the source from farther away.
void ClipTransfer::pin(const LimbPath& source, size_t plants, std::vector<LegSample>& leg) const {
    std::vector<glm::dvec3> sums(plants, glm::dvec3(0.0));
    std::vector<double> counts(plants, 0.0);
    const auto forEachPlanted = [&](const auto& visit) {
        for (size_t k = 0; k < leg.size(); ++k)
            if (leg[k].plant >= 0) visit(static_cast<size_t>(leg[k].plant), k);
    };
    forEachPlanted([&](size_t plant, size_t k) { sums[plant] += source.positions[k], counts[plant] += 1.0; });
    forEachPlanted([&](size_t plant, size_t k) {
        const glm::dvec3 away = (source.positions[k] - sums[plant] / counts[plant]) / figure_.sourceHeight();
        leg[k].slip += figure_.facing() * away * std::min(1.0, kInOnePlace / std::max(glm::length(away), 1e-12));
    });
}

glm::dvec3 ClipTransfer::placeOf(size_t limb) const {
    return glm::dvec3(world_[endOf(limb).target][3]);
}

LegSample ClipTransfer::legOf(size_t limb) const {
    const auto at = [&](int joint) {
        return glm::dvec3(world_[figure_.joints()[static_cast<size_t>(joint)].pair.target][3]) / figure_.height();
    };
    const FigureLimb& ends = figure_.limbs()[limb];
    return {.hip = at(ends.upper), .knee = at(ends.lower), .foot = at(ends.end)};
}

double ClipTransfer::limitAt(size_t limb, double seconds) const {
    const std::vector<double>& limits = limits_[limb];
    const double at = std::clamp(seconds / stepSeconds_, 0.0, static_cast<double>(limits.size() - 1));
    const size_t i = std::min(static_cast<size_t>(at), limits.size() - 1), next = std::min(i + 1, limits.size() - 1);
    return std::lerp(limits[i], limits[next], at - static_cast<double>(i));
}

std::vector<ClipTransfer::Path> ClipTransfer::walk() {
    std::vector<Path> paths(figure_.limbs().size());
    const double count =
        std::floor(std::clamp(clip_.durationSeconds * kSamplesPerSecond, kFewestSamples, kMostSamples));
    stepSeconds_ = clip_.durationSeconds / count;
    for (size_t k = 0; k <= static_cast<size_t>(count); ++k) {
        transferAt(static_cast<double>(k) * stepSeconds_);
        for (size_t i = 0; i < paths.size(); ++i) {
            Path& path = paths[i];
            path.source.stepSeconds = stepSeconds_;
            path.source.positions.emplace_back(sourceWorld_[endOf(i).source][3]);
            path.slips.push_back((placeOf(i) - figure_.onGround(path.source.positions.back())) / figure_.height());
            path.legs.push_back(legOf(i));
            path.legs.back().slip = path.slips.back();
        }
    }
    isLoop_ = std::ranges::all_of(paths, [&](const Path& path) {
        const auto& places = path.source.positions;
        return glm::length(places.front() - places.back()) < kSamePlace * figure_.sourceHeight();
    });
    return paths;
}

/// Feet that are kept, and how.
struct ClipTransfer::Kept {
    std::vector<std::vector<LegSample>> legs;
    std::vector<LimbContact> plants;
    FootPlan plan;

    /// The farthest that a leg turns to keep its foot.
    double turn() const {
        double most = 0.0;
        for (size_t leg = 0; leg < legs.size(); ++leg)
            for (size_t k = 0; k < legs[leg].size(); ++k)
                if (legs[leg][k].plant >= 0) most = std::max(most, legTurn(legs[leg][k], plan.feet[leg][k]));
        return most;
    }
};

ClipTransfer::Kept ClipTransfer::plan(const std::vector<Path>& paths, bool isLoop) const {
    Kept kept;
    for (size_t i = 0; i < paths.size(); ++i) {
        if (!figure_.limbs()[i].isLeg) continue;
        const Path& path = paths[i];
        std::vector<LegSample>& leg = kept.legs.emplace_back(path.legs);
        forEachSample(groundContacts(path.source, figure_.sourceHeight()), stepSeconds_, leg.size(),
                      [&](size_t, size_t k) { leg[k].onGround = true; });
        const std::vector<LimbContact> planted = plants(path.source, figure_.sourceHeight());
        forEachSample(planted, stepSeconds_, leg.size(),
                      [&](size_t plant, size_t k) { leg[k].plant = static_cast<int>(plant); });
        kept.plants.insert(kept.plants.end(), planted.begin(), planted.end());
        if (isLoop) joinEnds(leg);
        pin(path.source, planted.size(), leg);
        if (isLoop) leg.back() = leg.front();
    }
    kept.plan = planFeet(kept.legs, stepSeconds_, isLoop);
    return kept;
}

void ClipTransfer::keepFeet(const std::vector<Path>& paths) {
    bool isLoop = isLoop_;
    Kept kept = plan(paths, isLoop);
    if (isLoop && kept.turn() > kFarFromPlan) {
        // Where that takes far less of the legs, the seam is one at which the clip ends.
        if (Kept once = plan(paths, false); once.turn() < kFarLess * kept.turn())
            kept = std::move(once), isLoop = false;
    }
    contacts_ = std::move(kept.plants);
    root_ = std::move(kept.plan.root);
    for (size_t i = 0, leg = 0; i < paths.size(); ++i)
        if (figure_.limbs()[i].isLeg) {
            limits_[i] = turnLimits(kept.legs[leg], kept.plan.feet[leg], stepSeconds_, isLoop);
            offsets_[i] = std::move(kept.plan.feet[leg++]);
        }
}

void ClipTransfer::keepHands(const std::vector<Path>& paths) {
    for (size_t i = 0; i < paths.size(); ++i) {
        if (figure_.limbs()[i].isLeg) continue;
        const std::vector<LimbContact> resting = rests(paths[i].source, figure_.sourceHeight());
        const size_t count = paths[i].slips.size();
        const auto slipAt = [&](size_t k) { return paths[i].slips[k] + (root_.empty() ? glm::dvec3(0.0) : root_[k]); };
        std::vector<glm::dvec3> sums(resting.size(), glm::dvec3(0.0));
        std::vector<double> counts(resting.size(), 0.0);
        forEachSample(resting, stepSeconds_, count,
                      [&](size_t rest, size_t k) { sums[rest] += slipAt(k), counts[rest] += 1.0; });
        HeldOffsets held{std::vector<glm::dvec3>(count, glm::dvec3(0.0)), std::vector<bool>(count, false), {}};
        forEachSample(resting, stepSeconds_, count, [&](size_t rest, size_t k) {
            held.offsets[k] = sums[rest] / counts[rest] - slipAt(k);
            held.heldAcross[k] = true;
        });
        held.heldUp = held.heldAcross;
        offsets_[i] = faded(std::move(held), stepSeconds_, false);
        contacts_.insert(contacts_.end(), resting.begin(), resting.end());
    }
}

/// Between the steps along a Catmull-Rom curve.
glm::dvec3 ClipTransfer::offsetAt(const std::vector<glm::dvec3>& offsets, double seconds) const {
    const double at = std::clamp(seconds / stepSeconds_, 0.0, static_cast<double>(offsets.size() - 1));
    const auto last = offsets.size() - 1, i = std::min(static_cast<size_t>(at), last);
    const double x = at - static_cast<double>(i);
    const glm::dvec3 &a = offsets[i > 0 ? i - 1 : 0], &b = offsets[i], &c = offsets[std::min(i + 1, last)],
                     &d = offsets[std::min(i + 2, last)];
    return b + 0.5 * x * (c - a + x * (2.0 * a - 5.0 * b + 4.0 * c - d + x * (3.0 * (b - c) + d - a)));
}

}  // namespace sinew
