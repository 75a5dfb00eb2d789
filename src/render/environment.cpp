#include "render/environment.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <system_error>
#include <thread>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

namespace sinew {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kInset = 7.0f / 8.0f;  // share of the side of the map that the octahedron takes
constexpr unsigned kMaxThreads = 8;
constexpr uint32_t kSubsamples = 2;  // along each side of a texel of level 0
constexpr std::array<uint32_t, kEnvironmentLevels> kSamples{1, 48, 96, 128, 256, 512};
// Each sample reads a level one coarser than its share of the sphere, which hides the pattern of the samples.
constexpr float kSampleBlur = 1.0f;

uint32_t sideOf(uint32_t level) {
    return kEnvironmentSide >> level;
}

glm::vec2 signs(const glm::vec2& value) {
    return {value.x < 0.0f ? -1.0f : 1.0f, value.y < 0.0f ? -1.0f : 1.0f};
}

/// Calls `work` for 0 to count - 1, on all processors. Threads that the system refuses are done without.
void forEachRow(uint32_t count, const std::function<void(uint32_t)>& work) {
    std::atomic<uint32_t> next = 0;
    const auto rows = [&] {
        for (uint32_t row = next++; row < count; row = next++)
            work(row);
    };
    std::vector<std::jthread> threads;
    try {
        for (unsigned i = 1; i < std::min(std::thread::hardware_concurrency(), kMaxThreads); ++i)
            threads.emplace_back(rows);
    } catch (const std::system_error&) {
    }
    rows();
}

glm::vec2 centerOf(uint32_t x, uint32_t y, uint32_t side) {
    return (glm::vec2(static_cast<float>(x), static_cast<float>(y)) + 0.5f) / static_cast<float>(side);
}

/// The octahedral map before filtering, with averages in its smaller levels.
struct Pyramid {
    std::array<std::vector<glm::vec3>, kEnvironmentLevels> levels;
    std::array<std::vector<float>, kEnvironmentLevels> solidAngles;  ///< of the texels, relative

    glm::vec3 at(uint32_t level, const glm::vec2& coordinates) const {
        const std::vector<glm::vec3>& texels = levels[level];
        const uint32_t side = sideOf(level);
        const glm::vec2 place =
            glm::clamp(coordinates * static_cast<float>(side) - 0.5f, 0.0f, static_cast<float>(side - 1) - 1e-3f);
        const auto x = static_cast<uint32_t>(place.x), y = static_cast<uint32_t>(place.y);
        const float right = place.x - static_cast<float>(x), down = place.y - static_cast<float>(y);
        const glm::vec3* texel = &texels[y * side + x];
        return glm::mix(glm::mix(texel[0], texel[1], right), glm::mix(texel[side], texel[side + 1], right), down);
    }

    /// `level`: between levels as well.
    glm::vec3 between(float level, const glm::vec3& direction) const {
        const glm::vec2 coordinates = environmentCoordinates(direction);
        const auto lower = std::min(static_cast<uint32_t>(level), kEnvironmentLevels - 2);
        const float share = level - static_cast<float>(lower);
        const glm::vec3 fine = at(lower, coordinates);
        return share <= 0.0f ? fine : glm::mix(fine, at(lower + 1, coordinates), share);
    }
};

Pyramid pyramidOf(const RadianceFunction& radiance) {
    Pyramid pyramid;
    pyramid.levels[0].resize(size_t{kEnvironmentSide} * kEnvironmentSide);
    pyramid.solidAngles[0].resize(pyramid.levels[0].size());
    forEachRow(kEnvironmentSide, [&](uint32_t y) {
        constexpr uint32_t kFine = kEnvironmentSide * kSubsamples;
        for (uint32_t x = 0; x < kEnvironmentSide; ++x) {
            glm::vec3 sum(0.0f);
            for (uint32_t i = 0; i < kSubsamples * kSubsamples; ++i)
                sum += radiance(environmentDirection(
                    centerOf(x * kSubsamples + i % kSubsamples, y * kSubsamples + i / kSubsamples, kFine)));
            const size_t at = size_t{y} * kEnvironmentSide + x;
            pyramid.levels[0][at] = sum / static_cast<float>(kSubsamples * kSubsamples);
            // The unit direction divided by this norm lies on the octahedron: its distance is 1 / norm.
            const glm::vec3 direction = glm::abs(environmentDirection(centerOf(x, y, kEnvironmentSide)));
            const float norm = direction.x + direction.y + direction.z;
            pyramid.solidAngles[0][at] = norm * norm * norm;
        }
    });
    for (uint32_t level = 1; level < kEnvironmentLevels; ++level) {
        const uint32_t side = sideOf(level);
        const std::vector<glm::vec3>& finer = pyramid.levels[level - 1];
        const std::vector<float>& finerAngles = pyramid.solidAngles[level - 1];
        for (size_t i = 0; i < size_t{side} * side; ++i) {
            const size_t first = i / side * 2 * (side * 2) + i % side * 2;
            glm::vec3 sum(0.0f);
            float angle = 0.0f;
            for (const size_t at : {first, first + 1, first + side * 2, first + side * 2 + 1}) {
                sum += finer[at] * finerAngles[at];
                angle += finerAngles[at];
            }
            pyramid.levels[level].push_back(sum / angle);
            pyramid.solidAngles[level].push_back(angle);
        }
    }
    return pyramid;
}

/// The polynomials of Environment::irradiance.
std::array<float, kIrradianceTerms> harmonics(const glm::vec3& n) {
    const float x = n.x, y = n.y, z = n.z, xx = x * x, yy = y * y, zz = z * z, d = xx - yy;
    const float s = 7.0f * zz - 1.0f, t = 7.0f * zz - 3.0f, u = xx - 3.0f * yy, v = 3.0f * xx - yy;
    return {1.0f,
            y,
            z,
            x,
            x * y,
            y * z,
            3.0f * zz - 1.0f,
            x * z,
            d,
            x * y * d,
            y * z * v,
            x * y * s,
            y * z * t,
            35.0f * zz * zz - 30.0f * zz + 3.0f,
            x * z * t,
            d * s,
            x * z * u,
            xx * u - yy * v};
}

Irradiance irradianceOf(const Pyramid& pyramid) {
    // Squares of the basis' constant factors: terms of the bands from 0, 1, 4 and 9 on, times their share. The shares
    // have the cosine lobe's 1, 2/3, 1/4 and -1/24 (Ramamoorthi and Hanrahan, 2001).
    constexpr std::array<float, kIrradianceTerms> kSquares{1.0f,   3.0f,  3.0f,   3.0f,    60.0f,   60.0f,
                                                           5.0f,   60.0f, 15.0f,  5040.0f, 2520.0f, 720.0f,
                                                           360.0f, 9.0f,  360.0f, 180.0f,  2520.0f, 315.0f};
    const auto shareOf = [](size_t term) {
        if (term < 4) return (term < 1 ? 1.0f : 2.0f / 3.0f) / (4.0f * kPi);
        return term < 9 ? 1.0f / (16.0f * kPi) / 4.0f : -1.0f / (256.0f * kPi) / 24.0f;
    };
    constexpr uint32_t kBorder = static_cast<uint32_t>(kEnvironmentSide * (1.0f - kInset) / 2.0f);
    std::array<glm::dvec3, kIrradianceTerms> sums{};
    double sphere = 0.0;
    for (uint32_t y = kBorder; y < kEnvironmentSide - kBorder; ++y)
        for (uint32_t x = kBorder; x < kEnvironmentSide - kBorder; ++x) {
            const size_t at = size_t{y} * kEnvironmentSide + x;
            const glm::dvec3 light = glm::dvec3(pyramid.levels[0][at]) * double{pyramid.solidAngles[0][at]};
            const auto basis = harmonics(environmentDirection(centerOf(x, y, kEnvironmentSide)));
            for (size_t i = 0; i < sums.size(); ++i)
                sums[i] += light * double{basis[i]};
            sphere += pyramid.solidAngles[0][at];
        }
    Irradiance irradiance;
    for (size_t i = 0; i < sums.size(); ++i)
        irradiance[i] = glm::vec3(sums[i] * (4.0 * std::numbers::pi / sphere)) * (kSquares[i] * shareOf(i));
    return irradiance;
}

/// A direction around +Z from which a level gathers light.
struct Tap {
    glm::vec3 direction{0.0f, 0.0f, 1.0f};
    float weight = 1.0f;
    float level = 0.0f;  ///< of the pyramid
};

/// The bits of the index mirrored behind the binary point: the second Hammersley coordinate.
float mirrored(uint32_t index) {
    uint32_t bits = 0;
    for (int i = 0; i < 32; ++i)
        bits |= ((index >> i) & 1u) << (31 - i);
    return static_cast<float>(bits) * 0x1p-32f;
}

/// Filtered importance sampling of GGX (Krivanek and Colbert 2008; Karis 2013 for normal = view = reflection).
std::vector<Tap> tapsFor(uint32_t level) {
    if (level == 0) return {Tap{}};
    const float roughness = static_cast<float>(level) / (kEnvironmentLevels - 1);
    const float alpha2 = roughness * roughness * roughness * roughness;
    constexpr float kInside = kEnvironmentSide * kInset;
    constexpr float kTexelAngle = 4.0f * kPi / (kInside * kInside);
    std::vector<Tap> taps;
    float sum = 0.0f;
    const uint32_t count = kSamples[level];
    for (uint32_t i = 0; i < count; ++i) {
        const float share = (static_cast<float>(i) + 0.5f) / static_cast<float>(count);
        const float cos2 = (1.0f - share) / (1.0f + (alpha2 - 1.0f) * share);
        const float cosine = std::sqrt(cos2), sine = std::sqrt(1.0f - cos2), around = 2.0f * kPi * mirrored(i);
        const glm::vec3 half(sine * std::cos(around), sine * std::sin(around), cosine);
        const glm::vec3 toLight = 2.0f * cosine * half - glm::vec3(0.0f, 0.0f, 1.0f);
        if (toLight.z <= 0.0f) continue;
        const float d = cos2 * (alpha2 - 1.0f) + 1.0f;
        const float density = alpha2 / (kPi * d * d) / 4.0f;  // of light directions: D * cos / (4 * cos)
        const float angle = 1.0f / (static_cast<float>(count) * density);
        const float blur = 0.5f * std::log2(angle / kTexelAngle) + kSampleBlur;
        taps.push_back({toLight, toLight.z, std::clamp(blur, 0.0f, kEnvironmentLevels - 1.0f)});
        sum += toLight.z;
    }
    for (Tap& tap : taps)
        tap.weight /= sum;
    return taps;
}

glm::mat3 frameAround(const glm::vec3& direction) {
    const glm::vec3 helper = std::abs(direction.y) < 0.9f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f);
    const glm::vec3 right = glm::normalize(glm::cross(helper, direction));
    return {right, glm::cross(direction, right), direction};
}

/// An unsigned float of five bits exponent, rounded to the nearest. Not negative and not NaN.
uint32_t smallFloat(float value, uint32_t mantissaBits) {
    const float steps = static_cast<float>(1u << mantissaBits);
    constexpr float kLeastNormal = 0x1p-14f;
    const float greatest = 0x1p15f * (2.0f - 1.0f / steps);
    value = std::min(value, greatest);
    if (value < kLeastNormal) return static_cast<uint32_t>(std::lround(value / kLeastNormal * steps));
    int exponent = 0;
    const float mantissa = std::frexp(value, &exponent) * 2.0f - 1.0f;
    // A mantissa rounded up to `steps` carries into the exponent, as it should.
    return (static_cast<uint32_t>(exponent - 1 + 15) << mantissaBits) +
           static_cast<uint32_t>(std::lround(mantissa * steps));
}

uint32_t packed(const glm::vec3& color) {
    return smallFloat(color.r, 6) | smallFloat(color.g, 6) << 11 | smallFloat(color.b, 5) << 22;
}

std::vector<uint32_t> filtered(const Pyramid& pyramid, uint32_t level) {
    const std::vector<Tap> taps = tapsFor(level);
    const uint32_t side = sideOf(level);
    std::vector<uint32_t> texels(size_t{side} * side);
    forEachRow(side, [&](uint32_t y) {
        for (uint32_t x = 0; x < side; ++x) {
            const size_t at = size_t{y} * side + x;
            if (level == 0) {
                texels[at] = packed(pyramid.levels[0][at]);
                continue;
            }
            const glm::mat3 frame = frameAround(environmentDirection(centerOf(x, y, side)));
            glm::vec3 sum(0.0f);
            for (const Tap& tap : taps)
                sum += pyramid.between(tap.level, frame * tap.direction) * tap.weight;
            texels[at] = packed(sum);
        }
    });
    return texels;
}

/// Radiance of a picture, between the centers of its texels; the columns go around.
glm::vec3 radianceOf(const EnvironmentPicture& picture, const glm::vec3& direction) {
    const auto width = static_cast<float>(picture.width), height = static_cast<float>(picture.height);
    const float u = std::atan2(direction.z, direction.x) / (2.0f * kPi) + 0.5f;
    const float v = 0.5f - std::asin(std::clamp(direction.y, -1.0f, 1.0f)) / kPi;
    const float x = u * width - 0.5f, y = std::clamp(v * height - 0.5f, 0.0f, height - 1.0f);
    const float left = std::floor(x), top = std::floor(y);
    const uint32_t x0 = (static_cast<uint32_t>(left + width)) % picture.width, x1 = (x0 + 1) % picture.width;
    const auto y0 = static_cast<uint32_t>(top);
    const uint32_t y1 = std::min(y0 + 1, picture.height - 1);
    const auto at = [&](uint32_t column, uint32_t row) { return picture.texels[size_t{row} * picture.width + column]; };
    return glm::mix(glm::mix(at(x0, y0), at(x1, y0), x - left), glm::mix(at(x0, y1), at(x1, y1), x - left), y - top);
}

}  // namespace

glm::vec2 environmentCoordinates(const glm::vec3& direction) {
    const glm::vec3 flat = direction / (std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z));
    glm::vec2 place(flat.x, flat.z);
    if (flat.y < 0.0f) place = (1.0f - glm::abs(glm::vec2(place.y, place.x))) * signs(place);
    return place * (kInset * 0.5f) + 0.5f;
}

glm::vec3 environmentDirection(const glm::vec2& coordinates) {
    glm::vec2 place = (coordinates - 0.5f) * (2.0f / kInset);
    // Beyond an edge, the octahedron goes on at the mirrored place of the same edge.
    if (std::abs(place.x) > 1.0f) place = {signs(place).x * 2.0f - place.x, -place.y};
    if (std::abs(place.y) > 1.0f) place = {-place.x, signs(place).y * 2.0f - place.y};
    const float y = 1.0f - std::abs(place.x) - std::abs(place.y);
    if (y < 0.0f) place = (1.0f - glm::abs(glm::vec2(place.y, place.x))) * signs(place);
    return glm::normalize(glm::vec3(place.x, y, place.y));
}

Environment bakeEnvironment(const RadianceFunction& radiance) {
    const Pyramid pyramid = pyramidOf(radiance);
    Environment environment{.irradiance = irradianceOf(pyramid)};
    for (uint32_t level = 0; level < kEnvironmentLevels; ++level)
        environment.specular[level] = filtered(pyramid, level);
    return environment;
}

Environment bakeEnvironment(const EnvironmentPicture& picture) {
    return bakeEnvironment([&](const glm::vec3& direction) { return radianceOf(picture, direction); });
}

Environment darkEnvironment() {
    Environment dark;
    for (uint32_t level = 0; level < kEnvironmentLevels; ++level)
        dark.specular[level].resize(size_t{sideOf(level)} * sideOf(level));
    return dark;
}

glm::vec3 irradianceAt(const Irradiance& irradiance, const glm::vec3& normal) {
    const auto basis = harmonics(normal);
    glm::vec3 sum(0.0f);
    for (size_t i = 0; i < basis.size(); ++i)
        sum += irradiance[i] * basis[i];
    return glm::max(sum, 0.0f);
}

}  // namespace sinew
