#pragma once

#include <cstdint>
#include <vector>

#include <volk.h>

#include "gpu/result.h"

namespace sinew {

/// All that a Vulkan function with the parameters (`first`..., count, array) lists. Asks anew when there is more than
/// it had counted. Throws as require() does; `name` is the function's.
template <class Element, class Function, class... First>
std::vector<Element> enumerate(const char* name, Function function, First... first) {
    for (;;) {
        uint32_t count = 0;
        require(function(first..., &count, nullptr), name);
        std::vector<Element> list(count);
        const VkResult result = function(first..., &count, list.data());
        list.resize(count);  // there may also be fewer by now
        if (result == VK_INCOMPLETE) continue;
        require(result, name);
        return list;
    }
}

}  // namespace sinew
