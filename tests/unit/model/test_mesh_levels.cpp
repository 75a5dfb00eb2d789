#include "model/mesh_levels.h"

#include <algorithm>
#include <array>
#include <map>
#include <numbers>
#include <set>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

#include "model/level_poses.h"
#include "support/catch.h"
#include "support/random.h"
#include "support/wait.h"

using namespace sinew;

namespace {

constexpr uint32_t kMaxBones = 64;

/// A vertex at `position`, with weight `upper` of bone 1 and the rest of bone 0.
void addVertex(SkinnedMesh& mesh, const glm::vec3& position, const glm::vec3& normal, const glm::vec2& uv,
               double upper) {
    mesh.positions.push_back(position);
    mesh.normals.push_back(normal);
    mesh.tangents.push_back({1.0f, 0.0f, 0.0f, 1.0f});
    mesh.uvs.push_back(uv);
    mesh.colors.push_back(glm::vec4(1.0f));
    const auto weight = static_cast<uint16_t>(std::clamp(upper, 0.0, 1.0) * kWeightOne);
    mesh.influences.push_back({{0, 1}, {static_cast<uint16_t>(kWeightOne - weight), weight}});
}

/// A limb of radius 1 from y = -4 to 4 with a lump in the middle of each half, an elbow at y = 0, open ends, and the
/// seam of a texture. Its clip bends it by 100 degrees in a second.
Model limb(uint32_t rings, uint32_t sides) {
    Model model;
    SkinnedMesh mesh{.name = "limb", .boneCount = 2};
    for (uint32_t ring = 0; ring <= rings; ++ring)
        for (uint32_t side = 0; side <= sides; ++side) {
            const double u = static_cast<double>(side % sides) / sides, v = static_cast<double>(ring) / rings;
            const double angle = 2.0 * std::numbers::pi * u, y = 8.0 * v - 4.0;
            const glm::vec3 outward(std::cos(angle), 0.0, std::sin(angle));
            const double radius = 1.0 + 0.3 * std::pow(std::sin(std::numbers::pi * y / 4.0), 2.0);
            addVertex(mesh, static_cast<float>(radius) * outward + glm::vec3(0.0, y, 0.0), outward,
                      {side == sides ? 1.0 : u, v}, 0.5 + 0.5 * y);
        }
    for (uint32_t ring = 0; ring < rings; ++ring)
        for (uint32_t side = 0; side < sides; ++side) {
            const uint32_t a = ring * (sides + 1) + side, b = a + sides + 1;
            for (const uint32_t corner : {a, b, a + 1, a + 1, b, b + 1})
                mesh.indices.push_back(corner);
        }
    model.meshes.push_back(std::move(mesh));
    model.materials.emplace_back().texture(TextureSlot::baseColor) = TextureUse{0};
    model.hierarchy = {.names = {"upper", "lower"}, .parents = {kNoParent, 0}, .rest = {{}, {}}};
    model.instances.push_back({.bones = {{0, glm::mat4(1.0f)}, {1, glm::mat4(1.0f)}}, .skinned = true});
    Channel bend{.node = 1};
    bend.rotation.times = {0.0, 1.0};
    bend.rotation.values = {glm::quat(1.0f, 0.0f, 0.0f, 0.0f),
                            glm::angleAxis(glm::radians(100.0f), glm::vec3(0.0f, 0.0f, 1.0f))};
    model.clips.push_back({.name = "bend", .durationSeconds = 1.0, .channels = {bend}});
    return model;
}

/// Each triangle with vertices and a normal of its own.
Model faceted(Model model) {
    SkinnedMesh& mesh = model.meshes[0];
    SkinnedMesh apart{.name = mesh.name, .boneCount = mesh.boneCount};
    for (uint32_t i = 0; i < mesh.indices.size(); ++i) {
        const uint32_t vertex = mesh.indices[i], *triangle = &mesh.indices[i - i % 3];
        const glm::vec3 &a = mesh.positions[triangle[0]], &b = mesh.positions[triangle[1]],
                        &c = mesh.positions[triangle[2]];
        addVertex(apart, mesh.positions[vertex], glm::normalize(glm::cross(b - a, c - a)), mesh.uvs[vertex], 0.0);
        apart.influences.back() = mesh.influences[vertex];
        apart.indices.push_back(i);
    }
    mesh = apart;
    return model;
}

Model withLevels(Model model) {
    makeLevels(model, kMaxBones);
    return model;
}

/// Adds a morph target that moves each vertex so far.
template <typename Moved>
void addTarget(Model& model, const Moved& moved) {
    MorphTarget target{.name = "target"};
    for (uint32_t vertex = 0; vertex < model.meshes[0].vertexCount(); ++vertex)
        if (const glm::vec3 way = moved(vertex); way != glm::vec3(0.0f))
            target.deltas.push_back({.vertex = vertex, .position = way});
    model.meshes[0].morphTargets.push_back(target);
    model.restMorphWeights = {0.0f};
}

/// By sampling the triangle, so that it is independent of what it checks: at most a little too far.
float distanceFrom(const glm::vec3& p, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
    constexpr int kSteps = 16;
    float least = std::numeric_limits<float>::max();
    for (int i = 0; i <= kSteps; ++i)
        for (int j = 0; i + j <= kSteps; ++j) {
            const float u = static_cast<float>(i) / kSteps, v = static_cast<float>(j) / kSteps;
            least = std::min(least, glm::distance(p, a + u * (b - a) + v * (c - a)));
        }
    return least;
}

/// The largest distance of a vertex, or of the middle of an edge, from the nearest triangle of a level.
float farthestFrom(const SkinnedMesh& mesh, const MeshLevel& level, std::span<const glm::vec3> positions) {
    std::vector<glm::vec3> points;
    for (size_t i = 0; i < mesh.indices.size(); i += 3)
        for (size_t corner = 0; corner < 3; ++corner) {
            const glm::vec3 &a = positions[mesh.indices[i + corner]],
                            &b = positions[mesh.indices[i + (corner + 1) % 3]];
            points.insert(points.end(), {a, 0.5f * (a + b)});
        }
    float largest = 0.0f;
    for (const glm::vec3& p : points) {
        float least = std::numeric_limits<float>::max();
        for (size_t i = 0; i < level.indices.size(); i += 3) {
            const glm::vec3 &a = positions[level.indices[i]], &b = positions[level.indices[i + 1]],
                            &c = positions[level.indices[i + 2]];
            // Far triangles are not sampled.
            const float reach = std::max(glm::distance(a, b), glm::distance(a, c));
            if (glm::distance(p, a) - reach < least) least = std::min(least, distanceFrom(p, a, b, c));
        }
        largest = std::max(largest, least);
    }
    return largest;
}

using Place = std::array<float, 3>;

Place placeOf(const SkinnedMesh& mesh, uint32_t vertex) {
    return {mesh.positions[vertex].x, mesh.positions[vertex].y, mesh.positions[vertex].z};
}

/// Places at the ends of edges that only one triangle has, however many vertices are at them.
std::set<Place> openPlaces(const SkinnedMesh& mesh, std::span<const uint32_t> indices) {
    std::map<std::pair<Place, Place>, int> edges;
    for (size_t i = 0; i < indices.size(); ++i) {
        const Place a = placeOf(mesh, indices[i]), b = placeOf(mesh, indices[i % 3 == 2 ? i - 2 : i + 1]);
        ++edges[std::minmax(a, b)];
    }
    std::set<Place> open;
    for (const auto& [edge, count] : edges)
        if (count == 1) open.insert({edge.first, edge.second});
    return open;
}

}  // namespace

TEST_CASE("each level has far fewer triangles than the one before, and a larger error") {
    const Model model = withLevels(limb(40, 24));
    const SkinnedMesh& mesh = model.meshes[0];
    REQUIRE(mesh.levels.size() == kMostMeshLevels);
    size_t before = mesh.triangleCount();
    float error = 0.0f;
    for (const MeshLevel& level : mesh.levels) {
        CHECK(level.indices.size() % 3 == 0);
        CHECK(level.indices.size() / 3 <= before * 4 / 5);
        CHECK(level.indices.size() / 3 > before / 5);
        CHECK(level.error > error);
        CHECK(std::ranges::max(level.indices) < mesh.vertexCount());
        before = level.indices.size() / 3;
        error = level.error;
    }
    CHECK(model == withLevels(limb(40, 24)));
}

TEST_CASE("in no pose is the mesh farther from a level than its error says") {
    const Model model = withLevels(limb(16, 10));
    const SkinnedMesh& mesh = model.meshes[0];
    REQUIRE(mesh.levels.size() >= 2);
    for (const MeshLevel& level : mesh.levels) {
        float largest = 0.0f;
        for (const ModelPose& pose : levelPoses(model, 8)) {
            std::vector<glm::vec3> positions;
            REQUIRE(posePositions(model, model.instances[0], pose, positions));
            largest = std::max(largest, farthestFrom(mesh, level, positions));
        }
        CHECK(largest <= level.error + 0.05f);  // what distanceFrom() may be off
        CHECK(largest >= 0.3f * level.error);
    }
}

TEST_CASE("a level has joints: a straight limb is not thinned where it bends") {
    Model stiff = limb(40, 24);
    stiff.meshes[0].boneCount = 1;
    stiff.instances[0].bones.pop_back();
    for (Influences& influences : stiff.meshes[0].influences)
        influences = {{0}, {kWeightOne}};
    const auto rowsAt = [](const Model& model, const MeshLevel& level) {
        std::set<float> rows;
        for (const uint32_t vertex : level.indices)
            if (std::abs(model.meshes[0].positions[vertex].y) < 1.1f) rows.insert(model.meshes[0].positions[vertex].y);
        return rows.size();
    };
    const Model jointed = withLevels(limb(40, 24)), plain = withLevels(stiff);
    CHECK(rowsAt(jointed, jointed.meshes[0].levels[2]) > rowsAt(plain, plain.meshes[0].levels[2]));
}

TEST_CASE("seams stay closed, and borders where they are, with smooth and with flat shading") {
    const bool isFaceted = GENERATE(false, true);
    const Model model = withLevels(isFaceted ? faceted(limb(40, 24)) : limb(40, 24));
    const SkinnedMesh& mesh = model.meshes[0];
    REQUIRE(mesh.levels.size() == kMostMeshLevels);
    CHECK(mesh.levels[0].error < (isFaceted ? 0.15f : 0.1f));  // of a limb 8 long
    const std::set<Place> open = openPlaces(mesh, mesh.indices);
    REQUIRE(open.size() == 48);
    for (const MeshLevel& level : mesh.levels) {
        const std::set<Place> left = openPlaces(mesh, level.indices);
        CHECK(left.size() >= 6);
        CHECK(std::ranges::includes(open, left));
        // The texture's seam does not jump: no triangle has both sides of it.
        for (size_t i = 0; i < level.indices.size(); i += 3) {
            const auto [least, most] = std::minmax(
                {mesh.uvs[level.indices[i]].x, mesh.uvs[level.indices[i + 1]].x, mesh.uvs[level.indices[i + 2]].x});
            CHECK(most - least < 0.7f);
        }
    }
}

TEST_CASE("vertices at one place that move differently stay") {
    Model model = limb(24, 12);
    SkinnedMesh& mesh = model.meshes[0];
    // The limb is cut around between two rings: lips that a morph target opens.
    const uint32_t first = 12 * 13, count = 13;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t vertex = first + i;
        addVertex(mesh, mesh.positions[vertex], mesh.normals[vertex], mesh.uvs[vertex], 0.5);
        mesh.influences.back() = mesh.influences[vertex];
    }
    const auto upper = static_cast<uint32_t>(mesh.vertexCount()) - count;
    for (size_t i = 12 * 12 * 6; i < mesh.indices.size(); ++i)
        if (mesh.indices[i] >= first && mesh.indices[i] < first + count) mesh.indices[i] += upper - first;
    addTarget(model, [&](uint32_t vertex) { return glm::vec3(0.0f, vertex >= upper ? 0.2f : 0.0f, 0.0f); });
    makeLevels(model, kMaxBones);
    REQUIRE(!mesh.levels.empty());
    for (const MeshLevel& level : mesh.levels) {
        const std::set<uint32_t> left(level.indices.begin(), level.indices.end());
        for (uint32_t i = 0; i + 1 < count; ++i) {
            CHECK(left.contains(first + i));
            CHECK(left.contains(upper + i));
        }
    }
}

TEST_CASE("a morph target counts as a pose") {
    Model model = limb(24, 12);
    const std::vector<MeshLevel> before = withLevels(model).meshes[0].levels;
    Random random(3);
    addTarget(model, [&](uint32_t vertex) { return vertex % 13 % 12 == 0 ? glm::vec3(0.0f) : random.vector(-1, 1); });
    const std::vector<MeshLevel> after = withLevels(model).meshes[0].levels;
    REQUIRE(!after.empty());
    CHECK(after[0].error > 4.0f * before[0].error);
}

TEST_CASE("what a clip folds keeps its folds") {
    // Its clip turns a ring into a collar, too.
    Model model = limb(40, 24);
    SkinnedMesh& mesh = model.meshes[0];
    addTarget(model, [&](uint32_t vertex) { return vertex / 25 == 10 ? mesh.normals[vertex] : glm::vec3(0.0f); });
    model.clips[0].morphs.push_back({.weight = 0, .track = {.times = {0.0, 1.0}, .values = {0.0f, 1.0f}}});
    makeLevels(model, kMaxBones);
    REQUIRE(mesh.levels.size() >= 2);
    CHECK(mesh.levels[1].error < 0.3f);
}

TEST_CASE("what cannot be made simpler has no levels") {
    Model patchwork = faceted(limb(8, 8));
    for (uint32_t vertex = 0; vertex < patchwork.meshes[0].vertexCount(); ++vertex)
        patchwork.meshes[0].uvs[vertex] += glm::vec2(vertex / 3, 0.0f);
    CHECK(withLevels(patchwork).meshes[0].levels.empty());
    patchwork.materials[0].textures = {};
    CHECK(withLevels(patchwork).meshes[0].levels.size() > 1);

    Model one = limb(8, 8);
    one.meshes[0].indices.resize(3);
    CHECK(withLevels(one).meshes[0].levels.empty());

    Model none = limb(8, 8);
    none.meshes[0].indices.clear();
    CHECK(withLevels(none).meshes[0].levels.empty());
    CHECK(withLevels(Model()).meshes.empty());

    Model point = limb(8, 8);
    std::ranges::fill(point.meshes[0].positions, glm::vec3(1.0f));
    CHECK(withLevels(point).meshes[0].levels.empty());

    Model flat = limb(8, 8);  // triangles without area
    for (size_t i = 0; i < flat.meshes[0].indices.size(); ++i)
        flat.meshes[0].indices[i] = flat.meshes[0].indices[i - i % 3];
    CHECK(withLevels(flat).meshes[0].levels.empty());

    Model huge = limb(8, 8);
    for (glm::vec3& position : huge.meshes[0].positions)
        position *= 1e37f;
    Channel grow{.node = 0};
    grow.scale = {.times = {0.0}, .values = {glm::vec3(1e30f)}};
    huge.clips.push_back({.name = "grow", .durationSeconds = 1.0, .channels = {grow}});
    makeLevels(huge, kMaxBones);
    for (const MeshLevel& level : huge.meshes[0].levels)
        CHECK(std::isfinite(level.error));

    Model unused = limb(8, 8);
    unused.instances.clear();
    CHECK(withLevels(unused).meshes[0].levels.empty());
}

TEST_CASE("a point of very many triangles costs no time and stays") {
    const uint32_t sides = scaledSeconds(1.0) > 1.0 ? 2'000 : 10'000;
    Model model = limb(1, sides);
    model.materials[0].textures = {};
    SkinnedMesh& mesh = model.meshes[0];
    const auto hub = static_cast<uint32_t>(mesh.vertexCount());
    addVertex(mesh, {0.0f, 4.5f, 0.0f}, {0.0f, 1.0f, 0.0f}, {}, 1.0);
    for (uint32_t side = 0; side < sides; ++side)
        mesh.indices.insert(mesh.indices.end(), {hub, sides + 1 + side + 1, sides + 1 + side});
    makeLevels(model, kMaxBones);  // minutes to hours if the work grew with a power of the sides
    REQUIRE(!mesh.levels.empty());
    for (const MeshLevel& level : mesh.levels)
        CHECK(std::ranges::count(level.indices, hub) > 0);
}

TEST_CASE("any triangles at all can be tried") {
    for (uint64_t seed = 1; seed <= 30; ++seed) {
        Random random(seed);
        Model model = limb(4, 6);
        SkinnedMesh& mesh = model.meshes[0];
        for (uint32_t& index : mesh.indices)
            if (random.chance(0.3)) index = random.below(static_cast<uint32_t>(mesh.vertexCount()));
        for (glm::vec3& position : mesh.positions)
            if (random.chance(0.3)) position = mesh.positions[random.below(10)];
        CAPTURE(seed);
        makeLevels(model, kMaxBones);
        for (const MeshLevel& level : mesh.levels) {
            CHECK(std::isfinite(level.error));
            CHECK(level.indices.size() < mesh.indices.size());
        }
    }
}

TEST_CASE("levels fit the parts that they were made for") {
    // A bone for every ring, which makes two parts.
    Model model = limb(70, 40);
    SkinnedMesh& mesh = model.meshes[0];
    mesh.boneCount = 71;
    for (uint32_t vertex = 0; vertex < mesh.vertexCount(); ++vertex)
        mesh.influences[vertex] = {{static_cast<uint16_t>(vertex / 41)}, {kWeightOne}};
    model.instances[0].bones.assign(71, {0, glm::mat4(1.0f)});
    makeLevels(model, kMaxBones);
    const std::vector<MeshPart> parts = splitByPalette(mesh, kMaxBones);
    REQUIRE(parts.size() == 2);
    REQUIRE(mesh.levels.size() == kMostMeshLevels);
    const std::set<Place> open = openPlaces(mesh, mesh.indices);
    for (const MeshLevel& level : mesh.levels) {
        const auto split = splitLevel(level, parts);
        REQUIRE(split);
        std::vector<uint32_t> joined;
        for (size_t part = 0; part < parts.size(); ++part) {
            CHECK(!(*split)[part].empty());
            for (const uint32_t index : (*split)[part])
                joined.push_back(parts[part].vertices.at(index));
        }
        CHECK(joined == level.indices);
        CHECK(std::ranges::includes(open, openPlaces(mesh, level.indices)));
    }
    CHECK_FALSE(splitLevel(mesh.levels[0], splitByPalette(mesh, 12)));
}
