#pragma once

#include "check/limits.h"

namespace sinew {

/// When a skin, its bones or its weights are reported.
struct SkinLimits {
    // Bones.
    Count bones = 4;              ///< of which one can be told from the others
    Count fewBones = 2;           ///< a mistake in so many says nothing about the skin
    Share poseOfBones = 0.25f;    ///< of the bones: where more rest turned or moved, it is a pose
    Share mixedBinds = 0.4f;      ///< of the bones: where more are wrong, all are mixed up
    SizeShare boundAway = 0.02f;  ///< from where a bone was bound, seen from its parent
    SizeShare probe = 0.1f;       ///< from a bone: where its matrix is compared
    Times boundSize = 1.1f;       ///< its parent's
    float affine = 1e-3f;         ///< in the last row of a matrix
    float singular = 1e-6f;       ///< determinant over the product of the column lengths
    Times outlying = 10.0f;       ///< the figure's size, outside of its box
    float zeroScale = 1e-6f;
    Share unevenScale = 0.01f;  ///< of the largest axis; less is rounding

    // A mesh and its bones.
    float heldPoints = 2.0f;       ///< by their weights: a bone that holds fewer says nothing
    SizeShare middleAway = 0.06f;  ///< from a bone to the middle of what it holds
    Share explained = 0.25f;       ///< of that, where the mesh is scaled, turned and moved back
    Times meshScale = 1.6f;
    Degrees meshTurn = 60.0f;
    Share mirrorFits = 0.95f;  ///< of the distances that a turn leaves
    Share beside = 0.2f;       ///< of the mesh's size: from the middle of the bones to the middle of what they hold

    // Weights.
    Share seenWeight = 0.05f, goodWeight = 0.25f;  ///< of a point
    SizeShare pointAway = 0.35f;                   ///< from a bone to a point that it holds
    Share nearer = 0.35f;   ///< of the distance to a bone: another one, around which the place lies
    Count strayPoints = 4;  ///< of a bone that is all misplaced
    Count mixedBones = 3;
    Share mixedWeights = 0.25f;  ///< of the bones: where more are misplaced, all are mixed up
    Count smearedBones = 8;
    Share smearedOver = 0.8f, othersHold = 0.2f;  ///< of the points
    SizeShare smearedMesh = 0.5f;
    float sumOff = 0.1f, sumFarOff = 0.5f;  ///< of a sum of weights from 1, elsewhere and where readers normalize
};
inline constexpr SkinLimits kSkin;

}  // namespace sinew
