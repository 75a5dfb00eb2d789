#include "model/split_by_palette.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "animation/clip/transform.h"
#include "model/cpu_skinning.h"
#include "support/catch.h"
#include "support/random.h"

using namespace sinew;

namespace {

/// 1 to 4 influences near `bone`. Unused entries have bones, too, which must be ignored because of their weight of 0.
Influences randomInfluences(Random& random, uint32_t bone, uint32_t boneCount) {
    Influences influences;
    const uint32_t count = random.between(1, kInfluencesPerVertex);
    uint32_t left = kWeightOne;
    for (uint32_t i = 0; i < kInfluencesPerVertex; ++i) {
        const bool far = random.chance(0.1);
        influences.bones[i] =
            static_cast<uint16_t>(far ? random.below(boneCount) : (bone + random.below(6)) % boneCount);
        if (i >= count) continue;
        const uint32_t weight = i + 1 == count ? left : random.below(left / 2 + 1);
        influences.weights[i] = static_cast<uint16_t>(weight);
        left -= weight;
    }
    return influences;
}

SkinnedMesh randomMesh(uint64_t seed) {
    Random random(seed);
    SkinnedMesh mesh;
    mesh.boneCount = random.between(3, 300);
    const uint32_t vertexCount = random.between(3, 400);
    for (uint32_t i = 0; i < vertexCount; ++i) {
        mesh.positions.push_back(random.vector(-1, 1));
        mesh.normals.push_back(random.direction());
        mesh.influences.push_back(randomInfluences(random, i * mesh.boneCount / vertexCount, mesh.boneCount));
    }
    const uint32_t triangleCount = random.between(1, 600);
    for (uint32_t i = 0; i < 3 * triangleCount; ++i) {
        const bool far = random.chance(0.05);
        const uint32_t near = i * vertexCount / (3 * triangleCount) + random.below(5);
        mesh.indices.push_back(far ? random.below(vertexCount) : near % vertexCount);
    }
    return mesh;
}

/// A mesh with a second set of influences for every vertex.
SkinnedMesh withSecondSet(SkinnedMesh mesh, uint64_t seed) {
    Random random(seed);
    for (size_t i = 0; i < mesh.vertexCount(); ++i) {
        const auto bone = static_cast<uint32_t>(i * mesh.boneCount / mesh.vertexCount());
        Influences more = randomInfluences(random, bone, mesh.boneCount);
        for (Influences* set : {&mesh.influences[i], &more})  // half of the whole each
            for (uint16_t& weight : set->weights)
                weight /= 2;
        mesh.moreInfluences.push_back(more);
    }
    return mesh;
}

/// A strip of triangles; triangle i moves with bone i alone.
SkinnedMesh oneBonePerTriangle(uint32_t triangleCount) {
    SkinnedMesh mesh;
    mesh.boneCount = triangleCount;
    for (uint32_t i = 0; i < 3 * triangleCount; ++i) {
        mesh.positions.emplace_back(static_cast<float>(i), 0.0f, 0.0f);
        mesh.normals.emplace_back(0.0f, 0.0f, 1.0f);
        mesh.influences.push_back({.bones = {static_cast<uint16_t>(i / 3)}, .weights = {kWeightOne}});
        mesh.indices.push_back(i);
    }
    return mesh;
}

std::set<uint32_t> bonesWithWeight(const SkinnedMesh& mesh, const MeshPart& part) {
    std::set<uint32_t> bones;
    for (const uint32_t vertex : part.vertices)
        for (uint32_t i = 0; i < kInfluencesPerVertex; ++i) {
            if (mesh.influences[vertex].weights[i] > 0) bones.insert(mesh.influences[vertex].bones[i]);
            if (!mesh.moreInfluences.empty() && mesh.moreInfluences[vertex].weights[i] > 0)
                bones.insert(mesh.moreInfluences[vertex].bones[i]);
        }
    return bones;
}

/// The part as a mesh of its own, as the renderer makes one.
SkinnedMesh meshOf(const SkinnedMesh& mesh, const MeshPart& part) {
    SkinnedMesh own;
    own.boneCount = static_cast<uint32_t>(part.bones.size());
    own.indices = part.indices;
    for (size_t i = 0; i < part.vertices.size(); ++i) {
        own.positions.push_back(mesh.positions[part.vertices[i]]);
        own.normals.push_back(mesh.normals[part.vertices[i]]);
        own.influences.push_back({.weights = mesh.influences[part.vertices[i]].weights});
        std::copy(part.paletteIndices[i].begin(), part.paletteIndices[i].end(), own.influences.back().bones.begin());
        if (mesh.moreInfluences.empty()) continue;
        own.moreInfluences.push_back({.weights = mesh.moreInfluences[part.vertices[i]].weights});
        std::copy(part.morePaletteIndices[i].begin(), part.morePaletteIndices[i].end(),
                  own.moreInfluences.back().bones.begin());
    }
    return own;
}

/// Checks everything that a split guarantees. Returns the first error, or nothing.
std::string complaint(const SkinnedMesh& mesh, uint32_t maxBones, const std::vector<MeshPart>& parts) {
    Random random(mesh.boneCount);
    std::vector<glm::mat4> palette(mesh.boneCount);
    for (glm::mat4& matrix : palette)
        matrix = matrixFrom({random.vector(-5, 5), random.rotation(), random.vector(0.5f, 2)});
    std::vector<glm::vec3> positions(mesh.vertexCount()), normals(mesh.vertexCount());
    skinPositions(mesh, palette, positions);
    skinNormals(mesh, palette, normals);

    std::vector<uint32_t> indices;
    for (const MeshPart& part : parts) {
        if (part.indices.empty()) return "an empty part";
        if (part.bones.size() > maxBones) return "too many bones";
        if (part.paletteIndices.size() != part.vertices.size()) return "slots and vertices differ in number";
        if (std::set(part.vertices.begin(), part.vertices.end()).size() != part.vertices.size())
            return "a vertex twice";
        const std::set<uint32_t> bones(part.bones.begin(), part.bones.end());
        if (bones.size() != part.bones.size()) return "a bone in two slots";
        if (bones != bonesWithWeight(mesh, part)) return "not exactly the bones that carry weight";
        for (size_t i = 0; i < part.vertices.size(); ++i)
            for (uint32_t k = 0; k < kInfluencesPerVertex; ++k) {
                const Influences& influences = mesh.influences[part.vertices[i]];
                if (part.paletteIndices[i][k] >= part.bones.size()) return "a slot outside the palette";
                if (influences.weights[k] > 0 && part.bones[part.paletteIndices[i][k]] != influences.bones[k])
                    return "a wrong slot";
            }
        for (const uint32_t index : part.indices) {
            if (index >= part.vertices.size()) return "an index outside the part";
            indices.push_back(part.vertices[index]);
        }

        const SkinnedMesh own = meshOf(mesh, part);
        std::vector<glm::mat4> ownPalette;
        for (const uint32_t bone : part.bones)
            ownPalette.push_back(palette[bone]);
        std::vector<glm::vec3> ownPositions(own.vertexCount()), ownNormals(own.vertexCount());
        skinPositions(own, ownPalette, ownPositions);
        skinNormals(own, ownPalette, ownNormals);
        for (size_t i = 0; i < part.vertices.size(); ++i)
            if (ownPositions[i] != positions[part.vertices[i]] || ownNormals[i] != normals[part.vertices[i]])
                return "a vertex of the part is not where the whole has it";
    }
    return indices == mesh.indices ? "" : "not every triangle once and in order";
}

}  // namespace

TEST_CASE("the parts of random meshes draw the whole mesh") {
    size_t partCount = 0;
    for (uint64_t seed = 0; seed < 150; ++seed) {
        const SkinnedMesh mesh = randomMesh(seed);
        for (const uint32_t maxBones : {12u, 16u, 64u, 256u}) {
            const auto parts = splitByPalette(mesh, maxBones);
            INFO("seed " << seed << ", at most " << maxBones << " bones");
            REQUIRE(complaint(mesh, maxBones, parts) == "");
            partCount += parts.size();
        }
    }
    CHECK(partCount > 2000);  // otherwise nothing was split
}

TEST_CASE("a mesh that fits is one part and one bone more makes two") {
    CHECK(splitByPalette(oneBonePerTriangle(64), 64).size() == 1);
    const auto two = splitByPalette(oneBonePerTriangle(65), 64);
    REQUIRE(two.size() == 2);
    CHECK(two[0].bones.size() == 64);
    CHECK(two[1].bones.size() == 1);
    CHECK(splitByPalette(oneBonePerTriangle(256), 256).size() == 1);
    CHECK(splitByPalette(oneBonePerTriangle(257), 256).size() == 2);
}

TEST_CASE("bones without weight do not make a mesh too large") {
    SkinnedMesh mesh = oneBonePerTriangle(12);
    mesh.boneCount = 300;
    for (size_t i = 0; i < mesh.influences.size(); ++i)
        mesh.influences[i].bones[1] = static_cast<uint16_t>(100 + i);
    const auto parts = splitByPalette(mesh, 12);
    REQUIRE(parts.size() == 1);
    CHECK(parts[0].bones.size() == 12);
}

TEST_CASE("a triangle of twelve bones fits a palette of twelve") {
    SkinnedMesh mesh = oneBonePerTriangle(2);
    mesh.boneCount = 24;
    for (size_t i = 0; i < 6; ++i)
        for (size_t k = 0; k < 4; ++k) {
            mesh.influences[i].bones[k] = static_cast<uint16_t>(4 * i + k);
            mesh.influences[i].weights[k] = k == 0 ? kWeightOne - 3 * 16384 : 16384;
        }
    const auto parts = splitByPalette(mesh, 12);
    REQUIRE(parts.size() == 2);
    CHECK(parts[0].bones.size() == 12);
    CHECK(parts[1].bones.size() == 12);
}

TEST_CASE("a mesh without triangles has no parts") {
    CHECK(splitByPalette({}, 64).empty());
    SkinnedMesh points = oneBonePerTriangle(4);
    points.indices.clear();
    CHECK(splitByPalette(points, 64).empty());
}

TEST_CASE("an incomplete last triangle is ignored") {
    SkinnedMesh mesh = oneBonePerTriangle(2);
    mesh.indices.resize(5);
    const auto parts = splitByPalette(mesh, 64);
    REQUIRE(parts.size() == 1);
    CHECK(parts[0].indices.size() == 3);
    CHECK(parts[0].vertices.size() == 3);
    mesh.indices.resize(2);
    CHECK(splitByPalette(mesh, 64).empty());
}

TEST_CASE("with eight influences a palette of 24 is enough for every mesh") {
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        const SkinnedMesh mesh = withSecondSet(randomMesh(seed), seed);
        for (const uint32_t maxBones : {24u, 64u}) {
            INFO("seed " << seed << ", at most " << maxBones << " bones");
            REQUIRE(complaint(mesh, maxBones, splitByPalette(mesh, maxBones)) == "");
        }
    }
}
