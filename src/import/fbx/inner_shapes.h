#pragma once

#include "import/fbx/document.h"
#include "model/finding.h"

namespace sinew::fbx {

/// The parts of a `Shape` that a geometry of that kind has from version 7.2 on, with normals of zeros where it has none.
/// Empty where it does not fit a mesh of `vertexCount` vertices.
std::vector<Record> partsOfShape(const Record& shape, size_t vertexCount);

/// Version 7.1 keeps the blend shapes of a mesh within its geometry (`Shape`), and their weights in percent as properties
/// of the geometry, which curves move. Makes the objects and connections of later versions of them: assimp reads only
/// those. Shapes that do not fit their mesh are left out, with a finding. Values must have the kinds of binary files.
/// @return whether there was something to do.
bool separateShapes(Document& document, Findings& findings);

}  // namespace sinew::fbx
