#include "app/policy/baseline.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "app/options/parse_json.h"
#include "app/report/json.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/shown_text.h"
#include "base/text_file.h"

namespace sinew {
namespace {

constexpr int kBaselineSchema = 1;
constexpr size_t kMostBaselineBytes = size_t{64} << 20;
// Memory for what is no baseline: an empty array takes two bytes of the file and forty here.
constexpr int kMostBaselineDepth = 8;
constexpr size_t kMostBaselineValues = 5'000'000;

/// Reads values of a baseline. Every function throws Error(Exit::input) for another type.
class BaselineReader {
    using Json = nlohmann::json;

  public:
    explicit BaselineReader(std::string file) : file_(std::move(file)) {}

    template <typename... Args>
    [[noreturn]] void refuse(fmt::format_string<Args...> cause, Args&&... args) const {
        throw Error(Exit::input, fmt::format("{}: {}", file_, fmt::format(cause, std::forward<Args>(args)...)));
    }

    Json parse(const std::string& text) const {
        requireBounded(text);
        try {
            return parseJson(text, true);
        } catch (const Json::exception& error) {
            const std::string_view cause = error.what();
            const size_t prefix = cause.find("] ");  // "[json.exception.parse_error.101] "
            refuse("is not a baseline: invalid JSON: {}",
                   lineFrom(std::string(prefix == cause.npos ? cause : cause.substr(prefix + 2))));
        }
    }

    /// Values of a JSON object. `place`: of the object, such as "models[3]: "; empty: the root.
    const Json& at(const Json& object, const char* key, const std::string& place) const {
        const auto found = object.is_object() ? object.find(key) : object.end();
        if (!object.is_object() || found == object.end()) refuse("is not a baseline: {}\"{}\" is missing", place, key);
        return *found;
    }

    template <typename Value>
    Value get(const Json& object, const char* key, const std::string& place) const {
        const Json& value = at(object, key, place);
        constexpr bool isText = std::is_same_v<Value, std::string>;
        if (isText ? !value.is_string() : !value.is_number_unsigned())
            refuse("is not a baseline: {}\"{}\" must be a {}", place, key, isText ? "string" : "whole number");
        return value.get<Value>();
    }

    const Json& array(const Json& object, const char* key, const std::string& place) const {
        const Json& value = at(object, key, place);
        if (!value.is_array()) refuse("is not a baseline: {}\"{}\" must be an array", place, key);
        return value;
    }

  private:
    /// The parser is not asked, because it looks at all items of an array again after each one of them.
    void requireBounded(const std::string& text) const {
        int depth = 0;
        size_t values = 0;
        bool isQuoted = false;
        for (size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (c == '"') isQuoted = !isQuoted;
            if (isQuoted) {
                i += c == '\\' ? 1 : 0;
                continue;
            }
            const bool opens = c == '[' || c == '{', closes = c == ']' || c == '}';
            depth += int{opens} - int{closes};
            values += opens || c == ',' ? 1 : 0;
            if (depth > kMostBaselineDepth || values > kMostBaselineValues)
                refuse("is not a baseline: nested more than {} deep, or more than {} values", kMostBaselineDepth,
                       kMostBaselineValues);
        }
    }

    std::string file_;
};

}  // namespace

Baseline::Baseline(std::filesystem::path file) : file_(std::move(file)) {}

Baseline Baseline::read(const std::filesystem::path& file) {
    Baseline baseline(file);
    const BaselineReader reader(shownPath(file.string()));
    const nlohmann::json root = reader.parse(readText(file, kMostBaselineBytes));
    if (const uint64_t schema = reader.get<uint64_t>(root, "schema", ""); schema != kBaselineSchema)
        reader.refuse("has schema {}; this version of Sinew reads {}", schema, kBaselineSchema);
    const nlohmann::json& models = reader.array(root, "models", "");
    for (size_t m = 0; m < models.size(); ++m) {
        const std::string model = fmt::format("models[{}]", m);
        Counts& counts = baseline.accepted_[reader.get<std::string>(models[m], "file", model + ": ")];
        const nlohmann::json& accepted = reader.array(models[m], "accepted", model + ": ");
        for (size_t i = 0; i < accepted.size(); ++i) {
            const std::string place = fmt::format("{}.accepted[{}]: ", model, i);
            counts[{reader.get<std::string>(accepted[i], "id", place),
                    reader.get<std::string>(accepted[i], "object", place)}] +=
                reader.get<uint64_t>(accepted[i], "count", place);
        }
    }
    return baseline;
}

std::vector<Finding> Baseline::takeAccepted(const std::filesystem::path& model, std::vector<Finding>& findings) const {
    const auto own = accepted_.find(placeOf(model));
    if (own == accepted_.end()) return {};
    Counts counts;
    for (const Finding& finding : findings)
        ++counts[fingerprintOf(finding)];
    std::vector<Finding> accepted;
    std::erase_if(findings, [&](const Finding& finding) {
        const Fingerprint fingerprint = fingerprintOf(finding);
        const auto most = own->second.find(fingerprint);
        if (most == own->second.end() || counts.at(fingerprint) > most->second) return false;
        accepted.push_back(finding);
        return true;
    });
    return accepted;
}

size_t Baseline::countGone(const std::filesystem::path& model, const std::vector<Finding>& accepted) const {
    const auto own = accepted_.find(placeOf(model));
    if (own == accepted_.end()) return 0;
    Counts counts;
    for (const Finding& finding : accepted)
        ++counts[fingerprintOf(finding)];
    return static_cast<size_t>(
        std::ranges::count_if(own->second, [&](const auto& entry) { return !counts.contains(entry.first); }));
}

void Baseline::accept(const std::filesystem::path& model, const std::vector<Finding>& findings) {
    Counts counts;
    for (const Finding& finding : findings)
        ++counts[fingerprintOf(finding)];
    if (counts.empty())
        accepted_.erase(placeOf(model));
    else
        accepted_[placeOf(model)] = std::move(counts);
}

void Baseline::write() const {
    Json models = Json::array();
    for (const auto& [file, counts] : accepted_) {
        Json accepted = Json::array();
        for (const auto& [fingerprint, count] : counts)
            accepted.push_back({{"id", fingerprint.id}, {"object", fingerprint.object}, {"count", count}});
        models.push_back({{"file", file}, {"accepted", std::move(accepted)}});
    }
    const std::string text = jsonText(Json{{"schema", kBaselineSchema}, {"models", std::move(models)}});
    writeFileAtomically(file_, std::as_bytes(std::span(text)));
}

std::string Baseline::placeOf(const std::filesystem::path& model) const {
    namespace fs = std::filesystem;
    const auto folderOf = [](const fs::path& file) {
        std::error_code error;
        const fs::path folder = fs::weakly_canonical(file.has_parent_path() ? file.parent_path() : ".", error);
        return error ? file.parent_path() : folder;
    };
    return shownPath((folderOf(model) / model.filename()).lexically_relative(folderOf(file_)).generic_string());
}

}  // namespace sinew
