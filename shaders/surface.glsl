// What a fragment of a model knows of its surface, as surface_vertex.glsl hands it on.

layout(set = SET_MATERIAL, binding = BINDING_BASE_COLOR) uniform sampler2D baseColorMap;
layout(set = SET_MATERIAL, binding = BINDING_NORMAL_MAP) uniform sampler2D normalMap;
layout(push_constant) uniform MaterialBlock { MaterialConstants material; };

layout(location = 0) in vec3 worldPosition;
layout(location = 1) in vec3 worldNormal;
layout(location = 2) in vec4 worldTangent;
layout(location = 3) in vec2 uv;
layout(location = 4) in vec4 color;

// At the edges of small triangles, whose attributes are drawn on past them, a texture may repeat thousands of times within a pixel. That is the one
// colour of its smallest level; a software driver's anisotropic filter would find it in minutes. Neighbours decide together, because a filter looks at
// all four of them.
bool repeatsBeyondMeasure() {
    const float mostRepeats = 16.0; // from there on a filter of 16 samples takes the smallest level anyway
    float calm = all(lessThan(abs(vec4(dFdx(uv), dFdy(uv))), vec4(mostRepeats))) ? 1.0 : 0.0;
    float beside = fwidth(calm) == 0.0 ? calm : 0.0;
    float across = fwidth(beside) == 0.0 ? beside : 0.0;
    return across == 0.0;
}

vec4 textured(sampler2D map, bool repeats) {
    vec4 filtered = texture(map, repeats ? vec2(0.0) : uv);
    return repeats ? textureLod(map, uv, 32.0) : filtered;
}

vec3 shadingNormal(bool repeats) {
    vec3 normal = normalize(worldNormal);
    if (material.switches.y > 0.5) {
        vec3 tangent = normalize(worldTangent.xyz - normal * dot(normal, worldTangent.xyz));
        vec3 bitangent = cross(normal, tangent) * worldTangent.w;
        vec3 bump = textured(normalMap, repeats).xyz * 2.0 - 1.0;
        normal = normalize(mat3(tangent, bitangent, normal) * bump);
    }
    return gl_FrontFacing ? normal : -normal;
}
