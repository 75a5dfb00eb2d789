#pragma once

#include "export/build/layout.h"
#include "export/export_model.h"

namespace sinew {

namespace exporting {

/// Writes a model, which is in meters with +Y up, as glTF 2.0. Skinned meshes stand at roots, as their nodes'
/// transforms mean nothing; nodes, rest pose, bind poses and keys are the model's.
void writeGltf(const Model& model, const Layout& layout, const ExportOptions& options, ExportedModel& exported);

}  // namespace exporting

/// The first bytes of a GLB, before `text`, the padding and `binary`; and the bytes between the two.
struct GlbFrame {
    std::vector<std::byte> beforeJson, beforeBinary, end;
};

/// @throws Error(Exit::output, "PATH: cause") when the GLB would be longer than `mostBytes`; it states its length in 32
/// bits (glTF 2.0, section 4.4).
GlbFrame frameOf(const ExportedModel& exported, const std::filesystem::path& path, uint64_t mostBytes = 0xFFFFFFFF);

}  // namespace sinew
