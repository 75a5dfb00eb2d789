#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "frame.glsl"
#include "surface.glsl"
#include "environment.glsl"
#include "tone.glsl"
#include "shadow.glsl"
#include "lit.glsl"

layout(constant_id = CONSTANT_BLENDED) const bool BLENDED = false;

layout(location = 0) out vec4 outColor;

void main() {
    outColor = shade(baseColor());
    if (!BLENDED) outColor.a = 1.0;
}
