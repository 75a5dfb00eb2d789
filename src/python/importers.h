#pragma once

#include "app/options/settings.h"
#include "import/files/radiance_picture.h"
#include "import/import_model.h"

namespace sinew {

// Sandboxed importers for a process that has threads, and may fork. Callable from all threads: each call has an
// importer of its own, and those that are done are kept for the next calls.

/// The program that importers run (import/sandbox/importer.cpp). To be set once, before the first call.
void setImporterProgram(const std::filesystem::path& program);

/// An importer with the limits of `source`: in a sandbox, or in this process. Stops as `stop` says.
Importer pooledImporter(const ModelSource& source, std::stop_token stop);

/// Reads an environment map with the limits of `source`. @throws Error as IsolatedImporter does.
RadiancePicture readLight(const std::filesystem::path& path, const ModelSource& source);

/// To be called in the child of a fork: leaves the importers to the parent.
void forgetImporters();

}  // namespace sinew
