// Skinning of one vertex. Include morph.glsl first, which has the push constants. CPU reference: src/model/cpu_skinning.cpp.

layout(constant_id = CONSTANT_INFLUENCES) const uint INFLUENCES = 4;
layout(constant_id = CONSTANT_SKINNING) const uint SKINNING = SKINNING_LINEAR;

layout(std140, set = SET_FRAME, binding = BINDING_PALETTE) uniform PaletteBlock { Palette palette; };
layout(std140, set = SET_FRAME, binding = BINDING_PALETTE) uniform DualQuaternionBlock { DualQuaternionPalette dualQuaternionPalette; };

// One bone of the palette, below: of one character, or of an instance of a crowd.
mat4 matrixOf(uint index);
ScaledDualQuaternion dualQuaternionOf(uint index);

// Four bones, four weights: linear blend skinning.
mat4 blendMatrices(uvec4 indices, vec4 weights) {
    return matrixOf(indices.x) * weights.x + matrixOf(indices.y) * weights.y + matrixOf(indices.z) * weights.z +
           matrixOf(indices.w) * weights.w;
}

struct SkinnedVertex {
    vec3 position;  // world
    vec3 normal;    // world, not normalized
    vec3 tangent;   // world, not normalized
    float handedness;  // -1 if the blended matrix mirrors, which flips the bitangent; else 1
};

SkinnedVertex skin(vec3 position, vec3 normal, vec3 tangent, mat4 blended) {
    mat3 axes = mat3(blended);
    // The cofactor matrix: the inverse transpose up to a factor, correct for non-uniform scale.
    mat3 cofactor = mat3(cross(axes[1], axes[2]), cross(axes[2], axes[0]), cross(axes[0], axes[1]));
    // For a mirroring matrix the cofactors flip the normal.
    float handedness = dot(axes[0], cofactor[0]) < 0.0 ? -1.0 : 1.0;
    return SkinnedVertex((blended * vec4(position, 1.0)).xyz, handedness * cofactor * normal, axes * tangent, handedness);
}

// Dual quaternions.

// Adds on the hemisphere of the sum, so that rotations take the short way (Kavan et al. 2007, antipodality).
void add(inout ScaledDualQuaternion sum, uint index, float weight) {
    ScaledDualQuaternion bone = dualQuaternionOf(index);
    float side = dot(sum.real, bone.real) < 0.0 ? -weight : weight;
    sum.real += side * bone.real;
    sum.dual += side * bone.dual;
    sum.diagonal.xyz += weight * bone.diagonal.xyz;
    sum.shear.xyz += weight * bone.shear.xyz;
}

void add(inout ScaledDualQuaternion sum, uvec4 indices, vec4 weights) {
    for (int i = 0; i < 4; ++i)
        add(sum, indices[i], weights[i]);
}

mat4 matrixFrom(ScaledDualQuaternion sum) {
    float norm = length(sum.real);
    vec4 q = norm > 0.0 ? sum.real / norm : vec4(0.0, 0.0, 0.0, 1.0), d = norm > 0.0 ? sum.dual / norm : vec4(0.0);
    vec3 translation = 2.0 * (q.w * d.xyz - d.w * q.xyz + cross(q.xyz, d.xyz));
    vec3 twice = 2.0 * q.xyz, squares = twice * q.xyz, twiceW = twice * q.w;
    float xy = twice.x * q.y, xz = twice.x * q.z, yz = twice.y * q.z;
    mat3 rotation = mat3(1.0 - squares.y - squares.z, xy + twiceW.z, xz - twiceW.y,  //
                         xy - twiceW.z, 1.0 - squares.x - squares.z, yz + twiceW.x,  //
                         xz + twiceW.y, yz - twiceW.x, 1.0 - squares.x - squares.y);
    mat3 axes = rotation * mat3(sum.diagonal.x, sum.shear.xy,               //
                                sum.shear.x, sum.diagonal.y, sum.shear.z,  //
                                sum.shear.yz, sum.diagonal.z);
    return mat4(vec4(axes[0], 0.0), vec4(axes[1], 0.0), vec4(axes[2], 0.0), vec4(translation, 1.0));
}

// Blended worldFromMesh of a vertex. Ignores the second set with four influences.
mat4 blend(uvec4 indices, vec4 weights, uvec4 moreIndices, vec4 moreWeights) {
    if (SKINNING == SKINNING_DUAL_QUATERNION) {
        ScaledDualQuaternion sum = ScaledDualQuaternion(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
        add(sum, indices, weights);
        if (INFLUENCES > 4) add(sum, moreIndices, moreWeights);
        return matrixFrom(sum);
    }
    mat4 blended = blendMatrices(indices, weights);
    if (INFLUENCES > 4) blended += blendMatrices(moreIndices, moreWeights);
    return blended;
}

// Where the bones are.

#ifdef ONE_CHARACTER
mat4 matrixOf(uint index) {
    return palette.worldFromMesh[index];
}
ScaledDualQuaternion dualQuaternionOf(uint index) {
    return dualQuaternionPalette.bones[index];
}
#else
layout(constant_id = CONSTANT_INSTANCED) const bool INSTANCED = false;

layout(std430, set = SET_FRAME, binding = BINDING_INSTANCES) readonly buffer MatrixBlock { mat4 instanceMatrices[]; };
layout(std430, set = SET_FRAME, binding = BINDING_INSTANCES) readonly buffer InstanceDualQuaternionBlock { ScaledDualQuaternion instanceDualQuaternions[]; };
layout(std430, set = SET_FRAME, binding = BINDING_INSTANCES) readonly buffer TintBlock { vec4 instanceTints[]; };

uint placeOf(uint index) {
    return draw.firstMatrix + gl_InstanceIndex * draw.matrixStride + index;
}
mat4 matrixOf(uint index) {
    if (INSTANCED) return instanceMatrices[placeOf(index)];
    return palette.worldFromMesh[index];
}
ScaledDualQuaternion dualQuaternionOf(uint index) {
    if (INSTANCED) return instanceDualQuaternions[placeOf(index)];
    return dualQuaternionPalette.bones[index];
}

// rgb factor of the vertex's color
vec4 instanceTint() {
    return draw.firstTint == NO_TINT ? vec4(1.0) : instanceTints[draw.firstTint + gl_InstanceIndex];
}
#endif
