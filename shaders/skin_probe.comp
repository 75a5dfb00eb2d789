#version 450
#extension GL_GOOGLE_include_directive : require
#define ONE_CHARACTER  // no palettes in a storage buffer
#include "shared.h"
#include "morph.glsl"
#include "skinning.glsl"

// For tests: applies morph targets and skinning to a buffer of vertices.
layout(local_size_x = PROBE_GROUP_SIZE) in;

struct ProbeVertex {
    vec4 position;  // xyz
    vec4 normal;    // xyz
    uvec4 indices;
    vec4 weights;
    uvec4 moreIndices;
    vec4 moreWeights;
};

struct ProbeResult {
    vec4 position;  // xyz world
    vec4 normal;    // xyz world, unit
};

layout(std430, set = SET_FRAME, binding = BINDING_PROBE_IN) readonly buffer InBlock { ProbeVertex vertices[]; };
layout(std430, set = SET_FRAME, binding = BINDING_PROBE_OUT) writeonly buffer OutBlock { ProbeResult results[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= vertices.length()) return;
    vec3 position = vertices[i].position.xyz, normal = vertices[i].normal.xyz;
    morph(i, 0u, position, normal);
    mat4 blended = blend(vertices[i].indices, vertices[i].weights, vertices[i].moreIndices, vertices[i].moreWeights);
    SkinnedVertex vertex = skin(position, normal, vec3(0.0), blended);
    results[i] = ProbeResult(vec4(vertex.position, 1.0), vec4(normalize(vertex.normal), 0.0));
}
