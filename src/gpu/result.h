#pragma once

#include <source_location>

#include <volk.h>

namespace sinew {

/// "VK_ERROR_DEVICE_LOST"; "VkResult -123" for a number without a name.
const char* resultName(VkResult result);

/// Throws Error (Exit::device for a lost device, else Exit::environment) unless `result` is VK_SUCCESS. The message is
/// one line: the call, the result's name, the file and line. Results that are expected are named at the call and never
/// come here.
void require(VkResult result, const char* call, std::source_location place = std::source_location::current());

}  // namespace sinew

/// VK_REQUIRE(vkQueueWaitIdle(queue));
#define VK_REQUIRE(call) ::sinew::require((call), #call)
