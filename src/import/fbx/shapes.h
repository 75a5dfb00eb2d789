#pragma once

#include "import/fbx/objects.h"

namespace sinew::fbx {

/// A shape of a blend shape channel. In-between shapes share a channel: between two of them it blends from one to the
/// next.
struct ChannelShape {
    int64_t object = 0;            ///< whose property is the channel's value in percent
    std::vector<double> percents;  ///< at which each shape of the channel is reached
    size_t index = 0;              ///< of the shape in `percents`
    std::string_view property = "DeformPercent";

    /// The weight of this shape when the channel's value is `percent`.
    double weightAt(double percent) const;
};

/// A shape of a geometry, and where its offsets are.
struct Shape {
    ChannelShape channel;
    std::string name;
    const Record* record = nullptr;           ///< with Indexes, Vertices and maybe Normals
    std::vector<double> vertexPercents = {};  ///< of the offsets, or none
    double restPercent = 0.0;                 ///< the channel's value at rest
};

/// The shapes of all channels of a geometry. Files of version 7.1 and older ones have them within the geometry, with
/// their values as its properties. Blender gives weights of vertices instead of percents.
std::vector<Shape> shapesOf(const Objects& objects, int64_t geometry);

/// What is connected to an object as a deformer of that kind, in the file's order.
std::vector<int64_t> deformersOf(const Objects& objects, int64_t id, std::string_view kind);

}  // namespace sinew::fbx
