#include "check/words.h"

#include "support/catch.h"

using namespace sinew;

TEST_CASE("words of names, loops and sides") {
    CHECK(wordsOf("Zombie_RunFast.001") == std::vector<std::string>{"zombie", "run", "fast", "001"});
    CHECK(isNamedLikeLoop("Rig|Walk_Loop.001"));
    CHECK_FALSE(isNamedLikeLoop("IdleToWalk"));
    CHECK_FALSE(isNamedLikeLoop("Runaway"));
    CHECK(mirroredName("arm.L") == "arm.R");
    CHECK(mirroredName("mixamorig:LeftHand") == "mixamorig:RightHand");
    CHECK(mirroredName("l-leg") == "r-leg");
    CHECK(mirroredName("RIGHT_ARM") == "LEFT_ARM");
    CHECK(mirroredName("LThigh") == "RThigh");
    CHECK(mirroredName("RClavicle") == "LClavicle");
    CHECK(mirroredName("LHipJoint") == "RHipJoint");
    CHECK(mirroredName("Lefthand") == "Righthand");
    CHECK(mirroredName("spine").empty());
    CHECK(mirroredName("Lower").empty());
}
