#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "model/finding.h"
#include "model/model.h"

namespace sinew {

/// What the cut to four influences and the repair of weights did to one mesh.
struct InfluenceReport {
    uint32_t largest = 0;               ///< influences of the vertex that has most, zero weights not counted
    uint32_t cutVertices = 0;           ///< vertices that lost an influence
    float largestWeightLost = 0.0f;     ///< the largest share of a vertex's weight that was cut, 0 to 1
    uint32_t renormalisedVertices = 0;  ///< the file's weights were off 1 by more than 0.1 %
    uint32_t unweightedVertices = 0;    ///< follow the mesh's node
};

/// How the file goes from key to key: any of "linear", "step", "cubic", "bezier", "hermite", and "unknown" where that
/// cannot be recovered; sorted.
struct ClipReport {
    std::vector<std::string> interpolations;
};

struct ImportReport {
    std::string file;                         ///< as given
    std::string format;                       ///< "Collada", "glTF 2.0" ...
    std::string importer;                     ///< library and version
    std::vector<InfluenceReport> influences;  ///< one for each mesh of the model
    std::vector<ClipReport> clips;            ///< one for each clip of the model
    std::vector<Finding> findings;
};

struct ImportedModel {
    Model model;
    ImportReport report;
};

/// Reads any file that assimp reads. Formulas and policies are those of the design: all nodes kept, the file's root
/// transform kept, triangles only, identical vertices welded, the four largest influences, times in seconds. Keeps at
/// least a mesh or a node that a clip or bone speaks of.
/// @throws Error(Exit::input) "PATH: cause" when the file is missing, is not a model, or holds neither a mesh nor a
/// skeleton.
ImportedModel importModel(const std::filesystem::path& path);

}  // namespace sinew
