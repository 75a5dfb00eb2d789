#pragma once

#include <vector>

#include "check/checked_model.h"
#include "check/found.h"
#include "check/skin/bone_lines.h"
#include "check/skin/held_mesh.h"
#include "check/skin/limits.h"
#include "model/finding.h"

namespace sinew {

// checkSkins() and checkSkeletons() run these.

/// "skin-apart"; true if there is one.
bool findApart(const CheckedModel& checked, const BoneLines& lines, const HeldMesh& mesh,
               std::vector<Finding>& findings);

/// "weights-mixed", or else "weights-stray".
void findStray(const CheckedModel& checked, const BoneLines& lines, const HeldMesh& mesh,
               std::vector<Finding>& findings);

/// "bind-singular", "bind-not-affine", "bind-matrices-missing", "bind-mixed", "bone-misbound", "bone-posed" and
/// "bind-not-rest".
void findBinding(const CheckedModel& checked, std::vector<Finding>& findings);

/// "bone-scale-zero", "bone-scale-negative" and "bone-scale-uneven".
void findRestScales(const Model& model, std::vector<Finding>& findings);

/// "bone-outlying".
void findOutlying(const CheckedModel& checked, std::vector<Finding>& findings);

}  // namespace sinew
