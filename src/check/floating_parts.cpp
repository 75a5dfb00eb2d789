#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/surface.h"
#include "model/bounds.h"
#include "model/level_error.h"

namespace sinew {
namespace {

constexpr float kGap = 0.04f;        // of the model's size
constexpr float kGapOfPart = 0.25f;  // of the part's own size: it belongs to what is beside it
constexpr std::ptrdiff_t kMinFigureBones = 8;
constexpr size_t kMinPartCorners = 24;
constexpr size_t kMostFloating = 2;     // more are meant, as in a figure of stones
constexpr size_t kCoarseCorners = 600;  // fewer: of large triangles
constexpr size_t kMostIslands = 256;
constexpr size_t kMostMaterials = 64;
constexpr size_t kMostTriangles = 200'000;
constexpr size_t kFewPlaces = 512;     // of a part that are compared first, evenly spaced
constexpr size_t kFewPoints = 24;      // with those of another one
constexpr size_t kManyPoints = 512;    // with triangles
constexpr size_t kMostPlaces = 16384;  // of the figure that are compared, evenly spaced

/// Triangles of a figure that hang together, or all of a mesh, at rest.
struct Island {
    const MeshGroup* group = nullptr;
    bool isWhole = false;
    Box box;
    size_t corners = 0;
    uint32_t node = 0;  ///< that moves its first vertex most
};

struct IslandPoint {
    glm::vec3 at{0.0f};
    size_t island = 0, whole = 0;  ///< to which it belongs
};

class Islands {
  public:
    explicit Islands(const CheckedModel& checked) : checked_(checked) {
        for (const MeshGroup& group : checked.groups)
            if (std::ranges::all_of(group.instances, [&](uint32_t index) { return checked.ofFigure[index] != 0; }))
                add(group);
    }

    std::vector<Finding> floating() const {
        std::vector<Finding> findings;
        if (islands_.size() > kMostIslands) return findings;
        const MeshGroup* found = nullptr;
        for (size_t i = 0; i < islands_.size(); ++i) {
            const Island& island = islands_[i];
            const float size = island.box.diagonal(), least = std::max(kGap * checked_.rest.size, kGapOfPart * size);
            if (island.corners < kMinPartCorners || !(size < checked_.rest.size / 2.0f)) continue;
            if (island.group == found) continue;
            const std::optional<float> gap = gapAround(i, least);
            if (!gap) continue;
            found = island.group;
            const Measured away = measuredOfSize(*gap, checked_.rest.size);
            findings.push_back({"part-floats", Severity::info, island.group->name,
                                std::string(island.isWhole ? "floats" : "has a part that floats") + " near '" +
                                    checked_.model.hierarchy.names[island.node] +
                                    "': " + lengthText(checked_.model, *gap, away) + " from the rest of the figure",
                                away.figure});
        }
        if (findings.size() > kMostFloating) findings.clear();
        return findings;
    }

  private:
    void add(const MeshGroup& group) {
        const Surface& surface = checked_.surfaceOf(group);
        const std::vector<uint32_t> numbers = islandsOf(surface);
        const size_t whole = islands_.size();
        islands_.push_back({.group = &group, .isWhole = true});
        std::map<uint32_t, size_t> islandOf;
        std::vector<bool> isAdded(numbers.size());
        for (const Surface::Corner& corner : surface.corners) {
            const auto [found, isNew] = islandOf.try_emplace(numbers[corner.point], islands_.size());
            if (isNew) islands_.push_back({.group = &group, .node = nodeOf(corner)});
            Island& island = islands_[found->second];
            ++island.corners;
            ++islands_[whole].corners;
            islands_[whole].node = island.node;
            if (isAdded[corner.point]) continue;
            isAdded[corner.point] = true;
            const glm::vec3 at = checked_.restPositions(corner.instance)[corner.vertex];
            island.box.add(at);
            islands_[whole].box.add(at);
            places_.push_back({at, found->second, whole});
        }
    }

    uint32_t nodeOf(const Surface::Corner& corner) const {
        const MeshInstance& instance = checked_.model.instances[corner.instance];
        if (!instance.skinned) return instance.node;
        return instance.bones[checked_.model.meshes[instance.mesh].influences[corner.vertex].bones[0]].node;
    }

    /// How far all others are from an island's box; nothing if less than `least`.
    std::optional<float> gapAround(size_t island, float least) const {
        const Box& box = islands_[island].box;
        if (isWithinCoarse(island)) return std::nullopt;
        const size_t stride = places_.size() / kMostPlaces + 1;
        float gap = std::numeric_limits<float>::max();
        for (size_t i = 0; i < places_.size() && gap >= least; i += stride)
            if (places_[i].island != island && places_[i].whole != island)
                gap = std::min(gap, box.distanceTo(places_[i].at));
        return gap >= least && gap < std::numeric_limits<float>::max() ? std::optional(gap) : std::nullopt;
    }

    /// In the middle of large triangles, as an eye in the face of a block, whose corners are far away.
    bool isWithinCoarse(size_t island) const {
        const glm::vec3 middle = 0.5f * (islands_[island].box.min + islands_[island].box.max);
        return std::ranges::any_of(islands_, [&](const Island& other) {
            const bool isOwn = islands_[island].isWhole && other.group == islands_[island].group;
            return &other != &islands_[island] && !isOwn && !other.isWhole && other.corners < kCoarseCorners &&
                   glm::all(glm::greaterThanEqual(middle, other.box.min)) &&
                   glm::all(glm::lessThanEqual(middle, other.box.max));
        });
    }

    const CheckedModel& checked_;
    std::vector<Island> islands_;
    std::vector<IslandPoint> places_;
};

/// Meshes of one material, against the triangles of all others.
class Materials {
  public:
    explicit Materials(const CheckedModel& checked) : checked_(checked) {
        for (const MeshGroup& group : checked.groups)
            for (const uint32_t index : group.instances)
                if (checked.ofFigure[index] != 0 && !meshOf(index).indices.empty()) addPart(group, index);
    }

    std::vector<Finding> floating(const std::vector<Finding>& known) const {
        std::vector<Finding> findings;
        if (parts_.size() < 2 || parts_.size() > kMostMaterials || triangles_ > kMostTriangles) return findings;
        for (const Part& part : parts_) {
            const float least = std::max(kGap * checked_.rest.size, kGapOfPart * part.box.diagonal());
            if (std::ranges::find(known, part.group->name, &Finding::object) != known.end() || isPlain(part) ||
                isNearVertices(part, least))
                continue;
            const float gap = gapAround(part, least);
            if (gap < least) continue;
            findings.push_back(findingOf(part, gap));
        }
        if (findings.size() > kMostFloating) findings.clear();
        return findings;
    }

  private:
    struct Part {
        const MeshGroup* group;
        uint32_t instance;
        Box box;
    };

    const SkinnedMesh& meshOf(uint32_t index) const {
        return checked_.model.meshes[checked_.model.instances[index].mesh];
    }

    void addPart(const MeshGroup& group, uint32_t index) {
        Part part{&group, index, {}};
        for (const uint32_t vertex : meshOf(index).indices)
            part.box.add(checked_.restPositions(index)[vertex]);
        parts_.push_back(part);
        triangles_ += meshOf(index).triangleCount();
    }

    /// Too few triangles to tell, or most of the figure.
    bool isPlain(const Part& part) const {
        return meshOf(part.instance).indices.size() < kMinPartCorners ||
               !(part.box.diagonal() < checked_.rest.size / 2.0f);
    }

    bool isNearVertices(const Part& part, float least) const {
        const std::vector<glm::vec3>& own = checked_.restPositions(part.instance);
        for (const Part& other : parts_) {
            if (other.instance == part.instance) continue;
            const std::vector<glm::vec3>& places = checked_.restPositions(other.instance);
            for (size_t i = 0; i < places.size(); i += places.size() / kFewPlaces + 1) {
                if (part.box.distanceTo(places[i]) >= least) continue;
                for (size_t v = 0; v < own.size(); v += own.size() / kFewPoints + 1)
                    if (glm::distance(own[v], places[i]) < least) return true;
            }
        }
        return false;
    }

    /// From the triangles of all other parts.
    float gapAround(const Part& part, float least) const {
        const std::vector<glm::vec3>& own = checked_.restPositions(part.instance);
        float gap = std::numeric_limits<float>::max();
        for (const Part& other : parts_) {
            if (other.instance == part.instance) continue;
            const std::vector<glm::vec3>& places = checked_.restPositions(other.instance);
            const std::vector<uint32_t>& indices = meshOf(other.instance).indices;
            for (size_t i = 0; i + 2 < indices.size() && gap >= least; i += 3) {
                const glm::vec3 a = places[indices[i]], b = places[indices[i + 1]], c = places[indices[i + 2]];
                Box triangle;
                triangle.add(a), triangle.add(b), triangle.add(c);
                const glm::vec3 between =
                    glm::max(glm::max(triangle.min - part.box.max, part.box.min - triangle.max), glm::vec3(0.0f));
                if (glm::length(between) >= gap) continue;
                for (size_t v = 0; v < own.size(); v += own.size() / kManyPoints + 1) {
                    const std::array<float, 3> weights = nearestOn(own[v], a, b, c);
                    gap = std::min(gap, glm::distance(own[v], weights[0] * a + weights[1] * b + weights[2] * c));
                }
            }
        }
        return gap;
    }

    Finding findingOf(const Part& part, float gap) const {
        const MeshInstance& instance = checked_.model.instances[part.instance];
        const SkinnedMesh& mesh = meshOf(part.instance);
        const uint32_t bone = mesh.influences[mesh.indices.front()].bones[0];
        const Measured share = measuredOfSize(gap, checked_.rest.size);
        const bool isWhole = part.group->instances.size() == 1;
        return {"part-floats", Severity::info, part.group->name,
                (isWhole ? std::string("floats")
                         : "has material '" + materialName(checked_.model, checked_.model.materials[mesh.material]) +
                               "' on a part that floats") +
                    " near '" + checked_.model.hierarchy.names[instance.bones[bone].node] +
                    "': " + lengthText(checked_.model, gap, share) + " from the rest of the figure",
                share.figure};
    }

    const CheckedModel& checked_;
    std::vector<Part> parts_;
    size_t triangles_ = 0;
};

}  // namespace

std::vector<Finding> checkFloatingParts(const CheckedModel& checked) {
    const std::vector<bool> isBone = boneNodes(checked.model);
    const bool isSkinned = std::ranges::any_of(checked.model.instances, &MeshInstance::skinned);
    if (!(checked.rest.size > 0.0f) || !isSkinned || std::ranges::count(isBone, true) < kMinFigureBones) return {};
    std::vector<Finding> findings = Islands(checked).floating();
    std::ranges::move(Materials(checked).floating(findings), std::back_inserter(findings));
    return findings;
}

}  // namespace sinew
