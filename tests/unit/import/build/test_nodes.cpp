#include <cmath>
#include <string>
#include <vector>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "base/error.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/temporary_folder.h"

using import_files::Collada;
using sinew::Model;

namespace {

Model importNodes(const Collada& file) {
    return import_files::importDae(file.text()).model;
}

std::vector<glm::mat4> worldOf(const Model& model, const sinew::LocalPose& pose) {
    std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
    sinew::walkHierarchy(model.hierarchy, pose, glm::mat4(1.0f), worldFromNode);
    return worldFromNode;
}

void checkNear(const glm::vec3& a, const glm::vec3& b) {
    for (int i = 0; i < 3; ++i)
        CHECK(a[i] == Approx(b[i]).margin(1e-6));
}

// x' = x + 0.5 y, moved by (1, 2, 3)
const std::string kShear = "<matrix sid=\"t\">1 0.5 0 1  0 1 0 2  0 0 1 3  0 0 0 1</matrix>";

}  // namespace

TEST_CASE("The file's root transform is kept: a Z-up file in inches is upright and in meters") {
    const Model model = importNodes({.asset = "<unit name=\"inch\" meter=\"0.0254\"/><up_axis>Z_UP</up_axis>",
                                     .nodes = "<node id=\"tip\"><translate>0 0 100</translate></node>"});
    const auto tip = sinew::findNode(model.hierarchy, "tip");
    REQUIRE(tip.has_value());
    checkNear(glm::vec3(worldOf(model, model.hierarchy.rest)[*tip][3]), {0.0f, 2.54f, 0.0f});
    CHECK(model.up == sinew::UpAxis::y);
}

TEST_CASE("Nodes are in depth-first order, parents before children") {
    const Model model =
        importNodes({.nodes = "<node id=\"a\"><node id=\"b\"><node id=\"c\"/></node><node id=\"d\"/></node>"});
    CHECK(model.hierarchy.names == std::vector<std::string>{"scene", "a", "b", "c", "d", "quadNode"});
    CHECK(model.hierarchy.parents == std::vector<int32_t>{sinew::kNoParent, 0, 1, 2, 1, 0});
    REQUIRE(model.instances.size() == 1);
    CHECK(model.instances[0].node == 5);
}

TEST_CASE("A sheared node moves its children by its matrix") {
    const Model model = importNodes(
        {.nodes = "<node id=\"s\">" + kShear + "<node id=\"below\"><translate>0 2 0</translate></node></node>"});
    const auto s = sinew::findNode(model.hierarchy, "s");
    const auto below = sinew::findNode(model.hierarchy, "below");
    REQUIRE((s && below));
    CHECK(sinew::findNode(model.hierarchy, "s$shear") == *s - 1);
    CHECK(model.hierarchy.parents[*below] == static_cast<int32_t>(*s));
    const auto worldFromNode = worldOf(model, model.hierarchy.rest);
    checkNear(glm::vec3(worldFromNode[*s] * glm::vec4(0, 4, 0, 1)), {3.0f, 6.0f, 3.0f});
    checkNear(glm::vec3(worldFromNode[*below][3]), {2.0f, 4.0f, 3.0f});
}

TEST_CASE("A channel on a sheared node replaces its whole transform") {
    // Translation and scale only: a channel replaces the shear of the node's matrix.
    const std::vector<float> values = {2, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
                                       2, 0, 0, 7, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const Model model = importNodes({.nodes = "<node id=\"s\">" + kShear + "</node>",
                                     .animations = Collada::animation("move", "s/t", {0, 1}, values, 16)});
    REQUIRE(model.clips.size() == 1);
    sinew::LocalPose pose = model.hierarchy.rest;
    sinew::SampleCursor cursor;
    sinew::sample(model.clips[0], model.hierarchy, 1.0, cursor, pose);
    const glm::mat4 worldFromS = worldOf(model, pose)[*sinew::findNode(model.hierarchy, "s")];
    checkNear(glm::vec3(worldFromS * glm::vec4(1, 4, 0, 1)), {9.0f, 4.0f, 0.0f});
}

TEST_CASE("A hierarchy that is too deep is refused with the limit") {
    std::string open, close;
    for (int i = 0; i < 2100; ++i)
        open += "<node>", close += "</node>";
    CHECK_THROWS_WITH(importNodes({.nodes = open + close}), Catch::Matchers::ContainsSubstring("2048"));
}

TEST_CASE("A transform that is not finite is refused, except at the root") {
    const TemporaryFolder folder;
    import_files::write(folder / "node.dae",
                        Collada{.nodes = "<node id=\"bad\"><translate>nan 0 0</translate></node>"}.text());
    CHECK_THROWS_AS(sinew::importModel(folder / "node.dae"), sinew::Error);
    import_files::write(folder / "root.dae", Collada{.asset = "<unit name=\"x\" meter=\"nan\"/>"}.text());
    const auto imported = sinew::importModel(folder / "root.dae");
    CHECK(countOf(imported.report.findings, "root-not-finite") == 1);
    CHECK(std::isfinite(worldOf(imported.model, imported.model.hierarchy.rest)[1][0].x));
}
