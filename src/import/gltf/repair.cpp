#include "import/gltf/repair.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "error.h"
#include "import/gltf/bounds.h"
#include "import/gltf/container.h"
#include "import/gltf/decompress.h"
#include "import/gltf/extensions.h"
#include "import/gltf/plain.h"
#include "import/gltf/references.h"
#include "import/gltf/reports.h"
#include "import/gltf/weights.h"
#include "model/limits.h"
#include "model/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

/// Number of objects in the text that have that member.
size_t countMembers(std::string_view text, std::string_view name) {
    const std::string quoted = fmt::format("\"{}\"", name);
    size_t count = 0;
    for (size_t at = 0; (at = text.find(quoted, at)) != std::string_view::npos;) {
        at += quoted.size();
        const size_t next = text.find_first_not_of(" \t\r\n", at);
        count += next != std::string_view::npos && text[next] == ':';
    }
    return count;
}

/// Limits the recursion of assimp's JSON parser.
void checkNesting(std::string_view text) {
    size_t depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') i = stringEnd(text, i);
        if (c == ']' || c == '}') depth -= depth > 0;
        if ((c == '[' || c == '{') && ++depth > kMaxNesting)
            throw Error(Exit::input, fmt::format("has JSON nested more than {} deep", kMaxNesting));
    }
}

using Children = std::vector<std::vector<size_t>>;  // by node

Children childrenOf(const Json& nodes) {
    Children children(nodes.size());
    for (size_t n = 0; n < nodes.size(); ++n)
        for (const Json& child : File::at(File::at(nodes, n), "children"))
            if (child.is_number_unsigned() && child.get<size_t>() < nodes.size())
                children[n].push_back(child.get<size_t>());
    return children;
}

/// "; 'Spine' is a child of 'Hips' and 'Head'", for the first of the nodes that is a child of several.
std::string severalParents(const Json& nodes, const Children& children, const std::vector<size_t>& cycle) {
    const auto quoted = [&](size_t node) { return inQuotes(nameOf(nodes[node], "node", node)); };
    std::map<size_t, size_t> parents;  // the first one of each node of the cycle
    for (const size_t node : cycle)
        parents.emplace(node, children.size());
    for (size_t n = 0; n < children.size(); ++n)
        for (const size_t child : children[n]) {
            const auto parent = parents.find(child);
            if (parent == parents.end() || parent->second == n) continue;
            if (parent->second < children.size())
                return fmt::format("; {} is a child of {} and {}", quoted(child), quoted(parent->second), quoted(n));
            parent->second = n;
        }
    return {};
}

/// Refuses nodes that are below themselves.
void checkCycles(const Json& nodes, const Children& children) {
    enum class State : uint8_t { unseen, open, done };
    std::vector<State> states(nodes.size(), State::unseen);
    struct Step {
        size_t node, child;  ///< the number of the next one
    };
    for (size_t start = 0; start < nodes.size(); ++start) {
        if (states[start] != State::unseen) continue;
        states[start] = State::open;
        std::vector<Step> path{{start, 0}};
        while (!path.empty()) {
            const size_t node = path.back().node;
            if (path.back().child == children[node].size()) {
                states[node] = State::done;
                path.pop_back();
                continue;
            }
            const size_t child = children[node][path.back().child++];
            if (states[child] == State::open) {
                std::vector<size_t> cycle;
                for (const Step& step : path)
                    if (step.node == child || !cycle.empty()) cycle.push_back(step.node);
                throw Error(Exit::input, fmt::format("node {} is its own descendant: it is a child of {}{}",
                                                     inQuotes(nameOf(nodes[child], "node", child)),
                                                     inQuotes(nameOf(nodes[node], "node", node)),
                                                     severalParents(nodes, children, cycle)));
            }
            if (states[child] == State::unseen) {
                states[child] = State::open;
                path.push_back({child, 0});
            }
        }
    }
}

/// Limits assimp's recursion over children.
void checkDepth(const Json& nodes, const Children& children) {
    std::vector<bool> isChild(nodes.size(), false);
    for (const std::vector<size_t>& own : children)
        for (const size_t child : own)
            isChild[child] = true;
    std::vector<std::pair<size_t, uint32_t>> open;
    for (size_t n = 0; n < nodes.size(); ++n)
        if (!isChild[n]) open.emplace_back(n, 0);
    for (size_t seen = 0; !open.empty(); ++seen) {
        const auto [node, depth] = open.back();
        open.pop_back();
        if (depth > kMaxDepth) throw Error(Exit::input, fmt::format("has nodes nested more than {} deep", kMaxDepth));
        if (seen > kMaxNodes) throw Error(Exit::input, fmt::format("has more than {} nodes", kMaxNodes));
        for (const size_t child : children[node])
            open.emplace_back(child, depth + 1);
    }
}

bool lacksMatrices(const Json& skin) {
    return skin.is_object() && !skin.contains("inverseBindMatrices") && !File::at(skin, "joints").empty();
}

/// " of 'cloth'", the first mesh that each skin deforms.
std::map<size_t, std::string> meshesOfSkins(const File& file) {
    std::map<size_t, std::string> meshes;
    for (const Json& node : File::list(file.member("nodes"))) {
        const auto mesh = File::index(node, "mesh"), skin = File::index(node, "skin");
        if (mesh && skin && !meshes.contains(*skin))
            meshes[*skin] = " of " + inQuotes(nameOf(File::at(file.member("meshes"), *mesh), "mesh", *mesh));
    }
    return meshes;
}

/// Adds identity matrices, which they share, to the skins without matrices.
void addBindMatrices(File& file, Findings& findings) {
    std::map<size_t, size_t> accessors;  // by number of joints
    std::map<size_t, std::string> meshes = meshesOfSkins(file);
    for (size_t s = 0; s < File::list(file.member("skins")).size(); ++s) {
        const Json& skin = file.member("skins")[s];
        if (!lacksMatrices(skin)) continue;
        const size_t count = File::at(skin, "joints").size();
        const auto [accessor, isNew] = accessors.try_emplace(count);
        if (isNew) {
            std::vector<float> identities(count * 16, 0.0f);
            for (size_t i = 0; i < identities.size(); i += i % 16 == 15 ? 1 : 5)
                identities[i] = 1.0f;
            accessor->second = file.add(identities, "MAT4", count);
        }
        file.change("skins")[s]["inverseBindMatrices"] = accessor->second;
        findings.push_back({"bind-matrices-missing", Severity::info, nameOf(skin, "skin", s),
                            fmt::format("the skin{} has no inverseBindMatrices; identities are used", meshes[s])});
    }
}

/// True when a mesh that a skin deforms is shown more than once.
bool sharesMeshes(const Json& nodes) {
    if (!nodes.is_array()) return false;
    std::map<size_t, std::optional<size_t>> skinOf;
    return std::ranges::any_of(nodes, [&](const Json& node) {
        const auto mesh = File::index(node, "mesh");
        const auto skin = File::index(node, "skin");
        if (!mesh) return false;
        const auto [first, isNew] = skinOf.try_emplace(*mesh, skin);
        return !isNew && (skin || first->second);
    });
}

/// Gives each node that shows a mesh with a skin, and the nodes that show it without, a mesh of their own: assimp keeps
/// the bones of one node in the mesh.
void separateMeshes(File& file) {
    const size_t count = File::list(file.member("meshes")).size();
    std::vector<std::optional<size_t>> unskinned(count);  // what the nodes without skin show
    std::vector<bool> isTaken(count, false);
    for (size_t n = 0; n < File::list(file.member("nodes")).size(); ++n) {
        const Json& node = file.member("nodes")[n];
        const auto mesh = File::index(node, "mesh");
        if (!mesh || *mesh >= count) continue;
        const bool hasSkin = File::index(node, "skin").has_value();
        size_t own = *mesh;
        if (!hasSkin && unskinned[*mesh]) {
            own = *unskinned[*mesh];
        } else if (isTaken[*mesh]) {
            Json& meshes = file.change("meshes");
            own = meshes.size();
            meshes.push_back(Json(meshes[*mesh]));
        }
        isTaken[*mesh] = true;
        if (!hasSkin) unskinned[*mesh] = own;
        if (own != *mesh) file.change("nodes")[n]["mesh"] = own;
    }
}

/// Shows the first scene with nodes in place of a missing or an empty one.
void chooseScene(File& file, Findings& findings) {
    const Json& named = file.member("scene");
    const size_t count = File::list(file.member("scenes")).size();
    if (count == 0) return;
    const size_t shown = named.is_null() ? 0 : File::index(named).value_or(count);
    const auto isEmpty = [&](size_t scene) {
        return File::list(File::at(File::at(file.member("scenes"), scene), "nodes")).empty();
    };
    const auto name = [&](size_t scene) {
        return inQuotes(nameOf(File::at(file.member("scenes"), scene), "scene", scene));
    };
    const bool isMissing = shown >= count;
    if (!isMissing && !isEmpty(shown)) return;
    size_t other = 0;
    while (other < count && isEmpty(other))
        ++other;
    if (other == count) {
        if (isMissing) file.change("scene") = 0;
        return;  // "has neither a mesh nor a skeleton"
    }
    if (isMissing)
        findings.push_back(
            {"scene-missing", Severity::info, "file",
             fmt::format("names scene {}, which the file does not have; {} is shown",
                         utf8From(named.dump(-1, ' ', false, Json::error_handler_t::replace)), name(other))});
    else
        findings.push_back(
            {"scene-empty", Severity::warning, "file",
             fmt::format("shows {}, which has no nodes; {} is shown instead", name(shown), name(other))});
    file.change("scene") = other;
}

/// A file without scenes is one for other files to take from; its own nodes are all that it can show.
void addScene(File& file, Findings& findings) {
    if (!File::list(file.member("scenes")).empty()) return;
    const Json& nodes = File::list(file.member("nodes"));
    std::vector<bool> isChild(nodes.size(), false);
    for (const Json& node : nodes)
        for (const Json& child : File::list(File::at(node, "children")))
            if (const auto index = File::index(child); index && *index < nodes.size()) isChild[*index] = true;
    Json scene;
    for (size_t n = 0; n < nodes.size(); ++n)
        if (!isChild[n]) scene["nodes"].push_back(n);
    if (scene.is_null()) return;
    file.change("scenes") = Json::array();
    file.change("scenes").push_back(std::move(scene));
    file.change("scene") = 0;
    findings.push_back({"scene-missing", Severity::info, "file", "has no scene; all its nodes are shown"});
}

/// Has a member read here as assimp reads it.
void checkMember(File& file, const char* key) {
    requireJson(file, key);
    if (file.repeatsMembers(key)) file.change(key);
}

}  // namespace

void repair(File& file, Findings& findings) {
    checkNesting(file.json());
    if (!file.isWhole()) return;  // assimp reports it
    repairVersion(file, findings);
    if (!scanAccessors(file.text("accessors"))) checkMember(file, "accessors");
    if (!scanViews(file.text("bufferViews"))) checkMember(file, "bufferViews");
    for (const char* key : {"buffers", "meshes", "skins"})
        checkMember(file, key);
    requireJson(file, "nodes");
    checkBuffers(file, findings);
    if (const size_t parents = countMembers(file.json(), "children"); parents > 0) {
        const Json& nodes = file.member("nodes");
        const Children children = childrenOf(nodes);
        checkCycles(nodes, children);
        if (parents > kMaxDepth) checkDepth(nodes, children);
    }
    checkExtensions(file, findings);
    reportUndeclared(file, findings);
    reportIrregular(file, findings);
    reportBoundless(file, findings);
    reportAttributeNames(file, findings);
    reportEmptyLists(file, findings);
    reportNameless(file, findings);
    reportCameras(file, findings);
    reportFormats(file, findings);
    dropBrokenReferences(file, findings);
    chooseScene(file, findings);
    reportOutside(file, findings);
    reportSkinRoots(file, findings);
    reportUnused(file, findings);
    reportSkinless(file, findings);
    dropBrokenTransforms(file, findings);
    reportMatrices(file, findings);
    repairRotations(file, findings);
    reportImageTypes(file, findings);
    reportChannels(file, findings);
    reportAnimatedMatrices(file, findings);
    decodeViews(file, findings);
    Accessors accessors(file);
    decodeMeshes(file, findings);
    reportPositions(file, findings);
    reportFarUnused(file, findings);
    makeMeshesPlain(file, accessors, findings);
    reportIndices(file, accessors, findings);
    reportMorphs(file, accessors, findings);
    reportBareParts(file, accessors, findings);
    reportTangents(file, findings);
    reportNormals(file, findings);
    reportWeights(file, findings);
    makeSkinsPlain(file, accessors, findings);
    makeMotionPlain(file, accessors, findings);
    placeInstances(file, accessors, findings);
    addBindMatrices(file, findings);
    if (sharesMeshes(file.member("nodes"))) separateMeshes(file);
    addScene(file, findings);
    reportEncoding(file, findings);
}

}  // namespace sinew::gltf
