#pragma once

#include "export/build/layout.h"
#include "export/export_model.h"
#include "export/gltf/document.h"

namespace sinew::exporting {

/// The nodes of the document: of a node of the model, or of a place (both kNowhere: left out).
struct NodeIndices {
    std::vector<uint32_t> ofNode;   ///< by node of the model
    std::vector<uint32_t> ofPlace;  ///< by Layout::places
};

/// Writes the clips as animations.
void writeClips(const Model& model, const Layout& layout, const NodeIndices& nodes, const ExportOptions& options,
                Document& document);

}  // namespace sinew::exporting
