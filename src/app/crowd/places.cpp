#include "app/crowd/places.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr float kSpacing = 1.25f;  // between characters, relative to the width of one

float widthOf(const Box& box) {
    if (box.empty()) return 1.0f;
    return std::max({box.max.x - box.min.x, box.max.z - box.min.z, 1e-4f});
}

}  // namespace

CrowdPlaces::CrowdPlaces(const CrowdFigure& figure, const CrowdSettings& settings, const ClipSchedule& schedule,
                         CrowdMachines* machines)
    : figure_(figure),
      settings_(settings),
      schedule_(schedule),
      machines_(machines),
      spacing_(kSpacing * widthOf(figure.box)),
      starts_(startPlaces(settings, spacing_)) {
    restart();
}

void CrowdPlaces::restart() {
    if (!figure_.walks || machines_) return;
    const glm::vec2 reach = formationReach(starts_);
    walkers_.emplace(schedule_, starts_, figure_.motions, std::max(reach.x, reach.y) + spacing_, settings_.seed);
}

void CrowdPlaces::moveTo(double seconds, WorkPool& pool) {
    if (walkers_) walkers_->moveTo(seconds, pool);
    if (machines_) machines_->moveTo(seconds, pool);
}

StartPlace CrowdPlaces::of(uint32_t member, double seconds) const {
    if (walkers_) return walkers_->at(member, seconds);
    const StartPlace& start = starts_[member];
    return machines_ && figure_.walks ? displaced(start, machines_->placeOf(member)) : start;
}

Box CrowdPlaces::bounds() const {
    if (figure_.box.empty()) return figure_.box;
    const glm::vec2 places = formationReach(starts_);
    const float half = 0.5f * widthOf(figure_.box);
    glm::vec2 reach = places + half;
    if (walkers_) reach = glm::vec2(std::max(places.x, places.y) + 2.0f * spacing_ + half);
    return {{-reach.x, figure_.box.min.y, -reach.y}, {reach.x, figure_.box.max.y, reach.y}};
}

glm::vec3 CrowdPlaces::meanDisplacement(double seconds) const {
    if (!machines_ || !figure_.walks) return glm::vec3(0.0f);
    glm::dvec2 sum(0.0);
    for (uint32_t member = 0; member < settings_.count; ++member)
        sum += of(member, seconds).position - starts_[member].position;
    sum /= settings_.count;
    return glm::vec3(sum.x, 0.0, sum.y);
}

}  // namespace sinew
