#include "retarget/foot_plan.h"

#include <algorithm>

#include "retarget/root_plan.h"

namespace sinew {
namespace {

constexpr double kFadeSeconds = 0.15;  // over which a limb returns to its own way

double smooth(double ratio) {
    const double x = std::clamp(ratio, 0.0, 1.0);
    return x * x * (3.0 - 2.0 * x);
}

/// Steps from each sample to the nearest held one before it, or after it; a large number if there is none.
std::vector<size_t> stepsTo(const std::vector<bool>& held, bool before, bool isLoop) {
    const size_t count = held.size(), none = size_t{1} << 40;
    std::vector<size_t> steps(count, none);
    size_t away = none;
    for (size_t turn = 0; turn < (isLoop ? 2 : 1); ++turn)
        for (size_t k = isLoop && count > 1 ? 1 : 0; k < count; ++k) {  // the ends of a loop are one sample
            const size_t i = before ? k : count - 1 - k;
            away = held[i] ? 0 : std::min(away + 1, none);
            steps[i] = std::min(away, none);
        }
    if (isLoop && count > 1) (before ? steps.front() : steps.back()) = before ? steps.back() : steps.front();
    return steps;
}

/// Fades one axis of the offsets.
void fade(const std::vector<bool>& held, double stepSeconds, bool isLoop, int axis, std::vector<glm::dvec3>& offsets) {
    const std::vector<size_t> since = stepsTo(held, true, isLoop), until = stepsTo(held, false, isLoop);
    const size_t count = held.size(), period = std::max<size_t>(count, 2) - 1;
    for (size_t i = 0; i < count; ++i) {
        if (held[i]) continue;
        double sum = 0.0;
        double offset = 0.0;
        for (const bool isBefore : {true, false}) {
            const size_t steps = isBefore ? since[i] : until[i];
            const double weight = 1.0 - smooth(static_cast<double>(steps) * stepSeconds / kFadeSeconds);
            if (!(weight > 0.0)) continue;
            const size_t turned = period * (steps / period + 1);  // never below zero
            const size_t at = isBefore ? (i < steps ? (i + turned - steps) % period : i - steps)
                                       : (i + steps >= count ? (i + steps) % period : i + steps);
            offset += weight * offsets[at][axis];  // held, so that it is the given one
            sum += weight;
        }
        offsets[i][axis] = offset / std::max(sum, 1.0);
    }
}

/// When the height of a foot is kept: while it is planted, and all the time that it is on the ground if it only slides.
std::vector<bool> heldUp(const std::vector<LegSample>& leg) {
    std::vector<bool> held(leg.size(), false);
    for (size_t first = 0; first < leg.size();) {
        size_t last = first;
        bool slides = true;
        for (; last < leg.size() && leg[last].onGround; ++last) {
            held[last] = leg[last].plant >= 0;
            slides = slides && !held[last];
        }
        if (slides)
            std::fill(held.begin() + static_cast<std::ptrdiff_t>(first),
                      held.begin() + static_cast<std::ptrdiff_t>(last), true);
        first = std::max(last, first + 1);
    }
    return held;
}

}  // namespace

std::vector<glm::dvec3> faded(HeldOffsets held, double stepSeconds, bool isLoop) {
    for (const int axis : {0, 1, 2})
        fade(axis == 1 ? held.heldUp : held.heldAcross, stepSeconds, isLoop, axis, held.offsets);
    return std::move(held.offsets);
}

FootPlan planFeet(const std::vector<std::vector<LegSample>>& legs, double stepSeconds, bool isLoop) {
    if (legs.empty() || legs.front().empty()) return {};
    RootPlan root = planRoot(legs, stepSeconds, isLoop);
    FootPlan plan{.root = std::move(root.root), .feet = {}};
    for (size_t leg = 0; leg < legs.size(); ++leg) {
        HeldOffsets held;
        for (size_t i = 0; i < legs[leg].size(); ++i) {
            held.offsets.push_back(correction(legs[leg][i], root.missing[leg][i]));
            held.heldAcross.push_back(legs[leg][i].plant >= 0);
        }
        held.heldUp = heldUp(legs[leg]);
        plan.feet.push_back(faded(std::move(held), stepSeconds, isLoop));
    }
    return plan;
}

}  // namespace sinew
