#include "import/assimp/bones.h"

#include <stdexcept>

#include <fmt/format.h>

#include "base/error.h"
#include "base/shown_text.h"
#include "import/assimp/convert.h"

namespace sinew {
namespace {

constexpr uint32_t kNowhere = Dialect::kNowhere;

class BoneFinder {
  public:
    BoneFinder(SceneNodes& nodes, Findings& findings) : nodes_(nodes), findings_(findings) {}

    /// The nodes of a mesh's bones by name, in the bones' order.
    std::vector<uint32_t> nodesOf(const aiMesh& mesh) {
        std::vector<uint32_t> result;
        result.reserve(mesh.mNumBones);
        for (unsigned b = 0; b < mesh.mNumBones; ++b) {
            const auto found = candidates(mesh.mBones[b]->mName);
            result.push_back(found.empty() ? kNowhere : chooseNode(nodes_, found, {}));
            if (found.size() > 1) reportAmbiguous(viewOf(mesh.mBones[b]->mName), found);
        }
        return result;
    }

    uint32_t addMissing(const aiMesh& mesh, const aiString& bone) {
        if (const auto known = candidates(bone); !known.empty()) return known.front();
        findings_.push_back({"bone-without-node", Severity::error, utf8From(bone),
                             fmt::format("moves mesh '{}', but is not part of the scene; it is placed at the origin",
                                         givenName(utf8From(mesh.mName)))});
        return nodes_.addRoot(viewOf(bone));
    }

  private:
    std::span<const uint32_t> candidates(const aiString& name) const { return nodes_.named(viewOf(name)); }

    /// A node that shows a mesh may have its joint's name: which one is meant is certain.
    void reportAmbiguous(std::string_view name, std::span<const uint32_t> found) {
        if (!reported_.insert(name).second) return;
        const auto joints = std::ranges::count_if(
            found, [&](uint32_t node) { return !nodes_.sources[node] || nodes_.sources[node]->mNumMeshes == 0; });
        findings_.push_back(countFinding("bone-ambiguous", joints == 1 ? Severity::info : Severity::warning,
                                         utf8From(name), found.size(), "node", "nodes",
                                         "have this bone's name; one of them is used"));
    }

    SceneNodes& nodes_;
    Findings& findings_;
    std::set<std::string_view> reported_;
};

/// By bone: true for those with weights.
std::vector<bool> usedBones(const SourceMesh& mesh) {
    std::vector<bool> used(mesh.boneCount);
    for (uint32_t v = 0; mesh.boneCount > 0 && v < mesh.influences.vertexCount(); ++v)
        for (const RawInfluence& influence : mesh.influences.of(v))
            used[influence.bone] = true;
    return used;
}

}  // namespace

std::vector<MeshInstance> findInstances(const aiScene& scene, std::span<const SourceMesh> meshes, SceneNodes& nodes,
                                        const Dialect& dialect, Findings& findings) {
    std::vector<MeshInstance> instances;
    BoneFinder finder(nodes, findings);
    const size_t fileNodes = nodes.hierarchy.size();
    std::vector<std::optional<std::vector<uint32_t>>> byName(meshes.size());
    std::vector<std::vector<bool>> used(meshes.size());
    const auto nodesAt = [&](uint32_t node, unsigned slot, uint32_t mesh) {
        const aiMesh& source = *scene.mMeshes[mesh];
        std::optional<std::vector<uint32_t>> found =
            source.mNumBones > 0 ? dialect.joints(node, slot) : std::vector<uint32_t>();
        if (found && found->size() != source.mNumBones) found.reset();
        if (!found && !byName[mesh]) byName[mesh] = finder.nodesOf(source);
        std::vector<uint32_t>& joints = found ? *found : *byName[mesh];
        if (used[mesh].empty()) used[mesh] = usedBones(meshes[mesh]);
        for (unsigned b = 0; b < source.mNumBones && !used[mesh].empty(); ++b)
            if (used[mesh][b] && joints[b] == kNowhere) joints[b] = finder.addMissing(source, source.mBones[b]->mName);
        return joints;
    };
    for (uint32_t n = 0; n < fileNodes; ++n) {
        const aiNode* node = nodes.sources[n];
        for (unsigned i = 0; node && i < node->mNumMeshes; ++i) {
            const uint32_t mesh = node->mMeshes[i];
            if (mesh >= meshes.size()) continue;
            if (instances.size() >= kMaxInstances)
                throw Error(Exit::input, fmt::format("has more than {} mesh instances", kMaxInstances));
            MeshInstance& instance = instances.emplace_back(MeshInstance{.mesh = mesh, .node = n});
            const std::vector<uint32_t> joints = nodesAt(n, i, mesh);
            for (size_t b = 0; b < joints.size(); ++b)
                instance.bones.push_back({joints[b], mat4From(scene.mMeshes[mesh]->mBones[b]->mOffsetMatrix)});
        }
    }
    return instances;
}

}  // namespace sinew
