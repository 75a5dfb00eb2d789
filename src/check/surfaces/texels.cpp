#include "check/surfaces/texels.h"

#include <cmath>

#include <glm/common.hpp>

namespace sinew {

std::optional<Texels> Texels::of(const ImageData& image) {
    if (image.format != TexelFormat::rgba8 || image.bytes.empty() || image.width == 0) return std::nullopt;
    return Texels(image);
}

bool glows(const Model& model, const Material& material) {
    if (material.emissive == glm::vec3(0.0f)) return false;
    const auto& use = material.texture(TextureSlot::emissive);
    const auto texels = use ? Texels::of(model.textures[use->texture].image) : std::nullopt;
    if (!texels) return true;
    size_t shown = 0, glowing = 0;
    for (const SkinnedMesh& mesh : model.meshes) {
        const std::vector<glm::vec2>* const uvs = uvsFor(*use, mesh);
        if (&model.materials[mesh.material] != &material || !uvs) continue;
        const size_t stride = mesh.triangleCount() / kSurface.samples + 1;
        for (size_t t = 0; t < mesh.triangleCount(); t += stride)
            forEachShown(mesh, *uvs, t, [&](const glm::vec2& uv) {
                const auto texel = texels->read(use->sampler, placeIn(*use, uv));
                ++shown;
                glowing += !texel || std::max({texel->r, texel->g, texel->b}) > kSurface.texelSlack;
            });
    }
    return shown == 0 || areMoreThan(kSurface.few, glowing, shown);
}

std::optional<Texel> Texels::read(const Sampler& sampler, const glm::vec2& place) const {
    if (!std::isfinite(place.x) || !std::isfinite(place.y)) return std::nullopt;
    const auto isOutside = [](float at, Wrap wrap) { return wrap != Wrap::repeat && (at < 0.0f || at > 1.0f); };
    if (isOutside(place.x, sampler.wrapU) || isOutside(place.y, sampler.wrapV)) return std::nullopt;
    const auto nearest = [](float at, Wrap wrap, uint32_t side) {
        const float within = wrap == Wrap::repeat ? at - std::floor(at) : at;  // at 1, others read their last texel
        return std::min(static_cast<uint32_t>(within * static_cast<float>(side)), side - 1);
    };
    return at(nearest(place.x, sampler.wrapU, width()), nearest(place.y, sampler.wrapV, height()));
}

}  // namespace sinew
