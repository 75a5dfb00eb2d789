#include "unit/check/surfaces/cases.h"

#include <cmath>
#include <numbers>

using namespace sinew;

namespace {

constexpr uint32_t kWaveColumns = 40, kWaveRows = 20;

/// A wavy sheet of 1482 triangles.
Model waves() {
    Model model = rig_models::band().model;
    SkinnedMesh mesh{.name = "band", .boneCount = 3};
    for (uint32_t row = 0; row < kWaveRows; ++row)
        for (uint32_t column = 0; column < kWaveColumns; ++column) {
            const float x = static_cast<float>(column), y = static_cast<float>(row);
            mesh.positions.push_back({0.11f * x, 0.1f * y + 0.02f * std::sin(x), 3.0f + std::sin(0.3f * x + 0.2f * y)});
        }
    for (uint32_t row = 0; row + 1 < kWaveRows; ++row)
        for (uint32_t column = 0; column + 1 < kWaveColumns; ++column) {
            const uint32_t a = row * kWaveColumns + column, b = a + kWaveColumns;
            for (const uint32_t corner : {a, a + 1, b, a + 1, b + 1, b})
                mesh.indices.push_back(corner);
        }
    followOne(mesh);
    model.meshes[0] = mesh;
    return model;
}

/// A fan around a middle, which is `height` above it: a disc or a cone.
void makeFan(SkinnedMesh& mesh, const glm::vec3& middle) {
    constexpr uint32_t kRim = 48;
    mesh.positions.clear(), mesh.indices.clear();
    for (uint32_t i = 0; i < kRim; ++i) {
        const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / kRim;
        mesh.positions.push_back({std::cos(angle), std::sin(angle), 0.0f});
        mesh.indices.insert(mesh.indices.end(), {i, (i + 1) % kRim, kRim});
    }
    mesh.positions.push_back(middle);
    followOne(mesh);
}

void scatter(SkinnedMesh& mesh) {
    uint32_t random = 13;
    for (uint32_t& index : mesh.indices) {
        random = 1664525 * random + 1013904223;
        index = (random >> 16) % (kWaveRows * kWaveColumns);
    }
}

/// Every `step`th position of the first `count` becomes a normal.
void makeNormals(SkinnedMesh& mesh, size_t step, size_t count = SIZE_MAX) {
    for (size_t i = 0; i < std::min(count, mesh.vertexCount()); i += step)
        mesh.positions[i] = glm::normalize(mesh.positions[i]);
}

/// Gives each triangle vertices of its own, and shrinks it a little.
void takeApart(SkinnedMesh& mesh) {
    const SkinnedMesh whole = mesh;
    mesh.positions.clear();
    for (size_t i = 0; i < whole.indices.size(); ++i) {
        const uint32_t* const corners = &whole.indices[i / 3 * 3];
        const glm::vec3 middle =
            (whole.positions[corners[0]] + whole.positions[corners[1]] + whole.positions[corners[2]]) / 3.0f;
        mesh.positions.push_back(glm::mix(whole.positions[whole.indices[i]], middle, 0.1f));
        mesh.indices[i] = static_cast<uint32_t>(i);
    }
    followOne(mesh);
}

/// Boxes of the size of the mesh, one beside the other.
void makeBoxes(SkinnedMesh& mesh) {
    mesh.positions.clear(), mesh.indices.clear();
    for (uint32_t box = 0; box < 60; ++box) {
        for (uint32_t corner = 0; corner < 8; ++corner)
            mesh.positions.push_back(glm::vec3(corner & 1, corner >> 1 & 1, corner >> 2) +
                                     0.013f * static_cast<float>(box));
        for (const uint32_t index : {0, 3, 1, 0, 2, 3, 4, 7, 6, 4, 5, 7, 0, 5, 4, 0, 1, 5,
                                     2, 7, 3, 2, 6, 7, 0, 6, 2, 0, 4, 6, 1, 7, 5, 1, 3, 7})
            mesh.indices.push_back(8 * box + index);
    }
    followOne(mesh);
}

void drawTwice(SkinnedMesh& mesh, size_t triangles, bool isTurned = false) {
    for (size_t i = 0; i < 3 * triangles; i += 3)
        mesh.indices.insert(mesh.indices.end(), {mesh.indices[i], mesh.indices[i + (isTurned ? 2 : 1)],
                                                 mesh.indices[i + (isTurned ? 1 : 2)]});
}

}  // namespace

TEST_CASE("a mesh whose triangles are wrong as a whole has a finding") {
    const auto rigid = [](Model& m) { m.instances[0].skinned = false; };
    judge(waves(), checkMeshes,
          {{"all triangles twice", "triangles-double", [](Model& m) { drawTwice(m.meshes[0], 1482); },
            "1482 of 2964 triangles are there twice"},
           {"three triangles twice", "triangles-double", [](Model& m) { drawTwice(m.meshes[0], 3); },
            "3 of 1485 triangles", Severity::info},
           {"two sides", nullptr, [](Model& m) { drawTwice(m.meshes[0], 1482, true); }},
           {"apart", "triangles-apart", [](Model& m) { takeApart(m.meshes[0]); },
            "1482 of 1482 triangles share no corner with another one"},
           {"apart, as grass is", "triangles-apart", [&](Model& m) { rigid(m), takeApart(m.meshes[0]); }, "1482 of",
            Severity::info},
           {"indices misread", "positions-misread", [](Model& m) { scatter(m.meshes[0]); },
            "has triangles all across it"},
           {"indices misread, of scenery", nullptr, [&](Model& m) { rigid(m), scatter(m.meshes[0]); }},
           {"indices misread, of few triangles", nullptr,
            [](Model& m) { scatter(m.meshes[0]), m.meshes[0].indices.resize(3 * 450); }},
           {"a figure of boxes", nullptr, [](Model& m) { makeBoxes(m.meshes[0]); }},
           {"every second position a normal", "positions-misread", [](Model& m) { makeNormals(m.meshes[0], 2); },
            "400 of 800 vertices are at a distance of exactly 1"},
           {"a sphere", nullptr, [](Model& m) { makeNormals(m.meshes[0], 1); }},
           {"a part of a sphere", nullptr, [](Model& m) { makeNormals(m.meshes[0], 1, 400); }},
           {"few normals", nullptr, [](Model& m) { makeNormals(m.meshes[0], 10); }}});
    judgeSeveral(waves(), checkMeshes, "triangles-double", [](Model& m, size_t i) { drawTwice(m.meshes[i], 1482); });
    judgeSeveral(waves(), checkMeshes, "positions-misread", [](Model& m, size_t i) { scatter(m.meshes[i]); });
    judgeSeveral(waves(), checkMeshes, "triangles-apart", [](Model& m, size_t i) { takeApart(m.meshes[i]); });
}

TEST_CASE("a vertex far from all its neighbors is stray, the tip of a cone is not") {
    const auto moveAt = [](std::initializer_list<size_t> vertices, float by) {
        return [=](Model& m) {
            for (const size_t vertex : vertices)
                m.meshes[0].positions[vertex].x += vertex % 2 == 0 ? -by : by;
        };
    };
    judge(rig_models::band(20).model, checkMeshes,
          {{"one", "vertex-stray", moveAt({9}, 12.0f), "has a vertex that is "},
           {"three", "vertex-stray", moveAt({4, 9, 13}, 12.0f), "has 3 vertices that are up to "},
           {"three, nearer", nullptr, moveAt({4, 9, 13}, 4.6f)},
           {"two with an edge between them", nullptr, moveAt({8, 9}, 12.0f)},
           {"a disc", nullptr, [](Model& m) { makeFan(m.meshes[0], glm::vec3(0.0f)); }},
           {"a cone", nullptr,
            [](Model& m) {
                makeFan(m.meshes[0], {0, 0, 5});
            }},
           {"a disc's middle that is far away", "vertex-stray",
            [](Model& m) {
                makeFan(m.meshes[0], {40, 3, 0});
            },
            "has a vertex that is "}});
    judgeSeveral(rig_models::band(20).model, checkMeshes, "vertex-stray",
                 [](Model& m, size_t i) { m.meshes[i].positions[9].x += 12.0f; });
}

TEST_CASE("a copy of a mesh in the same place is a note") {
    const auto copied = [](const std::function<void(SkinnedMesh&)>& change) {
        return [=](Model& m) {
            SkinnedMesh& copy = addMesh(m, m.meshes[0]);
            copy.name = "copy";
            change(copy);
        };
    };
    judge(rig_models::band(8).model, checkCopies,
          {{"a copy", "mesh-twice", copied([](SkinnedMesh&) {}), "the same triangles in the same place as 'band'",
            Severity::info, "copy"},
           {"drawn twice with its skin", nullptr, [](Model& m) { m.instances.push_back(m.instances[0]); }},
           {"elsewhere", nullptr, copied([](SkinnedMesh& mesh) { mesh.positions[0].z += 0.1f; })},
           {"its other side, an outline", nullptr,
            copied([](SkinnedMesh& mesh) { std::swap(mesh.indices[0], mesh.indices[1]); })}});
}

TEST_CASE("a mesh that two nodes draw in one place is a note, unless a clip moves one of them away") {
    ImportedModel imported = rig_models::band(8);
    Model& model = imported.model;
    followOne(model.meshes[0]);
    model.instances[0] = {.mesh = 0, .node = 0, .bones = {{0, glm::mat4(1.0f)}}};
    addNode(model, "copy", kNoParent, model.hierarchy.rest[0]);
    model.instances.push_back({.mesh = 0, .node = 8, .bones = {{8, glm::mat4(1.0f)}}});
    CHECK(onlyOne(written(model, checkCopies(model)), "mesh-twice").message ==
          "is drawn twice in the same place, by 'bone 0' and 'copy'");
    SECTION("elsewhere") {
        model.hierarchy.rest.back().translation.x += 0.1f;
    }
    SECTION("a blade of a fan") {
        rig_models::addClip(imported, "unfold", 1.0)
            .channels.push_back({.node = 8, .translation = {{0, 1}, {glm::vec3(0), glm::vec3(1, 0, 0)}}});
    }
    CHECK(checkCopies(model).empty());
}

TEST_CASE("an implausible size is stated in meters, with the unit or the node that explains it") {
    const auto unit = [](double meters) { return [=](Model& m) { m.metersPerUnit = meters / std::sqrt(10.0); }; };
    const auto sized = [&](const char* what, double meters, const char* id, Severity severity, const char* says = "") {
        return SurfaceCase{what, id, unit(meters), says, severity, "model"};
    };
    const auto scaled = [](double unitMeters, float scale, double root = 1.0) {
        return [=](Model& m) {
            m.metersPerUnit = unitMeters, m.rootScale = root;
            m.hierarchy.rest[0].scale = glm::vec3(scale);
        };
    };
    constexpr Severity kNote = Severity::info, kWarning = Severity::warning;
    judge(
        rig_models::band().model, checkSize,
        {sized("small", 0.21, nullptr, kNote),
         sized("large", 24.9, nullptr, kNote),
         sized("a toy", 0.19, "size-extreme", kNote, "; 19 m if it was scaled from centimeters twice"),
         sized("a giant", 25.1, "size-extreme", kNote),
         sized("a speck", 0.049, "size-extreme", kWarning),
         sized("a mountain", 61.0, "size-extreme", kWarning),
         sized("in millimeters", 3162.3, "size-extreme", kWarning,
               "is 3.16e+03 m from corner to corner; 3.16 m if its unit is millimeters"),
         {"without a unit", nullptr, [](Model& m) { m.metersPerUnit.reset(); }},
         {"scenery", nullptr, [&](Model& m) { unit(61.0)(m), m.instances[0].skinned = false; }},
         {"scaled up", "size-extreme", scaled(1.0, 1000.0f), "node 'bone 0' scales it by 1e+03", kWarning, "model"},
         {"scaled down", "size-extreme", scaled(1.0, 0.001f), ": node 'bone 0' scales it by 0.001", kWarning, "model"},
         {"scaled a little", "size-extreme", scaled(10.0, 4.0f),
          "126 m from corner to corner; 1.26 m if its unit is "
          "centimeters",
          kWarning, "model"},
         {"scaled by the file", "size-extreme", scaled(1.0, 100.0f, 100.0),
          "centimeters: the unit in the file's <asset> is 100 m", kWarning, "model"}});
}

TEST_CASE("the ground below a skinned figure does not count as its size") {
    ImportedModel imported = rig_models::band();
    rig_models::addClip(imported, "walk", 1.0);
    Model& model = imported.model;
    SkinnedMesh ground = model.meshes[0];
    for (glm::vec3& position : ground.positions)
        position *= 100.0f;
    followOne(ground);
    ground.boneCount = 1;
    model.meshes.push_back(ground);
    model.instances.push_back({.mesh = 1, .bones = {{0, glm::mat4(1.0f)}}});
    CHECK(checkSize(model).empty());
    CHECK(CheckedModel(model).rest.size == Approx(std::sqrt(10.0f)));
    model.instances[0].skinned = false;
    CHECK(checkSize(model).empty());  // scenery may be large
    CHECK(CheckedModel(model).rest.size > 300.0f);
}
