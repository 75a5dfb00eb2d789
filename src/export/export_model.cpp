#include "export/export_model.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "base/error.h"
#include "export/compress.h"
#include "export/document.h"
#include "export/layout.h"
#include "export/materials.h"
#include "export/mend.h"
#include "export/meshes.h"
#include "export/motion.h"
#include "export/space.h"
#include "model/poses.h"

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
        const size_t nodeCount = model_.hierarchy.size();
        indices_.ofNode.assign(nodeCount, kNowhere);
        for (uint32_t n = 0; n < nodeCount; ++n)
            if (n > 0 || !layout_.dropsRoot) indices_.ofNode[n] = static_cast<uint32_t>(addNode(n));
        for (const uint32_t node : layout_.aliases)
            indices_.ofNode.push_back(
                addBelow(indices_.ofNode[node], {{"name", model_.hierarchy.names[node] + " joint"}}));
        writeSkins();
        for (const MeshPlace& place : layout_.places)
            indices_.ofPlace.push_back(addPlace(place, meshes.write(place)));
        writeScene();
        indices_.ofNode.resize(nodeCount);
        return std::move(indices_);
    }

  private:
    size_t addNode(uint32_t n) {
        Json node = Json::object();
        if (const std::string& name = model_.hierarchy.names[n]; !name.empty()) node["name"] = name;
        const Transform rest = layout_.isFree[n] ? Transform{} : model_.hierarchy.rest[n];
        if (rest.translation != glm::vec3(0.0f)) node["translation"] = numbers({&rest.translation.x, 3});
        const glm::quat& q = rest.rotation;
        if (q != glm::quat(1.0f, 0.0f, 0.0f, 0.0f)) node["rotation"] = numbers({{q.x, q.y, q.z, q.w}});
        if (rest.scale != glm::vec3(1.0f)) node["scale"] = numbers({&rest.scale.x, 3});
        const auto found = std::ranges::lower_bound(model_.nodeExtras, n, {}, &NodeExtras::node);
        if (found != model_.nodeExtras.end() && found->node == n)
            if (Json extras = extrasFrom(found->json); !extras.is_discarded()) node["extras"] = std::move(extras);
        const int32_t parent = model_.hierarchy.parents[n];
        const bool isRoot = parent == kNoParent || (parent == 0 && layout_.dropsRoot) || layout_.isFree[n];
        const size_t index = document_.add("nodes", std::move(node));
        if (isRoot)
            (layout_.isFree[n] ? meshRoots_ : roots_).push_back(index);
        else
            addChild(indices_.ofNode[static_cast<size_t>(parent)], index);
        return index;
    }

    void addChild(uint32_t parent, size_t child) { document_.item("nodes", parent)["children"].push_back(child); }

    uint32_t addBelow(uint32_t parent, Json node) {
        const size_t index = document_.add("nodes", std::move(node));
        if (parent == kNowhere)
            meshRoots_.push_back(index);
        else
            addChild(parent, index);
        return static_cast<uint32_t>(index);
    }

    void writeSkins() {
        for (const Skin& skin : layout_.skins) {
            Json joints = Json::array();
            std::vector<float> matrices;
            for (const auto& [node, matrix] : skin.joints) {
                joints.push_back(indices_.ofNode[node]);
                for (int column = 0; column < 4; ++column)
                    for (int row = 0; row < 4; ++row)
                        matrices.push_back(row < 3 ? matrix[column][row] : column < 3 ? 0.0f : 1.0f);
            }
            const size_t accessor = document_.addAccessor(
                {.bytes = std::as_bytes(std::span(matrices)), .count = skin.joints.size(), .type = "MAT4"});
            document_.add("skins", {{"inverseBindMatrices", accessor}, {"joints", joints}});
        }
    }

    uint32_t addPlace(const MeshPlace& place, size_t mesh) {
        uint32_t node = place.node == kNowhere ? kNowhere : indices_.ofNode[place.node];
        if (node == kNowhere)
            node =
                addBelow(place.parent == kNowhere ? kNowhere : indices_.ofNode[place.parent], {{"name", place.name}});
        Json& json = document_.item("nodes", node);
        json["mesh"] = mesh;
        if (place.skin != kNowhere) json["skin"] = place.skin;
        const MeshInstance& instance = model_.instances[place.instances[0]];
        const size_t targets = model_.meshes[instance.mesh].morphTargets.size();
        if (targets == 0) return node;
        Json weights = numbers(std::span(model_.restMorphWeights).subspan(instance.firstMorphWeight, targets));
        if (weights != document_.item("meshes", mesh)["weights"]) json["weights"] = std::move(weights);
        return node;
    }

    void writeScene() {
        Json roots = Json::array();
        if (layout_.needsRoot) {
            roots.push_back(document_.add("nodes", {{"name", "Root"}, {"children", roots_}}));
        } else {
            for (const size_t root : roots_)
                roots.push_back(root);
        }
        for (const size_t root : meshRoots_)
            roots.push_back(root);
        Json scene = Json::object();
        if (!roots.empty()) scene["nodes"] = std::move(roots);
        if (Json extras = extrasFrom(model_.sceneExtras); !extras.is_null() && !extras.is_discarded())
            scene["extras"] = std::move(extras);
        document_.add("scenes", std::move(scene));
        document_.member("scene") = 0;
    }

    const Model& model_;
    const Layout& layout_;
    Document& document_;
    NodeIndices indices_;
    std::vector<size_t> roots_, meshRoots_;
};

/// assimp adds a root called ROOT to glTF files with several, and a root to files of other formats.
bool hasOwnRoot(const ImportedModel& imported) {
    const std::vector<std::string>& names = imported.model.hierarchy.names;
    return imported.report.format.starts_with("glTF") && !names.empty() && names.front() != "ROOT";
}

void writeFileExtras(const Model& model, Document& document) {
    const Json added = extrasFrom(model.fileExtras);
    if (!added.is_object()) return;
    if (added.contains("extras")) document.member("extras") = added["extras"];
    if (!added.contains("asset") || !added["asset"].is_object()) return;
    for (const char* key : {"copyright", "extras"})
        if (added["asset"].contains(key)) document.member("asset")[key] = added["asset"][key];
}

void mendAsAsked(ImportedModel& imported, const ExportOptions& options, std::vector<std::string>& mended) {
    Model& model = imported.model;
    for (AnimationClip& clip : model.clips) {
        if (std::ranges::find(options.loops, clip.name) == options.loops.end()) continue;
        if (std::string line = mendLoop(model, clip); !line.empty()) mended.push_back(std::move(line));
    }
    if (!options.mends) return;
    std::vector<std::string> lines = spaceMends(model);
    std::ranges::move(mend(imported), std::back_inserter(lines));
    for (std::string& line : lines)
        mended.push_back(std::move(line));
}

}  // namespace
}  // namespace exporting

ExportedModel exportModel(ImportedModel imported, const ExportOptions& options) {
    using namespace exporting;
    Model& model = imported.model;
    ExportedModel exported;
    mendAsAsked(imported, options, exported.mended);
    toGltfSpace(model, options);
    if (options.mends) std::ranges::move(mendTriangles(model), std::back_inserter(exported.mended));
    if (options.compresses) exported.largestMove = prepareForCompression(model);
    exported.size = restPoseOf(model).size;
    const Layout layout = layOut(model, hasOwnRoot(imported));
    Document document(options.compresses);
    const std::vector<size_t> materialOf =
        writeMaterials(model, options, document, exported.pictures, exported.leftOut);
    MeshWriter meshes(model, layout, materialOf, document);
    const NodeIndices nodes = NodeWriter(model, layout, document).write(meshes);
    writeClips(model, layout, nodes, options, document);
    document.closePool();
    writeFileExtras(model, document);
    if (!model.humanoid.empty())
        exported.leftOut.push_back("VRM: left out: its bone map, expressions and materials; the file is plain glTF");
    if (!options.isBinary) exported.bufferFile = options.name + ".bin";
    exported.json = document.json(uriOf(exported.bufferFile));
    exported.binary = document.takeBinary();
    if (exported.binary.empty()) exported.bufferFile.clear();
    return exported;
}

GlbFrame frameOf(const ExportedModel& exported, uint64_t mostBytes) {
    const auto padded = [](uint64_t size) { return (size + 3) / 4 * 4; };
    const uint64_t jsonBytes = padded(exported.json.size()), binaryBytes = padded(exported.binary.size());
    const uint64_t total = 12 + 8 + jsonBytes + (binaryBytes > 0 ? 8 + binaryBytes : 0);
    if (total > mostBytes) throw Error(Exit::output, "a GLB holds at most 4 GiB, and this is more; write a .gltf");
    const auto append = [](std::vector<std::byte>& bytes, uint64_t value) {
        for (int shift = 0; shift < 32; shift += 8)
            bytes.push_back(static_cast<std::byte>(value >> shift));
    };
    GlbFrame frame;
    for (const uint64_t value : {uint64_t{0x46546C67}, uint64_t{2}, total, jsonBytes, uint64_t{0x4E4F534A}})
        append(frame.beforeJson, value);
    frame.beforeBinary.assign(jsonBytes - exported.json.size(), std::byte{' '});
    if (binaryBytes == 0) return frame;
    append(frame.beforeBinary, binaryBytes);
    append(frame.beforeBinary, 0x004E4942);
    frame.end.assign(binaryBytes - exported.binary.size(), std::byte{0});
    return frame;
}

}  // namespace sinew
