#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

// How open each texel of the small picture is to the environment: the cosine-weighted share of its hemisphere below which
// nothing within the radius rises (Jimenez et al., Practical Real-Time Strategies for Accurate Indirect Occlusion,
// SIGGRAPH 2016). The directions of 4 x 4 texels complement each other; occlusion_blur.frag takes their mean.

layout(set = 1, binding = 0) uniform sampler2D depths;  // of the model as the eye sees it
layout(location = 0) out vec2 outOpenness;              // y distance along the view, in radii

const float PI = 3.14159265;
const int SLICES = 2, STEPS = 4;
const float MOST_TEXELS = 256.0;  // the radius on the picture
const int ORDER[16] = int[](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);

// Position in the camera's space, in radii: x right, y down, z along the view.
vec3 positionAt(ivec2 texel) {
    texel = clamp(texel, ivec2(0), ivec2(frame.occlusionPicture.xy) - 1);
    float far = 1.0 / (texelFetch(depths, texel, 0).x * frame.occlusionPicture.z + frame.occlusionPicture.w);
    return vec3(((vec2(texel) + 0.5) / frame.occlusionPicture.xy * 2.0 - 1.0) * frame.occlusion.yz, 1.0) * far;
}

// The mean of the steps to both neighbors or, where one is on another surface, the other.
vec3 stepBetween(vec3 a, vec3 b) {
    vec2 rise = abs(vec2(a.z, b.z)) + 1e-4;
    return rise.x > 4.0 * rise.y ? b : rise.y > 4.0 * rise.x ? a : 0.5 * (a + b);
}

// Toward the eye.
vec3 normalAt(ivec2 at, vec3 position) {
    vec3 right = stepBetween(positionAt(at + ivec2(1, 0)) - position, position - positionAt(at - ivec2(1, 0)));
    vec3 below = stepBetween(positionAt(at + ivec2(0, 1)) - position, position - positionAt(at - ivec2(0, 1)));
    return normalize(cross(below, right));
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec3 position = positionAt(at), normal = normalAt(at, position), toEye = -normalize(position);
    int turn = ORDER[(at.x & 3) + 4 * (at.y & 3)];
    float start = (float(ORDER[(at.y & 3) + 4 * (at.x & 3)]) + 0.5) / 16.0;
    float reach = min(frame.occlusion.x / position.z, MOST_TEXELS);
    float open = 0.0;
    for (int slice = 0; slice < SLICES; ++slice) {
        float angle = (float(slice) + (float(turn) + 0.5) / 16.0) * PI / float(SLICES);
        vec2 direction = vec2(cos(angle), sin(angle));
        vec3 along = vec3(direction, 0.0) - toEye * dot(vec3(direction, 0.0), toEye);
        vec3 axis = normalize(cross(along, toEye)), tilted = normal - axis * dot(normal, axis);
        float share = max(length(tilted), 1e-4);
        float cosine = clamp(dot(tilted, toEye) / share, -1.0, 1.0);
        float tilt = sign(dot(along, tilted)) * acos(cosine);
        vec2 least = cos(vec2(tilt + 0.5 * PI, tilt - 0.5 * PI)), horizon = least;
        for (int i = 0; i < STEPS; ++i) {
            float far = (float(i) + start) / float(STEPS);
            vec2 offset = direction * max(far * far * reach, 1.0 + float(i));
            vec3 before = positionAt(at + ivec2(round(offset))) - position, behind = positionAt(at - ivec2(round(offset))) - position;
            vec2 lengths = vec2(length(before), length(behind));
            vec2 rise = vec2(dot(before, toEye), dot(behind, toEye)) / max(lengths, 1e-6);
            vec2 weight = clamp(2.0 - 2.0 * lengths, 0.0, 1.0);
            horizon = max(horizon, mix(least, rise, weight));
        }
        vec2 angles = 2.0 * vec2(acos(clamp(horizon.x, -1.0, 1.0)), -acos(clamp(horizon.y, -1.0, 1.0)));
        vec2 arcs = cosine + angles * sin(tilt) - cos(angles - tilt);
        open += share * 0.25 * (arcs.x + arcs.y);
    }
    outOpenness = vec2(clamp(open / float(SLICES), 0.0, 1.0), min(position.z, 6e4));
}
