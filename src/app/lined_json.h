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

/// A value in a JSON file that somebody wrote by hand: it knows its line, and refuses what is wrong with it there.
/// Whatever is wrong is an Error(Exit::input), "FILE: line N: cause" on one line.
class LinedJson {
  public:
    /// The root of the file. Beside what JSON forbids, a field may not be there twice, and nothing may be nested more
    /// than 32 deep. @throws Error(Exit::input), also when the file cannot be read or is larger than 4 MiB.
    static LinedJson read(const std::filesystem::path& file);

    [[noreturn]] void refuse(std::string_view cause) const;

    /// Refuses what is no object, and the first field that is not among `fields`.
    void checkFields(std::initializer_list<std::string_view> fields) const;

    LinedJson at(std::string_view field) const;  ///< that the object must have
    std::optional<LinedJson> find(std::string_view field) const;
    std::vector<LinedJson> items() const;  ///< of an array of at most 1,000
    double number(double least, double most) const;
    std::string text() const;  ///< not empty
    bool flag() const;

    bool isArray() const { return value_->is_array(); }
    bool isText() const { return value_->is_string(); }

    /// The index of the text among `choices`, which the message lists.
    size_t choice(std::initializer_list<std::string_view> choices) const;

  private:
    struct Document {
        std::string file;
        nlohmann::json root;
        std::map<std::string, size_t> lines;  ///< of the values by their JSON pointer
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
