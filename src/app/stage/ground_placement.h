#pragma once

#include "animation/ground/root_motion.h"
#include "render/scene.h"

namespace sinew {

/// The user's settings of the file's space. Values that are not set are the file's own.
struct FileSpace {
    std::optional<UpAxis> up;
    std::optional<double> scale;  ///< world units per file unit
};

/// Where the model stands before it moves. The world has Y up, whatever the file's axis is.
struct GroundPlacement {
    glm::mat4 fileFromRoot{1.0f};  ///< the identity unless the user set a space
    glm::mat4 worldFromRoot{1.0f};
    UpAxis up = UpAxis::y;                ///< that the file states, or the user
    std::optional<double> metersPerUnit;  ///< of the world, if the file or the user says so
    float tileSize = 1.0f;                ///< of the floor

    GroundPlacement(const Model& model, const FileSpace& space);

    /// Chooses the tile size for a model of this size: 1, 2 or 5 times a power of ten.
    void fitTiles(const Box& bounds);

    /// "1.75 m tall, Y up": the size of a figure with these bounds, in the unit that suits it. What lies is "long".
    std::string sizeText(const Box& figure) const;

    /// The floor at `height` below `footprint`, displaced by `floor` against the model.
    Ground ground(const Box& footprint, float height, const Displacement& floor) const;
};

glm::mat4 matrixOf(const Displacement& displacement);

/// Returns the bounds of the transformed corners of `box`.
Box transformed(const Box& box, const glm::mat4& transform);

}  // namespace sinew
