#version 450
#extension GL_GOOGLE_include_directive : require
#include "surface_vertex.glsl"

// The depth of the model as the key light or, for the ambient occlusion, the eye sees it.
void main() {
    writeSurface(skinnedVertex());
    vec4 place = frame.shadowFromWorld * vec4(worldPosition, 1.0);
    gl_Position = vec4(place.xy * 2.0 - place.w, clamp(place.z, 0.0, place.w), place.w);
}
