#include "check/bones.h"
#include "check/words.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

TEST_CASE("the side of a name is one of its words") {
    CHECK(sideWordOf("arm.L").side == FigureSide::left);
    CHECK(sideWordOf("RightHand").side == FigureSide::right);
    CHECK(sideWordOf("mixamorig:LEFT_Foot").side == FigureSide::left);
    CHECK(sideWordOf("Spine1").side == FigureSide::middle);
    CHECK(sideWordOf("Roll").side == FigureSide::middle);
}

TEST_CASE("a bone is the twin of a bone, not of a mesh that is called like it") {
    NodeHierarchy hierarchy = rig_models::band(6).model.hierarchy;
    hierarchy.names = {"root", "foot.L", "foot.L", "leg.R", "foot.R", "foot.R"};
    hierarchy.parents = {kNoParent, 0, 1, 0, 3, 3};
    CHECK(twinsOf(hierarchy)[4] == 2u);
    CHECK(twinsOf(hierarchy)[1] == 4u);
}

TEST_CASE("a bone is the twin of the one of its own number, where there is one") {
    NodeHierarchy hierarchy = rig_models::band(7).model.hierarchy;
    hierarchy.names = {"root", "Feather_L_1", "Feather_L_2", "Feather_R_2", "Feather_R_1", "arm.L_07", "arm.R_03"};
    hierarchy.parents = {kNoParent, 0, 0, 0, 0, 0, 0};
    CHECK(twinsOf(hierarchy)[1] == 4u);
    CHECK(twinsOf(hierarchy)[2] == 3u);
    CHECK(twinsOf(hierarchy)[3] == 2u);
    CHECK(twinsOf(hierarchy)[5] == 6u);
    CHECK(twinsOf(hierarchy)[6] == 5u);
}
