// blend X Y Z: blends two clips of an arm's length figure half and half, turns its head to the point X Y Z, and prints
// where the head is and where it looks.
#include <iostream>

#include <glm/gtc/quaternion.hpp>

#include <sinew/animation/clip/sample.h>
#include <sinew/animation/ik/look_at.h>
#include <sinew/animation/pose/pose.h>

namespace {

enum : uint32_t { hips, neck, head };

/// The hips move along X by `meters`, and the neck turns about Z by `degrees`, within a second.
sinew::AnimationClip clipOf(float meters, float degrees) {
    sinew::AnimationClip clip{.durationSeconds = 1.0};
    sinew::Channel move{.node = hips}, turn{.node = neck};
    move.translation.times = turn.rotation.times = {0.0, 1.0};
    move.translation.values = {{0.0f, 1.0f, 0.0f}, {meters, 1.0f, 0.0f}};
    turn.rotation.values = {glm::quat(1.0f, 0.0f, 0.0f, 0.0f),
                            glm::angleAxis(glm::radians(degrees), glm::vec3(0.0f, 0.0f, 1.0f))};
    clip.channels = {move, turn};
    return clip;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) return std::cerr << "usage: blend X Y Z\n", 2;
    const glm::vec3 target(std::stof(arguments[1]), std::stof(arguments[2]), std::stof(arguments[3]));
    const sinew::NodeHierarchy figure{.names = {"hips", "neck", "head"},
                                      .parents = {sinew::kNoParent, hips, neck},
                                      .rest = {{{0.0f, 1.0f, 0.0f}}, {{0.0f, 0.5f, 0.0f}}, {{0.0f, 0.2f, 0.0f}}}};
    const sinew::AnimationClip walk = clipOf(1.0f, 0.0f), lean = clipOf(3.0f, 60.0f);

    sinew::SampleCursor walkCursor, leanCursor;
    sinew::LocalPose pose(figure.size()), other(figure.size());
    sample(walk, figure, 1.0, walkCursor, pose);
    sample(lean, figure, 1.0, leanCursor, other);
    sinew::blend(pose, other, 0.5f, pose);

    std::vector<glm::mat4> worldFromNode(figure.size());
    walkHierarchy(figure, pose, glm::mat4(1.0f), worldFromNode);
    const sinew::LookJoint joints[] = {{neck, 0.4f}, {head, 1.0f}};
    lookAt(joints, {.target = target}, figure, glm::mat4(1.0f), worldFromNode, pose);
    walkHierarchy(figure, pose, glm::mat4(1.0f), worldFromNode);

    const glm::vec3 hip = worldFromNode[hips][3], at = worldFromNode[head][3], forward = worldFromNode[head][2];
    for (const glm::vec3& v : {hip, at, forward})
        std::cout << v.x << ' ' << v.y << ' ' << v.z << '\n';
}
