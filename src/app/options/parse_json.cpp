#include "app/options/parse_json.h"

#include <nlohmann/json.hpp>

namespace sinew {

nlohmann::json parseJson(std::string_view text, bool refuses) {
    return nlohmann::json::parse(text, nullptr, refuses);
}

}  // namespace sinew
