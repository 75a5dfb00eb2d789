#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/imported_model.h"

namespace sinew {

/// How a model is written.
struct ExportOptions {
    bool isBinary = true;         ///< one GLB; otherwise JSON, with a buffer and pictures beside it
    std::string name;             ///< of the file, without folder and ending: begins the names of the files beside it
    std::optional<UpAxis> up;     ///< overrides the model's
    std::optional<double> scale;  ///< meters per unit of the file; overrides the model's
    /// How far a vertex may be off the motion as authored; of the model's size. What sampling of curves may take of it
    /// stays in reserve: keys are left out within 5e-7 of 1e-5, and within nearly all of larger tolerances.
    double tolerance = 1e-5;
    bool keepsKeys = false;                 ///< keys that the others imply, too
    std::optional<double> framesPerSecond;  ///< resample all tracks at this rate
    bool compresses = false;                ///< EXT_meshopt_compression with KHR_mesh_quantization
    bool mends = false;                     ///< mend what can be mended (mend.h)
    std::vector<std::string> loops;         ///< clips whose last pose becomes the first
};

/// A picture beside a .gltf.
struct ExportedPicture {
    std::string file;  ///< name, without a folder
    std::vector<std::byte> bytes;
};

/// A glTF 2.0 asset. Equal models and options give equal bytes.
struct ExportedModel {
    std::string json;  ///< names `bufferFile` and the pictures, if they are files
    std::vector<std::byte> binary;
    std::string bufferFile;  ///< name of the file for `binary`; empty: it belongs in the GLB
    std::vector<ExportedPicture> pictures;
    std::vector<std::string> mended;   ///< a line for each mend
    std::vector<std::string> leftOut;  ///< a line for each picture that glTF cannot hold, and for VRM data
    float largestMove = 0.0f;          ///< by which compression moves a vertex in the rest pose, in meters
    float size = 0.0f;                 ///< of the model in the rest pose, in meters
};

/// Writes a model as glTF 2.0 with its clips, in meters, with +Y up. Skinned meshes stand at roots, as their nodes'
/// transforms mean nothing; nodes, rest pose, bind poses and keys are the model's. Pictures that are missing are left
/// out. Needs a sound model (bake/soundness.h); changes it as it goes.
ExportedModel exportModel(ImportedModel imported, const ExportOptions& options);

/// The first bytes of a GLB, before `json`, the padding and `binary`; and the bytes between the two.
struct GlbFrame {
    std::vector<std::byte> beforeJson, beforeBinary, end;
};

/// A GLB states its length in 32 bits (glTF 2.0, section 4.4).
inline constexpr uint64_t kMostGlbBytes = 0xFFFFFFFF;

/// @throws Error(Exit::output) with the cause when the GLB would be longer than `mostBytes`.
GlbFrame frameOf(const ExportedModel& exported, uint64_t mostBytes = kMostGlbBytes);

}  // namespace sinew
