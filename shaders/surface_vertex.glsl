// Skins the vertex and writes the inputs of surface.glsl. Include after frame, morph, skinning and vertex_input.

layout(location = 0) out vec3 worldPosition;
layout(location = 1) out vec3 worldNormal;
layout(location = 2) out vec4 worldTangent;
layout(location = 3) out vec4 uv;  // sets 0 and 1
layout(location = 4) out vec4 color;
layout(location = 8) out float handedness;  // of the blended matrix

void writeSurface() {
    vec3 position = inPosition, normal = octahedralDecode(inNormal);
    morph(gl_VertexIndex, gl_InstanceIndex, position, normal);
    SkinnedVertex vertex = skin(position, normal, inTangent.xyz, blendInput());
    worldPosition = vertex.position;
    worldNormal = vertex.normal;
    worldTangent = vec4(vertex.tangent, inTangent.w * vertex.handedness);
    handedness = vertex.handedness;
    uv = vec4(inUv, inMoreUv);
    color = inColor * instanceTint();
    gl_Position = frame.clipFromWorld * vec4(vertex.position, 1.0);
}
