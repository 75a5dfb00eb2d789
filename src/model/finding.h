#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sinew {

enum class Severity { info, warning, error };

/// What a finding counts or measures. Of several objects with findings of one id, the larger is the worse.
struct Figure {
    double value = 0.0;  ///< finite
    std::string unit;    ///< as messages write it behind the value: "vertices", "% of the model's size"

    bool operator==(const Figure&) const = default;
};

/// Something about a model that its author should know. `id` is stable and kebab-case ("texture-missing"); `object`
/// names the mesh, bone, clip or texture it is about.
struct Finding {
    /// Of which a finding holds, too: see model/sum_findings.h.
    struct Other {
        std::string object;
        std::optional<Figure> figure = std::nullopt;

        bool operator==(const Other&) const = default;
    };

    std::string id;
    Severity severity = Severity::warning;
    std::string object;
    std::string message;                          ///< with the figure
    std::optional<Figure> figure = std::nullopt;  ///< where there is one: which, the rule of the id says
    std::vector<Other> others = {};

    bool operator==(const Finding&) const = default;
};

}  // namespace sinew
