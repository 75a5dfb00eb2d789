#include "export/gltf/gltf.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "export/gltf/document.h"
#include "export/gltf/materials.h"
#include "export/gltf/meshes.h"
#include "export/gltf/motion.h"

namespace sinew {

namespace exporting {
namespace {

static_assert(std::endian::native == std::endian::little, "glTF is little-endian, as the memory");

/// The nodes of a document: those of the model in its order, then aliases of joints and nodes of meshes.
class NodeWriter {
  public:
    NodeWriter(const Model& model, const Layout& layout, Document& document)
        : model_(model), layout_(layout), document_(document) {}

    NodeIndices write(MeshWriter& meshes) {
        for (uint32_t n = 0; n < model_.hierarchy.size(); ++n)
            indices_.ofNode.push_back(n == 0 && layout_.dropsRoot ? kNowhere : addNode(n));
        for (const uint32_t node : layout_.aliases)
            indices_.ofNode.push_back(
                addBelow(indices_.ofNode[node], {{"name", model_.hierarchy.names[node] + " joint"}}, meshRoots_));
        writeSkins();
        for (const MeshPlace& place : layout_.places)
            indices_.ofPlace.push_back(addPlace(place, meshes.write(place)));
        writeScene();
        return std::move(indices_);
    }

  private:
    uint32_t addNode(uint32_t n) {
        Json node = Json::object();
        if (const std::string& name = model_.hierarchy.names[n]; !name.empty()) node["name"] = name;
        const Transform rest = layout_.isFree[n] ? Transform{} : model_.hierarchy.rest[n];
        if (rest.translation != glm::vec3(0.0f)) node["translation"] = numbers({&rest.translation.x, 3});
        const glm::quat& q = rest.rotation;
        if (q != glm::quat(1.0f, 0.0f, 0.0f, 0.0f)) node["rotation"] = numbers({{q.x, q.y, q.z, q.w}});
        if (rest.scale != glm::vec3(1.0f)) node["scale"] = numbers({&rest.scale.x, 3});
        const auto found = std::ranges::lower_bound(model_.nodeExtras, n, {}, &NodeExtras::node);
        if (found != model_.nodeExtras.end() && found->node == n) addExtras(found->json, node);
        if (layout_.isFree[n]) return addBelow(kNowhere, std::move(node), meshRoots_);
        const int32_t parent = model_.hierarchy.parents[n];
        return addBelow(parent == kNoParent ? kNowhere : indices_.ofNode[static_cast<size_t>(parent)], std::move(node),
                        roots_);
    }

    /// `roots` gets a node without a parent.
    uint32_t addBelow(uint32_t parent, Json node, std::vector<size_t>& roots) {
        const size_t index = document_.add("nodes", std::move(node));
        if (parent == kNowhere)
            roots.push_back(index);
        else
            document_.member("nodes")[parent]["children"].push_back(index);
        return static_cast<uint32_t>(index);
    }

    void writeSkins() {
        for (const Skin& skin : layout_.skins) {
            Json joints = Json::array();
            std::vector<glm::mat4> matrices;
            for (const auto& [node, matrix] : skin.joints) {
                joints.push_back(indices_.ofNode[node]);
                matrices.emplace_back(glm::mat4x3(matrix));  // the last row is 0, 0, 0, 1
            }
            const size_t accessor = document_.addAccessor(realElements(matrices));
            document_.add("skins", {{"inverseBindMatrices", accessor}, {"joints", joints}});
        }
    }

    uint32_t addPlace(const MeshPlace& place, size_t mesh) {
        const auto indexOf = [&](uint32_t node) { return node == kNowhere ? kNowhere : indices_.ofNode[node]; };
        uint32_t node = indexOf(place.node);
        if (node == kNowhere) node = addBelow(indexOf(place.parent), {{"name", place.name}}, meshRoots_);
        Json& json = document_.member("nodes")[node];
        json["mesh"] = mesh;
        if (place.skin != kNowhere) json["skin"] = place.skin;
        const MeshInstance& instance = model_.instances[place.instances[0]];
        const size_t targets = model_.meshes[instance.mesh].morphTargets.size();
        if (targets == 0) return node;
        Json weights = numbers(std::span(model_.restMorphWeights).subspan(instance.firstMorphWeight, targets));
        if (weights != document_.member("meshes")[mesh]["weights"]) json["weights"] = std::move(weights);
        return node;
    }

    void writeScene() {
        if (layout_.needsRoot) roots_ = {document_.add("nodes", {{"name", "Root"}, {"children", roots_}})};
        roots_.insert(roots_.end(), meshRoots_.begin(), meshRoots_.end());
        Json scene = Json::object();
        if (!roots_.empty()) scene["nodes"] = roots_;
        addExtras(model_.sceneExtras, scene);
        document_.add("scenes", std::move(scene));
        document_.member("scene") = 0;
    }

    const Model& model_;
    const Layout& layout_;
    Document& document_;
    NodeIndices indices_;
    std::vector<size_t> roots_, meshRoots_;
};

void writeFileExtras(const Model& model, Document& document) {
    const Json added = extrasFrom(model.fileExtras);
    if (added.contains("extras")) document.member("extras") = added["extras"];
    if (!added.contains("asset")) return;
    for (const char* key : {"copyright", "extras"})
        if (added["asset"].contains(key)) document.member("asset")[key] = added["asset"][key];
}

}  // namespace

void writeGltf(const Model& model, const Layout& layout, const ExportOptions& options, ExportedModel& exported) {
    Document document(options.compresses);
    const std::vector<size_t> materialOf = writeMaterials(model, options, document, exported);
    MeshWriter meshes(model, layout, materialOf, document);
    const NodeIndices nodes = NodeWriter(model, layout, document).write(meshes);
    writeClips(model, layout, nodes, options, document);
    document.closePool();
    writeFileExtras(model, document);
    if (options.format == ExportFormat::gltf) exported.bufferFile = options.name + ".bin";
    exported.text = document.json(uriOf(exported.bufferFile));
    exported.binary = document.takeBinary();
    if (exported.binary.empty()) exported.bufferFile.clear();
}

}  // namespace exporting

GlbFrame frameOf(const ExportedModel& exported, const std::filesystem::path& path, uint64_t mostBytes) {
    using exporting::padded;
    const uint64_t jsonBytes = padded(exported.text.size()), binaryBytes = padded(exported.binary.size());
    const uint64_t total = 12 + 8 + jsonBytes + (binaryBytes > 0 ? 8 + binaryBytes : 0);
    if (total > mostBytes)
        throw Error(Exit::output, path.string() + ": a GLB holds at most 4 GiB, and this is more; write a .gltf");
    const auto append = [](std::vector<std::byte>& bytes, std::initializer_list<uint64_t> words) {
        for (const uint64_t word : words)
            for (int shift = 0; shift < 32; shift += 8)
                bytes.push_back(static_cast<std::byte>(word >> shift));
    };
    GlbFrame frame;
    append(frame.beforeJson, {0x46546C67, 2, total, jsonBytes, 0x4E4F534A});
    frame.beforeBinary.assign(jsonBytes - exported.text.size(), std::byte{' '});
    if (binaryBytes == 0) return frame;
    append(frame.beforeBinary, {binaryBytes, 0x004E4942});
    frame.end.assign(binaryBytes - exported.binary.size(), std::byte{0});
    return frame;
}

}  // namespace sinew
