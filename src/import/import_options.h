#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "model/limits.h"
#include "model/skinned_mesh.h"

namespace sinew {

struct ImportOptions {
    uint32_t influences = kInfluencesPerVertex;  ///< kept per vertex: 4 or 8
    bool keepCut = false;                        ///< fill ImportReport::cutMeshes
    bool forExport = false;                      ///< keep what only files need: the files of pictures, unused UV sets
    bool leavePixels = false;                    ///< leave a baked file's pixels on disk until they are drawn
    std::vector<std::filesystem::path> textureFolders =
        {};                     ///< where textures may be, beside the model's folder; at most kMaxTextureFolders
    std::string variant = {};   ///< name of the variant of materials to show (glTF); empty: the default
    std::stop_token stop = {};  ///< cancels an IsolatedImporter at once; others ignore it
    /// Called at the end of each stage, in order, for timing. Background work counts toward the stage that waits for
    /// it. Not called for imports in another process.
    std::function<void(std::string_view stage)> stageEnded = {};

    /// Called with the device and the inode of each file that was read beside the model, such as textures and buffers.
    std::function<void(uint64_t device, uint64_t inode)> fileRead = {};

    void ended(std::string_view stage) const {
        if (stageEnded) stageEnded(stage);
    }
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// Limits of one import in its own process.
struct ImportLimits {
    double seconds = kSanitized ? 100.0 : 10.0;  ///< processor time, rounded up to whole seconds
    size_t memoryBytes = size_t{2} << 30;        ///< address space, including the stack
    size_t stackBytes = size_t{512} << 20;       ///< importers recurse into nested files
    size_t answerBytes = size_t{3} << 29;        ///< of the imported model
    unsigned descriptors = 32;                   ///< half of them for textures that wait to be decoded

    /// Wall-clock time until the process is killed; longer, because it may wait on a busy machine.
    double waitSeconds() const { return 3.0 * seconds; }
};

}  // namespace sinew
