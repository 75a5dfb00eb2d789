#include "benchmark/busy_rig.h"

#include <cmath>
#include <string>

#include "support/random.h"

using namespace sinew;

namespace {

constexpr int32_t kHips = 0, kChest = 3, kHead = 5, kLeftHand = 11, kRightHand = 35;

NodeHierarchy person() {
    NodeHierarchy hierarchy;
    const auto add = [&](int32_t parent, int count) {
        for (int i = 0; i < count; ++i) {
            // As long as the names in real rigs: a std::string puts them on the heap.
            hierarchy.names.push_back("mixamorig:Node" + std::to_string(100 + hierarchy.size()));
            hierarchy.parents.push_back(i == 0 ? parent : static_cast<int32_t>(hierarchy.size()) - 1);
        }
    };
    add(kNoParent, 6);  // hips, spine, neck, head
    add(kHead, 2);
    for (const int32_t hand : {kLeftHand, kRightHand}) {
        add(kChest, 4);
        for (int finger = 0; finger < 5; ++finger)
            add(hand, 4);
    }
    add(kHips, 4);
    add(kHips, 4);
    return hierarchy;
}

struct Motion {
    explicit Motion(Random& random)
        : axis(random.direction()), phase(random.uniform(-3.0f, 3.0f)), speed(random.uniform(0.5f, 1.1f)) {}

    Transform at(const Transform& rest, double seconds) const {
        const auto time = static_cast<float>(seconds);
        const auto swing = [&](float times, float add) { return std::sin(times * speed * time + add); };
        return {.translation =
                    rest.translation + 0.03f * glm::vec3(swing(1.0f, phase), swing(1.3f, 1.0f), swing(0.7f, 0.0f)),
                .rotation = glm::normalize(rest.rotation * glm::angleAxis(0.5f * swing(2.0f, phase), axis)),
                .scale = rest.scale + 0.05f * glm::vec3(swing(1.0f, 0.0f), swing(1.0f, phase), swing(2.0f, 0.0f))};
    }

    glm::vec3 axis;
    float phase, speed;
};

}  // namespace

Model busyRig(uint32_t keyCount) {
    Random random(1);
    Model model;
    model.hierarchy = person();
    AnimationClip clip{.name = "busy", .durationSeconds = kBusySeconds};
    MeshInstance instance;
    for (uint32_t node = 0; node < model.hierarchy.size(); ++node) {
        const glm::quat turn = glm::angleAxis(random.uniform(-0.6f, 0.6f), random.direction());
        const Transform rest{.translation = {random.uniform(-0.12f, 0.12f), random.uniform(0.15f, 0.2f), 0.03f},
                             .rotation = turn};
        model.hierarchy.rest.push_back(rest);
        const Transform bind{.translation = random.vector(-1, 1), .rotation = random.rotation()};
        instance.bones.push_back({.node = node, .inverseBindMatrix = matrixFrom(bind)});
        Channel channel{.node = node};
        const Motion motion(random);
        for (uint32_t key = 0; key < keyCount; ++key) {
            const double time = kBusySeconds * key / (keyCount - 1);
            const Transform now = motion.at(rest, time);
            channel.translation.times.push_back(time);
            channel.translation.values.push_back(now.translation);
            channel.rotation.times.push_back(time);
            channel.rotation.values.push_back(now.rotation);
            channel.scale.times.push_back(time);
            channel.scale.values.push_back(now.scale);
        }
        clip.channels.push_back(std::move(channel));
    }
    model.clips = {std::move(clip)};
    model.meshes = {{.boneCount = static_cast<uint32_t>(model.hierarchy.size())}};
    model.instances = {std::move(instance)};
    return model;
}
