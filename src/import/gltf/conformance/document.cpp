#include "import/gltf/conformance/document.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "import/build/convert.h"
#include "import/gltf/document/names.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

/// Members that are lists, and what one of their elements is called.
constexpr std::array<std::pair<const char*, const char*>, 13> kLists{{{"materials", "material"},
                                                                      {"meshes", "mesh"},
                                                                      {"nodes", "node"},
                                                                      {"textures", "texture"},
                                                                      {"images", "image"},
                                                                      {"samplers", "sampler"},
                                                                      {"animations", "animation"},
                                                                      {"skins", "skin"},
                                                                      {"cameras", "camera"},
                                                                      {"scenes", "scene"},
                                                                      {"accessors", "accessor"},
                                                                      {"bufferViews", "bufferView"},
                                                                      {"buffers", "buffer"}}};

/// The names of all extensions in an object or below it.
void addExtensions(const Json& value, std::set<std::string>& names) {
    for (const auto& [key, member] : value.items()) {
        if (key == "extensions" && member.is_object())
            for (const auto& extension : member.items())
                names.insert(extension.key());
        if (member.is_structured() && key != "extras") addExtensions(member, names);
    }
}

/// True for JSON with an empty list, and for some other.
bool mayHoldEmptyList(std::string_view json) {
    for (size_t at = json.find('['); at != std::string_view::npos; at = json.find('[', at + 1)) {
        const size_t next = json.find_first_not_of(" \t\r\n", at + 1);
        if (next != std::string_view::npos && json[next] == ']') return true;
    }
    return false;
}

/// The names of all empty lists in an object or below it, but for what extensions and authors add.
void addEmptyLists(const Json& value, std::set<std::string>& names) {
    for (const auto& [key, member] : value.items()) {
        if (!member.is_structured() || key == "extras" || key == "extensions") continue;
        if (member.is_array() && member.empty())
            names.insert(key);
        else
            addEmptyLists(member, names);
    }
}

bool isMisaligned(const File& file, const AccessorRow& row) {
    const size_t width = componentBytes(row.componentType);
    if (row.view == kNone || width < 2) return false;
    const ViewRow& view = file.view(row.view);
    return view.isObject && ((view.offset + row.offset) % width != 0 || view.stride % width != 0);
}

void reportUndeclared(const File& file, Findings& findings) {
    const Json& used = File::list(file.member("extensionsUsed"));
    for (const Json& name : File::list(file.member("extensionsRequired")))
        if (name.is_string() && std::ranges::find(used, name) == used.end())
            findings.push_back({"extension-undeclared", Severity::info, utf8From(name.get<std::string>()),
                                "is required, but extensionsUsed does not list it"});
    std::set<std::string> known;
    for (const char* key : {"extensionsUsed", "extensionsRequired"})
        for (const Json& name : File::list(file.member(key)))
            if (name.is_string()) known.insert(name.get<std::string>());
    const auto report = [&](const std::string& name, const std::string& user) {
        if (known.insert(name).second)
            findings.push_back({"extension-undeclared", Severity::warning, utf8From(name),
                                fmt::format("is used by {}, but extensionsUsed does not list it", user)});
    };
    for (const auto& [key, kind] : kLists) {
        if (file.text(key).find("\"extensions\"") == std::string_view::npos) continue;
        const Json& elements = File::list(file.member(key));
        for (size_t i = 0; i < elements.size(); ++i) {
            std::set<std::string> names;
            addExtensions(elements[i], names);
            for (const std::string& name : names)
                report(name, fmt::format("{} {}", kind, inQuotes(nameOf(elements[i], kind, i))));
        }
    }
    const Json& ofFile = file.member("extensions");
    if (!ofFile.is_object()) return;
    for (const auto& extension : ofFile.items())
        report(extension.key(), "the file");
}

/// Accessors that other readers stumble over: whose elements begin between the words of memory, or whose sparse indices
/// do not ascend.
void reportIrregular(File& file, Findings& findings) {
    constexpr size_t kMostSparse = size_t{1} << 22;  // indices of all accessors: they may share bytes
    struct Kind {
        size_t count = 0, first = 0;
    } misaligned, unsorted;
    size_t left = kMostSparse;
    for (size_t a = 0; a < file.accessorCount(); ++a) {
        const AccessorRow& row = file.accessor(a);
        const auto note = [a](Kind& kind) { kind.first = kind.count++ == 0 ? a : kind.first; };
        if (isMisaligned(file, row)) note(misaligned);
        if (!row.isSparse) continue;
        const Json& sparse = File::at(File::at(file.member("accessors"), a), "sparse");
        const size_t count = File::index(sparse, "count").value_or(0);
        if (count == 0 || count > left) continue;
        left -= count;
        const auto indices = file.sparseIndices(sparse);
        if (indices && std::ranges::adjacent_find(*indices, std::greater_equal<>()) != indices->end()) note(unsorted);
    }
    const auto add = [&](const Kind& kind, const char* what) {
        if (kind.count > 0)
            findings.push_back(countFinding("accessor-irregular", Severity::warning, "file", kind.count, "accessor",
                                            "accessors", fmt::format("{}: accessor {}", what, kind.first)));
    };
    add(misaligned, "whose numbers do not begin at a multiple of their size in the buffer");
    add(unsorted, "with sparse indices that do not ascend");
}

void reportEmptyLists(const File& file, Findings& findings) {
    const auto report = [&](const std::string& object, std::string_view name) {
        findings.push_back({"list-empty", Severity::info, object,
                            fmt::format("has an empty list {}, which glTF forbids", inQuotes(utf8From(name)))});
    };
    for (const std::string_view key : {"extensionsUsed", "extensionsRequired"})
        if (file.member(key).is_array() && file.member(key).empty()) report("file", key);
    for (const auto& [key, kind] : kLists) {
        if (!mayHoldEmptyList(file.text(key))) continue;
        const Json& elements = File::list(file.member(key));
        if (file.member(key).is_array() && elements.empty()) report("file", key);
        for (size_t i = 0; i < elements.size(); ++i) {
            std::set<std::string> names;
            addEmptyLists(elements[i], names);
            for (const std::string& name : names)
                report(nameOf(elements[i], kind, i), name);
        }
    }
}

void reportEncoding(const File& file, Findings& findings) {
    for (const std::string_view key : file.reencoded()) {
        const std::string_view text = file.text(key);
        std::set<std::string> names;
        for (size_t at = text.find('"'); at < text.size(); at = text.find('"', at + 1)) {
            const size_t end = stringEnd(text, at);
            if (const std::string_view name = text.substr(at + 1, end - at - 1); !isUtf8Line(name))
                names.insert(utf8From(name));
            at = end;
        }
        findings.push_back({"json-encoding", Severity::warning, "file",
                            fmt::format("has text in {} that is not UTF-8: {}", inQuotes(utf8From(key)),
                                        listed(std::vector<std::string>(names.begin(), names.end())))});
    }
}

void reportVersion(const File& file, Findings& findings) {
    const Json& asset = file.member("asset");
    const Json &version = File::at(asset, "version"), &least = File::at(asset, "minVersion");
    const auto add = [&](std::string what) {
        findings.push_back({"version-wrong", Severity::warning, "file", std::move(what)});
    };
    if (version == "2.1") {
        findings.push_back({"version-wrong", Severity::info, "file",
                            "is glTF 2.1: what 2.0 and the extensions that are read cannot express is ignored"});
        return;
    }
    if (least.is_string() && !least.get_ref<const std::string&>().starts_with("2.0"))
        add(fmt::format("needs a reader of glTF {}; it is read as 2.0",
                        inQuotes(utf8From(least.get_ref<const std::string&>()))));
    if (version.is_string() && version.get_ref<const std::string&>().starts_with("2.")) return;
    add(version.is_string() ? fmt::format("states glTF version {}, but is written as 2.0, as which it is read",
                                          inQuotes(utf8From(version.get_ref<const std::string&>())))
                            : std::string("does not state its version of glTF; it is read as 2.0"));
}

/// Nodes with a matrix, translation, rotation or scale of another number of numbers, which are ignored; those whose
/// matrix has another last row than 0 0 0 1, or whose rotation is no quaternion of unit length.
void reportTransforms(const File& file, Findings& findings) {
    constexpr std::array<std::pair<const char*, size_t>, 4> kSizes{
        {{"matrix", 16}, {"translation", 3}, {"rotation", 4}, {"scale", 3}}};
    constexpr double kOff = 1e-3, kNotUnit = 0.01, kNoLength = 1e-6;
    const Json& nodes = File::list(file.member("nodes"));
    for (size_t n = 0; n < nodes.size(); ++n) {
        const auto add = [&](const char* id, Severity severity, std::string message) {
            findings.push_back({id, severity, nameOf(nodes[n], "node", n), std::move(message)});
        };
        for (const auto& [key, size] : kSizes) {
            const Json& numbers = File::at(nodes[n], key);
            if (numbers.is_null() || numbersIn(numbers, size)) continue;
            const bool areNumbers = numbers.is_array() &&
                                    std::ranges::all_of(numbers, [](const Json& number) { return number.is_number(); });
            add("transform-invalid", Severity::error,
                areNumbers
                    ? fmt::format("has a {} of {} instead of {} numbers; it is ignored", key, numbers.size(), size)
                    : fmt::format("has a {} that is no list of numbers; it is ignored", key));
        }
        if (const auto m = numbersIn(File::at(nodes[n], "matrix"), 16))
            if (std::abs((*m)[3]) >= kOff || std::abs((*m)[7]) >= kOff || std::abs((*m)[11]) >= kOff ||
                std::abs((*m)[15] - 1.0) >= kOff)
                add("matrix-not-affine", Severity::warning,
                    fmt::format(
                        "has a matrix whose last row is {:.4g} {:.4g} {:.4g} {:.4g} instead of 0 0 0 1: were rows "
                        "and columns exchanged?",
                        (*m)[3], (*m)[7], (*m)[11], (*m)[15]));
        const auto r = numbersIn(File::at(nodes[n], "rotation"), 4);
        const double length = r ? std::hypot(std::hypot((*r)[0], (*r)[1]), std::hypot((*r)[2], (*r)[3])) : 1.0;
        if (std::abs(length - 1.0) >= kNotUnit)
            add("rotation-not-unit", Severity::warning,
                length < kNoLength ? "rests with a rotation of all zeros, which was ignored"
                                   : fmt::format("rests with a quaternion of length {:.3g}", length));
    }
}

void reportImageTypes(File& file, Findings& findings) {
    constexpr size_t kHead = 12;
    for (size_t i = 0; i < File::list(file.member("images")).size(); ++i) {
        const Json& image = file.member("images")[i];
        const Json& stated = File::at(image, "mimeType");
        const auto index = File::index(image, "bufferView");
        if (!stated.is_string() || !index) continue;
        const ViewRow& view = file.view(*index);
        if (!view.isObject || view.size < kHead) continue;
        const std::string head = file.bytes(view.buffer, view.offset, kHead);
        const std::string type = head.starts_with("\x89PNG")        ? "image/png"
                                 : head.starts_with("\xFF\xD8\xFF") ? "image/jpeg"
                                                                    : "";
        const auto& text = stated.get_ref<const std::string&>();
        if (type.empty() || text == type || (text != "image/png" && text != "image/jpeg")) continue;
        findings.push_back({"texture-type-wrong", Severity::warning, nameOf(image, "image", i),
                            fmt::format("says that it is {}, but is {}", text, type)});
    }
}

}  // namespace

void judgeDocument(File& file, Findings& findings) {
    reportVersion(file, findings);
    reportUndeclared(file, findings);
    reportIrregular(file, findings);
    reportEmptyLists(file, findings);
    reportTransforms(file, findings);
    reportImageTypes(file, findings);
    reportEncoding(file, findings);
}

}  // namespace sinew::gltf
