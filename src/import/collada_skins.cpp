#include "import/collada_skins.h"

#include <algorithm>

#include "import/collada_target.h"
#include "import/convert.h"

namespace sinew {
namespace {

using Node = pugi::xml_node;

/// The geometry's id that assimp names the meshes of an instance by.
std::string_view geometryOf(const ColladaDocument& document, Node instance) {
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

}  // namespace

/// Meshes stand in the order of the instances, one or more to each: runs of the same name are shared out evenly.
Node ColladaSkins::instanceAt(Node node, const aiNode& source, const aiScene& scene, unsigned slot) const {
    const std::vector<Node> instances = instancesOf(node);
    if (instances.size() == 1) return instances.front();
    size_t mesh = 0;
    for (size_t i = 0; i < instances.size();) {
        const std::string_view geometry = geometryOf(*document_, instances[i]);
        size_t run = i, end = mesh;
        while (run < instances.size() && geometryOf(*document_, instances[run]) == geometry)
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

Node ColladaSkins::joint(std::string_view name, bool isId, Node instance) const {
    if (isId) return document_->byId(name);
    bool rooted = false;
    for (Node skeleton = instance.child("skeleton"); skeleton; skeleton = skeleton.next_sibling("skeleton")) {
        const auto words = wordsIn(skeleton.text().get());
        const Node root = words.empty() ? Node() : document_->byId(words.front());
        if (!root) continue;
        rooted = true;
        if (const Node found = findSid(root, name, "node")) return found;
    }
    // Careless files: no skeleton, one that does not reach, ids in place of sids.
    if (const Node found = rooted ? document_->byId(name) : Node(); std::string_view(found.name()) == "node")
        return found;
    if (const Node found = findSid(document_->scene(), name, "node")) return found;
    const Node found = document_->byId(name);
    return std::string_view(found.name()) == "node" ? found : Node();
}

uint32_t ColladaSkins::nodeOf(Node element) const {
    const std::vector<uint32_t> nodes = element ? nodes_->of(element) : std::vector<uint32_t>{};
    return nodes.empty() ? kUnresolved : nodes.front();
}

std::optional<std::vector<uint32_t>> ColladaSkins::jointsOf(uint32_t node, const aiNode& source, const aiScene& scene,
                                                            unsigned slot) const {
    if (node >= nodes_->elements.size() || !nodes_->elements[node]) return std::nullopt;
    const Node instance = instanceAt(nodes_->elements[node], source, scene, slot);
    if (std::string_view(instance.name()) != "instance_controller") return std::nullopt;
    const Node skin = document_->byId(instance.attribute("url").value()).child("skin");
    for (Node input = skin.child("joints").child("input"); input; input = input.next_sibling("input")) {
        if (std::string_view(input.attribute("semantic").value()) != "JOINT") continue;
        const Node list = document_->byId(input.attribute("source").value());
        const Node ids = list.child("IDREF_array");
        const Node names = ids ? ids : list.child("Name_array");
        std::vector<uint32_t> joints;
        for (const std::string_view name : wordsIn(names.text().get()))
            joints.push_back(nodeOf(joint(name, static_cast<bool>(ids), instance)));
        return joints;
    }
    return std::nullopt;
}

}  // namespace sinew
