#include "retarget/figure_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <ranges>

#include <glm/geometric.hpp>

#include "match/names.h"
#include "match/whole_channel.h"
#include "model/outer_nodes.h"
#include "model/poses.h"

namespace sinew {
namespace {

using Part = FigurePart;
using Nodes = std::map<BoneRole, uint32_t>;

// Shares of the figure's height.
constexpr float kNearGround = 0.15f, kBelowChest = 0.7f, kLegLength = 0.2f, kArmLength = 0.15f, kArmReach = 0.12f;
constexpr float kOnePlace = 1e-3f;
constexpr float kUpright = 0.5f;     // the cosine of the spine's lean
constexpr float kSameLength = 0.7f;  // the shorter limb of a pair over the longer one

glm::vec3 placeOf(const std::vector<glm::mat4>& reference, uint32_t node) {
    return glm::vec3(reference[node][3]);
}

/// The tree of the bones.
class Shape {
  public:
    Shape(const Model& model, const std::vector<glm::mat4>& reference, bool orAllNodes) : reference_(reference) {
        const NodeHierarchy& nodes = model.hierarchy;
        std::vector<bool> isBone = bonesOf(model);
        if (orAllNodes && std::ranges::count(isBone, true) == 0)
            for (uint32_t node = 0; node < nodes.size(); ++node)
                isBone[node] = !isOuterName(nodes.names[node]);
        const std::vector<int32_t> above = bonesAbove(fileParents(nodes), isBone);
        children_.resize(nodes.size());
        lowest_.assign(nodes.size(), std::numeric_limits<float>::max());
        highest_.assign(nodes.size(), std::numeric_limits<float>::lowest());
        length_.assign(nodes.size(), 0.0f);
        for (uint32_t node = static_cast<uint32_t>(nodes.size()); node-- > 0;) {
            if (!isBone[node]) continue;
            bones_.push_back(node);
            const float height = placeOf(reference, node).y;
            lowest_[node] = std::min(lowest_[node], height);
            highest_[node] = std::max(highest_[node], height);
            floor_ = std::min(floor_, lowest_[node]);
            top_ = std::max(top_, highest_[node]);
            if (above[node] == kNoParent) continue;
            const auto parent = static_cast<uint32_t>(above[node]);
            children_[parent].push_back(node);
            lowest_[parent] = std::min(lowest_[parent], lowest_[node]);
            highest_[parent] = std::max(highest_[parent], highest_[node]);
            const float way = glm::length(placeOf(reference, node) - placeOf(reference, parent));
            length_[parent] = std::max(length_[parent], length_[node] + way);
        }
        std::ranges::reverse(bones_);
        for (std::vector<uint32_t>& children : children_)
            std::ranges::reverse(children);
    }

    Nodes find() const {
        constexpr size_t kMostTried = 256;  // each takes a look at all bones
        size_t tried = 0;
        for (const uint32_t node : bones_) {
            std::vector<uint32_t> legs, others;
            for (const uint32_t child : children_[node])
                (isLeg(child) ? legs : others).push_back(child);
            const auto up = std::ranges::max_element(others, {}, [&](uint32_t child) { return highest_[child]; });
            if (legs.size() != 2 || up == others.end() || highest_[*up] < top_ - kNearGround * height()) continue;
            glm::vec3 across = placeOf(reference_, legs[0]) - placeOf(reference_, legs[1]);
            across.y = 0.0f;
            if (!(glm::length(across) > 0.0f)) continue;
            if (++tried > kMostTried) return {};
            Nodes figure{{{Part::hips}, node}};
            const bool hasLegs =
                addLimb(legs[0], FigureSide::left, kLeg, figure) && addLimb(legs[1], FigureSide::right, kLeg, figure);
            if (hasLegs && addTorso(*up, Extents(*this, glm::normalize(across)), figure)) return figure;
        }
        return {};
    }

  private:
    /// What limbs are made of: what is above the two long bones, these, and what is below them.
    struct LimbParts {
        FigurePart above, upper, lower, end, tip;
    };
    static constexpr LimbParts kLeg{Part::other, Part::thigh, Part::shin, Part::foot, Part::toes};
    static constexpr LimbParts kArm{Part::clavicle, Part::upperArm, Part::lowerArm, Part::hand, Part::other};

    static std::vector<bool> bonesOf(const Model& model) {
        std::vector<bool> isBone(model.hierarchy.size(), false);
        for (const AnimationClip& clip : model.clips)
            for (const WholeChannel& whole : wholeChannels(model.hierarchy, clip))
                isBone[whole.node] = true;
        for (const MeshInstance& instance : model.instances)
            for (const Bone& bone : instance.bones)
                if (instance.skinned) isBone[bone.node] = true;
        return isBone;
    }

    /// By node: the nearest bone above it; kNoParent if there is none.
    static std::vector<int32_t> bonesAbove(const std::vector<int32_t>& parents, const std::vector<bool>& isBone) {
        constexpr int32_t kUnknown = -2;
        std::vector<int32_t> above(parents.size(), kUnknown);
        std::vector<size_t> path;
        for (size_t node = 0; node < parents.size(); ++node) {
            path.clear();
            int32_t found = kUnknown;
            for (size_t at = node; found == kUnknown;) {
                path.push_back(at);
                const int32_t parent = parents[at];
                if (above[at] != kUnknown)
                    found = above[at];
                else if (parent == kNoParent || isBone[static_cast<size_t>(parent)])
                    found = parent;
                else
                    at = static_cast<size_t>(parent);
            }
            for (const size_t at : path)
                above[at] = found;
        }
        return above;
    }

    float height() const { return top_ - floor_; }

    bool isLeg(uint32_t node) const {
        return lowest_[node] <= floor_ + kNearGround * height() && highest_[node] < floor_ + kBelowChest * height() &&
               placeOf(reference_, node).y - lowest_[node] >= kLegLength * height();
    }

    /// From a bone down along the longest way.
    std::vector<uint32_t> chainFrom(uint32_t node) const {
        std::vector<uint32_t> chain{node};
        const auto lengthOver = [&](uint32_t child) {
            return length_[child] + glm::length(placeOf(reference_, child) - placeOf(reference_, chain.back()));
        };
        while (!children_[chain.back()].empty())
            chain.push_back(*std::ranges::max_element(children_[chain.back()], {}, lengthOver));
        return chain;
    }

    /// The two longest bones on end are the upper and the lower one.
    bool addLimb(uint32_t node, FigureSide side, const LimbParts& parts, Nodes& figure) const {
        std::vector<uint32_t> chain;
        for (const uint32_t next : chainFrom(node))  // of nodes in one place, the last one has the bone
            if (!chain.empty() &&
                glm::length(placeOf(reference_, next) - placeOf(reference_, chain.back())) < kOnePlace * height())
                chain.back() = next;
            else
                chain.push_back(next);
        if (chain.size() < 3) return false;
        size_t upper = 0;
        float longest = 0.0f;
        const auto lengthAt = [&](size_t i) {
            return glm::length(placeOf(reference_, chain[i + 1]) - placeOf(reference_, chain[i]));
        };
        for (size_t i = 0; i + 2 < chain.size(); ++i) {
            const float both = lengthAt(i) + lengthAt(i + 1);
            if (both > longest) longest = both, upper = i;
        }
        figure[{parts.upper, side}] = chain[upper];
        figure[{parts.lower, side}] = chain[upper + 1];
        figure[{parts.end, side}] = chain[upper + 2];
        if (upper > 0 && parts.above != Part::other) figure[{parts.above, side}] = chain[upper - 1];
        if (upper + 3 < chain.size() && parts.tip != Part::other) figure[{parts.tip, side}] = chain[upper + 3];
        return longest > 0.0f;
    }

    /// How far a bone and all below it extend along an axis.
    class Extents {
      public:
        Extents(const Shape& shape, const glm::vec3& axis)
            : axis_(axis), lowest_(shape.children_.size()), highest_(shape.children_.size()) {
            for (const uint32_t node : shape.bones_ | std::views::reverse) {
                lowest_[node] = highest_[node] = glm::dot(placeOf(shape.reference_, node), axis);
                for (const uint32_t child : shape.children_[node]) {
                    lowest_[node] = std::min(lowest_[node], lowest_[child]);
                    highest_[node] = std::max(highest_[node], highest_[child]);
                }
            }
        }

        /// The farthest from `from`; below 0 in the direction opposite to the axis.
        float reach(uint32_t node, const glm::vec3& from) const {
            const float at = glm::dot(from, axis_), up = highest_[node] - at, down = lowest_[node] - at;
            return std::abs(up) >= std::abs(down) ? up : down;
        }

      private:
        glm::vec3 axis_;
        std::vector<float> lowest_, highest_;  // by node
    };

    /// The two children that reach the farthest to both sides.
    std::vector<uint32_t> armsOf(uint32_t node, const Extents& across) const {
        constexpr size_t kMostChildren = 64;
        uint32_t left = kNoNode, right = kNoNode;
        float most = 0.0f, least = 0.0f;
        if (children_[node].size() > kMostChildren) return {};
        for (const uint32_t child : children_[node]) {
            if (length_[child] < kArmLength * height() || chainFrom(child).size() < 3) continue;
            const float reach = across.reach(child, placeOf(reference_, node));
            if (reach > most) most = reach, left = child;
            if (reach < least) least = reach, right = child;
        }
        if (left == kNoNode || right == kNoNode || std::min(most, -least) < kArmReach * height()) return {};
        const auto [shorter, longer] = std::minmax(length_[left], length_[right]);
        if (shorter < kSameLength * longer) return {};
        return {left, right};
    }

    /// Up to where two arms leave.
    bool addTorso(uint32_t node, const Extents& across, Nodes& figure) const {
        for (uint32_t number = 1;; ++number) {
            figure[{Part::spine, FigureSide::middle, number}] = node;
            const std::vector<uint32_t> arms = armsOf(node, across);
            std::vector<uint32_t> others;
            std::ranges::copy_if(children_[node], std::back_inserter(others),
                                 [&](uint32_t child) { return std::ranges::find(arms, child) == arms.end(); });
            const auto next = std::ranges::max_element(others, {}, [&](uint32_t child) { return highest_[child]; });
            if (!arms.empty()) {
                if (next != others.end()) addHead(*next, figure);
                return addLimb(arms[0], FigureSide::left, kArm, figure) &&
                       addLimb(arms[1], FigureSide::right, kArm, figure);
            }
            if (next == others.end()) return false;
            node = *next;
        }
    }

    /// Up to where the face begins, or to the last bone but a tip.
    void addHead(uint32_t node, Nodes& figure) const {
        for (uint32_t number = 1; children_[node].size() == 1; ++number) {
            const uint32_t child = children_[node].front();
            if (number > 1 && children_[child].empty()) break;
            figure[{Part::neck, FigureSide::middle, number}] = node;
            node = child;
        }
        figure[{Part::head}] = node;
    }

    const std::vector<glm::mat4>& reference_;
    std::vector<uint32_t> bones_;                  // parents first
    std::vector<std::vector<uint32_t>> children_;  // by node
    std::vector<float> lowest_, highest_;          // by node: of it and all below it
    std::vector<float> length_;                    // by node: of the longest way down
    float floor_ = std::numeric_limits<float>::max(), top_ = std::numeric_limits<float>::lowest();
};

/// Where the figure looks, by toes, knees and elbows, with the more certain ones counting more; 0 if unknown.
glm::vec3 forwardOf(const std::vector<glm::mat4>& reference, const Nodes& nodes) {
    glm::vec3 forward(0.0f);
    const auto place = [&](FigurePart part, FigureSide side, glm::vec3& at) {
        const auto found = nodes.find({part, side});
        if (found != nodes.end()) at = placeOf(reference, found->second);
        return found != nodes.end();
    };
    for (const FigureSide side : {FigureSide::left, FigureSide::right}) {
        glm::vec3 a, b, c;
        if (place(Part::foot, side, a) && place(Part::toes, side, b)) forward += 4.0f * (b - a);
        if (place(Part::thigh, side, a) && place(Part::shin, side, b) && place(Part::foot, side, c))
            forward += b - 0.5f * (a + c);
        if (place(Part::upperArm, side, a) && place(Part::lowerArm, side, b) && place(Part::hand, side, c))
            forward -= b - 0.5f * (a + c);
    }
    forward.y = 0.0f;
    return forward;
}

}  // namespace

std::map<BoneRole, uint32_t> figureByShape(const Model& model, const std::vector<glm::mat4>& reference,
                                           bool orAllNodes) {
    return Shape(model, reference, orAllNodes).find();
}

glm::vec3 leftOf(const std::vector<glm::mat4>& reference, const Nodes& nodes) {
    glm::vec3 across(0.0f);
    for (const FigurePart part : {Part::thigh, Part::upperArm, Part::clavicle, Part::shin, Part::hand}) {
        const auto l = nodes.find({part, FigureSide::left}), r = nodes.find({part, FigureSide::right});
        if (l == nodes.end() || r == nodes.end()) continue;
        glm::vec3 between = placeOf(reference, l->second) - placeOf(reference, r->second);
        between.y = 0.0f;
        across += between;
    }
    const float length = glm::length(across);
    return length > 0.0f && std::isfinite(length) ? across / length : glm::vec3(0.0f);
}

bool lies(const FigureBones& figure, const std::vector<glm::mat4>& reference) {
    const auto hips = figure.nodes.find({Part::hips});
    uint32_t top = kNoNode;
    for (const auto& [role, node] : figure.nodes)
        if (role.part == Part::spine || role.part == Part::neck || role.part == Part::head) top = node;
    if (hips == figure.nodes.end() || top == kNoNode) return false;
    // Animals have level spines, and stand.
    glm::vec3 leg(0.0f);
    for (const FigureSide side : {FigureSide::left, FigureSide::right}) {
        const auto thigh = figure.nodes.find({Part::thigh, side}), foot = figure.nodes.find({Part::foot, side});
        if (thigh != figure.nodes.end() && foot != figure.nodes.end())
            leg += placeOf(reference, thigh->second) - placeOf(reference, foot->second);
    }
    if (leg.y > kUpright * glm::length(leg)) return false;
    const glm::vec3 up = placeOf(reference, top) - placeOf(reference, hips->second);
    return glm::length(up) > 0.0f && up.y < kUpright * glm::length(up);
}

void orderSides(const std::vector<glm::mat4>& reference, FigureBones& bones) {
    const glm::vec3 forward = forwardOf(reference, bones.nodes), across = leftOf(reference, bones.nodes);
    if (glm::dot(glm::cross(across, glm::vec3(0, 1, 0)), forward) >= 0.0f) return;
    Nodes exchanged;
    for (const auto& [role, node] : bones.nodes) {
        BoneRole other = role;
        if (role.side != FigureSide::middle)
            other.side = role.side == FigureSide::left ? FigureSide::right : FigureSide::left;
        exchanged[other] = node;
    }
    bones.nodes = std::move(exchanged);
    bones.sidesExchanged = true;
}

}  // namespace sinew
