#include "retarget/retarget.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <stdexcept>

#include <glm/geometric.hpp>

#include "animation/pose/pose.h"
#include "figure/bone_words.h"
#include "retarget/foot_plan.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/models/biped.h"
#include "support/models/posed.h"
#include "support/passes.h"

using namespace sinew;
using namespace rig_models;
using import_files::worldAt;

namespace {

/// A figure with the names of one maker: hips, spine, neck, head, and two limbs on each side.
struct Names {
    const char *hips, *spine, *neck, *head;
    const char *thigh[2], *shin[2], *foot[2], *upperArm[2], *lowerArm[2], *hand[2];
};

constexpr Names kMixamo{"mixamorig:Hips",        "mixamorig:Spine",        "mixamorig:Neck",     "mixamorig:Head",
                        "mixamorig:LeftUpLeg",   "mixamorig:RightUpLeg",   "mixamorig:LeftLeg",  "mixamorig:RightLeg",
                        "mixamorig:LeftFoot",    "mixamorig:RightFoot",    "mixamorig:LeftArm",  "mixamorig:RightArm",
                        "mixamorig:LeftForeArm", "mixamorig:RightForeArm", "mixamorig:LeftHand", "mixamorig:RightHand"};
constexpr Names kUnreal{"pelvis",     "spine_01",   "neck_01", "head",   "thigh_l",    "thigh_r",
                        "calf_l",     "calf_r",     "foot_l",  "foot_r", "upperarm_l", "upperarm_r",
                        "lowerarm_l", "lowerarm_r", "hand_l",  "hand_r"};

int32_t addNode(Model& model, std::string name, int32_t parent, const Transform& rest) {
    model.hierarchy.names.push_back(std::move(name));
    model.hierarchy.parents.push_back(parent);
    model.hierarchy.rest.push_back(rest);
    return static_cast<int32_t>(model.hierarchy.size()) - 1;
}

/// `armsDown`: the angle of the arms below a T pose.
Model figure(const Names& names, float size, float armsDown) {
    const auto limb = [&](float x, float y) { return at(x * size, y * size, 0); };
    Model model = modelOf({{"Root", kNoParent, {}},
                           {names.hips, 0, limb(0, 1)},
                           {names.spine, 1, limb(0, 0.2f)},
                           {names.neck, 2, limb(0, 0.3f)},
                           {names.head, 3, limb(0, 0.1f)}});
    for (int side = 0; side < 2; ++side) {
        const float x = side == 0 ? 1.0f : -1.0f;
        const auto add = [&](const char* name, int32_t parent, const Transform& rest) {
            return addNode(model, name, parent, rest);
        };
        Transform foot = limb(0, -0.45f), toes = limb(0, -0.05f);
        toes.translation.z = 0.1f * size;
        const int32_t shin = add(names.shin[side], add(names.thigh[side], 1, limb(0.1f * x, 0)), limb(0, -0.45f));
        add(side == 0 ? "LeftToeBase" : "RightToeBase", add(names.foot[side], shin, foot), toes);
        Transform arm = limb(0.2f * x, 0.25f);
        arm.rotation = glm::angleAxis(-armsDown * x, glm::vec3(0, 0, 1));
        const int32_t elbow = add(names.lowerArm[side], add(names.upperArm[side], 2, arm), limb(0.3f * x, 0));
        add(names.hand[side], elbow, limb(0.25f * x, 0));
    }
    return model;
}

uint32_t nodeOf(const Model& model, const char* name) {
    return *findNode(model.hierarchy, name);
}

/// Names that tell nothing.
void unname(Model& model) {
    for (size_t node = 0; node < model.hierarchy.size(); ++node)
        model.hierarchy.names[node] = "n" + std::to_string(node);
}

/// Inserts a node that takes over a node's transform. Returns that node, which is the next one.
uint32_t insertAbove(Model& model, const char* name, const std::string& inserted) {
    NodeHierarchy& nodes = model.hierarchy;
    const uint32_t node = nodeOf(model, name);
    for (int32_t& parent : nodes.parents)
        if (parent >= static_cast<int32_t>(node)) ++parent;
    nodes.names.insert(nodes.names.begin() + node, inserted);
    nodes.parents.insert(nodes.parents.begin() + node, nodes.parents[node]);
    nodes.rest.insert(nodes.rest.begin() + node, nodes.rest[node]);
    nodes.parents[node + 1] = static_cast<int32_t>(node);
    nodes.rest[node + 1] = {};
    return node + 1;
}

/// Turns hips, an arm and a leg, and moves the hips.
Model moving(const Names& names, float size, float armsDown) {
    Model model = figure(names, size, armsDown);
    AnimationClip clip{.name = "move", .durationSeconds = 1.0};
    const auto turn = [&](const char* name, const glm::quat& by) {
        const uint32_t node = nodeOf(model, name);
        const glm::quat rest = model.hierarchy.rest[node].rotation;
        clip.channels.push_back({.node = node, .rotation = {{0.0, 1.0}, {rest, by * rest}}});
    };
    turn(names.hips, glm::angleAxis(1.0f, glm::normalize(glm::vec3(0.2f, 1, 0.1f))));
    turn(names.upperArm[0], glm::angleAxis(1.2f, glm::vec3(0, 0, 1)));
    turn(names.lowerArm[0], glm::angleAxis(0.8f, glm::vec3(0, 1, 0)));
    turn(names.thigh[1], glm::angleAxis(-0.7f, glm::vec3(1, 0, 0)));
    turn(names.shin[1], glm::angleAxis(0.9f, glm::vec3(1, 0, 0)));
    clip.channels[0].translation = {{0.0, 1.0}, {glm::vec3(0, size, 0), glm::vec3(0, size, 2 * size)}};
    model.clips.push_back(std::move(clip));
    return model;
}

glm::vec3 direction(const Model& model, const AnimationClip& clip, double seconds, const char* from, const char* to) {
    const auto world = worldAt(model, clip, seconds);
    return glm::normalize(glm::vec3(world[nodeOf(model, to)][3] - world[nodeOf(model, from)][3]));
}

}  // namespace

TEST_CASE("bone names of common rigs are read") {
    const auto reads = [](const char* name, FigureSide side, const char* part, int finger = -1) {
        CAPTURE(name);
        const BoneWords words = boneWords(name);
        CHECK(words.side == side);
        CHECK(words.part == part);
        CHECK(words.finger == finger);
    };
    using enum FigureSide;
    reads("mixamorig:LeftUpLeg", left, "upleg");
    reads("mixamorig9_RightToeBase", right, "toebase");
    reads("upperarm_l", left, "upperarm");
    reads("J_Bip_R_LowerLeg", right, "lowerleg");
    reads("DEF-upper_arm.L.001", left, "upperarm");
    reads("Bip01 R Calf", right, "calf");
    reads("lShldrBend", left, "shldrbend");
    reads("rThumb2", right, "thumb", 0);
    reads("l-forearm", left, "forearm");
    reads("Lefthand", left, "hand");
    reads("Character1_LeftHandPinky1", left, "handpinky", 4);
    reads("Bip01 L Finger01", left, "finger", 0);
    reads("Bip01 L Finger1", left, "finger", 1);
    reads("f_index.02.R", right, "index", 1);
    reads("Left Ring Proximal", left, "ringproximal", 3);
    reads("spine_02", middle, "spine");
    reads("LeftFootCtrl", left, "");
    reads("head_end", middle, "");
    reads("J_Bip_C_Head", middle, "head");
    reads("Neck_M", middle, "neck");
    reads("hip_joint_L", left, "hip");
}

TEST_CASE("figures are found by the names of many makers") {
    const Names makers[] = {
        // VRoid
        {"J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Neck", "J_Bip_C_Head", "J_Bip_L_UpperLeg", "J_Bip_R_UpperLeg",
         "J_Bip_L_LowerLeg", "J_Bip_R_LowerLeg", "J_Bip_L_Foot", "J_Bip_R_Foot", "J_Bip_L_UpperArm", "J_Bip_R_UpperArm",
         "J_Bip_L_LowerArm", "J_Bip_R_LowerArm", "J_Bip_L_Hand", "J_Bip_R_Hand"},
        // Rigify, whose spine goes on to the head
        {"DEF-spine", "DEF-spine.003", "DEF-spine.004", "DEF-spine.006", "DEF-thigh.L", "DEF-thigh.R", "DEF-shin.L",
         "DEF-shin.R", "DEF-foot.L", "DEF-foot.R", "DEF-upper_arm.L", "DEF-upper_arm.R", "DEF-forearm.L",
         "DEF-forearm.R", "DEF-hand.L", "DEF-hand.R"},
        // 3ds Max Biped
        {"Bip001 Pelvis", "Bip001 Spine", "Bip001 Neck", "Bip001 Head", "Bip001 L Thigh", "Bip001 R Thigh",
         "Bip001 L Calf", "Bip001 R Calf", "Bip001 L Foot", "Bip001 R Foot", "Bip001 L UpperArm", "Bip001 R UpperArm",
         "Bip001 L Forearm", "Bip001 R Forearm", "Bip001 L Hand", "Bip001 R Hand"},
        // Poser
        {"hip", "abdomen", "neck", "head", "lThigh", "rThigh", "lShin", "rShin", "lFoot", "rFoot", "lShldr", "rShldr",
         "lForeArm", "rForeArm", "lHand", "rHand"},
        // Advanced Skeleton
        {"Root_M", "Spine1_M", "Neck_M", "Head_M", "Hip_L", "Hip_R", "Knee_L", "Knee_R", "Ankle_L", "Ankle_R",
         "Shoulder_L", "Shoulder_R", "Elbow_L", "Elbow_R", "Wrist_L", "Wrist_R"},
        // motion capture
        {"Hips", "Chest", "Neck", "Head", "LeftHip", "RightHip", "LeftKnee", "RightKnee", "LeftAnkle", "RightAnkle",
         "LeftShoulder", "RightShoulder", "LeftElbow", "RightElbow", "LeftWrist", "RightWrist"}};
    const Model source = moving(kMixamo, 1.0f, 0.0f);
    for (const Names& names : makers) {
        const Model model = figure(names, 1.0f, 0.0f);
        const BoneMap map = findBoneMap(source, model);
        const auto pairs = [&](const char* from, const char* to) {
            CAPTURE(from, to);
            CHECK(std::ranges::any_of(map.pairs, [&](const BonePair& pair) {
                return pair.source == nodeOf(source, from) && pair.target == nodeOf(model, to);
            }));
        };
        for (const auto bone : {&Names::hips, &Names::spine, &Names::neck, &Names::head})
            pairs(kMixamo.*bone, names.*bone);
        for (const auto bone :
             {&Names::thigh, &Names::shin, &Names::foot, &Names::upperArm, &Names::lowerArm, &Names::hand})
            for (const int side : {0, 1})
                pairs((kMixamo.*bone)[side], (names.*bone)[side]);
    }
}

TEST_CASE("of a wrist and a hand below it, the wrist ends the arm") {
    Model model = figure(kUnreal, 1.0f, 0.0f);
    for (const char* side : {"l", "r"}) {
        const uint32_t hand = nodeOf(model, (std::string("hand_") + side).c_str());
        model.hierarchy.names[hand] = std::string("wrist_") + side;
        addNode(model, std::string("hand_") + side, static_cast<int32_t>(hand),
                at(side[0] == 'l' ? 0.05f : -0.05f, 0, 0));
    }
    const BoneMap map = findBoneMap(moving(kMixamo, 1.0f, 0.0f), model);
    const auto hand = std::ranges::find(map.pairs, BoneRole{FigurePart::hand, FigureSide::left}, &BonePair::role);
    REQUIRE(hand != map.pairs.end());
    CHECK(model.hierarchy.names[hand->target] == "wrist_l");
}

TEST_CASE("motion goes from an A pose to a T pose of another size and other names") {
    const Model source = moving(kMixamo, 1.0f, 0.8f), model = figure(kUnreal, 2.5f, 0.0f);
    const BoneMap map = findBoneMap(source, model);
    CHECK(map.pairs.size() == 18);
    const BoundClips bound = retargetClips(model, source, map);
    REQUIRE(bound.clips.size() == 1);
    CHECK(bound.matched == bound.channels);
    const auto same = [&](const char* a, const char* b, const char* c, const char* d) {
        for (const double seconds : {0.0, 0.37, 1.0}) {
            const glm::vec3 want = direction(source, source.clips[0], seconds, a, b);
            CAPTURE(a, seconds);
            CHECK(glm::dot(want, direction(model, bound.clips[0], seconds, c, d)) > 0.9999f);
        }
    };
    same("mixamorig:LeftArm", "mixamorig:LeftForeArm", "upperarm_l", "lowerarm_l");
    same("mixamorig:LeftForeArm", "mixamorig:LeftHand", "lowerarm_l", "hand_l");
    same("mixamorig:RightArm", "mixamorig:RightForeArm", "upperarm_r", "lowerarm_r");
    same("mixamorig:RightUpLeg", "mixamorig:RightLeg", "thigh_r", "calf_r");
    same("mixamorig:Spine", "mixamorig:Neck", "spine_01", "neck_01");
    const glm::vec3 hips(worldAt(model, bound.clips[0], 1.0)[nodeOf(model, "pelvis")][3]);
    CHECK(glm::length(hips - glm::vec3(0, 2.5f, 5.0f)) < 0.01f);
}

TEST_CASE("bones whose children leave out their scale carry them along") {
    const Model source = moving(kMixamo, 1.0f, 0.8f);
    Model plain = figure(kUnreal, 2.0f, 0.0f);
    // Has no counterpart.
    addNode(plain, "sleeve", static_cast<int32_t>(nodeOf(plain, "upperarm_l")), at(0, 0.1f, 0));
    // Between the pelvis, each upper arm and their children: a node that has all but the scale.
    Model model = plain;
    for (const char* name : {"upperarm_r", "upperarm_l", "pelvis"}) {
        const uint32_t node = insertAbove(model, name, std::string(name) + "$unscaled");
        model.hierarchy.rest[node].scale = glm::vec3(1.5f);
        for (int32_t& parent : model.hierarchy.parents)
            if (parent == static_cast<int32_t>(node)) parent = static_cast<int32_t>(node) - 1;
    }
    const BoneMap map = findBoneMap(source, model), plainMap = findBoneMap(source, plain);
    REQUIRE(map.pairs.size() == plainMap.pairs.size());
    const BoundClips bound = retargetClips(model, source, map), wanted = retargetClips(plain, source, plainMap);
    for (const double seconds : {0.0, 0.4, 1.0}) {
        const auto got = worldAt(model, bound.clips[0], seconds), want = worldAt(plain, wanted.clips[0], seconds);
        for (size_t pair = 0; pair < map.pairs.size(); ++pair) {
            INFO(nameOf(map.pairs[pair].role));
            CHECK(map.pairs[pair].role == plainMap.pairs[pair].role);
            const uint32_t own = map.pairs[pair].target, other = plainMap.pairs[pair].target;
            CHECK(distance(glm::vec3(got[own][3]), glm::vec3(want[other][3])) < 1e-3f);
        }
        const uint32_t own = nodeOf(model, "sleeve"), other = nodeOf(plain, "sleeve");
        CHECK(distance(glm::vec3(got[own][3]), glm::vec3(want[other][3])) < 1e-3f);
    }
}

TEST_CASE("motion that comes back from another figure is the same") {
    const Model source = moving(kMixamo, 1.0f, 0.8f);
    Model model = figure(kUnreal, 2.5f, 0.0f);
    model.clips = retargetClips(model, source, findBoneMap(source, model)).clips;
    const Model plain = figure(kMixamo, 1.0f, 0.8f);
    const AnimationClip back = retargetClips(plain, model, findBoneMap(model, plain)).clips.at(0);
    for (const double seconds : {0.0, 0.21, 0.77, 1.0}) {
        const auto want = worldAt(source, source.clips[0], seconds), is = worldAt(plain, back, seconds);
        for (uint32_t node = 0; node < want.size(); ++node)
            for (int axis = 0; axis < 3; ++axis) {
                CAPTURE(source.hierarchy.names[node], seconds);
                CHECK(glm::dot(want[node][axis], is[node][axis]) > 0.9997f);  // 1.4 degrees
            }
    }
}

TEST_CASE("a given bone map names bones of both skeletons, each once") {
    const Model source = moving(kMixamo, 1.0f, 0.0f), model = figure(kUnreal, 1.0f, 0.0f);
    const BoneMap map =
        givenBoneMap(source, model, {{"mixamorig:LeftArm", "upperarm_r"}, {"mixamorig:Hips", "pelvis"}});
    REQUIRE(map.pairs.size() == 2);
    CHECK(map.pairs[0].role.part == FigurePart::hips);
    CHECK(retargetClips(model, source, map).matched == 2);
    const auto fault = [&](const char* a, const char* b, const char* c, const char* d) -> std::string {
        try {
            givenBoneMap(source, model, {{a, b}, {c, d}});
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    CHECK(fault("mixamorig:Hips", "pelvis", "Tail", "head") == "'Tail' is no bone of the clip file");
    CHECK(fault("mixamorig:Hips", "pelvis", "mixamorig:Head", "Kopf") == "'Kopf' is no bone of the model");
    CHECK(fault("mixamorig:Hips", "pelvis", "mixamorig:Head", "pelvis") == "'pelvis' is mapped twice");
    CHECK(fault("mixamorig:Hips", "pelvis", "mixamorig:Hips", "head") == "'mixamorig:Hips' is mapped twice");
}

TEST_CASE("bones that the file names are used before their own names, in VRM 0.x and 1.0") {
    Model model = figure(kMixamo, 1.0f, 0.0f);
    const auto rename = [&](const char* from, const std::string& as) {
        const uint32_t node = nodeOf(model, from);
        model.humanoid.push_back({as, node});
        model.hierarchy.names[node] = "bone " + std::to_string(node % 3 == 0 ? 1 : 2);
        return node;
    };
    const uint32_t hips = rename(kMixamo.hips, "hips"), spine = rename(kMixamo.spine, "upperChest");
    const uint32_t neck = rename(kMixamo.neck, "neck"), thigh = nodeOf(model, kMixamo.thigh[0]);
    const uint32_t hand = nodeOf(model, kMixamo.hand[0]);
    rename(kMixamo.head, "head");
    for (const auto& [bones, as] : {std::pair(&Names::thigh, "UpperLeg"),
                                    {&Names::shin, "LowerLeg"},
                                    {&Names::foot, "Foot"},
                                    {&Names::upperArm, "UpperArm"},
                                    {&Names::lowerArm, "LowerArm"},
                                    {&Names::hand, "Hand"}})
        for (const int side : {0, 1})
            rename((kMixamo.*bones)[side], (side == 0 ? "left" : "right") + std::string(as));
    model.humanoid.push_back({"leftThumbMetacarpal", 0});
    model.humanoid.push_back({"leftThumbDistal", spine});
    const auto bones = findFigure(model, referencePose(model)).nodes;
    const auto at = [&](const BoneRole& role) { return bones.contains(role) ? bones.at(role) : ~0u; };
    CHECK(at({FigurePart::hips}) == hips);
    CHECK(at({FigurePart::spine, FigureSide::middle, 1}) == spine);
    CHECK(at({FigurePart::neck, FigureSide::middle, 1}) == neck);
    CHECK(at({FigurePart::thigh, FigureSide::left}) == thigh);
    CHECK(at({FigurePart::hand, FigureSide::left}) == hand);
    CHECK(at({FigurePart::thumb, FigureSide::left, 1}) == 0);
    CHECK(at({FigurePart::thumb, FigureSide::left, 2}) == spine);
}

TEST_CASE("skeletons that have nothing in common have no bone map") {
    const Model source = moving(kMixamo, 1.0f, 0.0f);
    CHECK(findBoneMap(source, modelOf({{"Box", kNoParent, {}}})).pairs.empty());
    CHECK(findBoneMap(source, modelOf({})).pairs.empty());
    CHECK(findBoneMap(modelOf({{"Hips", kNoParent, {}}}), source).pairs.empty());
    CHECK(retargetClips(source, source, {}).clips.empty());
}

TEST_CASE("bones without a counterpart are named with the nearest pair above") {
    Model source = moving(kMixamo, 1.0f, 0.0f), model = figure(kUnreal, 1.0f, 0.0f);
    model.hierarchy.names[nodeOf(model, "hand_l")] = "claw";
    source.hierarchy.names[nodeOf(source, "mixamorig:RightHand")] = "hook";
    const auto unmapped = unmappedBones(source, model, findBoneMap(source, model));
    REQUIRE(unmapped.size() == 2);
    CHECK_FALSE(unmapped[0].isOfModel);
    CHECK(source.hierarchy.names[unmapped[0].node] == "mixamorig:LeftHand");
    REQUIRE(unmapped[0].above);
    CHECK(model.hierarchy.names[unmapped[0].above->target] == "lowerarm_l");
    CHECK(unmapped[1].isOfModel);
    CHECK(model.hierarchy.names[unmapped[1].node] == "hand_r");
    REQUIRE(unmapped[1].above);
    CHECK(source.hierarchy.names[unmapped[1].above->source] == "mixamorig:RightForeArm");
}

TEST_CASE("mirrored, scaled and collapsed bones leave every key finite") {
    const Model source = moving(kMixamo, 1.0f, 0.8f);
    const glm::vec3 scale =
        GENERATE(glm::vec3(-1, 1, 1), glm::vec3(100), glm::vec3(1, 2, 3), glm::vec3(0), glm::vec3(1, 0, 1));
    const bool ofSource = GENERATE(false, true);
    Model from = source, to = figure(kUnreal, 1.0f, 0.0f);
    (ofSource ? from : to).hierarchy.rest[0].scale = scale;
    for (const char* name : {"thigh_l", "calf_l", "foot_l"})
        if (!ofSource) to.hierarchy.rest[nodeOf(to, name)].translation = glm::vec3(0);
    const BoundClips bound = retargetClips(to, from, findBoneMap(from, to), {.keepHands = true});
    for (const AnimationClip& clip : bound.clips)
        for (const Channel& channel : clip.channels) {
            for (const glm::quat& value : channel.rotation.values)
                CHECK(std::abs(glm::length(value) - 1.0f) < 1e-3f);
            for (const glm::vec3& value : channel.translation.values)
                CHECK(std::isfinite(glm::length(value)));
        }
}

TEST_CASE("arms point as the source's under a mirrored and scaled root") {
    const Model source = moving(kMixamo, 1.0f, 0.8f);
    Model model = figure(kUnreal, 1.0f, 0.0f);
    model.hierarchy.rest[0].scale = glm::vec3(100);
    model.hierarchy.rest[nodeOf(model, "upperarm_l")].scale = glm::vec3(-1, 1, 1);
    const BoundClips bound = retargetClips(model, source, findBoneMap(source, model));
    const glm::vec3 want = direction(source, source.clips[0], 0.6, "mixamorig:LeftArm", "mixamorig:LeftForeArm");
    CHECK(glm::dot(want, direction(model, bound.clips[0], 0.6, "upperarm_l", "lowerarm_l")) > 0.9999f);
}

namespace {

constexpr int kSamples = 61;

/// Two legs that stand for a second, a left and a right one; `slip` of a side (1, -1) at a time.
std::vector<std::vector<LegSample>> standingLegs(double bend,
                                                 const std::function<glm::dvec3(double side, double seconds)>& slip) {
    std::vector<std::vector<LegSample>> legs;
    for (const double side : {1.0, -1.0}) {
        legs.emplace_back();
        for (int k = 0; k < kSamples; ++k)
            legs.back().push_back({.slip = slip(side, k / 60.0),
                                   .hip = {0.05 * side, 0.5, 0.0},
                                   .knee = {0.05 * side, 0.25, bend},
                                   .foot = {0.05 * side, 0.0, 0.0},
                                   .onGround = true,
                                   .plant = 0});
    }
    return legs;
}

}  // namespace

TEST_CASE("what slips alike in both feet moves the root, and turns no leg") {
    const auto legs =
        standingLegs(0.02, [](double, double t) { return glm::dvec3(0.03 * t, 0.01 * t * t, -0.02 * t); });
    const FootPlan plan = planFeet(legs, 1.0 / 60.0, false);
    for (size_t k = 0; k < kSamples; ++k) {
        const glm::dvec3 kept = legs[0][k].slip + plan.root[k] - legs[0][0].slip - plan.root[0];
        CHECK(glm::length(kept) < 0.002);
        for (size_t leg = 0; leg < 2; ++leg)
            CHECK(legTurn(legs[leg][k], plan.feet[leg][k]) < 0.01);
    }
}

TEST_CASE("feet that part keep their places by turning both legs alike") {
    const auto legs = standingLegs(0.05, [](double side, double t) { return glm::dvec3(0.0, 0.0, side * 0.02 * t); });
    const FootPlan plan = planFeet(legs, 1.0 / 60.0, false);
    const auto placeOf = [&](size_t leg, size_t k) { return legs[leg][k].slip + plan.root[k] + plan.feet[leg][k]; };
    for (size_t leg = 0; leg < 2; ++leg)
        for (size_t k = 0; k < kSamples; ++k) {
            CHECK(glm::length(placeOf(leg, k) - placeOf(leg, 0)) < 0.01);
            CHECK(legTurn(legs[leg][k], plan.feet[leg][k]) < 0.025);  // 0.02 of 0.5, half of it to each side
        }
}

namespace {

/// A figure of blocks: each limb is a single bone, and its mesh hangs down by 0.7 from it.
Model blocks(bool hasMeshes) {
    Model model = modelOf({{"Root", kNoParent, {}},
                           {"Body", 0, at(0, 1, 0)},
                           {"Head", 1, at(0, 0.6f, 0)},
                           {"Arm_Left", 1, at(0.3f, 0.5f, 0)},
                           {"Arm_Right", 1, at(-0.3f, 0.5f, 0)},
                           {"Leg_Left", 1, at(0.1f, 0, 0)},
                           {"Leg_Right", 1, at(-0.1f, 0, 0)}});
    std::vector<glm::mat4> world(model.hierarchy.size());
    walkHierarchy(model.hierarchy, model.hierarchy.rest, glm::mat4(1.0f), world);
    for (uint32_t node = 3; node < 7 && hasMeshes; ++node) {
        SkinnedMesh mesh{.boneCount = 1};
        for (const float x : {-0.05f, 0.15f})
            for (const float y : {-0.7f, 0.05f})
                for (const float z : {-0.1f, 0.1f})
                    mesh.positions.emplace_back(world[node] * glm::vec4(x, y, z, 1.0f));
        mesh.influences.assign(8, {.weights = {kWeightOne}});
        model.instances.push_back({.mesh = static_cast<uint32_t>(model.meshes.size()),
                                   .node = 0,
                                   .bones = {{node, glm::inverse(world[node])}},
                                   .skinned = true});
        model.meshes.push_back(std::move(mesh));
    }
    return model;
}

}  // namespace

TEST_CASE("limbs of a single bone point along their mesh, from where the other limb begins to where it ends") {
    const Model source = moving(kMixamo, 1.0f, 0.8f), model = blocks(true);
    const BoneMap map = findBoneMap(source, model);
    const BoundClips bound = retargetClips(model, source, map);
    CHECK(undirectedBones(model, source, map, CommonPose::bind).empty());
    for (const auto& [own, from, to] : {std::array{"Arm_Left", "mixamorig:LeftArm", "mixamorig:LeftHand"},
                                        std::array{"Arm_Right", "mixamorig:RightArm", "mixamorig:RightHand"},
                                        std::array{"Leg_Right", "mixamorig:RightUpLeg", "mixamorig:RightFoot"}})
        for (const double seconds : {0.0, 0.5, 1.0}) {
            INFO(own << " " << seconds);
            const glm::vec3 wanted = direction(source, source.clips[0], seconds, from, to);
            const glm::mat4 now = worldAt(model, bound.clips[0], seconds)[nodeOf(model, own)];
            CHECK(glm::dot(wanted, glm::normalize(glm::vec3(now * glm::vec4(0, -1, 0, 0)))) > 0.999f);
        }
    const Model bare = blocks(false);
    CHECK(undirectedBones(bare, source, findBoneMap(source, bare), CommonPose::bind).size() == 4);
}

TEST_CASE("whole limbs take the direction of a source's limbs of a single bone") {
    Model source = blocks(true);
    const uint32_t arm = nodeOf(source, "Arm_Left");
    const glm::quat raised = glm::angleAxis(2.0f, glm::vec3(0, 0, 1));
    source.clips.push_back({"wave", 1.0, {{.node = arm, .rotation = {{0.0, 1.0}, {glm::quat(1, 0, 0, 0), raised}}}}});
    const Model model = figure(kUnreal, 1.0f, 0.4f);
    const BoundClips bound = retargetClips(model, source, findBoneMap(source, model));
    for (const double seconds : {0.0, 0.5, 1.0}) {
        const glm::mat4 now = worldAt(source, source.clips[0], seconds)[arm];
        const glm::vec3 wanted = glm::normalize(glm::vec3(now * glm::vec4(0, -1, 0, 0)));
        CHECK(glm::dot(wanted, direction(model, bound.clips[0], seconds, "upperarm_l", "hand_l")) > 0.999f);
    }
}

TEST_CASE("a figure with a level spine lies, unless its legs lead down") {
    Model model = figure(kMixamo, 1.0f, 0.8f);
    CHECK_FALSE(figureLies(model));
    const glm::quat forward = glm::angleAxis(glm::radians(90.0f), glm::vec3(1, 0, 0));
    Transform& spine = model.hierarchy.rest[nodeOf(model, kMixamo.spine)];
    const Transform upright = std::exchange(spine, {.translation = {0.0f, 0.0f, 0.2f}, .rotation = forward});
    CHECK_FALSE(figureLies(model));
    model.hierarchy.rest[0].rotation = forward;
    spine = upright;
    CHECK(figureLies(model));
}

TEST_CASE("a figure of no height, or of equal places, has no shape") {
    constexpr float kLeast = std::numeric_limits<float>::denorm_min();
    Model model = figure(kMixamo, 0.0f, 0.8f);
    unname(model);
    model.hierarchy.rest[1].translation.y = kLeast;
    const auto find = [&] { return findFigure(model, referencePose(model)); };
    CHECK(find().nodes.empty());
    // Legs apart, and a torso without arms.
    model = modelOf({{"a", kNoParent, {}},
                     {"b", 0, at(1.0f, -kLeast, 0)},
                     {"c", 1, at(0.1f, 0, 0)},
                     {"d", 2, at(0.1f, 0, 0)},
                     {"e", 0, at(-1.0f, -kLeast, 0)},
                     {"f", 4, at(-0.1f, 0, 0)},
                     {"g", 5, at(-0.1f, 0, 0)},
                     {"h", 0, at(0, kLeast, 0)},
                     {"i", 7, {}}});
    CHECK(find().nodes.empty());
}

TEST_CASE("by shape alone, capes are no arms, weapons do not move the hand, and antennas are no head") {
    Model model = figure(kMixamo, 1.0f, 0.8f);
    insertAbove(model, kMixamo.lowerArm[1], "pivot");
    const FigureBones named = findFigure(model, referencePose(model));
    const auto add = [&](const char* parent, std::initializer_list<glm::vec3> chain) {
        auto above = static_cast<int32_t>(nodeOf(model, parent));
        for (const glm::vec3& place : chain)
            above = addNode(model, "added", above, {.translation = place});
    };
    add(kMixamo.spine, {{0.02f, 0.2f, -0.1f}, {0, -0.1f, -0.05f}, {0, -0.1f, -0.05f}, {0, -0.1f, -0.05f}});
    add(kMixamo.hand[0], {{0.08f, 0, 0}, {0.08f, 0, 0}});
    add(kMixamo.hand[1], {{-0.08f, 0, 0}, {-0.08f, 0, 0}});
    add(kMixamo.head, {{0.1f, 0.1f, 0}, {0, 0.05f, 0}});
    add(kMixamo.head, {{0, 0.05f, 0.05f}});
    // Control bones at the feet, which hang on the root.
    for (const float x : {0.1f, -0.1f})
        add("Root", {{x, 0.02f, 0.2f}, {0, 0, -0.3f}, {0, 0.03f, 0.2f}, {0, 0, -0.2f}});
    unname(model);
    const FigureBones shaped = findFigure(model, referencePose(model));
    for (const auto& [role, node] : named.nodes) {
        INFO(nameOf(role));
        const auto found = shaped.nodes.find(role);
        CHECK((found != shaped.nodes.end() && found->second == node));
    }
}

TEST_CASE("many bones that only names pair take the time of one pass") {
    Model source = moving(kMixamo, 1.0f, 0.0f), model = figure(kMixamo, 1.0f, 0.0f);
    for (int i = 0; i < 16'000; ++i) {
        const std::string name = "plate " + std::to_string(i);
        const auto node = static_cast<uint32_t>(addNode(source, name, 2, {}));
        source.clips[0].channels.push_back({.node = node, .rotation = {{0.0}, {{1, 0, 0, 0}}}});
        addNode(model, name, 2, {});
    }
    const Passes passes;
    const BoneMap map = findBoneMap(source, model);
    CHECK(map.pairs.size() > 16'000);
    CHECK(undirectedBones(model, source, map, CommonPose::bind).empty());
    CHECK(passes.count() < 50.0);
}
