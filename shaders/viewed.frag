#version 450
#extension GL_GOOGLE_include_directive : require
#include "surface.glsl"

// Shows data of the surface instead of its shading: surface.view is one of VIEW_. Colors are sRGB up to main().

layout(location = 5) in float selectedWeight;
layout(location = 6) in vec4 countUpTo4;
layout(location = 7) in vec4 count5To8;

layout(location = 0) out vec4 outColor;

const vec3 UNWEIGHTED = vec3(0.50);
const float SQUARES = 16.0;  // checkerboard squares per unit of texture coordinates

// Five samples of the viridis color map (Smith and van der Walt, 2015): perceptually uniform, and its lightness increases
// monotonically, so that it also reads in grayscale.
const vec3 RAMP[5] = vec3[](vec3(0.267, 0.005, 0.329), vec3(0.231, 0.322, 0.545), vec3(0.129, 0.569, 0.549),
                            vec3(0.369, 0.788, 0.384), vec3(0.993, 0.906, 0.144));

// Distinguishable for color-blind viewers: the palette of Okabe and Ito (Color Universal Design, 2008).
const vec3 PALETTE[8] = vec3[](vec3(0.337, 0.706, 0.914), vec3(0.000, 0.620, 0.451), vec3(0.941, 0.894, 0.259),
                               vec3(0.902, 0.624, 0.000), vec3(0.835, 0.369, 0.000), vec3(0.800, 0.475, 0.655),
                               vec3(0.000, 0.447, 0.698), vec3(0.150, 0.150, 0.150));

vec3 weightColor(float weight) {
    if (weight <= 0.0) return UNWEIGHTED;
    float position = clamp(weight, 0.0, 1.0) * 4.0;
    int step_ = min(int(position), 3);
    return mix(RAMP[step_], RAMP[step_ + 1], position - float(step_));
}

vec3 influenceColor() {
    int count = 0;
    float largest = 0.0;
    for (int i = 0; i < 8; ++i) {
        float value = i < 4 ? countUpTo4[i] : count5To8[i - 4];
        if (value <= largest) continue;
        largest = value;
        count = i;
    }
    return PALETTE[count];
}

vec3 uvColor() {
    vec2 cell = floor(uv.xy * SQUARES);
    vec2 footprint = fwidth(uv.xy * SQUARES);
    float parity = mod(cell.x + cell.y, 2.0);
    float sharpness = clamp(1.0 - max(footprint.x, footprint.y), 0.0, 1.0);
    vec2 along = fract(uv.xy);
    vec3 tint = mix(PALETTE[0], PALETTE[4], along.x) * mix(1.0, 0.7, along.y);
    return tint * mix(1.0, 0.75, mix(0.5, parity, sharpness));
}

vec3 linearFromSrgb(vec3 srgb) {
    return mix(pow((srgb + 0.055) / 1.055, vec3(2.4)), srgb / 12.92, lessThanEqual(srgb, vec3(0.04045)));
}

void main() {
    vec4 base = baseColor();
    vec3 checkerboard = uvColor();  // before any discard: derivatives need the whole quad
    vec3 normal = shadingNormal();
    vec2 factors = metallicRoughness();
    vec3 emissive = emitted();
    float indirect = occlusion();
    if (base.a < surface.alphaCutoff) discard;

    vec3 shown = checkerboard;
    switch (surface.view) {
        case VIEW_WEIGHTS: shown = weightColor(selectedWeight); break;
        case VIEW_INFLUENCES: shown = influenceColor(); break;
        case VIEW_LEVELS:
        case VIEW_PARTS: shown = PALETTE[surface.partIndex % 8u]; break;
        case VIEW_NORMALS: outColor = vec4(linearFromSrgb(normal * 0.5 + 0.5), 1.0); return;
        case VIEW_BASE_COLOR: outColor = vec4(base.rgb, 1.0); return;
        case VIEW_ALPHA: outColor = vec4(linearFromSrgb(vec3(base.a)), 1.0); return;
        case VIEW_METALLIC: outColor = vec4(linearFromSrgb(vec3(factors.x)), 1.0); return;
        case VIEW_ROUGHNESS: outColor = vec4(linearFromSrgb(vec3(factors.y)), 1.0); return;
        case VIEW_OCCLUSION: outColor = vec4(linearFromSrgb(vec3(indirect)), 1.0); return;
        case VIEW_EMISSIVE: outColor = vec4(emissive, 1.0); return;
    }
    // A headlight, weak enough to keep the colors distinct.
    float facing = abs(dot(normalize(worldNormal), normalize(frame.eye.xyz - worldPosition)));
    outColor = vec4(linearFromSrgb(shown) * mix(0.55, 1.0, facing), 1.0);
}
