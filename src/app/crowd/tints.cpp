#include "app/crowd/tints.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include <glm/common.hpp>

#include "app/crowd/hashed.h"

namespace sinew {
namespace {

/// Whether a word begins there: not inside another one, as "face" in "Surface", but "Eye" in "leftEye" does.
bool isWordStart(const std::string& name, size_t place) {
    if (place == 0) return true;
    const auto before = static_cast<unsigned char>(name[place - 1]), first = static_cast<unsigned char>(name[place]);
    return !std::isalpha(before) || (std::islower(before) && std::isupper(first));
}

/// Materials keep their color if they transmit light, or if a word of their names says that they are part of a body, of
/// glass or of metal.
bool canBeTinted(const Material& material) {
    constexpr const char* kWords[] = {"skin",  "eye",    "hair", "face",  "head",  "teeth", "tooth",
                                      "mouth", "tongue", "nail", "glass", "metal", "lens"};
    std::string name = material.name;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto isInName = [&](const char* word) {
        for (size_t at = name.find(word); at != std::string::npos; at = name.find(word, at + 1))
            if (isWordStart(material.name, at)) return true;
        return false;
    };
    return material.transmission == 0.0f && std::ranges::none_of(kWords, isInName);
}

/// A saturated color of that hue in [0, 1).
glm::vec3 colorOf(double hue) {
    const auto channel = [&](double offset) {
        const double x = 6.0 * (hue + offset - std::floor(hue + offset));
        return static_cast<float>(std::clamp(std::abs(x - 3.0) - 1.0, 0.0, 1.0));
    };
    return {channel(0.0), channel(2.0 / 3.0), channel(1.0 / 3.0)};
}

}  // namespace

CrowdTints makeTints(const Model& model, uint32_t count, uint32_t seed) {
    CrowdTints tints;
    for (const Material& material : model.materials)
        tints.tinted.push_back(canBeTinted(material));
    for (uint32_t member = 0; member < count; ++member) {
        const auto random = [&](Chance chance, int64_t index = 0) { return hashed(seed, member, chance, index); };
        const auto saturation = static_cast<float>(0.25 + 0.55 * random(Chance::tint, 1));
        const auto brightness = static_cast<float>(0.65 + 0.5 * random(Chance::brightness));
        const glm::vec3 color = glm::mix(glm::vec3(1.0f), colorOf(random(Chance::tint)), saturation);
        tints.ofMember.emplace_back(brightness * color, 1.0f);
    }
    return tints;
}

}  // namespace sinew
