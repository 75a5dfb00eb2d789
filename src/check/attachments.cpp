#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/surface.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr size_t kMostParts = 256;      // that are followed
constexpr size_t kPartPoints = 64;      // of a part that are compared, evenly spaced in its vertices
constexpr size_t kOtherPoints = 8192;   // of all other parts
constexpr float kTouches = 0.025f;      // of the model's size: what is so near at rest
constexpr size_t kMostPlaces = 24;      // of one node that are followed
constexpr double kLeastTouching = 0.2;  // of its points: a limb may brush another
constexpr float kLeaves = 0.04f;        // of the model's size
constexpr float kAtJoint = 0.5f;        // what counts of that between two bones that meet
constexpr double kInClips = 0.3;        // a thing that is put down leaves what it touches in fewer clips
constexpr size_t kAffordable = 64;      // poses of all clips

/// A vertex at rest, and the node that moves it most.
struct Point {
    glm::vec3 place;
    uint32_t node;
};

class Attachments {
  public:
    explicit Attachments(const CheckedModel& checked)
        : checked_(checked), model_(checked.model), isBone_(boneNodes(checked.model)) {}

    void check(std::vector<Finding>& findings) {
        const auto isSkinned = [](const MeshInstance& instance) { return instance.skinned; };
        if (!(checked_.rest.size > 0.0f) || std::ranges::none_of(model_.instances, isSkinned)) return;
        for (const MeshGroup& group : checked_.groups)
            if (const std::optional<uint32_t> carrier = carrierOf(group); carrier && parts_.size() < kMostParts)
                addPart(group, *carrier);
        if (parts_.empty()) return;
        measure();
        for (const Part& part : parts_)
            report(part, findings);
    }

  private:
    /// What moves a part that is near other parts of the figure, and the nodes that move those.
    struct Part {
        const MeshGroup* group;
        uint32_t carrier;
        std::map<uint32_t, std::vector<glm::vec3>> touched;           ///< places at rest for each node
        std::vector<std::map<uint32_t, std::vector<float>>> apart{};  ///< by clip: how far carrier and node come apart
    };

    uint32_t nodeOf(const MeshInstance& instance, const SkinnedMesh& mesh, size_t vertex) const {
        return instance.skinned ? instance.bones[mesh.influences[vertex].bones[0]].node : instance.node;
    }

    /// The node itself, or the bone that it hangs on.
    uint32_t boneOf(uint32_t node) const {
        while (!isBone_[node] && model_.hierarchy.parents[node] != kNoParent)
            node = static_cast<uint32_t>(model_.hierarchy.parents[node]);
        return node;
    }

    /// Whether two nodes hang on bones that meet at a joint, beside which parts may come apart.
    bool meet(uint32_t a, uint32_t b) const {
        const std::vector<int32_t>& parents = model_.hierarchy.parents;
        return parents[boneOf(a)] == static_cast<int32_t>(boneOf(b)) ||
               parents[boneOf(b)] == static_cast<int32_t>(boneOf(a));
    }

    /// The only node that moves the group; none if several do, or if it does not belong to the figure.
    std::optional<uint32_t> carrierOf(const MeshGroup& group) const {
        std::optional<uint32_t> carrier;
        for (const uint32_t index : group.instances) {
            const MeshInstance& instance = model_.instances[index];
            const SkinnedMesh& mesh = model_.meshes[instance.mesh];
            if (!checked_.ofFigure[index] || mesh.indices.empty()) return std::nullopt;
            const size_t vertices = instance.skinned ? mesh.vertexCount() : 1;
            for (size_t v = 0; v < vertices; ++v) {
                const uint32_t node = nodeOf(instance, mesh, v);
                if (carrier && *carrier != node) return std::nullopt;
                carrier = node;
            }
        }
        return carrier;
    }

    /// At most `most` vertices of the groups for which `isWanted` is true.
    template <typename Wanted>
    std::vector<Point> pointsOf(size_t most, const Wanted& isWanted) const {
        size_t all = 0;
        const auto forEach = [&](const auto& use) {
            for (const MeshGroup& group : checked_.groups)
                for (const uint32_t index : group.instances)
                    if (checked_.ofFigure[index] && isWanted(group)) use(index);
        };
        forEach([&](uint32_t index) { all += model_.meshes[model_.instances[index].mesh].vertexCount(); });
        std::vector<Point> points;
        const size_t stride = all / most + 1;
        size_t counted = 0;
        forEach([&](uint32_t index) {
            const MeshInstance& instance = model_.instances[index];
            const SkinnedMesh& mesh = model_.meshes[instance.mesh];
            for (size_t v = 0; v < mesh.vertexCount(); ++v)
                if (counted++ % stride == 0)
                    points.push_back({checked_.restPositions(index)[v], nodeOf(instance, mesh, v)});
        });
        return points;
    }

    void addPart(const MeshGroup& group, uint32_t carrier) {
        Part part{&group, carrier, {}};
        const std::vector<Point> own = pointsOf(kPartPoints, [&](const MeshGroup& each) { return &each == &group; });
        std::vector<bool> touches(own.size());
        for (const Point& other : pointsOf(kOtherPoints, [&](const MeshGroup& each) { return &each != &group; })) {
            bool touchesAny = false;
            for (size_t i = 0; i < own.size(); ++i) {
                if (glm::distance(own[i].place, other.place) > kTouches * checked_.rest.size) continue;
                touches[i] = touchesAny = true;
            }
            if (!touchesAny) continue;
            if (boneOf(other.node) == boneOf(carrier)) return;  // it moves with what it touches
            if (std::vector<glm::vec3>& places = part.touched[other.node]; places.size() < kMostPlaces)
                places.push_back(other.place);
        }
        const auto touching = static_cast<double>(std::ranges::count(touches, true));
        if (touching >= kLeastTouching * static_cast<double>(own.size())) parts_.push_back(std::move(part));
    }

    void measure() {
        for (Part& part : parts_)
            part.apart.resize(model_.clips.size());
        std::map<uint32_t, glm::mat4> nodeFromRest;
        for (const Part& part : parts_) {
            nodeFromRest[part.carrier] = glm::inverse(checked_.rest.worldFromNode[part.carrier]);
            for (const auto& [node, places] : part.touched)
                nodeFromRest[node] = glm::inverse(checked_.rest.worldFromNode[node]);
        }
        forEachPose(checked_, kAffordable, [&](std::span<const glm::mat4> worldFromNode, size_t clip, double) {
            const auto posed = [&](uint32_t node, const glm::vec3& place) {
                return glm::vec3(worldFromNode[node] * (nodeFromRest.at(node) * glm::vec4(place, 1.0f)));
            };
            for (Part& part : parts_)
                for (const auto& [node, places] : part.touched) {
                    std::vector<float>& most = part.apart[clip][node];
                    most.resize(places.size());
                    for (size_t i = 0; i < places.size(); ++i)
                        most[i] =
                            std::max(most[i], glm::distance(posed(part.carrier, places[i]), posed(node, places[i])));
                }
        });
    }

    /// A part that leaves everything that it touches. Beside a joint, some places stay together.
    void report(const Part& part, std::vector<Finding>& findings) const {
        size_t clips = 0, left = 0, worst = 0;
        float farthest = 0.0f;
        uint32_t from = 0;
        for (size_t clip = 0; clip < part.apart.size(); ++clip) {
            if (part.apart[clip].empty()) continue;
            ++clips;
            const auto leastOf = [&](const auto& node) {
                return std::ranges::min(node.second) * (meet(node.first, part.carrier) ? kAtJoint : 1.0f);
            };
            const auto nearest = std::ranges::min_element(part.apart[clip], {}, leastOf);
            if (!(leastOf(*nearest) > kLeaves * checked_.rest.size)) continue;
            const float away = std::ranges::min(nearest->second);
            ++left;
            if (away > farthest) farthest = away, worst = clip, from = nearest->first;
        }
        if (left == 0 || static_cast<double>(left) < kInClips * static_cast<double>(clips)) return;
        const Measured apart = measuredOfSize(farthest, checked_.rest.size);
        findings.push_back({"part-leaves", Severity::warning, part.group->name,
                            "follows '" + model_.hierarchy.names[part.carrier] + "', but touches '" +
                                model_.hierarchy.names[from] + "': they come " + lengthText(model_, farthest, apart) +
                                " apart in clip '" + model_.clips[worst].name + "'",
                            apart.figure});
    }

    const CheckedModel& checked_;
    const Model& model_;
    std::vector<bool> isBone_;
    std::vector<Part> parts_;
};

}  // namespace

std::vector<Finding> checkAttachments(const CheckedModel& checked) {
    std::vector<Finding> findings;
    Attachments(checked).check(findings);
    return findings;
}

}  // namespace sinew
