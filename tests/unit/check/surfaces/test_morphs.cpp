#include "unit/check/surfaces/cases.h"

#include <array>
#include <cmath>

#include <glm/geometric.hpp>

using namespace sinew;

namespace {

constexpr int kHalf = 10;            // columns on each side of the middle
constexpr uint32_t kSheetRows = 21;  // vertices
constexpr uint32_t kOfHalf = 231;    // vertices

using Shape = std::function<glm::vec3(const glm::vec3&)>;

/// One half of a sheet, from column `first` to `last`.
void addHalf(SkinnedMesh& mesh, int first, int last) {
    const auto columns = static_cast<uint32_t>(last - first + 1);
    const auto begin = static_cast<uint32_t>(mesh.vertexCount());
    for (uint32_t row = 0; row < kSheetRows; ++row)
        for (int column = first; column <= last; ++column)
            mesh.positions.emplace_back(column, row, 0.01f * static_cast<float>(column * column));
    for (uint32_t row = 0; row + 1 < kSheetRows; ++row)
        for (uint32_t column = 0; column + 1 < columns; ++column) {
            const uint32_t a = begin + row * columns + column, b = a + 1, c = b + columns, d = a + columns;
            for (const uint32_t corner : {a, b, c, a, c, d})
                mesh.indices.push_back(corner);
        }
    mesh.normals.assign(mesh.vertexCount(), {0, 0, 1});
    followOne(mesh);
}

MorphTarget targetOf(const SkinnedMesh& mesh, std::string name, const Shape& shape) {
    MorphTarget target{.name = std::move(name), .deltas = {}};
    for (uint32_t v = 0; v < mesh.vertexCount(); ++v)
        if (const glm::vec3 delta = shape(mesh.positions[v]); delta != glm::vec3(0.0f))
            target.deltas.push_back({.vertex = v, .position = delta});
    return target;
}

/// Moves what is within `radius` of a place, by `offset` in the middle.
Shape bump(const glm::vec2& place, float radius, const glm::vec3& offset) {
    return [=](const glm::vec3& position) {
        const float away = glm::distance(glm::vec2(position), place);
        const float ratio = away < radius ? 0.5f + 0.5f * std::cos(away / radius * 3.14159265f) : 0.0f;
        return ratio > 0.001f ? ratio * offset : glm::vec3(0.0f);
    };
}

Shape times(float factor, const Shape& shape) {
    return [=](const glm::vec3& position) { return factor * shape(position); };
}

/// The mirror image across x = 0.
Shape mirrored(const Shape& shape) {
    return [=](const glm::vec3& position) { return shape(position * glm::vec3(-1, 1, 1)) * glm::vec3(-1, 1, 1); };
}

/// A bent sheet that is its own mirror image across x = 0, where two rows of vertices meet in a seam.
Model sheet() {
    Model model = rig_models::band(1).model;
    SkinnedMesh mesh{.name = "band", .boneCount = 1};
    addHalf(mesh, -kHalf, 0);
    addHalf(mesh, 0, kHalf);
    model.meshes[0] = mesh;
    return model;
}

/// With four smooth targets.
Model face() {
    Model model = sheet();
    SkinnedMesh& mesh = model.meshes[0];
    mesh.morphTargets = {
        targetOf(mesh, "smile", bump({0, 5}, 6, {0, 1, 1})), targetOf(mesh, "frown", bump({0, 5}, 7, {0, -1, 0})),
        targetOf(mesh, "brow", bump({0, 15}, 4, {0, 1, 0})), targetOf(mesh, "sneer", bump({0, 10}, 5, {0, 1, 1}))};
    return model;
}

MorphTarget& target(Model& model, size_t index = 0, size_t mesh = 0) {
    return model.meshes[mesh].morphTargets[index];
}

/// Leaves out what the target does to one side of the seam, or to a place there.
void tear(Model& model, size_t mesh = 0, float row = NAN) {
    const std::vector<glm::vec3>& positions = model.meshes[mesh].positions;
    std::erase_if(target(model, 0, mesh).deltas, [&](const MorphDelta& delta) {
        const glm::vec3& place = positions[delta.vertex];
        return delta.vertex >= kOfHalf && place.x == 0 && (std::isnan(row) || place.y == row);
    });
}

void turnNormals(Model& model, float by, size_t mesh = 0) {
    for (MorphDelta& delta : target(model, 0, mesh).deltas)
        delta.normal = by * model.meshes[mesh].normals[delta.vertex];
}

const std::function<std::vector<Finding>(const Model&)> kCheck = [](const Model& model) { return checkMorphs(model); };

}  // namespace

TEST_CASE("a morph target that does nothing, tears, leaves the mesh or turns normals inward has a finding") {
    const auto shaped = [](const Shape& shape) {
        return [=](Model& m) { target(m) = targetOf(m.meshes[0], "smile", shape); };
    };
    judge(face(), kCheck,
          {{"empty", "morph-empty", [](Model& m) { target(m, 1).deltas.clear(); },
            "morph target 'frown' moves no vertex"},
           {"normals only", "morph-empty",
            [](Model& m) {
                for (MorphDelta& delta : target(m, 1).deltas)
                    delta = {.vertex = delta.vertex, .normal = {0.1f, 0, 0}};
            },
            "morph target 'frown' moves no vertex"},
           {"silence", nullptr,
            [](Model& m) {
                m.meshes[0].morphTargets.push_back({"viseme_sil", {}});
            }},
           {"all empty", "morph-empty",
            [](Model& m) {
                for (MorphTarget& each : m.meshes[0].morphTargets)
                    each.deltas.clear();
            },
            "(and 3 others: 'frown', 'brow', 'sneer')"},
           {"far", "morph-far", [](Model& m) { target(m).deltas[9].position.x = 50.0f; },
            "morph target 'smile' moves a vertex by 1.77 times the mesh's size", Severity::info},
           {"three far", "morph-far",
            [](Model& m) {
                for (size_t i = 0; i < 3; ++i)
                    target(m, i).deltas[9].position.x = 50.0f + static_cast<float>(i);
            },
            "(and 2 others: 'smile', 'frown')", Severity::info},
           {"put out of sight", nullptr,
            shaped([](const glm::vec3& p) { return p.y > 10 ? glm::vec3(90) : glm::vec3(); })},
           {"torn", "morph-torn", [](Model& m) { tear(m); },
            "morph target 'smile' tears open 100 % of the seams that it moves, by up to"},
           {"torn at one vertex", nullptr, [](Model& m) { tear(m, 0, 10.0f); }},
           {"an opening, whose sides move like what hangs on them", nullptr,
            [](Model& m) {
                for (MorphDelta& delta : target(m).deltas)
                    delta.position = glm::length(delta.position) * glm::vec3(delta.vertex < kOfHalf ? -1 : 1, 0, 0);
            }},
           {"normals inward", "morph-normals", [](Model& m) { turnNormals(m, -2.0f); },
            "morph target 'smile' turns 100 % of the normals that it changes inward"},
           {"normals changed", nullptr, [](Model& m) { turnNormals(m, 0.2f); }},
           {"twice", "morph-twice", [](Model& m) { target(m, 2).deltas = target(m).deltas; },
            "morph targets 'smile' and 'brow' are equal", Severity::info}});
    judgeSeveral(face(), kCheck, "morph-empty", [](Model& m, size_t i) { target(m, 1, i).deltas.clear(); });
    judgeSeveral(face(), kCheck, "morph-torn", [](Model& m, size_t i) { tear(m, i); });
    judgeSeveral(face(), kCheck, "morph-normals", [](Model& m, size_t i) { turnNormals(m, -2.0f, i); });
}

TEST_CASE("a morph target that moves one of two adjacent meshes tears them apart") {
    Model model = sheet();
    SkinnedMesh left{.name = "band-0", .boneCount = 1}, right{.name = "band-1", .boneCount = 1};
    addHalf(left, -kHalf, 0);
    addHalf(right, 0, kHalf);
    for (SkinnedMesh* mesh : {&left, &right})
        mesh->morphTargets = {targetOf(*mesh, "smile", bump({0, 5}, 6, {0, 1, 1}))};
    model.meshes = {left};
    addMesh(model, right);
    CHECK(checkMorphs(model).empty());
    target(model, 0, 1).deltas.clear();
    checkOnly(written(model, checkMorphs(model)), "morph-torn", "band", "between meshes");
}

TEST_CASE("targets of other parts of a face have no effect on this one, which is a note") {
    Model model = face();
    SkinnedMesh teeth = model.meshes[0];
    teeth.name = "teeth";
    for (MorphTarget& each : teeth.morphTargets)
        each.deltas.clear();
    addMesh(model, teeth);
    CHECK(onlyOne(written(model, checkMorphs(model)), "morph-empty").severity == Severity::info);
    for (MorphTarget& each : model.meshes[0].morphTargets)
        each.name += " of the face";
    CHECK(onlyOne(written(model, checkMorphs(model)), "morph-empty").severity == Severity::warning);
}

TEST_CASE("a morph target with the positions of a shape is absolute, one that scales the mesh is not") {
    const Shape smile = bump({0, 5}, 6, {0, 1, 1});
    const auto shaped = [](const Shape& shape, float height = 0.0f) {
        return [=](Model& m) {
            for (glm::vec3& position : m.meshes[0].positions)
                position.y += height;
            target(m) = targetOf(m.meshes[0], "smile", shape);
        };
    };
    judge(face(), kCheck,
          {{"a smile", "morph-absolute", shaped([=](const glm::vec3& p) { return p + smile(p); }),
            "morph target 'smile' holds the positions of its shape"},
           {"the mesh itself, where nobody would scale it", "morph-absolute",
            shaped([](const glm::vec3& p) { return p; }, 60.0f)},
           {"turned", "morph-absolute", shaped([](const glm::vec3& p) { return glm::vec3(p.z, p.x, p.y); }, 60.0f)},
           {"twice as large", nullptr, shaped([](const glm::vec3& p) { return p; })},
           {"larger", nullptr, shaped([](const glm::vec3& p) { return glm::vec3(0.9f, 1.1f, 1.0f) * p; })},
           {"smaller", nullptr, shaped([](const glm::vec3& p) { return -0.5f * p; })},
           {"shrunk to a point", nullptr, shaped([](const glm::vec3& p) { return glm::vec3(1, 2, 3) - p; })},
           {"moved", nullptr, shaped([](const glm::vec3&) { return glm::vec3(0, 1.5f, 0); })}});
    judgeSeveral(face(), kCheck, "morph-absolute", [&](Model& m, size_t i) {
        target(m, 0, i) = targetOf(m.meshes[i], "smile", [&](const glm::vec3& p) { return p + smile(p); });
    });
}

TEST_CASE("a morph target unlike the mirror image of its twin is a finding") {
    const std::array kNames{"smile", "blink", "brow", "sneer"};
    const auto left = [](size_t pair) {
        return bump({5, 4 + 4 * static_cast<int>(pair)}, 4, {0.3f, 1, 0.1f * static_cast<float>(pair)});
    };
    Model sound = sheet();
    for (size_t pair = 0; pair < kNames.size(); ++pair)
        for (const bool isLeft : {true, false})
            sound.meshes[0].morphTargets.push_back(targetOf(sound.meshes[0],
                                                            std::string(kNames[pair]) + (isLeft ? "_L" : "_R"),
                                                            isLeft ? left(pair) : mirrored(left(pair))));
    const auto shaped = [](size_t index, const Shape& shape) {
        return [=](Model& m) { target(m, index) = targetOf(m.meshes[0], target(m, index).name, shape); };
    };
    const auto unlike = [&](size_t pairs) {
        return [=](Model& m) {
            for (size_t pair = 0; pair < pairs; ++pair)
                shaped(2 * pair, bump({6, 8 - 2 * static_cast<int>(pair)}, 3, {0, 0, 1}))(m);
        };
    };
    judge(sound, kCheck,
          {{"opposite", "morph-unlike-twin", shaped(0, times(-1.0f, left(0))),
            "morph target 'smile_L' moves the opposite way of 'smile_R'"},
           {"stronger", "morph-unlike-twin", shaped(0, times(3.2f, left(0))),
            "morph target 'smile_L' moves vertices 3.2 times as far as 'smile_R'"},
           {"a little stronger", nullptr, shaped(0, times(2.8f, left(0)))},
           {"weaker", "morph-unlike-twin", shaped(0, times(0.2f, left(0))),
            "morph target 'smile_R' moves vertices 5 times as far as 'smile_L'"},
           {"another shape", "morph-unlike-twin", unlike(1),
            "morph target 'smile_L' is no mirror image of 'smile_R', unlike 3 other pairs", Severity::info},
           {"most of other shapes, as meant", nullptr, unlike(3)},
           {"all opposite", "morph-unlike-twin",
            [&](Model& m) {
                for (size_t pair = 0; pair < 4; ++pair)
                    shaped(2 * pair, times(-1.0f, left(pair)))(m);
            },
            "(and 3 others: "}});
    CHECK(kCheck([&] {
              Model model = sound;
              std::swap(target(model, 0).name, target(model, 2).name);
              return model;
          }())
              .size() == 2);
}

TEST_CASE("clips that apply a target far beyond its range, and targets that are applied at rest") {
    using Values = std::vector<std::vector<float>>;
    const auto talks = [](const Values& values, const std::vector<float>& rest = {0, 0, 0, 0}) {
        return [=](Model& m) {
            m.restMorphWeights = rest;
            for (const char* name : {"talk", "talk again"}) {
                AnimationClip& clip = m.clips.emplace_back(AnimationClip{name, 1.0});
                for (uint32_t weight = 0; weight < values.size(); ++weight)
                    clip.morphs.push_back({weight, {{0.0, 0.5, 1.0}, values[weight]}});
            }
            m.clips.pop_back();
        };
    };
    const Values zeros{{0, 0.5f, 0}, {0, 0, 0}};
    constexpr Severity kNote = Severity::info, kWarning = Severity::warning;
    judge(face(), kCheck,
          {{"in range", nullptr, talks({{0, 1.5f, -1.5f}})},
           {"in percent", "morph-weight-far", talks({{0, 100, 0}, {0, 40, 0}}),
            "sets morph target 'smile' of 'band' to 10000 %", kWarning, "talk"},
           {"backward", "morph-weight-far", talks({{0, -3, 0}}), "to -300 %", kWarning, "talk"},
           {"beyond the last of two shapes of one channel", nullptr, talks({{0, -6, 0}, {1, 7, 1}})},
           {"applied, without keys", "morph-applied", talks(zeros, {0, 0, 1, 0.5f}),
            "rests with 2 morph targets applied, which no clip changes: 'brow', 'sneer'", kNote},
           {"applied, and switched off", "morph-applied", talks(zeros, {1, 0, 0, 0}),
            "rests with 1 morph target applied, which all clips start without: 'smile'", kNote},
           {"applied, and on", nullptr, talks({{1, 0.5f, 0}}, {1, 0, 0, 0})}});
}
