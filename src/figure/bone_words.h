#pragma once

#include <string>
#include <string_view>

#include "figure/words.h"

namespace sinew {

/// What a bone's name says.
struct BoneWords {
    FigureSide side = FigureSide::middle;
    /// Lower case, without side, number and what rigs put before it: "upperarm" of "DEF-upper_arm.L".
    std::string part;
    int finger = -1;  ///< thumb 0 to little finger 4; -1: no finger, or the bone in the palm below it
};

/// Reads the names of common rigs: "mixamorig:LeftUpLeg", "thigh_l", "J_Bip_L_UpperArm", "DEF-shin.R", "Bip01 L
/// Finger01", "lShldrBend", "r-forearm", "LowerLeg.L", "Lefthand".
BoneWords boneWords(std::string_view name);

}  // namespace sinew
