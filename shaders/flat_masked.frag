#version 450
#extension GL_GOOGLE_include_directive : require
#include "flat.glsl"

layout(location = 0) out vec4 outColor;

// In a shader of its own, because a discard turns off early depth tests.
void main() {
    vec4 base = baseColor();
    outColor = vec4(flatColor(base.rgb), 1.0);  // before the discard: derivatives need the whole quad
    if (base.a < surface.alphaCutoff) discard;
}
