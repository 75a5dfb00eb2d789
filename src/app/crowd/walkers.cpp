#include "app/crowd/walkers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/geometric.hpp>

#include "app/crowd/hashed.h"

namespace sinew {
namespace {

constexpr uint32_t kWalkersInRange = 256;
constexpr size_t kMostKept = 64;       // places of all characters, at different steps
constexpr int64_t kStepsOfATurn = 25;  // a character keeps its turn rate for so long
constexpr float kWanderRate = 0.35f;   // radians per second, at most
constexpr float kReturnRate = 1.4f;    // the same for those that left the area

/// The direction that a heading faces, as x and z.
glm::vec2 forward(float heading) {
    return {std::sin(heading), std::cos(heading)};
}

}  // namespace

Walkers::Walkers(const ClipSchedule& schedule, std::span<const StartPlace> starts,
                 std::vector<const RootMotion*> motions, float areaRadius, uint32_t seed)
    : schedule_(schedule),
      starts_(starts),
      motions_(std::move(motions)),
      areaRadius_(areaRadius),
      seed_(seed),
      places_(starts.begin(), starts.end()),
      kept_{places_} {}

void Walkers::moveTo(double timeSeconds, WorkPool& pool) {
    const auto step = static_cast<int64_t>(std::floor(std::max(timeSeconds, 0.0) / kStepSeconds));
    if (schedule_.clips().empty()) return;
    if (step < step_) {
        const size_t last = std::min(static_cast<size_t>(step / keptEvery_), kept_.size() - 1);
        std::ranges::copy(kept_[last], places_.begin());
        step_ = static_cast<int64_t>(last) * keptEvery_;
    }
    while (step_ < step) {
        const int64_t nextKept = static_cast<int64_t>(kept_.size()) * keptEvery_;
        moveOn(std::min(step, nextKept), pool);
        if (step_ == nextKept) keepPlaces();
    }
}

void Walkers::moveOn(int64_t step, WorkPool& pool) {
    const auto members = static_cast<uint32_t>(places_.size());
    pool.run((members + kWalkersInRange - 1) / kWalkersInRange, [&](uint32_t range, uint32_t) {
        const uint32_t first = range * kWalkersInRange, end = std::min(first + kWalkersInRange, members);
        for (uint32_t member = first; member < end; ++member)
            for (int64_t i = step_; i < step; ++i)
                places_[member] = moved(member, places_[member], i, static_cast<double>(i) * kStepSeconds,
                                        static_cast<double>(i + 1) * kStepSeconds);
    });
    step_ = step;
}

/// Every second one goes when they become too many.
void Walkers::keepPlaces() {
    kept_.push_back(places_);
    if (kept_.size() <= kMostKept) return;
    for (size_t i = 1; 2 * i < kept_.size(); ++i)
        kept_[i] = std::move(kept_[2 * i]);
    kept_.resize(kMostKept / 2 + 1);
    keptEvery_ *= 2;
}

StartPlace Walkers::at(uint32_t member, double timeSeconds) const {
    if (schedule_.clips().empty()) return places_[member];
    const double from = static_cast<double>(step_) * kStepSeconds;
    return moved(member, places_[member], step_, from, std::max(timeSeconds, from));
}

StartPlace Walkers::moved(uint32_t member, StartPlace place, int64_t step, double fromSeconds, double toSeconds) const {
    const ScheduledClips clips = schedule_.at(member, fromSeconds);
    const bool next = clips.fade >= 0.5f;
    const RootMotion* motion = motions_[next ? clips.nextClip : clips.clip];
    if (!motion) return place;
    const double seconds = next ? clips.nextSeconds : clips.seconds, passed = toSeconds - fromSeconds;
    const Displacement way = motion->between(seconds, seconds + passed * schedule_.speedOf(member));
    if (glm::vec2(way.translation.x, way.translation.z) == glm::vec2(0.0f)) return place;
    StartPlace then = displaced(place, way);
    then.heading += turnRate(member, {then.position, place.heading}, step) * static_cast<float>(passed);
    return then;
}

float Walkers::turnRate(uint32_t member, const StartPlace& place, int64_t step) const {
    const glm::vec2 front = forward(place.heading), home = -place.position;
    if (glm::length(home) > areaRadius_ && glm::dot(front, home) < 0.7f * glm::length(home)) {
        const float left = home.x * front.y - home.y * front.x;  // positive: home is at the left
        return left >= 0.0f ? kReturnRate : -kReturnRate;
    }
    const double random = hashed(seed_, member, Chance::turn, step / kStepsOfATurn);
    return kWanderRate * static_cast<float>(2.0 * random - 1.0);
}

}  // namespace sinew
