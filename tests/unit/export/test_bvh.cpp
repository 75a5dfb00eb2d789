#include <algorithm>

#include <glm/gtc/matrix_transform.hpp>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "base/error.h"
#include "export/export_model.h"
#include "support/assets.h"
#include "support/catch.h"
#include "support/import_files.h"

using namespace sinew;

namespace {

std::vector<glm::mat4> worldAt(const Model& model, double seconds) {
    std::vector<Transform> pose = model.hierarchy.rest;
    SampleCursor cursor;
    sample(model.clips.at(0), model.hierarchy, seconds, cursor, pose);
    std::vector<glm::mat4> world(pose.size());
    walkHierarchyPlainly(model.hierarchy, pose, glm::mat4(1.0f), world);
    return world;
}

/// How far the joints of a BVH file are at most from where the first clip of the model has them in its frames, in
/// centimeters.
float largestMove(const Model& own, const std::string& bvh) {
    const Model read = import_files::importText("a.bvh", bvh).model;
    const float unit = 100.0f * static_cast<float>(own.metersPerUnit.value_or(1.0));
    const glm::mat4 space = glm::scale(glm::mat4(1.0f), glm::vec3(unit)) * yUpFrom(own.up);
    float largest = 0.0f;
    for (const double seconds : read.clips.at(0).channels.at(0).rotation.times) {
        const std::vector<glm::mat4> from = worldAt(own, seconds), to = worldAt(read, seconds);
        for (size_t n = 0; n < to.size(); ++n) {
            if (read.hierarchy.names[n].starts_with("EndSite_")) continue;
            const auto same = findNode(own.hierarchy, read.hierarchy.names[n]);
            if (same) largest = std::max(largest, glm::length(glm::vec3(space * from[*same][3] - to[n][3])));
        }
    }
    return largest;
}

}  // namespace

TEST_CASE("BVH has the joints where they are in each frame, whatever their scales and rest rotations are") {
    const ImportedModel character = importModel(kCharacter);
    const ExportedModel exported = exportModel(character, {.format = ExportFormat::bvh, .name = "a"});
    CHECK(largestMove(character.model, exported.text) < 3e-3f);         // of 157
    CHECK(exported.text.find("OFFSET 0 7 -0.5") != std::string::npos);  // along the axes of the world
    REQUIRE(exported.pictures.size() == character.model.clips.size() - 1);
    CHECK(exported.pictures[0].file == "a_Walk.bvh");
}

TEST_CASE("BVH holds one tree of joints, under names that each reader takes") {
    ImportedModel character = importModel(kCharacter);
    std::vector<std::string>& names = character.model.hierarchy.names;
    const auto nodes = static_cast<std::ptrdiff_t>(names.size());
    for (std::string& name : names)
        name = &name - names.data() > nodes / 2 ? "" : "JOINT {a}\nCHANNELS 9";
    const ExportOptions options{.format = ExportFormat::bvh, .name = "a"};
    const Model read = import_files::importText("a.bvh", exportModel(character, options).text).model;
    CHECK(read.hierarchy.size() == 59);
    CHECK(findNode(read.hierarchy, "JOINT__a_\\x0aCHANNELS_9_2"));
    CHECK(findNode(read.hierarchy, "joint_2"));

    std::ranges::fill(character.model.hierarchy.parents, kNoParent);
    CHECK_THROWS_AS(exportModel(character, options), Error);
    character.model.instances.clear();
    character.model.clips.clear();
    CHECK_THROWS_AS(exportModel(character, options), Error);
}
