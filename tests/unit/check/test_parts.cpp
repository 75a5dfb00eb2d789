#include "check/checks.h"

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::addClip;
using rig_models::band;
using rig_models::turn;

namespace {

/// A copy of the band without skin, at a node of its own.
void addPart(Model& model, glm::vec3 place, int32_t parent = kNoParent, float scale = 0.3f) {
    model.hierarchy.names.push_back("part");
    model.hierarchy.parents.push_back(parent);
    model.hierarchy.rest.push_back({.translation = place, .scale = glm::vec3(scale)});
    SkinnedMesh mesh = model.meshes[0];
    mesh.name = "part";
    mesh.boneCount = 1;
    mesh.influences.assign(mesh.vertexCount(), {{0}, {static_cast<uint16_t>(kWeightOne)}});
    model.meshes.push_back(mesh);
    const auto node = static_cast<uint32_t>(model.hierarchy.size() - 1);
    model.instances.push_back(
        {.mesh = static_cast<uint32_t>(model.meshes.size() - 1), .node = node, .bones = {{node, glm::mat4(1.0f)}}});
}

}  // namespace

TEST_CASE("a part in the middle of a figure that hangs on no bone is a warning") {
    ImportedModel imported = band();
    addPart(imported.model, {0, 1, 0});
    CHECK(onlyOne(checkParts(imported.model), "part-unbound").object == "part");
    SECTION("but not below a bone") {
        imported.model.hierarchy.parents[3] = 1;
    }
    SECTION("nor beside the figure") {
        imported.model.hierarchy.rest[3].translation.x = 4.0f;
    }
    SECTION("nor on the ground, where it touches nothing") {
        imported.model.hierarchy.rest[3] = {.translation = {0.7f, 0, 0}, .scale = glm::vec3(0.1f)};
    }
    SECTION("nor larger than it") {
        imported.model.hierarchy.rest[3].scale = glm::vec3(3.0f);
    }
    SECTION("nor where a clip moves it") {
        addClip(imported, "bob", 1.0).channels.push_back({.node = 3, .translation = {{0, 1}, {{0, 1, 0}, {0, 2, 0}}}});
    }
    SECTION("nor on a bone without weights, which clips hold still") {
        addClip(imported, "wave", 1.0).channels.push_back({.node = 3, .rotation = {{0, 1}, {turn(0), turn(0)}}});
        imported.model.clips[0].channels.push_back({.node = 1, .rotation = {{0, 1}, {turn(0), turn(30)}}});
    }
    SECTION("nor where all clips hold still what is around it") {
        imported.model.hierarchy.rest[3].translation.y = 0.2f;
        addClip(imported, "wave", 1.0).channels.push_back({.node = 2, .rotation = {{0, 1}, {turn(0), turn(30)}}});
    }
    CHECK(checkParts(imported.model).empty());
}

TEST_CASE("a part on the ground is one of the figure if it touches it") {
    ImportedModel imported = band();
    addPart(imported.model, {0.2f, 0, 0});  // in the middle of a large triangle
    imported.model.hierarchy.rest[3].scale = glm::vec3(0.1f);
    CHECK(onlyOne(checkParts(imported.model), "part-unbound").object == "part");
}

TEST_CASE(
    "a large mesh beside the skinned ones that hangs on no bone is a warning, even where no clip moves its middle") {
    ImportedModel imported = band();
    Model& model = imported.model;
    model.hierarchy.names.push_back("group");
    model.hierarchy.parents.push_back(kNoParent);
    model.hierarchy.rest.push_back({});
    for (const char* name : {"skinned", "other"}) {
        model.hierarchy.names.push_back(name);
        model.hierarchy.parents.push_back(3);
        model.hierarchy.rest.push_back({});
    }
    model.instances[0].node = 4;
    addPart(model, {0, 0, 0}, 3, 1.4f);
    addClip(imported, "wave", 1.0).channels.push_back({.node = 2, .rotation = {{0, 1}, {turn(0), turn(30)}}});
    model.hierarchy.rest.back().translation.y = -0.6f;
    CHECK(onlyOne(checkParts(model), "part-unbound").object == "part");
    SECTION("not beside others") {
        model.hierarchy.parents.back() = kNoParent;
    }
    SECTION("nor a small one") {
        model.hierarchy.rest.back() = {.translation = {0, 0.3f, 0}, .scale = glm::vec3(0.3f)};
    }
    CHECK(checkParts(model).empty());
}

TEST_CASE("a small part above the ground is no shadow") {
    ImportedModel imported = band();
    const float height = GENERATE(1.0f, 0.1f);
    addPart(imported.model, {0, height, 0}, kNoParent, 0.02f);
    CHECK(checkParts(imported.model).size() == (height > 0.5f ? 1u : 0u));
}

TEST_CASE("a part far away from the figure is a warning") {
    ImportedModel imported = band();
    addPart(imported.model, {100, 0, 0});
    CHECK(onlyOne(checkParts(imported.model), "part-far").object == "part");
}

TEST_CASE("a plain box that hides the figure is a warning") {
    ImportedModel imported = band();
    Model& model = imported.model;
    addPart(model, {0, 0, 0}, kNoParent, 1.0f);
    SkinnedMesh& mesh = model.meshes[1];
    const auto leftAt = [&](const glm::vec3& middle, const glm::vec3& extent) {
        mesh.positions.clear(), mesh.indices.clear();
        for (uint32_t corner = 0; corner < 8; ++corner)
            mesh.positions.push_back(middle + extent * (glm::vec3(corner & 1, corner >> 1 & 1, corner >> 2) - 0.5f));
        for (const uint32_t index : {0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1,
                                     2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3})
            mesh.indices.push_back(index);
        mesh.normals.assign(8, {0, 0, 1});
        mesh.tangents.assign(8, {1, 0, 0, 1});
        mesh.uvs.assign(8, {0, 0});
        mesh.colors.assign(8, glm::vec4(1));
        mesh.influences.assign(8, {{0}, {static_cast<uint16_t>(kWeightOne)}});
        return countOf(checkParts(model), "part-left");
    };
    const glm::vec3 middle(0.0f, 1.5f, 0.0f), size(3.0f);
    CHECK(leftAt(middle, size) == 1);
    CHECK(leftAt(middle, 8.0f * size) == 0);                         // a room
    CHECK(leftAt(middle, 0.3f * size) == 0);                         // hides little
    CHECK(leftAt(middle - glm::vec3(0.0f, 4.0f, 0.0f), size) == 0);  // a pedestal
    model.materials.push_back(model.materials[0]);
    mesh.material = static_cast<uint32_t>(model.materials.size() - 1);
    model.materials.back().alphaMode = AlphaMode::blend;
    CHECK(leftAt(middle, size) == 0);  // of glass
    model.materials.back().alphaMode = AlphaMode::opaque;
    CHECK(leftAt(middle, size) == 1);
    mesh.positions[3].x += 0.5f;
    CHECK(countOf(checkParts(model), "part-left") == 0);
}

TEST_CASE("a mesh that lost its skin is named where the clips move a skeleton") {
    ImportedModel imported = band();
    Model& model = imported.model;
    addPart(model, {0, 0, 0});
    model.instances.erase(model.instances.begin());
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (const uint32_t node : {0u, 1u, 2u})
        clip.channels.push_back({.node = node, .rotation = {{0, 1}, {turn(0), turn(30)}}});
    CHECK(onlyOne(checkParts(model), "part-unbound").object == "part");
    model.hierarchy.parents[3] = 2;
    CHECK(checkParts(model).empty());
}

TEST_CASE("a material of which nothing is seen is a warning") {
    ImportedModel imported = band();
    Material& material = imported.model.materials[0];
    material.baseColor.a = 0.0f;
    CHECK(checkMaterials(imported.model).empty());  // opaque: alpha is ignored
    material.alphaMode = AlphaMode::blend;
    CHECK(onlyOne(checkMaterials(imported.model), "opacity-zero").object == "skin");
    material.transmission = 1.0f;
    CHECK(checkMaterials(imported.model).empty());
    material.alphaMode = AlphaMode::mask;
    CHECK_THAT(onlyOne(checkMaterials(imported.model), "opacity-zero").message,
               Catch::Matchers::StartsWith("is cut out everywhere"));
}

TEST_CASE("factors of a material that leave little of its textures are notes") {
    ImportedModel imported = band();
    Material& material = imported.model.materials[0];
    material.texture(TextureSlot::baseColor) = TextureUse{};
    CHECK(checkMaterials(imported.model).empty());
    const auto only = [&](const char* id) {
        const std::vector<Finding> findings = checkMaterials(imported.model);
        CHECK(findings.size() == 1);
        const Finding finding = onlyOne(findings, id);
        CHECK(finding.severity == Severity::info);
        CHECK(finding.object == "skin");
        return finding.message;
    };
    SECTION("black") {
        imported.model.instances[0].skinned = false;
        material.baseColor = {0, 0, 0, 1};
        CHECK(only("color-black") == "has a black base color, which leaves nothing of its texture");
        material.emissive = glm::vec3(0.5f);
    }
    SECTION("metal") {
        material.metallic = 1.0f;
        CHECK(only("metal-textured") == "is all metal, although it has a texture of colors and none that says where");
        if (GENERATE(true, false))
            material.texture(TextureSlot::metallicRoughness) = TextureUse{};
        else
            material.unlit = true;  // no light, no metal
    }
    CHECK(checkMaterials(imported.model).empty());
}

TEST_CASE("vertex colors without alpha hide the part of a mesh whose material blends") {
    ImportedModel imported = band();
    Model& model = imported.model;
    model.materials.push_back({.name = "hair", .alphaMode = AlphaMode::blend});
    model.meshes.push_back(model.meshes[0]);
    model.meshes[0].name = "body-0", model.meshes[1].name = "body-1";
    model.meshes[1].material = 1;
    model.instances.push_back(model.instances[0]);
    model.instances[1].mesh = 1;
    std::vector<glm::vec4>& colors = model.meshes[1].colors;
    colors.assign(colors.size(), glm::vec4(1, 1, 1, 0));
    const Finding finding = onlyOne(checkMaterials(model), "opacity-zero");
    CHECK(finding.object == "body");
    CHECK(finding.message == "has fully transparent vertex colors where its material is 'hair'");
    colors[0].a = 0.5f;
    CHECK(checkMaterials(model).empty());
    colors[0].a = 0.0f;
    model.materials[1].alphaMode = AlphaMode::opaque;
    CHECK(checkMaterials(model).empty());
}

TEST_CASE("black vertex colors are a note if nearly all are") {
    ImportedModel imported = band(20);
    std::vector<glm::vec4>& colors = imported.model.meshes[0].colors;
    std::ranges::fill(colors, glm::vec4(0, 0, 0, 1));
    colors[0] = glm::vec4(1);
    const Finding finding = onlyOne(checkMaterials(imported.model), "colors-black");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message == "41 of 42 vertex colors are black");
    std::fill_n(colors.begin(), 8, glm::vec4(1));
    CHECK(checkMaterials(imported.model).empty());
}

TEST_CASE("black vertex colors are a warning if all are") {
    ImportedModel imported = band();
    std::vector<glm::vec4>& colors = imported.model.meshes[0].colors;
    colors.assign(colors.size(), {0, 0, 0, 1});
    CHECK(onlyOne(checkMaterials(imported.model), "colors-black").object == "band");
    CHECK(onlyOne(checkMaterials(imported.model), "colors-black").severity == Severity::warning);
    colors[0].r = 0.5f;
    CHECK(checkMaterials(imported.model).empty());
}

TEST_CASE("a clip that applies several morph targets in the opposite direction, and none in its own, is a note") {
    ImportedModel imported = band();
    imported.model.meshes[0].morphTargets = {{"smile", {{.vertex = 0, .position = {0.1f, 0, 0}}}},
                                             {"blink", {{.vertex = 1, .position = {0, 0.1f, 0}}}}};
    AnimationClip& talk = addClip(imported, "talk", 1.0);
    talk.morphs = {{0, {{0, 1}, {0.0f, -0.5f}}}, {1, {{0, 1}, {0.0f, -0.9f}}}};
    const Finding finding = onlyOne(checkMorphs(imported.model), "morph-weight-far");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "talk");
    CHECK(
        finding.message ==
        "applies all morph targets in the opposite direction only, morph target 'blink' of 'band' by up to 0.9 times");
    SECTION("not one of them") {
        talk.morphs.pop_back();
    }
    SECTION("nor beside one in its own") {
        talk.morphs[0].track.values[1] = 0.5f;
    }
    SECTION("nor hardly") {
        talk.morphs[0].track.values[1] = -0.1f;
    }
    CHECK(countOf(checkMorphs(imported.model), "morph-weight-far") == 0);
}

TEST_CASE("morph targets without effect, or that move a vertex out of the mesh, are warnings") {
    ImportedModel imported = band();
    std::vector<MorphTarget>& targets = imported.model.meshes[0].morphTargets;
    targets = {{"smile", {{.vertex = 0, .position = {0.1f, 0, 0}}}}};
    CHECK(checkMorphs(imported.model).empty());
    targets.push_back({"blink", {}});
    CHECK(onlyOne(checkMorphs(imported.model), "morph-empty").message == "morph target 'blink' has no effect");
    AnimationClip& talk = addClip(imported, "talk", 1.0);
    talk.morphs = {{0, {{0, 1}, {0.0f, 1.5f}}}};
    CHECK(countOf(checkMorphs(imported.model), "morph-weight-far") == 0);
    talk.morphs[0].track.values[1] = 100.0f;
    CHECK(onlyOne(checkMorphs(imported.model), "morph-weight-far").message ==
          "applies morph target 'smile' of 'band' 100 times");
    talk.morphs[0].track.values[1] = -1.5f;
    CHECK(countOf(checkMorphs(imported.model), "morph-weight-far") == 0);
    talk.morphs[0].track.values[1] = -3.0f;
    CHECK(onlyOne(checkMorphs(imported.model), "morph-weight-far").message ==
          "applies morph target 'smile' of 'band' 3 times in the opposite direction");
    talk.morphs.clear();
    targets[0].deltas[0].position.x = 20.0f;
    CHECK_THAT(onlyOne(checkMorphs(imported.model), "morph-far").message,
               Catch::Matchers::StartsWith("morph target 'smile' moves a vertex by"));
}

TEST_CASE("triangles that are there twice are counted, those of two sides are not") {
    ImportedModel imported = band(4);
    std::vector<uint32_t>& indices = imported.model.meshes[0].indices;
    const std::vector<uint32_t> once = indices;
    for (size_t i = 0; i < once.size(); i += 3)
        indices.insert(indices.end(), {once[i], once[i + 2], once[i + 1]});
    CHECK(countOf(checkMeshes(imported.model), "triangles-double") == 0);
    indices = once;
    indices.insert(indices.end(), once.begin(), once.end());
    const Finding finding = onlyOne(checkMeshes(imported.model), "triangles-double");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message == "8 of 16 triangles are there twice");
}

TEST_CASE("a vertex far from its neighbors, and texture coordinates in pixels, are warnings") {
    ImportedModel imported = band(20);
    std::vector<glm::vec3>& positions = imported.model.meshes[0].positions;
    CHECK(checkMeshes(imported.model).empty());
    positions[9].x += 12.0f;
    CHECK(onlyOne(checkMeshes(imported.model), "vertex-stray").object == "band");
    SECTION("vertices with an edge between them are a part") {
        positions[8].x -= 12.0f;
        CHECK(countOf(checkMeshes(imported.model), "vertex-stray") == 0);
    }
    SECTION("several must be farther away") {
        positions[4].x -= 12.0f, positions[13].x += 12.0f;
        CHECK_THAT(onlyOne(checkMeshes(imported.model), "vertex-stray").message,
                   Catch::Matchers::StartsWith("has 3 vertices that are up to "));
        positions[4].x += 7.4f, positions[13].x -= 7.4f;
        CHECK(countOf(checkMeshes(imported.model), "vertex-stray") == 0);
    }
    for (glm::vec2& uv : imported.model.meshes[0].uvs)
        uv *= 1024.0f;
    CHECK_THAT(onlyOne(checkMeshes(imported.model), "uvs-far").message, Catch::Matchers::EndsWith("in pixels?"));
}

TEST_CASE("one texel of a palette for a whole mesh is no finding") {
    ImportedModel imported = band();
    imported.model.materials[0].texture(TextureSlot::baseColor).emplace();
    std::vector<glm::vec2>& uvs = imported.model.meshes[0].uvs;
    uvs.assign(uvs.size(), {0.25f, 0.75f});
    CHECK(checkMeshes(imported.model).empty());
    uvs.assign(uvs.size(), {0.0f, 0.0f});
    CHECK(countOf(checkMeshes(imported.model), "uvs-missing") == 1);
}

TEST_CASE("a figure of a hundred meters states the likely unit") {
    ImportedModel imported = band();
    imported.model.metersPerUnit = 60.0;
    CHECK(onlyOne(checkMeshes(imported.model), "size-extreme").message ==
          "has a bounding box diagonal of 190 m; 1.9 m if its unit is centimeters");
    imported.model.metersPerUnit = 0.005;
    CHECK(onlyOne(checkMeshes(imported.model), "size-extreme").object == "model");
    imported.model.metersPerUnit = 0.03;  // 9.5 cm: a toy, or in centimeters twice
    CHECK(onlyOne(checkMeshes(imported.model), "size-extreme").severity == Severity::info);
    imported.model.metersPerUnit = 3.0;  // 9.5 m
    CHECK(checkMeshes(imported.model).empty());
}

TEST_CASE("a clip that keeps the feet in the ground or above it is a warning, one that leaves it is not") {
    ImportedModel imported = band();
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    const auto at = [&](float start, float end) {
        clip.channels = {{.node = 0, .translation = {{0, 1}, {{0, start, 0}, {0, end, 0}}}}};
        return checkGround(imported.model);
    };
    CHECK(countOf(at(0.0f, 0.5f), "feet-off-ground") == 0);
    CHECK_THAT(onlyOne(at(0.3f, 0.4f), "feet-off-ground").message,
               Catch::Matchers::StartsWith("keeps the feet above the ground, at least 30 cm (10 %"));
    CHECK_THAT(onlyOne(at(-0.4f, -0.3f), "feet-off-ground").message,
               Catch::Matchers::StartsWith("keeps the feet in the ground, at least 30 cm (10 %"));
    CHECK(countOf(at(-2.2f, -2.1f), "feet-off-ground") == 1);
    CHECK(countOf(at(-4.0f, -3.9f), "feet-off-ground") == 0);  // in another unit
    SECTION("a clip that need not stand may leave the ground, but not sink far into it") {
        clip.name = "greet";
        addClip(imported, "nod", 1.0);
        AnimationClip& greet = imported.model.clips[0];
        const auto greetAt = [&](float start, float end) {
            greet.channels = {{.node = 0, .translation = {{0, 1}, {{0, start, 0}, {0, end, 0}}}}};
            return checkGround(imported.model);
        };
        CHECK(countOf(greetAt(0.4f, 0.5f), "feet-off-ground") == 0);
        CHECK(countOf(greetAt(-0.3f, -0.25f), "feet-off-ground") == 0);
        CHECK(onlyOne(greetAt(0.5f, 0.6f), "feet-off-ground").severity == Severity::info);
        CHECK(onlyOne(greetAt(-0.5f, -0.4f), "feet-off-ground").severity == Severity::info);
        CHECK(countOf(greetAt(-2.2f, -2.1f), "feet-off-ground") == 0);  // in another place
        greet.name = "stay";
        CHECK(onlyOne(greetAt(0.1f, 0.2f), "feet-off-ground").severity == Severity::warning);
        greet.name = "driving";
        CHECK(countOf(greetAt(-0.5f, -0.4f), "feet-off-ground") == 0);
        return;
    }
    clip.name = GENERATE("jump", "dance");
    CHECK(countOf(at(0.3f, 0.4f), "feet-off-ground") == 0);
}

TEST_CASE("the feet of a figure of rigid parts are off the ground as well, those of a drone are not") {
    ImportedModel imported = band();
    imported.model.instances[0].skinned = false;
    addClip(imported, "walk", 1.0).channels = {{.node = 0, .translation = {{0, 1}, {{0, 0.3f, 0}, {0, 0.4f, 0}}}}};
    CHECK(countOf(checkGround(imported.model), "feet-off-ground") == 0);
    imported.model.hierarchy.names[0] = "leg";
    CHECK(countOf(checkGround(imported.model), "feet-off-ground") == 1);
}

TEST_CASE("a rest pose that is from a gait does not tell where the ground is") {
    ImportedModel imported = band();
    addClip(imported, "walk", 1.0).channels = {{.node = 0, .translation = {{0, 1}, {{0, 0.3f, 0}, {0, 0.4f, 0}}}}};
    AnimationClip& other = addClip(imported, "run", 1.0);
    for (const uint32_t node : {0u, 1u, 2u})
        other.channels.push_back({.node = node, .rotation = {{0, 1}, {turn(0.0f), turn(5.0f)}}});
    CHECK(countOf(checkGround(imported.model), "feet-off-ground") == 0);
    other.name = "idle";
    CHECK(countOf(checkGround(imported.model), "feet-off-ground") == 1);
}

TEST_CASE("a clip that scales bones still shows where the skin tears") {
    ImportedModel imported = band(6);
    AnimationClip& clip = addClip(imported, "pull", 1.0);
    clip.channels = {{.node = 3, .scale = {{0, 1}, {{1, 1, 1}, {3, 3, 3}}}}};
    CHECK(checkDeformation(imported.model).empty());  // as large as the bone
    clip.channels.push_back({.node = 2, .translation = {{0, 1}, {{0, 1, 0}, {12, 1, 0}}}});
    CHECK(countOf(checkDeformation(imported.model), "triangles-stretch") == 1);
}

TEST_CASE("a morph target that the rest pose applies and no clip changes is a note") {
    ImportedModel imported = band();
    Model& model = imported.model;
    model.meshes[0].morphTargets.push_back({.name = "smile", .deltas = {{.vertex = 0, .position = {0.1f, 0, 0}}}});
    model.restMorphWeights = {0.0f};
    CHECK(checkMorphs(model).empty());
    model.restMorphWeights = {1.0f};
    const Finding finding = onlyOne(checkMorphs(model), "morph-applied");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message == "rests with 1 morph target applied, which no clip changes: 'smile'");
    addClip(imported, "talk", 1.0).morphs.push_back({.weight = 0, .track = {{0.0, 1.0}, {1.0f, 0.0f}}});
    CHECK(countOf(checkMorphs(model), "morph-applied") == 0);
}

TEST_CASE("a morph target with the positions of a shape is a warning, one that moves all vertices is not") {
    ImportedModel imported = band();
    SkinnedMesh& mesh = imported.model.meshes[0];
    MorphTarget& target = mesh.morphTargets.emplace_back();
    target.name = "smile";
    for (uint32_t v = 0; v < mesh.vertexCount(); ++v)
        target.deltas.push_back({.vertex = v, .position = mesh.positions[v] + glm::vec3(0.05f, 0.02f, 0.0f)});
    const Finding finding = onlyOne(checkMorphs(imported.model), "morph-absolute");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "band");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("morph target 'smile' adds the positions of the mesh"));
    SECTION("it moves all of them by one length") {
        for (MorphDelta& delta : target.deltas)
            delta.position = {0.0f, 1.5f, 0.0f};
    }
    SECTION("it moves some of them far") {
        target.deltas.resize(3);
    }
    SECTION("it grows the mesh a little") {
        for (MorphDelta& delta : target.deltas)
            delta.position = 0.05f * mesh.positions[delta.vertex];
    }
    CHECK(countOf(checkMorphs(imported.model), "morph-absolute") == 0);
}

TEST_CASE("two equal morph targets of a mesh are a note, two without effect are not") {
    ImportedModel imported = band();
    std::vector<MorphTarget>& targets = imported.model.meshes[0].morphTargets;
    targets = {{.name = "smile", .deltas = {{.vertex = 1, .position = {0.1f, 0, 0}}}},
               {.name = "blink", .deltas = {{.vertex = 2, .position = {0.1f, 0, 0}}}},
               {.name = "smile.001", .deltas = {{.vertex = 1, .position = {0.1f, 0, 0}}}}};
    const Finding finding = onlyOne(checkMorphs(imported.model), "morph-twice");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "band");
    CHECK(finding.message == "has the same morph target twice, as 'smile' and 'smile.001'");
    targets[0].deltas.clear(), targets[2].deltas.clear();
    CHECK(countOf(checkMorphs(imported.model), "morph-twice") == 0);
}

TEST_CASE("a skinned mesh whose bones no clip moves is named where clips move other nodes") {
    ImportedModel imported = band();
    Model& model = imported.model;
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t copy = 0; copy < 3; ++copy) {
        model.hierarchy.names.push_back("copy");
        model.hierarchy.parents.push_back(copy == 0 ? kNoParent : static_cast<int32_t>(model.hierarchy.size()) - 2);
        model.hierarchy.rest.push_back({});
        clip.channels.push_back({.node = 3 + copy, .rotation = {{0, 1}, {turn(0), turn(30)}}});
    }
    const Finding finding = onlyOne(checkParts(model), "part-unbound");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "band");
    CHECK(finding.message == "is bound to bones that no clip moves: the clips move 3 other nodes");
    SECTION("but not beside three parts that move, as doors") {
        model.meshes.push_back(model.meshes[0]);
        MeshInstance& door = model.instances.emplace_back(model.instances[0]);
        door.mesh = 1;
        door.skinned = false;
        door.node = 5;
        door.bones = {{5, glm::mat4(1.0f)}};
        model.meshes[1].boneCount = 1;
        model.meshes[1].influences.assign(model.meshes[1].vertexCount(), {{0}, {static_cast<uint16_t>(kWeightOne)}});
        CHECK(countOf(checkParts(model), "part-unbound") == 0);
        return;
    }
    clip.channels[0].node = 1;
    CHECK(checkParts(model).empty());
}

TEST_CASE("a part that a bone carries and that is larger than the figure is a warning") {
    ImportedModel imported = band();
    addPart(imported.model, {0, 1, 0}, 1, 3.0f);
    addClip(imported, "bend", 1.0).channels.push_back({.node = 1, .rotation = {{0, 1}, {turn(0), turn(30)}}});
    const Finding finding = onlyOne(checkParts(imported.model), "part-large");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "part");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("hangs on '" + imported.model.hierarchy.names[1] + "' and is "));
    imported.model.hierarchy.rest[3].scale = {0.3f, 9.0f, 0.3f};  // a lance
    CHECK(checkParts(imported.model).empty());
    imported.model.hierarchy.rest[3].scale = glm::vec3(1.0f);
    CHECK(checkParts(imported.model).empty());
}
