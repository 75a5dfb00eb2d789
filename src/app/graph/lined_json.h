#pragma once

#include <filesystem>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace sinew {

/// A value of a JSON file written by hand. It knows its line, and refuses wrong input there: every function throws
/// Error(Exit::input) "FILE: line N: cause".
class LinedJson {
  public:
    /// Returns the root of the file. Refuses invalid JSON, duplicate fields, nesting of more than 32 levels, and files
    /// that cannot be read or exceed 4 MiB.
    static LinedJson read(const std::filesystem::path& file);

    template <typename... Args>
    [[noreturn]] void refuse(fmt::format_string<Args...> cause, Args&&... args) const {
        throw Error(Exit::input, where() + fmt::format(cause, std::forward<Args>(args)...));
    }

    /// Refuses a value that is not an object, and fields not in `fields`.
    void checkFields(std::initializer_list<std::string_view> fields) const;

    LinedJson at(std::string_view field) const;  ///< refuses a missing field
    std::optional<LinedJson> find(std::string_view field) const;
    std::vector<LinedJson> items() const;  ///< of an array of at most 1,000
    double number(double least, double most) const;
    std::string text() const;  ///< refuses an empty one
    bool flag() const;

    bool isText() const { return value_->is_string(); }

    /// Index of the text in `choices`, or the enumerator with that index.
    template <typename Enum = size_t>
    Enum choice(std::initializer_list<std::string_view> choices) const {
        return static_cast<Enum>(indexIn(choices));
    }

  private:
    struct Document {
        std::string file;
        nlohmann::json root;
        std::map<std::string, size_t> lines;  ///< by JSON pointer
    };
    LinedJson(std::shared_ptr<const Document> document, const nlohmann::json& value, std::string pointer)
        : document_(std::move(document)), value_(&value), pointer_(std::move(pointer)) {}
    size_t indexIn(std::initializer_list<std::string_view> choices) const;
    [[noreturn]] void refuseKind(std::string_view expected) const;
    std::string name() const;
    std::string where() const;  ///< "FILE: line N: "

    std::shared_ptr<const Document> document_;
    const nlohmann::json* value_;
    std::string pointer_;
};

}  // namespace sinew
