#include "match/bind_clips.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/matrix.hpp>

#include "animation/pose/pose.h"
#include "match/names.h"
#include "match/whole_channel.h"
#include "model/model.h"
#include "model/outer_nodes.h"

namespace sinew {
namespace {

constexpr float kSameMatrix = 1e-5f;  // per element
constexpr float kSameUnit = 1e-3f;    // relative

float scaleOf(const glm::mat4& matrix) {
    return std::cbrt(std::abs(glm::determinant(glm::mat3(matrix))));
}

bool isIdentity(const glm::mat4& matrix) {
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            if (!(std::abs(matrix[column][row] - (column == row ? 1.0f : 0.0f)) <= kSameMatrix)) return false;
    return true;
}

/// One of the two models.
struct Side {
    explicit Side(const Model& of)
        : model(of),
          world(of.hierarchy.size()),
          isAnchor(of.hierarchy.size(), false),
          inner(withoutUnscaled(of.hierarchy)) {
        walkHierarchy(of.hierarchy, of.hierarchy.rest, yUpFrom(of.up), world);
    }

    struct Frame {
        int32_t anchor = kNoParent;  ///< kNoParent: the world
        int32_t node = kNoParent;    ///< that carries: the anchor, or its node ..._Unscaled
        glm::mat4 anchorFromParent{1.0f};
    };

    /// The nearest anchor above a node of the file, and the rest transform from the node's parent to it.
    Frame frameOf(uint32_t node) const {
        const NodeHierarchy& nodes = model.hierarchy;
        Frame frame;
        int32_t above = nodes.parents[outermost(nodes, node)];
        while (above != kNoParent) {
            const auto index = static_cast<uint32_t>(above);
            if (isAnchor[inner[index]]) {
                frame.anchor = static_cast<int32_t>(inner[index]);
                frame.node = above;
                return frame;
            }
            frame.anchorFromParent = matrixFrom(nodes.rest[index]) * frame.anchorFromParent;
            above = nodes.parents[index];
        }
        frame.anchorFromParent = yUpFrom(model.up) * frame.anchorFromParent;
        return frame;
    }

    const Model& model;
    std::vector<glm::mat4> world;  ///< worldFromNode in the rest pose, Y up
    std::vector<bool> isAnchor;    ///< by node: a joint that both models have
    std::vector<uint32_t> inner;   ///< by node: as withoutUnscaled()
};

class Binder {
  public:
    Binder(const Model& model, const Model& source, Retarget retarget)
        : to_(model),
          from_(source),
          retarget_(retarget),
          matches_(matchNodes(source.hierarchy, model)),
          morphs_(matchMorphs(source, model, matches_)) {
        findAnchors();
        result_.sizeRatio = sizeRatio();
        result_.unitRatio = unitRatio();
    }

    BoundClips bind() {
        for (const AnimationClip& clip : from_.model.clips)
            bind(clip);
        return std::move(result_);
    }

  private:
    /// A root that no clip moves and no skin uses only holds an axis and a unit: it is no joint, whatever its name.
    void findAnchors() {
        std::vector<bool> moves(matches_.nodes.size(), false), skins(to_.model.hierarchy.size(), false);
        for (const AnimationClip& clip : from_.model.clips)
            for (const Channel& channel : clip.channels)
                moves[channel.node] = true;
        for (const MeshInstance& instance : to_.model.instances)
            for (const Bone& bone : instance.bones)
                if (instance.skinned) skins[bone.node] = true;
        for (uint32_t node = 0; node < matches_.nodes.size(); ++node) {
            const uint32_t other = matches_.nodes[node];
            if (other == kNoNode) continue;
            const bool root = isFileRoot(from_.model.hierarchy, node) || isFileRoot(to_.model.hierarchy, other);
            from_.isAnchor[node] = to_.isAnchor[other] = !root || moves[node] || skins[other];
        }
    }

    static bool isFileRoot(const NodeHierarchy& nodes, uint32_t node) {
        return nodes.parents[outermost(nodes, node)] == kNoParent;
    }

    void bind(const AnimationClip& clip) {
        const std::vector<WholeChannel> channels = wholeChannels(from_.model.hierarchy, clip);
        AnimationClip bound{.name = clip.name,
                            .durationSeconds = clip.durationSeconds,
                            .authoredFrameSeconds = clip.authoredFrameSeconds};
        std::vector<bool> taken(to_.model.hierarchy.size(), false);
        const std::vector<bool> isRoot = skeletonRoots(channels);
        size_t unmatched = 0;
        for (const WholeChannel& channel : channels) {
            const uint32_t node = matches_.nodes[channel.node];
            if (node == kNoNode || taken[node]) {
                ++unmatched;
                continue;
            }
            taken[node] = true;
            ++result_.matched;
            result_.matchedWithoutPrefix += matches_.withoutPrefix[channel.node];
            if (retarget_ == Retarget::full && copyPivots(channel, node, bound)) continue;
            Channel whole = joined(from_.model.hierarchy, channel);
            adjust(whole, channel.node, node, isRoot[channel.node]);
            whole.node = node;
            bound.channels.push_back(std::move(whole));
        }
        freeOuterNodes(to_.model.hierarchy, bound);
        unmatched += bindMorphs(clip, bound);
        result_.channels += channels.size() + clip.morphs.size();
        result_.unmatched.push_back(unmatched);
        result_.clips.push_back(std::move(bound));
    }

    /// Returns the number of unmatched channels. Morph weights do not depend on the size of the model.
    size_t bindMorphs(const AnimationClip& clip, AnimationClip& bound) {
        size_t unmatched = 0;
        for (const MorphChannel& morph : clip.morphs) {
            const std::vector<uint32_t>& places = morphs_.at(morph.weight);
            for (const uint32_t place : places)
                bound.morphs.push_back({place, morph.track});
            result_.matched += !places.empty();
            unmatched += places.empty();
        }
        return unmatched;
    }

    /// Copies the channels of the pivots one by one if both files have the same pivots and the clip animates them.
    bool copyPivots(const WholeChannel& channel, uint32_t node, AnimationClip& bound) const {
        if (!channel.movesPivots || !samePivots(from_.model.hierarchy, channel.node, to_.model.hierarchy, node))
            return false;
        if (!isIdentity(correction(channel.node, node, result_.unitRatio))) return false;
        std::vector<uint32_t> chain = outerNodes(to_.model.hierarchy, node);
        std::vector<uint32_t> sourceChain = outerNodes(from_.model.hierarchy, channel.node);
        chain.insert(chain.begin(), node);
        sourceChain.insert(sourceChain.begin(), channel.node);
        for (size_t i = 0; i < chain.size(); ++i)
            for (const Channel* part : channel.parts)
                if (part->node == sourceChain[i]) bound.channels.emplace_back(*part).node = chain[i];
        return true;
    }

    /// The matrix from the parent space of the source's node to that of the model's. `ratio` scales the source's world
    /// to the model's.
    glm::mat4 correction(uint32_t sourceNode, uint32_t node, float ratio) const {
        const Side::Frame from = from_.frameOf(sourceNode), to = to_.frameOf(node);
        float local = ratio;
        if (from.anchor != kNoParent || to.anchor != kNoParent) {
            if (from.anchor == kNoParent || to.anchor == kNoParent) return glm::mat4(1.0f);
            if (matches_.nodes[static_cast<size_t>(from.anchor)] != static_cast<uint32_t>(to.anchor))
                return glm::mat4(1.0f);
            local *=
                scaleOf(from_.world[static_cast<size_t>(from.node)]) / scaleOf(to_.world[static_cast<size_t>(to.node)]);
        }
        if (!std::isfinite(local) || std::abs(local - 1.0f) < kSameUnit) local = 1.0f;
        const glm::mat4 turned =
            glm::inverse(to.anchorFromParent) * glm::scale(glm::mat4(1.0f), glm::vec3(local)) * from.anchorFromParent;
        const bool finite = std::isfinite(glm::determinant(turned)) && glm::determinant(turned) != 0.0f;
        return finite ? turned : glm::mat4(1.0f);
    }

    void adjust(Channel& channel, uint32_t sourceNode, uint32_t node, bool isRoot) const {
        const bool full = retarget_ == Retarget::full;
        if (!full) channel.scale = {};
        if (!full && !isRoot) channel.translation = {};
        const glm::mat4 toModel = correction(sourceNode, node, full ? result_.unitRatio : result_.sizeRatio);
        if (isIdentity(toModel)) return;
        for (glm::vec3& translation : channel.translation.values)
            translation = glm::vec3(toModel * glm::vec4(translation, 1.0f));
        const glm::quat turn = transformFrom(toModel).rotation;
        for (glm::quat& rotation : channel.rotation.values)
            rotation = glm::normalize(turn * rotation);
    }

    /// Marks the nodes whose translation moves the whole skeleton: from the topmost animated node down to the first one
    /// that changes its translation, or that has several animated nodes below it.
    std::vector<bool> skeletonRoots(const std::vector<WholeChannel>& channels) const {
        const NodeHierarchy& nodes = from_.model.hierarchy;
        const std::vector<int32_t> parents = fileParents(nodes);
        std::vector<const WholeChannel*> of(nodes.size(), nullptr);
        for (const WholeChannel& channel : channels)
            if (matches_.nodes[channel.node] != kNoNode) of[channel.node] = &channel;
        std::vector<bool> isRoot(nodes.size(), false);
        std::vector<int32_t> above(nodes.size(), kNoParent);  // the nearest animated node
        std::vector<uint32_t> below(nodes.size(), 0);
        for (uint32_t node = 0; node < nodes.size(); ++node) {
            const int32_t parent = parents[node];
            if (parent != kNoParent)
                above[node] = of[static_cast<size_t>(parent)] ? parent : above[static_cast<size_t>(parent)];
            if (of[node] && above[node] != kNoParent) ++below[static_cast<size_t>(above[node])];
        }
        for (uint32_t node = 0; node < nodes.size(); ++node) {
            if (!of[node]) continue;
            const int32_t over = above[node];
            isRoot[node] =
                over == kNoParent || (isRoot[static_cast<size_t>(over)] && below[static_cast<size_t>(over)] == 1 &&
                                      !changesTranslation(*of[static_cast<size_t>(over)]));
        }
        return isRoot;
    }

    static bool changesTranslation(const WholeChannel& channel) {
        for (const Channel* part : channel.parts)
            for (const glm::vec3& value : part->translation.values)
                if (glm::length(value - part->translation.values.front()) > 1e-4f * (1.0f + glm::length(value)))
                    return true;
        return false;
    }

    /// The ratio of the total lengths of the bones that both have, which does not depend on the pose.
    float sizeRatio() const {
        double from = 0.0, to = 0.0;
        for (uint32_t node = 0; node < matches_.nodes.size(); ++node) {
            if (!from_.isAnchor[node]) continue;
            const uint32_t other = matches_.nodes[node];
            const int32_t parent = from_.frameOf(node).anchor, otherParent = to_.frameOf(other).anchor;
            if (parent == kNoParent || otherParent == kNoParent) continue;
            if (matches_.nodes[static_cast<size_t>(parent)] != static_cast<uint32_t>(otherParent)) continue;
            from += glm::length(glm::vec3(from_.world[node][3] - from_.world[static_cast<size_t>(parent)][3]));
            to += glm::length(glm::vec3(to_.world[other][3] - to_.world[static_cast<size_t>(otherParent)][3]));
        }
        return from > 0.0 && to > 0.0 ? static_cast<float>(to / from) : 1.0f;
    }

    float unitRatio() const {
        if (!from_.model.metersPerUnit || !to_.model.metersPerUnit) return 1.0f;
        const double declared = *from_.model.metersPerUnit / *to_.model.metersPerUnit;
        const double size = result_.sizeRatio;
        if (!(declared > 0.0) || !std::isfinite(declared)) return 1.0f;
        return std::abs(std::log(size / declared)) < std::abs(std::log(size)) ? static_cast<float>(declared) : 1.0f;
    }

    Side to_, from_;
    Retarget retarget_;
    NodeMatches matches_;
    MorphMatches morphs_;
    BoundClips result_;
};

}  // namespace

BoundClips bindClips(const Model& model, const Model& source, Retarget retarget) {
    return Binder(model, source, retarget).bind();
}

}  // namespace sinew
