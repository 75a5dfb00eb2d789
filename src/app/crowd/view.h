#pragma once

#include <array>
#include <cstdint>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "model/reach.h"
#include "render/camera.h"

namespace sinew {

// Characters of about the same size on the screen have the same levels of detail: each tier is of sqrt(2) times as many
// pixels per world unit as the one before.
inline constexpr uint32_t kTiers = 64;

/// The least tier that is not below so many pixels per world unit.
uint32_t tierOf(float pixelsPerUnit);

/// Pixels per world unit of the largest characters of a tier.
float mostPixelsOf(uint32_t tier);

/// What culling and levels of detail depend on.
struct CrowdView {
    std::array<glm::vec4, 6> planes;  ///< of the frustum, pointing inward, of unit length
    glm::vec3 shadowWay{0.0f};        ///< from the top of a character to the end of its shadow
    glm::vec3 eye{0.0f}, forward{0.0f};
    bool usesRigLevels = false;
    float mostPixelsAtOne = 0.0f;  ///< pixels per world unit at a distance of 1, at the edge of the picture

    /// `size`: of the picture, in pixels.
    CrowdView(const Camera& camera, const glm::vec2& size);

    /// Whether a character or its shadow may be in view.
    bool mayShow(const Sphere& sphere) const;
};

}  // namespace sinew
