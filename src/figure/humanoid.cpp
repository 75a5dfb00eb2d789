#include "figure/humanoid.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace sinew {
namespace {

using Part = FigurePart;

struct Named {
    std::string_view name;  ///< without the side, in lower case
    Part part;
};
constexpr std::array kParts{
    Named{"hips", Part::hips},         Named{"spine", Part::spine},       Named{"chest", Part::spine},
    Named{"upperchest", Part::spine},  Named{"neck", Part::neck},         Named{"head", Part::head},
    Named{"shoulder", Part::clavicle}, Named{"upperarm", Part::upperArm}, Named{"lowerarm", Part::lowerArm},
    Named{"hand", Part::hand},         Named{"upperleg", Part::thigh},    Named{"lowerleg", Part::shin},
    Named{"foot", Part::foot},         Named{"toes", Part::toes},         Named{"thumb", Part::thumb},
    Named{"index", Part::index},       Named{"middle", Part::middle},     Named{"ring", Part::ring},
    Named{"little", Part::little}};
/// From the palm outward, and from the hips upward.
constexpr std::array<std::string_view, 7> kOrder{"spine",    "chest",        "upperchest", "metacarpal",
                                                 "proximal", "intermediate", "distal"};

}  // namespace

std::map<BoneRole, uint32_t> humanoidBones(const Model& model) {
    std::map<std::pair<BoneRole, size_t>, uint32_t> found;  // by role without a number, and the place in kOrder
    for (const HumanoidBone& bone : model.humanoid) {
        std::string name = bone.name;
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        BoneRole role;
        for (const auto& [word, side] : {std::pair{"left", FigureSide::left}, {"right", FigureSide::right}})
            if (name.starts_with(word)) role.side = side, name.erase(0, std::string_view(word).size());
        size_t place = 0;
        while (place < kOrder.size() && !name.ends_with(kOrder[place]))
            ++place;
        if (name == "upperchest") place = 2;
        if (place < kOrder.size() && place > 2) name.erase(name.size() - kOrder[place].size());
        const auto part = std::ranges::find(kParts, name, &Named::name);
        if (part == kParts.end()) continue;
        role.part = part->part;
        found.try_emplace({role, place}, bone.node);
    }
    std::map<BoneRole, uint32_t> bones;
    for (const auto& [key, node] : found) {
        BoneRole role = key.first;
        const bool isNumbered = key.second < kOrder.size() || role.part == Part::neck;
        if (isNumbered) ++role.number;
        while (bones.contains(role))
            ++role.number;
        bones[role] = node;
    }
    return bones;
}

}  // namespace sinew
