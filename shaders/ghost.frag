#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "frame.glsl"
#include "surface.glsl"

layout(location = 0) out vec4 outColor;

const float LEAST_ALPHA = 0.5; // what lets more than half of the light through has no ghost

// The model at another time: one colour, denser towards its outline.
void main() {
    float alpha = material.baseColor.a * color.a;
    if (material.switches.x > 0.5) alpha *= textured(baseColorMap, repeatsBeyondMeasure()).a;
    if (alpha < max(material.surface.z, LEAST_ALPHA)) discard;
    float facing = abs(dot(normalize(worldNormal), normalize(frame.eye.xyz - worldPosition)));
    outColor = vec4(material.emissive.rgb * mix(0.55, 1.0, facing), material.emissive.a * mix(1.0, 0.6, facing));
}
