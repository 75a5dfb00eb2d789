// Reads what occlusion.frag found. Include frame.glsl first.

layout(set = SET_FRAME, binding = BINDING_OPENNESS) uniform sampler2D openness;

// Share of the environment's light that the model lets through to a point of the world in this pixel: of the four texels around it, mostly
// those at its distance.
float opennessAt(vec3 position) {
    mat4 m = frame.clipFromWorld;
    float far = dot(vec4(m[0].w, m[1].w, m[2].w, m[3].w), vec4(position, 1.0)) * frame.occlusion.w;
    vec2 place = gl_FragCoord.xy * frame.occlusionFromTarget.xy + frame.occlusionFromTarget.zw;
    place = clamp(place - 0.5, frame.occlusionArea.xy, frame.occlusionArea.zw);
    vec2 corner = min(floor(place), max(frame.occlusionArea.zw - 1.0, frame.occlusionArea.xy)), t = place - corner, uv = (corner + 1.0) / vec2(textureSize(openness, 0));
    vec4 weights = vec4(1.0 - t.x, t.x, t.x, 1.0 - t.x) * vec4(t.y, t.y, 1.0 - t.y, 1.0 - t.y);
    weights /= abs(textureGather(openness, uv, 1) - far) + 0.02;
    return dot(weights, textureGather(openness, uv, 0)) / dot(weights, vec4(1.0));
}
