#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace sinew::gltf {

// The long lists of a file as rows of numbers.

inline constexpr size_t kNone = 0x7FFFFFFF;  ///< missing, or no index: below 0, beyond 31 bits

inline constexpr std::string_view kNoText = "(no text)";  ///< of a member that is no string

/// What an accessor states as the least or the largest of its elements.
struct Bound {
    static constexpr size_t kMost = 3;  ///< components that are kept

    std::array<float, kMost> values{};
    size_t count = 0;  ///< of components; 0: not given, changed, or not of numbers

    bool operator==(const Bound&) const = default;
};

struct AccessorRow {
    size_t view = kNone, offset = 0, count = 0, componentType = 0;
    size_t componentCount = 0;  ///< 0 for an unknown type, and for MAT2 and MAT3, whose columns have padding
    bool isNormalized = false, isSparse = false, isObject = false;
    Bound min, max;

    bool operator==(const AccessorRow&) const = default;
};

struct ViewRow {
    size_t buffer = kNone, offset = 0, size = 0, stride = 0;
    bool isObject = false, isDecoded = false;

    bool operator==(const ViewRow&) const = default;
};

struct AnimationRow {
    struct Sampler {
        size_t input = kNone, output = kNone;
        bool isCubic = false;
        std::string_view interpolation;  ///< empty: not given
    };
    struct Channel {
        size_t sampler = kNone, node = kNone;
        std::string_view path;
        bool isExtended = false;  ///< its target has extensions, which may say what it moves
    };
    std::string_view name;
    std::vector<Sampler> samplers;
    std::vector<Channel> channels;
};

/// The path of a channel that shows or hides its node. KHR_animation_pointer gives a channel the node and the path that
/// it names ("rotation", "weights/2", kVisibility); a pointer to anything else is the path itself, "/materials/...",
/// without a node.
inline constexpr std::string_view kVisibility = "extensions/KHR_node_visibility/visible";

/// True where the accessor states no least or no largest element.
bool isBoundless(const AccessorRow& accessor);

/// 0 for an unknown type.
size_t componentCountOf(std::string_view type);

// Members of another type are missing.
AnimationRow animationFrom(const nlohmann::json& element);
AccessorRow accessorFrom(const nlohmann::json& element);
ViewRow viewFrom(const nlohmann::json& element);

}  // namespace sinew::gltf
