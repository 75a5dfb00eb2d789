#include "import/collada/nodes.h"

#include <deque>

#include "import/assimp/convert.h"
#include "import/assimp/dialect.h"
#include "import/collada/transform.h"

namespace sinew::collada {
namespace {

/// The elements of the children that assimp gives the element's node, in its order.
std::vector<Node> childrenOf(const Document& document, Node element) {
    std::vector<Node> children;
    for (const Node child : element.children("node"))
        children.push_back(child);
    for (const Node child : element.children("instance_node"))
        if (const Node node = document.byId(child.attribute("url").value())) children.push_back(node);
    return children;
}

/// The id of an instance's geometry, which is the name of its meshes in assimp.
std::string_view geometryOf(const Document& document, Node instance) {
    std::string_view url = instance.attribute("url").value();
    if (std::string_view(instance.name()) == "instance_controller")
        url = document.byId(url).child("skin").attribute("source").value();
    if (url.starts_with('#')) url.remove_prefix(1);
    return url;
}

std::vector<Node> instancesOf(Node node) {
    std::vector<Node> instances;
    for (const Node child : node.children()) {
        const std::string_view name = child.name();
        if (name == "instance_geometry" || name == "instance_controller") instances.push_back(child);
    }
    return instances;
}

/// Calls `visit` for `root` and all nodes below it, in the order of findSid().
template <typename Visit>
void forEachNode(Node root, const Visit& visit) {
    std::deque<Node> open{root};
    while (!open.empty()) {
        const Node node = open.front();
        open.pop_front();
        if (std::string_view(node.name()) == "node") visit(node);
        for (const Node child : node.children("node"))
            open.push_back(child);
    }
}

/// As jointNamed(). `find(root, sid)` finds the node with that sid.
template <typename Find>
Node findJoint(const Document& document, std::string_view name, Node instance, const Find& find) {
    bool rooted = false;
    for (const Node skeleton : instance.children("skeleton")) {
        const auto words = wordsIn(skeleton.text().get());
        const Node root = words.empty() ? Node() : document.byId(words.front());
        if (!root) continue;
        rooted = true;
        if (const Node found = find(root, name)) return found;
    }
    // Invalid files: no skeleton, joints outside of it, or ids instead of sids.
    if (const Node found = rooted ? document.byId(name) : Node(); std::string_view(found.name()) == "node")
        return found;
    if (const Node found = find(document.scene(), name)) return found;
    const Node found = document.byId(name);
    return std::string_view(found.name()) == "node" ? found : Node();
}

}  // namespace

Nodes matchNodes(const Document& document, const aiScene& scene, const SceneNodes& nodes) {
    Nodes result;
    result.elements.resize(nodes.hierarchy.size());
    const auto indexOf = nodes.bySource();

    std::vector<std::pair<Node, const aiNode*>> open;
    if (const Node shown = document.scene()) open.emplace_back(shown, scene.mRootNode);
    while (!open.empty()) {
        const auto [element, source] = open.back();
        open.pop_back();
        const auto found = indexOf.find(source);
        if (found == indexOf.end()) continue;
        result.elements[found->second] = element;
        result.byElement[element.hash_value()].push_back(found->second);
        const std::vector<Node> children = childrenOf(document, element);
        if (children.size() != source->mNumChildren) continue;
        for (size_t i = 0; i < children.size(); ++i)
            open.emplace_back(children[i], source->mChildren[i]);
    }
    return result;
}

GivenNames giveNames(const Document& document, const Nodes& nodes, NodeHierarchy& hierarchy) {
    std::vector<std::string> given(hierarchy.size());
    std::unordered_map<std::string_view, size_t> uses;
    for (size_t node = 0; node < given.size(); ++node) {
        if (const Node element = nodes.elements[node]; element.attribute("id") && !element.attribute("id").empty())
            given[node] = utf8From(element.attribute("name").value());
        ++uses[hierarchy.names[node]];
        if (!given[node].empty() && given[node] != hierarchy.names[node]) ++uses[given[node]];
    }
    GivenNames names;
    for (size_t node = 0; node < given.size(); ++node)
        if (!given[node].empty() && given[node] != hierarchy.names[node] && uses[given[node]] == 1 &&
            uses[hierarchy.names[node]] == 1)
            names.emplace(hierarchy.names[node], given[node]);
    constexpr std::string_view kShear = "$shear";  // the outer node of two (import/assimp/nodes.h)
    for (std::string& name : hierarchy.names) {
        const bool isOuter = name.ends_with(kShear);
        const auto found = names.find(isOuter ? name.substr(0, name.size() - kShear.size()) : name);
        if (found != names.end()) name = found->second + std::string(isOuter ? kShear : "");
    }
    for (const Node library : document.root().children())
        if (const std::string_view kind = library.name(); kind != "library_visual_scenes" && kind != "library_nodes")
            for (const Node element : library.children())
                names.erase(element.attribute("name").value());
    return names;
}

void useNames(const GivenNames& names, Findings& findings) {
    if (names.empty()) return;
    for (Finding& finding : findings) {
        if (const auto found = names.find(finding.object); found != names.end()) finding.object = found->second;
        std::string& message = finding.message;
        for (size_t from = message.find('\''); from != std::string::npos;) {
            const size_t to = message.find('\'', from + 1);
            if (to == std::string::npos) break;
            const auto found = names.find(message.substr(from + 1, to - from - 1));
            if (found != names.end()) message.replace(from + 1, to - from - 1, found->second);
            from = message.find('\'', from + 1 + (found == names.end() ? to - from - 1 : found->second.size()) + 1);
        }
    }
}

/// Meshes are in the order of the instances, one or more for each: a run of meshes of one name is divided evenly.
Node instanceAt(const Document& document, Node element, const aiNode& source, const aiScene& scene, unsigned slot) {
    const std::vector<Node> instances = instancesOf(element);
    if (instances.size() == 1) return instances.front();
    size_t mesh = 0;
    for (size_t i = 0; i < instances.size();) {
        const std::string_view geometry = geometryOf(document, instances[i]);
        size_t run = i, end = mesh;
        while (run < instances.size() && geometryOf(document, instances[run]) == geometry)
            ++run;
        while (end < source.mNumMeshes && viewOf(scene.mMeshes[source.mMeshes[end]]->mName) == geometry)
            ++end;
        const size_t each = (end - mesh) / (run - i);
        if (slot >= mesh && slot < end)
            return each > 0 ? instances[std::min(run - 1, i + (slot - mesh) / each)] : Node();
        i = run, mesh = end;
    }
    return {};
}

Node Sids::find(Node root, std::string_view sid) {
    constexpr size_t kMostKept = 1'000'000;
    if (kept_ > kMostKept) trees_.clear(), kept_ = 0;
    const auto [known, isNew] = trees_.try_emplace(root.hash_value());
    Tree& tree = known->second;
    if (isNew) {
        forEachNode(root, [&](Node node) { tree.try_emplace(node.attribute("sid").value(), node); });
        kept_ += tree.size();
    }
    const auto found = tree.find(sid);
    return found == tree.end() ? Node() : found->second;
}

Node jointNamed(const Document& document, std::string_view name, Node instance, Sids& sids) {
    return findJoint(document, name, instance, [&](Node root, std::string_view sid) { return sids.find(root, sid); });
}

std::optional<std::vector<uint32_t>> jointsOf(const Document& document, const Nodes& nodes, Node instance) {
    if (std::string_view(instance.name()) != "instance_controller") return std::nullopt;
    const Node skin = document.byId(instance.attribute("url").value()).child("skin");
    const Node list = inputSource(document, skin.child("joints"), "JOINT");
    if (!list) return std::nullopt;
    const bool areIds = static_cast<bool>(list.child("IDREF_array"));
    const auto find = [](Node root, std::string_view sid) { return findSid(root, sid, "node"); };
    std::vector<uint32_t> joints;
    for (const std::string_view name : namesIn(list)) {
        const Node element = areIds ? document.byId(name) : findJoint(document, name, instance, find);
        const std::vector<uint32_t> found = element ? nodes.of(element) : std::vector<uint32_t>{};
        joints.push_back(found.empty() ? Dialect::kNowhere : found.front());
    }
    return joints;
}

}  // namespace sinew::collada
