#include "app/crowd/formation.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/trigonometric.hpp>

#include "app/crowd/hashed.h"

namespace sinew {
namespace {

constexpr float kHeadingSpread = glm::radians(12.0f);  // of characters that stand in rows and rings

float spread(const CrowdSettings& settings, uint32_t member, Chance chance) {
    return 2.0f * static_cast<float>(hashed(settings.seed, member, chance)) - 1.0f;
}

/// Every second row is shifted by half a place, so that the rows behind are seen.
std::vector<StartPlace> grid(const CrowdSettings& settings, float spacing) {
    const auto columns = static_cast<uint32_t>(std::ceil(std::sqrt(static_cast<double>(settings.count))));
    const uint32_t rows = (settings.count + columns - 1) / columns;
    const float shift = rows > 1 ? 0.25f : 0.0f;
    std::vector<StartPlace> places;
    for (uint32_t i = 0; i < settings.count; ++i) {
        const uint32_t row = i / columns, inRow = std::min(columns, settings.count - row * columns);
        const float column = static_cast<float>(i % columns) - 0.5f * static_cast<float>(inRow - 1);
        const float back = static_cast<float>(row) - 0.5f * static_cast<float>(rows - 1);
        places.push_back({.position = spacing * glm::vec2(column + (row % 2 ? shift : -shift), -back),
                          .heading = kHeadingSpread * spread(settings, i, Chance::heading)});
    }
    return places;
}

/// One in the middle, then rings with as many as fit.
std::vector<StartPlace> circle(const CrowdSettings& settings, float spacing) {
    std::vector<StartPlace> places;
    for (uint32_t ring = 0; places.size() < settings.count; ++ring) {
        const auto left = static_cast<uint32_t>(settings.count - places.size());
        const auto fitting = static_cast<uint32_t>(glm::two_pi<float>() * static_cast<float>(ring));
        const uint32_t count = std::min(std::max(fitting, 1u), left);
        for (uint32_t i = 0; i < count; ++i) {
            const float angle = glm::two_pi<float>() * (static_cast<float>(i) + 0.5f * static_cast<float>(ring % 2)) /
                                static_cast<float>(count);
            const auto member = static_cast<uint32_t>(places.size());
            places.push_back(
                {.position = spacing * static_cast<float>(ring) * glm::vec2(std::sin(angle), std::cos(angle)),
                 .heading = angle + kHeadingSpread * spread(settings, member, Chance::heading)});
        }
    }
    return places;
}

/// A grid whose places are moved by at most a quarter of the spacing each way.
std::vector<StartPlace> scatter(const CrowdSettings& settings, float spacing) {
    std::vector<StartPlace> places = grid(settings, spacing);
    for (uint32_t i = 0; i < settings.count; ++i) {
        const auto random = [&](int64_t index) {
            return static_cast<float>(hashed(settings.seed, i, Chance::place, index)) - 0.5f;
        };
        places[i].position += 0.5f * spacing * glm::vec2(random(0), random(1));
        places[i].heading = glm::pi<float>() * spread(settings, i, Chance::heading);
    }
    return places;
}

}  // namespace

StartPlace displaced(StartPlace place, const Displacement& way) {
    const glm::vec2 along(way.translation.x, way.translation.z);
    const glm::vec2 front(std::sin(place.heading), std::cos(place.heading));
    place.position += glm::vec2(along.x * front.y + along.y * front.x, along.y * front.y - along.x * front.x);
    place.heading += static_cast<float>(yawRadians(way, glm::dvec3(0.0, 1.0, 0.0)));
    return place;
}

std::vector<StartPlace> startPlaces(const CrowdSettings& settings, float spacing) {
    if (settings.formation == Formation::circle) return circle(settings, spacing);
    if (settings.formation == Formation::scatter) return scatter(settings, spacing);
    return grid(settings, spacing);
}

glm::vec2 formationReach(const std::vector<StartPlace>& places) {
    glm::vec2 reach(0.0f);
    for (const StartPlace& place : places)
        reach = glm::max(reach, glm::abs(place.position));
    return reach;
}

}  // namespace sinew
