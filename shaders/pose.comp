#version 450
#extension GL_GOOGLE_include_directive : require
#include "pose_shared.h"

// Poses characters: samples two packed clips, blends them, walks the hierarchy and writes palettes. A workgroup is a
// character; its matrices stay in shared memory.
layout(local_size_x_id = CONSTANT_POSE_LANES) in;
layout(constant_id = CONSTANT_POSE_LANES) const uint LANES = 1;
layout(constant_id = CONSTANT_POSE_NODES) const uint NODES = 1;

#include "pose_sampling.glsl"

layout(std430, set = 0, binding = BINDING_POSE_CHARACTERS) readonly buffer CharacterBlock { uvec4 characterRows[]; };
layout(std430, set = 0, binding = BINDING_POSE_PALETTES) writeonly buffer PaletteBlock { vec4 paletteColumns[]; };
layout(push_constant) uniform ConstantBlock { PoseConstants constants; };

// Each node has first its transform, then the upper three rows of parentFromNode, and from its level on those of
// worldFromNode.
shared vec4 firstRows[NODES], secondRows[NODES], thirdRows[NODES];

struct Affine {
    vec4 rows[3];
};

Affine product(Affine a, Affine b) {
    Affine result;
    for (int i = 0; i < 3; ++i)
        result.rows[i] = a.rows[i].x * b.rows[0] + a.rows[i].y * b.rows[1] + a.rows[i].z * b.rows[2] +
                         vec4(0.0, 0.0, 0.0, a.rows[i].w);
    return result;
}

Affine matrixFrom(Transform pose) {
    vec4 q = pose.rotation;
    vec3 s = pose.scale, t = pose.translation, twice = q.xyz + q.xyz, squares = q.xyz * twice, byW = q.w * twice;
    float xy = q.x * twice.y, xz = q.x * twice.z, yz = q.y * twice.z;
    Affine result;
    result.rows[0] = vec4((1.0 - (squares.y + squares.z)) * s.x, (xy - byW.z) * s.y, (xz + byW.y) * s.z, t.x);
    result.rows[1] = vec4((xy + byW.z) * s.x, (1.0 - (squares.x + squares.z)) * s.y, (yz - byW.x) * s.z, t.y);
    result.rows[2] = vec4((xz - byW.y) * s.x, (yz + byW.x) * s.y, (1.0 - (squares.x + squares.y)) * s.z, t.z);
    return result;
}

Affine nodeMatrix(uint node) {
    Affine matrix;
    matrix.rows[0] = firstRows[node];
    matrix.rows[1] = secondRows[node];
    matrix.rows[2] = thirdRows[node];
    return matrix;
}

void setNodeMatrix(uint node, Affine matrix) {
    firstRows[node] = matrix.rows[0];
    secondRows[node] = matrix.rows[1];
    thirdRows[node] = matrix.rows[2];
}

Transform storedTransform(uint node) {
    vec4 last = thirdRows[node];
    return Transform(vec3(firstRows[node].w, last.xy), secondRows[node], firstRows[node].xyz);
}

void storeTransform(uint node, Transform pose) {
    firstRows[node] = vec4(pose.scale, pose.translation.x);
    secondRows[node] = pose.rotation;
    thirdRows[node] = vec4(pose.translation.yz, 0.0, 0.0);
}

void main() {
    uint lane = gl_LocalInvocationID.x, nodeCount = tables[POSE_NODE_COUNT];
    uint at = constants.firstRow + POSED_CHARACTER_ROWS * gl_WorkGroupID.x;
    Affine worldFromRoot;
    for (uint i = 0u; i < 3u; ++i)
        worldFromRoot.rows[i] = uintBitsToFloat(characterRows[at + i]);
    vec4 seconds = uintBitsToFloat(characterRows[at + 3u]);
    uvec4 played = characterRows[at + 4u];  // from, to, weight, palette
    float weight = uintBitsToFloat(played.z);

    // A loop over both clips, for the sake of one call.
    uint first = weight < 1.0 ? 0u : 1u, end = weight > 0.0 ? 2u : 1u;
    for (uint side = first; side < end; ++side) {
        uint place = tables[POSE_CLIPS] + 2u * (side == 0u ? played.x : played.y);
        Playhead playhead = Playhead(tables[place], tables[place + 1u], side == 0u ? seconds.xy : seconds.zw);
        Row row = Row(POSE_NONE, 0u, 0u, 0.0);
        for (uint node = lane; node < nodeCount; node += LANES) {
            Transform pose = sampleNode(playhead, nodeCount, node, row);
            if (side > first) pose = blendTransforms(storedTransform(node), pose, weight);
            storeTransform(node, pose);
        }
    }
    for (uint node = lane; node < nodeCount; node += LANES)
        setNodeMatrix(node, matrixFrom(storedTransform(node)));

    uint levels = tables[POSE_LEVELS], levelCount = tables[POSE_LEVEL_COUNT], parents = tables[POSE_PARENTS];
    for (uint level = 0u; level < levelCount; ++level) {
        barrier();
        uint next = tables[levels + level + 1u];
        for (uint node = tables[levels + level] + lane; node < next; node += LANES) {
            uint parent = tables[parents + node];
            Affine worldFromParent = worldFromRoot;
            if (parent != POSE_NONE) worldFromParent = nodeMatrix(parent);
            setNodeMatrix(node, product(worldFromParent, nodeMatrix(node)));
        }
    }
    barrier();

    uint count = tables[POSE_PALETTE_COUNT], bones = tables[POSE_BONES], binds = tables[POSE_BINDS];
    uint places = tables[POSE_PLACES];
    for (uint i = lane; i < count; i += LANES) {
        Affine bind;
        for (uint row = 0u; row < 3u; ++row) {
            uint place = binds + 12u * i + 4u * row;
            bind.rows[row] = vec4(number(place), number(place + 1u), number(place + 2u), number(place + 3u));
        }
        Affine matrix = product(nodeMatrix(tables[bones + i]), bind);
        uint column = 4u * (played.w + tables[places + i]);
        for (int c = 0; c < 4; ++c)
            paletteColumns[column + c] =
                vec4(matrix.rows[0][c], matrix.rows[1][c], matrix.rows[2][c], c == 3 ? 1.0 : 0.0);
    }
}
