// The one skinning function. Its CPU reference is src/model/cpu_skinning.cpp.

layout(constant_id = CONSTANT_INFLUENCES) const uint INFLUENCES = 4;

layout(std140, set = SET_FRAME, binding = BINDING_PALETTE) uniform PaletteBlock { Palette palette; };

struct SkinnedVertex {
    vec3 position;  // world
    vec3 normal;    // world, not normalised
    vec3 tangent;   // world, not normalised
    float turn;     // -1 where the bones mirror: bitangents point the other way there
};

mat4 blend(uvec4 slots, vec4 weights) {
    return palette.worldFromMesh[slots.x] * weights.x + palette.worldFromMesh[slots.y] * weights.y +
           palette.worldFromMesh[slots.z] * weights.z + palette.worldFromMesh[slots.w] * weights.w;
}

// With four influences the second set is not looked at.
mat4 blend(uvec4 slots, vec4 weights, uvec4 moreSlots, vec4 moreWeights) {
    mat4 blended = blend(slots, weights);
    if (INFLUENCES > 4) blended += blend(moreSlots, moreWeights);
    return blended;
}

SkinnedVertex skin(vec3 position, vec3 normal, vec3 tangent, mat4 blended) {
    mat3 axes = mat3(blended);
    // The cofactor matrix: the inverse transpose without its division, right under non-uniform scale and mirroring.
    mat3 cofactor = mat3(cross(axes[1], axes[2]), cross(axes[2], axes[0]), cross(axes[0], axes[1]));
    // Where the bones mirror, the cofactors turn normals inwards.
    float turn = dot(axes[0], cofactor[0]) < 0.0 ? -1.0 : 1.0;
    return SkinnedVertex((blended * vec4(position, 1.0)).xyz, turn * cofactor * normal, axes * tangent, turn);
}
