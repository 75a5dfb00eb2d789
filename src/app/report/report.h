#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "gpu/physical_device.h"
#include "import/import_model.h"

namespace sinew {

/// What `--info` says: what is in the file and what was noticed while it was read. Parts are counted for palettes of
/// `maxBones`.
std::string infoText(const ImportedModel& imported, uint32_t maxBones);

/// The same as one JSON object; `schema` is its version. Keys are snake_case with their units in the name.
std::string infoJson(const ImportedModel& imported, uint32_t maxBones);

/// What `--list-devices` says: one line for each, behind the index that --device takes; or one JSON object.
std::string deviceText(std::span<const DeviceInfo> devices);
std::string deviceJson(std::span<const DeviceInfo> devices);

/// "info", "warning" or "error".
const char* severityName(Severity severity);

/// One line for each finding that is worth an interruption (warnings and errors), for stderr.
std::string findingLines(const ImportReport& report);

}  // namespace sinew
