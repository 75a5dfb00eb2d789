#include "check/checks.h"
#include "check/words.h"

#include <array>
#include <cmath>
#include <functional>
#include <string>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

constexpr int kHalf = 10;         // columns on each side of the middle
constexpr float kHeight = 20.0f;  // rows
constexpr float kSize = 28.3f;    // of the sheet, about

using Shape = std::function<glm::vec3(const glm::vec3&)>;

/// One half of a sheet, from column `first` to `last`.
void addHalf(SkinnedMesh& mesh, int first, int last) {
    const auto columns = static_cast<uint32_t>(last - first + 1), rows = static_cast<uint32_t>(kHeight) + 1;
    const auto begin = static_cast<uint32_t>(mesh.vertexCount());
    for (uint32_t row = 0; row < rows; ++row)
        for (int column = first; column <= last; ++column)
            mesh.positions.emplace_back(column, row, 0.01f * static_cast<float>(column * column));
    for (uint32_t row = 0; row + 1 < rows; ++row)
        for (uint32_t column = 0; column + 1 < columns; ++column) {
            const uint32_t a = begin + row * columns + column, b = a + 1, c = b + columns, d = a + columns;
            for (const uint32_t corner : {a, b, c, a, c, d})
                mesh.indices.push_back(corner);
        }
}

void fill(SkinnedMesh& mesh) {
    mesh.normals.assign(mesh.vertexCount(), {0, 0, 1});
    mesh.tangents.assign(mesh.vertexCount(), {1, 0, 0, 1});
    mesh.uvs.assign(mesh.vertexCount(), {0.5f, 0.5f});
    mesh.colors.assign(mesh.vertexCount(), glm::vec4(1.0f));
    mesh.influences.assign(mesh.vertexCount(), {{0}, {static_cast<uint16_t>(kWeightOne)}});
}

/// A bent sheet that is its own mirror image across x = 0, where two rows of vertices meet in a seam.
ImportedModel sheet() {
    ImportedModel imported = rig_models::band(1);
    SkinnedMesh mesh{.name = "sheet", .boneCount = 1};
    addHalf(mesh, -kHalf, 0);
    addHalf(mesh, 0, kHalf);
    fill(mesh);
    imported.model.meshes[0] = mesh;
    return imported;
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

/// Four smooth targets.
ImportedModel face() {
    ImportedModel imported = sheet();
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh.morphTargets = {
        targetOf(mesh, "smile", bump({0, 5}, 6, {0, 1, 1})), targetOf(mesh, "frown", bump({0, 5}, 7, {0, -1, 0})),
        targetOf(mesh, "brow", bump({0, 15}, 4, {0, 1, 0})), targetOf(mesh, "sneer", bump({0, 10}, 5, {0, 1, 1}))};
    return imported;
}

glm::vec3& deltaAt(MorphTarget& target, uint32_t vertex) {
    const auto delta = std::ranges::find(target.deltas, vertex, &MorphDelta::vertex);
    REQUIRE(delta != target.deltas.end());
    return delta->position;
}

/// Column 3, row 5: in the second half.
constexpr uint32_t kCheek = 11 * 21 + 5 * 11 + 3;

}  // namespace

TEST_CASE("smooth morph targets have no findings") {
    CHECK(checkMorphs(face().model).empty());
}

TEST_CASE("a morph target that moves one vertex away from its neighbors is a warning") {
    ImportedModel imported = face();
    MorphTarget& smile = imported.model.meshes[0].morphTargets[0];
    const glm::vec3 usual = deltaAt(smile, kCheek);
    deltaAt(smile, kCheek) = usual + glm::vec3(0, 0, 0.07f * kSize);
    const Finding finding = onlyOne(checkMorphs(imported.model), "morph-spike");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "sheet");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("morph target 'smile' moves one vertex away from its neighbors, by 6.18 %"));
    SECTION("a little is no spike") {
        deltaAt(smile, kCheek) = usual + glm::vec3(0, 0, 0.04f * kSize);
        CHECK(checkMorphs(imported.model).empty());
    }
    SECTION("a target with spikes everywhere has another fault") {
        for (MorphDelta& delta : smile.deltas)
            if (delta.vertex % 2 == 0) delta.position.z += 2.0f;
        CHECK(countOf(checkMorphs(imported.model), "morph-spike") == 0);
    }
}

TEST_CASE("a morph target that tears seams open is a warning") {
    ImportedModel imported = face();
    MorphTarget& smile = imported.model.meshes[0].morphTargets[0];
    const std::vector<glm::vec3>& positions = imported.model.meshes[0].positions;
    const uint32_t half = 11 * 21;
    SECTION("one side of the seam stays") {
        std::erase_if(smile.deltas,
                      [&](const MorphDelta& delta) { return delta.vertex >= half && positions[delta.vertex].x == 0; });
        const Finding finding = onlyOne(checkMorphs(imported.model), "morph-torn");
        CHECK(finding.severity == Severity::warning);
        CHECK_THAT(finding.message, Catch::Matchers::StartsWith(
                                        "morph target 'smile' tears open 90.5 % of the seams that it moves, by "));
    }
    SECTION("an opening, whose sides move like what hangs on them, is none") {
        for (MorphDelta& delta : smile.deltas)
            delta.position = glm::length(delta.position) * glm::vec3(delta.vertex < half ? -1.0f : 1.0f, 0, 0);
        CHECK(countOf(checkMorphs(imported.model), "morph-torn") == 0);
    }
    SECTION("one vertex of the seam is too few") {
        std::erase_if(smile.deltas, [&](const MorphDelta& delta) {
            return delta.vertex >= half && positions[delta.vertex] == glm::vec3(0, 10, 0);
        });
        CHECK(countOf(checkMorphs(imported.model), "morph-torn") == 0);
    }
}

TEST_CASE("a morph target that moves one of two adjacent meshes tears them apart") {
    ImportedModel imported = sheet();
    Model& model = imported.model;
    SkinnedMesh left{.name = "sheet-0", .boneCount = 1}, right{.name = "sheet-1", .boneCount = 1};
    addHalf(left, -kHalf, 0);
    addHalf(right, 0, kHalf);
    for (SkinnedMesh* mesh : {&left, &right}) {
        fill(*mesh);
        mesh->morphTargets = {targetOf(*mesh, "smile", bump({0, 5}, 6, {0, 1, 1}))};
    }
    model.meshes = {left, right};
    model.instances.push_back(model.instances[0]);
    model.instances[1].mesh = 1;
    CHECK(checkMorphs(model).empty());
    model.meshes[1].morphTargets[0].deltas.clear();
    CHECK(onlyOne(checkMorphs(model), "morph-torn").object == "sheet");
}

TEST_CASE("a morph target that shifts the mesh, unlike the others, is a warning") {
    ImportedModel imported = face();
    SkinnedMesh& mesh = imported.model.meshes[0];
    const glm::vec3 shift{0, 0.05f * kSize, 0};
    const auto shifted = [&](const Shape& shape) {
        return targetOf(mesh, "smile", [=](const glm::vec3& position) { return shape(position) + shift; });
    };
    mesh.morphTargets[0] = shifted(bump({0, 5}, 6, {0, 1, 1}));
    const Finding finding = onlyOne(checkMorphs(imported.model), "morph-shifted");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("morph target 'smile' shifts "));
    SECTION("a target that only shifts is meant") {
        mesh.morphTargets[0] = shifted([](const glm::vec3&) { return glm::vec3(0.0f); });
        CHECK(countOf(checkMorphs(imported.model), "morph-shifted") == 0);
    }
    SECTION("two other targets are too few to compare with") {
        mesh.morphTargets.pop_back();
        CHECK(countOf(checkMorphs(imported.model), "morph-shifted") == 0);
    }
    SECTION("another one shifts, too") {
        mesh.morphTargets[3] = shifted(bump({0, 10}, 5, {0, 1, 1}));
        CHECK(countOf(checkMorphs(imported.model), "morph-shifted") == 0);
    }
}

TEST_CASE("a morph target many times as strong as the others is a note, and a warning if it breaks the mesh") {
    ImportedModel imported = face();
    SkinnedMesh& mesh = imported.model.meshes[0];
    const auto checkedAt = [&](float factor) {
        mesh.morphTargets[0] = targetOf(mesh, "smile", times(factor, bump({0, 5}, 6, {0, 1, 1})));
        return checkMorphs(imported.model);
    };
    const Finding finding = onlyOne(checkedAt(12.0f), "morph-strong");
    CHECK(finding.severity == Severity::info);
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("morph target 'smile' changes edges by "));
    CHECK(onlyOne(checkedAt(25.0f), "morph-strong").severity == Severity::warning);
    CHECK(countOf(checkedAt(3.0f), "morph-strong") == 0);
    mesh.morphTargets.pop_back();
    CHECK(countOf(checkedAt(12.0f), "morph-strong") == 0);
}

TEST_CASE("a part that a morph target unfolds is not too strong") {
    ImportedModel imported = face();
    SkinnedMesh& mesh = imported.model.meshes[0];
    const size_t begin = mesh.vertexCount();
    addHalf(mesh, 0, 4);
    fill(mesh);
    MorphTarget& smile = mesh.morphTargets[0];
    for (size_t v = begin; v < mesh.vertexCount(); ++v) {
        const glm::vec3 unfolded = mesh.positions[v] + glm::vec3(20, 0, 0);
        mesh.positions[v] = glm::vec3(0, 5, 3) + 0.01f * unfolded;
        smile.deltas.push_back({.vertex = static_cast<uint32_t>(v), .position = unfolded - mesh.positions[v]});
    }
    CHECK(checkMorphs(imported.model).empty());
}

TEST_CASE("morph targets that all move too little to be seen are a note") {
    ImportedModel imported = face();
    std::vector<MorphTarget>& targets = imported.model.meshes[0].morphTargets;
    for (MorphTarget& target : targets)
        for (MorphDelta& delta : target.deltas)
            delta.position *= 0.01f;
    const Finding finding = onlyOne(checkMorphs(imported.model), "morph-weak");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "sheet");
    for (MorphDelta& delta : targets[1].deltas)
        delta.position *= 20.0f;
    CHECK(countOf(checkMorphs(imported.model), "morph-weak") == 0);
}

namespace {

/// The mirror image across x = 0.
Shape mirrored(const Shape& shape) {
    return [=](const glm::vec3& position) { return shape(position * glm::vec3(-1, 1, 1)) * glm::vec3(-1, 1, 1); };
}

const std::array kPlaces{glm::vec2(5, 4), glm::vec2(5, 8), glm::vec2(5, 12), glm::vec2(5, 16)};
const std::array kNames{"smile", "blink", "brow", "sneer"};

Shape leftShape(size_t pair) {
    return bump(kPlaces[pair], 4, {0.3f, 1, 0.1f * static_cast<float>(pair)});
}

/// Pairs of targets, each the mirror image of the other.
ImportedModel pairedFace() {
    ImportedModel imported = sheet();
    SkinnedMesh& mesh = imported.model.meshes[0];
    for (size_t pair = 0; pair < kNames.size(); ++pair) {
        mesh.morphTargets.push_back(targetOf(mesh, std::string(kNames[pair]) + "_L", leftShape(pair)));
        mesh.morphTargets.push_back(targetOf(mesh, std::string(kNames[pair]) + "_R", mirrored(leftShape(pair))));
    }
    return imported;
}

}  // namespace

TEST_CASE("morph targets of both sides that mirror each other have no findings") {
    CHECK(checkMorphs(pairedFace().model).empty());
}

TEST_CASE("a morph target unlike the mirror image of its twin is a finding") {
    ImportedModel imported = pairedFace();
    SkinnedMesh& mesh = imported.model.meshes[0];
    const auto withLeft = [&](const Shape& shape) {
        mesh.morphTargets[0] = targetOf(mesh, "smile_L", shape);
        return checkMorphs(imported.model);
    };
    SECTION("it moves the opposite way") {
        const Finding finding = onlyOne(withLeft(times(-1.0f, leftShape(0))), "morph-unlike-twin");
        CHECK(finding.severity == Severity::warning);
        CHECK(finding.message == "morph target 'smile_L' moves the opposite way of 'smile_R'");
    }
    SECTION("it is stronger") {
        CHECK(onlyOne(withLeft(times(3.2f, leftShape(0))), "morph-unlike-twin").message ==
              "morph target 'smile_L' moves vertices 3.2 times as far as 'smile_R'");
        CHECK(withLeft(times(2.8f, leftShape(0))).empty());
    }
    SECTION("it is weaker") {
        CHECK(onlyOne(withLeft(times(0.2f, leftShape(0))), "morph-unlike-twin").message ==
              "morph target 'smile_R' moves vertices 5 times as far as 'smile_L'");
    }
    SECTION("it mirrors another one") {
        std::swap(mesh.morphTargets[0].name, mesh.morphTargets[2].name);
        const std::vector<Finding> findings = checkMorphs(imported.model);
        REQUIRE(countOf(findings, "morph-unlike-twin") == 2);
        CHECK(findings[0].message == "morph target 'blink_L' mirrors 'smile_R', not 'blink_R'");
        CHECK(findings[0].severity == Severity::warning);
    }
    SECTION("it mirrors none, although other pairs do") {
        const Finding finding = onlyOne(withLeft(bump({6, 8}, 3, {0, 0, 1})), "morph-unlike-twin");
        CHECK(finding.severity == Severity::info);
        CHECK(finding.message == "morph target 'smile_L' is no mirror image of 'smile_R', unlike 3 other pairs");
        mesh.morphTargets.resize(6);
        CHECK(checkMorphs(imported.model).empty());
    }
}

TEST_CASE("morph targets named for the other side than most are a warning") {
    ImportedModel imported = pairedFace();
    const SkinnedMesh& mesh = imported.model.meshes[0];
    std::vector<MorphTarget>& targets = imported.model.meshes[0].morphTargets;
    const auto exchange = [&](size_t pair) { std::swap(targets[2 * pair].name, targets[2 * pair + 1].name); };
    exchange(1);
    const Finding finding = onlyOne(checkMorphs(imported.model), "morph-side");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message ==
          "morph target 'blink_L' moves the right side, and 'blink_R' the left, unlike 3 other pairs");
    SECTION("two of five pairs tell nothing") {
        const Shape pout = bump({5, 6}, 4, {0, -1, 0.5f});
        targets.push_back(targetOf(mesh, "pout_L", pout));
        targets.push_back(targetOf(mesh, "pout_R", mirrored(pout)));
        exchange(2);
        CHECK(checkMorphs(imported.model).empty());
    }
    SECTION("all pairs agree") {
        for (const size_t pair : {0u, 2u, 3u})
            exchange(pair);
        CHECK(checkMorphs(imported.model).empty());
    }
}

TEST_CASE(
    "a morph target with the positions of a turned shape is absolute, one that shrinks the mesh to a point is "
    "not") {
    ImportedModel imported = face();
    SkinnedMesh& mesh = imported.model.meshes[0];
    const auto checkedAs = [&](const Shape& shape) {
        mesh.morphTargets[0] = targetOf(mesh, "smile", shape);
        return countOf(checkMorphs(imported.model), "morph-absolute");
    };
    CHECK(checkedAs([](const glm::vec3& p) { return glm::vec3(p.z + 1.0f, p.x, p.y); }) == 1);
    CHECK(checkedAs([](const glm::vec3& p) { return glm::vec3(1, 2, 3) - p; }) == 0);
    CHECK(checkedAs([](const glm::vec3& p) { return 0.5f * p; }) == 0);
    CHECK(checkedAs([](const glm::vec3& p) { return p - glm::vec3(0, 10, 0); }) == 0);  // grows about its middle
}

TEST_CASE("a target for silence has no effect, nor have those of other parts of a face") {
    ImportedModel imported = face();
    std::vector<MorphTarget>& targets = imported.model.meshes[0].morphTargets;
    targets.push_back({"viseme_sil", {}});
    CHECK(countOf(checkMorphs(imported.model), "morph-empty") == 0);
    SkinnedMesh teeth = imported.model.meshes[0];
    teeth.name = "teeth";
    for (MorphTarget& target : teeth.morphTargets)
        target.deltas.clear();
    imported.model.instances.push_back(imported.model.instances[0]);
    imported.model.instances.back().mesh = static_cast<uint32_t>(imported.model.meshes.size());
    imported.model.meshes.push_back(teeth);
    const std::vector<Finding> findings = checkMorphs(imported.model);
    REQUIRE(countOf(findings, "morph-empty") > 0);
    for (const Finding& finding : findings)
        if (finding.id == "morph-empty") {
            CHECK(finding.object == "teeth");
            CHECK(finding.severity == Severity::info);
        }
    for (MorphTarget& target : imported.model.meshes[0].morphTargets)
        target.name += " of the face";
    CHECK(checkMorphs(imported.model).front().severity == Severity::warning);
}

TEST_CASE("a morph target that only turns normals has no effect") {
    ImportedModel imported = face();
    for (MorphDelta& delta : imported.model.meshes[0].morphTargets[1].deltas)
        delta = {.vertex = delta.vertex, .normal = {0.1f, 0, 0}};
    CHECK(onlyOne(checkMorphs(imported.model), "morph-empty").message == "morph target 'frown' has no effect");
}

TEST_CASE("three morph targets with the same fault are one finding") {
    ImportedModel imported = face();
    for (size_t target = 0; target < 3; ++target)
        imported.model.meshes[0].morphTargets[target].deltas[0].position.x = 50.0f + static_cast<float>(target);
    CHECK_THAT(onlyOne(checkMorphs(imported.model), "morph-far").message,
               Catch::Matchers::StartsWith("morph target 'brow' moves a vertex by") &&
                   Catch::Matchers::EndsWith("(and 2 others: 'smile', 'frown')"));
}

namespace {

std::vector<Finding> withId(std::vector<Finding> findings, std::string_view id) {
    std::erase_if(findings, [&](const Finding& finding) { return finding.id != id; });
    return findings;
}

AnimationClip& clipOfWeights(ImportedModel& imported, const std::vector<std::vector<float>>& weights) {
    imported.model.restMorphWeights.resize(imported.model.meshes[0].morphTargets.size());
    AnimationClip& clip = rig_models::addClip(imported, "talk", 1.0);
    for (uint32_t weight = 0; weight < weights.size(); ++weight) {
        MorphChannel& channel = clip.morphs.emplace_back();
        channel.weight = weight;
        channel.track.values = weights[weight];
        for (size_t key = 0; key < weights[weight].size(); ++key)
            channel.track.times.push_back(static_cast<double>(key) / 20.0);
    }
    return clip;
}

}  // namespace

TEST_CASE("a morph target that ends at the middle of a face is a warning") {
    ImportedModel imported = face();
    SkinnedMesh& mesh = imported.model.meshes[0];
    const auto halved = [&](const char* name) {
        MorphTarget& target = mesh.morphTargets[0];
        target = targetOf(mesh, name, bump({0, 5}, 6, {0, 1, 1}));
        std::erase_if(target.deltas, [&](const MorphDelta& delta) { return mesh.positions[delta.vertex].x < 0.0f; });
        return countOf(checkMorphs(imported.model), "morph-halved");
    };
    CHECK(halved("smile") == 1);
    CHECK(onlyOne(checkMorphs(imported.model), "morph-halved").object == "sheet");
    CHECK(halved("smileLeft") == 0);
    CHECK(halved("smirk") == 0);      // meant for one side
    CHECK(halved("openFirst") == 1);  // unlike all others
    mesh.morphTargets[2] = targetOf(mesh, "openSecond", [](const glm::vec3& p) {
        return p.x > 0.0f ? glm::vec3(0) : bump({0, 15}, 4, {0, 1, 0})(p);
    });
    CHECK(halved("openFirst") == 0);  // the leaves of a door
    mesh.morphTargets[1] = targetOf(mesh, "other", [](const glm::vec3& p) {
        return p.x > 0.0f ? glm::vec3(0) : bump({0, 5}, 6, {0, 1, 1})(p);
    });
    CHECK(halved("smile") == 0);  // the other half
}

TEST_CASE("morph targets that turn triangles inside out are too strong") {
    const auto times = [](float factor, size_t targets) {
        ImportedModel imported = face();
        for (size_t target = 0; target < targets; ++target)
            for (MorphDelta& delta : imported.model.meshes[0].morphTargets[target].deltas)
                delta.position *= factor;
        return withId(checkMorphs(imported.model), "morph-strong");
    };
    CHECK(times(1.0f, 4).empty());
    const std::vector<Finding> all = times(5.0f, 4);
    REQUIRE(all.size() == 1);
    CHECK(all.front().severity == Severity::warning);
    CHECK_THAT(all.front().message, Catch::Matchers::EndsWith("all of them are too strong"));
}

TEST_CASE("a morph target unlike all others, which are alike, is a note, and a warning if it is far stronger") {
    ImportedModel imported = sheet();
    SkinnedMesh& mesh = imported.model.meshes[0];
    for (int target = 0; target < 5; ++target)
        mesh.morphTargets.push_back(targetOf(mesh, "", bump({0, 5 + 2 * target}, 4, {0, 0, 1})));
    CHECK(countOf(checkMorphs(imported.model), "morph-strong") == 0);
    for (MorphDelta& delta : mesh.morphTargets[2].deltas)
        delta.position *= 1.6f;
    CHECK(countOf(checkMorphs(imported.model), "morph-strong") == 0);
    for (MorphDelta& delta : mesh.morphTargets[2].deltas)
        delta.position *= 1.5f;
    const Finding finding = onlyOne(checkMorphs(imported.model), "morph-strong");
    CHECK(finding.severity == Severity::info);
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("morph target 2 changes edges by "));
    for (MorphDelta& delta : mesh.morphTargets[2].deltas)
        delta.position *= 2.0f;
    CHECK(onlyOne(checkMorphs(imported.model), "morph-strong").severity == Severity::warning);
}

TEST_CASE("a morph weight that jumps out of its range for one key is a warning") {
    ImportedModel imported = face();
    std::vector<float> weights(20);
    for (size_t key = 0; key < weights.size(); ++key)
        weights[key] = 0.05f * static_cast<float>(key);
    clipOfWeights(imported, {weights});
    CHECK(checkMorphs(imported.model).empty());
    std::vector<float>& values = imported.model.clips[0].morphs[0].track.values;
    values[7] = 1.0f;
    CHECK(checkMorphs(imported.model).empty());  // a blink
    values[7] = 2.5f;
    const Finding finding = onlyOne(checkMorphs(imported.model), "morph-pop");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "talk");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("applies morph target 'smile' of 'sheet' 2.5 times for one key at 0.35 s"));
    values[7] = 1.8f;
    CHECK(onlyOne(checkMorphs(imported.model), "morph-pop").severity == Severity::info);  // maybe an accent
    values[7] = values[12] = 2.5f;
    CHECK(checkMorphs(imported.model).empty());  // it does so more than once
}

TEST_CASE("a clip that holds a face unlike the rest pose is a note") {
    ImportedModel imported = face();
    clipOfWeights(imported, {{0.5f, 0.5f, 0.5f}, {0.2f, 0.2f, 0.2f}, {0.1f, 0.1f, 0.1f}, {0.0f, 0.0f, 0.0f}});
    const Finding finding = onlyOne(checkMorphs(imported.model), "morph-still");
    CHECK(finding.message == "holds 3 morph targets of 'sheet' as they are, and moves none: 'smile', 'frown', 'brow'");
    SECTION("as at rest") {
        imported.model.restMorphWeights = {0.5f, 0.2f, 0.1f, 0.0f};
    }
    SECTION("while another one moves") {
        imported.model.clips[0].morphs[3].track.values[1] = 0.5f;
    }
    SECTION("an expression, which is a single pose") {
        for (MorphChannel& morph : imported.model.clips[0].morphs)
            morph.track.times.resize(1), morph.track.values.resize(1);
    }
    SECTION("a clip without length") {
        imported.model.clips[0].durationSeconds = 0.0;
    }
    CHECK(countOf(checkMorphs(imported.model), "morph-still") == 0);
}

TEST_CASE("a clip that gives left and right targets the weights of others is a warning") {
    ImportedModel imported = face();
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh.morphTargets.clear();
    for (const char* name : {"browLeft", "browRight", "blinkLeft", "blinkRight", "smileLeft", "smileRight", "jaw"}) {
        const float side = sideOf(name) == Side::left ? 5.0f : -5.0f;
        const float height = 5.0f + 5.0f * static_cast<float>(mesh.morphTargets.size() / 2);
        mesh.morphTargets.push_back(targetOf(mesh, name, bump({side, height}, 4, {0, -1, 0})));
    }
    const auto shifted = [&](size_t by) {
        const size_t count = mesh.morphTargets.size();
        std::vector<std::vector<float>> weights(count);
        for (size_t target = 0; target < count; ++target)
            for (int key = 0; key < 60; ++key)
                weights[(target + by) % count].push_back(
                    0.5f + 0.5f * std::sin(static_cast<float>(key) * (0.3f + 0.2f * static_cast<float>(target / 2))));
        imported.model.clips.clear();
        clipOfWeights(imported, weights);
        return withId(checkMorphs(imported.model), "morph-weights-shifted");
    };
    CHECK(shifted(0).empty());
    REQUIRE(shifted(1).size() == 1);
    CHECK(shifted(1).front().severity == Severity::warning);
    CHECK_THAT(shifted(1).front().message, Catch::Matchers::EndsWith("the weights of the target 1 after it"));
    SECTION("one pair is too few") {
        mesh.morphTargets[0].name = "brow";
        mesh.morphTargets[2].name = "blink";
        CHECK(shifted(1).empty());
    }
    SECTION("muscles of legs do not move together") {
        for (MorphTarget& target : mesh.morphTargets)
            target.name = "muscle" + target.name.substr(2);
        CHECK(shifted(1).empty());
    }
    SECTION("another pair disagrees") {
        mesh.morphTargets.insert(mesh.morphTargets.begin() + 6, mesh.morphTargets.begin(),
                                 mesh.morphTargets.begin() + 2);
        mesh.morphTargets[6].name = "cheekLeft";
        mesh.morphTargets[7].name = "cheekRight";
        REQUIRE(shifted(1).size() == 1);
        std::vector<float>& values = imported.model.clips[0].morphs[7].track.values;
        for (size_t key = 0; key < values.size(); ++key)
            values[key] = 0.5f + 0.5f * std::sin(1.7f * static_cast<float>(key));
        CHECK(countOf(checkMorphs(imported.model), "morph-weights-shifted") == 0);
    }
}

TEST_CASE("a morph target that is applied at rest, but that all clips start without, is a note") {
    ImportedModel imported = face();
    clipOfWeights(imported, {{0.0f, 0.5f, 0.2f}});
    CHECK(countOf(checkMorphs(imported.model), "morph-applied") == 0);
    imported.model.restMorphWeights[0] = 1.0f;
    CHECK(onlyOne(checkMorphs(imported.model), "morph-applied").message ==
          "rests with 1 morph target applied, which all clips start without: 'smile'");
    imported.model.clips[0].morphs[0].track.values[0] = 1.0f;
    CHECK(countOf(checkMorphs(imported.model), "morph-applied") == 0);
}

namespace {

const glm::vec3 kRadii(1.0f, 2.0f, 1.5f);

glm::vec3 onEgg(size_t ring, size_t side) {
    const float up = 3.14159265f * static_cast<float>(ring) / 12.0f;
    const float around = 6.2831853f * static_cast<float>(side % 24) / 24.0f;
    return kRadii * glm::vec3(std::sin(up) * std::cos(around), std::cos(up), std::sin(up) * std::sin(around));
}

/// An ellipsoid with targets that make it thicker, thinner and longer.
ImportedModel egg() {
    ImportedModel imported = rig_models::band(1);
    SkinnedMesh mesh{.name = "egg", .boneCount = 1};
    for (size_t ring = 0; ring <= 12; ++ring)
        for (size_t side = 0; side < 24; ++side)
            mesh.positions.push_back(onEgg(ring, side));
    for (uint32_t ring = 0; ring < 12; ++ring)
        for (uint32_t side = 0; side < 24; ++side) {
            const uint32_t a = ring * 24 + side, b = ring * 24 + (side + 1) % 24, c = a + 24, d = b + 24;
            for (const uint32_t corner : {a, b, d, a, d, c})
                mesh.indices.push_back(corner);
        }
    fill(mesh);
    for (size_t vertex = 0; vertex < mesh.vertexCount(); ++vertex)
        mesh.normals[vertex] = glm::normalize(mesh.positions[vertex] / kRadii / kRadii);
    const auto scaled = [](const glm::vec3& by) { return [by](const glm::vec3& p) { return by * p; }; };
    mesh.morphTargets = {targetOf(mesh, "Fat", scaled({0.3f, 0.1f, 0.3f})),
                         targetOf(mesh, "Thin", scaled({-0.3f, -0.1f, -0.3f})),
                         targetOf(mesh, "Long", scaled({0.0f, 0.4f, 0.0f}))};
    imported.model.meshes[0] = mesh;
    return imported;
}

}  // namespace

TEST_CASE("a morph target that turns the normals of what it moves inward is a warning") {
    ImportedModel imported = egg();
    SkinnedMesh& mesh = imported.model.meshes[0];
    for (MorphDelta& delta : mesh.morphTargets[0].deltas)
        delta.normal = 0.2f * glm::vec3(1, 0, 0);
    CHECK(checkMorphs(imported.model).empty());
    for (MorphDelta& delta : mesh.morphTargets[0].deltas)
        delta.normal = -2.0f * mesh.normals[delta.vertex];
    const Finding finding = onlyOne(checkMorphs(imported.model), "morph-normals");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message == "morph target 'Fat' turns 100 % of the normals that it changes inward");
}

TEST_CASE("beside one or two others, a morph target that moves the mesh very far is too strong") {
    ImportedModel imported = egg();
    std::vector<MorphTarget>& targets = imported.model.meshes[0].morphTargets;
    const auto times = [&](float factor) {
        ImportedModel strong = imported;
        for (MorphDelta& delta : strong.model.meshes[0].morphTargets[0].deltas)
            delta.position *= factor;
        return withId(checkMorphs(strong.model), "morph-strong");
    };
    CHECK(times(3.0f).empty());
    REQUIRE(times(10.0f).size() == 1);
    CHECK(times(10.0f).front().severity == Severity::warning);
    CHECK_THAT(times(10.0f).front().message, Catch::Matchers::EndsWith(": another unit?"));
    targets.resize(1);
    CHECK(times(10.0f).empty());  // nothing to compare it with
}
