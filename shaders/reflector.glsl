// Reflection of the environment and of the key light at a point. Include surface, environment and shadow first.

const float PI = 3.14159265;
const float MAX_SLOPE = 2.0;  // toward the key light, of what its shadow's bias follows
const float MIN_ROUGHNESS = 0.045;  // below it, the highlight of the key light is smaller than 16-bit precision

// What reflects the light at a point.
struct Reflector {
    vec3 diffuse;
    vec3 reflectance;         // at normal incidence
    float grazingReflectance;
    float roughness;
    float highlightRoughness;  // of the key light; not less than roughness
    vec3 normal;
    float ndv;
    vec3 mirror;       // direction from which the environment is reflected
    vec3 grain;        // unit vector along which highlights are stretched
    float anisotropy;  // 0: not at all, to 1
};

// Normal maps and curved edges vary within a pixel: their spread widens the lobe (Tokuyoshi and Kaplanyan, Improved Geometric Specular
// Antialiasing, I3D 2019). `ignored`: as much spread changes nothing.
float antialiased(float roughness, vec3 normal, float ignored) {
    vec3 dx = dFdx(normal), dy = dFdy(normal);
    float spread = clamp(0.25 * (dot(dx, dx) + dot(dy, dy)) - ignored, 0.0, 0.18);
    float alpha = roughness * roughness;
    return sqrt(sqrt(min(alpha * alpha + spread, 1.0)));
}

// One without diffuse light that reflects nothing at normal incidence and everything at grazing angles. Call it where neighboring fragments
// do.
Reflector reflectorOf(vec3 normal, float roughness, vec3 toEye) {
    float alpha = roughness * roughness;
    // The lobe of a rough surface leans from the mirror direction toward the normal (Lagarde and de Rousiers, Moving Frostbite to PBR,
    // SIGGRAPH 2014, section 4.9.3).
    vec3 mirror = normalize(mix(reflect(-toEye, normal), normal, alpha * alpha));
    float wide = mix(roughness, antialiased(roughness, normal, 0.004), frame.keyLight.w);
    return Reflector(vec3(0.0), vec3(0.0), 1.0, wide, antialiased(roughness, normal, 0.0), normal, clamp(dot(normal, toEye), 1e-3, 1.0),
                     mirror, vec3(0.0), 0.0);
}

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

// As highlight(), with a roughness that grows along the grain (KHR_materials_anisotropy; Heitz, Understanding the Masking-Shadowing Function in
// Microfacet-Based BRDFs, JCGT 2014).
float stretchedHighlight(Reflector r, vec3 toEye, vec3 toLight, vec3 halfway, float ndl, float ndh) {
    vec3 across = normalize(cross(r.normal, r.grain));
    float alpha = r.highlightRoughness * r.highlightRoughness;
    vec3 alphas = vec3(mix(alpha, 1.0, r.anisotropy * r.anisotropy), alpha, 1.0);
    vec3 h = vec3(dot(r.grain, halfway), dot(across, halfway), ndh) / alphas;
    vec3 eye = alphas * vec3(dot(r.grain, toEye), dot(across, toEye), r.ndv);
    vec3 light = alphas * vec3(dot(r.grain, toLight), dot(across, toLight), ndl);
    float distribution = 1.0 / (PI * alphas.x * alphas.y * dot(h, h) * dot(h, h));
    return distribution * 0.5 / (ndl * length(eye) + r.ndv * length(light));
}

// Share of an even environment that is reflected by single scattering.
vec3 onceReflected(Reflector r) {
    vec2 brdf = environmentBrdf(r.roughness, r.ndv);
    return r.reflectance * brdf.x + r.grazingReflectance * brdf.y;
}

// The share of open directions, with the light that surfaces of this color reflect from the others (Jimenez et al. 2016, see occlusion.frag).
vec3 openWithBounces(float open, vec3 albedo) {
    return max(vec3(open), ((open * (2.0404 * albedo - 0.3324) + (0.6417 - 4.7951 * albedo)) * open + 2.7552 * albedo + 0.6903) * open);
}

// Indirect light with the energy of multiple scattering (Fdez-Aguera, A Multiple-Scattering Microfacet Model for Real-Time Image Based
// Lighting, JCGT 2019).
vec3 environmentLight(Reflector r, float open) {
    vec2 brdf = environmentBrdf(r.roughness, r.ndv);
    vec3 once = onceReflected(r);
    float missing = 1.0 - (brdf.x + brdf.y);
    vec3 average = r.reflectance + (1.0 - r.reflectance) / 21.0;
    vec3 again = once * average * missing / (1.0 - average * missing);
    vec3 diffuse = diffuseLight(r.normal) * (has(LAYER_OCCLUDED) ? openWithBounces(open, r.diffuse) : vec3(open));
    // Specular occlusion: Lagarde and de Rousiers, Moving Frostbite to PBR, SIGGRAPH 2014, section 4.10.2.
    float specularOpen = clamp(pow(r.ndv + open, exp2(-16.0 * r.roughness - 1.0)) - 1.0 + open, 0.0, 1.0);
    vec3 specular = once * specularLight(r.mirror, r.roughness) * specularOpen;
    return frame.environmentShare * (specular + (again + r.diffuse * (1.0 - once - again)) * diffuse);
}

// Share of the key light that arrives at the surface.
float keyLightHere() {
    vec3 normal = geometricNormal();
    float ndl = dot(normal, frame.towardLight.xyz), slope = min(sqrt(max(1.0 / (ndl * ndl) - 1.0, 0.0)), MAX_SLOPE);
    bool isToward = ndl * frame.keyLight.w > 0.0;
    vec3 start = worldPosition + normal * (2.0 * frame.shadowShape.x * (1.0 - 0.5 * ndl));
    float arriving = keyLightAt(start, frame.shadowShape.w * slope, isToward ? 9 : 0, 0.0);
    return isToward ? arriving : 0.0;
}

vec3 keyLight(Reflector r, vec3 toEye, float arriving) {
    vec3 toLight = frame.towardLight.xyz, halfway = normalize(toLight + toEye);
    float ndl = dot(r.normal, toLight);
    if (ndl <= 0.0) return vec3(0.0);
    float ndh = clamp(dot(r.normal, halfway), 0.0, 1.0), vdh = clamp(dot(toEye, halfway), 0.0, 1.0);
    vec3 reflected = fresnel(r.reflectance, r.grazingReflectance, vdh);
    float specular = has(LAYER_ANISOTROPY) && r.anisotropy > 0.0 ? stretchedHighlight(r, toEye, toLight, halfway, ndl, ndh)
                                                   : highlight(ndl, r.ndv, ndh, r.highlightRoughness);
    return arriving * frame.keyLight.rgb * ndl * (r.diffuse * (1.0 - reflected) / PI + reflected * specular);
}
