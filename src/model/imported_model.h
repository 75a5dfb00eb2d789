#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/cut_vertices.h"
#include "model/finding.h"
#include "model/model.h"

namespace sinew {

/// How the import changed the weights of one mesh.
struct InfluenceReport {
    uint32_t largest = 0;               ///< most influences of any vertex in the file, without zero weights
    uint32_t cutVertices = 0;           ///< vertices that lost influences
    float largestWeightLost = 0.0f;     ///< largest share of a vertex's weight that was cut, 0 to 1
    uint32_t renormalizedVertices = 0;  ///< vertices whose weights in the file were off 1 by more than 0.1 %
    float farthestSum = 1.0f;           ///< the sum of a vertex's weights in the file that is farthest from 1
    uint32_t unweightedVertices = 0;    ///< vertices without weights, which follow the mesh's node

    bool operator==(const InfluenceReport&) const = default;
};

/// The import of one clip of the model.
struct ClipReport {
    std::string file;              ///< source file as given; empty: the model's own file
    size_t unmatchedChannels = 0;  ///< channels that were skipped because their target does not exist
    /// Interpolations used in the file, sorted: "linear", "step", "cubic", "bezier", "hermite", or "unknown" where the
    /// importer does not keep them.
    std::vector<std::string> interpolations;

    bool operator==(const ClipReport&) const = default;
};

/// The clips of another file bound to the model (match/bind_clips.h).
struct ClipFileReport {
    std::string file;  ///< as given
    size_t clips = 0, channels = 0, matched = 0, matchedWithoutPrefix = 0;
    bool isRetargeted = false;  ///< from a skeleton of its own

    bool operator==(const ClipFileReport&) const = default;
};

struct ImportReport {
    std::string file;                         ///< as given
    std::string format;                       ///< "Collada", "glTF 2.0", ...
    std::string importer;                     ///< library and version
    std::vector<InfluenceReport> influences;  ///< one per mesh of the model
    std::vector<CutMesh> cutMeshes;           ///< on request, for largestCutError()
    uint32_t keptInfluences = 0;              ///< maximum per vertex
    std::vector<ClipReport> clips;            ///< one per clip of the model
    std::vector<ClipFileReport> clipFiles;
    std::vector<std::string> variants;  ///< names of the file's sets of materials (glTF); none in a baked file
    std::vector<Finding> findings;

    bool operator==(const ImportReport&) const = default;
};

struct ImportedModel {
    Model model;
    ImportReport report;

    bool operator==(const ImportedModel&) const = default;
};

}  // namespace sinew
