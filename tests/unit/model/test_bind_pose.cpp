#include "model/poses.h"

#include <vector>

#include <glm/geometric.hpp>

#include "model/cpu_skinning.h"
#include "support/catch.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::turn;

namespace {

std::vector<glm::vec3> posed(const Model& model, const MeshInstance& instance,
                             const std::vector<glm::mat4>& worldFromNode) {
    const SkinnedMesh& mesh = model.meshes[instance.mesh];
    std::vector<glm::mat4> palette(instance.bones.size());
    writePalette(instance.bones, worldFromNode, palette);
    std::vector<glm::vec3> positions(mesh.vertexCount());
    skinPositions(mesh, palette, positions);
    return positions;
}

/// The largest distance of a vertex from its bind position under `worldFromMesh`.
float farthest(const Model& model, const MeshInstance& instance, const std::vector<glm::mat4>& worldFromNode,
               const glm::mat4& worldFromMesh) {
    const std::vector<glm::vec3> positions = posed(model, instance, worldFromNode);
    float most = 0.0f;
    for (size_t i = 0; i < positions.size(); ++i) {
        const glm::vec3 bind(worldFromMesh * glm::vec4(model.meshes[instance.mesh].positions[i], 1.0f));
        most = std::max(most, glm::length(positions[i] - bind));
    }
    return most;
}

/// A band whose rest pose is not its bind pose: the upper bones are rotated, the first one is displaced.
Model bentBand() {
    Model model = rig_models::band(3).model;
    model.hierarchy.rest[0].translation = {2.0f, 1.0f, 0.0f};
    model.hierarchy.rest[1].rotation = turn(40.0f);
    model.hierarchy.rest[2].rotation = turn(-70.0f);
    return model;
}

}  // namespace

TEST_CASE("in the bind pose, every vertex is at its bind position, placed by the topmost bone") {
    const Model model = bentBand();
    const glm::mat4 worldFromMesh = glm::translate(glm::mat4(1.0f), {2, 1, 0});
    CHECK(farthest(model, model.instances[0], restPoseOf(model).worldFromNode, worldFromMesh) > 0.5f);
    CHECK(farthest(model, model.instances[0], worldFromNodeInBindPose(model, glm::mat4(1.0f)), worldFromMesh) < 1e-5f);
}

TEST_CASE("the root transform moves the whole bind pose") {
    const Model model = bentBand();
    const glm::mat4 root = glm::scale(glm::mat4(1.0f), glm::vec3(3.0f));
    CHECK(farthest(model, model.instances[0], worldFromNodeInBindPose(model, root),
                   root * glm::translate(glm::mat4(1.0f), {2, 1, 0})) < 1e-5f);
}

TEST_CASE("instances on one skeleton keep their relative bind positions") {
    Model model = bentBand();
    // The second mesh has other units, and is next to the first one.
    const glm::mat4 firstFromSecond = glm::scale(glm::translate(glm::mat4(1.0f), {4, 0, 0}), glm::vec3(0.01f));
    // It uses a bone of the first one and one of its own. Both have rest poses that differ from their bind poses.
    model.meshes.push_back(model.meshes[0]);
    model.meshes[1].boneCount = 2;
    for (Influences& influences : model.meshes[1].influences)
        for (uint16_t& bone : influences.bones)
            bone = bone == 2 ? 1 : 0;
    model.hierarchy.names.push_back("tail");
    model.hierarchy.parents.push_back(1);
    model.hierarchy.rest.push_back({.translation = {0.0f, 1.0f, 0.0f}, .rotation = turn(30.0f)});
    const Bone tail{.node = 3, .inverseBindMatrix = model.instances[0].bones[2].inverseBindMatrix};
    MeshInstance second{.mesh = 1, .bones = {model.instances[0].bones[1], tail}, .skinned = true};
    for (Bone& bone : second.bones)
        bone.inverseBindMatrix *= firstFromSecond;
    model.instances.push_back(second);
    const std::vector<glm::mat4> pose = worldFromNodeInBindPose(model, glm::mat4(1.0f));
    const glm::mat4 worldFromFirst = glm::translate(glm::mat4(1.0f), {2, 1, 0});
    CHECK(farthest(model, model.instances[0], pose, worldFromFirst) < 1e-5f);
    CHECK(farthest(model, model.instances[1], pose, worldFromFirst * firstFromSecond) < 1e-5f);
}

TEST_CASE("nodes that are not bones, and bones with singular matrices, keep their rest transform") {
    Model model = bentBand();
    model.hierarchy.names.push_back("hat");
    model.hierarchy.parents.push_back(2);
    model.hierarchy.rest.push_back({.translation = {0.0f, 0.5f, 0.0f}});
    const std::vector<glm::mat4> pose = worldFromNodeInBindPose(model, glm::mat4(1.0f));
    CHECK(glm::length(glm::vec3(pose[3][3]) - glm::vec3(2.0f, 3.5f, 0.0f)) < 1e-5f);  // bone 2 is upright at (2, 3, 0)

    model.instances[0].bones[1].inverseBindMatrix = glm::scale(glm::mat4(1.0f), glm::vec3(0.0f));
    const std::vector<glm::mat4> spoilt = worldFromNodeInBindPose(model, glm::mat4(1.0f));
    CHECK(glm::length(glm::vec3(spoilt[1][3]) - glm::vec3(2.0f, 2.0f, 0.0f)) < 1e-5f);
    CHECK(glm::length(glm::vec3(spoilt[1] * glm::vec4(1, 0, 0, 0)) - turn(40.0f) * glm::vec3(1, 0, 0)) < 1e-5f);
}

TEST_CASE("without a skin, the bind pose is the rest pose") {
    Model model = bentBand();
    model.instances[0].skinned = false;
    CHECK(worldFromNodeInBindPose(model, glm::mat4(1.0f)) == restPoseOf(model).worldFromNode);
}

TEST_CASE("the bone of unweighted vertices follows the mesh, not its node") {
    Model model = bentBand();
    NodeHierarchy& hierarchy = model.hierarchy;
    hierarchy.names.insert(hierarchy.names.begin(), "shape");
    hierarchy.parents = {kNoParent, kNoParent, 1, 2};
    hierarchy.rest.insert(hierarchy.rest.begin(), Transform{.translation = {50.0f, 0.0f, 0.0f}});
    for (Bone& bone : model.instances[0].bones)
        ++bone.node;
    model.instances[0].node = 0;
    model.instances[0].bones.push_back({.node = 0});
    model.meshes[0].boneCount = 4;
    model.meshes[0].influences[0] = {.bones = {3}, .weights = {kWeightOne}};
    CHECK(farthest(model, model.instances[0], worldFromNodeInBindPose(model, glm::mat4(1.0f)),
                   glm::translate(glm::mat4(1.0f), {2, 1, 0})) < 1e-5f);
}
