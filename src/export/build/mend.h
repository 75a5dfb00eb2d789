#pragma once

#include <string>
#include <vector>

#include "model/imported_model.h"

namespace sinew::exporting {

/// Mends what a file can: weights, and joints that no mesh needs (the import has seen to both, which is told here),
/// joints that move nothing of a mesh, quaternions that take the long way, and names that are not unique. A line for
/// each mend, with what it was done to.
std::vector<std::string> mend(ImportedModel& imported);

/// By triangle: whether it has no area (model/triangles.h) and no morph target may open it.
std::vector<bool> flatTriangles(const SkinnedMesh& mesh);

/// Leaves out triangles, unless they are all of the mesh's. Returns how many.
size_t dropTriangles(SkinnedMesh& mesh, const std::vector<bool>& isDropped);

/// Leaves out the flat triangles of all meshes. A line for each name of a mesh.
std::vector<std::string> mendTriangles(Model& model);

/// Makes the last pose of a clip equal to its first. Where the clip ends about a step before, a frame is added;
/// otherwise the difference is spread over the whole clip. The way that a root travels over the ground stays, but not
/// what it rises. A line that tells, or nothing where the poses are equal.
std::string mendLoop(const Model& model, AnimationClip& clip);

/// What becomes of the unit and the up axis; empty where the model has those of glTF.
std::vector<std::string> spaceMends(const Model& model);

}  // namespace sinew::exporting
