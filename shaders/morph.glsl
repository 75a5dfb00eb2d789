// Morph targets, applied before skinning. CPU reference: src/model/cpu_skinning.cpp.

layout(std430, set = SET_FRAME, binding = BINDING_MORPH_WEIGHTS) readonly buffer MorphWeightBlock { float morphWeights[]; };
layout(std430, set = SET_FRAME, binding = BINDING_MORPH_STARTS) readonly buffer MorphStartBlock { uint morphStarts[]; };
layout(std430, set = SET_FRAME, binding = BINDING_MORPH_DELTAS) readonly buffer MorphDeltaBlock { MorphDelta morphDeltas[]; };
layout(push_constant) uniform DrawBlock { layout(offset = DRAW_CONSTANTS_OFFSET) DrawConstants draw; };

// `vertex`: gl_VertexIndex. `instance`: gl_InstanceIndex. Leaves the normal unnormalized.
void morph(uint vertex, uint instance, inout vec3 position, inout vec3 normal) {
    if (draw.isMorphed == 0u) return;
    uint row = vertex + draw.morphRowOffset;
    uint end = morphStarts[row + 1u], firstWeight = draw.firstMorphWeight + instance * draw.morphStride;
    for (uint i = morphStarts[row]; i < end; ++i) {
        MorphDelta delta = morphDeltas[i];
        float weight = morphWeights[firstWeight + uint(delta.position.w)];
        position += weight * delta.position.xyz;
        normal += weight * delta.normal.xyz;
    }
}
