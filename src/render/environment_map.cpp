#include "render/environment_map.h"

#include <algorithm>
#include <cstring>

#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "gpu/upload.h"

namespace sinew {
namespace {

constexpr uint32_t kStudio[] = {
#include "studio.inc"  // by assets/studio/bake.cpp
};

}  // namespace

const Environment& studioEnvironment() {
    static const Environment studio = [] {
        Environment environment = darkEnvironment();
        const uint32_t* next = kStudio;
        std::memcpy(environment.irradiance.data(), next, sizeof(Irradiance));
        next += sizeof(Irradiance) / sizeof(uint32_t);
        for (std::vector<uint32_t>& level : environment.specular) {
            std::copy_n(next, level.size(), level.begin());
            next += level.size();
        }
        return environment;
    }();
    return studio;
}

EnvironmentMap::EnvironmentMap(const Device& device, const Environment& environment)
    : irradiance_(environment.irradiance),
      image_(device, {.format = VK_FORMAT_B10G11R11_UFLOAT_PACK32,
                      .extent = {kEnvironmentSide, kEnvironmentSide},
                      .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                      .levelCount = kEnvironmentLevels}),
      sampler_(makeSampler(device, {.addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                    .addressV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE})) {
    std::array<std::span<const std::byte>, kEnvironmentLevels> levels;
    for (size_t i = 0; i < levels.size(); ++i)
        levels[i] = std::as_bytes(std::span(environment.specular[i]));
    Uploader uploader(device);
    uploader.addLevels(image_, levels);
    uploader.finish();
}

}  // namespace sinew
