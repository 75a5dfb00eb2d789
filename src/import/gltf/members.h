#pragma once

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <glm/vec4.hpp>

#include "import/gltf/document/file.h"

namespace sinew::gltf {

constexpr double kHuge = 1e6;  ///< limits what has no limit of its own

struct Limits {
    double least = 0.0, most = 1.0;
};
constexpr Limits kAnyLimits{-kHuge, kHuge}, kPositive{0.0, kHuge};

/// Reads the members of JSON objects, and collects the names of those that are invalid and of the extensions that are
/// not read. A number is limited to `limits`; a member that is missing or no number is `fallback`.
class Members {
  public:
    float number(const nlohmann::json& object, const char* key, float fallback, const Limits& limits = {});

    /// A color with a negative part is ignored: limited, it would be black.
    template <int count>
    glm::vec<count, float> vector(const nlohmann::json& object, const char* key, glm::vec<count, float> fallback,
                                  const Limits& limits = {}) {
        read(object, key, {&fallback[0], count}, limits);
        return fallback;
    }

    bool flag(const nlohmann::json& object, const char* key);

    /// An index into a list of `count`.
    std::optional<size_t> index(const nlohmann::json& object, const char* key, size_t count);

    /// Null for what is not an object.
    const nlohmann::json& object(const nlohmann::json& parent, const char* key);

    void invalid(const char* key) { invalid_.insert(key); }

    /// Collects those of `extensions` that are not in `read`.
    void noteOthers(const nlohmann::json& extensions, std::initializer_list<const char*> read);

    std::set<std::string> takeInvalid() { return std::exchange(invalid_, {}); }
    std::set<std::string> takeOthers() { return std::exchange(others_, {}); }

  private:
    void read(const nlohmann::json& object, const char* key, std::span<float> result, const Limits& limits);
    float limited(const nlohmann::json& value, const char* key, float fallback, const Limits& limits);

    std::set<std::string> invalid_, others_;
};

}  // namespace sinew::gltf
