// Bakes the studio: prints the words of an Environment, its irradiance first, as a list for C++ to include.

#include <bit>
#include <cstdio>

#include "render/environment.h"
#include "studio/radiance.h"

int main() {
    const sinew::Environment studio = sinew::bakeEnvironment(sinew::studioRadiance);
    for (const glm::vec3& term : studio.irradiance)
        for (int i = 0; i < 3; ++i)
            std::printf("%u,\n", std::bit_cast<uint32_t>(term[i]));
    for (const std::vector<uint32_t>& level : studio.specular)
        for (const uint32_t texel : level)
            std::printf("%u,\n", texel);
    return std::fflush(stdout) == 0 ? 0 : 1;
}
