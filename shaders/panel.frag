#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

layout(push_constant) uniform PanelBlock { PanelConstants panel; };

layout(set = 0, binding = 0) uniform sampler2D shown;  // the font, or a texture of the model

layout(location = 0) in vec2 uv;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 outColor;

void main() {
    vec4 texel = texture(shown, uv);
    if ((panel.flags & PANEL_ENCODED) != 0) texel.rgb = pow(texel.rgb, vec3(2.2));
    if ((panel.flags & PANEL_OPAQUE) != 0) texel.a = 1.0;
    outColor = color * texel;
}
