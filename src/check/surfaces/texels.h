#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <glm/vec2.hpp>

#include "check/surfaces/limits.h"
#include "model/material.h"
#include "model/model.h"
#include "model/skinned_mesh.h"

namespace sinew {

/// Each channel from 0 to 255.
struct Texel {
    uint8_t r, g, b, a;

    bool operator==(const Texel&) const = default;
};

/// The texels of a texture that are in memory, one by one.
class Texels {
  public:
    /// The image outlives them. Nothing where it is in blocks, or was not read.
    static std::optional<Texels> of(const ImageData& image);

    uint32_t width() const { return image_.width; }
    uint32_t height() const { return image_.height; }
    Texel at(uint32_t x, uint32_t y) const {
        const uint8_t* texel = &image_.bytes[4 * (size_t{y} * image_.width + x)];
        return {texel[0], texel[1], texel[2], texel[3]};
    }

    /// The nearest texel where a sampler reads at `place`, 0 to 1 from the upper left corner. Nothing where that is not
    /// finite, or outside of a texture that does not repeat.
    std::optional<Texel> read(const Sampler& sampler, const glm::vec2& place) const;

    /// Some of all texels, evenly spaced.
    template <typename Visit>
    void sample(const Visit& visit, size_t most = kSurface.points) const {
        const size_t count = size_t{image_.width} * image_.height, stride = count / most + 1;
        for (size_t i = 0; i < count; i += stride)
            visit(at(static_cast<uint32_t>(i % image_.width), static_cast<uint32_t>(i / image_.width)));
    }

    template <typename Is>
    bool areAll(const Is& is) const {
        for (uint32_t y = 0; y < image_.height; ++y)
            for (uint32_t x = 0; x < image_.width; ++x)
                if (!is(at(x, y))) return false;
        return true;
    }

    /// The share of texels for which that is true, in a sample.
    template <typename Is>
    double shareOf(const Is& is, size_t most = kSurface.points) const {
        size_t all = 0, which = 0;
        sample([&](const Texel& texel) { ++all, which += is(texel); }, most);
        return static_cast<double>(which) / static_cast<double>(all);
    }

  private:
    explicit Texels(const ImageData& image) : image_(image) {}

    const ImageData& image_;
};

inline constexpr float kUnseen = 1.0f / 255.0f;  // opacity, or light

inline bool isDark(const Texel& t) {
    return std::max({t.r, t.g, t.b}) <= kSurface.texelSlack;
}
inline bool isLight(const Texel& t) {
    return std::min({t.r, t.g, t.b}) >= 255 - kSurface.texelSlack;
}

/// The color by which programs show that a texture is missing.
inline bool isMagenta(const Texel& t) {
    return std::min(t.r, t.b) >= 255 - kSurface.texelSlack && t.g <= kSurface.texelSlack;
}

/// A material that glows somewhere: its factor is not black, nor is nearly all that is shown of its emissive texture.
bool glows(const Model& model, const Material& material);

/// Where a use reads its texture at these texture coordinates.
inline glm::vec2 placeIn(const TextureUse& use, const glm::vec2& uv) {
    return use.offset + linearPart(use) * uv;
}

/// The texture coordinates that a use reads; null where the mesh has none.
inline const std::vector<glm::vec2>* uvsFor(const TextureUse& use, const SkinnedMesh& mesh) {
    const std::vector<glm::vec2>& uvs = use.uvSet == 0 ? mesh.uvs : mesh.moreUvs;
    return uvs.size() == mesh.vertexCount() ? &uvs : nullptr;
}

/// One corner of the texture, where the coordinates of a missing set are.
inline bool areAllInCorner(const std::vector<glm::vec2>& uvs) {
    return std::ranges::all_of(uvs, [](const glm::vec2& uv) { return uv.x == 0.0f && (uv.y == 0.0f || uv.y == 1.0f); });
}

/// Calls visit(uv) for the middle of a triangle, and for the points half way from there to its corners.
template <typename Visit>
void forEachShown(const SkinnedMesh& mesh, const std::vector<glm::vec2>& uvs, size_t triangle, const Visit& visit) {
    const uint32_t* const corners = &mesh.indices[3 * triangle];
    const glm::vec2 middle = (uvs[corners[0]] + uvs[corners[1]] + uvs[corners[2]]) / 3.0f;
    visit(middle);
    for (size_t corner = 0; corner < 3; ++corner)
        visit(0.5f * (middle + uvs[corners[corner]]));
}

}  // namespace sinew
