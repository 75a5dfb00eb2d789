#pragma once

#include <string>

namespace sinew {

enum class Severity { info, warning, error };

/// Something about a model that its author should know. `id` is stable and kebab-case ("texture-missing"); `object`
/// names the mesh, bone, clip or texture it is about.
struct Finding {
    std::string id;
    Severity severity = Severity::warning;
    std::string object;
    std::string message;

    bool operator==(const Finding&) const = default;
};

}  // namespace sinew
