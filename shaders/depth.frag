#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "frame.glsl"
#include "surface.glsl"

// What is mostly transparent casts no shadow and occludes nothing.
void main() {
    if (baseColor().a < surface.alphaCutoff) discard;
}
