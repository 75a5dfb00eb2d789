#include "check/checks.h"

#include <algorithm>
#include <cmath>

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

/// A band of 80 segments with a value of its own at each vertex, the values in the order of the vertices or in another
/// one.
enum class Values { uvs, colors, morph };

ImportedModel bandWith(Values what, bool isInOrder) {
    ImportedModel imported = rig_models::band(80);
    SkinnedMesh& mesh = imported.model.meshes[0];
    const auto count = static_cast<uint32_t>(mesh.vertexCount());
    if (what == Values::morph) mesh.morphTargets = {{.name = "smile", .deltas = {}}};
    for (uint32_t v = 0; v < count; ++v) {
        const float value = static_cast<float>(isInOrder ? v : 61 * v % count) / static_cast<float>(count);
        if (what == Values::uvs) mesh.uvs[v] = {value, 0.0f};
        if (what == Values::colors) mesh.colors[v] = {value, value, value, 1.0f};
        if (what == Values::morph)
            mesh.morphTargets[0].deltas.push_back({.vertex = v, .position = {0.0f, value, 0.0f}});
    }
    return imported;
}

}  // namespace

TEST_CASE("values in another order than the vertices are a note that names them") {
    const auto [what, name] = GENERATE(table<Values, const char*>({{Values::uvs, "texture coordinates"},
                                                                   {Values::colors, "vertex colors"},
                                                                   {Values::morph, "deltas of morph target 'smile'"}}));
    CHECK(checkVertexOrder(bandWith(what, true).model).empty());
    const Finding finding = onlyOne(checkVertexOrder(bandWith(what, false).model), "values-scattered");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "band");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("has " + std::string(name) + " in no order"));
}

TEST_CASE("a few values that repeat in any order are a palette, or the corners of a texture") {
    ImportedModel imported = bandWith(Values::uvs, false);
    for (glm::vec2& uv : imported.model.meshes[0].uvs)
        uv = glm::round(4.0f * uv) / 4.0f;
    CHECK(checkVertexOrder(imported.model).empty());
}
