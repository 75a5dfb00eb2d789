// decodeRadiancePicture() turns any bytes into an Error of one line or a picture of radiance.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "base/error.h"
#include "import/files/radiance_picture.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    try {
        const sinew::RadiancePicture picture = sinew::decodeRadiancePicture(std::span(data, size));
        const auto isRadiance = [](float value) { return value >= 0.0f && value <= sinew::kMostRadiance; };
        if (picture.rgb.empty() || picture.rgb.size() != size_t{picture.width} * picture.height * 3 ||
            !std::ranges::all_of(picture.rgb, isRadiance))
            std::abort();
    } catch (const sinew::Error& error) {
        const std::string_view line = error.what();
        if (error.exit() != sinew::Exit::input || line.empty() || line.find('\n') != std::string_view::npos)
            std::abort();
    }
    return 0;
}
