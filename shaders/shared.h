// Declarations shared by GLSL and C++. Struct members are limited to mat4, vec4, arrays of them and 4-byte
// scalars that leave no gaps, so that std140 blocks, push constants and C++ agree on the layout
// (tests/gpu/test_shared_layout.cpp checks it).
#ifndef SINEW_SHARED_H
#define SINEW_SHARED_H

#ifdef __cplusplus
#include <cstdint>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>
namespace sinew::shared {
using glm::mat4;
using glm::vec4;
using uint = uint32_t;
#endif

// Bones per draw. 64 matrices take 4,096 bytes; every Vulkan device supports uniform ranges of 16,384.
#define PALETTE_SIZE 64
#define IRRADIANCE_TERMS 18  // of the environment

// Vertex attributes
#define LOCATION_POSITION 0              // f32 x 3, mesh space
#define LOCATION_NORMAL 1                // snorm16 x 2, octahedral
#define LOCATION_TANGENT 2               // snorm8 x 4, w: sign of the bitangent
#define LOCATION_UV 3                    // f32 x 2, v = 0 at the top
#define LOCATION_COLOR 4                 // unorm8 x 4, linear
#define LOCATION_PALETTE_INDICES 5       // u8 x 4
#define LOCATION_WEIGHTS 6               // unorm16 x 4; the weights of all influences sum to 1
#define LOCATION_MORE_PALETTE_INDICES 7  // u8 x 4, influences 5 to 8
#define LOCATION_MORE_WEIGHTS 8          // unorm16 x 4, influences 5 to 8
#define LOCATION_MORE_UVS 9              // f32 x 2, UV set 1

// Specialization constants of the skinning shaders
#define CONSTANT_INFLUENCES 0  // per vertex: 4 or 8
#define CONSTANT_SKINNING 1    // one of SKINNING_
#define SKINNING_LINEAR 0
#define SKINNING_DUAL_QUATERNION 1
// Palettes are read from InstancePalettes, one set per instance, instead of the uniform buffer.
#define CONSTANT_INSTANCED 6
// Specialization constants of lit.frag and lit_masked.frag
#define CONSTANT_BLENDED 2  // otherwise opaque
#define CONSTANT_SAMPLES 3  // of each pixel
#define CONSTANT_LAYERS 5   // what the material has of layers.glsl: LAYER_ bits. Also of viewed.frag

// Specialization constant of floor.frag
#define CONSTANT_BACKGROUND 4  // 1: the environment is the background, blurred

// Values of SurfaceConstants.view: what viewed.frag shows instead of the material. Match enum View in render/scene.h;
// 0 is the shaded view, drawn by lit.frag.
#define VIEW_WEIGHTS 1
#define VIEW_INFLUENCES 2
#define VIEW_PARTS 3
#define VIEW_NORMALS 4
#define VIEW_UVS 5
#define VIEW_BASE_COLOR 6
#define VIEW_ALPHA 7
#define VIEW_METALLIC 8
#define VIEW_ROUGHNESS 9
#define VIEW_OCCLUSION 10
#define VIEW_EMISSIVE 11
#define VIEW_LEVELS 12

// Texture maps of a material, numbered as the first values of enum TextureSlot in model/material.h
#define MAP_BASE_COLOR 0
#define MAP_METALLIC_ROUGHNESS 1
#define MAP_NORMAL 2
#define MAP_OCCLUSION 3
#define MAP_EMISSIVE 4
#define MAP_COUNT 5

// The texture maps after them: of specular and of the layers, numbered as the next values of enum TextureSlot. A
// material has at most LAYER_MAP_PLACES of them, so that a stage uses no more than the 16 samplers that every device
// has.
#define LAYER_MAP_SPECULAR 0
#define LAYER_MAP_SPECULAR_COLOR 1
#define LAYER_MAP_CLEARCOAT 2
#define LAYER_MAP_CLEARCOAT_ROUGHNESS 3
#define LAYER_MAP_CLEARCOAT_NORMAL 4
#define LAYER_MAP_SHEEN_COLOR 5
#define LAYER_MAP_SHEEN_ROUGHNESS 6
#define LAYER_MAP_TRANSMISSION 7
#define LAYER_MAP_THICKNESS 8
#define LAYER_MAP_IRIDESCENCE 9
#define LAYER_MAP_IRIDESCENCE_THICKNESS 10
#define LAYER_MAP_ANISOTROPY 11
#define LAYER_MAP_COUNT 12
#define LAYER_MAP_PLACES 8

// Bits of CONSTANT_LAYERS, after 1 << LAYER_MAP_ for each map
#define LAYER_ALL_MAPS ((1u << LAYER_MAP_COUNT) - 1u)
#define LAYER_CLEARCOAT 4096u
#define LAYER_SHEEN 8192u
#define LAYER_TRANSMISSION 16384u
#define LAYER_IRIDESCENCE 32768u
#define LAYER_ANISOTROPY 65536u
// The normal maps whose texels have x and y only
#define NORMAL_WITHOUT_Z 131072u
#define CLEARCOAT_NORMAL_WITHOUT_Z 262144u
#define LAYER_OCCLUDED 524288u  // not of the material: ambient occlusion falls on it

// Bits of SurfaceConstants.flags, after 1 << MAP_ for each map that is shown
#define SURFACE_WIREFRAME 256u  // triangle edges in one dark color
#define SURFACE_UNLIT 512u
#define SURFACE_NO_METAL 1024u     // the map that says where there is metal is missing or hidden
#define SURFACE_NO_EMISSION 2048u  // the map that says where there is emission is missing or hidden
#define SURFACE_SEE_THROUGH 4096u  // it casts a lighter shadow

// Values of FrameUniforms.tone. Match enum Tone in render/scene.h.
#define TONE_NEUTRAL 0  // Khronos PBR Neutral
#define TONE_ACES 1
#define TONE_NONE 2      // clamped
#define TONE_RADIANCE 3  // none, unclamped and without exposure: for the backdrop, which is mapped when it is seen

// Descriptor set 0: per frame and per draw
#define SET_FRAME 0
#define BINDING_FRAME 0
#define BINDING_PALETTE 1
#define BINDING_SHADOW 2  // shadow map of the key light
// Morph targets, std430 storage buffers: float morphWeights[], the whole frame arena; uint morphStarts[], index of
// each morphed vertex's first delta, plus one end index; MorphDelta morphDeltas[].
#define BINDING_MORPH_WEIGHTS 4
#define BINDING_MORPH_STARTS 5
#define BINDING_MORPH_DELTAS 6
#define BINDING_ENVIRONMENT 7  // specular map, see render/environment.h
#define BINDING_BACKDROP 8     // what is behind surfaces that transmit light, see render/backdrop.h
#define BINDING_OPENNESS 9     // ambient occlusion, see render/occlusion.h
// The whole frame arena as a storage buffer: the palettes of a crowd as arrays of mat4 or of ScaledDualQuaternion (one
// character after another, laid out as GpuModel::Draw::firstMatrix says), and its tints as an array of vec4.
#define BINDING_INSTANCES 10
// Descriptor set 1: a material
#define SET_MATERIAL 1
#define BINDING_MATERIAL 0
#define BINDING_MAPS 1                                 // and the next ones, one for each MAP_
#define BINDING_LAYER_MAPS (BINDING_MAPS + MAP_COUNT)  // and the next ones, one for each of the LAYER_MAP_PLACES

// Further bindings of skin_probe.comp in set 0
#define BINDING_PROBE_IN 2
#define BINDING_PROBE_OUT 3
#define PROBE_GROUP_SIZE 64

// The shadow map in texels: width and height of what the key light sees, and the rows of all. The last rows begin with
// what is over the floor, as it is seen from below; the ones between are empty.
#define SHADOW_MAP_SIZE 1024
#define CONTACT_MAP_SIZE 48
#define SHADOW_MAP_ROWS 1104

struct FrameUniforms {
    mat4 clipFromWorld;
    mat4 worldFromClip;
    mat4 shadowFromWorld;  // texture coordinates and depth in the shadow map or, in the frame of the ambient occlusion,
                           // in its picture
    mat4 contactFromWorld;  // likewise in what is seen from below; 0: there are no contact shadows
    vec4 eye;               // xyz world
    vec4 towardLight;       // xyz unit vector
    vec4 keyLight;          // rgb linear, w 0: there is none
    vec4 backgroundTop;     // rgba linear
    vec4 backgroundBottom;  // rgba linear
    vec4 floorPlane;        // x height, y tile size, z fade-out radius, w 1 = visible
    vec4 floorColor;        // rgb linear
    vec4 floorTurn;         // xy cosine and sine of the floor's rotation about Y
    vec4 floorOrigin;       // xy scroll offset (x, z), zw center of the fade (x, z)
    vec4 shadowShape;  // x world size of a texel, y strength on the floor, z penumbra in texture coordinates per depth,
                       // w depth per texture coordinate at a slope of 1
    vec4 irradiance[IRRADIANCE_TERMS];  // rgb: irradiance / pi of the environment, as in render/environment.h
    vec4 environment;                   // x strength, yz cosine and sine of its rotation about Y
    vec4 backdropFromClip;              // texture coordinates of the backdrop: xy scale, zw offset
    vec4 occlusion;                     // ambient occlusion: x texels per radius at a distance of one radius,
                                        // yz half the view's size at distance 1, w 1 / radius in world units
    vec4 occlusionFromTarget;           // texels of its picture: xy scale, zw offset
    vec4 occlusionPicture;   // xy its size in texels; zw radii / distance along the view: scale and offset of depth
    vec4 occlusionArea;      // the texels that have an openness: xy first, zw last
    float exposure;          // factor of all light
    uint tone;               // one of TONE_
    float environmentShare;  // factor of the environment's light on surfaces
    float roughestLevel;     // last level of the environment's specular map
};

// Bones of a draw for SKINNING_LINEAR
struct Palette {
    mat4 worldFromMesh[PALETTE_SIZE];
};

// A bone matrix split into a symmetric scale, applied first, and a rigid motion
struct ScaledDualQuaternion {
    vec4 real;      // xyzw
    vec4 dual;      // xyzw
    vec4 diagonal;  // scale: xx, yy, zz
    vec4 shear;     // scale: xy, xz, yz
};

// Bones of a draw for SKINNING_DUAL_QUATERNION; bound in place of Palette
struct DualQuaternionPalette {
    ScaledDualQuaternion bones[PALETTE_SIZE];
};

// A material, in a uniform buffer
struct MaterialUniforms {
    vec4 baseColor;     // rgba linear
    vec4 emissive;      // rgb linear
    vec4 reflection;    // dielectric: rgb reflectance at normal incidence before the factor w, which is also that at
                        // grazing angles
    vec4 clearcoat;     // x strength, y roughness, z scale of its normal map
    vec4 sheen;         // rgb linear, w roughness
    vec4 transmission;  // x strength, y index of refraction
    vec4 volume;        // rgb absorption per world unit, w thickness in mesh space
    vec4 iridescence;   // x strength, y index of refraction of the film, z and w its least and greatest thickness in
                        // nanometers
    vec4 anisotropy;    // x strength, yz cosine and sine of its rotation from the tangent
    float metallic;
    float roughness;
    float normalScale;
    float occlusionStrength;
    // Two for each map, the rows of the transform of its texture coordinates: xy times uv plus z. w of the first: UV
    // set. The maps of the layers that the material has follow.
    vec4 uvRows[2 * (MAP_COUNT + LAYER_MAP_PLACES)];
};

// Push constants of the surface fragment shaders
struct SurfaceConstants {
    vec4 ghostColor;       // rgba linear, ghost.frag only
    float alphaCutoff;     // negative: no alpha test
    float baseColorScale;  // of rgb
    uint flags;            // bits of the maps, and SURFACE_ bits
    uint view;             // one of VIEW_, or 0
    uint partIndex;        // index of the draw, for VIEW_PARTS; of its level, for VIEW_LEVELS
    float meshScale;       // world units per unit of mesh space
};

// Displacement of one vertex by one morph target
struct MorphDelta {
    vec4 position;  // xyz mesh space, w index of the target in its mesh
    vec4 normal;    // xyz
};

// Push constants of the skinning shaders, after SurfaceConstants
#define DRAW_CONSTANTS_OFFSET 48
struct DrawConstants {
    uint isMorphed;         // 0: all morph weights of the draw are zero
    uint firstMorphWeight;  // index in morphWeights
    uint morphRowOffset;    // added to gl_VertexIndex, modulo 2^32: index in morphStarts
    uint selectedLow;       // bit i: palette entry i belongs to the selected node
    uint selectedHigh;      // the same for entries 32 to 63
    // Crowds: for instance 0, and from each instance to the next
    uint firstMatrix;  // index of the draw's palette in the arena, in matrices
    uint matrixStride;
    uint firstTint;    // index of its tint in the arena, in vec4; NO_TINT: none
    uint morphStride;  // added to firstMorphWeight
};

#define NO_TINT 0xffffffffu

// Push constants of line.vert
struct LineConstants {
    vec4 viewport;  // xy size in pixels, z line width in pixels
};

// Push constants of panel.vert and panel.frag
struct PanelConstants {
    vec4 scaleOffset;  // clip = position * xy + zw
    uint flags;        // PANEL_ bits
};
#define PANEL_OPAQUE 1u   // without the alpha of the texture
#define PANEL_ENCODED 2u  // the texture is shown as if it held sRGB values, which its format does not decode

#ifdef __cplusplus
}  // namespace sinew::shared
#endif
#endif
