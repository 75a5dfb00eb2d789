#include "check/checks.h"

#include <cmath>
#include <numbers>

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

TEST_CASE("a sound mesh has no findings") {
    CHECK(checkMeshes(rig_models::band().model).empty());
}

TEST_CASE("triangles without area are counted") {
    Model model = rig_models::band(20).model;
    model.meshes[0].indices[1] = model.meshes[0].indices[0];
    const Finding finding = onlyOne(checkMeshes(model), "triangles-degenerate");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message == "1 of 40 triangles have no area");
    for (size_t i = 0; i < 9; ++i)
        model.meshes[0].indices[i] = 0;
    CHECK(onlyOne(checkMeshes(model), "triangles-degenerate").severity == Severity::info);  // three are too few
    for (size_t i = 9; i < 12; ++i)
        model.meshes[0].indices[i] = 0;
    CHECK(onlyOne(checkMeshes(model), "triangles-degenerate").severity == Severity::warning);
}

TEST_CASE("a small triangle is not degenerate") {
    Model model = rig_models::band().model;
    for (glm::vec3& position : model.meshes[0].positions)
        position *= 0.004f;
    CHECK(countOf(checkMeshes(model), "triangles-degenerate") == 0);
}

TEST_CASE("uvs-missing needs a material with a texture") {
    Model model = rig_models::band().model;
    for (glm::vec2& uv : model.meshes[0].uvs)
        uv = {0, 0};
    CHECK(checkMeshes(model).empty());
    model.textures.emplace_back();
    model.materials[0].texture(TextureSlot::baseColor) = TextureUse{0};
    CHECK(onlyOne(checkMeshes(model), "uvs-missing").object == "band");
    model.meshes[0].uvs[1] = {1, 0};
    CHECK(checkMeshes(model).empty());
}

TEST_CASE("faces against their normals are counted") {
    Model model = rig_models::band().model;
    std::swap(model.meshes[0].indices[0], model.meshes[0].indices[1]);
    const Finding finding = onlyOne(checkMeshes(model), "winding-flipped");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message == "1 of 6 triangles face away from their normals");
}

TEST_CASE("single faces against their normals with the winding of their neighbors have bent normals") {
    Model model = rig_models::band(20).model;
    for (const size_t vertex : {0u, 1u, 3u})
        model.meshes[0].normals[vertex] = {0.0f, 0.0f, -1.0f};
    const std::vector<Finding> findings = checkMeshes(model);
    CHECK(countOf(findings, "winding-flipped") == 0);
    const Finding finding = onlyOne(findings, "normals-bent");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message == "2 of 40 triangles face away from their normals, but are wound like their neighbors");
    for (size_t vertex = 0; vertex < 10; ++vertex)
        model.meshes[0].normals[vertex] = {0.0f, 0.0f, -1.0f};
    CHECK(onlyOne(checkMeshes(model), "normals-bent").severity == Severity::warning);
}

TEST_CASE("a connected piece with inward normals is flipped, its neighbor is not") {
    Model model = rig_models::band(4).model;
    SkinnedMesh& mesh = model.meshes[0];
    const auto vertices = static_cast<uint32_t>(mesh.vertexCount());
    for (uint32_t i = 0; i < vertices; ++i) {
        mesh.positions.push_back(mesh.positions[i] + glm::vec3(3.0f, 0.0f, 0.0f));
        mesh.normals.emplace_back(0.0f, 0.0f, -1.0f);
        mesh.uvs.push_back(mesh.uvs[i]);
        mesh.influences.push_back(mesh.influences[i]);
    }
    const std::vector<uint32_t> indices = mesh.indices;
    for (const uint32_t index : indices)
        mesh.indices.push_back(vertices + index);
    const std::vector<Finding> findings = checkMeshes(model);
    CHECK(onlyOne(findings, "winding-flipped").message == "8 of 16 triangles face away from their normals");
    CHECK(countOf(findings, "normals-bent") == 0);
}

TEST_CASE("a mesh with several materials has one finding per id") {
    Model model = rig_models::band(20).model;
    model.meshes[0].indices[1] = model.meshes[0].indices[0];
    model.textures.emplace_back();
    model.materials[0].texture(TextureSlot::baseColor) = TextureUse{0};
    for (glm::vec2& uv : model.meshes[0].uvs)
        uv = {0, 0};
    model.meshes.push_back(model.meshes[0]);
    model.materials.push_back({.name = "cloth"});
    model.materials.back().texture(TextureSlot::baseColor) = TextureUse{0};
    model.meshes[1].material = 1;
    model.instances.push_back(model.instances[0]);
    model.instances[1].mesh = 1;
    const std::vector<Finding> findings = checkMeshes(model);
    CHECK(onlyOne(findings, "triangles-degenerate").message == "2 of 80 triangles have no area");
    CHECK(onlyOne(findings, "uvs-missing").message ==
          "materials 'skin', 'cloth' have textures, but 84 vertices have the same texture coordinates");
    model.meshes[1].material = 0;
    CHECK(countOf(checkMeshes(model), "uvs-missing") == 1);
    model.meshes[1].uvs[0] = {0.5f, 0.5f};  // a part of one color beside others
    CHECK(countOf(checkMeshes(model), "uvs-missing") == 0);
}

TEST_CASE("an implausible size is stated in meters if the file has a unit") {
    Model model = rig_models::band().model;
    model.metersPerUnit = 1000.0;
    CHECK(onlyOne(checkMeshes(model), "size-extreme").message ==
          "has a bounding box diagonal of 3.16e+03 m; 3.16 m if its unit is millimeters");
    model.metersPerUnit = 0.001;
    CHECK(countOf(checkMeshes(model), "size-extreme") == 1);
    model.metersPerUnit.reset();
    CHECK(checkMeshes(model).empty());
}

TEST_CASE("an implausible size names the node that scales the figure, or the unit") {
    Model model = rig_models::band().model;
    Transform& root = model.hierarchy.rest[0];
    const auto sizeAt = [&](float scale, const char* hint) {
        root.scale = glm::vec3(scale);
        CHECK_THAT(onlyOne(checkMeshes(model), "size-extreme").message, Catch::Matchers::EndsWith(hint));
    };
    sizeAt(1000.0f, "millimeters: node 'bone 0' scales it by 1e+03");
    sizeAt(0.001f, ": node 'bone 0' scales it by 0.001");
    model.metersPerUnit = 10.0;
    sizeAt(4.0f, "126 m; 1.26 m if its unit is centimeters");  // not by 5 times
    model.metersPerUnit = 1.0, model.rootScale = 100.0;
    sizeAt(100.0f, "centimeters: the unit in the file's <asset> is 100 m");
}

TEST_CASE("a skinned figure has the size of a figure, with or without clips, other models may be larger or smaller") {
    ImportedModel imported = rig_models::band();
    if (GENERATE(false, true)) rig_models::addClip(imported, "walk", 1.0);
    Model& model = imported.model;
    const auto found = [&](double meters) {
        model.metersPerUnit = meters / std::sqrt(10.0);
        return checkMeshes(model);
    };
    for (const double usual : {0.21, 24.9}) {
        INFO(usual);
        CHECK(found(usual).empty());
    }
    for (const double odd : {0.051, 0.19, 25.1, 59.0}) {
        INFO(odd);
        CHECK(onlyOne(found(odd), "size-extreme").severity == Severity::info);
    }
    for (const double extreme : {0.049, 61.0}) {
        INFO(extreme);
        CHECK(onlyOne(found(extreme), "size-extreme").severity == Severity::warning);
    }
    model.instances[0].skinned = false;
    for (const double other : {0.049, 61.0}) {
        INFO(other);
        CHECK(found(other).empty());
    }
}

TEST_CASE("a vertex far from all its neighbors is stray, the middle of a disc is not") {
    ImportedModel imported = rig_models::band(1);
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh = {.name = "disc", .boneCount = 1};
    constexpr uint32_t kRim = 48;
    const auto add = [&](const glm::vec3& position) {
        mesh.positions.push_back(position);
        mesh.normals.push_back({0, 0, 1});
        mesh.tangents.push_back({1, 0, 0, 1});
        mesh.uvs.push_back({0.5f, 0.5f});
        mesh.colors.push_back(glm::vec4(1.0f));
        mesh.influences.push_back({{0}, {static_cast<uint16_t>(kWeightOne)}});
    };
    for (uint32_t i = 0; i < kRim; ++i) {
        const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / kRim;
        add({std::cos(angle), std::sin(angle), 0.0f});
    }
    add(glm::vec3(0.0f));
    for (uint32_t i = 0; i < kRim; ++i)
        mesh.indices.insert(mesh.indices.end(), {i, (i + 1) % kRim, kRim});
    CHECK(countOf(checkMeshes(imported.model), "vertex-stray") == 0);
    mesh.positions[kRim] = {4.0f, 0.0f, 0.0f};
    CHECK(onlyOne(checkMeshes(imported.model), "vertex-stray").object == "disc");
}

TEST_CASE("the ground below a skinned figure does not count as its size") {
    ImportedModel imported = rig_models::band();
    rig_models::addClip(imported, "walk", 1.0);
    Model& model = imported.model;
    SkinnedMesh ground = model.meshes[0];
    ground.name = "ground";
    for (glm::vec3& position : ground.positions)
        position *= 100.0f;
    ground.influences.assign(ground.vertexCount(), {{0}, {static_cast<uint16_t>(kWeightOne)}});
    ground.boneCount = 1;
    model.meshes.push_back(ground);
    model.instances.push_back({.mesh = 1, .bones = {{0, glm::mat4(1.0f)}}});
    CHECK(countOf(checkMeshes(model), "size-extreme") == 0);
    CHECK(CheckedModel(model).rest.size == Approx(std::sqrt(10.0f)));
    model.instances[0].skinned = false;
    CHECK(countOf(checkMeshes(model), "size-extreme") == 0);  // scenery may be large
    CHECK(CheckedModel(model).rest.size > 300.0f);
}
