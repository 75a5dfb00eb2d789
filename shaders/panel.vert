#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

layout(push_constant) uniform PanelBlock { PanelConstants panel; };

layout(location = 0) in vec2 inPosition;
layout(location = 1) in vec2 inUv;
layout(location = 2) in vec4 inColor;

layout(location = 0) out vec2 uv;
layout(location = 1) out vec4 color;

void main() {
    uv = inUv;
    // Dear ImGui's colors are sRGB; the target expects linear values.
    color = vec4(pow(inColor.rgb, vec3(2.2)), inColor.a);
    gl_Position = vec4(inPosition * panel.scaleOffset.xy + panel.scaleOffset.zw, 0.0, 1.0);
}
