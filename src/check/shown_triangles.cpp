#include "check/shown_triangles.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <glm/common.hpp>

namespace sinew {
namespace {

constexpr int kClearBorder = 24;       // sum of the channels, each of 255, from texel to texel
constexpr float kTowardCorner = 0.8f;  // of the way from the middle of a triangle: at the corner, fields may blend
constexpr int kMostOnWay = 24;         // texels that are looked at
constexpr int kFieldsOfSide = 32;      // of the texture

int colorStep(const Texel& a, const Texel& b) {
    return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b) + std::abs(a.a - b.a);
}

/// Whether the color steps on the way from one place to another.
bool hasStepOn(const Texels& texels, const Sampler& sampler, const glm::vec2& from, const glm::vec2& to) {
    const glm::vec2 way = glm::abs(to - from) * glm::vec2(texels.width(), texels.height());
    const float length = std::max(way.x, way.y);
    if (!std::isfinite(length)) return true;
    const int count = static_cast<int>(std::min(length + 1.0f, static_cast<float>(kMostOnWay)));
    auto before = texels.read(sampler, from);
    for (int i = 1; i <= count && before; ++i) {
        const auto next = texels.read(sampler, glm::mix(from, to, static_cast<float>(i) / static_cast<float>(count)));
        if (!next || colorStep(*before, *next) > kClearBorder) return true;
        before = next;
    }
    return false;
}

}  // namespace

ShownTriangles::ShownTriangles(const std::vector<const SkinnedMesh*>& meshes, const TextureUse& use, size_t most)
    : use_(use) {
    size_t count = 0, number = 0;
    for (const SkinnedMesh* mesh : meshes)
        count += mesh->triangleCount();
    const size_t every = count / most + 1;
    for (const SkinnedMesh* mesh : meshes) {
        const std::vector<glm::vec2>* const uvs = uvsFor(use, *mesh);
        for (size_t i = 0; uvs && i + 2 < mesh->indices.size(); i += 3)
            if (number++ % every == 0)
                triangles_.push_back(
                    {(*uvs)[mesh->indices[i]], (*uvs)[mesh->indices[i + 1]], (*uvs)[mesh->indices[i + 2]]});
    }
}

TriangleView ShownTriangles::view(const Texels& texels, const Background& background, const Place& place) const {
    std::vector<bool> isField(size_t{kFieldsOfSide} * kFieldsOfSide), isColor(kCoarseColors);
    size_t blank = 0, crossing = 0;
    for (const auto& [a, b, c] : triangles_) {
        const std::array corners{place(a), place(b), place(c)};
        const glm::vec2 middle = (corners[0] + corners[1] + corners[2]) / 3.0f;
        const auto texel = texels.read(use_.sampler, middle);
        crossing += std::ranges::any_of(corners, [&](const glm::vec2& corner) {
            return hasStepOn(texels, use_.sampler, middle, glm::mix(middle, corner, kTowardCorner));
        });
        if (!texel || background.holds(*texel)) {
            ++blank;
            continue;
        }
        isColor[coarseColorOf(*texel)] = true;
        const glm::ivec2 field = glm::min(glm::ivec2(glm::fract(middle) * float{kFieldsOfSide}), kFieldsOfSide - 1);
        isField[static_cast<size_t>(kFieldsOfSide * field.y + field.x)] = true;
    }
    const auto shareOf = [&](size_t some) {
        return static_cast<double>(some) / static_cast<double>(triangles_.size());
    };
    return {.blank = shareOf(blank),
            .crossing = shareOf(crossing),
            .colors = static_cast<size_t>(std::ranges::count(isColor, true)),
            .parts = static_cast<size_t>(std::ranges::count(isField, true))};
}

}  // namespace sinew
