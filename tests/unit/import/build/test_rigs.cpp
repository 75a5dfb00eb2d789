#include <string>
#include <vector>

#include "animation/pose/pose.h"
#include "model/cpu_skinning.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/models/gltf.h"
#include "support/players.h"

// Pitfalls in real files, and the test that covers each. "here" is this file.
//
// WEIGHTS AND BONES
//   more than 4 influences ........................ import/build/test_influences; cut costs: model/test_cut_vertices
//   weights not normalized, sum not 1 ............. import/build/test_influences "Weights are divided by their sum"
//   vertex without weights ........................ import/build/test_bones "A vertex without weights ..."
//   more bones than the palette ................... model/test_split_by_palette, golden/test_pictures (the snake)
//   bones with no weight .......................... import/build/test_bones "A bone without weights is dropped"
//   one bone name, two offset matrices ............ here
//   bone without node, names twice, armature ...... import/build/test_bones
//   node between bones ............................ animation/pose/test_pose
// SPACES
//   Collada Z_UP and inches ....................... import/build/test_nodes, cli/test_clip_files (--up, --scale)
//   FBX in centimeters ............................ cli/test_clip_files "the unit of a model ..."
//   skinned mesh under a moved node ............... here
//   rigid meshes beside skinned ones .............. here
//   FBX pivots .................................... import/fbx/test_transforms
//   mirrored part, normals under scale ............ model/test_cpu_skinning, golden/test_pictures
//   culled by the bind pose's box ................. model/test_bounds
// TIME AND KEYS
//   ticks per second 0; Collada's ticks ........... import/build/test_clips; import/collada/test_motion
//   pop at the end, first key late ................ animation/clip/test_sample, animation/playback/test_wrap_time
//   one key; only translation keys ................ animation/clip/test_sample
//   unsorted, repeated, non-finite times .......... import/build/test_clips
//   duration 0 .................................... here
//   no animation; no mesh ......................... import/files/test_files, cli/test_clip_files, window/test_life
//   the long way around ........................... animation/clip/test_sample, animation/pose/test_blend
//   cubic spline keys ............................. conformance (gltf_interpolation_test)
//   one walk as many animations ................... import/build/test_clips
//   several clips in one .dae ..................... import/collada/test_motion
//   empty clip name ............................... import/build/test_clip_names
//   clips in other files .......................... match/test_bind_clips, cli/test_clip_files
// FILES
//   no normals, no UVs, quads, points ............. import/build/test_meshes
//   embedded, Windows, absolute texture paths ..... import/build/test_textures
//   Unicode path and names ........................ import/files/test_files, cli/test_pictures
//   a file that assimp rejects .................... import/files/test_files, cli/test_bad_input
//   morph targets ................................. conformance (gltf_morph_stress)

using import_files::Collada;
using import_files::importText;
using import_files::joint;
using namespace sinew;

namespace {

std::vector<glm::mat4> worldAt(const Model& model, std::optional<size_t> clip, double seconds) {
    TestAnimator animator(model.hierarchy, model.clips);
    animator.play(clip);
    animator.seek(seconds);
    std::vector<glm::mat4> world(model.hierarchy.size());
    walkHierarchy(model.hierarchy, animator.pose(), glm::mat4(1.0f), world);
    return world;
}

/// The posed position of the first vertex of an instance.
glm::vec3 firstVertex(const Model& model, const MeshInstance& instance, std::span<const glm::mat4> world) {
    const SkinnedMesh& mesh = model.meshes[instance.mesh];
    std::vector<glm::mat4> palette(instance.bones.size());
    std::vector<glm::vec3> out(mesh.vertexCount());
    writePalette(instance.bones, world, palette);
    skinPositions(mesh, palette, out);
    return out.at(0);
}

/// A glTF of triangles at the origin: nodes as given, skins of one joint (node 1) whose inverse bind matrices move by
/// `binds`; mesh i has skin i, and one more mesh has none.
std::string gltfOfSkins(const std::string& nodes, const std::vector<glm::vec3>& binds) {
    import_files::Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.ushorts({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC4", 4);
    gltf.floats({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
    std::string skins, meshes;
    for (const glm::vec3& bind : binds) {
        const int matrix = gltf.floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, bind.x, bind.y, bind.z, 1}, "MAT4", 16);
        skins +=
            (skins.empty() ? "" : ",") + (R"({"joints":[1],"inverseBindMatrices":)" + std::to_string(matrix)) + "}";
        meshes += R"({"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]},)";
    }
    return gltf.text(R"("scenes":[{"nodes":[0]}],"scene":0,"nodes":[)" + nodes + R"(],"skins":[)" + skins +
                     R"(],"meshes":[)" + meshes + R"({"primitives":[{"attributes":{"POSITION":0}}]}])");
}

}  // namespace

TEST_CASE("Two meshes may bind one node with different matrices") {
    const Model model = importText("model.gltf", gltfOfSkins(R"({"name":"root","children":[1,2,3]},{"name":"bone"},)"
                                                             R"({"mesh":0,"skin":0},{"mesh":1,"skin":1})",
                                                             {{0, 0, 0}, {0, 7, 0}}))
                            .model;
    REQUIRE(model.instances.size() == 2);
    CHECK(model.instances[0].bones[0].node == model.instances[1].bones[0].node);
    const auto world = worldAt(model, std::nullopt, 0.0);
    CHECK(distance(firstVertex(model, model.instances[0], world), glm::vec3(0, 0, 0)) < 1e-6f);
    CHECK(distance(firstVertex(model, model.instances[1], world), glm::vec3(0, 7, 0)) < 1e-6f);
}

TEST_CASE("A skinned mesh ignores its node's transform, a rigid one does not") {
    const Model model =
        importText("model.gltf",
                   gltfOfSkins(R"({"name":"root","children":[1,2,3]},{"name":"bone","translation":[0,2,0]},)"
                               R"({"mesh":0,"skin":0,"translation":[50,0,0]},{"mesh":1,"translation":[50,0,0]})",
                               {{0, 0, 0}}))
            .model;
    REQUIRE(model.instances.size() == 2);
    const auto world = worldAt(model, std::nullopt, 0.0);
    CHECK(distance(firstVertex(model, model.instances[0], world), glm::vec3(0, 2, 0)) < 1e-6f);
    CHECK(distance(firstVertex(model, model.instances[1], world), glm::vec3(50, 0, 0)) < 1e-6f);
}

TEST_CASE("A clip without duration is one pose and can loop") {
    Collada file;
    file.nodes = joint("hip");
    file.animations = Collada::animation("stand", "hip/t", {0}, {0, 3, 0}, 3);
    const Model model = importText("model.dae", file.text()).model;
    REQUIRE(model.clips.size() == 1);
    CHECK(model.clips[0].durationSeconds == 0.0);
    const auto hip = findNode(model.hierarchy, "hip");
    for (const double seconds : {0.0, 0.7, -3.0, 1e6})
        CHECK(glm::vec3(worldAt(model, 0, seconds)[*hip][3]) == glm::vec3(0, 3, 0));
}
