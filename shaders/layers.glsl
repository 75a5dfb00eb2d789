// What glTF's extensions lay over a surface or let through it: KHR_materials_specular, anisotropy, iridescence, sheen, clearcoat, and
// transmission with volume. Include reflector.glsl first.

layout(set = SET_MATERIAL, binding = BINDING_LAYER_MAPS + 0) uniform sampler2D layerMap0;
layout(set = SET_MATERIAL, binding = BINDING_LAYER_MAPS + 1) uniform sampler2D layerMap1;
layout(set = SET_MATERIAL, binding = BINDING_LAYER_MAPS + 2) uniform sampler2D layerMap2;
layout(set = SET_MATERIAL, binding = BINDING_LAYER_MAPS + 3) uniform sampler2D layerMap3;
layout(set = SET_MATERIAL, binding = BINDING_LAYER_MAPS + 4) uniform sampler2D layerMap4;
layout(set = SET_MATERIAL, binding = BINDING_LAYER_MAPS + 5) uniform sampler2D layerMap5;
layout(set = SET_MATERIAL, binding = BINDING_LAYER_MAPS + 6) uniform sampler2D layerMap6;
layout(set = SET_MATERIAL, binding = BINDING_LAYER_MAPS + 7) uniform sampler2D layerMap7;
layout(set = SET_FRAME, binding = BINDING_BACKDROP) uniform sampler2D backdrop;

const float CLEARCOAT_REFLECTANCE = 0.04;

// Value of one of LAYER_MAP_; white without it.
vec4 layerMap(uint map) {
    if (!has(1u << map)) return vec4(1.0);
    int place = bitCount(LAYERS & ((1u << map) - 1u));
    vec2 at = uvOf(MAP_COUNT + uint(place));
    switch (place) {
        case 0: return texture(layerMap0, at);
        case 1: return texture(layerMap1, at);
        case 2: return texture(layerMap2, at);
        case 3: return texture(layerMap3, at);
        case 4: return texture(layerMap4, at);
        case 5: return texture(layerMap5, at);
        case 6: return texture(layerMap6, at);
        default: return texture(layerMap7, at);
    }
}

// x strength, yz cosine and sine of the rotation from the tangent
vec3 anisotropyHere() {
    vec3 anisotropy = material.anisotropy.xyz;
    if (!has(1u << LAYER_MAP_ANISOTROPY)) return anisotropy;
    vec3 texel = layerMap(LAYER_MAP_ANISOTROPY).xyz;
    vec2 turn = normalize(texel.xy * 2.0 - 1.0 + vec2(1e-6, 0.0)), by = anisotropy.yz;
    return vec3(anisotropy.x * texel.z, by.x * turn.x - by.y * turn.y, by.y * turn.x + by.x * turn.y);
}

// Stretches the highlights, and bends the normal of the reflected environment (KHR_materials_anisotropy).
void addGrain(inout Reflector r, vec3 toEye) {
    vec3 anisotropy = anisotropyHere();
    if (anisotropy.x * r.ndv <= 0.0) return;  // not a branch on uniforms alone: see has()
    mat3 axes = tangentFrame();
    vec3 grain = axes[0] * anisotropy.y + axes[1] * anisotropy.z;
    r.grain = normalize(grain - r.normal * dot(r.normal, grain));
    r.anisotropy = anisotropy.x;
    vec3 across = normalize(cross(r.normal, r.grain));
    vec3 bent = cross(cross(across, toEye), across);
    float straight = 1.0 - r.anisotropy * (1.0 - r.roughness);
    r.mirror = reflect(-toEye, normalize(mix(bent, r.normal, straight * straight * straight * straight)));
}

// Linear rgb of a spectrum with a cosine over the wave number, of an optical path `path` in meters: fits to the CIE matching functions
// (Belcour and Barla, A Practical Extension to Microfacet Theory for the Modeling of Varying Iridescence, SIGGRAPH 2017).
vec3 interference(float path, vec3 shift) {
    const vec3 peak = vec3(5.4856e-13, 4.4201e-13, 5.2481e-13), center = vec3(1.6810e6, 1.7953e6, 2.2084e6);
    const vec3 variance = vec3(4.3278e9, 9.3046e9, 6.6121e9);
    const mat3 rgbFromXyz =
        mat3(3.2404542, -0.9692660, 0.0556434, -1.5371385, 1.8760108, -0.2040259, -0.4985314, 0.0415560, 1.0572252);
    float phase = 2.0 * PI * path;
    vec3 xyz = peak * sqrt(2.0 * PI * variance) * cos(center * phase + shift) * exp(-phase * phase * variance);
    xyz.x += 9.7470e-14 * sqrt(2.0 * PI * 4.5282e9) * cos(2.2399e6 * phase + shift.x) * exp(-4.5282e9 * phase * phase);
    return rgbFromXyz * (xyz / 1.0685e-7);
}

// Reflectance of an interface between two indices of refraction at normal incidence.
vec3 interfaceReflectance(vec3 inside, float outside) {
    vec3 ratio = (inside - outside) / (inside + outside);
    return ratio * ratio;
}

// Reflectance at this angle of a surface under a thin film, `thickness` nanometers thick (Belcour and Barla, as above).
vec3 filmReflectance(float filmRefraction, float thickness, vec3 below, float cosine) {
    float film = mix(1.0, filmRefraction, smoothstep(0.0, 0.03, thickness));
    float inner2 = 1.0 - (1.0 - cosine * cosine) / (film * film);
    if (inner2 < 0.0) return vec3(1.0);  // total reflection
    float inner = sqrt(inner2);
    float top = fresnel(interfaceReflectance(vec3(film), 1.0), 1.0, cosine).x, through = 1.0 - top;
    vec3 root = sqrt(clamp(below, 0.0, 0.9999));
    vec3 base = (1.0 + root) / (1.0 - root);
    vec3 bottom = fresnel(interfaceReflectance(base, film), 1.0, inner);
    float topShift = film < 1.0 ? PI : 0.0;
    vec3 shift = (PI - topShift) + mix(vec3(0.0), vec3(PI), lessThan(base, vec3(film)));
    float path = 2.0 * film * thickness * 1e-9 * inner;
    vec3 both = clamp(top * bottom, 1e-5, 0.9999), amplitude = sqrt(both);
    vec3 single = through * through * bottom / (1.0 - both);
    vec3 sum = top + single, term = single - through;
    for (int order = 1; order <= 2; ++order) {
        term *= amplitude;
        sum += term * 2.0 * interference(float(order) * path, float(order) * shift);
    }
    return max(sum, 0.0);
}

void addFilm(inout Reflector r) {
    float strength = material.iridescence.x * layerMap(LAYER_MAP_IRIDESCENCE).r;
    float thickness = mix(material.iridescence.z, material.iridescence.w, layerMap(LAYER_MAP_IRIDESCENCE_THICKNESS).g);
    strength = thickness > 0.0 ? strength : 0.0;
    vec3 seen = filmReflectance(material.iridescence.y, thickness, r.reflectance, r.ndv);
    float grazing = min(pow(1.0 - r.ndv, 5.0), 0.9999);
    r.reflectance = mix(r.reflectance, clamp((seen - grazing) / (1.0 - grazing), 0.0, 1.0), strength);
}

// Share of an even environment that white sheen reflects: a fit to the Charlie distribution with the visibility of Neubelt and Pettineo
// (Estevez and Kulla, Production Friendly Microfacet Sheen BRDF, 2017); its rms error is 0.022.
float sheenReflectance(float roughness, float ndv) {
    float smoothness = 1.0 / (roughness + 0.1);
    float start = -0.0233 - 0.8094 * roughness + 0.1933 * smoothness;
    float slope = 1.5009 - 0.6342 * roughness - 2.3896 * smoothness;
    return min(exp(start + slope * ndv), 1.0);
}

vec3 withSheen(vec3 light, Reflector r, float open, float arriving) {
    vec3 tint = material.sheen.rgb * layerMap(LAYER_MAP_SHEEN_COLOR).rgb;
    float most = max(tint.r, max(tint.g, tint.b));
    float roughness = material.sheen.w * layerMap(LAYER_MAP_SHEEN_ROUGHNESS).a;
    float reflected = sheenReflectance(max(roughness, 0.07), r.ndv);
    vec3 incoming = frame.environmentShare * diffuseLight(r.normal) * open +
                    arriving * frame.keyLight.rgb * max(dot(r.normal, frame.towardLight.xyz), 0.0) / PI;
    return light * (1.0 - most * reflected) + tint * reflected * incoming;
}

vec3 withClearcoat(vec3 light, vec3 toEye, float open, float arriving) {
    float strength = material.clearcoat.x * layerMap(LAYER_MAP_CLEARCOAT).r;
    vec3 normal = geometricNormal();
    if (has(1u << LAYER_MAP_CLEARCOAT_NORMAL))
        normal = bumped(layerMap(LAYER_MAP_CLEARCOAT_NORMAL).xyz, material.clearcoat.z,
                        !has(CLEARCOAT_NORMAL_WITHOUT_Z));
    float roughness = material.clearcoat.y * layerMap(LAYER_MAP_CLEARCOAT_ROUGHNESS).g;
    Reflector coat = reflectorOf(normal, max(roughness, MIN_ROUGHNESS), toEye);
    coat.reflectance = vec3(CLEARCOAT_REFLECTANCE);
    float reflected = strength * fresnel(coat.reflectance, 1.0, coat.ndv).x;
    return light * (1.0 - reflected) + strength * (environmentLight(coat, open) + keyLight(coat, toEye, arriving));
}

// A level of the backdrop through a cubic B-spline, which hides its texels: four bilinear samples.
vec4 smoothBackdrop(vec2 uv, float level) {
    vec2 size = vec2(textureSize(backdrop, int(level)));
    vec2 place = uv * size - 0.5, corner = floor(place), t = place - corner, s = 1.0 - t;
    vec2 w0 = s * s * s / 6.0, w3 = t * t * t / 6.0, w1 = 2.0 / 3.0 - t * t * (1.0 - 0.5 * t);
    vec2 low = w0 + w1, high = 1.0 - low;
    vec2 before = (corner - 0.5 + w1 / low) / size, after = (corner + 1.5 + w3 / high) / size;
    vec4 top = mix(textureLod(backdrop, vec2(after.x, before.y), level), textureLod(backdrop, before, level), low.x);
    vec4 bottom = mix(textureLod(backdrop, after, level), textureLod(backdrop, vec2(before.x, after.y), level), low.x);
    return mix(bottom, top, low.y);
}

// Light from the backdrop that a surface of this color lets through: premultiplied rgb and opacity. It leaves the volume where the refracted
// ray has gone as far as the volume is thick (KHR_materials_volume).
vec4 transmittedLight(Reflector r, vec3 tint, vec3 toEye) {
    float thickness = material.volume.w * layerMap(LAYER_MAP_THICKNESS).g * surface.meshScale;
    vec3 exit = worldPosition + refract(-toEye, r.normal, 1.0 / max(material.transmission.y, 1.0)) * thickness;
    vec4 clip = frame.clipFromWorld * vec4(exit, 1.0);
    vec2 uv = clamp(clip.xy / clip.w, -1.0, 1.0) * frame.backdropFromClip.xy + frame.backdropFromClip.zw;
    float blur = r.roughness * clamp(2.0 * material.transmission.y - 2.0, 0.0, 1.0);
    float level = blur * log2(float(textureSize(backdrop, 0).x));
    vec4 behind = level < 0.05 ? textureLod(backdrop, uv, 0.0)
                               : mix(smoothBackdrop(uv, floor(level)), smoothBackdrop(uv, floor(level) + 1.0), fract(level));
    tint *= exp(-material.volume.rgb * thickness);
    return vec4(behind.rgb * tint, 1.0 - (1.0 - behind.a) * (tint.r + tint.g + tint.b) / 3.0);
}
