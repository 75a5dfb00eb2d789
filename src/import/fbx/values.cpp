#include "import/fbx/values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "import/fbx/curve.h"

namespace sinew::fbx {
namespace {

constexpr size_t kFirstOfProperty = 4;  // after name, type, label and flags

template <size_t Count>
bool isOneOf(const std::array<std::string_view, Count>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

bool isNumber(const Value& value) {
    return std::holds_alternative<int32_t>(value) || std::holds_alternative<int64_t>(value) ||
           std::holds_alternative<double>(value);
}

/// The type of an array by the name of its record.
char typeOfArray(std::string_view name) {
    constexpr std::array<std::string_view, 9> kIntegers{"PolygonVertexIndex", "Edges",      "Indexes",
                                                        "Materials",          "Smoothing",  "TextureId",
                                                        "KeyAttrFlags",       "KeyAttrRefCount", "Hole"};
    if (name == "KeyTime") return 'l';
    if (name == "KeyValueFloat" || name == "KeyAttrDataFloat") return 'f';
    return isOneOf(kIntegers, name) || name.ends_with("Index") ? 'i' : 'd';
}

/// Numbers from `first` on.
void asDoubles(Record& record, size_t first) {
    for (size_t i = first; i < record.values.size(); ++i)
        if (isNumber(record.values[i])) record.values[i] = record.number(i);
}
void asLong(Record& record, size_t first) {
    for (size_t i = first; i < record.values.size(); ++i)
        if (isNumber(record.values[i])) record.values[i] = record.integer(i);
}

void typeProperty(Record& property) {
    constexpr std::array<std::string_view, 7> kIntegers{"int", "Integer", "enum", "Enum", "bool", "Bool", "Short"};
    constexpr std::array<std::string_view, 4> kLong{"KTime", "ULongLong", "LongLong", "Time"};
    const std::string_view type = property.text(1);
    if (isOneOf(kLong, type))
        asLong(property, kFirstOfProperty);
    else if (!isOneOf(kIntegers, type))
        asDoubles(property, kFirstOfProperty);
}

void type(Record& record) {
    constexpr std::array<std::string_view, 6> kReal{
        "DeformPercent", "ModelUVTranslation", "ModelUVScaling", "Link_DeformAcuracy", "Alphas", "Weight"};
    for (Record& child : record.children)
        type(child);
    if (record.name == "P")
        typeProperty(record);
    else if (record.child("a") && record.children.size() == 1)
        record.values = {Numbers{typeOfArray(record.name), record.numbers()}}, record.children.clear();
    else if (isOneOf(kReal, record.name))
        asDoubles(record, 0);
}

bool hasContent(const Record& record) {
    return (record.name == "Content" && !record.text().empty()) || std::ranges::any_of(record.children, hasContent);
}

size_t countOfNumbers(const Record& record) {
    if (record.values.empty()) return 0;
    if (const auto* packed = std::get_if<PackedNumbers>(&record.values[0])) return packed->count;
    if (const auto* numbers = std::get_if<Numbers>(&record.values[0])) return numbers->values.size();
    return record.values.size();
}

/// Times beyond the range of files become 0.
int64_t scaledTime(double ticks, double factor) {
    const double scaled = std::round(ticks * factor);
    return std::abs(scaled) < 9e18 ? static_cast<int64_t>(scaled) : 0;
}

void scale(Record& record, double factor) {
    for (Record& child : record.children)
        scale(child, factor);
    if (record.name == "KeyTime") {
        std::vector<double> times = record.numbers();
        for (double& time : times)
            time = static_cast<double>(scaledTime(time, factor));
        record.values = {Numbers{'l', std::move(times)}};
    } else if (record.name == "P" && record.text(1) == "KTime" && record.values.size() > kFirstOfProperty) {
        record.values[kFirstOfProperty] = scaledTime(record.number(kFirstOfProperty), factor);
    }
}

}  // namespace

bool typeValues(Document& document) {
    if (hasContent(document.root)) return false;
    for (Record& list : document.root.children) {
        type(list);
        for (Record& one : list.children) {
            if (list.name == "Connections") asLong(one, 1);
            if (list.name == "Objects" && !one.values.empty() && isNumber(one.values[0]))
                one.values[0] = one.integer(0);
        }
    }
    return true;
}

bool dropRepeatedProperties(Document& document) {
    bool dropped = false;
    const auto drop = [&](auto& self, Record& record) -> void {
        for (Record& child : record.children)
            self(self, child);
        if (record.name != "Properties70") return;
        std::unordered_map<std::string_view, size_t> count;
        for (const Record& property : record.children)
            ++count[property.text(0)];
        if (count.size() == record.children.size()) return;
        dropped = true;
        // A copy, as the names are the records'.
        std::vector<Record> kept;
        for (const Record& property : record.children)
            if (--count[property.text(0)] == 0) kept.push_back(property);
        record.children = std::move(kept);
    };
    drop(drop, document.root);
    return dropped;
}

bool dropUnreadProperties(Document& document) {
    constexpr std::array<std::string_view, 2> kUnread{"KTime", "ColorAndAlpha"};
    const auto objects = std::ranges::find(document.root.children, "Objects", &Record::name);
    if (objects == document.root.children.end()) return false;
    size_t dropped = 0;
    for (Record& object : objects->children)
        for (Record& table : object.children)
            if (object.name == "Model" && table.name == "Properties70")
                dropped += std::erase_if(table.children,
                                         [&](const Record& property) { return isOneOf(kUnread, property.text(1)); });
    return dropped > 0;
}

bool dropEmptyCurves(Document& document) {
    const auto objects = std::ranges::find(document.root.children, "Objects", &Record::name);
    if (objects == document.root.children.end()) return false;
    return std::erase_if(objects->children, [](const Record& object) {
               const Record* const times = object.name == "AnimationCurve" ? object.child("KeyTime") : nullptr;
               return times && countOfNumbers(*times) == 0;
           }) > 0;
}

double ticksInOne(const Record& root) {
    constexpr int64_t kWithFlags = 1004, kUsual = 127;
    constexpr double kNewerPerSecond = 141120000.0;
    const Record* const header = root.child("FBXHeaderExtension");
    const Record* const version = header ? header->child("FBXHeaderVersion") : nullptr;
    const Record* const flags = header ? header->child("OtherFlags") : nullptr;
    const Record* const definition = flags    ? flags->child("TCDefinition")
                                     : header ? header->child("TCDefinition")
                                              : nullptr;
    const bool newer = version && version->integer() >= kWithFlags && definition && definition->integer() != kUsual;
    return newer ? kTicksPerSecond / kNewerPerSecond : 1.0;
}

void scaleTimes(Document& document, double factor) {
    scale(document.root, factor);
}

}  // namespace sinew::fbx
