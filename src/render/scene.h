#pragma once

#include <cstdint>
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

/// What the surface of a model shows.
enum class View {
    shaded,   ///< its materials in the light
    weights,  ///< the weight that the chosen bone has on each vertex, from violet over green to yellow; without: grey
    influences,  ///< how many bones move each vertex, 1 to 8, each number in a colour of its own
    parts,       ///< each part of a palette in a colour of its own
    normals,     ///< what the light sees, x y z in the world as red green blue; with normal maps where textures are on
    uvs,         ///< a chessboard of texture coordinates, 16 squares a unit: blue to red along u, darker along v
};

/// As users call them, in their order.
inline constexpr const char* kViewNames[] = {"shaded", "weights", "influences", "parts", "normals", "uvs"};

/// Where the key light comes from. Angles in radians, as those of Camera.
struct LightDirection {
    float yaw = 0.0f;    ///< 0 from the front (+Z), positive from the +X side
    float pitch = 0.0f;  ///< 0 from the horizon, a right angle from above; what throws a shadow needs more than 0
};

/// The lowest light that users may choose: below, shadows would have no end.
inline constexpr double kLeastLightPitchDegrees = 5.0;

/// What the viewer's keys switch.
struct Look {
    Skinning skinning = Skinning::linear;
    View view = View::shaded;
    bool wireframe = false;  ///< edges instead of surfaces
    bool edges = false;      ///< over the surfaces
    bool skeleton = false;
    bool boneNames = false;  ///< beside the skeleton's joints, for who writes into the picture
    bool textures = true;
    bool floor = true;
    std::optional<LightDirection> light;  ///< none: from the upper left, in front
    std::optional<glm::vec4> background;  ///< sRGB and alpha, straight; none: the sky
};

/// The floor under the model; lengths in units of the world.
struct Ground {
    float height = 0.0f;
    float tileSize = 1.0f;
    glm::vec2 centre{0.0f};     ///< x, z
    float radius = 10.0f;       ///< from the centre to where the floor has faded away
    glm::vec2 travelled{0.0f};  ///< how far the model has come over the ground (x, z)
    float turnRadians = 0.0f;   ///< by how much it has turned on it, about Y
    Box footprint;              ///< what throws a shadow, over the whole clip
};

/// A line on the picture, over everything else. Without length it is a dot.
struct Line {
    glm::vec3 start{0.0f};  ///< world
    glm::vec3 end{0.0f};    ///< world; half as wide here
    glm::vec4 color{1.0f};  ///< linear
    float width = 1.0f;     ///< how many times as wide as other lines
};

/// The model as it stands at another time: a tint that is seen through, behind the model itself and without a shadow.
struct Ghost {
    std::span<const glm::mat4> worldFromNode;
    std::span<const float> morphWeights;  ///< as Scene's
    glm::vec4 color{1.0f};                ///< linear; alpha: how much of what is behind its outline it covers
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
    std::span<const Ghost> ghosts;       ///< each over those before it
    std::optional<uint32_t> chosenNode;  ///< whose weights View::weights shows
};

}  // namespace sinew
