#include <string>
#include <vector>

#include "import/build/clip_names.h"
#include "support/catch.h"

using Names = std::vector<std::string>;

namespace {

Names readable(const Names& names, const Names& owners = {}) {
    return sinew::readableClipNames(names, owners);
}

}  // namespace

TEST_CASE("The owner with which exporters prefix clip names is removed") {
    CHECK(readable({"Armature|Walk"}) == Names{"Walk"});
    CHECK(readable({"Armature|Armature|Walk", "Armature|Armature|Run"}) == Names{"Walk", "Run"});
    CHECK(readable({"Pip_Pip_Idle", "Pip_Pip_Walk"}, {"Scene", "Pip"}) == Names{"Idle", "Walk"});
    CHECK(readable({"Pip_Pip_Idle"}, {"Scene", "Pip"}) == Names{"Idle"});
    CHECK(readable({"Rig.Walk", "Rig:Run"}, {"Rig"}) == Names{"Walk", "Run"});
}

TEST_CASE("The name of an animation layer is not a clip's name") {
    CHECK(readable({"Armature|mixamo.com|Layer0"}) == Names{"mixamo.com"});
    CHECK(readable({"Take 001|BaseLayer"}) == Names{"Take 001"});
    CHECK(readable({"Layer0"}) == Names{"Layer0"});
    CHECK(readable({"Armature|Layered"}) == Names{"Layered"});
}

TEST_CASE("A word that all names double, or the first word of an owner, is removed") {
    CHECK(readable({"X_X_Walk", "X_X_Run"}) == Names{"Walk", "Run"});
    CHECK(readable({"Robot_Walk", "Robot_Run"}, {"RobotArmature"}) == Names{"Walk", "Run"});
    CHECK(readable({"robot_Walk", "robot_Run"}, {"Scene", "Robot_Rig"}) == Names{"Walk", "Run"});
}

TEST_CASE("Names that people chose are kept") {
    CHECK(readable({"Walk_Left", "Walk_Right"}) == Names{"Walk_Left", "Walk_Right"});
    CHECK(readable({"1H_Melee_Attack_Chop", "1H_Melee_Block"}) == Names{"1H_Melee_Attack_Chop", "1H_Melee_Block"});
    CHECK(readable({"walk_left"}, {"WalkRig"}) == Names{"walk_left"});
    CHECK(readable({"Arm_Lift", "Arm_Drop"}, {"Armature"}) == Names{"Arm_Lift", "Arm_Drop"});
    CHECK(readable({"Go_Go_Dance", "Walk"}) == Names{"Go_Go_Dance", "Walk"});
    CHECK(readable({"Pipeline", "Pip"}, {"Pip"}) == Names{"Pipeline", "Pip"});
    CHECK(readable({"idle.001"}, {"Armature"}) == Names{"idle.001"});
}

TEST_CASE("A rule that would empty a name, or make two equal, is undone") {
    CHECK(readable({"Rig_", "Rig_Walk"}, {"Rig"})[0] == "Rig_");
    CHECK(readable({"Hero_Walk", "Walk"}, {"Hero"}) == Names{"Hero_Walk", "Walk"});
    CHECK(readable({"A|Walk", "B|Walk", "B|Run"}) == Names{"A|Walk", "B|Walk", "B|Run"});
    CHECK(readable({"Rig|A|Walk", "Rig|B|Walk"}) == Names{"A|Walk", "B|Walk"});
}

TEST_CASE("A prefix is cut only where all names with one share it") {
    CHECK(readable({"Body|Walk", "Cape|Flap"}) == Names{"Body|Walk", "Cape|Flap"});
    CHECK(readable({"Body|Walk", "Body|Run", "T-Pose"}) == Names{"Walk", "Run", "T-Pose"});
    CHECK(readable({"Walk", "Armature|Walk"}) == Names{"Walk", "Armature|Walk"});
}

TEST_CASE("Layers that make names differ stay") {
    CHECK(readable({"Armature|mixamo.com|Layer0", "Armature|mixamo.com|Layer0.001"}) ==
          Names{"mixamo.com|Layer0", "mixamo.com|Layer0.001"});
    CHECK(readable({"Layer0|Walk", "Layer0|Run"}) == Names{"Walk", "Run"});
    CHECK(readable({"A|Layer0", "A|Layer1"}) == Names{"A|Layer0", "A|Layer1"});
}

TEST_CASE("A clip is known by its full name") {
    CHECK(sinew::isShortFor("Walk", "Armature|Walk"));
    CHECK(sinew::isShortFor("mixamo.com", "Armature|mixamo.com|Layer0"));
    CHECK(sinew::isShortFor("Idle", "Pip_Pip_Idle"));
    CHECK_FALSE(sinew::isShortFor("Walk", "Walk"));
    CHECK_FALSE(sinew::isShortFor("Walk", "Armature|SlowWalk"));
    CHECK_FALSE(sinew::isShortFor("Walk", "Armature|Walk_Left"));
    CHECK_FALSE(sinew::isShortFor("", "Armature|"));
}

TEST_CASE("A clip without a name is named by its number") {
    CHECK(readable({"", "Walk", "  "}) == Names{"Animation 0", "Walk", "Animation 2"});
    CHECK(readable({"Armature|"}) == Names{"Armature"});
}
