#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "model/bounds.h"
#include "render/camera.h"

namespace sinew {

class GpuModel;
class PosePass;
namespace shared {
struct PosedCharacter;
}

/// How the influences of a vertex are blended.
enum class Skinning {
    linear,          ///< weighted sum of the matrices: fast; twisting joints lose volume
    dualQuaternion,  ///< keeps the volume of twists and bends; joints bulge a little
};

/// What the surfaces show.
enum class View {
    shaded,      ///< lit materials
    weights,     ///< weight of the chosen bone, from violet through green to yellow; unweighted: gray
    influences,  ///< number of bones per vertex, 1 to 8, one color each
    parts,       ///< mesh parts, one color each
    normals,     ///< world-space shading normals as RGB; normal maps are included if textures are on
    uvs,         ///< checkerboard of 16 squares per unit: blue to red along u, darker along v
    // The material's values, maps included; numbers as grays
    baseColor,
    alpha,
    metallic,
    roughness,
    occlusion,
    emissive,
    levels,  ///< level of detail of the mesh by its size on the screen, one color each
};

/// User-visible names, in the order of View.
inline constexpr const char* kViewNames[] = {"shaded",    "weights",    "influences", "parts",    "normals",
                                             "uvs",       "base-color", "alpha",      "metallic", "roughness",
                                             "occlusion", "emissive",   "lod"};

/// Direction from which the key light shines. Angles in radians, as in Camera.
struct LightDirection {
    float yaw = 0.0f;    ///< 0: from the front (+Z), positive: from +X
    float pitch = 0.0f;  ///< 0: from the horizon, pi / 2: from above; shadows need more than 0
};

/// Lowest light that users may choose, because shadows grow without bound toward the horizon.
inline constexpr double kLeastLightPitchDegrees = 5.0;

/// How radiance becomes color.
enum class Tone {
    neutral,  ///< Khronos PBR Neutral: keeps base colors, compresses highlights
    aces,     ///< as film, in Stephen Hill's fit
    none,     ///< clamped
};

/// User-visible names, in the order of Tone.
inline constexpr const char* kToneNames[] = {"neutral", "aces", "none"};

/// What lights the model.
enum class Lighting {
    studio,    ///< the environment and the key light with its shadow
    fidelity,  ///< the environment alone, at full strength, as glTF's reference renderers do
    flat,      ///< base colors in a soft light and emissive ones, without reflections, normal maps, shadows: cheap
};

/// User-visible names, in the order of Lighting.
inline constexpr const char* kLightingNames[] = {"studio", "fidelity", "flat"};

/// How the scene is drawn.
struct Look {
    Skinning skinning = Skinning::linear;
    bool skinningOfFile = true;  ///< the user chose none, so Stage::lookFor() sets the file's
    View view = View::shaded;
    bool wireframe = false;  ///< triangle edges instead of surfaces
    bool edges = false;      ///< triangle edges over the surfaces
    bool skeleton = false;
    bool boneNames = false;  ///< drawn by the caller, not by the renderer
    bool textures = true;
    bool floor = true;
    bool ambientOcclusion = true;  ///< only in Lighting::studio
    Lighting lighting = Lighting::studio;
    std::optional<LightDirection> light;  ///< none: a little from the left in front
    std::optional<glm::vec4> background;  ///< sRGB, straight alpha; none: sky
    float environmentStrength = 1.0f;     ///< factor of the environment's light
    float environmentRotation = 0.0f;     ///< radians about Y, counterclockwise from above
    bool environmentBackground = false;   ///< the environment is the background, blurred, instead of the sky
    float exposure = 1.0f;                ///< factor of all light
    Tone tone = Tone::neutral;
};

/// The floor under the model, in world units.
struct Ground {
    float height = 0.0f;
    float tileSize = 1.0f;
    glm::vec2 center{0.0f};    ///< x, z
    float radius = 10.0f;      ///< at which the floor has faded out
    glm::vec2 traveled{0.0f};  ///< distance that the floor has scrolled (x, z)
    float turnRadians = 0.0f;  ///< rotation of the floor about Y
    Box footprint;             ///< bounds of the shadow caster over the whole clip
    float casterSize = 0.0f;   ///< of one of the casters, where the footprint is of many; 0: as the footprint
};

/// A line drawn on top of everything else. A line of zero length is a dot.
struct Line {
    glm::vec3 start{0.0f};  ///< world
    glm::vec3 end{0.0f};    ///< world; the line tapers to half its width here
    glm::vec4 color{1.0f};  ///< linear
    float width = 1.0f;     ///< relative to the default
};

/// Onion skin: the model in another pose, translucent, behind the model itself and without a shadow.
struct Ghost {
    std::span<const glm::mat4> worldFromNode;
    std::span<const float> morphWeights;  ///< as in Scene
    glm::vec4 color{1.0f};                ///< linear; alpha: opacity at the outline
};

/// Neighbors among the instances of a crowd.
struct InstanceRun {
    uint32_t first = 0;
    uint32_t count = 0;
    /// pixelsPerUnit() of the run's largest character; selects the levels of detail.
    float pixelsPerUnit = std::numeric_limits<float>::infinity();
};

/// Many copies of a scene's model, each in a pose of its own: a crowd.
struct Instances {
    std::span<const InstanceRun> runs;  ///< those that are drawn: one after another, from 0 on
    uint32_t capacity = 0;              ///< of them at most, also in later frames
    /// Writes the matrices of all drawn instances, as GpuModel::Draw::firstMatrix lays them out, and for models with
    /// morph targets their weights, all of one instance after another. Both may be write-combined memory.
    std::function<void(const GpuModel&, Skinning, std::span<glm::mat4>, std::span<float>)> write;
    /// Writes the matrices in place of `write`, with Skinning::linear, in one view of a frame; null: it does not.
    const PosePass* posePass = nullptr;
    /// What `posePass` poses all drawn instances by, and their weights as `write` has them. The matrices begin at that
    /// index in the palettes.
    std::function<void(const GpuModel&, uint32_t, std::span<shared::PosedCharacter>, std::span<float>)> writeCharacters;
    std::span<const glm::vec4> tints;  ///< one for each: rgb factor of the base color
    std::span<const uint8_t> tinted;   ///< by material: 1 if the tints apply to it
    std::span<const float> depths;  ///< one for each: its distance along the view, by which blended surfaces are sorted
    /// One draw call per part, with palettes in a storage buffer; else one per instance. None: whatever is usually
    /// faster on the device. The picture is the same.
    std::optional<bool> merged;
};

/// Everything that one view shows. The spans must be valid until the frame is recorded.
struct Scene {
    const GpuModel* model = nullptr;  ///< null: an empty stage
    std::span<const glm::mat4> worldFromNode;
    float worldScale = 1.0f;               ///< of it, relative to the model's own world
    std::span<const float> morphWeights;   ///< as Model::restMorphWeights; empty: all zero
    const Instances* instances = nullptr;  ///< drawn in place of `worldFromNode`, which gives only the winding of parts
    Camera camera;
    Ground ground;
    Look look;
    std::span<const Line> lines;
    std::span<const Ghost> ghosts;       ///< drawn in this order
    std::optional<uint32_t> chosenNode;  ///< for View::weights
    std::span<const uint8_t> hidden;     ///< 1 for mesh instances that are not drawn; empty: all are
};

}  // namespace sinew
