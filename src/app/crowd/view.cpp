#include "app/crowd/view.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_access.hpp>

#include "render/level_choice.h"

namespace sinew {
namespace {

constexpr int kTierOfOne = 32;  // whose characters have at most one pixel per world unit

std::array<glm::vec4, 6> frustumOf(const glm::mat4& clipFromWorld) {
    const glm::vec4 x = glm::row(clipFromWorld, 0), y = glm::row(clipFromWorld, 1), z = glm::row(clipFromWorld, 2),
                    w = glm::row(clipFromWorld, 3);
    std::array planes{w + x, w - x, w + y, w - y, z, w - z};
    for (glm::vec4& plane : planes)
        plane /= glm::length(glm::vec3(plane));
    return planes;
}

}  // namespace

uint32_t tierOf(float pixelsPerUnit) {
    const float tier = std::ceil(2.0f * std::log2(pixelsPerUnit)) + kTierOfOne;
    return static_cast<uint32_t>(std::clamp(tier, 0.0f, static_cast<float>(kTiers - 1)));
}

float mostPixelsOf(uint32_t tier) {
    if (tier + 1 == kTiers) return std::numeric_limits<float>::infinity();
    return std::exp2(0.5f * static_cast<float>(static_cast<int>(tier) - kTierOfOne));
}

CrowdView::CrowdView(const Camera& camera, const glm::vec2& size)
    : planes(frustumOf(camera.clipFromWorld(size.x / size.y))),
      eye(camera.eye()),
      forward(glm::normalize(camera.target - camera.eye())),
      mostPixelsAtOne(pixelsPerUnit(camera, eye + forward, 0.0f, size)) {}

bool CrowdView::mayShow(const Sphere& sphere) const {
    return std::ranges::all_of(planes, [&](const glm::vec4& plane) {
        const float distance = glm::dot(glm::vec3(plane), sphere.center) + plane.w;
        return std::max(distance, distance + glm::dot(glm::vec3(plane), shadowWay)) > -sphere.radius;
    });
}

}  // namespace sinew
