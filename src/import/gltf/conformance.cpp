#include <algorithm>
#include <array>
#include <map>
#include <numbers>
#include <set>

#include <fmt/format.h>

#include "import/gltf/names.h"
#include "import/gltf/reports.h"
#include "model/text.h"

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

constexpr size_t kMostSparse = size_t{1} << 22;  // indices of all accessors that are looked at: they may share bytes

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

/// What an accessor is used for: "its NORMAL".
struct AccessorUse {
    std::string object, what;
};

std::map<size_t, AccessorUse> accessorUses(const File& file) {
    std::map<size_t, AccessorUse> uses;
    const auto add = [&](const Json& number, const std::string& object, std::string what) {
        if (const auto accessor = File::index(number))
            uses.try_emplace(*accessor, AccessorUse{object, std::move(what)});
    };
    const Json& meshes = File::list(file.member("meshes"));
    for (size_t m = 0; m < meshes.size(); ++m) {
        const std::string name = nameOf(meshes[m], "mesh", m);
        for (const Json& primitive : File::list(File::at(meshes[m], "primitives"))) {
            add(File::at(primitive, "indices"), name, "indices");
            for (const auto& [key, number] : File::at(primitive, "attributes").items())
                add(number, name, utf8From(key));
            for (const Json& target : File::list(File::at(primitive, "targets")))
                for (const auto& [key, number] : target.items())
                    add(number, name, utf8From(key) + " of a morph target");
        }
    }
    const Json& skins = File::list(file.member("skins"));
    for (size_t s = 0; s < skins.size(); ++s)
        add(File::at(skins[s], "inverseBindMatrices"), nameOf(skins[s], "skin", s), "inverse bind matrices");
    const Json& animations = File::list(file.member("animations"));
    for (size_t a = 0; a < animations.size(); ++a)
        for (const Json& sampler : File::list(File::at(animations[a], "samplers")))
            for (const char* key : {"input", "output"})
                add(File::at(sampler, key), nameOf(animations[a], "Animation", a), "keys");
    return uses;
}

bool isMisaligned(const File& file, const AccessorRow& row) {
    const size_t width = componentBytes(row.componentType);
    if (row.view == kNone || width < 2) return false;
    const ViewRow& view = file.view(row.view);
    return view.isObject && ((view.offset + row.offset) % width != 0 || view.stride % width != 0);
}

}  // namespace

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

void reportIrregular(File& file, Findings& findings) {
    std::vector<std::pair<size_t, const char*>> irregular;
    size_t left = kMostSparse;
    for (size_t a = 0; a < file.accessorCount(); ++a) {
        const AccessorRow& row = file.accessor(a);
        if (isMisaligned(file, row))
            irregular.emplace_back(a, "do not begin at a multiple of their size in the buffer");
        if (!row.isSparse) continue;
        const Json& sparse = File::at(File::at(file.member("accessors"), a), "sparse");
        const size_t count = File::index(sparse, "count").value_or(0);
        if (count > left) continue;
        left -= count;
        const auto indices = file.sparseIndices(sparse);
        if (indices && std::ranges::adjacent_find(*indices, std::greater_equal<>()) != indices->end())
            irregular.emplace_back(a, "have sparse indices that do not ascend");
    }
    if (irregular.empty()) return;
    const std::map<size_t, AccessorUse> uses = accessorUses(file);
    std::set<std::string> reported;
    for (const auto& [accessor, fault] : irregular)
        if (const auto use = uses.find(accessor); use != uses.end() && reported.insert(use->second.object).second)
            findings.push_back(
                {"accessor-irregular", Severity::warning, use->second.object,
                 fmt::format("the numbers of its {} (accessor {}) {}", use->second.what, accessor, fault)});
}

void reportBoundless(const File& file, Findings& findings) {
    const Json& meshes = File::list(file.member("meshes"));
    for (size_t m = 0; m < meshes.size(); ++m) {
        const Json& primitives = File::list(File::at(meshes[m], "primitives"));
        if (std::ranges::any_of(primitives, [&](const Json& primitive) {
                const auto positions = File::index(File::at(primitive, "attributes"), "POSITION");
                return positions && isBoundless(file.accessor(*positions));
            }))
            findings.push_back({"bounds-missing", Severity::info, nameOf(meshes[m], "mesh", m),
                                "states no min and max of its positions"});
    }
}

void reportAttributeNames(const File& file, Findings& findings) {
    constexpr std::array<std::string_view, 3> kPlain{"POSITION", "NORMAL", "TANGENT"};
    constexpr std::array<std::string_view, 4> kNumbered{"TEXCOORD", "COLOR", "JOINTS", "WEIGHTS"};
    const auto isKnown = [&](std::string_view name) {
        if (name.starts_with("_") || std::ranges::find(kPlain, name) != kPlain.end()) return true;
        return std::ranges::any_of(kNumbered, [&](std::string_view start) {
            return name.starts_with(start) && name.size() > start.size() + 1 && name[start.size()] == '_';
        });
    };
    const Json& meshes = File::list(file.member("meshes"));
    for (size_t m = 0; m < meshes.size(); ++m) {
        const std::string mesh = nameOf(meshes[m], "mesh", m);
        std::set<std::string> unknown, foreign;
        for (const Json& primitive : File::list(File::at(meshes[m], "primitives"))) {
            const Json& attributes = File::at(primitive, "attributes");
            if (!attributes.is_object()) continue;
            for (const auto& attribute : attributes.items())
                if (!isKnown(attribute.key())) unknown.insert(attribute.key());
            for (const Json& target : File::list(File::at(primitive, "targets")))
                for (const auto& attribute : target.items())
                    if (target.is_object() && !attributes.contains(attribute.key())) foreign.insert(attribute.key());
        }
        for (const std::string& name : unknown)
            findings.push_back(
                {"attribute-ignored", Severity::info, mesh,
                 fmt::format("has an attribute {}, which glTF does not know; it is ignored", inQuotes(name))});
        for (const std::string& name : foreign)
            findings.push_back({"morph-misfit", Severity::info, mesh,
                                fmt::format("has morph targets with {}, which its parts do not have", inQuotes(name))});
    }
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

void reportNameless(const File& file, Findings& findings) {
    constexpr size_t kFewestNamed = 4;
    const auto isNamed = [](const Json& element) {
        const Json& name = File::at(element, "name");
        return name.is_string() && !name.get_ref<const std::string&>().empty();
    };
    const auto report = [&](const Json& elements, const std::set<size_t>& among, const char* kind, size_t fewest) {
        const auto named =
            static_cast<size_t>(std::ranges::count_if(among, [&](size_t i) { return isNamed(elements[i]); }));
        if (named < fewest || 2 * named < among.size()) return;
        for (const size_t i : among)
            if (!isNamed(elements[i]))
                findings.push_back({"name-missing", Severity::info, nameOf(elements[i], kind, i),
                                    fmt::format("has no name, although {} have one",
                                                named == among.size() - 1 ? "all others" : "others")});
    };
    // Most clips, or all; those of a copied one say nothing.
    const auto reportLost = [&](const Json& animations) {
        const auto named = static_cast<size_t>(std::ranges::count_if(animations, isNamed));
        const auto differs = [&](const Json& animation) { return animation != animations.front(); };
        if (2 * named >= animations.size() || std::ranges::none_of(animations, differs)) return;
        const std::string all = measuredCount(animations.size(), "clip", "clips").text;
        findings.push_back({"name-missing", Severity::info, "file",
                            named == 0 ? fmt::format("has {}, and none has a name", all)
                                       : fmt::format("has {} of which only {} a name", all,
                                                     named == 1 ? "1 has" : fmt::format("{} have", named))});
    };
    std::set<size_t> joints, clips;
    const Json& nodes = File::list(file.member("nodes"));
    for (const Json& skin : File::list(file.member("skins")))
        for (const Json& joint : File::list(File::at(skin, "joints")))
            if (const auto node = File::index(joint); node && *node < nodes.size()) joints.insert(*node);
    const Json& animations = File::list(file.member("animations"));
    for (size_t a = 0; a < animations.size(); ++a)
        clips.insert(a);
    report(nodes, joints, "node", kFewestNamed);
    report(animations, clips, "animation", 1);
    reportLost(animations);
}

void reportCameras(const File& file, Findings& findings) {
    const Json& cameras = File::list(file.member("cameras"));
    for (size_t c = 0; c < cameras.size(); ++c) {
        const auto report = [&](const std::string& message) {
            findings.push_back({"camera-invalid", Severity::info, nameOf(cameras[c], "camera", c), message});
        };
        for (const char* kind : {"perspective", "orthographic"}) {
            const Json& lens = File::at(cameras[c], kind);
            const Json &nearest = File::at(lens, "znear"), &farthest = File::at(lens, "zfar");
            if (nearest.is_number() && farthest.is_number() && farthest.get<double>() <= nearest.get<double>())
                report("its far plane is not beyond its near plane");
        }
        const Json& lens = File::at(cameras[c], "perspective");
        if (const Json& nearest = File::at(lens, "znear"); nearest.is_number() && nearest.get<double>() <= 0.0)
            report("its near plane is not in front of it");
        const Json& angle = File::at(lens, "yfov");
        if (!angle.is_number()) continue;
        if (const double radians = angle.get<double>(); radians >= std::numbers::pi)
            report(
                fmt::format("its field of view is {:.3g} radians, half a turn or more: written in degrees?", radians));
        else if (radians <= 0.0)
            report("its field of view has no width");
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

}  // namespace sinew::gltf
