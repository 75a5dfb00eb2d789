#include "import/gltf/document/tables.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "import/gltf/document/file.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

void append(Bound& bound, float value) {
    if (bound.count < Bound::kMost) bound.values[bound.count] = value;
    ++bound.count;
}

Bound boundFrom(const Json& list) {
    Bound bound;
    for (const Json& number : File::list(list)) {
        if (!number.is_number()) return {};
        const double value = number.get<double>();
        if (!(std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max()))) return {};
        append(bound, static_cast<float>(value));
    }
    return bound;
}

size_t wholeOr(size_t missing, const Json& element, const char* key) {
    const Json& value = File::at(element, key);
    if (value.is_null()) return missing;
    return std::min(File::index(value).value_or(kNone), kNone);
}

/// KHR_animation_pointer: what `pointer` names.
void resolvePointer(std::string_view pointer, AnimationRow::Channel& channel) {
    constexpr std::string_view kNodes = "/nodes/";
    channel.node = kNone;
    channel.path = pointer;
    if (!pointer.starts_with(kNodes)) return;
    const std::string_view rest = pointer.substr(kNodes.size());
    size_t node = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), node);
    const auto digits = static_cast<size_t>(end - rest.data());
    if (error != std::errc() || node >= kNone || digits >= rest.size() || rest[digits] != '/') return;
    const std::string_view path = rest.substr(digits + 1);
    const bool isOwn = path == "translation" || path == "rotation" || path == "scale" || path == "weights";
    if (!isOwn && !path.starts_with("weights/") && path != kVisibility) return;
    channel.node = node;
    channel.path = path;
    channel.isExtended = !isOwn;
}

}  // namespace

size_t componentCountOf(std::string_view type) {
    constexpr std::array<std::pair<std::string_view, size_t>, 5> kTypes{
        {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}}};
    for (const auto& [name, count] : kTypes)
        if (type == name) return count;
    return 0;
}

bool isBoundless(const AccessorRow& accessor) {
    return accessor.isObject && (accessor.min.count == 0 || accessor.max.count == 0);
}

AnimationRow animationFrom(const Json& element) {
    const auto text = [](const Json& value) {
        if (value.is_string()) return std::string_view(value.get_ref<const std::string&>());
        return value.is_null() ? std::string_view() : kNoText;
    };
    AnimationRow row;
    if (File::at(element, "name").is_string()) row.name = text(File::at(element, "name"));
    for (const Json& sampler : File::list(File::at(element, "samplers")))
        row.samplers.push_back({.input = wholeOr(kNone, sampler, "input"),
                                .output = wholeOr(kNone, sampler, "output"),
                                .isCubic = File::at(sampler, "interpolation") == "CUBICSPLINE",
                                .interpolation = text(File::at(sampler, "interpolation"))});
    for (const Json& channel : File::list(File::at(element, "channels"))) {
        const Json& target = File::at(channel, "target");
        row.channels.push_back({.sampler = wholeOr(kNone, channel, "sampler"),
                                .node = wholeOr(kNone, target, "node"),
                                .path = text(File::at(target, "path")),
                                .isExtended = !File::at(target, "extensions").is_null()});
        const Json& pointed = File::at(File::at(target, "extensions"), "KHR_animation_pointer");
        if (pointed.is_object()) resolvePointer(text(File::at(pointed, "pointer")), row.channels.back());
    }
    return row;
}

AccessorRow accessorFrom(const Json& element) {
    const Json& type = File::at(element, "type");
    return {.view = wholeOr(kNone, element, "bufferView"),
            .offset = wholeOr(0, element, "byteOffset"),
            .count = wholeOr(0, element, "count"),
            .componentType = wholeOr(0, element, "componentType"),
            .componentCount = type.is_string() ? componentCountOf(type.get_ref<const std::string&>()) : 0,
            .isNormalized = File::at(element, "normalized") == true,
            .isSparse = !File::at(element, "sparse").is_null(),
            .isObject = element.is_object(),
            .min = boundFrom(File::at(element, "min")),
            .max = boundFrom(File::at(element, "max"))};
}

ViewRow viewFrom(const Json& element) {
    return {.buffer = wholeOr(kNone, element, "buffer"),
            .offset = wholeOr(0, element, "byteOffset"),
            .size = wholeOr(0, element, "byteLength"),
            .stride = wholeOr(0, element, "byteStride"),
            .isObject = element.is_object()};
}

}  // namespace sinew::gltf
