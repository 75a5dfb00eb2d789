// The one skinning function. Its CPU references are src/model/cpu_skinning.cpp and dual_quaternion_skinning.cpp.

layout(constant_id = CONSTANT_INFLUENCES) const uint INFLUENCES = 4;
layout(constant_id = CONSTANT_SKINNING) const uint SKINNING = SKINNING_LINEAR;

layout(std140, set = SET_FRAME, binding = BINDING_PALETTE) uniform PaletteBlock { Palette palette; };

struct SkinnedVertex {
    vec3 position;  // world
    vec3 normal;    // world, not normalised
    vec3 tangent;   // world, not normalised
    float turn;     // -1 where the bones mirror: bitangents point the other way there
};

mat4 blendMatrices(uvec4 slots, vec4 weights) {
    return palette.worldFromMesh[slots.x] * weights.x + palette.worldFromMesh[slots.y] * weights.y +
           palette.worldFromMesh[slots.z] * weights.z + palette.worldFromMesh[slots.w] * weights.w;
}

// A weighted sum of slots that hold movements: see Palette.
struct Movement {
    vec4 real, dual;
    vec3 diagonal, across;
};

// The short way: on the side on which the sum already is (Kavan et al. 2007, antipodality).
void add(inout Movement sum, uint slot, float weight) {
    mat4 movement = palette.worldFromMesh[slot];
    float side = dot(sum.real, movement[0]) < 0.0 ? -weight : weight;
    sum.real += side * movement[0];
    sum.dual += side * movement[1];
    sum.diagonal += weight * movement[2].xyz;
    sum.across += weight * movement[3].xyz;
}

void add(inout Movement sum, uvec4 slots, vec4 weights) {
    for (int i = 0; i < 4; ++i)
        add(sum, slots[i], weights[i]);
}

mat4 matrixFrom(Movement sum) {
    float size = length(sum.real);
    vec4 q = size > 0.0 ? sum.real / size : vec4(0.0, 0.0, 0.0, 1.0), d = size > 0.0 ? sum.dual / size : vec4(0.0);
    vec3 translation = 2.0 * (q.w * d.xyz - d.w * q.xyz + cross(q.xyz, d.xyz));
    vec3 twice = 2.0 * q.xyz, squares = twice * q.xyz, turns = twice * q.w;
    float xy = twice.x * q.y, xz = twice.x * q.z, yz = twice.y * q.z;
    mat3 rotation = mat3(1.0 - squares.y - squares.z, xy + turns.z, xz - turns.y,  //
                         xy - turns.z, 1.0 - squares.x - squares.z, yz + turns.x,  //
                         xz + turns.y, yz - turns.x, 1.0 - squares.x - squares.y);
    mat3 axes = rotation * mat3(sum.diagonal.x, sum.across.xy,                //
                                sum.across.x, sum.diagonal.y, sum.across.z,  //
                                sum.across.yz, sum.diagonal.z);
    return mat4(vec4(axes[0], 0.0), vec4(axes[1], 0.0), vec4(axes[2], 0.0), vec4(translation, 1.0));
}

// The matrix that moves a vertex. With four influences the second set is not looked at.
mat4 blend(uvec4 slots, vec4 weights, uvec4 moreSlots, vec4 moreWeights) {
    if (SKINNING == SKINNING_DUAL_QUATERNION) {
        Movement sum = Movement(vec4(0.0), vec4(0.0), vec3(0.0), vec3(0.0));
        add(sum, slots, weights);
        if (INFLUENCES > 4) add(sum, moreSlots, moreWeights);
        return matrixFrom(sum);
    }
    mat4 blended = blendMatrices(slots, weights);
    if (INFLUENCES > 4) blended += blendMatrices(moreSlots, moreWeights);
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
