#version 450
#extension GL_GOOGLE_include_directive : require
#include "flat.glsl"

layout(constant_id = CONSTANT_BLENDED) const bool BLENDED = false;

layout(location = 0) out vec4 outColor;

void main() {
    vec4 base = baseColor();
    outColor = vec4(flatColor(base.rgb), BLENDED ? base.a : 1.0);
}
