#version 450
// Skins packed vertices (render/packed_vertex.h) once, for all passes of a frame: position, normal and tangent as a
// vertex buffer has them. For the benchmark: the program skins in the vertex stage of each pass.
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer VertexBlock { uint vertices[]; };     // 13 words each
layout(std430, binding = 1) readonly buffer PaletteBlock { mat4 palettes[]; };
layout(std430, binding = 2) writeonly buffer SkinnedBlock { uint skinned[]; };    // 5 words each
layout(push_constant) uniform Constants { uint firstVertex, vertexCount, firstMatrix; };

vec3 octahedralDecode(vec2 encoded) {
    vec3 direction = vec3(encoded, 1.0 - abs(encoded.x) - abs(encoded.y));
    float fold = max(-direction.z, 0.0);
    direction.xy -= vec2(direction.x >= 0.0 ? fold : -fold, direction.y >= 0.0 ? fold : -fold);
    return normalize(direction);
}

vec2 octahedralEncode(vec3 direction) {
    vec3 d = direction / (abs(direction.x) + abs(direction.y) + abs(direction.z));
    vec2 turned = (1.0 - abs(d.yx)) * vec2(d.x >= 0.0 ? 1.0 : -1.0, d.y >= 0.0 ? 1.0 : -1.0);
    return d.z >= 0.0 ? d.xy : turned;
}

void main() {
    if (gl_GlobalInvocationID.x >= vertexCount) return;
    uint vertex = firstVertex + gl_GlobalInvocationID.x, at = 13u * vertex;
    uint indices = vertices[at + 8u];
    vec4 weights = vec4(unpackUnorm2x16(vertices[at + 9u]), unpackUnorm2x16(vertices[at + 10u]));
    mat4 blended = palettes[firstMatrix + (indices & 255u)] * weights.x +
                   palettes[firstMatrix + (indices >> 8 & 255u)] * weights.y +
                   palettes[firstMatrix + (indices >> 16 & 255u)] * weights.z +
                   palettes[firstMatrix + (indices >> 24)] * weights.w;
    vec3 position = uintBitsToFloat(uvec3(vertices[at], vertices[at + 1u], vertices[at + 2u]));
    vec3 normal = octahedralDecode(unpackSnorm2x16(vertices[at + 3u]));
    vec4 tangent = unpackSnorm4x8(vertices[at + 4u]);
    mat3 axes = mat3(blended);
    mat3 cofactor = mat3(cross(axes[1], axes[2]), cross(axes[2], axes[0]), cross(axes[0], axes[1]));
    float handedness = dot(axes[0], cofactor[0]) < 0.0 ? -1.0 : 1.0;
    uvec3 placed = floatBitsToUint((blended * vec4(position, 1.0)).xyz);
    uint to = 5u * vertex;
    skinned[to] = placed.x;
    skinned[to + 1u] = placed.y;
    skinned[to + 2u] = placed.z;
    skinned[to + 3u] = packSnorm2x16(octahedralEncode(normalize(handedness * (cofactor * normal))));
    skinned[to + 4u] = packSnorm4x8(vec4(normalize(axes * tangent.xyz), tangent.w * handedness));
}
