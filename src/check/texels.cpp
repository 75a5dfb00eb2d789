#include "check/texels.h"

#include <cmath>

#include <glm/common.hpp>

namespace sinew {

std::optional<Texels> Texels::of(const ImageData& image) {
    if (image.format != TexelFormat::rgba8 || image.bytes.empty() || image.width == 0) return std::nullopt;
    return Texels(image);
}

std::optional<Texel> Texels::read(const Sampler& sampler, const glm::vec2& place) const {
    const glm::vec2 within = place - glm::floor(place);
    if (!std::isfinite(within.x) || !std::isfinite(within.y)) return std::nullopt;
    const auto isOutside = [](float at, Wrap wrap) { return wrap != Wrap::repeat && (at < 0.0f || at > 1.0f); };
    if (isOutside(place.x, sampler.wrapU) || isOutside(place.y, sampler.wrapV)) return std::nullopt;
    const auto nearest = [](float at, uint32_t side) {
        return std::min(static_cast<uint32_t>(at * static_cast<float>(side)), side - 1);
    };
    return at(nearest(within.x, width()), nearest(within.y, height()));
}

}  // namespace sinew
