#pragma once

#include "import/fbx/objects.h"

namespace sinew::fbx {

/// A shape of a blend shape channel. In-between shapes share a channel: between two of them it blends from one to the
/// next.
struct ChannelShape {
    int64_t channel = 0;           ///< 0: unknown
    std::vector<double> percents;  ///< at which each shape of the channel is reached
    size_t index = 0;              ///< of the shape in `percents`

    /// The weight of this shape when the channel's value is `percent`.
    double weightAt(double percent) const;
};

/// The shapes of a channel, in the file's order.
std::vector<ChannelShape> shapesOf(const Objects& objects, int64_t channel);

/// The value of a blend shape channel at rest, in percent. Blender gives it as a record, not as a property.
double restPercentOf(const Objects& objects, int64_t channel);

/// Makes blend shapes as assimp reads them: adds normals, without which it ignores a shape, and applies the weights of
/// vertices that Blender gives instead of percents. @return whether there was something to do.
bool completeShapes(Document& document);

}  // namespace sinew::fbx
