#pragma once

#include <assimp/Importer.hpp>

namespace sinew {

/// Leaves an importer the formats that the README promises: all that hold models. Terrains, levels, building plans and
/// the library's own dumps do not, and the less there is, the less can be attacked.
void keepPromisedFormats(Assimp::Importer& importer);

}  // namespace sinew
