#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sinew::exporting {

/// The text of a Collada file in the making.
class ColladaText {
  public:
    using Attributes = std::initializer_list<std::pair<const char*, std::string_view>>;  ///< empty ones are left out

    void open(const char* element, const Attributes& attributes = {});
    void close();

    /// An element with text; an empty one without.
    void leaf(const char* element, const Attributes& attributes, std::string_view text = {});
    void leaf(const char* element, const Attributes& attributes, std::span<const float> numbers);
    void leaf(const char* element, const Attributes& attributes, std::span<const uint32_t> numbers);

    /// A <source> of floats. `parts`: the names of the numbers of an element, a letter each; or the name of a whole
    /// matrix, "TRANSFORM", or number, "TIME" or "WEIGHT".
    void source(const std::string& id, std::span<const float> numbers, const char* parts);

    /// A <source> of names or of references, as `kind` says: "Name" or "IDREF".
    void source(const std::string& id, std::span<const std::string> words, const char* kind, const char* part);

    /// <input semantic source>, with what else it has.
    void input(const char* semantic, const std::string& id, const char* offset = "", const char* set = "");

    std::string take();

  private:
    void start(const char* element, const Attributes& attributes);
    template <typename Number>
    void addNumbers(const char* element, const Attributes& attributes, std::span<const Number> numbers);
    void accessor(const std::string& id, size_t count, std::span<const std::string> parts, const char* type,
                  size_t stride);

    std::string text_ = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
    std::vector<const char*> open_;
};

}  // namespace sinew::exporting
