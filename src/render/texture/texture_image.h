#pragma once

#include <optional>
#include <vector>

#include "gpu/image.h"
#include "model/image.h"

namespace sinew {

class Device;
class Uploader;

/// False if the device cannot read images in such blocks, or all mip levels of the blocks are too large for it.
bool canDraw(const Device& device, const ImageData& image);

/// Appends the image, which canDraw(), to `images`, which must not reallocate: the uploader points to its elements
/// until it has finished. Blocks keep their mip levels; the others of RGBA8 are made. `color`: the image is sRGB,
/// unless its format is linear. `cutoff`: the alpha of RGBA8 that is cut off, so that the mip levels keep the share of
/// the texels that pass it.
void addImage(const Device& device, Uploader& uploader, const ImageData& data, bool color, std::optional<float> cutoff,
              std::vector<Image>& images);

}  // namespace sinew
