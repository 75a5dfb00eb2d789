#include "import/collada/sources.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

namespace sinew::collada {
namespace {

/// Number of words in a list. Compilers make vectors of the lanes.
size_t wordCount(const char* text) {
    constexpr size_t kLanes = 32, kMostPerLane = 255;
    const size_t length = std::strlen(text);
    const auto* const bytes = reinterpret_cast<const unsigned char*>(text);
    const auto begins = [bytes](size_t i) {
        return static_cast<unsigned>(bytes[i - 1] <= ' ') & static_cast<unsigned>(bytes[i] > ' ');
    };
    size_t count = length > 0 && bytes[0] > ' ' ? 1 : 0, at = 1;
    while (at + kLanes <= length) {
        std::array<uint8_t, kLanes> lanes{};
        for (size_t round = 0; round < kMostPerLane && at + kLanes <= length; ++round, at += kLanes)
            for (size_t lane = 0; lane < kLanes; ++lane)
                lanes[lane] = static_cast<uint8_t>(lanes[lane] + begins(at + lane));
        count = std::accumulate(lanes.begin(), lanes.end(), count);
    }
    for (; at < length; ++at)
        count += begins(at);
    return count;
}

/// The place that assimp gives a <param> of that name; nothing for others.
std::optional<size_t> placeOf(std::string_view name) {
    constexpr std::array<std::string_view, 4> kNames{"XRSU", "YGTV", "ZBP", "A"};
    if (name.size() != 1) return std::nullopt;
    for (size_t place = 0; place < kNames.size(); ++place)
        if (kNames[place].find(name) != std::string_view::npos) return place;
    return std::nullopt;
}

}  // namespace

uint64_t Sources::Accessor::lastPlace() const {
    return *std::ranges::max_element(places);
}

void Sources::add(Node source) {
    forEachElement(source, [&](Node node) {
        const std::string_view name = node.name();
        if (name == "float_array" || name == "Name_array" || name == "IDREF_array") addArray(node);
        if (name == "technique_common")
            if (const Node accessor = node.child("accessor")) addAccessor(source, accessor);
        return true;
    });
}

void Sources::addArray(Node array) {
    Array values{.count = array.attribute("count").as_uint(), .words = std::string_view(array.name()) != "float_array"};
    if (const size_t held = wordCount(array.text().get()); held < values.count) {
        values.count = held;
        array.attribute("count").set_value(held);
        corrected_.push_back(array);
    }
    arrays_[array.attribute("id").value()] = values;
}

void Sources::addAccessor(Node source, Node element) {
    std::string_view array = element.attribute("source").value();
    array.remove_prefix(std::min<size_t>(1, array.size()));
    Accessor accessor{.source = source,
                      .element = element,
                      .array = array,
                      .count = element.attribute("count").as_int(),
                      .offset = element.attribute("offset").as_uint(),
                      .stride = element.attribute("stride").as_uint(1),
                      .size = 0,
                      .places = {}};
    uint64_t params = 0;
    forEachElement(element, [&](Node node) {
        if (std::string_view(node.name()) != "param") return true;
        if (const auto place = placeOf(node.attribute("name").value())) accessor.places[*place] = params;
        if (const pugi::xml_attribute type = node.attribute("type"))
            accessor.size += std::string_view(type.value()) == "float4x4" ? 16 : 1;
        ++params;
        return true;
    });
    accessors_[source.attribute("id").value()] = accessor;
}

const Sources::Accessor* Sources::find(std::string_view reference) const {
    if (!reference.starts_with('#')) return nullptr;
    const auto found = accessors_.find(reference.substr(1));
    return found == accessors_.end() ? nullptr : &found->second;
}

std::optional<uint64_t> Sources::valueCount(const Accessor& accessor, bool words) const {
    const auto found = arrays_.find(accessor.array);
    if (found == arrays_.end() || found->second.words != words) return std::nullopt;
    return found->second.count;
}

uint64_t Sources::held(const Accessor& accessor, uint64_t width) const {
    const uint64_t values = valueCount(accessor).value_or(0), needed = accessor.offset + std::max<uint64_t>(width, 1);
    if (values < needed) return 0;
    return accessor.stride == 0 ? std::numeric_limits<uint64_t>::max() : (values - needed) / accessor.stride + 1;
}

}  // namespace sinew::collada
