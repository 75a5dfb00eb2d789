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
#include "import/gltf/names.h"
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

/// Limits recursion over what the JSON has.
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

/// Limits the depth of the nodes, also of those that no scene shows.
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

}  // namespace

void repair(File& file, Findings& findings) {
    checkNesting(file.json());
    if (const std::string fault = faultOf(file); !fault.empty()) throw Error(Exit::input, fault);
    reportVersion(file, findings);
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
    decodeMeshes(file, findings);
    reportPositions(file, findings);
    reportFarUnused(file, findings);
    reportIndices(file, findings);
    reportMorphs(file, findings);
    reportBareParts(file, findings);
    reportTangents(file, findings);
    reportNormals(file, findings);
    reportWeights(file, findings);
    placeInstances(file, findings);
    addScene(file, findings);
    reportEncoding(file, findings);
}

}  // namespace sinew::gltf
