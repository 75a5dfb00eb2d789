#version 450
#extension GL_GOOGLE_include_directive : require
#include "lit.glsl"

layout(constant_id = CONSTANT_BLENDED) const bool BLENDED = false;

layout(location = 0) out vec4 outColor;

void main() {
    vec4 base = baseColor();
    outColor = shade(base);
    if (BLENDED) outColor.a = base.a;
}
