// Writes the inputs of surface.glsl. Include after frame, skinning and vertex_input.

layout(location = 0) out vec3 worldPosition;
layout(location = 1) out vec3 worldNormal;
layout(location = 2) out vec4 worldTangent;
layout(location = 3) out vec4 uv;  // sets 0 and 1
layout(location = 4) out vec4 color;
layout(location = 8) out float handedness;  // of the blended matrix

void writeSurface(SkinnedVertex vertex) {
    worldPosition = vertex.position;
    worldNormal = vertex.normal;
    worldTangent = vec4(vertex.tangent, inTangent.w * vertex.handedness);
    handedness = vertex.handedness;
    uv = vec4(inUv, inMoreUv);
    color = inColor * instanceTint();
    gl_Position = frame.clipFromWorld * vec4(vertex.position, 1.0);
}
