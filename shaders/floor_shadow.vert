#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "frame.glsl"
#include "morph.glsl"
#include "skinning.glsl"
#include "vertex_input.glsl"

layout(location = 0) out float height;

// Projects the model onto the floor along the key light; the depth test keeps the lowest surface.
void main() {
    vec3 morphed = inPosition, normal = vec3(0.0);
    morph(gl_VertexIndex, morphed, normal);
    vec3 position = skin(morphed, vec3(0.0), vec3(0.0), blendInput()).position;
    vec4 shadow = frame.shadowFromWorld * vec4(position, 1.0);
    height = shadow.z;
    gl_Position = vec4(shadow.xy, clamp(shadow.z * frame.shadowShape.z, 0.0, 1.0), 1.0);
}
