#pragma once

#include <optional>
#include <span>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "model/bounds.h"
#include "render/camera.h"

namespace sinew {

class GpuModel;

/// How the influences of a vertex are blended.
enum class Skinning {
    linear,          ///< the matrices' weighted sum, as most programs do: cheap, and joints that twist lose volume
    dualQuaternion,  ///< twists and bends keep their volume, and bulge a little
};

/// What the viewer's keys switch.
struct Look {
    Skinning skinning = Skinning::linear;
    bool wireframe = false;
    bool skeleton = false;
    bool textures = true;
    bool floor = true;
    std::optional<glm::vec4> background;  ///< sRGB and alpha, straight; none: the sky
};

/// The floor under the model; lengths in units of the world.
struct Ground {
    float height = 0.0f;
    float tileSize = 1.0f;
    glm::vec2 centre{0.0f};     ///< x, z
    float radius = 10.0f;       ///< from the centre to where the floor has faded away
    glm::vec2 travelled{0.0f};  ///< how far the model has come over the ground (x, z)
    Box footprint;              ///< what throws a shadow, over the whole clip
};

/// A line on the picture, over everything else. Without length it is a dot.
struct Line {
    glm::vec3 start{0.0f};  ///< world
    glm::vec3 end{0.0f};    ///< world; half as wide here
    glm::vec4 color{1.0f};  ///< linear
};

/// All that one picture shows. The spans are read while the frame is recorded, not later.
struct Scene {
    const GpuModel* model = nullptr;  ///< none: an empty stage
    std::span<const glm::mat4> worldFromNode;
    std::span<const float> morphWeights;  ///< as Model::restMorphWeights; none: all zero
    Camera camera;
    Ground ground;
    Look look;
    std::span<const Line> lines;
};

}  // namespace sinew
