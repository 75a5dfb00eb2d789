// Light from the environment: FrameUniforms.irradiance and .environment, and its specular map. render/environment.h
// documents both. Include frame.glsl first.

layout(set = SET_FRAME, binding = BINDING_ENVIRONMENT) uniform sampler2D environmentMap;

// A world direction in the environment's own axes.
vec3 inEnvironment(vec3 direction) {
    float c = frame.environment.y, s = frame.environment.z;
    return vec3(c * direction.x - s * direction.z, direction.y, s * direction.x + c * direction.z);
}

// Irradiance / pi for a unit normal: times the albedo it is the diffuse light.
vec3 diffuseLight(vec3 normal) {
    vec3 n = inEnvironment(normal);
    vec3 nn = n * n, mixed = n.xyx * n.yzz;
    float d = nn.x - nn.y, s = 7.0 * nn.z - 1.0, t = s - 2.0, u = nn.x - 3.0 * nn.y, v = 3.0 * nn.x - nn.y;
    vec3 light = frame.irradiance[0].rgb + frame.irradiance[1].rgb * n.y + frame.irradiance[2].rgb * n.z +
                 frame.irradiance[3].rgb * n.x + frame.irradiance[4].rgb * mixed.x + frame.irradiance[5].rgb * mixed.y +
                 frame.irradiance[6].rgb * (3.0 * nn.z - 1.0) + frame.irradiance[7].rgb * mixed.z +
                 frame.irradiance[8].rgb * d;
    light += frame.irradiance[9].rgb * (mixed.x * d) + frame.irradiance[10].rgb * (mixed.y * v) +
             frame.irradiance[11].rgb * (mixed.x * s) + frame.irradiance[12].rgb * (mixed.y * t) +
             frame.irradiance[13].rgb * (nn.z * (35.0 * nn.z - 30.0) + 3.0) + frame.irradiance[14].rgb * (mixed.z * t) +
             frame.irradiance[15].rgb * (d * s) + frame.irradiance[16].rgb * (mixed.z * u) +
             frame.irradiance[17].rgb * (nn.x * u - nn.y * v);
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
    return textureLod(environmentMap, at, roughness * frame.roughestLevel).rgb * frame.environment.x;
}

// Share of specularLight() that a surface reflects once: x times its reflectance at normal incidence, plus y. `ndv`: cosine
// between normal and view. Fits to the integrals of GGX with height-correlated Smith shadowing, with rms errors of 0.012 (of
// 1 - x - y) and 0.006 (of y).
vec2 environmentBrdf(float roughness, float ndv) {
    float alpha = roughness * roughness, ndv2 = ndv * ndv;
    vec3 v = vec3(1.0, ndv, ndv2), a = vec3(1.0, alpha, alpha * alpha);
    const mat3 lostBy = mat3(0.0013, -0.0117, 0.0149, 0.0094, 0.4627, -0.7444, -0.0073, 0.9242, 0.9978);
    const mat3 grazingBy = mat3(0.9092, -2.1495, 1.2508, -1.4802, 4.5992, -3.2460, 0.9771, -3.8592, 3.0888);
    float lost = dot(v, lostBy * a) / dot(vec3(0.0029 + 0.3889 * ndv, 0.4518 + 0.4815 * ndv, ndv), a);
    float grazing = dot(v, grazingBy * a) / (1.0 + 8.8742 * alpha + ndv2 * (11.542 + 0.0614 * alpha));
    grazing = clamp(grazing, 0.0, 1.0);
    return vec2(1.0 - clamp(lost, 0.0, 1.0 - grazing) - grazing, grazing);
}
