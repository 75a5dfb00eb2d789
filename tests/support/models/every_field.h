#pragma once

#include <vector>

#include "model/imported_model.h"

/// Small models that together set every field of a stream to something other than its default.
namespace stream_models {

/// Only what is required.
inline sinew::ImportedModel empty() {
    sinew::ImportedModel imported;
    imported.report.keptInfluences = 4;
    return imported;
}

/// Two nodes and a clip.
inline sinew::ImportedModel skeleton() {
    sinew::ImportedModel imported = empty();
    auto& [model, report] = imported;
    model.hierarchy = {.names = {"root", "Knöchel"},
                       .parents = {sinew::kNoParent, 0},
                       .rest = {{}, {{1, 2, 3}, glm::quat(0.6f, 0.0f, 0.8f, 0.0f), {1, 2, 0.5f}}}};
    sinew::AnimationClip clip{.name = "nod", .durationSeconds = 2.5, .authoredFrameSeconds = 0.04};
    clip.channels.push_back({.node = 1,
                             .translation = {{0.0, 1.0}, {{1, 2, 3}, {4, 5, 6}}},
                             .rotation = {{-0.5}, {glm::quat(0.0f, 1.0f, 0.0f, 0.0f)}},
                             .scale = {{0.0, 0.5, 2.5}, {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}}}});
    clip.channels[0].translation.authored = {{0.0, 1.0}, std::vector<glm::vec3>(6, {1, 2, 3})};
    clip.extras = "3";
    model.clips = {clip, {.name = "still"}};
    model.fileExtras = "4";
    model.sceneExtras = "5";
    model.nodeExtras = {{0, "6"}, {1, "7"}};
    model.up = sinew::UpAxis::z;
    model.metersPerUnit = 0.0254;
    model.rootUp = sinew::UpAxis::x;
    model.rootScale = 0.01;
    report.file = "somewhere/skeleton.dae";
    report.format = "Collada";
    report.importer = "hand 1.0";
    report.clips = {{"walk.fbx", 3, {"linear", "step"}}, {}};
    report.clipFiles = {{"walk.fbx", 1, 7, 6, 5, true}};
    report.findings = {{"id", sinew::Severity::error, "object", "message", sinew::Figure{2.5, "cubits"}},
                       {"more", sinew::Severity::info, "", ""}};
    return imported;
}

inline sinew::SkinnedMesh triangle() {
    return {.name = "triangle",
            .positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}},
            .normals = std::vector<glm::vec3>(3, {0, 0, 1}),
            .tangents = std::vector<glm::vec4>(3, {1, 0, 0, 1}),
            .uvs = std::vector<glm::vec2>(3),
            .colors = std::vector<glm::vec4>(3, glm::vec4(1.0f)),
            .influences = std::vector<sinew::Influences>(3, {{0}, {sinew::kWeightOne}}),
            .indices = {0, 1, 2},
            .boneCount = 1};
}

/// A triangle and a square on two bones, with textures, morph targets and a second set of influences.
inline sinew::ImportedModel mesh() {
    sinew::ImportedModel imported = skeleton();
    auto& [model, report] = imported;
    sinew::SkinnedMesh square{
        .name = "square",
        .positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
        .normals = std::vector<glm::vec3>(4, {0, 0, 1}),
        .tangents = std::vector<glm::vec4>(4, {1, 0, 0, -1}),
        .uvs = {{0, 1}, {1, 1}, {1, 0}, {0, 0}},
        .moreUvs = {{0, 2}, {2, 2}, {2, 0}, {0, 0}},
        .colors = std::vector<glm::vec4>(4, {0.5f, 0.25f, 1, 0.75f}),
        .influences = std::vector<sinew::Influences>(4, {{1, 0}, {50000, 10000}}),
        .moreInfluences = std::vector<sinew::Influences>(4, {{1, 1}, {5000, 535}}),
        .indices = {0, 1, 2, 0, 2, 3},
        .levels = {{{0, 1, 2}, 0.5f}},
        .morphTargets = {{"up", {{1, {0, 1, 0}, {0.5f, 0, 0}}, {3, {0, 2, 0}, {0, 0, 0.5f}}}}, {"none", {}}},
        .boneCount = 2,
        .material = 1};
    model.meshes = {square, triangle(), {.name = "hollow"}};
    const sinew::Bone bone{1, glm::mat4(2.0f)}, root{0, glm::mat4(0.5f)};
    model.instances = {{0, 1, {bone, root}, 1, true}, {1, 0, {root}}, {0, 0, {root, bone}, 0, true}, {2, 1}};
    model.restMorphWeights = {0.25f, 0.5f, 1.5f};
    model.clips[0].morphs = {{2, {{0.0, 1.0}, {0.0f, 1.0f}}}, {0, {{0.5}, {-1.0f}}}};
    model.textures = {{"skin.png", "embedded", {2, 1, {1, 2, 3, 4, 5, 6, 7, 8}}, {9, 8, 7}},
                      {"lost.png", "", {}, {}},
                      {"blocks.dds",
                       "embedded",
                       {.width = 5,
                        .height = 3,
                        .bytes = sinew::PixelBytes(32, 7),
                        .format = sinew::TexelFormat::bc1,
                        .levelCount = 3}}};
    model.materials = {{.name = "bare"},
                       {.name = "skin",
                        .baseColor = {0.1f, 0.2f, 0.3f, 0.4f},
                        .metallic = 0.2f,
                        .roughness = 0.3f,
                        .emissive = {0.5f, 0.6f, 0.7f},
                        .normalScale = 0.8f,
                        .occlusionStrength = 0.9f,
                        .alphaMode = sinew::AlphaMode::mask,
                        .alphaCutoff = 0.7f,
                        .doubleSided = true,
                        .unlit = true,
                        .ior = 1.4f,
                        .specular = 0.11f,
                        .specularColor = {0.12f, 0.13f, 0.14f},
                        .clearcoat = 0.15f,
                        .clearcoatRoughness = 0.16f,
                        .clearcoatNormalScale = 0.17f,
                        .sheenColor = {0.18f, 0.19f, 0.21f},
                        .sheenRoughness = 0.22f,
                        .transmission = 0.23f,
                        .thickness = 0.24f,
                        .attenuationDistance = 0.25f,
                        .attenuationColor = {0.26f, 0.27f, 0.28f},
                        .iridescence = 0.29f,
                        .iridescenceIor = 1.31f,
                        .iridescenceMinimum = 110.0f,
                        .iridescenceMaximum = 390.0f,
                        .anisotropy = 0.32f,
                        .anisotropyRotation = 0.33f}};
    model.materials[1].extras = "[1]";
    model.meshes[0].extras = "{\"a\":2}";
    model.materials[1].texture(sinew::TextureSlot::baseColor) = sinew::TextureUse{0};
    model.materials[1].texture(sinew::TextureSlot::anisotropy) =
        sinew::TextureUse{.texture = 1,
                          .uvSet = 1,
                          .sampler = {sinew::Wrap::mirror, sinew::Wrap::clamp, sinew::Filter::nearest,
                                      sinew::Filter::nearest, sinew::MipFilter::none},
                          .offset = {0.1f, 0.2f},
                          .scale = {0.3f, 0.4f},
                          .rotation = 0.5f};
    report.influences = {{9, 2, 0.125f, 3, 0.75f, 1}, {1, 0, 0.0f, 0, 1.0f, 0}, {}};
    sinew::CutMesh cut{.mesh = 0, .cut = {}, .bones = {root, bone, bone}};
    const std::vector<sinew::CutVertices::Influence> all{{0, 0.5f}, {1, 0.25f}, {2, 0.25f}};
    cut.cut.add(1, all);
    cut.cut.add(3, all);
    report.cutMeshes = {cut};
    report.keptInfluences = 8;
    return imported;
}

inline std::vector<sinew::ImportedModel> all() {
    return {empty(), skeleton(), mesh()};
}

}  // namespace stream_models
