#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

// The mean of occlusion.frag's 4 x 4 texels around each, of those at about the same distance.

layout(set = 1, binding = 0) uniform sampler2D openness;
layout(location = 0) out vec2 outOpenness;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy), first = ivec2(frame.occlusionArea.xy), last = ivec2(frame.occlusionArea.zw);
    outOpenness = texelFetch(openness, at, 0).xy;
    float sum = 0.0, weights = 0.0;
    for (int y = -2; y <= 2; ++y)
        for (int x = -2; x <= 2; ++x) {
            vec2 other = texelFetch(openness, clamp(at + ivec2(x, y), first, last), 0).xy;
            float weight = (abs(x) == 2 ? 0.5 : 1.0) * (abs(y) == 2 ? 0.5 : 1.0);
            weight *= max(1.0 - 2.0 * abs(other.y - outOpenness.y), 0.0);
            sum += weight * other.x;
            weights += weight;
        }
    outOpenness.x = sum / weights;
}
