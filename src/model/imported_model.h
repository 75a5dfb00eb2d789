#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/cut_vertices.h"
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

    bool operator==(const InfluenceReport&) const = default;
};

/// Of one clip of the model.
struct ClipReport {
    std::string file;              ///< that it came from, as given; empty: the model's own
    size_t unmatchedChannels = 0;  ///< that name no node, and were left out
    /// How the file goes from key to key: any of "linear", "step", "cubic", "bezier", "hermite", and "unknown" where
    /// that cannot be recovered; sorted.
    std::vector<std::string> interpolations;

    bool operator==(const ClipReport&) const = default;
};

/// What was found in another file for the model: see model/bind_clips.h.
struct ClipFileReport {
    std::string file;  ///< as given
    size_t clips = 0, channels = 0, matched = 0, matchedWithoutPrefix = 0;

    bool operator==(const ClipFileReport&) const = default;
};

struct ImportReport {
    std::string file;                         ///< as given
    std::string format;                       ///< "Collada", "glTF 2.0" ...
    std::string importer;                     ///< library and version
    std::vector<InfluenceReport> influences;  ///< one for each mesh of the model
    std::vector<CutMesh> cutMeshes;           ///< where asked for: what largestMove() measures
    uint32_t keptInfluences = 0;              ///< of a vertex, at most
    std::vector<ClipReport> clips;            ///< one for each clip of the model
    std::vector<ClipFileReport> clipFiles;
    std::vector<Finding> findings;

    bool operator==(const ImportReport&) const = default;
};

struct ImportedModel {
    Model model;
    ImportReport report;

    bool operator==(const ImportedModel&) const = default;
};

}  // namespace sinew
