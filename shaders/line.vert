#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(push_constant) uniform LineBlock { LineConstants line; };

// One instance per line: ends in world space, color, width factor.
layout(location = 0) in vec3 inStart;
layout(location = 1) in vec3 inEnd;
layout(location = 2) in vec4 inColor;
layout(location = 3) in float inWidth;

layout(location = 0) out vec4 color;

// A screen-space quad, so that wide lines need no device support. Lines taper to half their width; a line of zero length is a dot.
void main() {
    vec4 start = frame.clipFromWorld * vec4(inStart, 1.0);
    vec4 end = frame.clipFromWorld * vec4(inEnd, 1.0);
    color = inColor;
    if (start.w <= 0.0 || end.w <= 0.0) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    vec2 along = (end.xy / end.w - start.xy / start.w) * line.viewport.xy;
    float length_ = length(along);
    vec2 direction = length_ > 1e-4 ? along / length_ : vec2(1.0, 0.0);
    vec2 across = vec2(-direction.y, direction.x);
    bool atEnd = (gl_VertexIndex & 1) != 0;
    float side = (gl_VertexIndex & 2) != 0 ? 1.0 : -1.0;
    bool isDot = inStart == inEnd;
    float halfWidth = line.viewport.z * inWidth * (isDot ? 0.8 : atEnd ? 0.25 : 0.5);
    vec2 grow = isDot ? direction * (atEnd ? halfWidth : -halfWidth) : vec2(0.0);
    vec4 place = atEnd ? end : start;
    place.xy += (across * side * halfWidth + grow) * 2.0 / line.viewport.xy * place.w;
    gl_Position = place;
}
