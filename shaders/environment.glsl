// Light from the environment: FrameUniforms.irradiance and .environment, and its specular map. render/environment.h
// documents both. Include shared.h and frame.glsl first.

layout(set = SET_FRAME, binding = BINDING_ENVIRONMENT) uniform sampler2D environmentMap;

// A world direction in the environment's own axes.
vec3 inEnvironment(vec3 direction) {
    float c = frame.environment.y, s = frame.environment.z;
    return vec3(c * direction.x - s * direction.z, direction.y, s * direction.x + c * direction.z);
}

// Irradiance / pi for a unit normal: times the albedo it is the diffuse light.
vec3 diffuseLight(vec3 normal) {
    vec3 n = inEnvironment(normal);
    vec3 light = frame.irradiance[0].rgb + frame.irradiance[1].rgb * n.y + frame.irradiance[2].rgb * n.z +
                 frame.irradiance[3].rgb * n.x + frame.irradiance[4].rgb * (n.x * n.y) +
                 frame.irradiance[5].rgb * (n.y * n.z) + frame.irradiance[6].rgb * (3.0 * n.z * n.z - 1.0) +
                 frame.irradiance[7].rgb * (n.x * n.z) + frame.irradiance[8].rgb * (n.x * n.x - n.y * n.y);
    return max(light, 0.0) * frame.environment.x;
}

// Texture coordinates of a unit direction, in the environment's axes: the octahedron fills 7/8 of each side.
vec2 environmentCoordinates(vec3 direction) {
    vec3 flattened = direction / (abs(direction.x) + abs(direction.y) + abs(direction.z));
    vec2 place = flattened.xz;
    if (flattened.y < 0.0)
        place = (1.0 - abs(place.yx)) * vec2(place.x < 0.0 ? -1.0 : 1.0, place.y < 0.0 ? -1.0 : 1.0);
    return place * (7.0 / 16.0) + 0.5;
}

// Radiance around a unit direction, filtered for GGX of this roughness (0 to 1; alpha is its square).
vec3 specularLight(vec3 direction, float roughness) {
    vec2 at = environmentCoordinates(inEnvironment(direction));
    return textureLod(environmentMap, at, roughness * frame.environment.w).rgb * frame.environment.x;
}

// Share of specularLight() that a surface reflects: x times its reflectance at normal incidence, plus y. `ndv`: cosine
// between normal and view. A fit to GGX with Smith shadowing (Karis, Physically Based Shading on Mobile, 2014).
vec2 environmentBrdf(float roughness, float ndv) {
    vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a = min(r.x * r.x, exp2(-9.28 * ndv)) * r.x + r.y;
    return vec2(-1.04, 1.04) * a + r.zw;
}
