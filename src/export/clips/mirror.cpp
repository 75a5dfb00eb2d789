#include "export/clips/mirror.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <glm/gtc/matrix_access.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/ancestry.h"
#include "animation/pose/pose.h"
#include "base/text.h"
#include "export/build/track_parts.h"
#include "figure/bone_words.h"
#include "model/finding.h"
#include "model/poses.h"

namespace sinew::exporting {
namespace {

constexpr uint32_t kNoTwin = MirrorPlan::kNoTwin;

using Reference = std::vector<glm::mat4>;  // worldFromNode, Y up

/// -1 where a scale mirrors.
glm::dmat3 signsOf(const glm::vec3& scale) {
    glm::dmat3 signs(1.0);
    for (int i = 0; i < 3; ++i)
        if (scale[i] < 0.0f) signs[i][i] = -1.0;
    return signs;
}

/// The axes of a matrix, orthogonal and of unit length; they may be left-handed.
glm::dmat3 axesOf(const glm::mat4& matrix) {
    const Transform parts = transformFrom(matrix);
    return glm::mat3_cast(widen(parts.rotation)) * signsOf(parts.scale);
}

glm::dquat turnOf(const glm::dmat3& axes) {
    return glm::normalize(glm::quat_cast(axes));
}

class MirrorPlanner {
  public:
    explicit MirrorPlanner(const EditedModel& edited)
        : edited_(edited), nodes_(edited.model().hierarchy), named_(nodes_.size(), kNoTwin) {
        for (const std::string& name : nodes_.names)
            words_.push_back(boneWords(name));
        for (uint32_t n = 0; n < nodes_.size(); ++n)
            children_[nodes_.parents[n]].push_back(n);
        pairByName();
        findTop();
    }

    MirrorPlan plan() {
        Reference rest(nodes_.size());
        walkHierarchy(nodes_, nodes_.rest, edited_.worldFromRoot, rest);
        const Model& model = edited_.model();
        const bool isSkinned = std::ranges::any_of(model.instances, &MeshInstance::skinned);
        reference_ = isSkinned ? worldFromNodeInBindPose(model, edited_.worldFromRoot) : rest;
        const double asBound = asymmetry();
        std::swap(reference_, rest);
        const bool isAsGood = asymmetry() <= std::max(2.0 * asBound, 1e-3 * edited_.size);
        if (!isAsGood) std::swap(reference_, rest);
        isRough_ = !pairs_.empty() && asymmetry() > kRough * edited_.size;
        MirrorPlan plan;
        pairByPlace(plan.twins);
        const auto hasTwinAbove = [&](uint32_t node) {
            const uint32_t twin = plan.twins[node];
            if (twin == kNoTwin || nodes_.parents[node] == kNoParent) return true;
            return plan.twins[static_cast<size_t>(nodes_.parents[node])] == static_cast<uint32_t>(nodes_.parents[twin]);
        };
        for (uint32_t node = 0; node < nodes_.size(); ++node)
            isRough_ = isRough_ && hasTwinAbove(node);
        for (uint32_t node = 0; node < nodes_.size(); ++node)
            plan.turns.push_back(turnTo(node, plan.twins));
        for (uint32_t node = 0; node < nodes_.size(); ++node)
            if (plan.turns[node] && !plan.turns[plan.twins[node]]) plan.turns[node].reset();
        return plan;
    }

  private:
    static constexpr double kRough = 0.03;  // of the model's size

    void pairByName() {
        std::map<std::string, uint32_t> first;  // "arm_L" may be beside "arm_r"
        for (uint32_t n = 0; n < nodes_.size(); ++n)
            first.emplace(lowerCase(nodes_.names[n]), n);
        const auto twinOf = [&](uint32_t node) {
            const auto twin = first.find(lowerCase(mirroredName(nodes_.names[node])));
            return twin == first.end() ? kNoTwin : twin->second;
        };
        for (const auto& [name, node] : first)
            if (const uint32_t twin = twinOf(node); twin != kNoTwin && twinOf(twin) == node) named_[node] = twin;
    }

    /// The bones among the twins by name tell the plane, or all of them; and the node that all those are below.
    void findTop() {
        std::vector<bool> moves(nodes_.size());
        for (const uint32_t node : movingNodes(edited_.model()))
            moves[node] = named_[node] != kNoTwin && named_[node] != node;
        const bool hasBones = std::ranges::count(moves, true) > 0;
        std::vector<size_t> below(nodes_.size());
        for (uint32_t n = 0; n < nodes_.size(); ++n)
            if (hasBones ? moves[n] : named_[n] != kNoTwin) pairs_.push_back(n), below[n] = 1;
        for (uint32_t n = static_cast<uint32_t>(nodes_.size()); n-- > 0;) {
            if (below[n] == pairs_.size() && top_ == kNoTwin && !pairs_.empty()) top_ = n;
            if (nodes_.parents[n] != kNoParent) below[static_cast<size_t>(nodes_.parents[n])] += below[n];
        }
    }

    glm::dvec3 placeOf(uint32_t node) const { return glm::dvec3(reference_[node][3]); }
    glm::dvec3 mirrored(const glm::dvec3& place) const {
        return place - 2.0 * (glm::dot(normal_, place) - offset_) * normal_;
    }

    /// Finds the plane between the twins by name. How far twins are from their places, on average.
    double asymmetry() {
        glm::dvec3 across(0.0);
        for (const uint32_t n : pairs_)
            if (words_[n].side == FigureSide::left) across += placeOf(n) - placeOf(named_[n]);
        across.y = 0.0;
        const bool isKnown = glm::length(across) > 1e-3 * edited_.size;
        const auto setPlane = [&](const glm::dvec3& normal) {
            normal_ = outer_ = normal;
            double sum = 0.0;
            for (const uint32_t n : pairs_)
                sum += glm::dot(normal_, placeOf(n));
            for (uint32_t n = 0; n < nodes_.size() && pairs_.empty(); ++n)
                sum += glm::dot(normal_, placeOf(n));
            offset_ = sum / static_cast<double>(std::max<size_t>(pairs_.empty() ? nodes_.size() : pairs_.size(), 1));
        };
        if (!isKnown) {
            std::vector<uint32_t> twins;
            setPlane({0.0, 0.0, 1.0});
            const size_t alongZ = pairByPlace(twins);
            setPlane({1.0, 0.0, 0.0});
            if (alongZ > pairByPlace(twins)) setPlane({0.0, 0.0, 1.0});
            return edited_.size;
        }
        constexpr double kNearAxis = 0.985, kTowardAxis = 0.77;  // the cosines of 10 and 40 degrees
        across = glm::normalize(across);
        const glm::dvec3 axis = std::abs(across.x) >= std::abs(across.z) ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 0, 1);
        const double cosine = std::abs(glm::dot(across, axis));
        setPlane(cosine > kNearAxis ? axis : across);
        if (cosine > kTowardAxis) outer_ = axis;
        double off = 0.0;
        for (const uint32_t n : pairs_)
            off += glm::length(placeOf(named_[n]) - mirrored(placeOf(n)));
        return off / static_cast<double>(pairs_.size());
    }

    /// Completes the twins, parents first. How many pairs have no names.
    size_t pairByPlace(std::vector<uint32_t>& twins) const {
        twins = named_;
        size_t pairs = 0;
        for (uint32_t n = 0; n < nodes_.size(); ++n) {
            if (twins[n] != kNoTwin) continue;
            const int32_t parent = nodes_.parents[n];
            const uint32_t above = parent == kNoParent ? kNoTwin : twins[static_cast<size_t>(parent)];
            if (parent != kNoParent && above == kNoTwin) continue;
            const int32_t other = parent == kNoParent ? kNoParent : static_cast<int32_t>(above);
            const auto candidates = children_.find(other);
            if (candidates == children_.end()) continue;
            const uint32_t twin = nearest(n, candidates->second, twins);
            if (twin != kNoTwin)
                twins[n] = twin, twins[twin] = n, pairs += twin != n;
            else if (other == parent)
                twins[n] = n;
        }
        return pairs;
    }

    /// The node of `candidates` at the mirrored place of `node`, that its name does not contradict.
    uint32_t nearest(uint32_t node, const std::vector<uint32_t>& candidates, const std::vector<uint32_t>& twins) const {
        constexpr double kNear = 0.04, kOtherName = 0.02;  // of the model's size
        constexpr size_t kMostCandidates = 256;
        const BoneWords& words = words_[node];
        const glm::dvec3 place = mirrored(placeOf(node));
        uint32_t best = kNoTwin;
        double least = kNear * edited_.size;
        if (candidates.size() > kMostCandidates) return kNoTwin;
        for (const uint32_t other : candidates) {
            const BoneWords& its = words_[other];
            const bool isMiddle = words.side == FigureSide::middle;
            if (twins[other] != kNoTwin || (its.side == words.side) != isMiddle) continue;
            const double name = its.part == words.part ? 0.0 : kOtherName * edited_.size;
            const double far = glm::length(placeOf(other) - place) + name;
            if (far < least) least = far, best = other;
        }
        return best;
    }

    const glm::mat4& fromNode(int32_t node) const {
        return node == kNoParent ? edited_.worldFromRoot : reference_[static_cast<size_t>(node)];
    }

    /// The reflection that a node has in the reference, which may be turned by how the hips rest.
    glm::dmat3 reflectionAt(int32_t node) const {
        const bool isBelow =
            top_ != kNoTwin && node != kNoParent && isAtOrBelow(nodes_.parents, static_cast<uint32_t>(node), top_);
        const glm::dvec3& normal = isBelow ? normal_ : outer_;
        return glm::dmat3(1.0) - 2.0 * glm::outerProduct(normal, normal);
    }

    /// The axes of a node's mirror image in those of its twin.
    glm::dmat3 twinFromNode(int32_t twin, int32_t node) const {
        const glm::dmat3 exact = glm::transpose(axesOf(fromNode(twin))) * reflectionAt(node) * axesOf(fromNode(node));
        if (!isRough_) return exact;
        if (twin < node) return glm::transpose(twinFromNode(node, twin));
        glm::dmat3 nearest(0.0), left = glm::dmat3(glm::abs(exact[0]), glm::abs(exact[1]), glm::abs(exact[2]));
        for (int count = 0; count < 3 && twin != node; ++count) {
            int column = 0, row = 0;
            for (int i = 0; i < 9; ++i)
                if (left[i / 3][i % 3] > left[column][row]) column = i / 3, row = i % 3;
            nearest[column][row] = exact[column][row] < 0.0 ? -1.0 : 1.0;
            for (int i = 0; i < 3; ++i)
                left[column][i] = left[i][row] = -1.0;
        }
        if (twin == node) {  // a reflection along one of its axes
            nearest = glm::dmat3(1.0);
            const int axis = exact[0][0] <= std::min(exact[1][1], exact[2][2]) ? 0 : exact[1][1] <= exact[2][2] ? 1 : 2;
            nearest[axis][axis] = -1.0;
        }
        return glm::determinant(nearest) * glm::determinant(exact) > 0.0 ? nearest : exact;
    }

    std::optional<MirrorTurn> turnTo(uint32_t target, const std::vector<uint32_t>& twins) const {
        const uint32_t source = twins[target];
        if (source == kNoTwin) return std::nullopt;
        const int32_t parent = nodes_.parents[target];
        int32_t above = kNoParent;
        if (parent != kNoParent) {
            if (twins[static_cast<size_t>(parent)] == kNoTwin) return std::nullopt;
            above = static_cast<int32_t>(twins[static_cast<size_t>(parent)]);
        }
        const glm::dmat4 fromParent(fromNode(parent)), fromAbove(fromNode(above));
        glm::dmat3 before = twinFromNode(parent, above);
        glm::dmat3 after = signsOf(nodes_.rest[source].scale) *
                           glm::transpose(twinFromNode(static_cast<int32_t>(target), static_cast<int32_t>(source))) *
                           signsOf(nodes_.rest[target].scale);
        MirrorTurn turn{.isLocal = nodes_.parents[source] == above};
        const glm::dmat4 parentFromWorld = glm::inverse(fromParent);
        const glm::dmat3 scaled = glm::dmat3(parentFromWorld) * reflectionAt(above) * glm::dmat3(fromAbove);
        turn.linear = isRough_ ? std::cbrt(std::abs(glm::determinant(scaled))) * before : scaled;
        if (glm::determinant(before) < 0.0) before = -before, after = -after;
        if (glm::determinant(after) < 0.0) return std::nullopt;
        turn.before = turnOf(before);
        turn.after = turnOf(after);
        turn.place = glm::dvec3(parentFromWorld * glm::dmat4(reference_[target])[3]);
        turn.sourcePlace = glm::dvec3(glm::inverse(fromAbove) * glm::dmat4(reference_[source])[3]);
        for (int i = 0; i < 3; ++i) {
            const glm::dvec3 along = glm::abs(after[i]);
            turn.axes[static_cast<size_t>(i)] = along.x >= std::max(along.y, along.z) ? 0 : along.y >= along.z ? 1 : 2;
            if (!std::isfinite(glm::dot(turn.linear[i], glm::dvec3(1.0)) + turn.place[i] + turn.sourcePlace[i]))
                return std::nullopt;
        }
        return turn;
    }

    const EditedModel& edited_;
    const NodeHierarchy& nodes_;
    std::vector<BoneWords> words_;
    std::map<int32_t, std::vector<uint32_t>> children_;  // by parent
    std::vector<uint32_t> named_;                        // twins by name
    std::vector<uint32_t> pairs_;                        // those that tell the plane
    uint32_t top_ = kNoTwin;                             // the node above all of them
    Reference reference_;
    glm::dvec3 normal_{1.0, 0.0, 0.0};  // of the reference's plane
    glm::dvec3 outer_{1.0, 0.0, 0.0};   // of the world's
    double offset_ = 0.0;
    bool isRough_ = false;  // no reference is symmetric: the axes of bones are taken for those of a symmetric one
};

/// The channels of a clip, mirrored.
class MirroredClip {
  public:
    MirroredClip(const EditedModel& edited, const MirrorPlan& plan, const AnimationClip& clip)
        : edited_(edited), nodes_(edited.model().hierarchy), plan_(plan), clip_(clip), channels_(nodes_.size()) {
        for (const Channel& channel : clip.channels)
            channels_[channel.node] = &channel;
    }

    std::vector<Channel> channels() const {
        std::vector<Channel> all;
        for (uint32_t node = 0; node < nodes_.size(); ++node) {
            Channel channel = plan_.turns[node] ? mirrored(node, *plan_.turns[node])
                              : channels_[node] ? *channels_[node]
                                                : Channel{};
            if (channel.translation.empty() && channel.rotation.empty() && channel.scale.empty()) continue;
            channel.node = node;
            all.push_back(std::move(channel));
        }
        return all;
    }

    std::string text() const {
        size_t pairs = 0;
        std::vector<std::string> alone;
        for (uint32_t n = 0; n < nodes_.size(); ++n) {
            if (!channels_[n]) continue;
            const uint32_t twin = plan_.turns[n] ? plan_.twins[n] : kNoTwin;
            if (twin == kNoTwin) alone.push_back(nodes_.names[n]);
            pairs += twin != kNoTwin && twin != n && (n < twin || !channels_[twin]);
        }
        if (alone.empty()) return counted(pairs, "pair of twins", "pairs of twins");
        return fmt::format("{}; without a twin, {} {} as before", counted(pairs, "pair of twins", "pairs of twins"),
                           listed(alone), alone.size() == 1 ? "moves" : "move");
    }

  private:
    Channel mirrored(uint32_t node, const MirrorTurn& turn) const {
        const uint32_t source = plan_.twins[node];
        const Transform &rest = nodes_.rest[source], &own = nodes_.rest[node];
        Channel channel = channels_[source] ? *channels_[source] : Channel{};
        const auto linear = [&](const glm::vec3& value) { return narrow(turn.linear * widen(value)); };
        const auto placed = [&](const glm::vec3& value) {
            return narrow(turn.place + turn.linear * (widen(value) - turn.sourcePlace));
        };
        const auto turned = [&](const glm::quat& value) {
            return glm::quat(turn.before * glm::dquat(value) * turn.after);
        };
        const auto scaled = [&](const glm::vec3& value) {
            glm::vec3 result;
            for (int i = 0; i < 3; ++i) {
                const int axis = turn.axes[static_cast<size_t>(i)];
                result[i] = rest.scale[axis] != 0.0f ? value[axis] * (own.scale[i] / rest.scale[axis]) : value[axis];
            }
            return result;
        };
        mapTrack(channel.scale, rest.scale, own.scale, scaled, scaled);
        if (turn.isLocal) {
            mapTrack(channel.translation, rest.translation, own.translation, placed, linear);
            mapTrack(channel.rotation, rest.rotation, own.rotation, turned, turned);
            return channel;
        }
        const int32_t parent = nodes_.parents[node];
        std::set<double> times;
        for (const int32_t from : {static_cast<int32_t>(source), parent == kNoParent ? kNoParent : twinOf(parent)})
            for (int32_t at = from; at != kNoParent; at = nodes_.parents[static_cast<size_t>(at)])
                if (const Channel* own_ = channels_[static_cast<size_t>(at)])
                    addTimes(*own_, clip_.durationSeconds, times);
        if (times.empty()) times.insert(0.0);
        Channel moved = motionKeys(
            times,
            [&](double seconds) {
                const glm::dmat4 above =
                    parent == kNoParent ? glm::dmat4(edited_.worldFromRoot) : worldOf(twinOf(parent), seconds);
                const glm::dmat4 relative = glm::inverse(above) * worldOf(static_cast<int32_t>(source), seconds);
                const glm::dmat3 axes = axesOf(glm::mat4(relative)) * signsOf(rest.scale);
                return Transform{placed(glm::vec3(relative[3])), turned(narrow(turnOf(axes))), {}};
            },
            edited_.size);
        channel.translation = std::move(moved.translation);
        channel.rotation = std::move(moved.rotation);
        return channel;
    }

    int32_t twinOf(int32_t node) const { return static_cast<int32_t>(plan_.twins[static_cast<size_t>(node)]); }

    glm::dmat4 worldOf(int32_t node, double seconds) const {
        glm::dmat4 matrix(1.0);
        for (; node != kNoParent; node = nodes_.parents[static_cast<size_t>(node)]) {
            const auto at = static_cast<size_t>(node);
            const Transform& rest = nodes_.rest[at];
            matrix =
                glm::dmat4(matrixFrom(channels_[at] ? sampleChannel(*channels_[at], rest, seconds) : rest)) * matrix;
        }
        return glm::dmat4(edited_.worldFromRoot) * matrix;
    }

    const EditedModel& edited_;
    const NodeHierarchy& nodes_;
    const MirrorPlan& plan_;
    const AnimationClip& clip_;
    std::vector<const Channel*> channels_;  // by node
};

/// "smileLeft" gets the keys of "smileRight".
void exchangeMorphs(const Model& model, AnimationClip& clip) {
    std::map<uint32_t, uint32_t> twins;
    for (const MeshInstance& instance : model.instances) {
        const std::vector<MorphTarget>& targets = model.meshes[instance.mesh].morphTargets;
        std::map<std::string_view, uint32_t> first;
        for (uint32_t t = 0; t < targets.size(); ++t)
            first.emplace(targets[t].name, t);
        for (const auto& [name, target] : first)
            if (const auto twin = first.find(mirroredName(name));
                twin != first.end() && mirroredName(twin->first) == name)
                twins[instance.firstMorphWeight + target] = instance.firstMorphWeight + twin->second;
    }
    for (MorphChannel& morph : clip.morphs)
        if (const auto twin = twins.find(morph.weight); twin != twins.end()) morph.weight = twin->second;
    std::ranges::sort(clip.morphs, {}, &MorphChannel::weight);
}

}  // namespace

MirrorPlan planMirror(const EditedModel& edited) {
    return MirrorPlanner(edited).plan();
}

std::string mirrorClip(const EditedModel& edited, const MirrorPlan& plan, AnimationClip& clip) {
    constexpr size_t kUsualKeys = size_t{1} << 18;
    const AnimationClip own = clip;
    const MirroredClip once(edited, plan, own);
    clip.channels = once.channels();
    exchangeMorphs(edited.model(), clip);
    if (keyCount(own) > kUsualKeys) return once.text();
    AnimationClip twice = own;
    twice.channels = MirroredClip(edited, plan, clip).channels();
    return fmt::format("{}; mirrored twice, {} of the model's size off", once.text(),
                       shareText(edited, largestDistance(edited, own, twice)));
}

}  // namespace sinew::exporting
