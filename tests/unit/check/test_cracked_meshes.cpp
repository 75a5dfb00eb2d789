#include "check/checks.h"

#include "support/findings.h"
#include "support/models/quad_square.h"

using namespace sinew;

TEST_CASE("a figure whose triangles share no points is a warning") {
    const ImportedModel whole =
        rig_models::quadSquare("sheet", 12, [](uint32_t, uint32_t, glm::vec2 place) { return place; });
    CHECK(checkCrackedMeshes(whole.model).empty());
    Model model = whole.model;
    SkinnedMesh& mesh = model.meshes[0];
    mesh = {.name = "sheet", .boneCount = 1};
    const SkinnedMesh& source = whole.model.meshes[0];
    for (size_t i = 0; i < source.indices.size(); ++i) {
        const size_t first = i - i % 3;
        glm::vec3 middle(0.0f);
        for (size_t corner = first; corner < first + 3; ++corner)
            middle += source.positions[source.indices[corner]] / 3.0f;
        mesh.positions.push_back(glm::mix(source.positions[source.indices[i]], middle, 0.15f));
        mesh.indices.push_back(static_cast<uint32_t>(i));
    }
    mesh.normals.assign(mesh.vertexCount(), {0.0f, 0.0f, 1.0f});
    mesh.influences.assign(mesh.vertexCount(), {{0}, {static_cast<uint16_t>(kWeightOne)}});
    const Finding finding = onlyOne(checkCrackedMeshes(model), "mesh-cracked");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "sheet");
    CHECK(finding.message == "falls apart into 288 triangles that share no points: gaps are between them");
    model.instances[0].skinned = false;
    CHECK(checkCrackedMeshes(model).empty());
}
