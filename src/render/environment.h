#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace sinew {

/// Light from all directions: an equirectangular picture of linear radiance, top row (+Y) first. Its center looks
/// toward +X, and columns to the right of it turn toward +Z, as in three.js and the viewers of glTF. Values are finite
/// and not negative.
struct EnvironmentPicture {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<glm::vec3> texels;  ///< width * height
};

/// Radiance from the unit direction toward the light. Called by several threads at once.
using RadianceFunction = std::function<glm::vec3(const glm::vec3& direction)>;

// The specular map is octahedral, about the Y axis. Its octahedron fills the middle 7/8 of each side of all levels; the
// texels around it repeat what is across the fold, so that linear filters see no seam. The smallest level has exactly
// half a texel of it. shaders/environment.glsl looks it up.
inline constexpr uint32_t kEnvironmentSide = 256;  ///< of level 0; each level has half the side of the one before
inline constexpr uint32_t kEnvironmentLevels = 6;  ///< level i is for roughness i / 5; alpha = roughness^2

inline constexpr uint32_t kIrradianceTerms = 18;  ///< IRRADIANCE_TERMS of shaders/shared.h

/// Irradiance / pi as spherical harmonics of the bands 0, 1, 2 and 4; band 3 has no share in it. The constant factors
/// are included: for a normal n it is the sum of these times 1, y, z, x, xy, yz, 3zz - 1, xz, xx - yy, and with s = 7zz
/// - 1, t = 7zz - 3: xy (xx - yy), yz (3xx - yy), xy s, yz t, 35zzzz - 30zz + 3, xz t, (xx - yy) s, xz (xx - 3yy), xx
/// (xx - 3yy) - yy (3xx - yy).
using Irradiance = std::array<glm::vec3, kIrradianceTerms>;

/// Light from all directions, prepared for shading.
struct Environment {
    Irradiance irradiance{};
    /// Radiance filtered for GGX with normal = view = reflected direction, as VK_FORMAT_B10G11R11_UFLOAT_PACK32.
    std::array<std::vector<uint32_t>, kEnvironmentLevels> specular;
};

/// Prepares a picture, of whose details the map may miss some if it is wider than 1024; at most 64512 remains of
/// brighter values. The same picture gives the same bits with any number of threads.
Environment bakeEnvironment(const EnvironmentPicture& picture);
Environment bakeEnvironment(const RadianceFunction& radiance);

/// The studio of assets/studio, baked when the program is built.
const Environment& studioEnvironment();

/// No light.
Environment darkEnvironment();

/// Irradiance / pi for a normal.
glm::vec3 irradianceAt(const Irradiance& irradiance, const glm::vec3& normal);

/// Texture coordinates, 0 to 1, of a unit direction in the specular map, and back for all coordinates of a texel.
glm::vec2 environmentCoordinates(const glm::vec3& direction);
glm::vec3 environmentDirection(const glm::vec2& coordinates);

}  // namespace sinew
