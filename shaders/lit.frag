#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "frame.glsl"
#include "surface.glsl"

layout(location = 0) out vec4 outColor;

const float PI = 3.14159265;

// Cook-Torrance with the GGX distribution and the visibility of Hammon (PBR Diffuse Lighting for GGX+Smith Microsurfaces, GDC 2017).
float specular(float ndl, float ndv, float ndh, float vdh, float reflectance, float roughness) {
    float alpha = roughness * roughness;
    float alpha2 = alpha * alpha;
    float d = ndh * ndh * (alpha2 - 1.0) + 1.0;
    float distribution = alpha2 / (PI * d * d);
    float visibility = 0.5 / mix(2.0 * ndl * ndv, ndl + ndv, alpha);
    float fresnel = reflectance + (1.0 - reflectance) * pow(1.0 - vdh, 5.0);
    return distribution * visibility * fresnel;
}

// Keeps values below 0.6 and compresses brighter ones toward 1, so that shading on white stays visible.
vec3 shoulder(vec3 light) {
    vec3 over = max(light - 0.6, 0.0);
    return min(light, 0.6) + 0.4 * (1.0 - exp(-over / 0.4));
}

void main() {
    bool repeats = repeatsExcessively();
    vec4 base = material.baseColor * color;
    if ((material.flags & MATERIAL_BASE_COLOR_MAP) != 0u) base *= textured(baseColorMap, repeats);
    if (base.a < material.alphaCutoff) discard;
    if ((material.flags & MATERIAL_WIREFRAME) != 0u) {
        outColor = vec4(0.02, 0.03, 0.05, 1.0);
        return;
    }
    vec3 normal = shadingNormal(repeats);
    vec3 toEye = normalize(frame.eye.xyz - worldPosition);
    vec3 toLight = frame.towardLight.xyz;
    vec3 halfway = normalize(toLight + toEye);
    float ndl = clamp(dot(normal, toLight), 0.0, 1.0);
    float ndv = clamp(abs(dot(normal, toEye)), 1e-3, 1.0);
    float ndh = clamp(dot(normal, halfway), 0.0, 1.0);
    float vdh = clamp(dot(toEye, halfway), 0.0, 1.0);

    vec3 ambient = mix(frame.groundLight.rgb, frame.skyLight.rgb, normal.y * 0.5 + 0.5);
    vec3 rim = frame.skyLight.rgb * 0.35 * pow(1.0 - ndv, 4.0);
    vec3 light = base.rgb * (ambient + frame.keyLight.rgb * ndl / PI) + rim * (0.25 + 0.75 * base.rgb);
    if (ndl > 0.0)
        light += frame.keyLight.rgb * ndl * specular(ndl, ndv, ndh, vdh, material.specular, material.roughness);
    outColor = vec4(shoulder(light + material.emissive.rgb), base.a);
}
