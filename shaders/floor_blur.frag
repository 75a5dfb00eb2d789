#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

layout(set = 0, binding = 0) uniform sampler2D source;
layout(push_constant) uniform BlurBlock { BlurConstants blur; };

layout(location = 0) in vec2 clip;
layout(location = 0) out vec4 outColor;

// One direction of a separable nine-tap Gaussian.
void main() {
    const float weights[5] = float[](0.2270270, 0.1945946, 0.1216216, 0.0540541, 0.0162162);
    vec2 uv = clip * 0.5 + 0.5;
    float sum = texture(source, uv).r * weights[0];
    for (int tap = 1; tap < 5; ++tap) {
        vec2 offset = blur.step.xy * float(tap);
        sum += (texture(source, uv + offset).r + texture(source, uv - offset).r) * weights[tap];
    }
    outColor = vec4(sum);
}
