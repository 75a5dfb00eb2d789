#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "frame.glsl"
#include "morph.glsl"
#include "skinning.glsl"
#include "vertex_input.glsl"
#include "surface_vertex.glsl"

// The model as the key light sees it.
void main() {
    writeSurface();
    vec3 place = (frame.shadowFromWorld * vec4(worldPosition, 1.0)).xyz;
    gl_Position = vec4(place.xy * 2.0 - 1.0, clamp(place.z, 0.0, 1.0), 1.0);
}
