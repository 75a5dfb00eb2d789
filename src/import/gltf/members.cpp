#include "import/gltf/members.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr double kRounding = 1e-5;

}  // namespace

float Members::number(const Json& object, const char* key, float fallback, const Limits& limits) {
    const Json& value = File::at(object, key);
    return value.is_null() ? fallback : limited(value, key, fallback, limits);
}

void Members::read(const Json& object, const char* key, std::span<float> result, const Limits& limits) {
    const Json& value = File::at(object, key);
    if (value.is_null()) return;
    if (!value.is_array() || value.size() != result.size()) return invalid(key);
    const std::vector<float> fallback(result.begin(), result.end());
    for (size_t i = 0; i < result.size(); ++i) {
        result[i] = limited(value[i], key, fallback[i], limits);
        if (limits.least == 0.0 && value[i].is_number() && value[i].get<double>() < -kRounding) {
            std::ranges::copy(fallback, result.begin());
            return;
        }
    }
}

bool Members::flag(const Json& object, const char* key) {
    const Json& value = File::at(object, key);
    if (!value.is_null() && !value.is_boolean()) invalid(key);
    return value == true;
}

std::optional<size_t> Members::index(const Json& object, const char* key, size_t count) {
    if (File::at(object, key).is_null()) return std::nullopt;
    const auto index = File::index(object, key);
    if (!File::at(object, key).is_number()) invalid(key);
    return index && *index < count ? index : std::nullopt;  // judgeReferences() reports the others
}

const Json& Members::object(const Json& parent, const char* key) {
    const Json& value = File::at(parent, key);
    if (value.is_object() || value.is_null()) return value;
    invalid(key);
    return File::at(value, key);
}

void Members::noteOthers(const Json& extensions, std::initializer_list<const char*> read) {
    if (!extensions.is_object()) return;
    for (const auto& [name, extension] : extensions.items())
        if (std::ranges::find(read, name) == read.end()) others_.insert(utf8From(name));
}

float Members::limited(const Json& value, const char* key, float fallback, const Limits& limits) {
    if (!value.is_number()) {
        invalid(key);
        return fallback;
    }
    const auto number = value.get<double>();
    if (std::abs(number) > std::max(kHuge, limits.most)) {  // limited, it would outshine everything
        invalid(key);
        return fallback;
    }
    const double within = std::clamp(number, limits.least, limits.most);
    if (!(std::abs(within - number) <= kRounding)) invalid(key);
    return static_cast<float>(within);
}

}  // namespace sinew::gltf
