#include "import/gltf/references.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "import/gltf/plain.h"
#include "model/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

class References {
  public:
    References(File& file, Findings& findings) : file_(file), findings_(findings) {}

    void run() {
        checkNodes();
        checkSkins();
        checkMeshes();
        checkTextures();
        checkChannels();
        const Json& scenes = file_.member("scenes");
        for (size_t s = 0; s < File::list(scenes).size(); ++s)
            dropFromList("scenes", s, "nodes", "nodes", nameOf(scenes[s], "scene", s));
    }

  private:
    size_t count(const char* key) const { return File::list(file_.member(key)).size(); }

    /// True for a number of an element that the file does not have.
    bool isBroken(const Json& number, const char* key) const {
        if (number.is_null()) return false;
        const auto index = File::index(number);
        return !index || *index >= count(key);
    }

    void add(const std::string& object, const std::string& what) {
        findings_.push_back({"reference-missing", Severity::error, object, what + ", which the file does not have"});
    }

    /// "mesh 12" of the key "meshes".
    static std::string called(const Json& number, const char* key) {
        std::string kind = key;
        kind = kind == "meshes" ? "mesh" : kind.substr(0, kind.size() - 1);
        return fmt::format("{} {}", kind, number.dump());
    }

    /// Removes the broken numbers of a list; files may have a thousand of them.
    void dropFromList(const char* owner, size_t index, const char* member, const char* key, const std::string& name) {
        std::vector<size_t> broken;
        const Json& list = File::list(File::at(file_.member(owner)[index], member));
        for (size_t i = 0; i < list.size(); ++i)
            if (isBroken(list[i], key)) broken.push_back(i);
        if (broken.empty()) return;
        add(name, "refers to " + called(list[broken.front()], key));
        Json& changed = file_.change(owner)[index][member];
        std::for_each(broken.rbegin(), broken.rend(), [&](size_t i) { changed.erase(i); });
    }

    void checkNodes() {
        for (size_t n = 0; n < count("nodes"); ++n) {
            const Json& node = file_.member("nodes")[n];
            if (!node.is_object()) continue;
            const std::string name = nameOf(node, "node", n);
            for (const auto& [member, key] : {std::pair{"mesh", "meshes"}, {"skin", "skins"}, {"camera", "cameras"}}) {
                const Json& number = File::at(file_.member("nodes")[n], member);
                if (!isBroken(number, key)) continue;
                const auto mesh = File::index(node, "mesh");
                // A mesh is what is seen of its node.
                add(mesh && *mesh < count("meshes") ? nameOf(file_.member("meshes")[*mesh], "mesh", *mesh) : name,
                    fmt::format("node {} refers to {}", inQuotes(name), called(number, key)));
                file_.change("nodes")[n].erase(member);
            }
            dropFromList("nodes", n, "children", "nodes", name);
        }
    }

    void checkSkins() {
        std::map<size_t, std::string> broken;
        for (size_t s = 0; s < count("skins"); ++s) {
            const Json& joints = File::list(File::at(file_.member("skins")[s], "joints"));
            const auto lost = std::ranges::find_if(joints, [&](const Json& joint) { return isBroken(joint, "nodes"); });
            if (lost != joints.end()) broken.emplace(s, called(*lost, "nodes"));
            if (isBroken(File::at(file_.member("skins")[s], "skeleton"), "nodes"))
                file_.change("skins")[s].erase("skeleton");
        }
        if (broken.empty()) return;
        for (size_t n = 0; n < count("nodes"); ++n) {
            const auto skin = File::index(file_.member("nodes")[n], "skin"),
                       mesh = File::index(file_.member("nodes")[n], "mesh");
            if (!skin || !broken.contains(*skin)) continue;
            add(mesh ? nameOf(File::at(file_.member("meshes"), *mesh), "mesh", *mesh) : "node",
                fmt::format("is not drawn: its skin {} has the joint {}",
                            inQuotes(nameOf(file_.member("skins")[*skin], "skin", *skin)), broken[*skin]));
            for (const char* key : {"mesh", "skin"})
                file_.change("nodes")[n].erase(key);
        }
        for (const auto& [skin, joint] : broken)
            file_.change("skins")[skin]["joints"] = Json::array();
    }

    void checkMeshes() {
        for (size_t m = 0; m < count("meshes"); ++m) {
            const size_t primitives = File::list(File::at(file_.member("meshes")[m], "primitives")).size();
            for (size_t p = 0; p < primitives; ++p) {
                const Json& mesh = file_.member("meshes")[m];
                const Json& material = File::at(mesh["primitives"][p], "material");
                if (!isBroken(material, "materials")) continue;
                add(nameOf(mesh, "mesh", m), "refers to " + called(material, "materials"));
                file_.change("meshes")[m]["primitives"][p].erase("material");
            }
        }
    }

    /// What a material says of a texture that does not exist is taken out of it.
    bool dropTextures(Json& json) const {
        bool changed = false;
        std::vector<std::string> lost;
        for (auto& [key, value] : json.items()) {
            if (!value.is_object()) continue;
            if (key.ends_with("Texture") && isBroken(File::at(value, "index"), "textures"))
                lost.push_back(key);
            else
                changed = dropTextures(value) || changed;
        }
        for (const std::string& key : lost)
            json.erase(key);
        return changed || !lost.empty();
    }

    void checkTextures() {
        for (size_t t = 0; t < count("textures"); ++t)
            for (const auto& [member, key] : {std::pair{"source", "images"}, {"sampler", "samplers"}}) {
                if (!isBroken(File::at(file_.member("textures")[t], member), key)) continue;
                add(nameOf(file_.member("textures")[t], "texture", t),
                    "refers to " + called(File::at(file_.member("textures")[t], member), key));
                file_.change("textures")[t].erase(member);
            }
        for (size_t m = 0; m < count("materials"); ++m) {
            if (!file_.member("materials")[m].is_object()) continue;
            Json material = file_.member("materials")[m];
            if (!dropTextures(material)) continue;
            add(nameOf(material, "material", m), "refers to a texture");
            file_.change("materials")[m] = std::move(material);
        }
    }

    void checkChannels() {
        const auto rows = scanAnimations(file_.text("animations"));
        const size_t nodes = count("nodes");
        const auto isLost = [&](const AnimationRow::Channel& channel) {
            return channel.node != kNone && channel.node >= nodes;
        };
        if (rows && std::ranges::none_of(
                        *rows, [&](const AnimationRow& row) { return std::ranges::any_of(row.channels, isLost); }))
            return;
        for (size_t a = 0; a < count("animations"); ++a) {
            const Json& animation = file_.member("animations")[a];
            std::vector<size_t> lost;
            for (size_t c = 0; c < File::list(File::at(animation, "channels")).size(); ++c)
                if (isBroken(File::at(File::at(animation["channels"][c], "target"), "node"), "nodes"))
                    lost.push_back(c);
            if (lost.empty()) continue;
            add(nameOf(animation, "animation", a),
                "moves " + called(animation["channels"][lost.front()]["target"]["node"], "nodes"));
            Json& changed = file_.change("animations")[a]["channels"];
            std::for_each(lost.rbegin(), lost.rend(), [&](size_t c) { changed.erase(c); });
        }
    }

    File& file_;
    Findings& findings_;
};

AnimationRow rowFrom(const Json& animation) {
    const auto text = [](const Json& value) {
        return value.is_string() ? std::string_view(value.get_ref<const std::string&>()) : std::string_view();
    };
    AnimationRow row;
    for (const Json& sampler : File::list(File::at(animation, "samplers")))
        row.samplers.push_back({.interpolation = text(File::at(sampler, "interpolation"))});
    for (const Json& channel : File::list(File::at(animation, "channels"))) {
        const Json& target = File::at(channel, "target");
        row.channels.push_back({.sampler = File::index(channel, "sampler").value_or(kNone),
                                .node = File::index(target, "node").value_or(kNone),
                                .path = text(File::at(target, "path")),
                                .isExtended = !File::at(target, "extensions").is_null()});
    }
    return row;
}

bool isPath(std::string_view path) {
    return path == "translation" || path == "rotation" || path == "scale" || path == "weights";
}

void reportAnimation(const File& file, const AnimationRow& row, const std::string& name, Findings& findings) {
    const auto nodeName = [&](size_t node) {
        return inQuotes(nameOf(File::at(file.member("nodes"), node), "node", node));
    };
    std::set<std::pair<size_t, std::string_view>> targets;
    std::set<size_t> odd;  // samplers
    size_t without = 0;
    for (const AnimationRow::Channel& channel : row.channels) {
        const bool isKnown = isPath(channel.path);
        if (channel.node == kNone) {
            without += !channel.isExtended && isKnown;
            continue;
        }
        if (!isKnown && !channel.isExtended)
            findings.push_back({"channel-unusable", Severity::warning, name,
                                fmt::format("a channel of {} is ignored: the format has no path {}",
                                            nodeName(channel.node), inQuotes(utf8From(channel.path)))});
        else if (!targets.emplace(channel.node, channel.path).second && !channel.isExtended)
            findings.push_back({"channel-twice", Severity::warning, name,
                                fmt::format("has two channels for the {} of {}; one of them is played", channel.path,
                                            nodeName(channel.node))});
        if (channel.sampler >= row.samplers.size()) continue;
        const std::string_view mode = row.samplers[channel.sampler].interpolation;
        constexpr std::array<std::string_view, 4> kModes{"", "LINEAR", "STEP", "CUBICSPLINE"};
        if (std::ranges::find(kModes, mode) == kModes.end() && odd.insert(channel.sampler).second)
            findings.push_back({"interpolation-unknown", Severity::warning, name,
                                fmt::format("{} of {} has the interpolation {}; it is played linearly", channel.path,
                                            nodeName(channel.node), inQuotes(utf8From(mode)))});
    }
    if (without > 0) {
        const Measured count = measuredCount(without, "channel", "channels");
        findings.push_back({"channel-unusable", Severity::warning, name,
                            count.text + " ignored: without a node to move", count.figure});
    }
}

/// POINTS and LINES have no triangles, strips and fans any number of indices.
bool isTriangles(const Json& primitive) {
    constexpr size_t kTriangles = 4;
    return File::index(primitive, "mode").value_or(kTriangles) == kTriangles;
}

/// What does not fit in the targets of one mesh; empty where all do.
std::string misfitOf(const Json& mesh, const Accessors& accessors) {
    std::optional<size_t> targets;
    for (const Json& primitive : File::list(File::at(mesh, "primitives"))) {
        const Json& own = File::list(File::at(primitive, "targets"));
        if (targets && *targets != own.size())
            return fmt::format("has parts with {} and with {} morph targets", *targets, own.size());
        targets = own.size();
        const auto positions = File::index(File::at(primitive, "attributes"), "POSITION");
        for (size_t t = 0; positions && t < own.size(); ++t)
            for (const auto& [name, number] : own[t].items())
                if (const auto accessor = File::index(number);
                    accessor && accessors.count(*accessor) != accessors.count(*positions))
                    return fmt::format("{} of morph target {} has {} elements for {} vertices; it is ignored",
                                       utf8From(name), t, accessors.count(*accessor), accessors.count(*positions));
    }
    const Json& weights = File::at(mesh, "weights");
    if (targets && weights.is_array() && weights.size() != *targets)
        return fmt::format("has {} weights for {}", weights.size(),
                           measuredCount(*targets, "morph target", "morph targets").text);
    return {};
}

/// Marks the nodes of the scene that is shown; all nodes of a file without scenes.
std::vector<bool> nodesOfScene(const File& file) {
    const Json& nodes = File::list(file.member("nodes"));
    const Json& scenes = File::list(file.member("scenes"));
    if (scenes.empty()) return std::vector<bool>(nodes.size(), true);
    std::vector<bool> isShown(nodes.size());
    std::vector<size_t> open;
    const auto add = [&](const Json& numbers) {
        for (const Json& number : File::list(numbers))
            if (const auto node = File::index(number); node && *node < nodes.size() && !isShown[*node]) {
                isShown[*node] = true;
                open.push_back(*node);
            }
    };
    const size_t scene = File::index(file.member("scene")).value_or(0);
    add(File::at(File::at(scenes, std::min(scene, scenes.size() - 1)), "nodes"));
    while (!open.empty()) {
        const size_t node = open.back();
        open.pop_back();
        add(File::at(nodes[node], "children"));
    }
    return isShown;
}

}  // namespace

void dropBrokenReferences(File& file, Findings& findings) {
    References(file, findings).run();
}

void reportChannels(const File& file, Findings& findings) {
    if (file.text("animations").empty()) return;
    const auto rows = scanAnimations(file.text("animations"));
    const bool isUsable = rows && !file.repeatsMembers("animations");
    const Json* const animations = isUsable ? nullptr : &File::list(file.member("animations"));
    for (size_t a = 0; a < (isUsable ? rows->size() : animations->size()); ++a) {
        const size_t known = findings.size();
        reportAnimation(file, isUsable ? (*rows)[a] : rowFrom((*animations)[a]), std::string(), findings);
        for (size_t f = known; f < findings.size(); ++f)
            findings[f].object = nameOf(File::at(file.member("animations"), a), "Animation", a);
    }
}

void reportIndices(File& file, Accessors& accessors, Findings& findings) {
    for (size_t m = 0; m < File::list(file.member("meshes")).size(); ++m) {
        const Json& mesh = file.member("meshes")[m];
        size_t lost = 0, spare = 0;
        for (const Json& primitive : File::list(File::at(mesh, "primitives"))) {
            const auto indices = File::index(primitive, "indices"),
                       positions = File::index(File::at(primitive, "attributes"), "POSITION");
            if (!positions || !isTriangles(primitive)) continue;
            const size_t vertices = accessors.count(*positions);
            spare += (indices ? accessors.count(*indices) : vertices) % 3;
            const auto numbers = indices ? file.integers(*indices, 1) : std::nullopt;
            for (size_t i = 0; numbers && i + 2 < numbers->size(); i += 3)
                lost += std::max({(*numbers)[i], (*numbers)[i + 1], (*numbers)[i + 2]}) >= vertices;
        }
        const std::string name = nameOf(mesh, "mesh", m);
        if (lost > 0) {
            const Measured count = measuredCount(lost, "triangle", "triangles");
            findings.push_back({"index-out-of-range", Severity::warning, name,
                                count.text + " ignored: vertices that do not exist", count.figure});
        }
        if (spare > 0) {
            const Measured count = measuredCount(spare, "index", "indices");
            findings.push_back({"indices-incomplete", Severity::warning, name,
                                count.text + " beyond the last whole triangle ignored", count.figure});
        }
    }
}

void reportMorphs(const File& file, const Accessors& accessors, Findings& findings) {
    const Json& meshes = File::list(file.member("meshes"));
    for (size_t m = 0; m < meshes.size(); ++m)
        if (const std::string misfit = misfitOf(meshes[m], accessors); !misfit.empty())
            findings.push_back({"morph-misfit", Severity::warning, nameOf(meshes[m], "mesh", m), misfit});
    for (const Json& node : File::list(file.member("nodes"))) {
        const Json& weights = File::at(node, "weights");
        const auto mesh = File::index(node, "mesh");
        if (!weights.is_array() || !mesh || *mesh >= meshes.size()) continue;
        const Json& primitives = File::list(File::at(meshes[*mesh], "primitives"));
        const size_t targets = primitives.empty() ? 0 : File::list(File::at(primitives.front(), "targets")).size();
        if (weights.size() == targets) continue;
        findings.push_back({"morph-misfit", Severity::warning, nameOf(meshes[*mesh], "mesh", *mesh),
                            fmt::format("a node has {} weights for {}", weights.size(),
                                        measuredCount(targets, "morph target", "morph targets").text)});
    }
}

void reportUnused(const File& file, Findings& findings) {
    const Json& nodes = File::list(file.member("nodes"));
    const auto showsMesh = [](const Json& node) { return File::index(node, "mesh").has_value(); };
    if (std::ranges::none_of(nodes, showsMesh)) return;  // a skeleton with clips for another file
    const std::vector<bool> isShown = nodesOfScene(file);
    const auto report = [&](const char* list, const char* one) {
        std::set<size_t> used, shown;
        for (size_t n = 0; n < nodes.size(); ++n)
            if (const auto number = File::index(nodes[n], one)) {
                used.insert(*number);
                if (isShown[n]) shown.insert(*number);
            }
        const Json& all = File::list(file.member(list));
        for (size_t i = 0; i < all.size(); ++i)
            if (!shown.contains(i))
                findings.push_back(
                    {"element-unused", Severity::info, nameOf(all[i], one, i),
                     fmt::format("is a {} that no node {}shows", one, used.contains(i) ? "of the scene " : "")});
    };
    report("meshes", "mesh");
    report("skins", "skin");
}

void reportTangents(File& file, Findings& findings) {
    for (size_t m = 0; m < File::list(file.member("meshes")).size(); ++m) {
        const Json& mesh = file.member("meshes")[m];
        size_t odd = 0, all = 0;
        for (const Json& primitive : File::list(File::at(mesh, "primitives"))) {
            const auto tangents = File::index(File::at(primitive, "attributes"), "TANGENT");
            const auto numbers = tangents ? file.numbers(*tangents, 4) : std::nullopt;
            for (size_t i = 3; numbers && i < numbers->size(); i += 4) {
                ++all;
                odd += std::abs((*numbers)[i]) != 1.0f;
            }
        }
        if (odd == 0) continue;
        const Measured count = measuredPart(odd, all, "tangent", "tangents");
        findings.push_back(
            {"tangents-odd", Severity::info, nameOf(mesh, "mesh", m),
             count.text + (odd == 1 ? " has" : " have") + " neither 1 nor -1 as handedness; the nearest sign is used",
             count.figure});
    }
}

void repairRotations(File& file, Findings& findings) {
    constexpr double kTolerance = 0.01, kNoLength = 1e-6;
    for (size_t n = 0; n < File::list(file.member("nodes")).size(); ++n) {
        const Json& node = file.member("nodes")[n];
        const Json& rotation = File::at(node, "rotation");
        if (!rotation.is_array() || rotation.size() != 4) continue;
        double squared = 0.0;
        for (const Json& number : rotation)
            squared += number.is_number() ? number.get<double>() * number.get<double>() : 0.0;
        const double length = std::sqrt(squared);
        if (std::abs(length - 1.0) < kTolerance) continue;
        const bool isZero = length < kNoLength;
        findings.push_back({"rotation-not-unit", Severity::warning, nameOf(node, "node", n),
                            isZero ? "rests with a rotation of all zeros, which was ignored"
                                   : fmt::format("rests with a quaternion of length {:.3g}", length)});
        if (isZero) file.change("nodes")[n].erase("rotation");
    }
}

}  // namespace sinew::gltf
