#include "match/figure_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "match/names.h"
#include "model/outer_nodes.h"
#include "model/poses.h"

namespace sinew {
namespace {

using Part = FigurePart;
using Nodes = std::map<BoneRole, uint32_t>;

constexpr float kNearGround = 0.15f;  // of the figure's height

glm::vec3 placeOf(const std::vector<glm::mat4>& reference, uint32_t node) {
    return glm::vec3(reference[node][3]);
}

/// The tree of the bones.
class Shape {
  public:
    Shape(const Model& model, const std::vector<glm::mat4>& reference)
        : nodes_(model.hierarchy), reference_(reference), children_(nodes_.size()), isBone_(nodes_.size(), false) {
        for (const AnimationClip& clip : model.clips)
            for (const Channel& channel : clip.channels)
                isBone_[channel.node] = true;
        for (const MeshInstance& instance : model.instances)
            for (const Bone& bone : instance.bones)
                if (instance.skinned) isBone_[bone.node] = true;
        lowest_.assign(nodes_.size(), std::numeric_limits<float>::max());
        highest_.assign(nodes_.size(), std::numeric_limits<float>::lowest());
        depth_.assign(nodes_.size(), 0);
        for (uint32_t node = static_cast<uint32_t>(nodes_.size()); node-- > 0;) {
            if (!isBone_[node]) continue;
            const float height = placeOf(reference, node).y;
            lowest_[node] = std::min(lowest_[node], height);
            highest_[node] = std::max(highest_[node], height);
            floor_ = std::min(floor_, lowest_[node]);
            top_ = std::max(top_, highest_[node]);
            ++depth_[node];
            const int32_t parent = nodes_.parents[node];
            if (parent == kNoParent) continue;
            const auto above = static_cast<size_t>(parent);
            children_[above].insert(children_[above].begin(), node);
            lowest_[above] = std::min(lowest_[above], lowest_[node]);
            highest_[above] = std::max(highest_[above], highest_[node]);
            depth_[above] = std::max(depth_[above], depth_[node]);
        }
    }

    Nodes find() const {
        for (uint32_t node = 0; node < nodes_.size(); ++node) {
            if (!isBone_[node]) continue;
            std::vector<uint32_t> legs;
            uint32_t up = kNoNode;
            for (const uint32_t child : children_[node]) {
                if (isLeg(child)) legs.push_back(child);
                if (!isLeg(child) && highest_[child] >= top_ - kNearGround * (top_ - floor_)) up = child;
            }
            if (legs.size() != 2 || up == kNoNode) continue;
            Nodes figure{{{Part::hips}, node}};
            addLimb(legs[0], FigureSide::left, {Part::thigh, Part::shin, Part::foot, Part::toes}, figure);
            addLimb(legs[1], FigureSide::right, {Part::thigh, Part::shin, Part::foot, Part::toes}, figure);
            if (addTorso(up, figure)) return figure;
        }
        return {};
    }

  private:
    bool isLeg(uint32_t node) const {
        return depth_[node] >= 3 && lowest_[node] <= floor_ + kNearGround * (top_ - floor_) &&
               highest_[node] < floor_ + 0.7f * (top_ - floor_);
    }

    void addLimb(uint32_t node, FigureSide side, std::initializer_list<FigurePart> parts, Nodes& figure) const {
        for (const FigurePart part : parts) {
            figure[{part, side}] = node;
            if (children_[node].empty()) return;
            node = *std::ranges::max_element(children_[node], {}, [&](uint32_t child) { return depth_[child]; });
        }
    }

    /// Up to where two arms leave.
    bool addTorso(uint32_t node, Nodes& figure) const {
        for (uint32_t number = 1;; ++number) {
            figure[{Part::spine, middle_, number}] = node;
            if (children_[node].empty()) return false;
            const uint32_t next =
                *std::ranges::max_element(children_[node], {}, [&](uint32_t child) { return highest_[child]; });
            std::vector<uint32_t> arms;
            for (const uint32_t child : children_[node])
                if (child != next && depth_[child] >= 3) arms.push_back(child);
            if (arms.size() == 2) {
                for (const uint32_t arm : arms)
                    addArm(arm, arm == arms[0] ? FigureSide::left : FigureSide::right, figure);
                addHead(next, figure);
                return true;
            }
            node = next;
        }
    }

    void addArm(uint32_t node, FigureSide side, Nodes& figure) const {
        if (depth_[node] >= 4)
            addLimb(node, side, {Part::clavicle, Part::upperArm, Part::lowerArm, Part::hand}, figure);
        else
            addLimb(node, side, {Part::upperArm, Part::lowerArm, Part::hand}, figure);
    }

    void addHead(uint32_t node, Nodes& figure) const {
        for (uint32_t number = 1; !children_[node].empty(); ++number) {
            figure[{Part::neck, middle_, number}] = node;
            node = *std::ranges::max_element(children_[node], {}, [&](uint32_t child) { return highest_[child]; });
        }
        figure[{Part::head}] = node;
    }

    static constexpr FigureSide middle_ = FigureSide::middle;
    const NodeHierarchy& nodes_;
    const std::vector<glm::mat4>& reference_;
    std::vector<std::vector<uint32_t>> children_;
    std::vector<bool> isBone_;
    std::vector<float> lowest_, highest_;  // of the node and all below it
    std::vector<uint32_t> depth_;          // levels below and with the node
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

std::map<BoneRole, uint32_t> figureByShape(const Model& model, const std::vector<glm::mat4>& reference) {
    return Shape(model, reference).find();
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
