#include "retarget/figure_bones.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/matrix.hpp>

#include "animation/clip/ancestry.h"
#include "animation/pose/pose.h"
#include "figure/bone_words.h"
#include "figure/humanoid.h"
#include "match/names.h"
#include "model/outer_nodes.h"
#include "model/poses.h"
#include "retarget/figure_shape.h"

namespace sinew {
namespace {

using Part = FigurePart;
using Words = std::vector<BoneWords>;

constexpr std::array kSides{FigureSide::left, FigureSide::right};

/// What the names say, and the hierarchy that the names are in.
class NamedFigure {
  public:
    explicit NamedFigure(const Model& model)
        : nodes_(model.hierarchy), parents_(fileParents(model.hierarchy)), rank_(ranksOf(model)) {
        for (const std::string& name : nodes_.names)
            words_.push_back(boneWords(name));
    }

    FigureBones find() {
        for (const FigureSide side : kSides) {
            findLeg(side);
            findArm(side);
        }
        findTorso();
        for (const FigureSide side : kSides)
            findFingers(side);
        if (!has({Part::hips}) || bones_.nodes.size() < 5) return {};
        return std::move(bones_);
    }

  private:
    enum Rank { movesVertices, isAnimated, isNeither, carriesMesh };

    static std::vector<Rank> ranksOf(const Model& model) {
        std::vector<Rank> ranks(model.hierarchy.size(), isNeither);
        for (const AnimationClip& clip : model.clips)
            for (const Channel& channel : clip.channels)
                ranks[channel.node] = isAnimated;
        for (const MeshInstance& instance : model.instances)
            ranks[instance.node] = carriesMesh;
        for (const MeshInstance& instance : model.instances)
            for (const Bone& bone : instance.bones)
                if (instance.skinned) ranks[bone.node] = movesVertices;
        return ranks;
    }

    bool has(const BoneRole& role) const { return bones_.nodes.contains(role); }

    uint32_t at(const BoneRole& role) const {
        const auto found = bones_.nodes.find(role);
        return found == bones_.nodes.end() ? kNoNode : found->second;
    }

    void set(const BoneRole& role, uint32_t node) {
        if (node != kNoNode && !isTaken(node)) bones_.nodes[role] = node;
    }

    bool isTaken(uint32_t node) const {
        return std::ranges::any_of(bones_.nodes, [&](const auto& entry) { return entry.second == node; });
    }

    /// The best node with one of these names: of the lowest rank, then the first, which is the topmost of a chain.
    uint32_t named(FigureSide side, std::initializer_list<std::string_view> names) const {
        uint32_t best = kNoNode;
        for (uint32_t node = 0; node < nodes_.size(); ++node) {
            if (words_[node].side != side || rank_[node] == carriesMesh || isOuterName(nodes_.names[node])) continue;
            if (std::ranges::find(names, words_[node].part) == names.end()) continue;
            if (best == kNoNode || rank_[node] < rank_[best]) best = node;
        }
        return best;
    }

    void findLeg(FigureSide side) {
        uint32_t upper = named(side, {"thigh", "upleg", "upperleg", "thighbend", "femur"});
        uint32_t lower = named(side, {"shin", "calf", "lowerleg", "lowleg", "knee", "tibia"});
        const uint32_t leg = named(side, {"leg"});
        if (upper == kNoNode) upper = named(side, {"hip"});
        if (upper == kNoNode) upper = leg;
        if (lower == kNoNode && leg != upper) lower = leg;
        set({Part::thigh, side}, upper);
        set({Part::shin, side}, lower);
        set({Part::foot, side}, named(side, {"foot", "ankle"}));
        set({Part::toes, side}, named(side, {"toe", "toes", "toebase", "ball", "footthumb"}));
    }

    void findArm(FigureSide side) {
        uint32_t upper = named(side, {"upperarm", "uparm", "shldr", "shldrbend", "bicep", "humerus"});
        const uint32_t arm = named(side, {"arm"}), shoulder = named(side, {"shoulder"});
        const uint32_t collar = named(side, {"clavicle", "collar", "collarbone", "scapula"});
        uint32_t lower = named(side, {"forearm", "lowerarm", "lowarm", "elbow", "forearmbend"});
        if (upper == kNoNode) upper = arm;
        if (upper == kNoNode) upper = shoulder;
        set({Part::upperArm, side}, upper);
        set({Part::lowerArm, side}, lower);
        uint32_t end = named(side, {"hand", "wrist"});
        if (end == kNoNode) end = named(side, {"palm"});
        set({Part::hand, side}, end);
        set({Part::clavicle, side}, collar != kNoNode ? collar : shoulder);
    }

    std::vector<uint32_t> pathTo(uint32_t node) const {
        std::vector<uint32_t> path;
        for (int32_t at = static_cast<int32_t>(node); at != kNoParent; at = parents_[static_cast<size_t>(at)])
            path.push_back(static_cast<uint32_t>(at));
        std::ranges::reverse(path);
        return path;
    }

    /// The lowest node above all of `below`; one of them if it is above the others.
    uint32_t common(std::initializer_list<uint32_t> below) const {
        std::vector<uint32_t> path;
        bool first = true;
        for (const uint32_t node : below) {
            if (node == kNoNode) continue;
            const std::vector<uint32_t> other = pathTo(node);
            if (first) path = other;
            first = false;
            const auto end = std::ranges::mismatch(path, other).in1;
            path.erase(end, path.end());
        }
        return path.empty() ? kNoNode : path.back();
    }

    void findTorso() {
        const uint32_t thighs[2] = {at({Part::thigh, FigureSide::left}), at({Part::thigh, FigureSide::right})};
        uint32_t top = named(FigureSide::middle, {"head"});
        const uint32_t lowNeck = named(FigureSide::middle, {"neck", "necklower"});
        const uint32_t chest =
            common({at({Part::upperArm, FigureSide::left}), at({Part::upperArm, FigureSide::right})});
        if (top == kNoNode) top = lowNeck != kNoNode ? lowNeck : lastSpineAbove(chest);
        if (thighs[0] == kNoNode || thighs[1] == kNoNode) {
            set({Part::hips}, named(FigureSide::middle, {"hips", "pelvis", "hip"}));
        } else {
            set({Part::hips}, common({thighs[0], thighs[1], top}));
        }
        if (!has({Part::hips}) || top == kNoNode || !isBelow(parents_, top, at({Part::hips}))) return;
        std::vector<uint32_t> spines, necks;
        const std::vector<uint32_t> path = pathTo(top);
        const bool hasNeck = std::ranges::any_of(path, [&](uint32_t node) { return isNeck(node); });
        bool over = false;
        for (auto node = std::ranges::find(path, at({Part::hips})) + 1; node != path.end(); ++node) {
            if (isOuterName(nodes_.names[*node]) || isTaken(*node)) continue;
            over |= hasNeck && isNeck(*node);
            if (*node != top || top == lowNeck) (over ? necks : spines).push_back(*node);
            over |= !hasNeck && *node == chest;
        }
        for (uint32_t i = 0; i < spines.size(); ++i)
            set({Part::spine, FigureSide::middle, i + 1}, spines[i]);
        for (uint32_t i = 0; i < necks.size(); ++i)
            set({Part::neck, FigureSide::middle, i + 1}, necks[i]);
        if (top != lowNeck) set({Part::head}, top);
    }

    /// Rigify's spine goes on through the neck to the head.
    uint32_t lastSpineAbove(uint32_t chest) const {
        uint32_t last = chest;
        for (uint32_t node = 0; node < nodes_.size(); ++node)
            if (words_[node].side == FigureSide::middle && words_[node].part == "spine" && last != kNoNode &&
                rank_[node] != carriesMesh && isBelow(parents_, node, last))
                last = node;
        return last == chest ? kNoNode : last;
    }

    bool isNeck(uint32_t node) const { return words_[node].part.starts_with("neck"); }

    void findFingers(FigureSide side) {
        const uint32_t palm = at({Part::hand, side});
        if (palm == kNoNode) return;
        constexpr FigurePart kFingers[] = {Part::thumb, Part::index, Part::middle, Part::ring, Part::little};
        std::array<uint32_t, 5> counts{};
        for (uint32_t node = 0; node < nodes_.size(); ++node) {
            const BoneWords& words = words_[node];
            if (words.side != side || words.finger < 0 || rank_[node] == carriesMesh || !isBelow(parents_, node, palm))
                continue;
            if (isOuterName(nodes_.names[node])) continue;
            uint32_t& count = counts[static_cast<size_t>(words.finger)];
            if (count < 3) set({kFingers[words.finger], side, ++count}, node);
        }
    }

    const NodeHierarchy& nodes_;
    std::vector<int32_t> parents_;  // as in the file
    std::vector<Rank> rank_;
    Words words_;
    FigureBones bones_;
};

constexpr auto kLimbBones = 12;

auto limbBones(const std::map<BoneRole, uint32_t>& nodes) {
    using enum FigurePart;
    return std::ranges::count_if(nodes, [](const auto& entry) {
        const FigurePart part = entry.first.part;
        return part == thigh || part == shin || part == foot || part == upperArm || part == lowerArm || part == hand;
    });
}

}  // namespace

FigureBones findFigure(const Model& model, const std::vector<glm::mat4>& reference) {
    FigureBones bones{.nodes = humanoidBones(model)};
    if (limbBones(bones.nodes) == kLimbBones) return bones;
    bones = NamedFigure(model).find();
    bool named = !bones.nodes.empty();
    if (limbBones(bones.nodes) < kLimbBones) {
        std::map<BoneRole, uint32_t> shaped = figureByShape(model, reference, !named);
        if (limbBones(shaped) > limbBones(bones.nodes)) bones.nodes = std::move(shaped), named = false;
    }
    orderSides(reference, bones);
    bones.sidesExchanged &= named;
    return bones;
}

}  // namespace sinew
