#include "import/fbx/skins.h"

#include <algorithm>

#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "import/fbx/stack.h"
#include "import/assimp/convert.h"

namespace sinew::fbx {
namespace {

constexpr size_t kMatrix = 16;

aiMatrix4x4 matrixFromColumns(const std::vector<double>& n) {
    const auto at = [&](size_t row, size_t column) { return static_cast<float>(n[4 * column + row]); };
    return {at(0, 0), at(0, 1), at(0, 2), at(0, 3), at(1, 0), at(1, 1), at(1, 2), at(1, 3),
            at(2, 0), at(2, 1), at(2, 2), at(2, 3), at(3, 0), at(3, 1), at(3, 2), at(3, 3)};
}

/// Whether such a node's world matrix is the model's.
bool isWholeInWorld(NodePart part) {
    return part == NodePart::whole || part == NodePart::rebuilt || part == NodePart::scale;
}

template <typename Visit>
void forEachNode(const aiNode& root, const Visit& visit) {
    std::vector<const aiNode*> open{&root};
    while (!open.empty()) {
        const aiNode* const node = open.back();
        open.pop_back();
        visit(*node);
        for (unsigned i = node->mNumChildren; i-- > 0;)
            open.push_back(node->mChildren[i]);
    }
}

}  // namespace

std::vector<int64_t> Skins::deformersOf(int64_t id, std::string_view kind) const {
    std::vector<int64_t> result = objects_.sources(id, "Deformer");
    std::erase_if(result, [&](int64_t deformer) { return objects_.find(deformer)->text(2) != kind; });
    return result;
}

/// Nothing for a node with several, whose meshes cannot be told apart.
std::optional<int64_t> Skins::geometryOf(const aiNode& node) const {
    const auto found = nodes_.find(&node);
    if (found == nodes_.end()) return std::nullopt;
    const std::vector<int64_t> geometries = objects_.sources(found->second.model, "Geometry");
    return geometries.size() == 1 ? std::optional(geometries.front()) : std::nullopt;
}

std::vector<Skins::Cluster> Skins::clustersOf(int64_t geometry) const {
    std::vector<Cluster> result;
    const std::vector<int64_t> skins = deformersOf(geometry, "Skin");
    if (skins.empty()) return result;
    // assimp uses the last skin.
    for (const int64_t id : deformersOf(skins.back(), "Cluster")) {
        const std::vector<int64_t> bones = objects_.sources(id, "Model");
        if (bones.empty()) continue;
        const Record* const transform = objects_.find(id)->child("Transform");
        result.push_back({bones.front(), transform ? transform->numbers() : std::vector<double>()});
    }
    return result;
}

void Skins::bind(aiScene& scene) {
    forEachNode(*scene.mRootNode, [&](const aiNode& node) {
        const auto geometry = node.mNumMeshes > 0 ? geometryOf(node) : std::nullopt;
        if (!geometry) return;
        const std::vector<Cluster> clusters = clustersOf(*geometry);
        for (unsigned i = 0; i < node.mNumMeshes; ++i) {
            const aiMesh& mesh = *scene.mMeshes[node.mMeshes[i]];
            if (mesh.mNumBones == 0 || mesh.mNumBones != clusters.size() || bones_.contains(node.mMeshes[i])) continue;
            const auto fits = [&](const Cluster& cluster, const aiBone* bone) {
                return cluster.transform.size() == kMatrix &&
                       objects_.nameOf(cluster.bone, "Model") == viewOf(bone->mName);
            };
            if (!std::equal(clusters.begin(), clusters.end(), mesh.mBones, fits)) continue;
            std::vector<int64_t>& bones = bones_[node.mMeshes[i]];
            for (unsigned b = 0; b < mesh.mNumBones; ++b) {
                mesh.mBones[b]->mOffsetMatrix = matrixFromColumns(clusters[b].transform);
                bones.push_back(clusters[b].bone);
            }
        }
    });
}

std::optional<glm::mat4> Skins::nodeFromGeometry(const aiNode& node, unsigned mesh) const {
    const auto found = nodes_.find(&node);
    if (found == nodes_.end() || !bones_.contains(mesh)) return std::nullopt;
    const int64_t model = found->second.model;
    const auto vector = [&](std::string_view name, double otherwise) {
        return objects_.vector(model, name).value_or(glm::dvec3(otherwise));
    };
    const glm::dmat4 translation = glm::translate(glm::dmat4(1.0), vector("GeometricTranslation", 0.0));
    const glm::dmat4 rotation = glm::mat4_cast(rotationFrom(vector("GeometricRotation", 0.0), 0));
    return glm::mat4(translation * rotation * glm::scale(glm::dmat4(1.0), vector("GeometricScaling", 1.0)));
}

std::optional<std::vector<uint32_t>> Skins::joints(unsigned mesh, const SceneNodes& sceneNodes) const {
    const auto found = bones_.find(mesh);
    if (found == bones_.end()) return std::nullopt;
    std::unordered_map<int64_t, uint32_t> nodeOf;
    for (uint32_t n = 0; n < sceneNodes.sources.size(); ++n)
        if (const auto source = nodes_.find(sceneNodes.sources[n]);
            source != nodes_.end() && isWholeInWorld(source->second.part))
            nodeOf.emplace(source->second.model, n);
    std::vector<uint32_t> joints;
    for (const int64_t bone : found->second) {
        const auto node = nodeOf.find(bone);
        if (node == nodeOf.end()) return std::nullopt;
        joints.push_back(node->second);
    }
    return joints;
}

std::vector<int64_t> Skins::shapeChannels(const aiNode& node) const {
    std::vector<int64_t> result;
    if (const auto geometry = geometryOf(node))
        for (const int64_t deformer : deformersOf(*geometry, "BlendShape"))
            for (const int64_t channel : deformersOf(deformer, "BlendShapeChannel"))
                result.push_back(channel);
    return result;
}

}  // namespace sinew::fbx
