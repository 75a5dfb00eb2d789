#include "animation/playback/pose_goals.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <glm/ext/matrix_transform.hpp>

#include "support/allocations.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/random.h"

using namespace sinew;

namespace {

/// Hips with two slightly bent legs (thigh, shin, foot) and a neck with a head, in a file whose head has its
/// own axes: it looks along -Y.
struct Person {
    enum Node : uint32_t { hips, leftThigh, leftShin, leftFoot, rightThigh, rightShin, rightFoot, neck, head, nodes };
    NodeHierarchy hierarchy;
    glm::mat4 worldFromRoot;
    LocalPose pose;
    std::vector<GraphFoot> feet{{.leg = {leftThigh, leftShin, leftFoot}, .height = {.parameter = 0}},
                                {.leg = {rightThigh, rightShin, rightFoot}, .height = {.parameter = 1}}};
    std::vector<GraphLook> looks{{.joints = {{neck, 0.5f}, {head, 1.0f}},
                                  .forward = {},
                                  .turnDegrees = {.parameter = 2},
                                  .liftDegrees = {.parameter = 3},
                                  .limitDegrees = 180.0,
                                  .weight = {.parameter = 4}}};

    explicit Person(const glm::mat4& root = glm::mat4(1.0f)) : worldFromRoot(root) {
        hierarchy.parents = {kNoParent, hips, leftThigh, leftShin, hips, rightThigh, rightShin, hips, neck};
        hierarchy.names.resize(nodes);
        const auto bent = [](float angle) { return glm::angleAxis(angle, glm::vec3(1, 0, 0)); };
        const auto leg = [&](float side) {
            hierarchy.rest.push_back({.translation = {side, 0, 0}, .rotation = bent(-0.3f)});
            hierarchy.rest.push_back({.translation = {0, -0.5f, 0}, .rotation = bent(0.6f)});
            hierarchy.rest.push_back({.translation = {0, -0.5f, 0}, .rotation = bent(-0.3f)});
        };
        hierarchy.rest.push_back({.translation = {0.1f, 1, 0.2f}});
        leg(0.2f);
        leg(-0.2f);
        hierarchy.rest.push_back({.translation = {0, 0.6f, 0}, .rotation = bent(0.2f)});
        // In the rest pose it looks along Z.
        hierarchy.rest.push_back({.translation = {0, 0.2f, 0}, .rotation = bent(-0.2f - 1.5707963f)});
        pose = hierarchy.rest;
        pose[hips].rotation = glm::angleAxis(0.2f, glm::normalize(glm::vec3(0.2f, 1, 0.1f)));
        pose[neck].rotation = glm::angleAxis(0.3f, glm::normalize(glm::vec3(1, 1, 0.1f)));
    }
    std::vector<glm::mat4> walked(std::span<const Transform> shown) const {
        std::vector<glm::mat4> world(nodes);
        walkHierarchy(hierarchy, shown, worldFromRoot, world);
        return world;
    }
};

/// Applies the goals of a person to copies of a pose.
class Goals {
  public:
    explicit Goals(const Person& person)
        : goals_(person.hierarchy, person.feet, person.looks, person.worldFromRoot), pose_(person.pose) {}

    std::span<const Transform> over(const LocalPose& pose, std::span<const double> parameters) {
        std::ranges::copy(pose, pose_.begin());
        goals_.apply(pose_, parameters);
        return pose_;
    }

  private:
    PoseGoals goals_;
    LocalPose pose_;
};

double angleBetween(const glm::dvec3& a, const glm::dvec3& b) {
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

glm::dvec3 forwardOf(const glm::mat4& worldFromHead) {
    return -glm::dvec3(worldFromHead[1]);
}

glm::dvec3 asked(double turnDegrees, double liftDegrees) {
    const double turn = glm::radians(turnDegrees), lift = glm::radians(liftDegrees);
    return {std::cos(lift) * std::sin(turn), std::sin(lift), std::cos(lift) * std::cos(turn)};
}

}  // namespace

TEST_CASE("A head looks left and up by the requested angles, whatever the pose") {
    const glm::mat4 zUpInches =
        glm::scale(glm::rotate(glm::mat4(1.0f), glm::radians(-90.0f), glm::vec3(1, 0, 0)), glm::vec3(0.0254f));
    for (const glm::mat4& root : {glm::mat4(1.0f), zUpInches}) {
        Person person(root);
        if (root != glm::mat4(1.0f))  // the same body, upright by the root
            person.hierarchy.rest[0].rotation = person.pose[0].rotation =
                glm::angleAxis(glm::radians(90.0f), glm::vec3(1, 0, 0));
        Goals goals(person);
        for (const double turn : {0.0, 60.0, -100.0, 170.0})
            for (const double lift : {0.0, 35.0, -80.0}) {
                CAPTURE(turn, lift);
                const auto world = person.walked(goals.over(person.pose, std::vector{0.0, 0.0, turn, lift, 1.0}));
                CHECK(angleBetween(forwardOf(world[Person::head]), asked(turn, lift)) < glm::radians(0.05));
            }
    }
}

TEST_CASE("Neck and head share a look, a weight scales its turn, and limits hold") {
    Person person;
    person.looks[0].liftDegrees = {};
    const auto before = forwardOf(person.walked(person.pose)[Person::head]);
    const auto turnedBy = [&](double weight) {
        Goals goals(person);
        const std::span<const Transform> shown = goals.over(person.pose, std::vector{0.0, 0.0, 50.0, 0.0, weight});
        const double head = angleBetween(before, forwardOf(person.walked(shown)[Person::head]));
        const double neck = angleRadians(shown[Person::neck].rotation, person.pose[Person::neck].rotation);
        CHECK(neck == Approx(0.5 * head).epsilon(0.02));
        return head;
    };
    const double whole = turnedBy(1.0);
    CHECK(turnedBy(7.0) == Approx(whole));
    CHECK(turnedBy(0.5) == Approx(0.5 * whole).epsilon(0.02));
    person.looks[0].limitDegrees = 20.0;
    CHECK(glm::degrees(turnedBy(1.0)) == Approx(20.0).epsilon(1e-3));
}

TEST_CASE("A head looks along the given axis") {
    Person person;
    person.looks[0].forward = glm::vec3(0, 0, 2);
    Goals goals(person);
    const auto world = person.walked(goals.over(person.pose, std::vector{0.0, 0.0, 30.0, 10.0, 1.0}));
    CHECK(angleBetween(glm::dvec3(world[Person::head][2]), asked(30, 10)) < glm::radians(0.05));
}

TEST_CASE("A foot rises with its ground, keeps its place and angle, and the other leg does not move") {
    const Person person;
    Goals goals(person);
    const auto before = person.walked(person.pose);
    for (const double height : {0.05, 0.2, 0.4, -0.04}) {
        CAPTURE(height);
        const std::span<const Transform> shown = goals.over(person.pose, std::vector{height, 0.0, 0.0, 0.0, 0.0});
        const auto world = person.walked(shown);
        const glm::vec3 moved(world[Person::leftFoot][3] - before[Person::leftFoot][3]);
        CHECK(glm::length(moved - glm::vec3(0, height, 0)) < 1e-5f);
        for (int axis = 0; axis < 3; ++axis)
            CHECK(glm::length(world[Person::leftFoot][axis] - before[Person::leftFoot][axis]) < 1e-5f);
        CHECK(same(shown.subspan(Person::rightThigh), std::span(person.pose).subspan(Person::rightThigh)));
    }
    const std::span<const Transform> both = goals.over(person.pose, std::vector{0.1, 0.3, 0.0, 0.0, 0.0});
    const auto world = person.walked(both);
    CHECK(world[Person::leftFoot][3].y - before[Person::leftFoot][3].y == Approx(0.1).margin(1e-5));
    CHECK(world[Person::rightFoot][3].y - before[Person::rightFoot][3].y == Approx(0.3).margin(1e-5));
}

TEST_CASE("A weight of 0 and a ground height of 0 leave the pose unchanged, bit for bit") {
    Person person;
    person.feet[1].weight = {.parameter = 5};
    person.feet[1].height.value = 0.3;
    person.feet[1].height.parameter.reset();
    Goals goals(person);
    const std::span<const Transform> shown = goals.over(person.pose, std::vector{0.0, 0.0, 50.0, 20.0, 0.0, 0.0});
    CHECK(same(shown, person.pose));
    CHECK(same(goals.over(person.pose, std::vector{0.0, 0.0, 50.0, 20.0, -1.0, -2.0}), person.pose));
    CHECK_FALSE(same(goals.over(person.pose, std::vector{0.0, 0.0, 50.0, 20.0, 0.0, 0.1}), person.pose));
    CHECK_FALSE(same(goals.over(person.pose, std::vector{0.0, 0.0, 50.0, 20.0, 0.1, 0.0}), person.pose));
    CHECK(same(goals.over(person.pose, std::vector{0.0, 0.0, 50.0, 20.0, 0.0, 0.0}), person.pose));
}

TEST_CASE("Pose goals depend only on the pose and the parameters, and allocate nothing") {
    const Person person;
    Goals first(person), second(person);
    const std::vector<double> wanted{0.2, 0.1, 40.0, -10.0, 0.7}, other{0.4, -0.3, -40.0, 10.0, 1.0};
    const size_t before = allocationCount();
    first.over(person.pose, other);
    const std::span<const Transform> again = first.over(person.pose, wanted), once = second.over(person.pose, wanted);
    CHECK(allocationCount() == before);
    CHECK(same(again, once));
}
