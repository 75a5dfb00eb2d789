#version 450

layout(location = 0) out vec2 clip;

// One triangle that covers the render area.
void main() {
    clip = vec2(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0);
    gl_Position = vec4(clip, 0.0, 1.0);
}
