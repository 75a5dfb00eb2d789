#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

enum class FigureSide : uint8_t { middle, left, right };

/// Returns a node's name without prefixes: the part after the last ':' or '|', without "mixamorig_" or "mixamorig9_".
/// Empty only if `name` is.
std::string_view withoutPrefix(std::string_view name);

/// Splits a name into lower-case words and numbers: "LHipJoint01" into l, hip, joint, 01.
std::vector<std::string> wordsOf(std::string_view name);

/// Where a name states a side: a word of its own, "arm.L", "LThigh", "LeftHand", or the beginning of one, "Lefthand".
struct SideWord {
    FigureSide side = FigureSide::middle;
    size_t begin = 0, length = 0;  ///< within the name; 0 long if it states none
};
SideWord sideWordOf(std::string_view name);

/// Returns the name with left and right exchanged: "arm.R" for "arm.L", "LeftHand" for "RightHand". Empty if it has no
/// side.
std::string mirroredName(std::string_view name);

}  // namespace sinew
