#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "frame.glsl"
#include "morph.glsl"
#include "skinning.glsl"
#include "vertex_input.glsl"
#include "surface_vertex.glsl"

void main() {
    writeSurface();
}
