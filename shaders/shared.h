// What GLSL and C++ must agree on. Included by both; the members of the structs are vec4, uvec4 and mat4 only, so that
// std140, push constants and C++ lay them out alike (render/shared_layout.h asserts it).
#ifndef SINEW_SHARED_H
#define SINEW_SHARED_H

#ifdef __cplusplus
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>
namespace sinew::shared {
using glm::mat4;
using glm::uvec4;
using glm::vec4;
#endif

// Matrices that one draw reads. 64 * 64 bytes are 4,096, far below the 16,384 that every Vulkan device offers as a
// uniform range.
#define PALETTE_SIZE 64

// Vertex attributes
#define LOCATION_POSITION 0      // f32 x 3, mesh space
#define LOCATION_NORMAL 1        // snorm16 x 2, octahedral
#define LOCATION_TANGENT 2       // snorm8 x 4, w the bitangent's sign
#define LOCATION_UV 3            // f32 x 2, v = 0 at the top
#define LOCATION_COLOR 4         // unorm8 x 4, linear
#define LOCATION_SLOTS 5         // u8 x 4, palette slots
#define LOCATION_WEIGHTS 6       // unorm16 x 4, sum 1 (with the next set, where there is one)
#define LOCATION_MORE_SLOTS 7    // as LOCATION_SLOTS: the fifth to eighth influence
#define LOCATION_MORE_WEIGHTS 8  // as LOCATION_WEIGHTS

// Specialisation constants of the shaders that skin
#define CONSTANT_INFLUENCES 0  // of a vertex: 4 or 8
#define CONSTANT_SKINNING 1    // how influences are blended, one of:
#define SKINNING_LINEAR 0
#define SKINNING_DUAL_QUATERNION 1

// What viewed.frag shows in place of the lit surface (render/scene.h has them as an enum); 0 is lit.frag's own
#define VIEW_WEIGHTS 1
#define VIEW_INFLUENCES 2
#define VIEW_PARTS 3
#define VIEW_NORMALS 4
#define VIEW_UVS 5

// Descriptor set 0: what changes with the frame and the draw
#define SET_FRAME 0
#define BINDING_FRAME 0
#define BINDING_PALETTE 1
#define BINDING_SHADOW 2  // the blurred floor shadow
// What moves morphed vertices, std430: float morphWeights[] of the frame, uint morphStarts[] (for each vertex of a
// morphed mesh its first delta, and one more), MorphDelta morphDeltas[]. Whole buffers, small ones where a model has no
// targets.
#define BINDING_MORPH_WEIGHTS 4
#define BINDING_MORPH_STARTS 5
#define BINDING_MORPH_DELTAS 6
// Descriptor set 1: a material's textures
#define SET_MATERIAL 1
#define BINDING_BASE_COLOR 0
#define BINDING_NORMAL_MAP 1

// Bindings of skin_probe.comp, set 0 (palette and morphs keep theirs)
#define BINDING_PROBE_IN 2
#define BINDING_PROBE_OUT 3
#define PROBE_GROUP_SIZE 64

struct FrameUniforms {
    mat4 clipFromWorld;
    mat4 worldFromClip;
    mat4 shadowFromWorld;   // projects along the key light onto the floor: x and y in [-1, 1], z the height over the
                            // floor
    vec4 eye;               // xyz world
    vec4 towardsLight;      // xyz unit
    vec4 keyLight;          // rgb linear
    vec4 skyLight;          // rgb linear, from above
    vec4 groundLight;       // rgb linear, from below
    vec4 backgroundTop;     // rgba linear
    vec4 backgroundBottom;  // rgba linear
    vec4 floorPlane;        // x height, y edge of a tile, z radius at which it has faded, w 1 = draw it
    vec4 floorTurn;         // x cosine, y sine of the turn about Y from the picture's floor to the one that is walked on
    vec4 floorOrigin;       // xy: how far the floor has scrolled (x, z); zw: centre of the fade
    vec4 shadowShape;  // x the height at which the shadow has faded to 1/e, y its strength, z 1 / the model's height
};

// With SKINNING_DUAL_QUATERNION a slot holds, in place of the matrix, the movement that it is split into: a scale, and
// a rotation and translation after that. Columns: the real part (xyzw), the dual part (xyzw), the scale's diagonal
// (xx, yy, zz) and what stands beside it (xy, xz, yz), for it is symmetric.
struct Palette {
    mat4 worldFromMesh[PALETTE_SIZE];
};

// Push constants of lit.frag
struct MaterialConstants {
    vec4 baseColor;  // linear
    vec4 emissive;   // rgb linear; of ghost.frag all that is seen, with a how much it covers
    vec4 surface;    // x specular reflectance, y roughness, z alpha cut-off (negative: none), w the part's number
    vec4 switches;   // x 1 = base-colour texture, y 1 = normal map, z 1 = edges, w one of VIEW_
};

// How a vertex moves with one target
struct MorphDelta {
    vec4 position;  // xyz mesh space, w the target's number among its mesh's
    vec4 normal;    // xyz
};

// Push constants of the shaders that skin, behind those of lit.frag
#define DRAW_CONSTANTS_OFFSET 64
struct DrawConstants {
    uvec4 morphs;  // x 0 = nothing moves, y first of the draw's weights, z what to add to a vertex's number for its
                   // place in morphStarts, w unused
    uvec4 chosen;  // x and y: a bit for each slot of the palette, the lowest first, set where it is the chosen node's
};

// Push constants of line.vert
struct LineConstants {
    vec4 viewport;  // xy size in pixels, z width in pixels, w unused
};

// Push constants of floor_blur.frag
struct BlurConstants {
    vec4 step;  // xy from one tap to the next, in texture coordinates
};

// Push constants of panel.vert
struct PanelConstants {
    vec4 scaleOffset;  // clip = position * xy + zw
};

#ifdef __cplusplus
}  // namespace sinew::shared
#endif
#endif
