#pragma once

#include <filesystem>

#include "app/options/task.h"
#include "base/error.h"
#include "import/import_model.h"
#include "model/imported_model.h"

namespace sinew {

// The commands, each in a file of its name; the window is viewer/viewer.h. All throw Error: Exit::input as readModel()
// does, Exit::usage for names that the model does not have, and Exit::output if standard output or a file cannot be
// written.

/// Draws one model, on a device that is created while the model is read. Without an output, prints the timings. Returns
/// Exit::done, Exit::differs after a failed comparison, or Exit::device after a validation message.
/// @throws Error(Exit::environment) without a Vulkan driver.
Exit drawPictures(const task::Draw& task);

/// Draws the models of a list one after another on one device. A model that cannot be drawn is reported on stderr and
/// skipped; with JSON, stdout gets a line for each model and a summary, even after an error or a signal. Returns
/// Exit::input if a model failed, Exit::device after a validation message, otherwise Exit::done.
/// @throws Error(Exit::input) if the list cannot be read, and as the task above.
Exit drawBatch(const task::Batch& task);

/// Checks models and prints the verdicts as they come: text, with a summary of several; JSON, one document for one
/// file, or a line for each file and a summary; or one SARIF document. A file that cannot be read and a folder without
/// models are reported and skipped. Returns Exit::input after such a failure, else Exit::differs if a model failed.
Exit checkModels(const task::Check& task);

/// Compares the clips that two files have in common, or their rest poses if they have none. Returns Exit::done or
/// Exit::differs.
/// @throws Error(Exit::input) without a mesh, without a common clip, or if the vertices cannot be matched.
Exit compareFiles(const task::Compare& task);

/// Prints what is in a file.
Exit printInfo(const task::Info& task);

/// Prints the bone map that --retarget rig finds, as a file for --bone-map.
Exit printBoneMap(const task::PrintBoneMap& task);

/// Prints the Vulkan devices.
Exit printDevices(const task::ListDevices& task);

/// Prints how a command line may go on. What cannot be read has no names, without a message.
Exit completeCommandLine(const task::Complete& task);

/// Writes a model in Sinew's own format.
Exit bakeModel(const task::Bake& task);

/// As requireSound() (bake/soundness.h), for what is written. @throws Error(Exit::input) "FILE: cause".
void requireSoundFile(const ImportedModel& imported);

/// The bytes do not depend on where the model and its textures were stored (bake/stream.h).
/// @throws Error(Exit::output) if the file cannot be written, Error(Exit::input) for unusable numbers, such as
/// infinities.
void bake(ImportedModel imported, const std::filesystem::path& path);

/// Prints the bone at a pixel. Needs no Vulkan device.
Exit pickBone(const task::Pick& task);

/// Writes a model as glTF 2.0 (export/export_model.h).
Exit exportFile(const task::Export& task, const Importer& importer);

/// Writes the skinned mesh; without a clip, a time or a state machine, in its rest pose.
Exit exportPosedMesh(const task::ExportPose& task);

}  // namespace sinew
