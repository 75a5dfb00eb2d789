#include "import/gltf/document/names.h"

#include <fmt/format.h>

#include "base/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

}  // namespace

std::string nameOf(const Json& element, const char* kind, size_t index) {
    const Json& name = File::at(element, "name");
    const bool isGiven = name.is_string() && !name.get_ref<const std::string&>().empty();
    return isGiven ? utf8From(name.get_ref<const std::string&>()) : fmt::format("{} {}", kind, index);
}

std::optional<std::vector<double>> numbersIn(const Json& list, size_t size) {
    if (!list.is_array() || list.size() != size) return std::nullopt;
    std::vector<double> numbers;
    for (const Json& number : list) {
        if (!number.is_number()) return std::nullopt;
        numbers.push_back(number.get<double>());
    }
    return numbers;
}

std::string extrasOf(const Json& element) {
    const Json& extras = File::at(element, "extras");
    return extras.is_null() ? std::string() : extras.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace sinew::gltf
