#pragma once

#include <filesystem>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace sinew {

/// A value of a JSON file written by hand. It knows its line, and refuses wrong input there: every function throws
/// Error(Exit::input) "FILE: line N: cause".
class LinedJson {
  public:
    /// Returns the root of the file. Refuses invalid JSON, duplicate fields, nesting of more than 32 levels, and files
    /// that cannot be read or exceed 4 MiB.
    static LinedJson read(const std::filesystem::path& file);

    [[noreturn]] void refuse(std::string_view cause) const;

    /// Refuses a value that is not an object, and fields not in `fields`.
    void checkFields(std::initializer_list<std::string_view> fields) const;

    LinedJson at(std::string_view field) const;  ///< refuses a missing field
    std::optional<LinedJson> find(std::string_view field) const;
    std::vector<LinedJson> items() const;  ///< of an array of at most 1,000
    double number(double least, double most) const;
    std::string text() const;  ///< refuses an empty one
    bool flag() const;

    bool isText() const { return value_->is_string(); }

    /// Index of the text in `choices`.
    size_t choice(std::initializer_list<std::string_view> choices) const;

  private:
    struct Document {
        std::string file;
        nlohmann::json root;
        std::map<std::string, size_t> lines;  ///< by JSON pointer
    };
    LinedJson(std::shared_ptr<const Document> document, const nlohmann::json& value, std::string pointer)
        : document_(std::move(document)), value_(&value), pointer_(std::move(pointer)) {}
    [[noreturn]] void refuseKind(std::string_view expected) const;
    std::string name() const;

    std::shared_ptr<const Document> document_;
    const nlohmann::json* value_;
    std::string pointer_;
};

}  // namespace sinew
