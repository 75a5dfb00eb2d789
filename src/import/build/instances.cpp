#include "import/build/instances.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "import/build/convert.h"
#include "model/limits.h"

namespace sinew {
namespace {

void checkShownVertices(const Model& model, std::span<const ImportedMesh> meshes) {
    uint64_t shown = 0;
    for (const MeshInstance& instance : model.instances)
        shown += meshes[instance.mesh].mesh.influences.size();
    if (shown > kMaxShownVertices)
        throw Error(Exit::input, fmt::format("shows {} vertices in {} mesh instances; at most {} are shown", shown,
                                             model.instances.size(), kMaxShownVertices));
}

/// The bones of one mesh at its node.
std::vector<Bone> bonesOf(const NodeHierarchy& hierarchy, const MeshInstance& instance, const ImportedMesh& mesh) {
    std::vector<Bone> bones;
    bones.reserve(mesh.bones.size());
    for (const uint32_t b : mesh.bones) {
        if (b == ImportedMesh::kFollowsNode) {
            bones.push_back({instance.node, glm::mat4(1.0f)});
            continue;
        }
        bones.push_back(instance.bones[b]);
        if (!isFinite(bones.back().inverseBindMatrix))
            throw Error(Exit::input, fmt::format("the inverse bind matrix of bone '{}' is not finite",
                                                 hierarchy.names[bones.back().node]));
    }
    return bones;
}

/// A bone without a node is replaced by the root.
CutMesh cutMeshOf(const MeshInstance& instance, const ImportedMesh& mesh) {
    CutMesh cut{.mesh = instance.mesh, .cut = mesh.cut, .bones = instance.bones};
    for (Bone& bone : cut.bones) {
        if (bone.node == Source::kNowhere) bone.node = 0;
        if (!isFinite(bone.inverseBindMatrix)) bone.inverseBindMatrix = glm::mat4(1.0f);
    }
    return cut;
}

/// What the skins of a file list: joints that are there twice, and joints that move no vertex of any mesh.
class ListedJoints {
  public:
    void add(const MeshInstance& instance, const ImportedMesh& mesh) {
        std::set<uint32_t> own;
        for (const Bone& bone : instance.bones)
            if (bone.node != Source::kNowhere && !own.insert(bone.node).second) doubles_.insert(bone.node);
        listed_.merge(own);
        for (const uint32_t b : mesh.bones)
            if (b != ImportedMesh::kFollowsNode) moving_.insert(instance.bones[b].node);
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

}  // namespace

void bindInstances(Model& model, std::span<const ImportedMesh> meshes, ImportReport& report) {
    checkShownVertices(model, meshes);
    ListedJoints joints;
    for (MeshInstance& instance : model.instances) {
        const ImportedMesh& mesh = meshes[instance.mesh];
        joints.add(instance, mesh);
        const bool isListed =
            std::ranges::find(report.cutMeshes, instance.mesh, &CutMesh::mesh) != report.cutMeshes.end();
        if (!mesh.cut.empty() && !isListed) report.cutMeshes.push_back(cutMeshOf(instance, mesh));
        instance.skinned = !mesh.bones.empty() && mesh.bones.front() != ImportedMesh::kFollowsNode;
        instance.bones = bonesOf(model.hierarchy, instance, mesh);
    }
    joints.report(model.hierarchy, report.findings);
}

}  // namespace sinew
