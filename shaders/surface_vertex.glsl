// Skins a vertex, and writes the inputs of surface.glsl.
#include "frame.glsl"
#include "morph.glsl"
#include "skinning.glsl"
#include "vertex_input.glsl"

layout(location = 0) out vec3 worldPosition;
layout(location = 1) out vec3 worldNormal;
layout(location = 2) out vec4 worldTangent;
layout(location = 3) out vec4 uv;  // sets 0 and 1
layout(location = 4) out vec4 color;
layout(location = 8) out float handedness;  // of the blended matrix

// The vertex in its pose: morphed, then moved as its bones move it.
SkinnedVertex skinnedVertex() {
    vec3 position = inPosition, normal = octahedralDecode(inNormal), tangent = inTangent.xyz;
    morph(gl_VertexIndex, gl_InstanceIndex, position, normal);
    mat4 worldFromMesh = blend(inPaletteIndices, inWeights, inMorePaletteIndices, inMoreWeights);
    return skin(position, normal, tangent, worldFromMesh);
}

void writeSurface(SkinnedVertex vertex) {
    worldPosition = vertex.position;
    worldNormal = vertex.normal;
    worldTangent = vec4(vertex.tangent, inTangent.w * vertex.handedness);
    handedness = vertex.handedness;
    uv = vec4(inUv, inMoreUv);
    color = inColor * instanceTint();
    gl_Position = frame.clipFromWorld * vec4(vertex.position, 1.0);
}
