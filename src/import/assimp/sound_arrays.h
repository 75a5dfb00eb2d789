#pragma once

#include <assimp/scene.h>

#include "model/finding.h"

namespace sinew {

/// For a scene that assimp has read and not yet processed. Ignores arrays that are shorter than the mesh, bone or
/// channel says, with a finding for each: some of assimp's importers do not compare the lengths of a file's lists, and
/// whoever reads the arrays would read beyond them. Only where the C library tells how large memory is (glibc).
///
/// A polygon of more than three corners with a vertex that does not exist becomes a triangle of such vertices, for
/// assimp's triangulation does not check. Texts of materials end at their first zero, which assimp's reader of MDL 7
/// makes a part of them.
void makeArraysSound(aiScene& scene, Findings& findings);

}  // namespace sinew
