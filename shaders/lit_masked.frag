#version 450
#extension GL_GOOGLE_include_directive : require
#include "lit.glsl"

layout(constant_id = CONSTANT_SAMPLES) const uint SAMPLES = 1;

layout(location = 0) out vec4 outColor;

// Alpha becomes coverage, sharpened to the width of a pixel. In a shader of its own, because writing the sample mask turns off early depth tests.
void main() {
    vec4 base = baseColor();
    float change = fwidth(base.a);  // without it, alpha at the cutoff is opaque, not half
    float covered = change > 1e-4 ? (base.a - surface.alphaCutoff) / change + 0.5 : step(surface.alphaCutoff, base.a);
    outColor = shade(base);  // before the discard: derivatives need the whole quad
    int samples = int(clamp(covered, 0.0, 1.0) * float(SAMPLES) + 0.5);
    if (samples == 0) discard;
    gl_SampleMask[0] = (1 << samples) - 1;
}
