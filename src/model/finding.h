#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sinew {

enum class Severity { info, warning, error };

/// The number that a finding is about. Among findings of one id, a larger value is worse.
struct Figure {
    double value = 0.0;  ///< finite
    std::string unit;    ///< as written after the value in messages: "vertices", "% of the model's size"

    bool operator==(const Figure&) const = default;
};

/// What a finding is about: an index into the nodes, meshes, clips, materials or textures of the model, or into the
/// morph targets of the mesh that it is about.
struct Subject {
    enum class Kind : uint8_t { model, node, mesh, clip, material, texture, morph } kind = Kind::model;
    uint32_t index = 0;  ///< 0 for the model

    bool operator==(const Subject&) const = default;
};

/// A fact about a model that its author should know.
struct Finding {
    /// Another object with the same finding, after findings were merged.
    struct Other {
        std::string object;
        std::optional<Figure> figure = std::nullopt;
        std::optional<Subject> subject = std::nullopt;

        bool operator==(const Other&) const = default;
    };

    std::string id;  ///< stable, kebab-case: "texture-missing"
    Severity severity = Severity::warning;
    std::string object;                           ///< name of the first subject
    std::string message;                          ///< includes the figure
    std::optional<Figure> figure = std::nullopt;  ///< its meaning and unit depend on the id
    std::vector<Other> others = {};
    std::vector<Subject> subjects = {};            ///< the one that it is about, and those that its message names
    std::optional<double> seconds = std::nullopt;  ///< where in its clip

    bool operator==(const Finding&) const = default;
};

using Findings = std::vector<Finding>;

/// The index of the first subject of that kind.
std::optional<uint32_t> subjectOf(const Finding& finding, Subject::Kind kind);

// How findings write their figures.

/// A figure, and the same figure as text for a message.
struct Measured {
    Figure figure;
    std::string text;
};

/// "1 vertex", "3 vertices". The unit is `many`.
Measured measuredCount(size_t count, const char* one, const char* many);

/// "1 of 3 vertices". The unit is `many`.
Measured measuredPart(size_t count, size_t all, const char* one, const char* many);

/// "0.0312 m".
Measured measured(double value, const char* unit);

/// 0.031 of "the model's size" is "3.1 % of the model's size".
Measured measuredShare(double share, const std::string& whole);

/// `length` as a percentage of `size`, the model's size.
Measured measuredOfSize(float length, float size);

/// Three significant digits: "0.0312", "1.5e+06".
std::string figure(double value);

/// 0.031 is "3.1 %".
std::string percent(double share);

/// "1 vertex", "3 vertices".
std::string counted(size_t count, const char* one, const char* many);

/// "'a', 'b', 'c' and 4 more".
std::string listed(std::span<const std::string> names, size_t most = 3);

}  // namespace sinew
