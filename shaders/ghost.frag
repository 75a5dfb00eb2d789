#version 450
#extension GL_GOOGLE_include_directive : require
#include "surface.glsl"

layout(location = 0) out vec4 outColor;

const float MIN_ALPHA = 0.5; // more transparent surfaces have no ghost

// Onion skin: the model in one color, more opaque toward its outline.
void main() {
    if (baseColor().a < max(surface.alphaCutoff, MIN_ALPHA)) discard;
    float facing = abs(dot(normalize(worldNormal), normalize(frame.eye.xyz - worldPosition)));
    outColor = vec4(surface.ghostColor.rgb * mix(0.55, 1.0, facing), surface.ghostColor.a * mix(1.0, 0.6, facing));
}
