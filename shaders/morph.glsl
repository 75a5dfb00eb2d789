// Morph targets, before any skinning. The CPU reference is src/model/morph.cpp.

layout(std430, set = SET_FRAME, binding = BINDING_MORPH_WEIGHTS) readonly buffer MorphWeightBlock { float morphWeights[]; };
layout(std430, set = SET_FRAME, binding = BINDING_MORPH_STARTS) readonly buffer MorphStartBlock { uint morphStarts[]; };
layout(std430, set = SET_FRAME, binding = BINDING_MORPH_DELTAS) readonly buffer MorphDeltaBlock { MorphDelta morphDeltas[]; };
layout(push_constant) uniform DrawBlock { layout(offset = DRAW_CONSTANTS_OFFSET) DrawConstants drawn; };

// `vertex` as the draw numbers it. The normal is not of unit length afterwards.
void morph(uint vertex, inout vec3 position, inout vec3 normal) {
    if (drawn.morphs.x == 0u) return;
    uint row = vertex + drawn.morphs.z;
    uint end = morphStarts[row + 1u];
    for (uint i = morphStarts[row]; i < end; ++i) {
        MorphDelta delta = morphDeltas[i];
        float weight = morphWeights[drawn.morphs.y + uint(delta.position.w)];
        position += weight * delta.position.xyz;
        normal += weight * delta.normal.xyz;
    }
}
