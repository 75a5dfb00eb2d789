// Inputs of the surface fragment shaders, written by surface_vertex.glsl.

layout(set = SET_MATERIAL, binding = BINDING_BASE_COLOR) uniform sampler2D baseColorMap;
layout(set = SET_MATERIAL, binding = BINDING_NORMAL_MAP) uniform sampler2D normalMap;
layout(push_constant) uniform MaterialBlock { MaterialConstants material; };

layout(location = 0) in vec3 worldPosition;
layout(location = 1) in vec3 worldNormal;
layout(location = 2) in vec4 worldTangent;
layout(location = 3) in vec2 uv;
layout(location = 4) in vec4 color;

// Whether the texture repeats so often within the pixel that only its smallest mip level counts. Happens at the edges of small triangles, where
// attributes are extrapolated; the anisotropic filter of a software driver takes minutes there. The same for all four pixels of a quad, as a filter
// reads their derivatives together.
bool repeatsExcessively() {
    const float maxRepeats = 16.0; // beyond this, a filter of 16 samples selects the smallest level anyway
    float regular = all(lessThan(abs(vec4(dFdx(uv), dFdy(uv))), vec4(maxRepeats))) ? 1.0 : 0.0;
    float pair = fwidth(regular) == 0.0 ? regular : 0.0;
    float quad = fwidth(pair) == 0.0 ? pair : 0.0;
    return quad == 0.0;
}

vec4 textured(sampler2D map, bool repeats) {
    vec4 filtered = texture(map, repeats ? vec2(0.0) : uv);
    return repeats ? textureLod(map, uv, 32.0) : filtered;
}

vec3 shadingNormal(bool repeats) {
    vec3 normal = normalize(worldNormal);
    if ((material.flags & MATERIAL_NORMAL_MAP) != 0u) {
        vec3 tangent = normalize(worldTangent.xyz - normal * dot(normal, worldTangent.xyz));
        vec3 bitangent = cross(normal, tangent) * worldTangent.w;
        vec3 bump = textured(normalMap, repeats).xyz * 2.0 - 1.0;
        normal = normalize(mat3(tangent, bitangent, normal) * bump);
    }
    return gl_FrontFacing ? normal : -normal;
}
