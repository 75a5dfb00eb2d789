// The metallic-roughness material of glTF 2.0 (appendix B) with KHR_materials_specular, ior, clearcoat and sheen, lit by the environment
// and the key light.

const float PI = 3.14159265;
const float MIN_ROUGHNESS = 0.045;  // below it, the highlight of the key light is smaller than 16-bit precision
const float CLEARCOAT_REFLECTANCE = 0.04;

// What reflects the light at a point.
struct Reflector {
    vec3 diffuse;
    vec3 reflectance;         // at normal incidence
    float grazingReflectance;
    float roughness;
    vec3 normal;
    float ndv;
};

vec3 fresnel(vec3 reflectance, float grazing, float cosine) {
    return reflectance + (grazing - reflectance) * pow(1.0 - cosine, 5.0);
}

// GGX distribution times the visibility of Hammon (PBR Diffuse Lighting for GGX+Smith Microsurfaces, GDC 2017).
float highlight(float ndl, float ndv, float ndh, float roughness) {
    float alpha = roughness * roughness;
    float alpha2 = alpha * alpha;
    float d = ndh * ndh * (alpha2 - 1.0) + 1.0;
    return alpha2 / (PI * d * d) * 0.5 / mix(2.0 * ndl * ndv, ndl + ndv, alpha);
}

// Normal maps and curved edges vary within a pixel: their spread widens the lobe (Tokuyoshi and Kaplanyan, Improved Geometric Specular
// Antialiasing, I3D 2019).
float antialiased(float roughness, vec3 normal) {
    vec3 dx = dFdx(normal), dy = dFdy(normal);
    float spread = min(0.25 * (dot(dx, dx) + dot(dy, dy)), 0.18);
    float alpha = roughness * roughness;
    return sqrt(sqrt(min(alpha * alpha + spread, 1.0)));
}

// Indirect light with the energy of multiple scattering (Fdez-Aguera, A Multiple-Scattering Microfacet Model for Real-Time Image Based
// Lighting, JCGT 2019).
vec3 environmentLight(Reflector r, vec3 toEye, float open) {
    vec2 brdf = environmentBrdf(r.roughness, r.ndv);
    vec3 once = r.reflectance * brdf.x + r.grazingReflectance * brdf.y;
    float missing = 1.0 - (brdf.x + brdf.y);
    vec3 average = r.reflectance + (1.0 - r.reflectance) / 21.0;
    vec3 again = once * average * missing / (1.0 - average * missing);
    vec3 diffuse = r.diffuse * (1.0 - once - again);
    // Specular occlusion: Lagarde and de Rousiers, Moving Frostbite to PBR, SIGGRAPH 2014, section 4.10.2.
    float specularOpen = clamp(pow(r.ndv + open, exp2(-16.0 * r.roughness - 1.0)) - 1.0 + open, 0.0, 1.0);
    vec3 specular = once * specularLight(reflect(-toEye, r.normal), r.roughness) * specularOpen;
    return frame.tone.z * (specular + (again + diffuse) * diffuseLight(r.normal) * open);
}

// Share of the key light that arrives at the surface.
float keyLightHere() {
    vec3 normal = geometricNormal();
    float ndl = dot(normal, frame.towardLight.xyz);
    if (ndl <= 0.0 || frame.keyLight.w == 0.0) return 0.0;
    vec3 start = worldPosition + normal * (2.0 * frame.shadowShape.x * (1.0 - 0.5 * ndl));
    return keyLightAt(start, frame.shadowShape.w * sqrt(max(1.0 / (ndl * ndl) - 1.0, 0.0)), 9);
}

vec3 keyLight(Reflector r, vec3 toEye, float arriving) {
    vec3 toLight = frame.towardLight.xyz, halfway = normalize(toLight + toEye);
    float ndl = dot(r.normal, toLight);
    if (ndl <= 0.0) return vec3(0.0);
    float ndh = clamp(dot(r.normal, halfway), 0.0, 1.0), vdh = clamp(dot(toEye, halfway), 0.0, 1.0);
    vec3 reflected = fresnel(r.reflectance, r.grazingReflectance, vdh);
    return arriving * frame.keyLight.rgb * ndl * (r.diffuse * (1.0 - reflected) / PI + reflected * highlight(ndl, r.ndv, ndh, r.roughness));
}

// Sheen in an even environment: a fit to the Charlie distribution (Estevez and Kulla, Production Friendly Microfacet Sheen BRDF, 2017).
float sheenReflectance(float roughness, float ndv) {
    float r2 = roughness * roughness;
    bool smooth_ = roughness < 0.25;
    float slope = smooth_ ? -339.2 * r2 + 161.4 * roughness - 25.9 : -8.48 * r2 + 14.3 * roughness - 9.95;
    float start = smooth_ ? 44.0 * r2 - 23.7 * roughness + 3.26 : 1.97 * r2 - 3.27 * roughness + 0.72;
    return clamp((exp(slope * ndv + start) + (smooth_ ? 0.0 : 0.1 * (roughness - 0.25))) / PI, 0.0, 1.0);
}

vec3 withSheen(vec3 light, Reflector r, float open, float arriving) {
    vec3 tint = material.sheen.rgb;
    float most = max(tint.r, max(tint.g, tint.b));
    if (most <= 0.0) return light;
    float reflected = sheenReflectance(max(material.sheen.w, 0.07), r.ndv);
    vec3 incoming = frame.tone.z * diffuseLight(r.normal) * open + arriving * frame.keyLight.rgb * max(dot(r.normal, frame.towardLight.xyz), 0.0) / PI;
    return light * (1.0 - 0.157 * most) + tint * reflected * PI * incoming;
}

vec3 withClearcoat(vec3 light, Reflector r, vec3 toEye, float open, float arriving) {
    float strength = material.clearcoat.x;
    if (strength <= 0.0) return light;
    Reflector coat = r;
    coat.diffuse = vec3(0.0);
    coat.reflectance = vec3(CLEARCOAT_REFLECTANCE);
    coat.grazingReflectance = 1.0;
    coat.normal = geometricNormal();
    coat.ndv = clamp(abs(dot(coat.normal, toEye)), 1e-3, 1.0);
    coat.roughness = antialiased(max(material.clearcoat.y, MIN_ROUGHNESS), coat.normal);
    float reflected = strength * fresnel(coat.reflectance, 1.0, coat.ndv).x;
    return light * (1.0 - reflected) + strength * (environmentLight(coat, toEye, open) + keyLight(coat, toEye, arriving));
}

// Lit color with straight alpha.
vec4 shade(vec4 base) {
    vec2 factors = metallicRoughness();
    float open = occlusion();
    vec3 emissive = emitted();
    vec3 normal = shadingNormal();
    float roughness = antialiased(clamp(factors.y, MIN_ROUGHNESS, 1.0), normal);
    if ((surface.flags & SURFACE_WIREFRAME) != 0u) return vec4(0.02, 0.03, 0.05, 1.0);
    if ((surface.flags & SURFACE_UNLIT) != 0u) return base;
    vec3 toEye = normalize(frame.eye.xyz - worldPosition);
    float metallic = clamp(factors.x, 0.0, 1.0);
    Reflector reflector;
    reflector.diffuse = base.rgb * (1.0 - metallic);
    reflector.reflectance = mix(material.reflection.rgb, base.rgb, metallic);
    reflector.grazingReflectance = mix(material.reflection.w, 1.0, metallic);
    reflector.roughness = roughness;
    reflector.normal = normal;
    reflector.ndv = clamp(abs(dot(normal, toEye)), 1e-3, 1.0);
    float arriving = keyLightHere();
    vec3 light = environmentLight(reflector, toEye, open) + keyLight(reflector, toEye, arriving);
    light = withClearcoat(withSheen(light, reflector, open, arriving) + emissive, reflector, toEye, open, arriving);
    return vec4(toneMapped(light), base.a);
}
