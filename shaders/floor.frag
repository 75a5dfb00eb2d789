#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "environment.glsl"
#include "shadow.glsl"
#include "tone.glsl"

layout(constant_id = CONSTANT_BACKGROUND) const uint showsEnvironment = 0;

layout(location = 0) in vec2 clip;
layout(location = 0) out vec4 outColor;

const float BLUR = 0.25;  // of the environment as background: a roughness

vec3 unproject(float depth) {
    vec4 world = frame.worldFromClip * vec4(clip, depth, 1.0);
    return world.xyz / world.w;
}

// Coverage of the pixel by grid lines of `width` at the integers, filtered over the pixel's footprint.
float gridLine(vec2 position, vec2 footprint, float width) {
    vec2 distanceToLine = 0.5 - abs(fract(position) - 0.5);
    vec2 coverage = clamp((width * 0.5 + footprint * 0.5 - distanceToLine) / footprint, 0.0, 1.0);
    // A pixel that spans several tiles gets their mean.
    coverage = mix(coverage, vec2(width), clamp(footprint * 2.0 - 0.5, 0.0, 1.0));
    return max(coverage.x, coverage.y);
}

void main() {
    vec3 start = frame.eye.xyz;  // not on the near plane, part of which may be below the floor
    vec3 ray = normalize(unproject(1.0) - start);
    float upwards = clamp(ray.y * 1.4 + 0.25, 0.0, 1.0);
    float pixelAngle = length(fwidth(ray));  // before any return: derivatives need the whole quad
    vec4 background = mix(frame.backgroundBottom, frame.backgroundTop, upwards);
    background.rgb = shownColor(background.rgb);
    if (showsEnvironment != 0u) background = vec4(toneMapped(specularLight(ray, BLUR)), 1.0);
    outColor = background;

    float down = start.y - frame.floorPlane.x;
    if (frame.floorPlane.w < 0.5 || down <= 0.0 || ray.y >= -1e-4) return;
    vec3 place = start - ray * (down / ray.y);
    float fade = 1.0 - smoothstep(0.35, 1.0, length(place.xz - frame.floorOrigin.zw) / frame.floorPlane.z);
    if (fade <= 0.0) return;

    // The footprint is computed from the ray: derivatives of the position would be discontinuous at the horizon.
    float tile = frame.floorPlane.y, reach = down / -ray.y;
    mat2 turn = mat2(frame.floorTurn.x, -frame.floorTurn.y, frame.floorTurn.y, frame.floorTurn.x);
    vec2 position = (turn * place.xz + frame.floorOrigin.xy) / tile;
    vec2 footprint = max(vec2(1e-5), vec2(pixelAngle * reach / tile) * mix(vec2(1.0), abs(normalize(turn * ray.xz + 1e-6)) / -ray.y, 0.5));

    float parity = mod(floor(position.x) + floor(position.y), 2.0);
    float filtered = clamp(1.0 - max(footprint.x, footprint.y) * 1.5, 0.0, 1.0);
    vec3 stone = frame.floorColor.rgb * mix(0.94, 1.06, mix(0.5, parity, filtered));
    stone = mix(stone, 1.4 * frame.floorColor.rgb, gridLine(position, footprint, 0.02));
    float lit = keyLightAt(place, 0.0, frame.shadowShape.y > 0.0 ? 16 : 0, pixelNoise());
    stone *= (1.0 - frame.shadowShape.y * (1.0 - lit)) * (1.0 - 0.75 * contactAt(place));
    outColor = vec4(mix(background.rgb, shownColor(stone), fade), mix(background.a, 1.0, fade));
}
