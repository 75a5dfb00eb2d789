#include "retarget/figure_joints.h"

#include <algorithm>

#include "animation/clip/ancestry.h"
#include "model/outer_nodes.h"

namespace sinew {
namespace {

using Part = FigurePart;

}  // namespace

int FigureJoints::find(const BoneRole& role) const {
    const auto found =
        std::ranges::lower_bound(joints, role, {}, [](const FigureJoint& joint) { return joint.pair.role; });
    return found == joints.end() || found->pair.role != role ? -1 : static_cast<int>(found - joints.begin());
}

/// The last bone of the spine or the neck.
int FigureJoints::topOf(FigurePart part) const {
    const auto end =
        std::ranges::upper_bound(joints, part, {}, [](const FigureJoint& joint) { return joint.pair.role.part; });
    return end == joints.begin() || (end - 1)->pair.role.part != part ? -1 : static_cast<int>(end - joints.begin()) - 1;
}

int FigureJoints::parentOf(const BoneRole& role) const {
    const auto first = [](std::initializer_list<int> candidates) {
        for (const int candidate : candidates)
            if (candidate >= 0) return candidate;
        return -1;
    };
    const auto side = [&](FigurePart part, uint32_t number = 0) { return find({part, role.side, number}); };
    const int root = find({Part::hips}), chest = first({topOf(Part::spine), root});
    const auto before = [&](int otherwise) {
        for (uint32_t number = role.number; number-- > 1;)
            if (const int joint = side(role.part, number); joint >= 0) return joint;
        return otherwise;
    };
    switch (role.part) {
        case Part::hips:
            return -1;
        case Part::spine:
            return before(root);
        case Part::neck:
            return before(chest);
        case Part::head:
            return first({topOf(Part::neck), chest});
        case Part::clavicle:
            return chest;
        case Part::upperArm:
            return first({side(Part::clavicle), chest});
        case Part::lowerArm:
            return first({side(Part::upperArm), side(Part::clavicle), chest});
        case Part::hand:
            return first({side(Part::lowerArm), side(Part::upperArm), chest});
        case Part::thigh:
            return root;
        case Part::shin:
            return first({side(Part::thigh), root});
        case Part::foot:
            return first({side(Part::shin), side(Part::thigh), root});
        case Part::toes:
            return first({side(Part::foot), side(Part::shin), root});
        case Part::other:
            return -1;
        default:
            return before(first({side(Part::hand), side(Part::lowerArm), side(Part::upperArm), chest}));
    }
}

int FigureJoints::aimOf(const BoneRole& role) const {
    const auto side = [&](FigurePart part, uint32_t number = 0) { return find({part, role.side, number}); };
    const auto after = [&](int otherwise) {
        for (uint32_t number = role.number + 1; number <= role.number + hierarchy_.size(); ++number)
            if (const int joint = side(role.part, number); joint >= 0 || number > role.number + 64)
                return joint >= 0 ? joint : otherwise;
        return otherwise;
    };
    int lowestNeck = find({Part::head});
    for (uint32_t number = 64; number >= 1; --number)
        if (const int joint = find({Part::neck, FigureSide::middle, number}); joint >= 0) lowestNeck = joint;
    switch (role.part) {
        case Part::spine:
            return after(lowestNeck);
        case Part::neck:
            return after(find({Part::head}));
        case Part::upperArm:
            return side(Part::lowerArm);
        case Part::lowerArm:
            return side(Part::hand);
        case Part::thigh:
            return side(Part::shin);
        case Part::shin:
            return side(Part::foot);
        case Part::hand:
            for (const FigurePart finger : {Part::middle, Part::index, Part::ring, Part::little})
                if (const int joint = side(finger, 1); joint >= 0) return joint;
            return -1;
        case Part::thumb:
        case Part::index:
        case Part::middle:
        case Part::ring:
        case Part::little:
            return after(-1);
        default:
            return -1;
    }
}

FigureJoints::FigureJoints(const Model& model, const BoneMap& map) : hierarchy_(model.hierarchy) {
    for (BonePair pair : map.pairs) {
        pair.target = unscaledNode(hierarchy_, pair.target);
        joints.push_back({.pair = pair});
    }
    std::ranges::stable_sort(joints, [](const FigureJoint& a, const FigureJoint& b) {
        if (a.pair.role.part != b.pair.role.part || a.pair.role.part != Part::other) return a.pair.role < b.pair.role;
        return a.pair.target < b.pair.target;
    });
    jointOf.assign(hierarchy_.size(), -1);
    isDeferred.assign(hierarchy_.size(), false);
    for (size_t i = 0; i < joints.size(); ++i)
        jointOf[joints[i].pair.target] = static_cast<int>(i);
    for (size_t i = 0; i < joints.size(); ++i) {
        FigureJoint& joint = joints[i];
        joint.parent = parentOf(joint.pair.role);
        if (joint.pair.role.part == Part::other)
            for (int32_t at = hierarchy_.parents[joint.pair.target]; at != kNoParent && joint.parent < 0;
                 at = hierarchy_.parents[static_cast<size_t>(at)])
                joint.parent = jointOf[static_cast<size_t>(at)];
        if (joint.parent >= 0 &&
            !isBelow(hierarchy_.parents, joint.pair.target, joints[static_cast<size_t>(joint.parent)].pair.target))
            joint.isDetached = isDeferred[joint.pair.target] = true;
    }
    for (uint32_t node = 0; node < hierarchy_.size(); ++node)
        if (const int32_t parent = hierarchy_.parents[node]; parent != kNoParent)
            isDeferred[node] = isDeferred[node] || isDeferred[static_cast<size_t>(parent)];
    for (size_t i = 0; i < joints.size(); ++i)
        joints[i].aim = aimOf(joints[i].pair.role);
    for (const FigureSide side : {FigureSide::left, FigureSide::right})
        for (const bool isLeg : {true, false}) {
            const FigureLimb limb{find({isLeg ? Part::thigh : Part::upperArm, side}),
                                  find({isLeg ? Part::shin : Part::lowerArm, side}),
                                  find({isLeg ? Part::foot : Part::hand, side}), isLeg};
            if (limb.upper >= 0 && limb.lower >= 0 && limb.end >= 0) limbs.push_back(limb);
        }
}

}  // namespace sinew
