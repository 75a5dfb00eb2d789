// The compact vertex of a skinned mesh, as render/gpu_model.cpp packs it.

layout(location = LOCATION_POSITION) in vec3 inPosition;
layout(location = LOCATION_NORMAL) in vec2 inNormal;
layout(location = LOCATION_TANGENT) in vec4 inTangent;
layout(location = LOCATION_UV) in vec2 inUv;
layout(location = LOCATION_COLOR) in vec4 inColor;
layout(location = LOCATION_SLOTS) in uvec4 inSlots;
layout(location = LOCATION_WEIGHTS) in vec4 inWeights;
layout(location = LOCATION_MORE_SLOTS) in uvec4 inMoreSlots;
layout(location = LOCATION_MORE_WEIGHTS) in vec4 inMoreWeights;

// The blend of this vertex's palette matrices. Include skinning.glsl first.
mat4 blendInput() {
    return blend(inSlots, inWeights, inMoreSlots, inMoreWeights);
}

// A unit vector from its place on the unfolded octahedron (Cigolle et al., A Survey of Efficient Representations for Independent Unit
// Vectors, JCGT 2014).
vec3 unfoldOctahedron(vec2 folded) {
    vec3 direction = vec3(folded, 1.0 - abs(folded.x) - abs(folded.y));
    float under = max(-direction.z, 0.0);
    direction.xy -= vec2(direction.x >= 0.0 ? under : -under, direction.y >= 0.0 ? under : -under);
    return normalize(direction);
}
