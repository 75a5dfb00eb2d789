#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "frame.glsl"
#include "morph.glsl"
#include "skinning.glsl"
#include "vertex_input.glsl"
#include "surface_vertex.glsl"

// The depth of the model as the key light or, for the ambient occlusion, the eye sees it.
void main() {
    vec3 position = inPosition, normal = octahedralDecode(inNormal), tangent = inTangent.xyz;
    morph(gl_VertexIndex, gl_InstanceIndex, position, normal);
    mat4 worldFromMesh = blend(inPaletteIndices, inWeights, inMorePaletteIndices, inMoreWeights);
    writeSurface(skin(position, normal, tangent, worldFromMesh));
    vec4 place = frame.shadowFromWorld * vec4(worldPosition, 1.0);
    gl_Position = vec4(place.xy * 2.0 - place.w, clamp(place.z, 0.0, place.w), place.w);
}
