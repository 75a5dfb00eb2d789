// From radiance to a linear color on the screen, by FrameUniforms.tone and .exposure. Include frame.glsl first.

// Khronos PBR Neutral tone mapping: base colors below 0.8 keep their look, highlights lose saturation.
vec3 neutralTone(vec3 color) {
    const float start = 0.8 - 0.04, desaturation = 0.15;
    float least = min(color.r, min(color.g, color.b));
    color -= least < 0.08 ? least - 6.25 * least * least : 0.04;
    float peak = max(color.r, max(color.g, color.b));
    if (peak < start) return color;
    const float room = 1.0 - start;
    float compressed = 1.0 - room * room / (peak + room - start);
    color *= compressed / peak;
    return mix(vec3(compressed), color, 1.0 / (desaturation * (peak - compressed) + 1.0));
}

// The ACES reference transforms for sRGB, as fitted by Stephen Hill; brighter by 1 / 0.6 as in three.js.
vec3 acesTone(vec3 color) {
    const mat3 toAces = mat3(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777);
    const mat3 fromAces =
        mat3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602);
    vec3 v = toAces * (color / 0.6);
    v = (v * (v + 0.0245786) - 0.000090537) / (v * (0.983729 * v + 0.4329510) + 0.238081);
    return fromAces * v;
}

// Interleaved gradient noise (Jimenez 2014): 0 to 1, evenly spread over neighboring pixels.
float pixelNoise() {
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
}

// Spreads the rounding to 8 bits of sRGB, by less than half a step: colors that are exact stay so.
vec3 dithered(vec3 color) {
    vec3 slope = max(vec3(1.0 / 12.92), 2.27488 * pow(color, vec3(0.583333)));  // of linear over sRGB
    return color + slope * ((pixelNoise() - 0.5) * (0.98 / 255.0));
}

// Selected without branches: see has() in reflector.glsl.
vec3 toneMapped(vec3 radiance) {
    uint which = frame.tone;
    radiance = max(radiance, 0.0);
    vec3 color = radiance * frame.exposure;
    color = mix(color, neutralTone(color), bvec3(which == TONE_NEUTRAL));
    color = mix(color, acesTone(color), bvec3(which == TONE_ACES));
    return mix(dithered(clamp(color, 0.0, 1.0)), radiance, bvec3(which == TONE_RADIANCE));
}

// A color that is shown as it is. In the backdrop, the radiance that neutralTone() will map to about this color.
vec3 shownColor(vec3 color) {
    float least = min(color.r, min(color.g, color.b));
    vec3 radiance = (color + (least < 0.04 ? sqrt(least / 6.25) - least : 0.04)) / frame.exposure;
    return mix(color, radiance, bvec3(frame.tone == TONE_RADIANCE));
}
