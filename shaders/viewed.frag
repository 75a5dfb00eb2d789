#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "frame.glsl"
#include "surface.glsl"

// What a model's surface shows in place of its material: VIEW_ of shared.h. Colours here are sRGB until the end.

layout(location = 5) in float chosenWeight;
layout(location = 6) in vec4 upToFour;
layout(location = 7) in vec4 fiveToEight;

layout(location = 0) out vec4 outColor;

const vec3 UNWEIGHTED = vec3(0.50);
const float SQUARES = 16.0;  // of the chessboard, along a unit of texture coordinates

// Equal steps look equal, and it grows lighter throughout, so that it reads without colour, too: five places of the
// map viridis (Smith and van der Walt, 2015).
const vec3 RAMP[5] = vec3[](vec3(0.267, 0.005, 0.329), vec3(0.231, 0.322, 0.545), vec3(0.129, 0.569, 0.549),
                            vec3(0.369, 0.788, 0.384), vec3(0.993, 0.906, 0.144));

// Told apart by the colour-blind: the palette of Okabe and Ito (Color Universal Design, 2008).
const vec3 PALETTE[8] = vec3[](vec3(0.337, 0.706, 0.914), vec3(0.000, 0.620, 0.451), vec3(0.941, 0.894, 0.259),
                               vec3(0.902, 0.624, 0.000), vec3(0.835, 0.369, 0.000), vec3(0.800, 0.475, 0.655),
                               vec3(0.000, 0.447, 0.698), vec3(0.150, 0.150, 0.150));

vec3 weightColor(float weight) {
    if (weight <= 0.0) return UNWEIGHTED;
    float place = clamp(weight, 0.0, 1.0) * 4.0;
    int step_ = min(int(place), 3);
    return mix(RAMP[step_], RAMP[step_ + 1], place - float(step_));
}

vec3 influenceColor() {
    int most = 0;
    float largest = 0.0;
    for (int i = 0; i < 8; ++i) {
        float share = i < 4 ? upToFour[i] : fiveToEight[i - 4];
        if (share <= largest) continue;
        largest = share;
        most = i;
    }
    return PALETTE[most];
}

vec3 uvColor() {
    vec2 cell = floor(uv * SQUARES);
    vec2 footprint = fwidth(uv * SQUARES);
    float parity = mod(cell.x + cell.y, 2.0);
    float clear = clamp(1.0 - max(footprint.x, footprint.y), 0.0, 1.0);
    vec2 along = fract(uv);
    vec3 tint = mix(PALETTE[0], PALETTE[4], along.x) * mix(1.0, 0.7, along.y);
    return tint * mix(1.0, 0.75, mix(0.5, parity, clear));
}

vec3 linearFromSrgb(vec3 srgb) {
    return mix(pow((srgb + 0.055) / 1.055, vec3(2.4)), srgb / 12.92, lessThanEqual(srgb, vec3(0.04045)));
}

void main() {
    bool repeats = repeatsBeyondMeasure();
    vec4 base = material.baseColor * color;
    if (material.switches.x > 0.5) base *= textured(baseColorMap, repeats);
    vec3 board = uvColor();  // before any discard: derivatives need the neighbours
    if (base.a < material.surface.z) discard;

    vec3 normal = shadingNormal(repeats);
    vec3 shown = board;
    switch (int(material.switches.w)) {
        case VIEW_WEIGHTS: shown = weightColor(chosenWeight); break;
        case VIEW_INFLUENCES: shown = influenceColor(); break;
        case VIEW_PARTS: shown = PALETTE[int(material.surface.w) % 8]; break;
        case VIEW_NORMALS: outColor = vec4(linearFromSrgb(normal * 0.5 + 0.5), 1.0); return;
    }
    // A light at the eye, weak enough that no colour becomes another: only the shape is to be seen.
    float facing = abs(dot(normalize(worldNormal), normalize(frame.eye.xyz - worldPosition)));
    outColor = vec4(linearFromSrgb(shown) * mix(0.55, 1.0, facing), 1.0);
}
