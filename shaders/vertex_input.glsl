// Attributes of a skinned vertex, packed by render/packed_vertex.cpp.

layout(location = LOCATION_POSITION) in vec3 inPosition;
layout(location = LOCATION_NORMAL) in vec2 inNormal;
layout(location = LOCATION_TANGENT) in vec4 inTangent;
layout(location = LOCATION_UV) in vec2 inUv;
layout(location = LOCATION_COLOR) in vec4 inColor;
layout(location = LOCATION_PALETTE_INDICES) in uvec4 inPaletteIndices;
layout(location = LOCATION_WEIGHTS) in vec4 inWeights;
layout(location = LOCATION_MORE_PALETTE_INDICES) in uvec4 inMorePaletteIndices;
layout(location = LOCATION_MORE_WEIGHTS) in vec4 inMoreWeights;
layout(location = LOCATION_MORE_UVS) in vec2 inMoreUv;

// Decodes an octahedral unit vector (Cigolle et al., A Survey of Efficient Representations for Independent Unit
// Vectors, JCGT 2014).
vec3 octahedralDecode(vec2 encoded) {
    vec3 direction = vec3(encoded, 1.0 - abs(encoded.x) - abs(encoded.y));
    float fold = max(-direction.z, 0.0);
    direction.xy -= vec2(direction.x >= 0.0 ? fold : -fold, direction.y >= 0.0 ? fold : -fold);
    return normalize(direction);
}
