#pragma once

#include <span>
#include <string>

#include "app/labels.h"
#include "gpu/readback.h"
#include "render/target.h"

namespace sinew {

class Device;

/// Records the copy of a drawn picture, which stays a colour attachment.
Readback recordScreenshot(const Device& device, VkCommandBuffer commands, const Target& target, VkFormat format);

/// Once the commands are done: writes sinew_001.png, or the next number that is free, into the present folder. Returns
/// what to tell the user: the file's name, or why there is none.
std::string saveScreenshot(const Readback& readback, std::span<const Label> labels);

}  // namespace sinew
