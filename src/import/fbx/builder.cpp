#include "import/fbx/builder.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew::fbx {
namespace {

/// How many numbers a type has, and of which kind.
struct PropertyType {
    std::string_view type;
    char value;  ///< I, L and D as in binary files, S for text
    size_t count;
};

constexpr std::array kKinds{PropertyType{"KString", 'S', 1},      PropertyType{"bool", 'I', 1},
                            PropertyType{"Bool", 'I', 1},         PropertyType{"int", 'I', 1},
                            PropertyType{"Int", 'I', 1},          PropertyType{"enum", 'I', 1},
                            PropertyType{"Enum", 'I', 1},         PropertyType{"Integer", 'I', 1},
                            PropertyType{"KTime", 'L', 1},        PropertyType{"Vector3D", 'D', 3},
                            PropertyType{"ColorRGB", 'D', 3},     PropertyType{"Vector", 'D', 3},
                            PropertyType{"Color", 'D', 3},        PropertyType{"Lcl Translation", 'D', 3},
                            PropertyType{"Lcl Rotation", 'D', 3}, PropertyType{"Lcl Scaling", 'D', 3},
                            PropertyType{"double", 'D', 1},       PropertyType{"Number", 'D', 1},
                            PropertyType{"float", 'D', 1},        PropertyType{"Float", 'D', 1},
                            PropertyType{"FieldOfView", 'D', 1},  PropertyType{"Real", 'D', 1},
                            PropertyType{"Shape", 'D', 1}};

}  // namespace

std::vector<Property> oldProperties(const Record& object) {
    std::vector<Property> result;
    const Record* const table = object.child("Properties60");
    if (!table) return result;
    constexpr size_t kFirst = 3;  // after name, type and flags
    for (const Record& one : table->children) {
        const auto kind = std::ranges::find(kKinds, one.text(1), &PropertyType::type);
        if (one.name != "Property" || one.text(0).empty() || kind == kKinds.end() ||
            one.values.size() < kFirst + kind->count)
            continue;
        Property property{std::string(one.text(0)), std::string(one.text(1)), {}};
        for (size_t i = kFirst; i < kFirst + kind->count; ++i) {
            if (kind->value == 'S') property.values.emplace_back(std::string(one.text(i)));
            if (kind->value == 'I') property.values.emplace_back(static_cast<int32_t>(one.integer(i)));
            if (kind->value == 'L') property.values.emplace_back(one.integer(i));
            if (kind->value == 'D') property.values.emplace_back(std::isfinite(one.number(i)) ? one.number(i) : 0.0);
        }
        result.push_back(std::move(property));
    }
    return result;
}

void addProperties(Record& object, const std::vector<Property>& properties) {
    Record& table = object.add("Properties70");
    for (const Property& property : properties) {
        Record& one = table.add("P", {property.name, property.type, std::string(), std::string("A")});
        one.values.insert(one.values.end(), property.values.begin(), property.values.end());
    }
}

Property vectorProperty(std::string name, std::string type, double x, double y, double z) {
    return {std::move(name), std::move(type), {x, y, z}};
}

Record& Builder::object(std::string_view type, int64_t id, std::string_view name, std::string_view named,
                        std::string_view kind) {
    using namespace std::string_literals;
    return objects_.add(std::string(type), {id, std::string(name) + "\0\1"s + std::string(named), std::string(kind)});
}

void Builder::connect(int64_t source, int64_t destination) {
    connections_.add("C", {std::string("OO"), source, destination});
}

void Builder::connect(int64_t source, int64_t destination, std::string_view property) {
    connections_.add("C", {std::string("OP"), source, destination, std::string(property)});
}

Document Builder::finish(std::vector<Property> settings) {
    Document document{.root = {}, .version = 7400, .binary = true};
    Record& header = document.root.add("FBXHeaderExtension");
    header.add("FBXHeaderVersion", {1003});
    header.add("FBXVersion", {7400});
    addProperties(document.root.add("GlobalSettings"), settings);
    document.root.children.push_back(std::move(objects_));
    document.root.children.push_back(std::move(connections_));
    return document;
}

const Record* channelOf(const Record& model, std::initializer_list<std::string_view> path) {
    const Record* at = &model;
    for (const std::string_view name : path) {
        const auto found = std::ranges::find_if(
            at->children, [&](const Record& child) { return child.name == "Channel" && child.text() == name; });
        if (found == at->children.end()) return nullptr;
        at = &*found;
    }
    return at;
}

}  // namespace sinew::fbx
