#include "unit/check/surfaces/cases.h"

#include <array>
#include <cmath>

using namespace sinew;

namespace {

constexpr int kWingRows = 10, kHalfWing = 6;  // columns of a side

size_t at(int column, int row) {
    return static_cast<size_t>(row * (2 * kHalfWing + 1) + column + kHalfWing);
}

Influences heldBy(uint16_t bone) {
    return {{bone}, {static_cast<uint16_t>(kWeightOne)}};
}

/// A bent sheet whose sides mirror each other across x = 0, edge by edge. 'arm.L' holds the side of positive X, 'arm.R'
/// the other one, and 'spine' the middle.
Model wings() {
    Model model = rig_models::band(1).model;
    model.hierarchy.names = {"spine", "arm.L", "arm.R"};
    model.hierarchy.parents = {kNoParent, 0, 0};
    model.hierarchy.rest = {{}, {.translation = {3, 0, 0}}, {.translation = {-3, 0, 0}}};
    model.instances[0].bones.clear();
    for (const uint32_t bone : {0u, 1u, 2u})
        model.instances[0].bones.push_back(
            {bone, glm::translate(glm::mat4(1.0f), -model.hierarchy.rest[bone].translation)});
    SkinnedMesh mesh{.name = "band", .boneCount = 3};
    for (int row = 0; row < kWingRows; ++row)
        for (int column = -kHalfWing; column <= kHalfWing; ++column) {
            mesh.positions.emplace_back(column, row, 0.05f * static_cast<float>(row * row));
            mesh.influences.push_back(heldBy(column == 0 ? 0 : column > 0 ? 1 : 2));
        }
    for (int row = 0; row + 1 < kWingRows; ++row)
        for (int column = -kHalfWing; column < kHalfWing; ++column) {
            const size_t a = at(column, row), b = at(column + 1, row), c = at(column + 1, row + 1),
                         d = at(column, row + 1);
            for (const size_t corner : column < 0 ? std::array{a, b, c, a, c, d} : std::array{a, b, d, b, c, d})
                mesh.indices.push_back(static_cast<uint32_t>(corner));
        }
    model.meshes[0] = mesh;
    return model;
}

/// The spine holds points of one side, or of both.
Change held(std::initializer_list<int> columns, bool areBoth = false) {
    return [columns = std::vector<int>(columns), areBoth](Model& m) {
        for (const int column : columns)
            for (const int side : areBoth ? std::vector<int>{1, -1} : std::vector<int>{1})
                m.meshes[0].influences[at(side * column, 3)] = heldBy(0);
    };
}

/// A hip with a leg of three bones on each side. The mesh is a band along all of them.
Model twoLegs() {
    Model model = rig_models::band(7).model;
    model.hierarchy.names = {"hips", "thigh.L", "shin.L", "foot.L", "thigh.R", "shin.R", "foot.R"};
    model.hierarchy.parents = {kNoParent, 0, 1, 2, 0, 4, 5};
    return model;
}

/// Keeps some of the segments of the band, one along each bone.
Change kept(ptrdiff_t first, ptrdiff_t end) {
    return [=](Model& m) {
        std::vector<uint32_t>& indices = m.meshes[0].indices;
        indices = std::vector<uint32_t>(indices.begin() + 6 * first, indices.begin() + 6 * end);
    };
}

}  // namespace

TEST_CASE("points that other bones hold than their mirror images are a note") {
    judge(
        wings(), checkMirroredWeights,
        {{"one", nullptr, held({3})},
         {"two", "weights-uneven", held({3, 4}),
          "2 of 70 points have other weights than their mirror images, most of all near bone 'arm.R'", Severity::info},
         {"five", "weights-uneven", held({1, 2, 3, 4, 5}), "5 of 70 points", Severity::info},
         {"on both sides", nullptr, held({3, 4}, true)},
         {"without sides", nullptr,
          [](Model& m) {
              held({3, 4})(m);
              for (size_t i = 0; i < m.meshes[0].positions.size(); ++i)
                  m.meshes[0].positions[i] += 0.3f * glm::vec3(std::sin(17.0f * static_cast<float>(i)),
                                                               std::cos(5.0f * static_cast<float>(i)), 0);
          }},
         {"crowded beside a point far away", nullptr,
          both(held({3, 4}), [](Model& m) { m.meshes[0].positions[at(0, 9)].z = 1e6f; })},
         {"without triangles", nullptr, both(held({3, 4}), [](Model& m) { m.meshes[0].indices.clear(); })},
         {"of one point", nullptr,
          [](Model& m) { m.meshes[0].positions.assign(m.meshes[0].vertexCount(), glm::vec3(0)); }}});
    judgeSeveral(wings(), checkMirroredWeights, "weights-uneven", [](Model& m, size_t i) {
        for (const int column : {3, 4})
            m.meshes[i].influences[at(column, 3)] = heldBy(0);
    });
}

TEST_CASE("a figure with triangles on one side only is a warning") {
    judge(twoLegs(), checkSides,
          {{"left only", "mesh-halved", kept(0, 3),
            "on 3 of 3 bones of the right side, 'thigh.R', 'shin.R', 'foot.R', but many on those of the left"},
           {"right only", "mesh-halved", kept(4, 7), "on 3 of 3 bones of the left side"},
           {"a part is missing", nullptr, kept(0, 5)},
           {"shown once more on the other side", nullptr,
            [](Model& m) {
                kept(0, 3)(m);
                m.instances.push_back(m.instances[0]);
                for (const uint32_t bone : {1u, 2u, 3u})
                    std::swap(m.instances[1].bones[bone].node, m.instances[1].bones[bone + 3].node);
            }},
           {"without a skin", nullptr, [](Model& m) {
                m.meshes[0].influences.assign(m.meshes[0].vertexCount(), heldBy(0));
                m.instances.clear();
                for (uint32_t node = 1; node < 4; ++node)
                    m.instances.push_back({.node = node, .bones = {{node, glm::mat4(1.0f)}}});
            }}});
}
