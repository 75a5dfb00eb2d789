#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "frame.glsl"
#include "morph.glsl"
#include "skinning.glsl"
#include "vertex_input.glsl"
#include "surface_vertex.glsl"

void main() {
    vec3 position = inPosition, normal = octahedralDecode(inNormal), tangent = inTangent.xyz;
    morph(gl_VertexIndex, gl_InstanceIndex, position, normal);
    mat4 worldFromMesh = blend(inPaletteIndices, inWeights, inMorePaletteIndices, inMoreWeights);
    writeSurface(skin(position, normal, tangent, worldFromMesh));
}
