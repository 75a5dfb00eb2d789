#pragma once

#include <map>

#include "export/build/clip_keys.h"
#include "export/fbx/document.h"

namespace sinew::exporting {

/// The objects that clips move (0: none).
struct FbxTargets {
    std::vector<int64_t> ofNode;                ///< by node of the model
    std::vector<std::vector<int64_t>> ofPlace;  ///< by Layout::places: the channels of its morph targets
};

/// Writes each clip as a stack of one layer.
void writeFbxClips(const Model& model, const Layout& layout, const FbxTargets& targets, const ExportOptions& options,
                   FbxDocument& document);

}  // namespace sinew::exporting
