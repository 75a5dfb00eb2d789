#include "unit/check/surfaces/cases.h"

using namespace sinew;
using rig_models::turn;

namespace {

/// Adds a copy of the band without skin, at a node of its own.
void addPart(Model& model, const Transform& place, int32_t parent = kNoParent, const char* name = "part") {
    const uint32_t node = addNode(model, name, parent, place);
    SkinnedMesh& mesh = addMesh(model, model.meshes[0]);
    mesh.name = name;
    mesh.boneCount = 1;
    followOne(mesh);
    model.instances.back() = {.mesh = model.instances.back().mesh, .node = node, .bones = {{node, glm::mat4(1.0f)}}};
}

Change part(const Transform& place, int32_t parent = kNoParent) {
    return [=](Model& m) { addPart(m, place, parent); };
}

/// Turns these nodes through a clip.
void turnNodes(Model& model, const std::vector<uint32_t>& nodes, float degrees = 30.0f) {
    AnimationClip& clip = model.clips.emplace_back(AnimationClip{"wave", 1.0});
    for (const uint32_t node : nodes)
        clip.channels.push_back({.node = node, .rotation = {{0, 1}, {turn(0), turn(degrees)}}});
}

Change turned(std::vector<uint32_t> nodes) {
    return [=](Model& m) { turnNodes(m, nodes); };
}

/// A part beside the skinned mesh, which has nodes of their own below one; a clip moves only the upper bone.
Change beside(const Transform& place, int32_t parent) {
    return [=](Model& m) {
        addNode(m, "node", kNoParent), addNode(m, "node", 3);
        m.instances[0].node = 4;
        addPart(m, place, parent);
        turnNodes(m, {2});
    };
}

const Transform kInside{.translation = {0, 1, 0}, .scale = glm::vec3(0.3f)};

}  // namespace

TEST_CASE("a part of a figure that hangs on no bone, or far away from it, is a warning") {
    const auto at = [](const glm::vec3& place, float scale) {
        return Transform{.translation = place, .scale = glm::vec3(scale)};
    };
    const auto moved = [](std::initializer_list<uint32_t> nodes, float degrees = 30.0f) {
        return [=, all = std::vector<uint32_t>(nodes)](Model& m) {
            addPart(m, kInside);
            for (const uint32_t node : all)
                turnNodes(m, {node}, node == 3 ? degrees : 30.0f);
        };
    };
    const char* const id = "part-unbound";
    constexpr Severity kWarning = Severity::warning;
    judge(rig_models::band().model, checkParts,
          {{"in the middle", id, part(kInside), "hangs on no bone and stays behind", kWarning, "part"},
           {"on a bone", nullptr, part(kInside, 1)},
           {"beside the figure", nullptr, part(at({4, 1, 0}, 0.3f))},
           {"on the ground, where it touches nothing", nullptr, part(at({0.7f, 0, 0}, 0.1f))},
           {"on the ground, in the middle of a large triangle", id, part(at({0.2f, 0, 0}, 0.1f)), "", kWarning, "part"},
           {"larger", nullptr, part(at({0, 1, 0}, 3.0f))},
           {"small", id, part(at({0, 1, 0}, 0.02f)), "", kWarning, "part"},
           {"small, on the ground: a shadow", nullptr, part(at({0, 0.1f, 0}, 0.02f))},
           {"moved by a clip", nullptr, moved({3})},
           {"on a bone without weights, which a clip holds still", nullptr, moved({3, 1}, 0.0f)},
           {"where all clips hold still what is around it", nullptr, both(part(at({0, 0.2f, 0}, 0.3f)), turned({2}))},
           {"a large one beside the skinned mesh", id, beside(at({0, -0.6f, 0}, 1.4f), 3), "", kWarning, "part"},
           {"a small one beside it", nullptr, beside(at({0, 0.3f, 0}, 0.3f), 3)},
           {"a large one elsewhere in the hierarchy", nullptr, beside(at({0, -0.6f, 0}, 1.4f), kNoParent)},
           {"far away", "part-far", part(at({100, 0, 0}, 0.3f)), " times the figure's size away", kWarning, "part"}});
    for (const int count : {1, 3, 6}) {
        Model model = rig_models::band().model;
        for (int i = 0; i < count; ++i)
            addPart(model, at({0.1f * static_cast<float>(i % 2), 1.0f + 0.1f * static_cast<float>(i), 0}, 0.3f),
                    kNoParent, ("part" + std::to_string(i)).c_str());
        CHECK(countOf(checkParts(model), id) == count);
    }
}

TEST_CASE("meshes that no clip moves are named where clips move a skeleton") {
    const auto copies = [](Model& m) {
        for (int32_t copy = 0; copy < 3; ++copy)
            addNode(m, "node", copy == 0 ? kNoParent : 2 + copy);
    };
    const auto lost = [](int32_t parent) {
        return [=](Model& m) {
            addPart(m, {}, parent);
            m.instances.erase(m.instances.begin());
            turnNodes(m, {0, 1, 2});
        };
    };
    constexpr Severity kWarning = Severity::warning;
    judge(rig_models::band().model, checkParts,
          {{"its skin is lost", "part-unbound", lost(kNoParent), "the clips move 3 nodes, which no mesh follows",
            kWarning, "part"},
           {"it hangs on a bone", nullptr, lost(2)},
           {"copies of the bones move", "part-unbound", both(copies, turned({3, 4, 5})),
            "is bound to bones that no clip moves, although the clips move 3 other nodes"},
           {"a bone moves as well", nullptr, both(copies, turned({1, 4, 5}))},
           {"doors move", nullptr, both(both(copies, part({}, 5)), turned({3, 4, 5}))}});
}
