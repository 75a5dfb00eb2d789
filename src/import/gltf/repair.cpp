#include "import/gltf/repair.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "error.h"
#include "import/gltf/file.h"
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

/// Limits assimp's recursion over children; it rejects cycles itself.
void checkNodes(const Json& nodes) {
    const auto childrenOf = [&](size_t node) {
        std::vector<size_t> children;
        for (const Json& child : File::at(File::at(nodes, node), "children"))
            if (child.is_number_unsigned() && child.get<size_t>() < nodes.size())
                children.push_back(child.get<size_t>());
        return children;
    };
    std::vector<bool> isChild(nodes.size(), false);
    for (size_t n = 0; n < nodes.size(); ++n)
        for (const size_t child : childrenOf(n))
            isChild[child] = true;
    std::vector<std::pair<size_t, uint32_t>> open;
    for (size_t n = 0; n < nodes.size(); ++n)
        if (!isChild[n]) open.emplace_back(n, 0);
    for (size_t seen = 0; !open.empty(); ++seen) {
        const auto [node, depth] = open.back();
        open.pop_back();
        if (depth > kMaxDepth) throw Error(Exit::input, fmt::format("has nodes nested more than {} deep", kMaxDepth));
        if (seen > kMaxNodes) throw Error(Exit::input, fmt::format("has more than {} nodes", kMaxNodes));
        for (const size_t child : childrenOf(node))
            open.emplace_back(child, depth + 1);
    }
}

/// Identity matrices, as a data: URI.
std::string identities(size_t count) {
    constexpr std::string_view kOne("\0\0\x80\x3F", 4), kZero("\0\0\0\0", 4);
    std::string bytes;
    for (size_t i = 0; i < count * 16; ++i)
        bytes.append(i % 16 % 5 == 0 ? kOne : kZero);
    return "data:application/octet-stream;base64," + toBase64(bytes);
}

bool lacksMatrices(const Json& skin) {
    return skin.is_object() && !skin.contains("inverseBindMatrices") && !File::at(skin, "joints").empty();
}

/// Adds identity matrices, shared in one buffer, to each skin without matrices. False when no skin lacks them.
bool addBindMatrices(Json& json, Findings& findings) {
    size_t most = 0;
    if (!File::at(json, "skins").is_array()) return false;
    for (const Json& skin : File::at(json, "skins"))
        if (lacksMatrices(skin)) most = std::max(most, File::at(skin, "joints").size());
    if (most == 0) return false;
    for (const char* list : {"buffers", "bufferViews", "accessors"})
        if (!json.contains(list))
            json[list] = Json::array();
        else if (!json[list].is_array())
            return false;  // assimp reports it
    constexpr size_t kMatrixBytes = 64;
    constexpr int kFloatComponents = 5126;
    const size_t buffer = json["buffers"].size(), view = json["bufferViews"].size();
    json["buffers"].push_back({{"byteLength", most * kMatrixBytes}, {"uri", identities(most)}});
    json["bufferViews"].push_back({{"buffer", buffer}, {"byteOffset", 0}, {"byteLength", most * kMatrixBytes}});
    for (size_t i = 0; i < json["skins"].size(); ++i) {
        Json& skin = json["skins"][i];
        if (!lacksMatrices(skin)) continue;
        const size_t count = skin["joints"].size();
        skin["inverseBindMatrices"] = json["accessors"].size();
        json["accessors"].push_back(
            {{"bufferView", view}, {"componentType", kFloatComponents}, {"count", count}, {"type", "MAT4"}});
        const Json& name = File::at(skin, "name");
        findings.push_back({"bind-matrices-missing", Severity::info,
                            name.is_string() ? utf8From(name.get<std::string>()) : fmt::format("skin {}", i),
                            "the skin has no inverseBindMatrices; identities are used"});
    }
    return true;
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
/// the bones of one node in the mesh. False when there is nothing to do.
bool separateMeshes(Json& json) {
    const size_t count = File::at(json, "meshes").size();
    if (!File::at(json, "meshes").is_array() || !File::at(json, "nodes").is_array()) return false;
    std::vector<std::optional<size_t>> unskinned(count);  // what the nodes without skin show
    std::vector<bool> isTaken(count, false);
    bool changed = false;
    for (Json& node : json["nodes"]) {
        const auto mesh = File::index(node, "mesh");
        if (!mesh || *mesh >= count) continue;
        const bool hasSkin = File::index(node, "skin").has_value();
        size_t own = *mesh;
        if (!hasSkin && unskinned[*mesh]) {
            own = *unskinned[*mesh];
        } else if (isTaken[*mesh]) {
            own = json["meshes"].size();
            json["meshes"].push_back(Json(json["meshes"][*mesh]));
        }
        isTaken[*mesh] = true;
        if (!hasSkin) unskinned[*mesh] = own;
        if (own == *mesh) continue;
        node["mesh"] = own;
        changed = true;
    }
    return changed;
}

}  // namespace

std::optional<std::string> repairedContent(const ModelFolder& folder, Findings& findings) {
    const std::string text = jsonOf(folder.model());
    checkNesting(text);
    const bool isDeep = countMembers(text, "children") > kMaxDepth;
    const bool lacks = countMembers(text, "joints") > countMembers(text, "inverseBindMatrices");
    const bool mayShare = countMembers(text, "skin") > 1 && sharesMeshes(memberOf(text, "nodes"));
    if (!isDeep && !lacks && !mayShare) return std::nullopt;
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    if (isDeep) checkNodes(File::at(json, "nodes"));
    const bool isSplit = mayShare && separateMeshes(json);
    if (!addBindMatrices(json, findings) && !isSplit) return std::nullopt;
    return withJson(folder.model().content(), json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace sinew::gltf
