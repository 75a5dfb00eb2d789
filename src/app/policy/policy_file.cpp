#include <algorithm>
#include <functional>

#include <sys/stat.h>

#include <sstream>

#include <fmt/format.h>

// Version 3.3 asserts what wrong files break, such as [=a], and reports an error for it right after that.
#define TOML_ASSERT(condition) static_assert(true)
// A policy nests six. Each may nest kMostDots tables on a line of its own, and these are freed recursively.
#define TOML_MAX_NESTED_VALUES 8
#include <toml++/toml.h>

#include "app/policy/policy.h"
#include "base/error.h"
#include "base/shown_text.h"
#include "base/text.h"
#include "base/text_file.h"
#include "check/check.h"
#include "match/wildcard.h"

namespace sinew {
namespace {

constexpr std::pair<std::string_view, const char*> kEngines[] = {
#include <engine_policies.inc>
};
constexpr size_t kMostBytes = size_t{1} << 20;
constexpr size_t kMostDots = 1000;  // in a line: each nests a table, and these are freed recursively
constexpr size_t kMostRules = 1000;
constexpr size_t kMostPatternBytes = 1000;
constexpr double kSpeedTolerance = 0.05;
constexpr double kMostMetersPerSecond = 1e6;

/// Reads a TOML document into a policy. Every function throws PolicyError at what it refuses.
class PolicyReader {
  public:
    explicit PolicyReader(const std::filesystem::path& file) : file_(file), shown_(shownPath(file.string())) {}

    Policy read() {
        Policy policy{.file = file_, .rules = {}, .notes = {}};
        const toml::table root = parsed();
        policy.rules.push_back(fileRules(root, true));
        forEachTable(root, "override", [&](const toml::table& own) { policy.rules.push_back(fileRules(own, false)); });
        policy.notes = std::move(notes_);
        return policy;
    }

    std::string json() const {
        const toml::table root = parsed();
        std::ostringstream text;
        text << toml::json_formatter{root};
        return std::move(text).str();
    }

  private:
    toml::table parsed() const {
        const std::string text = textOfFile();
        try {
            return toml::parse(text);
        } catch (const toml::parse_error& error) {
            refuse(error.source().begin.line, "{}", lineFrom(ownWords(error.description())));
        }
    }

    template <typename... Args>
    [[noreturn]] void refuse(size_t line, fmt::format_string<Args...> cause, Args&&... args) const {
        throw PolicyError(
            fmt::format("{}: line {}: {}", shown_, line, fmt::format(cause, std::forward<Args>(args)...)));
    }

    /// What the library says, without what only its users know.
    static std::string ownWords(std::string_view description) {
        constexpr std::string_view kStart = "Error while parsing ", kEnd = " (TOML_MAX_NESTED_VALUES)";
        if (description.starts_with(kStart)) description.remove_prefix(kStart.size());
        if (description.ends_with(kEnd)) description.remove_suffix(kEnd.size());
        return std::string(description);
    }

    static size_t lineOf(const toml::node& node) { return node.source().begin.line; }

    std::string textOfFile() const {
        for (const auto& [name, text] : kEngines)
            if (file_ == name) return text;
        struct stat state {};
        if (::stat(file_.c_str(), &state) == 0 && !S_ISREG(state.st_mode))
            throw PolicyError(shown_ + ": is not a regular file");
        std::string text = readAll();
        size_t line = 1, dots = 0;
        for (const char c : text) {
            if (c == '.' && ++dots > kMostDots) refuse(line, "more than {} dots in a line", kMostDots);
            if (c == '\n') ++line, dots = 0;
        }
        return text;
    }

    std::string readAll() const {
        try {
            return readText(file_, kMostBytes);
        } catch (const Error& error) {
            if (error.exit() == Exit::input) throw PolicyError(error.what());
            throw;
        }
    }

    struct Key {
        std::string_view name;
        std::function<void(const toml::node&)> take;  ///< its value; may be empty
    };

    void takeKeys(const toml::table& table, const std::vector<Key>& keys) const {
        std::string names;
        for (const Key& key : keys)
            names += fmt::format("{}{}", names.empty() ? "" : ", ", key.name);
        for (const auto& [name, node] : table) {
            const auto key = std::ranges::find(keys, name.str(), &Key::name);
            if (key == keys.end())
                refuse(name.source().begin.line, "unknown key {}; known here: {}", inQuotes(name.str()), names);
            if (key->take) key->take(node);
        }
    }

    template <typename Visit>
    void forEachTable(const toml::table& root, std::string_view key, const Visit& visit) const {
        const toml::node* const node = root.get(key);
        if (!node) return;
        const toml::array* const tables = node->as_array();
        if (!tables || !tables->is_homogeneous(toml::node_type::table))
            refuse(lineOf(*node), "'{0}' must be tables: write [[{0}]]", key);
        if (tables->size() > kMostRules) refuse(lineOf(*node), "more than {} tables [[{}]]", kMostRules, key);
        for (const toml::node& one : *tables)
            visit(*one.as_table());
    }

    FileRules fileRules(const toml::table& table, bool isRoot) {
        FileRules rules{.line = lineOf(table)};
        if (!isRoot && !table.contains("paths")) refuse(rules.line, "an [[override]] needs 'paths'");
        std::vector<Key> keys{{"fail_on", [&](auto& node) { rules.failOn = failOn(node); }},
                              {"findings", [&](auto& node) { rules.findings = findings(node); }},
                              {"budget", [&](auto& node) { rules.budget = budget(node); }},
                              {"clip", {}}};
        if (isRoot)
            keys.push_back({"override", {}});
        else
            keys.insert(keys.begin(), {"paths", [&](auto& node) { rules.paths = paths(node); }});
        takeKeys(table, keys);
        forEachTable(table, "clip", [&](const toml::table& own) { rules.clips.push_back(clipRules(own)); });
        return rules;
    }

    ClipRules clipRules(const toml::table& table) {
        ClipRules rules{.line = lineOf(table)};
        if (!table.contains("name")) refuse(rules.line, "a [[clip]] needs 'name'");
        takeKeys(table, {{"name", [&](auto& node) { rules.name = pattern(node, "name"); }},
                         {"loop", [&](auto& node) { rules.promises.loop = flag(node, "loop"); }},
                         {"in_place", [&](auto& node) { rules.promises.inPlace = flag(node, "in_place"); }},
                         {"planted", [&](auto& node) { rules.promises.planted = flag(node, "planted"); }},
                         {"speed", [&](auto& node) { rules.promises.speed = speed(node); }},
                         {"bytes", [&](auto& node) { rules.bytes = count(node, "bytes"); }},
                         {"findings", [&](auto& node) { rules.findings = findings(node); }}});
        return rules;
    }

    std::string pattern(const toml::node& node, std::string_view key) const {
        const auto* const text = node.as_string();
        if (!text || text->get().empty()) refuse(lineOf(node), "'{}' must be a non-empty string", key);
        if (text->get().size() > kMostPatternBytes)
            refuse(lineOf(node), "'{}' has more than {} bytes", key, kMostPatternBytes);
        return text->get();
    }

    std::vector<std::string> paths(const toml::node& node) const {
        const toml::array* const array = node.as_array();
        if (!array || array->empty() || array->size() > kMostRules)
            refuse(lineOf(node), "'paths' must be an array of 1 to {} strings", kMostRules);
        std::vector<std::string> patterns;
        for (const toml::node& one : *array)
            patterns.push_back(pathPattern(one));
        return patterns;
    }

    /// A pattern that some file could match, or the name of a file.
    std::string pathPattern(const toml::node& node) const {
        namespace fs = std::filesystem;
        std::string text = pattern(node, "paths");
        const fs::path path = withoutEscapes(text);
        if (path.is_absolute() || path.lexically_normal().native() != path.native() || *path.begin() == "." ||
            *path.begin() == "..")
            refuse(lineOf(node), "paths: {}: write it relative to the policy's directory, without . and ..",
                   inQuotes(text));
        std::error_code error;
        if (!path.has_filename() || (!hasWildcard(text) && !fs::is_regular_file(file_.parent_path() / path, error)))
            refuse(lineOf(node), "paths: {}: no such file; for a directory write DIR/**", inQuotes(text));
        if (!hasWildcard(text) && !isOwnPlace(path))
            refuse(lineOf(node), "paths: {}: leads through a symbolic link; write where that leads", inQuotes(text));
        return text;
    }

    /// Whether models there have this path: theirs is that of their directory without symbolic links.
    bool isOwnPlace(const std::filesystem::path& path) const {
        namespace fs = std::filesystem;
        std::error_code error;
        const fs::path folder = fs::canonical(file_.has_parent_path() ? file_.parent_path() : ".", error);
        const fs::path own = fs::canonical(folder / path.parent_path(), error);
        return error || (own / path.filename()).lexically_relative(folder) == path;
    }

    Severity failOn(const toml::node& node) const {
        const std::optional<std::string_view> text = node.value<std::string_view>();
        if (text == "error") return Severity::error;
        if (text == "warning") return Severity::warning;
        refuse(lineOf(node), "'fail_on' must be \"error\" or \"warning\"");
    }

    std::vector<RatedFinding> findings(const toml::node& node) {
        const toml::table* const table = node.as_table();
        if (!table) refuse(lineOf(node), "'findings' must be a table, such as [findings]");
        std::vector<RatedFinding> rated;
        for (const auto& [key, value] : *table) {
            const std::string id(key.str());
            const size_t line = key.source().begin.line;
            if (id.size() > kMostPatternBytes) refuse(line, "a finding of more than {} bytes", kMostPatternBytes);
            if (const FormerRule* const former = formerRuleFor(id)) {
                const std::string now = former->now.empty() ? "" : fmt::format("; see '{}'", former->now);
                notes_.push_back(
                    fmt::format("{}: line {}: findings: '{}' is no longer checked{}", shown_, line, id, now));
                continue;
            }
            const auto matches = [&](const CheckRule& rule) { return matchesName(id, rule.id); };
            if (std::ranges::none_of(checkRules(), matches))
                refuse(line, "findings: {}: no such finding; docs/reports.md lists them", inQuotes(id));
            rated.push_back({id, rating(value, id)});
        }
        return rated;
    }

    Rating rating(const toml::node& node, const std::string& id) const {
        const std::optional<std::string_view> text = node.value<std::string_view>();
        if (text == "ignore") return Rating::ignore;
        if (text == "note") return Rating::note;
        if (text == "warning") return Rating::warning;
        if (text == "error") return Rating::error;
        refuse(lineOf(node), "findings: {} must be \"error\", \"warning\", \"note\" or \"ignore\"", inQuotes(id));
    }

    Budget budget(const toml::node& node) const {
        const toml::table* const table = node.as_table();
        if (!table) refuse(lineOf(node), "'budget' must be a table, such as [budget]");
        Budget budget;
        std::vector<Key> keys;
        for (const Limit& limit : budgetLimits())
            keys.push_back({limit.key, [&](auto& value) { budget.emplace(limit.key, count(value, limit.key)); }});
        takeKeys(*table, keys);
        return budget;
    }

    bool flag(const toml::node& node, std::string_view key) const {
        const auto* const value = node.as_boolean();
        if (!value) refuse(lineOf(node), "'{}' must be true or false", key);
        return value->get();
    }

    uint64_t count(const toml::node& node, std::string_view key) const {
        const auto* const value = node.as_integer();
        if (!value || value->get() < 0) refuse(lineOf(node), "'{}' must be a whole number, at least 0", key);
        return static_cast<uint64_t>(value->get());
    }

    double metersPerSecond(const toml::node& node) const {
        const std::optional<double> value = node.is_number() ? node.value<double>() : std::nullopt;
        if (!value || !(*value > 0.0 && *value <= kMostMetersPerSecond))
            refuse(lineOf(node), "'speed' must be a number above 0, or two of them: [least, most]");
        return *value;
    }

    SpeedRange speed(const toml::node& node) const {
        if (const toml::array* const array = node.as_array()) {
            if (array->size() != 2)
                refuse(lineOf(node), "'speed' must be a number above 0, or two of them: [least, most]");
            const SpeedRange range{metersPerSecond(*array->get(0)), metersPerSecond(*array->get(1))};
            if (range.least > range.most)
                refuse(lineOf(node), "'speed': {:g} is more than {:g}", range.least, range.most);
            return range;
        }
        const double value = metersPerSecond(node);
        return {value * (1.0 - kSpeedTolerance), value * (1.0 + kSpeedTolerance)};
    }

    std::filesystem::path file_;
    std::string shown_;
    std::vector<std::string> notes_;  ///< Policy::notes
};

}  // namespace

Policy readPolicy(const std::filesystem::path& file) {
    return PolicyReader(file).read();
}

std::string tomlAsJson(const std::filesystem::path& file) {
    return PolicyReader(file).json();
}

}  // namespace sinew
