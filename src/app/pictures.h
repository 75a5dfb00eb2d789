#pragma once

#include "app/options.h"
#include "error.h"
#include "import/import_model.h"

namespace sinew {

/// The run without a window: reads the model, draws the frames that the options ask for, writes them, prints what was
/// measured, compares the last one. Returns Exit::done, Exit::differs, or Exit::device after a validation message under
/// --validate.
/// @throws Error as makeStage() does, Error(Exit::environment) without a Vulkan driver, Error(Exit::output) when a
/// picture cannot be written.
Exit drawPictures(const Options& options, const Importer& importer);

}  // namespace sinew
