#include "gpu/result.h"

#include <string>

#include <fmt/format.h>

#include "base/error.h"

namespace sinew {

const char* resultName(VkResult result) {
    switch (result) {
#define NAME(value) \
    case value:     \
        return #value
        NAME(VK_SUCCESS);
        NAME(VK_NOT_READY);
        NAME(VK_TIMEOUT);
        NAME(VK_EVENT_SET);
        NAME(VK_EVENT_RESET);
        NAME(VK_INCOMPLETE);
        NAME(VK_SUBOPTIMAL_KHR);
        NAME(VK_PIPELINE_COMPILE_REQUIRED);
        NAME(VK_ERROR_OUT_OF_HOST_MEMORY);
        NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY);
        NAME(VK_ERROR_INITIALIZATION_FAILED);
        NAME(VK_ERROR_DEVICE_LOST);
        NAME(VK_ERROR_MEMORY_MAP_FAILED);
        NAME(VK_ERROR_LAYER_NOT_PRESENT);
        NAME(VK_ERROR_EXTENSION_NOT_PRESENT);
        NAME(VK_ERROR_FEATURE_NOT_PRESENT);
        NAME(VK_ERROR_INCOMPATIBLE_DRIVER);
        NAME(VK_ERROR_TOO_MANY_OBJECTS);
        NAME(VK_ERROR_FORMAT_NOT_SUPPORTED);
        NAME(VK_ERROR_FRAGMENTED_POOL);
        NAME(VK_ERROR_UNKNOWN);
        NAME(VK_ERROR_OUT_OF_POOL_MEMORY);
        NAME(VK_ERROR_INVALID_EXTERNAL_HANDLE);
        NAME(VK_ERROR_FRAGMENTATION);
        NAME(VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS);
        NAME(VK_ERROR_SURFACE_LOST_KHR);
        NAME(VK_ERROR_NATIVE_WINDOW_IN_USE_KHR);
        NAME(VK_ERROR_OUT_OF_DATE_KHR);
        NAME(VK_ERROR_INVALID_SHADER_NV);
#undef NAME
        default: {
            thread_local std::string number;
            number = fmt::format("VkResult {}", static_cast<int>(result));
            return number.c_str();
        }
    }
}

void require(VkResult result, const char* call, std::source_location place) {
    if (result == VK_SUCCESS) return;
    std::string_view file = place.file_name();
    file.remove_prefix(file.find_last_of("/\\") + 1);  // npos + 1 is 0
    throw Error(result == VK_ERROR_DEVICE_LOST ? Exit::device : Exit::environment,
                fmt::format("{}:{}: {} returned {}", file, place.line(), call, resultName(result)));
}

}  // namespace sinew
