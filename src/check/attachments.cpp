#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/surface.h"
#include "model/bounds.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr size_t kMostParts = 256;      // that are looked at
constexpr size_t kPartPoints = 64;      // of a part that are compared, evenly spaced in its vertices
constexpr size_t kFigurePoints = 8192;  // of all parts
constexpr size_t kMinIslandCorners = 60;
constexpr std::ptrdiff_t kMinIslandBones = 8;  // fewer are a machine, whose parts may pass each other
constexpr float kTouches = 0.025f;             // of the model's size: what is so near at rest
constexpr size_t kMostNodePlaces = 24;         // of one node that are followed
constexpr double kLeastTouching = 0.2;         // of its points: a limb may brush another
constexpr float kLeaves = 0.04f;               // of the model's size
constexpr float kAtJoint = 0.5f;               // what counts of a distance between two bones that meet at a joint
constexpr double kInClips = 0.3;               // a thing that is put down leaves what it touches in fewer clips
constexpr float kHiddenBy = 2.0f;              // a factor: a part that is hidden by its scale leaves nothing
constexpr size_t kAffordable = 64;             // poses of all clips

constexpr size_t kMinParts = 5;
constexpr float kFarOrigin = 0.04f;     // of the model's size: outside of the part's box
constexpr float kTimesNextPart = 3.0f;  // the same of the next part

/// A mesh that one node moves, or an island of another one.
struct Piece {
    const MeshGroup* group;
    bool isIsland = false;
    std::optional<uint32_t> carrier = std::nullopt;  ///< the only node that moves it
    size_t corners = 0;
};

/// A vertex at rest, and the node that moves it most.
struct Point {
    glm::vec3 place;
    uint32_t node;
    size_t piece;
};

/// How far a part and what a node moves come apart: for each place that they share at rest, the most in a clip.
struct Touched {
    uint32_t node;
    bool atJoint;  ///< with the bone of the part
    std::vector<glm::vec3> places;
    std::vector<float> apart;

    float least() const { return std::ranges::min(apart); }
    float counted() const { return atJoint ? kAtJoint * least() : least(); }
};

/// A part that one node moves, and what it touches.
struct Part {
    const MeshGroup* group;
    bool isIsland;
    uint32_t carrier;
    std::vector<Touched> touched;
    size_t clips = 0, left = 0;  ///< those in which it leaves all of that
    float farthest = 0.0f;       ///< in them
    size_t farthestClip = 0;
    uint32_t farthestFrom = 0;  ///< node
};

class Attachments {
  public:
    explicit Attachments(const CheckedModel& checked)
        : checked_(checked), model_(checked.model), bones_(bonesOf(checked.model)) {}

    void check(std::vector<Finding>& findings) {
        const auto isSkinned = [](const MeshInstance& instance) { return instance.skinned; };
        if (!(checked_.rest.size > 0.0f) || std::ranges::none_of(model_.instances, isSkinned)) return;
        checkOrigins(findings);
        if (model_.clips.empty()) return;
        findParts();
        if (parts_.empty()) return;
        follow();
        for (const Part& part : parts_)
            report(part, findings);
    }

  private:
    /// Each node itself, or the bone that it hangs on.
    static std::vector<uint32_t> bonesOf(const Model& model) {
        const std::vector<bool> isBone = boneNodes(model);
        std::vector<uint32_t> bones(model.hierarchy.size());
        for (uint32_t node = 0; node < bones.size(); ++node) {
            const int32_t parent = model.hierarchy.parents[node];
            bones[node] = isBone[node] || parent == kNoParent ? node : bones[static_cast<size_t>(parent)];
        }
        return bones;
    }

    /// Whether two nodes hang on bones that meet at a joint, beside which their surfaces may come apart.
    bool meet(uint32_t a, uint32_t b) const {
        const auto isAbove = [&](uint32_t above, uint32_t below) {
            const int32_t parent = model_.hierarchy.parents[bones_[below]];
            return parent != kNoParent && bones_[static_cast<size_t>(parent)] == bones_[above];
        };
        return isAbove(a, b) || isAbove(b, a);
    }

    uint32_t nodeOf(const MeshInstance& instance, const SkinnedMesh& mesh, size_t vertex) const {
        return instance.skinned ? instance.bones[mesh.influences[vertex].bones[0]].node : instance.node;
    }

    /// The parts that one node moves, each with how far that node's origin is outside of its box.
    void checkOrigins(std::vector<Finding>& findings) const {
        struct Off {
            const MeshGroup* group;
            uint32_t carrier;
            float away;
        };
        std::vector<Off> parts;
        for (const MeshGroup& group : checked_.groups) {
            const std::optional<uint32_t> carrier = carrierOf(group);
            if (!carrier || parts.size() == kMostParts) continue;
            Box box;
            for (const uint32_t index : group.instances)
                for (const glm::vec3& place : checked_.restPositions(index))
                    box.add(place);
            const glm::vec3 origin(checked_.rest.worldFromNode[*carrier][3]);
            const float away = box.distanceTo(origin);
            if (std::isfinite(away)) parts.push_back({&group, *carrier, away});
        }
        if (parts.size() < kMinParts) return;
        std::ranges::sort(parts, std::ranges::greater(), &Off::away);
        const Off &farthest = parts[0], &next = parts[1];
        if (!(farthest.away > kFarOrigin * checked_.rest.size && farthest.away > kTimesNextPart * next.away)) return;
        const Measured away = measuredOfSize(farthest.away, checked_.rest.size);
        findings.push_back({"part-off", Severity::info, farthest.group->name,
                            "lies " + lengthText(model_, farthest.away, away) + " from the origin of '" +
                                model_.hierarchy.names[farthest.carrier] +
                                "', which carries it, unlike all other parts",
                            away.figure});
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

    /// The vertices of a mesh that belongs to the figure, by its pieces.
    void addPieces(const MeshGroup& group, std::vector<Piece>& pieces, std::vector<Point>& points) const {
        if (std::ranges::any_of(group.instances, [&](uint32_t index) { return checked_.ofFigure[index] == 0; })) return;
        const std::optional<uint32_t> carrier = carrierOf(group);
        const Surface& surface = checked_.surfaceOf(group);
        const std::vector<uint32_t> islands = carrier ? std::vector<uint32_t>() : islandsOf(surface);
        std::map<uint32_t, size_t> pieceOf;  // by island
        std::vector<bool> isAdded;           // by vertex of one instance: corners are in the order of the instances
        const MeshInstance* last = nullptr;
        for (const Surface::Corner& corner : surface.corners) {
            const MeshInstance& instance = model_.instances[corner.instance];
            const SkinnedMesh& mesh = model_.meshes[instance.mesh];
            const uint32_t node = nodeOf(instance, mesh, corner.vertex);
            const auto [found, isNew] = pieceOf.try_emplace(carrier ? 0 : islands[corner.point], pieces.size());
            if (isNew) pieces.push_back({&group, !carrier, node});
            Piece& piece = pieces[found->second];
            if (piece.carrier != node) piece.carrier.reset();
            ++piece.corners;
            if (std::exchange(last, &instance) != &instance) isAdded.assign(mesh.vertexCount(), false);
            if (isAdded[corner.vertex]) continue;
            isAdded[corner.vertex] = true;
            points.push_back({checked_.restPositions(corner.instance)[corner.vertex], node, found->second});
        }
    }

    void findParts() {
        std::vector<Piece> pieces;
        std::vector<Point> points, figure;
        for (const MeshGroup& group : checked_.groups)
            addPieces(group, pieces, points);
        for (size_t i = 0; i < points.size(); i += points.size() / kFigurePoints + 1)
            figure.push_back(points[i]);
        std::vector<std::vector<Point>> own(pieces.size());
        for (const Point& point : points)
            own[point.piece].push_back(point);
        const std::vector<bool> isBone = boneNodes(model_);
        const bool isFigure = std::ranges::count(isBone, true) >= kMinIslandBones;
        size_t looked = 0;
        for (size_t i = 0; i < pieces.size(); ++i) {
            if (!pieces[i].carrier || (pieces[i].isIsland && !isFigure) ||
                (pieces[i].isIsland && pieces[i].corners < kMinIslandCorners))
                continue;
            if (++looked > kMostParts) return;
            std::vector<Point> some;
            for (size_t k = 0; k < own[i].size(); k += own[i].size() / kPartPoints + 1)
                some.push_back(own[i][k]);
            addPart(pieces[i], some, figure);
        }
    }

    void addPart(const Piece& piece, const std::vector<Point>& own, const std::vector<Point>& figure) {
        const uint32_t carrier = *piece.carrier;
        const float near = kTouches * checked_.rest.size;
        std::map<uint32_t, std::vector<glm::vec3>> touched;
        std::vector<bool> touches(own.size());
        for (const Point& other : figure) {
            if (other.piece == own.front().piece) continue;
            bool touchesAny = false;
            for (size_t i = 0; i < own.size(); ++i)
                if (glm::distance(own[i].place, other.place) <= near) touches[i] = touchesAny = true;
            if (!touchesAny) continue;
            if (bones_[other.node] == bones_[carrier]) return;  // it moves with what it touches
            if (std::vector<glm::vec3>& places = touched[other.node]; places.size() < kMostNodePlaces)
                places.push_back(other.place);
        }
        if (static_cast<double>(std::ranges::count(touches, true)) < kLeastTouching * static_cast<double>(own.size()))
            return;
        Part part{piece.group, piece.isIsland, carrier, {}};
        for (auto& [node, places] : touched)
            part.touched.push_back({node, meet(node, carrier), std::move(places), {}});
        if (!part.touched.empty()) parts_.push_back(std::move(part));
    }

    /// What takes places at rest to where a node has them in a pose; none where the node is of another size than at
    /// rest.
    std::optional<glm::mat4> posedFromRest(uint32_t node, std::span<const glm::mat4> worldFromNode) const {
        const glm::mat4& rest = checked_.rest.worldFromNode[node];
        const float size =
            std::cbrt(std::abs(glm::determinant(glm::mat3(worldFromNode[node])) / glm::determinant(glm::mat3(rest))));
        if (!(size < kHiddenBy && size > 1.0f / kHiddenBy)) return std::nullopt;
        return worldFromNode[node] * glm::inverse(rest);
    }

    void follow() {
        size_t clip = model_.clips.size();
        forEachPose(checked_, kAffordable, [&](std::span<const glm::mat4> worldFromNode, size_t own, double) {
            if (own != clip) {
                endClip(clip);
                clip = own;
            }
            for (Part& part : parts_)
                if (const auto carried = posedFromRest(part.carrier, worldFromNode))
                    for (Touched& touched : part.touched)
                        if (const auto moved = posedFromRest(touched.node, worldFromNode))
                            addPose(*carried, *moved, touched);
        });
        endClip(clip);
    }

    static void addPose(const glm::mat4& carried, const glm::mat4& moved, Touched& touched) {
        touched.apart.resize(touched.places.size());
        for (size_t i = 0; i < touched.places.size(); ++i) {
            const glm::vec4 place(touched.places[i], 1.0f);
            const float apart = glm::distance(glm::vec3(carried * place), glm::vec3(moved * place));
            if (std::isfinite(apart)) touched.apart[i] = std::max(touched.apart[i], apart);
        }
    }

    void endClip(size_t clip) {
        for (Part& part : parts_) {
            std::vector<Touched>& all = part.touched;
            const bool isKnown = std::ranges::none_of(all, [](const Touched& one) { return one.apart.empty(); });
            if (isKnown) {
                const Touched& nearest = *std::ranges::min_element(all, {}, &Touched::counted);
                ++part.clips;
                if (nearest.counted() > kLeaves * checked_.rest.size) {
                    ++part.left;
                    if (nearest.least() > part.farthest)
                        part.farthest = nearest.least(), part.farthestClip = clip, part.farthestFrom = nearest.node;
                }
            }
            for (Touched& touched : all)
                touched.apart.clear();
        }
    }

    void report(const Part& part, std::vector<Finding>& findings) const {
        if (part.left == 0 || static_cast<double>(part.left) < kInClips * static_cast<double>(part.clips)) return;
        const Measured apart = measuredOfSize(part.farthest, checked_.rest.size);
        const std::vector<std::string>& names = model_.hierarchy.names;
        findings.push_back({"part-leaves", Severity::warning, part.group->name,
                            std::string(part.isIsland ? "has a part that follows '" : "follows '") +
                                names[part.carrier] + "', but touches '" + names[part.farthestFrom] + "': they come " +
                                lengthText(model_, part.farthest, apart) + " apart in clip '" +
                                model_.clips[part.farthestClip].name + "'",
                            apart.figure});
    }

    const CheckedModel& checked_;
    const Model& model_;
    std::vector<uint32_t> bones_;  ///< by node
    std::vector<Part> parts_;
};

}  // namespace

std::vector<Finding> checkAttachments(const CheckedModel& checked) {
    std::vector<Finding> findings;
    Attachments(checked).check(findings);
    return findings;
}

}  // namespace sinew
