#version 450
#extension GL_GOOGLE_include_directive : require
#include "surface.glsl"
#include "tone.glsl"

// What lets light through casts its shadow with a share of its texels, evenly spread. Where it lets most through, it occludes nothing.
void main() {
    vec4 base = baseColor();
    float through = material.transmission.x * (1.0 - 0.2 * material.reflection.w) * max(base.r, max(base.g, base.b));
    float kept = base.a * (1.0 - through), least = mix(0.5, pixelNoise(), frame.keyLight.w);
    if (base.a < surface.alphaCutoff || kept < mix(-1.0, least, (surface.flags & SURFACE_SEE_THROUGH) != 0u)) discard;
}
