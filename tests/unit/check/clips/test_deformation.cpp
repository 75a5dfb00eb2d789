#include "check/checks.h"
#include "check/found.h"

#include "support/findings.h"
#include "support/models/band.h"
#include "unit/check/written.h"

using namespace sinew;
using rig_models::addClip;
using rig_models::turn;

namespace {

/// A band with a clip of 2 s that has this channel.
Model moved(Channel channel, uint32_t segments = 3) {
    ImportedModel imported = rig_models::band(segments);
    addClip(imported, "move", 2.0).channels.push_back(std::move(channel));
    return imported.model;
}

}  // namespace

TEST_CASE("a bend causes no deformation finding") {
    CHECK(checkDeformation(moved({.node = 1, .rotation = {{0.0, 2.0}, {turn(0), turn(45)}}})).empty());
}

TEST_CASE("a bone that moves away from its neighbors stretches the triangles between them") {
    const Finding finding =
        onlyOne(checkDeformation(moved({.node = 1, .translation = {{0.0, 2.0}, {{0, 1, 0}, {0, 16, 0}}}})),
                "triangles-stretch");
    CHECK(finding.subjects.front() == meshSubject(0));
    CHECK(finding.subjects.back() == clipSubject(0));
    CHECK(finding.seconds == 2.0);
    CHECK(checkDeformation(moved({.node = 1, .translation = {{0.0, 2.0}, {{0, 1, 0}, {0, 3, 0}}}})).empty());
}

TEST_CASE("a bone twisted by half a turn collapses the triangles around it") {
    const Channel wrung{.node = 1,
                        .rotation = {{0.0, 1.0, 2.0}, {turn(0, {0, 1, 0}), turn(90, {0, 1, 0}), turn(180, {0, 1, 0})}}};
    Model model = moved(wrung);
    CHECK(checkDeformation(model).empty());  // only a few, as at each knee
    std::vector<uint32_t>& indices = model.meshes[0].indices;
    const std::vector<uint32_t> once = indices;
    for (int more = 0; more < 7; ++more)
        indices.insert(indices.end(), once.begin(), once.end());
    const Finding finding = onlyOne(checkDeformation(model), "triangles-collapse");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.subjects[1] == nodeSubject(1));
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("deforms up to 16 triangles at once; the worst, near {}"));
    const Channel turned{.node = 1, .rotation = {{0.0, 2.0}, {turn(0, {0, 1, 0}), turn(90, {0, 1, 0})}}};
    CHECK(checkDeformation(moved(turned)).empty());
}

TEST_CASE("clips that scale bones and scaled instances have no deformation finding") {
    Model model = moved({.node = 0, .scale = {{0.0, 2.0}, {{1, 1, 1}, {20, 20, 20}}}});
    CHECK(checkDeformation(model).empty());
    model = moved({.node = 1, .rotation = {{0.0, 2.0}, {turn(0), turn(45)}}});
    model.hierarchy.rest[0].scale = glm::vec3(GENERATE(0.01f, 100.0f));
    CHECK(checkDeformation(model).empty());
}

TEST_CASE("triangles of a single bone are not checked for deformation") {
    Model model = moved({.node = 1, .translation = {{0.0, 2.0}, {{0, 1, 0}, {0, 16, 0}}}});
    followOne(model.meshes[0], 1);
    CHECK(checkDeformation(model).empty());
}

TEST_CASE("deformed triangles are counted over all materials of a mesh") {
    Model model = moved({.node = 1, .translation = {{0.0, 2.0}, {{0, 1, 0}, {0, 16, 0}}}});
    const std::string one = onlyOne(checkDeformation(model), "triangles-stretch").message;
    CHECK_THAT(one, Catch::Matchers::StartsWith("deforms up to 4 triangles"));
    addMesh(model, model.meshes[0]);
    CHECK_THAT(onlyOne(checkDeformation(model), "triangles-stretch").message,
               Catch::Matchers::StartsWith("deforms up to 8 triangles"));
}
