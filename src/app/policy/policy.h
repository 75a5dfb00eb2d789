#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/finding.h"

namespace sinew {

// A policy, the file sinew.toml: which findings fail, what a model may cost, and what its clips promise.

/// What a policy makes of a finding. Beside `ignore`, a severity.
enum class Rating { ignore, note, warning, error };

/// The rating of one finding id, or of all that match a pattern.
struct RatedFinding {
    std::string id;  ///< a pattern (wildcard.h) that matches at least one id
    Rating rating = Rating::error;
};

/// Promised speed over the ground, in m/s; in units per second, if the model has no unit.
struct SpeedRange {
    double least = 0.0, most = 0.0;  ///< 0 < least <= most
};

/// What a clip promises. A promise that is false states that the findings about it are expected.
struct Promises {
    std::optional<bool> loop;     ///< the last pose is the first
    std::optional<bool> inPlace;  ///< ends where it starts
    std::optional<bool> planted;  ///< feet on the ground do not slide
    std::optional<SpeedRange> speed;
};

/// What a budget limits.
struct Limit {
    const char* finding;   ///< the id of what exceeds it
    std::string_view key;  ///< in [budget]
    const char *one, *many;
};
std::span<const Limit> budgetLimits();

/// The most that a model may have, by Limit::key.
using Budget = std::map<std::string, uint64_t, std::less<>>;

/// The rules for the clips that match.
struct ClipRules {
    std::string name = {};  ///< a pattern
    size_t line = 0;
    std::vector<RatedFinding> findings = {};
    Promises promises = {};
    std::optional<uint64_t> bytes = {};  ///< overrides "clip_bytes"
};

/// The rules for the files that match.
struct FileRules {
    std::vector<std::string> paths = {};  ///< patterns, relative to the policy's directory; empty: all files
    size_t line = 0;
    std::optional<Severity> failOn = {};  ///< never info
    std::vector<RatedFinding> findings = {};
    Budget budget = {};
    std::vector<ClipRules> clips = {};
};

struct Policy {
    std::filesystem::path file;      ///< as given, or absolute if it was found
    std::vector<FileRules> rules;    ///< later ones take precedence; the first are those for all files
    std::vector<std::string> notes;  ///< "FILE: line N: cause", on ids of earlier versions, which are ignored
};

inline constexpr const char* kPolicyName = "sinew.toml";

/// The policy of a model file or a directory of models: sinew.toml in the model's directory, or the nearest one above.
/// The search ends at a directory with .git, and leaves out directories above the model's own that everyone may write
/// to. Empty if there is none. @throws PolicyError for a symbolic link out of its directory.
std::filesystem::path findPolicy(const std::filesystem::path& model);

/// Thrown for policies, which are wrong for all models.
class PolicyError : public Error {
  public:
    explicit PolicyError(const std::string& cause) : Error(Exit::input, cause) {}
};

/// Reads a policy file, or that of an engine: "unity" and others in assets/policies.
/// @throws PolicyError "FILE: cause", or "FILE: line N: cause" for what is no TOML, unknown keys, ids and paths that do
/// not exist, and values out of their range; Error(Exit::environment) as readText().
Policy readPolicy(const std::filesystem::path& file);

/// The document of another TOML file as JSON. @throws PolicyError as readPolicy() does.
std::string tomlAsJson(const std::filesystem::path& file);

/// The rules for one model.
struct ModelRules {
    const Policy* policy = nullptr;
    std::vector<const FileRules*> rules = {};  ///< in ascending precedence
    std::optional<Severity> failOn = {};
    Budget budget = {};
    mutable std::map<std::string, std::vector<const ClipRules*>> ofClips = {};  ///< those asked for so far
};

/// The rules of a policy that match a file.
ModelRules rulesFor(const Policy& policy, const std::filesystem::path& model);

/// What the rules of one clip add up to.
struct ClipPromise {
    Promises promises;
    Budget budget;
};
ClipPromise promiseOf(const ModelRules& rules, const std::string& clip);

/// The rating of a finding, if the rules have one. `clip`: the clip that it is about; empty: none. Rules for its clip
/// take precedence over those for its file; within a table an id over a pattern, and a longer pattern over a shorter
/// one.
std::optional<Rating> ratingOf(const ModelRules& rules, const std::string& id, const std::string& clip);

}  // namespace sinew
