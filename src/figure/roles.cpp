#include "figure/roles.h"

namespace sinew {

std::string nameOf(const BoneRole& role) {
    constexpr const char* kNames[] = {"hips",      "spine", "neck",   "head", "clavicle", "upper arm",
                                      "lower arm", "hand",  "thigh",  "shin", "foot",     "toes",
                                      "thumb",     "index", "middle", "ring", "little",   ""};
    std::string name = role.side == FigureSide::middle ? "" : role.side == FigureSide::left ? "left " : "right ";
    name += kNames[static_cast<size_t>(role.part)];
    if (role.number > 0) name.append(" ").append(std::to_string(role.number));
    return name;
}

}  // namespace sinew
