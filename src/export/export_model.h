#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/imported_model.h"

namespace sinew {

/// What --export writes: glTF 2.0 as one GLB, or as JSON with a buffer and pictures beside it; Collada 1.4.1 or binary
/// FBX 7.4 with pictures beside it; motion alone as BVH.
enum class ExportFormat { glb, gltf, collada, fbx, bvh };

/// How a model is written.
struct ExportOptions {
    ExportFormat format = ExportFormat::glb;
    std::string name;             ///< of the file, without folder and ending: begins the names of the files beside it
    std::optional<UpAxis> up;     ///< overrides the model's
    std::optional<double> scale;  ///< meters per unit of the file; overrides the model's
    std::optional<UpAxis> axes;   ///< up in what is written; none: as the format has it. glTF is in meters with Y up
    std::optional<double> unit;   ///< of what is written, in meters; none: as the format has it
    /// How far a vertex may be off the motion as authored; of the model's size. What sampling of curves may take of it
    /// stays in reserve: keys are left out within 5e-7 of 1e-5, and within nearly all of larger tolerances.
    double tolerance = 1e-5;
    bool keepsKeys = false;                 ///< keys that the others imply, too
    std::optional<double> framesPerSecond;  ///< resample all tracks at this rate
    bool compresses = false;                ///< EXT_meshopt_compression with KHR_mesh_quantization
    bool mends = false;                     ///< mend what can be mended (mend.h)
    std::vector<std::string> loops;         ///< clips whose last pose becomes the first
};

/// A file beside the model.
struct ExportedPicture {
    std::string file;  ///< name, without a folder
    std::vector<std::byte> bytes;
};

/// A model as a file. Equal models and options give equal bytes.
struct ExportedModel {
    std::string text;  ///< of glTF (JSON) and Collada (XML); names `bufferFile` and the pictures, if they are files
    std::vector<std::byte> binary;  ///< the buffer of glTF, or the whole file
    std::string bufferFile;         ///< name of the file for `binary`; empty: it belongs in the GLB
    std::vector<ExportedPicture> pictures;
    std::vector<std::string> mended;   ///< a line for each mend
    std::vector<std::string> leftOut;  ///< a line for each thing that the format cannot hold, and for VRM data
    float largestMove = 0.0f;          ///< by which compression moves a vertex in the rest pose, in meters
    float size = 0.0f;                 ///< of the model in the rest pose, in meters
};

/// Writes a model with its clips. Pictures that are missing are left out. Needs a sound model (bake/soundness.h);
/// changes it as it goes.
ExportedModel exportModel(ImportedModel imported, const ExportOptions& options);

}  // namespace sinew
