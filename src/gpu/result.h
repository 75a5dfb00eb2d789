#pragma once

#include <cstdint>
#include <source_location>
#include <vector>

#include <volk.h>

namespace sinew {

/// "VK_ERROR_DEVICE_LOST"; "VkResult -123" for an unknown value.
const char* resultName(VkResult result);

/// Throws Error (Exit::device for a lost device, else Exit::environment) unless `result` is VK_SUCCESS, with the place,
/// the call and the result's name in one line. Handle expected results at the call instead.
void require(VkResult result, const char* call, std::source_location place = std::source_location::current());

/// Everything that a Vulkan function with the parameters (`first`..., count, array) enumerates. Throws as require();
/// `name` is the function's.
template <class Element, class Function, class... First>
std::vector<Element> enumerate(const char* name, Function function, First... first) {
    for (;;) {
        uint32_t count = 0;
        require(function(first..., &count, nullptr), name);
        std::vector<Element> list(count);
        const VkResult result = function(first..., &count, list.data());
        list.resize(count);                     // may have become fewer
        if (result == VK_INCOMPLETE) continue;  // may have become more
        require(result, name);
        return list;
    }
}

}  // namespace sinew

/// VK_REQUIRE(vkQueueWaitIdle(queue));
#define VK_REQUIRE(call) ::sinew::require((call), #call)
