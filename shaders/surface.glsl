// Inputs of the surface fragment shaders, written by surface_vertex.glsl, and the material at the fragment.
#include "frame.glsl"

layout(std140, set = SET_MATERIAL, binding = BINDING_MATERIAL) uniform MaterialBlock { MaterialUniforms material; };
layout(set = SET_MATERIAL, binding = BINDING_MAPS + MAP_BASE_COLOR) uniform sampler2D baseColorMap;
layout(set = SET_MATERIAL, binding = BINDING_MAPS + MAP_METALLIC_ROUGHNESS) uniform sampler2D metallicRoughnessMap;
layout(set = SET_MATERIAL, binding = BINDING_MAPS + MAP_NORMAL) uniform sampler2D normalMap;
layout(set = SET_MATERIAL, binding = BINDING_MAPS + MAP_OCCLUSION) uniform sampler2D occlusionMap;
layout(set = SET_MATERIAL, binding = BINDING_MAPS + MAP_EMISSIVE) uniform sampler2D emissiveMap;
layout(push_constant) uniform SurfaceBlock { SurfaceConstants surface; };

layout(location = 0) in vec3 worldPosition;
layout(location = 1) in vec3 worldNormal;
layout(location = 2) in vec4 worldTangent;
layout(location = 3) in vec4 uv;
layout(location = 4) in vec4 color;
layout(location = 8) in float handedness;

layout(constant_id = CONSTANT_LAYERS) const uint LAYERS = 0u;

// True if the material has this of the LAYER_ bits. These are constants, and tone.glsl and layers.glsl avoid branches on uniforms alone,
// because lavapipe (Mesa 22.3) puts the uniforms of such branches into the shader: where that halves it, each draw compiles and leaks one.
bool has(uint layer) {
    return (LAYERS & layer) != 0u;
}

bool isShown(uint map) {
    return (surface.flags & (1u << map)) != 0u;
}

// Texture coordinate of a map, KHR_texture_transform included.
vec2 uvOf(uint map) {
    vec4 u = material.uvRows[2 * map], v = material.uvRows[2 * map + 1];
    vec2 set = u.w > 0.5 ? uv.zw : uv.xy;
    return vec2(dot(u.xy, set) + u.z, dot(v.xy, set) + v.z);
}

// rgba linear
vec4 baseColor() {
    vec4 base = material.baseColor * color;
    base.rgb *= surface.baseColorScale;
    if (isShown(MAP_BASE_COLOR)) base *= texture(baseColorMap, uvOf(MAP_BASE_COLOR));
    return base;
}

// x metallic, y roughness
vec2 metallicRoughness() {
    vec2 factors = vec2(material.metallic, material.roughness);
    if ((surface.flags & SURFACE_NO_METAL) != 0u) factors.x = 0.0;
    if (isShown(MAP_METALLIC_ROUGHNESS)) factors *= texture(metallicRoughnessMap, uvOf(MAP_METALLIC_ROUGHNESS)).bg;
    return factors;
}

// Share of the indirect light that arrives.
float occlusion() {
    if (!isShown(MAP_OCCLUSION)) return 1.0;
    return 1.0 + material.occlusionStrength * (texture(occlusionMap, uvOf(MAP_OCCLUSION)).r - 1.0);
}

vec3 emitted() {
    if ((surface.flags & SURFACE_NO_EMISSION) != 0u) return vec3(0.0);
    vec3 light = material.emissive.rgb;
    if (isShown(MAP_EMISSIVE)) light *= texture(emissiveMap, uvOf(MAP_EMISSIVE)).rgb;
    return light;
}

// Whether the outside is seen. A matrix that mirrors turns the winding over.
bool isOutside() {
    return gl_FrontFacing == (handedness > 0.0);
}

// Toward the viewer; without the normal map.
vec3 geometricNormal() {
    vec3 normal = normalize(worldNormal);
    return isOutside() ? normal : -normal;
}

// Columns: tangent, bitangent, normal; not turned toward the viewer.
mat3 tangentFrame() {
    vec3 normal = normalize(worldNormal);
    vec3 tangent = normalize(worldTangent.xyz - normal * dot(normal, worldTangent.xyz));
    return mat3(tangent, cross(normal, tangent) * worldTangent.w, normal);
}

// Normal of a texel of a normal map, toward the viewer. hasZ: a constant; false if the texel has x and y only.
vec3 bumped(vec3 texel, float scale, bool hasZ) {
    vec3 bump = texel * 2.0 - 1.0;
    if (!hasZ) bump.z = sqrt(max(1.0 - dot(bump.xy, bump.xy), 0.0));
    bump.xy *= scale;
    vec3 normal = normalize(tangentFrame() * bump);
    return isOutside() ? normal : -normal;
}

vec3 shadingNormal() {
    if (!isShown(MAP_NORMAL)) return geometricNormal();
    return bumped(texture(normalMap, uvOf(MAP_NORMAL)).xyz, material.normalScale, !has(NORMAL_WITHOUT_Z));
}
