#pragma once

#include "app/policy/policy.h"
#include "model/imported_model.h"

namespace sinew {

/// What a model has; a budget limits all but the vertices.
struct Costs {
    uint64_t bones = 0, influences = 0, vertices = 0, triangles = 0, textureBytes = 0;
    std::string influencesOf;  ///< the mesh with the most influences of a vertex
};
Costs costsOf(const ImportedModel& imported);

/// Bytes of a clip's keys: a time and the values of each as 32-bit floats; of curves also their tangents.
uint64_t bytesOf(const AnimationClip& clip);

/// The mean speed of a clip over the ground, in world units per second: of its root, else of its feet on the ground. 0
/// for a clip that stays where it is. Of a clip that goes in a circle only the distance from start to end counts.
double speedOf(const Model& model, const AnimationClip& clip);

/// Findings about budgets that are exceeded ("budget-bones", ...) and promises that are broken ("promise-loop", ...).
/// `findings`: those of the checks, by which most promises are judged; the ones that a broken promise repeats are
/// removed. @throws PolicyError as requireClips() (named_clips.h).
std::vector<Finding> findBrokenRules(const ImportedModel& imported, const ModelRules& rules,
                                     std::vector<Finding>& findings);

}  // namespace sinew
