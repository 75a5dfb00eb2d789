// Blend shapes within the geometry of FBX 7.1.

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/fbx_scene.h"
#include "support/models/posed.h"
#include "support/replaced.h"

using namespace sinew;
using import_files::FbxScene;
using import_files::hasPoint;
using import_files::posed;

namespace {

/// A square whose corner (0, 0) `Lift` moves by 4 along z: by half at rest, from 0 to all in a clip of 1 s. `Wide`
/// moves (1, 0) by 2 along x, and rests.
FbxScene shapedSquare() {
    FbxScene scene;
    scene.model(10, "node", "Mesh", 0);
    scene.square(
        20, 10,
        "Properties70: {\nP: \"Lift\", \"Number\", \"\", \"A+\",50\nP: \"Wide\", \"Number\", \"\", \"A+\",0\n}\n"
        "Shape: \"Lift\" {\nIndexes: *1 { a: 0 }\nVertices: *3 { a: 0,0,4 }\n}\n"
        "Shape: \"Wide\" {\nIndexes: *1 { a: 1 }\nVertices: *3 { a: 2,0,0 }\nNormals: *3 { a: 0,0,0 }\n}\n");
    scene.clip();
    scene.curve(40, 31, 20, "Lift", "d|Lift", {{0.0, 0.0}, {1.0, 100.0}});
    return scene;
}

std::string text71(const FbxScene& scene) {
    return replaced(scene.text(), "FBXVersion: 7400", "FBXVersion: 7100");
}

}  // namespace

TEST_CASE("fbx: the blend shapes within a mesh of version 7.1 are read, with their weights and curves") {
    const auto [model, report] = import_files::importTextApart("scene.fbx", text71(shapedSquare()));
    CHECK(report.findings.empty());
    REQUIRE(model.meshes.size() == 1);
    const std::vector<MorphTarget>& targets = model.meshes[0].morphTargets;
    REQUIRE(targets.size() == 2);
    CHECK(targets[0].name == "Lift");
    CHECK(targets[1].name == "Wide");
    CHECK(model.restMorphWeights == std::vector{0.5f, 0.0f});
    REQUIRE(model.clips.size() == 1);
    CHECK(hasPoint(posed(model, 0.25), {0.0f, 0.0f, 1.0f}));
    CHECK(hasPoint(posed(model, 1.0), {0.0f, 0.0f, 4.0f}));
    CHECK(hasPoint(posed(model, 1.0), {1.0f, 0.0f, 0.0f}));
}

TEST_CASE("fbx: a blend shape of version 7.1 that does not fit its mesh is left out and named") {
    const std::string text = text71(shapedSquare());
    for (const char* wrong : {"Indexes: *1 { a: 4 }", "Indexes: *2 { a: 0,1 }"}) {
        const auto [model, report] =
            import_files::importTextApart("scene.fbx", replaced(text, "Indexes: *1 { a: 0 }", wrong));
        CHECK(onlyOne(report.findings, "morph-misfit").message == "the blend shape 'Lift' does not fit its mesh");
        CHECK(onlyOne(report.findings, "morph-misfit").object == "square");
        REQUIRE(model.meshes.size() == 1);
        CHECK(model.meshes[0].morphTargets.size() == 1);
    }
}
