#include "import/gltf/specular_glossiness.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "import/build/convert.h"
#include "model/limits.h"

namespace sinew::gltf {
namespace {

constexpr float kDielectric = 0.04f;

float perceivedBrightness(const glm::vec3& color) {
    return std::sqrt(glm::dot(glm::vec3(0.299f, 0.587f, 0.114f), color * color));
}

constexpr size_t kValues = 256;

const std::array<float, kValues>& linearTable() {
    static const std::array<float, kValues> kTable = [] {
        std::array<float, kValues> table;
        for (size_t i = 0; i < kValues; ++i)
            table[i] = linearFromSrgb(glm::vec3(static_cast<float>(i) / 255.0f)).r;
        return table;
    }();
    return kTable;
}

uint8_t byteFrom(float ratio) {
    return static_cast<uint8_t>(std::lround(glm::clamp(ratio, 0.0f, 1.0f) * 255.0f));
}

uint8_t srgbByteFrom(float linear) {
    constexpr size_t kSteps = 16384;  // the table is off by a quarter of a byte at most
    static const std::array<uint8_t, kSteps + 1> kTable = [] {
        std::array<uint8_t, kSteps + 1> table;
        for (size_t i = 0; i <= kSteps; ++i) {
            const float value = static_cast<float>(i) / kSteps;
            table[i] = byteFrom(value <= 0.0031308f ? value * 12.92f : 1.055f * std::pow(value, 1.0f / 2.4f) - 0.055f);
        }
        return table;
    }();
    return kTable[static_cast<size_t>(std::lround(glm::clamp(linear, 0.0f, 1.0f) * kSteps))];
}

/// Linear color and alpha.
glm::vec4 texelOf(const ImageData& image, size_t index) {
    const uint8_t* texel = &image.bytes[index * 4];
    const std::array<float, kValues>& linear = linearTable();
    return {linear[texel[0]], linear[texel[1]], linear[texel[2]], static_cast<float>(texel[3]) / 255.0f};
}

/// The image where texel (x, y) of a picture of that size has its center: interpolated.
glm::vec4 valueAt(const ImageData& image, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    if (image.width == width && image.height == height) return texelOf(image, size_t{y} * width + x);
    const glm::vec2 size(image.width, image.height);
    const glm::vec2 place = glm::max((glm::vec2(x, y) + 0.5f) / glm::vec2(width, height) * size - 0.5f, 0.0f);
    const glm::vec2 corner = glm::floor(place), along = place - corner;
    const auto at = [&](uint32_t right, uint32_t down) {
        const uint32_t column = std::min(static_cast<uint32_t>(corner.x) + right, image.width - 1);
        const uint32_t row = std::min(static_cast<uint32_t>(corner.y) + down, image.height - 1);
        return texelOf(image, size_t{row} * image.width + column);
    };
    return glm::mix(glm::mix(at(0, 0), at(1, 0), along.x), glm::mix(at(0, 1), at(1, 1), along.x), along.y);
}

void append(ImageData& image, const glm::vec4& srgb) {
    for (int i = 0; i < 3; ++i)
        image.bytes.push_back(srgbByteFrom(srgb[i]));
    image.bytes.push_back(byteFrom(srgb.a));
}

ImageData emptyImage(uint32_t width, uint32_t height) {
    ImageData image{.width = width, .height = height};
    image.bytes.reserve(image.byteCount());
    return image;
}

}  // namespace

MetallicRoughness converted(const SpecularGlossiness& surface) {
    constexpr float kSmall = 1e-6f;
    const glm::vec3 diffuse(surface.diffuse);
    const float rest = 1.0f - std::max({surface.specular.r, surface.specular.g, surface.specular.b});
    const float bright = perceivedBrightness(surface.specular);
    MetallicRoughness result{.baseColor = surface.diffuse, .roughness = 1.0f - surface.glossiness};
    if (bright < kDielectric) {
        result.specularColor = glm::min(surface.specular / kDielectric, 1.0f);
        return result;
    }
    const float b = perceivedBrightness(diffuse) * rest / (1.0f - kDielectric) + bright - 2.0f * kDielectric;
    const float c = kDielectric - bright;
    const float root = std::sqrt(std::max(b * b - 4.0f * kDielectric * c, 0.0f));
    result.metallic = glm::clamp((-b + root) / (2.0f * kDielectric), 0.0f, 1.0f);
    const glm::vec3 fromDiffuse = diffuse * (rest / (1.0f - kDielectric) / std::max(1.0f - result.metallic, kSmall));
    const glm::vec3 fromSpecular =
        (surface.specular - kDielectric * (1.0f - result.metallic)) / std::max(result.metallic, kSmall);
    const glm::vec3 color = glm::mix(fromDiffuse, fromSpecular, result.metallic * result.metallic);
    result.baseColor = glm::vec4(glm::clamp(color, 0.0f, 1.0f), surface.diffuse.a);
    return result;
}

ConvertedMaps convertedMaps(const ImageData* diffuse, const ImageData* specularGlossiness,
                            const SpecularGlossiness& factors) {
    const ImageData& one = diffuse ? *diffuse : *specularGlossiness;
    const ImageData& other = specularGlossiness ? *specularGlossiness : *diffuse;
    uint32_t width = std::max(one.width, other.width), height = std::max(one.height, other.height);
    if (uint64_t{width} * height > kMaxImagePixels) width = one.width, height = one.height;  // thin ones that cross
    ConvertedMaps maps{emptyImage(width, height), emptyImage(width, height), emptyImage(width, height)};
    float leastSpecular = 1.0f;
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x) {
            SpecularGlossiness surface = factors;
            surface.diffuse.a = 1.0f;
            if (diffuse) surface.diffuse *= valueAt(*diffuse, x, y, width, height);
            if (specularGlossiness) {
                const glm::vec4 value = valueAt(*specularGlossiness, x, y, width, height);
                surface.specular *= glm::vec3(value);
                surface.glossiness *= value.a;
            }
            const MetallicRoughness result = converted(surface);
            append(maps.baseColor, result.baseColor);
            const uint8_t roughness = byteFrom(result.roughness), metallic = byteFrom(result.metallic);
            maps.metallicRoughness.bytes.insert(maps.metallicRoughness.bytes.end(), {255, roughness, metallic, 255});
            append(*maps.specularColor, glm::vec4(result.specularColor, 1.0f));
            leastSpecular =
                std::min({leastSpecular, result.specularColor.r, result.specularColor.g, result.specularColor.b});
        }
    constexpr float kVisible = 0.9f;  // 4 % is between two values of a byte
    if (leastSpecular > kVisible) maps.specularColor.reset();
    return maps;
}

glm::vec4 meanOf(const ImageData& specularGlossiness) {
    const size_t pixels = specularGlossiness.bytes.size() / 4, step = std::max<size_t>(1, pixels / 4096);
    glm::vec4 sum(0.0f);
    float count = 0.0f;
    for (size_t i = 0; i < pixels; i += step, ++count)
        sum += texelOf(specularGlossiness, i);
    return count > 0.0f ? sum / count : glm::vec4(1.0f);
}

}  // namespace sinew::gltf
