#pragma once

#include "app/options/task.h"

namespace sinew {

// What a task reads and writes, as far as the command line tells.

/// @throws Error(Exit::usage) if an output is also an input or another output: by identity, whatever it is called.
void checkFiles(const Task& task);

/// @throws Error(Exit::output) if the directory of an output is missing, which would show only after the work.
void requireFolders(const Task& task);

/// Protects all inputs (base/protected_files.h), so that no output replaces one that only shows later, such as a frame
/// of a sequence.
void protectInputs(const Task& task);

}  // namespace sinew
