#include "export/export_model.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "export/build/layout.h"
#include "export/build/mend.h"
#include "export/build/space.h"
#include "export/bvh.h"
#include "export/collada/collada.h"
#include "export/fbx/fbx.h"
#include "export/gltf/compress.h"
#include "export/gltf/gltf.h"
#include "model/poses.h"

namespace sinew {

namespace exporting {
namespace {

/// assimp adds a root called ROOT to glTF files with several, and a root to files of other formats.
bool hasOwnRoot(const ImportedModel& imported) {
    const std::vector<std::string>& names = imported.model.hierarchy.names;
    return imported.report.format.starts_with("glTF") && !names.empty() && names.front() != "ROOT";
}

void mendAsAsked(ImportedModel& imported, const ExportOptions& options, std::vector<std::string>& mended) {
    Model& model = imported.model;
    for (AnimationClip& clip : model.clips) {
        if (std::ranges::find(options.loops, clip.name) == options.loops.end()) continue;
        if (std::string line = mendLoop(model, clip); !line.empty()) mended.push_back(std::move(line));
    }
    if (!options.mends) return;
    std::ranges::move(spaceMends(model), std::back_inserter(mended));
    std::ranges::move(mend(imported), std::back_inserter(mended));
}

}  // namespace
}  // namespace exporting

ExportedModel exportModel(ImportedModel imported, const ExportOptions& options) {
    using namespace exporting;
    Model& model = imported.model;
    ExportedModel exported;
    mendAsAsked(imported, options, exported.mended);
    toSpaceOf(options, model);
    if (options.mends) std::ranges::move(mendTriangles(model), std::back_inserter(exported.mended));
    if (options.compresses) exported.largestMove = prepareForCompression(model);
    exported.size = restPoseOf(model).size;
    const Layout layout = layOut(model, hasOwnRoot(imported));
    constexpr std::array kWriters{writeGltf, writeGltf, writeCollada, writeFbx, writeBvh};  // by ExportFormat
    kWriters[static_cast<size_t>(options.format)](model, layout, options, exported);
    if (!model.humanoid.empty()) exported.leftOut.push_back("VRM: left out: its bone map, expressions and materials");
    return exported;
}

}  // namespace sinew
