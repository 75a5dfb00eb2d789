#include "import/gltf_nodes.h"

#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace sinew {
namespace {

using Json = nlohmann::json;

/// assimp keeps the file's order of children, and puts a root of its own above several.
std::vector<uint32_t> matchNodes(const GltfFile& file, const aiScene& scene, const SceneNodes& nodes) {
    const Json& fileNodes = GltfFile::at(file.json(), "nodes");
    std::vector<uint32_t> result(fileNodes.size(), GltfReading::kNoNode);
    std::unordered_map<const aiNode*, uint32_t> indexOf;
    for (uint32_t n = 0; n < nodes.sources.size(); ++n)
        if (nodes.sources[n]) indexOf.emplace(nodes.sources[n], n);

    const size_t shown = GltfFile::index(file.json(), "scene").value_or(0);
    const Json& roots = GltfFile::at(GltfFile::at(GltfFile::at(file.json(), "scenes"), shown), "nodes");
    std::vector<std::pair<size_t, const aiNode*>> open;
    const auto pair = [&](const Json& children, const aiNode* const* sources, size_t count) {
        if (children.size() > count) return;
        for (size_t i = 0; i < children.size(); ++i)
            if (children[i].is_number_unsigned()) open.emplace_back(children[i].get<size_t>(), sources[i]);
    };
    if (roots.size() == 1)
        pair(roots, &scene.mRootNode, 1);
    else
        pair(roots, scene.mRootNode->mChildren, scene.mRootNode->mNumChildren);
    while (!open.empty()) {
        const auto [index, source] = open.back();
        open.pop_back();
        const auto found = indexOf.find(source);
        if (index >= result.size() || found == indexOf.end() || result[index] != GltfReading::kNoNode) continue;
        result[index] = found->second;
        pair(GltfFile::at(fileNodes[index], "children"), source->mChildren, source->mNumChildren);
    }
    return result;
}

bool hasMorphs(const aiScene& scene) {
    for (unsigned m = 0; m < scene.mNumMeshes; ++m)
        if (scene.mMeshes[m]->mNumAnimMeshes > 0) return true;
    return false;
}

}  // namespace

std::shared_ptr<GltfReading> readGltf(const ModelFolder& folder, const aiScene& scene, const SceneNodes& nodes) {
    // Without any of these words all is linear and in floats, as assimp reads it. It knows nodes by name alone.
    constexpr std::array<std::string_view, 4> kWords{"STEP", "CUBICSPLINE", "normalized", "sparse"};
    constexpr std::array<std::string_view, 5> kMorphWords{"STEP", "CUBICSPLINE", "normalized", "sparse", "\"weights\""};
    const bool morphs = hasMorphs(scene);
    if (scene.mNumAnimations == 0 && !morphs) return nullptr;
    const std::span<const std::string_view> words =
        morphs ? std::span<const std::string_view>(kMorphWords) : std::span<const std::string_view>(kWords);
    std::optional<GltfFile> file = GltfFile::read(folder, words);
    if (!file) return nullptr;
    auto reading = std::make_shared<GltfReading>(GltfReading{.file = std::move(*file), .nodeOf = {}});
    if (!reading->isReadRight()) reading->nodeOf = matchNodes(reading->file, scene, nodes);
    return reading;
}

std::vector<std::vector<float>> gltfNodeWeights(const GltfReading& reading, std::span<const MeshInstance> instances) {
    std::unordered_map<uint32_t, const Json*> statedBy;
    const Json& fileNodes = GltfFile::at(reading.file.json(), "nodes");
    for (size_t n = 0; n < reading.nodeOf.size(); ++n)
        if (const Json& stated = GltfFile::at(GltfFile::at(fileNodes, n), "weights"); stated.is_array())
            statedBy.emplace(reading.nodeOf[n], &stated);
    std::vector<std::vector<float>> result(instances.size());
    for (size_t i = 0; i < instances.size(); ++i) {
        const auto found = statedBy.find(instances[i].node);
        if (found == statedBy.end()) continue;
        for (const Json& weight : *found->second) {
            const float number = weight.is_number() ? weight.get<float>() : 0.0f;
            result[i].push_back(std::isfinite(number) ? number : 0.0f);
        }
    }
    return result;
}

}  // namespace sinew
