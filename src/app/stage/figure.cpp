#include "app/stage/figure.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "animation/pose/pose.h"
#include "app/stage/clip_bounds.h"
#include "model/instance_bounds.h"

namespace sinew {
namespace {

constexpr float kFlat = 0.05f;              // height of a ground plane relative to its width
constexpr float kFarAround = 6.0f;          // size of a sky relative to what it encloses: the camera stays inside it
constexpr float kFarLargerThanSkin = 3.0f;  // size of everything relative to what is skinned
constexpr size_t kLeastShare = 4;           // a figure has at least 1 / 4 of the triangles

bool isInvisible(const Material& material) {
    const float alpha = material.baseColor.a;
    return (material.alphaMode == AlphaMode::blend && alpha <= 0.0f) ||
           (material.alphaMode == AlphaMode::mask && alpha < material.alphaCutoff);
}

bool isFlat(const Box& box) {
    const glm::vec3 size = box.max - box.min;
    return size.y < kFlat * std::max(size.x, size.z);
}

bool encloses(const Box& outer, const Box& inner) {
    return glm::all(glm::lessThanEqual(outer.min, inner.min)) && glm::all(glm::greaterThanEqual(outer.max, inner.max));
}

/// Those nodes, and the ones below them.
std::vector<uint8_t> withBelow(std::vector<uint8_t> nodes, const NodeHierarchy& hierarchy) {
    for (size_t node = 0; node < nodes.size(); ++node)
        if (const int32_t parent = hierarchy.parents[node]; parent != kNoParent)
            nodes[node] |= nodes[static_cast<size_t>(parent)];
    return nodes;
}

/// The nodes that a clip moves, and those below them.
std::vector<uint8_t> movedNodes(const Model& model) {
    std::vector<uint8_t> moved(model.hierarchy.size(), 0);
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            moved[channel.node] = 1;
    return withBelow(std::move(moved), model.hierarchy);
}

/// The nodes that are bones of a skin, and those below them.
std::vector<uint8_t> carriedNodes(const Model& model) {
    std::vector<uint8_t> carried(model.hierarchy.size(), 0);
    for (const MeshInstance& instance : model.instances)
        for (const Bone& bone : instance.bones)
            if (instance.skinned && bone.node != instance.node) carried[bone.node] = 1;
    return withBelow(std::move(carried), model.hierarchy);
}

class Framing {
  public:
    Framing(const Model& model, const glm::mat4& worldFromRoot) : model_(model) {
        std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
        walkHierarchy(model.hierarchy, model.hierarchy.rest, worldFromRoot, worldFromNode);
        for (size_t i = 0; i < model.instances.size(); ++i) {
            std::vector<uint8_t> only(model.instances.size(), 0);
            only[i] = 1;
            boxes_.push_back(posedBoundsOf(only, model, worldFromNode, model.restMorphWeights));
        }
    }

    FramedInstances framed() const {
        const size_t count = model_.instances.size();
        FramedInstances result{.visible = std::vector<uint8_t>(count, 1), .figure = {}};
        for (size_t i = 0; i < count; ++i)
            result.visible[i] =
                meshOf(i).material >= model_.materials.size() || !isInvisible(model_.materials[meshOf(i).material]);
        if (std::ranges::count(result.visible, 1) == 0) result.visible.assign(count, 1);
        std::vector<uint8_t> figure = withoutSurroundings(result.visible);
        preferSkinned(figure);
        if (figure != result.visible) result.figure = std::move(figure);
        if (std::ranges::count(result.visible, 0) == 0) result.visible.clear();
        return result;
    }

  private:
    const SkinnedMesh& meshOf(size_t instance) const { return model_.meshes[model_.instances[instance].mesh]; }

    Box boundsOf(const std::vector<uint8_t>& of, std::optional<size_t> without = std::nullopt) const {
        Box box;
        for (size_t i = 0; i < boxes_.size(); ++i)
            if (of[i] && i != without) unite(box, boxes_[i]);
        return box;
    }

    std::vector<uint8_t> withoutSurroundings(const std::vector<uint8_t>& visible) const {
        const std::vector<uint8_t> moved = movedNodes(model_), carried = carriedNodes(model_);
        std::vector<uint8_t> figure = visible, surrounds(visible.size(), 0);
        const auto moves = [&](size_t i) {
            const MeshInstance& instance = model_.instances[i];
            return instance.skinned || moved[instance.node] || carried[instance.node];
        };
        const auto isRigid = [&](size_t i) { return figure[i] && !boxes_[i].empty() && !moves(i); };
        const Box all = boundsOf(figure);
        for (size_t i = 0; i < figure.size(); ++i)
            surrounds[i] = isRigid(i) && isFlat(boxes_[i]) && boxes_[i].center().y <= all.center().y;
        remove(surrounds, figure);
        const auto isLeftAndMoves = [&](size_t i) { return figure[i] && moves(i); };
        if (!std::ranges::any_of(std::views::iota(size_t{0}, figure.size()), isLeftAndMoves)) return figure;
        // Each is compared with what is smaller, from the largest on.
        std::vector<size_t> rigid;
        for (size_t i = 0; i < figure.size(); ++i)
            if (isRigid(i)) rigid.push_back(i);
        std::ranges::stable_sort(rigid, std::ranges::greater(), [&](size_t i) { return boxes_[i].diagonal(); });
        constexpr size_t kMostCompared = 16;
        for (const size_t i : std::span(rigid).first(std::min(rigid.size(), kMostCompared))) {
            const Box others = boundsOf(figure, i);
            if (others.empty() || boxes_[i].diagonal() < kFarAround * others.diagonal()) break;
            surrounds.assign(figure.size(), 0);
            surrounds[i] = 1;
            if (encloses(boxes_[i], others)) remove(surrounds, figure);
        }
        return figure;
    }

    size_t trianglesOf(const std::vector<uint8_t>& of) const {
        size_t triangles = 0;
        for (size_t i = 0; i < of.size(); ++i)
            triangles += of[i] ? meshOf(i).triangleCount() : 0;
        return triangles;
    }

    /// Unless too little would be left: a body is not the surroundings of its eyes.
    void remove(const std::vector<uint8_t>& removed, std::vector<uint8_t>& figure) const {
        std::vector<uint8_t> left = figure;
        for (size_t i = 0; i < left.size(); ++i)
            left[i] &= !removed[i];
        if (trianglesOf(left) * kLeastShare >= trianglesOf(figure)) figure = std::move(left);
    }

    void preferSkinned(std::vector<uint8_t>& figure) const {
        const std::vector<uint8_t> carried = carriedNodes(model_);
        std::vector<uint8_t> skinned(figure.size(), 0);
        size_t triangles = 0, skinnedTriangles = 0;
        for (size_t i = 0; i < figure.size(); ++i) {
            if (!figure[i]) continue;
            const MeshInstance& instance = model_.instances[i];
            skinned[i] = instance.skinned || carried[instance.node];
            triangles += meshOf(i).triangleCount();
            skinnedTriangles += instance.skinned ? meshOf(i).triangleCount() : 0;
        }
        const Box own = boundsOf(skinned);
        if (own.empty() || skinnedTriangles * kLeastShare < triangles) return;
        if (boundsOf(figure).diagonal() > kFarLargerThanSkin * own.diagonal()) figure = std::move(skinned);
    }

    const Model& model_;
    std::vector<Box> boxes_;  ///< of each instance, at rest
};

}  // namespace

FramedInstances framedInstances(const Model& model, const glm::mat4& worldFromRoot) {
    constexpr size_t kMostInstances = 1024;  // of more, all are framed: comparing them would take long
    if (model.instances.empty() || model.instances.size() > kMostInstances) return {};
    return Framing(model, worldFromRoot).framed();
}

}  // namespace sinew
