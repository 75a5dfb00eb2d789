#version 450
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "frame.glsl"
#include "morph.glsl"
#include "skinning.glsl"
#include "vertex_input.glsl"
#include "surface_vertex.glsl"

layout(location = 5) out float chosenWeight;
// A vertex has 1 at its number of influences, 0 elsewhere: between vertices the largest tells whose number it is, where
// a number itself would pass through all those between.
layout(location = 6) out vec4 upToFour;
layout(location = 7) out vec4 fiveToEight;

float weightOfChosen(uvec4 slots, vec4 weights) {
    uvec4 words = mix(uvec4(drawn.chosen.x), uvec4(drawn.chosen.y), greaterThanEqual(slots, uvec4(32u)));
    return dot(vec4((words >> (slots & 31u)) & 1u), weights);
}

float countOf(vec4 weights) {
    return dot(vec4(greaterThan(weights, vec4(0.0))), vec4(1.0));
}

void main() {
    writeSurface();
    chosenWeight = weightOfChosen(inSlots, inWeights);
    float count = countOf(inWeights);
    if (INFLUENCES > 4) {
        chosenWeight += weightOfChosen(inMoreSlots, inMoreWeights);
        count += countOf(inMoreWeights);
    }
    upToFour = vec4(equal(vec4(count), vec4(1.0, 2.0, 3.0, 4.0)));
    fiveToEight = vec4(equal(vec4(count), vec4(5.0, 6.0, 7.0, 8.0)));
}
