#include "import/fbx/rebuilt_nodes.h"

#include <algorithm>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

#include "import/assimp/convert.h"

namespace sinew::fbx {
namespace {

constexpr const char* kUnscaled = "_$AssimpFbx$_Unscaled";
constexpr const char* kTransform = "_$AssimpFbx$_Transform";

aiMatrix4x4 matrixFrom(const LocalTransform& t) {
    const glm::dmat3 m = glm::mat3_cast(t.rotation);
    const auto at = [&](int row, int column) { return static_cast<ai_real>(m[column][row] * t.scale[column]); };
    const auto place = [&](int row) { return static_cast<ai_real>(t.translation[row]); };
    return {at(0, 0), at(0, 1), at(0, 2), place(0), at(1, 0), at(1, 1), at(1, 2), place(1),
            at(2, 0), at(2, 1), at(2, 2), place(2), 0,        0,        0,        1};
}

/// Sets the matrix of a node that turns a model's geometry, or undoes that for its children.
void turnGeometry(aiNode& node, const glm::dquat& rotation) {
    const std::string_view name = viewOf(node.mName);
    const bool turns = name.ends_with("_GeometricRotation");
    if (turns || name.ends_with("_GeometricRotationInverse"))
        node.mTransformation = matrixFrom({.rotation = turns ? rotation : glm::inverse(rotation)});
}

void setChildren(aiNode& node, const std::vector<aiNode*>& children) {
    delete[] node.mChildren;
    node.mNumChildren = static_cast<unsigned>(children.size());
    node.mChildren = children.empty() ? nullptr : new aiNode*[children.size()];
    for (size_t i = 0; i < children.size(); ++i) {
        node.mChildren[i] = children[i];
        children[i]->mParent = &node;
    }
}

std::vector<aiNode*> childrenOf(const aiNode& node) {
    return {node.mChildren, node.mChildren + node.mNumChildren};
}

class Rebuilder {
  public:
    Rebuilder(const Transforms& transforms, NodeSources& nodes) : transforms_(transforms), nodes_(nodes) {}

    /// The nodes of a model, from the topmost, with those that undo its geometric transform for its children.
    std::vector<aiNode*> chainOf(aiNode& top) const {
        std::vector<aiNode*> chain{&top};
        const int64_t model = nodes_.at(&top).model;
        while (chain.back()->mNumChildren == 1) {
            aiNode* const next = chain.back()->mChildren[0];
            const auto found = nodes_.find(next);
            if (found == nodes_.end() || found->second.model != model) break;
            chain.push_back(next);
        }
        return chain;
    }

    /// @return the last node, which has the children of the model.
    aiNode& replace(const std::vector<aiNode*>& chain) {
        aiNode& parent = *chain.front()->mParent;
        const int64_t model = nodes_.at(chain.front()).model;
        const auto isKept = [&](const aiNode* node) {
            return nodes_.at(node).part == NodePart::whole ||
                   viewOf(node->mName).find("_$AssimpFbx$_Geometric") != std::string_view::npos;
        };
        const auto kept = std::ranges::find_if(chain, isKept);
        if (kept == chain.end()) return *chain.back();
        const aiNode* const named =
            *std::ranges::find_if(chain, [&](const aiNode* node) { return nodes_.at(node).part == NodePart::whole; });
        const LocalTransform whole = transforms_.of(model, {});
        const bool split = transforms_.isSplit(model);
        const NodePart own = split ? NodePart::scale : NodePart::rebuilt;

        aiNode* top = *kept;
        if (top == named) {
            nodes_[top].part = own;
        } else {
            top = add(*named, kTransform, {model, own});
            setChildren(*top, {*kept});
        }
        top->mTransformation = matrixFrom(partOf(whole, own));
        for (auto node = kept; node != chain.end(); ++node)
            turnGeometry(**node, transforms_.geometricRotation(model));
        if (split) {
            aiNode* const unscaled = add(*named, kUnscaled, {model, NodePart::unscaled});
            unscaled->mTransformation = matrixFrom(partOf(whole, NodePart::unscaled));
            std::vector<aiNode*> below{top}, left;
            for (aiNode* child : childrenOf(*chain.back()))
                (leavesScale(*child, model) ? below : left).push_back(child);
            setChildren(*chain.back(), left);
            setChildren(*unscaled, below);
            top = unscaled;
        }
        std::vector<aiNode*> siblings = childrenOf(parent);
        std::ranges::replace(siblings, chain.front(), top);
        setChildren(parent, siblings);
        for (auto gone = chain.begin(); gone != kept; ++gone) {
            removed.emplace_back(viewOf((*gone)->mName));
            nodes_.erase(*gone);
            setChildren(**gone, {});
            delete *gone;
        }
        return *chain.back();
    }

    std::vector<std::string> removed;

  private:
    aiNode* add(const aiNode& named, const char* suffix, NodeSource source) {
        auto* const node = new aiNode(std::string(viewOf(named.mName)) + suffix);
        nodes_[node] = source;
        return node;
    }

    bool leavesScale(const aiNode& child, int64_t parent) const {
        const auto found = nodes_.find(&child);
        return found != nodes_.end() && transforms_.leavesScale(found->second.model, parent);
    }

    const Transforms& transforms_;
    NodeSources& nodes_;
};

}  // namespace

LocalTransform partOf(const LocalTransform& whole, NodePart part) {
    LocalTransform result = whole;
    if (part == NodePart::scale) result.translation = glm::dvec3(0.0), result.rotation = kNoRotation;
    if (part == NodePart::unscaled) result.scale = glm::dvec3(1.0);
    return result;
}

std::vector<std::string> rebuildNodes(aiScene& scene, const Transforms& transforms, NodeSources& nodes) {
    // Children first: their nodes are moved with them.
    std::vector<aiNode*> tops, open{scene.mRootNode};
    while (!open.empty()) {
        aiNode* const node = open.back();
        open.pop_back();
        const auto isRebuilt = [&](const aiNode* at) {
            const auto found = nodes.find(at);
            return found != nodes.end() && transforms.isRebuilt(found->second.model);
        };
        const bool below = node->mParent && isRebuilt(node->mParent) && isRebuilt(node) &&
                           nodes.at(node->mParent).model == nodes.at(node).model;
        if (node->mParent && isRebuilt(node) && !below) tops.push_back(node);
        for (aiNode* child : childrenOf(*node))
            open.push_back(child);
    }
    Rebuilder rebuilder(transforms, nodes);
    for (auto top = tops.rbegin(); top != tops.rend(); ++top)
        rebuilder.replace(rebuilder.chainOf(**top));
    return std::move(rebuilder.removed);
}

}  // namespace sinew::fbx
