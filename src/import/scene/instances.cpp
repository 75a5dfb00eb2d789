#include "import/scene/instances.h"

#include <stdexcept>

#include <fmt/format.h>

#include "error.h"
#include "import/scene/convert.h"
#include "model/shown_text.h"

namespace sinew {
namespace {

constexpr size_t kMaxNeighbors = 16;  // enough to tell skeletons apart; using all would be quadratic
constexpr uint32_t kNowhere = Dialect::kNowhere;

class BoneFinder {
  public:
    BoneFinder(SceneNodes& nodes, Findings& findings) : nodes_(nodes), findings_(findings) {}

    /// The nodes of a mesh's bones by name, in the bones' order.
    std::vector<uint32_t> nodesOf(const aiMesh& mesh) {
        std::vector<uint32_t> neighbors;
        for (unsigned b = 0; b < mesh.mNumBones && neighbors.size() < kMaxNeighbors; ++b)
            if (const auto found = candidates(mesh.mBones[b]->mName); found.size() == 1)
                neighbors.push_back(found.front());
        std::vector<uint32_t> result;
        result.reserve(mesh.mNumBones);
        for (unsigned b = 0; b < mesh.mNumBones; ++b) {
            const auto found = candidates(mesh.mBones[b]->mName);
            result.push_back(found.empty() ? kNowhere : chooseNode(nodes_, found, neighbors, {}));
            if (found.size() > 1) reportAmbiguous(viewOf(mesh.mBones[b]->mName), found);
        }
        return result;
    }

    uint32_t addMissing(const aiMesh& mesh, const aiString& bone) {
        if (const auto known = candidates(bone); !known.empty()) return known.front();
        findings_.push_back(
            {"bone-without-node", Severity::error, utf8From(bone),
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
                                         "have this bone's name; the one nearest to its skeleton is used"));
    }

    SceneNodes& nodes_;
    Findings& findings_;
    std::set<std::string_view> reported_;
};

/// The bones of one mesh; kNowhere stands for the node that shows the mesh.
std::vector<Bone> bonesOf(const aiMesh& source, const ImportedMesh& mesh, std::vector<uint32_t>& boneNodes,
                          BoneFinder& finder) {
    std::vector<Bone> bones;
    for (const uint32_t b : mesh.bones) {
        if (b == ImportedMesh::kFollowsNode) {
            bones.push_back({kNowhere, glm::mat4(1.0f)});
            continue;
        }
        const aiBone& bone = *source.mBones[b];
        if (boneNodes[b] == kNowhere) boneNodes[b] = finder.addMissing(source, bone.mName);
        bones.push_back({boneNodes[b], mat4From(bone.mOffsetMatrix)});
        if (!isFinite(bones.back().inverseBindMatrix))
            throw std::runtime_error(
                fmt::format("the inverse bind matrix of bone '{}' is not finite", utf8From(bone.mName)));
    }
    return bones;
}

/// A bone without a node is replaced by the root.
CutMesh cutMeshOf(uint32_t index, const aiMesh& source, const ImportedMesh& mesh, std::span<const uint32_t> boneNodes) {
    CutMesh cut{.mesh = index, .cut = mesh.cut, .bones = {}};
    for (unsigned b = 0; b < source.mNumBones; ++b) {
        cut.bones.push_back({boneNodes[b] == kNowhere ? 0 : boneNodes[b], mat4From(source.mBones[b]->mOffsetMatrix)});
        if (!isFinite(cut.bones.back().inverseBindMatrix)) cut.bones.back().inverseBindMatrix = glm::mat4(1.0f);
    }
    return cut;
}

/// What the skins of a file list: joints that are there twice, and joints that move no vertex of any mesh.
class ListedJoints {
  public:
    void add(const aiMesh& source, const ImportedMesh& mesh, std::span<const uint32_t> boneNodes) {
        std::set<uint32_t> own;
        for (unsigned b = 0; b < source.mNumBones; ++b)
            if (boneNodes[b] != kNowhere && !own.insert(boneNodes[b]).second) doubles_.insert(boneNodes[b]);
        listed_.merge(own);
        for (const uint32_t b : mesh.bones)
            if (b != ImportedMesh::kFollowsNode && boneNodes[b] != kNowhere) moving_.insert(boneNodes[b]);
    }

    void report(const NodeHierarchy& hierarchy, Findings& findings) const {
        for (const uint32_t node : doubles_)
            findings.push_back({"joint-duplicate", Severity::warning, hierarchy.names[node],
                                "is listed twice among the joints of a skin"});
        for (const uint32_t node : listed_)
            if (!moving_.contains(node))
                findings.push_back({"bone-unused", Severity::info, hierarchy.names[node],
                                    "is a joint of a skin, but moves no vertex"});
    }

  private:
    std::set<uint32_t> listed_, moving_, doubles_;
};

/// Before bones are found, which take longest.
void checkShownVertices(const SceneNodes& nodes, std::span<const ImportedMesh> meshes) {
    uint64_t shown = 0, instances = 0;
    for (const aiNode* node : nodes.sources)
        for (unsigned i = 0; node && i < node->mNumMeshes; ++i) {
            if (node->mMeshes[i] >= meshes.size()) continue;
            shown += meshes[node->mMeshes[i]].mesh.influences.size();
            ++instances;
        }
    if (shown > kMaxShownVertices)
        throw Error(Exit::input, fmt::format("shows {} vertices in {} mesh instances; at most {} are shown", shown,
                                             instances, kMaxShownVertices));
}

}  // namespace

SceneInstances findInstances(const aiScene& scene, std::span<const ImportedMesh> meshes, SceneNodes& nodes,
                             const Dialect& dialect, Findings& findings) {
    SceneInstances result;
    BoneFinder finder(nodes, findings);
    ListedJoints joints;
    const size_t fileNodes = nodes.hierarchy.size();
    checkShownVertices(nodes, meshes);
    std::vector<std::optional<std::vector<Bone>>> byName(meshes.size());
    const auto bind = [&](uint32_t mesh, std::vector<uint32_t> boneNodes) {
        std::vector<Bone> bones = bonesOf(*scene.mMeshes[mesh], meshes[mesh], boneNodes, finder);
        const bool isListed = std::ranges::find(result.cutMeshes, mesh, &CutMesh::mesh) != result.cutMeshes.end();
        if (!meshes[mesh].cut.empty() && !isListed)
            result.cutMeshes.push_back(cutMeshOf(mesh, *scene.mMeshes[mesh], meshes[mesh], boneNodes));
        joints.add(*scene.mMeshes[mesh], meshes[mesh], boneNodes);
        result.isBone.resize(nodes.hierarchy.size(), false);
        for (const uint32_t node : boneNodes)
            if (node != kNowhere) result.isBone[node] = true;
        return bones;
    };
    const auto bonesAt = [&](uint32_t node, unsigned slot, uint32_t mesh) {
        const aiMesh& source = *scene.mMeshes[mesh];
        if (source.mNumBones > 0)
            if (auto found = dialect.joints(node, slot); found && found->size() == source.mNumBones)
                return bind(mesh, std::move(*found));
        if (!byName[mesh]) byName[mesh] = bind(mesh, finder.nodesOf(source));
        return *byName[mesh];
    };
    for (uint32_t n = 0; n < fileNodes; ++n) {
        const aiNode* node = nodes.sources[n];
        for (unsigned i = 0; node && i < node->mNumMeshes; ++i) {
            const uint32_t mesh = node->mMeshes[i];
            if (mesh >= meshes.size()) continue;
            if (result.instances.size() >= kMaxInstances)
                throw Error(Exit::input, fmt::format("has more than {} mesh instances", kMaxInstances));
            MeshInstance instance{.mesh = mesh, .node = n, .bones = bonesAt(n, i, mesh)};
            const glm::mat4 boundFromMesh =
                instance.bones.empty() ? glm::mat4(1.0f) : dialect.bindCorrection(*node, mesh);
            for (Bone& bone : instance.bones) {
                instance.skinned = instance.skinned || bone.node != kNowhere;
                if (bone.node != kNowhere) bone.inverseBindMatrix = bone.inverseBindMatrix * boundFromMesh;
                if (bone.node == kNowhere) bone.node = n;
            }
            result.instances.push_back(std::move(instance));
        }
    }
    joints.report(nodes.hierarchy, findings);
    result.isBone.resize(nodes.hierarchy.size(), false);
    return result;
}

}  // namespace sinew
