#version 450
#extension GL_GOOGLE_include_directive : require
#include "surface_vertex.glsl"

layout(location = 5) out float selectedWeight;
// One-hot influence count of the vertex. The fragment shader takes the largest interpolated component; an interpolated
// count would pass through the counts in between.
layout(location = 6) out vec4 countUpTo4;
layout(location = 7) out vec4 count5To8;

float weightOfSelected(uvec4 indices, vec4 weights) {
    uvec4 words = mix(uvec4(draw.selectedLow), uvec4(draw.selectedHigh), greaterThanEqual(indices, uvec4(32u)));
    return dot(vec4((words >> (indices & 31u)) & 1u), weights);
}

float influenceCount(vec4 weights) {
    return dot(vec4(greaterThan(weights, vec4(0.0))), vec4(1.0));
}

void main() {
    writeSurface(skinnedVertex());
    selectedWeight = weightOfSelected(inPaletteIndices, inWeights);
    float count = influenceCount(inWeights);
    if (INFLUENCES > 4) {
        selectedWeight += weightOfSelected(inMorePaletteIndices, inMoreWeights);
        count += influenceCount(inMoreWeights);
    }
    countUpTo4 = vec4(equal(vec4(count), vec4(1.0, 2.0, 3.0, 4.0)));
    count5To8 = vec4(equal(vec4(count), vec4(5.0, 6.0, 7.0, 8.0)));
}
