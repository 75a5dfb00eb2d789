#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "frame.glsl"

layout(location = 0) in float height;
layout(location = 0) out vec4 outColor;

// The shadow fades with the height of its caster.
void main() {
    outColor = vec4(exp(-max(height, 0.0) / frame.shadowShape.x));
}
