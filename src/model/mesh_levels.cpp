#include "model/mesh_levels.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include <glm/geometric.hpp>

#include "model/bounds.h"
#include "model/level_error.h"
#include "model/level_poses.h"
#include "model/simplify.h"

namespace sinew {
namespace {

constexpr size_t kTriangleDivisors[kMostMeshLevels] = {2, 5, 15};
constexpr double kMostShare = 0.8;     // of the triangles of the level before
constexpr double kSimilarCount = 1.1;  // of triangles, as a ratio
constexpr double kUsualShare = 0.95;   // of errors that are usual
constexpr int kOutlierRounds = 2;
constexpr float kOutlier = 2.0f;    // relative to the largest usual error
constexpr double kMostCost = 0.1;   // relative to the size
constexpr size_t kMetricPoses = 3;  // of the measured ones, that collapses are judged in besides bent ones
constexpr size_t kLeastPoses = 16, kMostPoses = 128;
constexpr size_t kPosedVertices = 6'400'000;  // in all measured poses, unless those would be fewer than kLeastPoses
constexpr size_t kNodeVertices = 8;           // that a node counts as: poses of all nodes are kept
constexpr size_t kMostVertices = 1u << 19;    // half a gigabyte of quadrics
constexpr size_t kMostTargets = 64;           // morph targets that are measured alone
constexpr float kNormalLength = 0.02f;        // that a normal's difference counts as, relative to the size
constexpr float kUvLength = 0.5f;             // relative to the length of the surface that the texture covers

/// The morph targets that move a vertex, and how far.
struct MorphMotion {
    uint32_t target = 0;
    glm::vec3 delta{0.0f};

    auto operator<=>(const MorphMotion& other) const {
        return std::tie(target, delta.x, delta.y, delta.z) <=>
               std::tie(other.target, other.delta.x, other.delta.y, other.delta.z);
    }
    bool operator==(const MorphMotion&) const = default;
};

/// Which vertices are one point (see SimplifyInput), and which of those have a place in common.
struct Points {
    std::vector<uint32_t> pointOf;  ///< by vertex
    std::vector<uint32_t> groupOf;  ///< by vertex
    std::vector<uint8_t> locked;    ///< by point
};

/// Without a texture, UVs do not show.
Points findPoints(const SkinnedMesh& mesh, bool textured) {
    std::vector<std::vector<MorphMotion>> motions(mesh.morphTargets.empty() ? 0 : mesh.vertexCount());
    for (uint32_t target = 0; target < mesh.morphTargets.size(); ++target)
        for (const MorphDelta& delta : mesh.morphTargets[target].deltas)
            if (delta.position != glm::vec3(0.0f)) motions[delta.vertex].push_back({target, delta.position});
    const auto place = [&](uint32_t v) {
        return std::tie(mesh.positions[v].x, mesh.positions[v].y, mesh.positions[v].z);
    };
    const auto compareMotion = [&](uint32_t a, uint32_t b) {
        const auto compareSet = [&](const std::vector<Influences>& set) {
            if (set.empty()) return std::strong_ordering::equal;
            return std::tie(set[a].bones, set[a].weights) <=> std::tie(set[b].bones, set[b].weights);
        };
        std::partial_ordering order = compareSet(mesh.influences);
        if (order == 0) order = compareSet(mesh.moreInfluences);
        if (order == 0 && !motions.empty()) order = motions[a] <=> motions[b];
        return order;
    };
    const auto look = [&](uint32_t v) {
        const glm::vec2 uv = textured ? mesh.uvs[v] : glm::vec2(0.0f);
        const glm::vec2 more = textured && !mesh.moreUvs.empty() ? mesh.moreUvs[v] : glm::vec2(0.0f);
        const glm::vec4& color = mesh.colors[v];
        return std::tuple(uv.x, uv.y, more.x, more.y, color.x, color.y, color.z, color.w);
    };
    std::vector<uint32_t> sorted(mesh.vertexCount());
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::ranges::sort(sorted, [&](uint32_t a, uint32_t b) {
        if (place(a) != place(b)) return place(a) < place(b);
        const auto order = compareMotion(a, b);
        return order < 0 || (order == 0 && std::tuple(look(a), a) < std::tuple(look(b), b));
    });
    Points points{.pointOf = std::vector<uint32_t>(mesh.vertexCount()),
                  .groupOf = std::vector<uint32_t>(mesh.vertexCount()),
                  .locked = {}};
    uint32_t groups = 0;
    for (size_t i = 0; i < sorted.size(); ++i) {
        const bool samePlace = i > 0 && place(sorted[i]) == place(sorted[i - 1]);
        const bool samePoint = samePlace && compareMotion(sorted[i], sorted[i - 1]) == 0;
        if (!samePoint || look(sorted[i]) != look(sorted[i - 1])) ++groups;
        points.groupOf[sorted[i]] = groups - 1;
        if (!samePoint) {
            if (samePlace) points.locked.back() = 1;
            points.locked.push_back(samePlace ? 1 : 0);
        }
        points.pointOf[sorted[i]] = static_cast<uint32_t>(points.locked.size() - 1);
    }
    return points;
}

void lockSeams(std::span<const MeshPart> parts, Points& points) {
    constexpr uint32_t kNoPart = ~0u;
    std::vector<uint32_t> partOf(points.locked.size(), kNoPart);
    for (uint32_t part = 0; part < parts.size(); ++part)
        for (const uint32_t vertex : parts[part].vertices) {
            uint32_t& known = partOf[points.pointOf[vertex]];
            if (known != kNoPart && known != part) points.locked[points.pointOf[vertex]] = 1;
            known = part;
        }
}

/// One part of a mesh by itself: vertices, points and groups are numbered anew, in the order of the mesh, so that the
/// work does not grow with the other parts.
struct PartInput {
    std::vector<uint32_t> pointOf, groupOf;     ///< by vertex of the part
    std::vector<uint8_t> locked;                ///< by point of the part
    std::vector<glm::vec3> positions;           ///< of the mesh
    std::vector<std::vector<glm::vec3>> poses;  ///< as SimplifyInput
    std::vector<SimplifyAttributes> attributes;
};

/// The distinct values of `of` at the vertices, ascending; `numbers`: the place of each vertex's value among them.
std::vector<uint32_t> numbered(std::span<const uint32_t> vertices, std::span<const uint32_t> of,
                               std::vector<uint32_t>& numbers) {
    std::vector<uint32_t> values;
    values.reserve(vertices.size());
    for (const uint32_t vertex : vertices)
        values.push_back(of[vertex]);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    for (const uint32_t vertex : vertices)
        numbers.push_back(static_cast<uint32_t>(std::ranges::lower_bound(values, of[vertex]) - values.begin()));
    return values;
}

PartInput partInput(const SkinnedMesh& mesh, const MeshPart& part, const Points& points,
                    std::span<const std::vector<glm::vec3>> poses, std::span<const SimplifyAttributes> attributes) {
    PartInput input;
    for (const uint32_t point : numbered(part.vertices, points.pointOf, input.pointOf))
        input.locked.push_back(points.locked[point]);
    numbered(part.vertices, points.groupOf, input.groupOf);
    const auto ofPart = [&](std::span<const glm::vec3> positions) {
        std::vector<glm::vec3> own;
        own.reserve(part.vertices.size());
        for (const uint32_t vertex : part.vertices)
            own.push_back(positions[vertex]);
        return own;
    };
    input.positions = ofPart(mesh.positions);
    for (const std::vector<glm::vec3>& pose : poses)
        input.poses.push_back(ofPart(pose));
    for (const uint32_t vertex : part.vertices)
        input.attributes.push_back(attributes[vertex]);
    return input;
}

/// Diagonal of the bounding box.
float sizeOf(std::span<const glm::vec3> positions) {
    Box box;
    for (const glm::vec3& position : positions)
        box.add(position);
    return box.diagonal();
}

/// Length of the surface that a texture's side covers, on the mean; 0 if none does.
double lengthOfTexture(const SkinnedMesh& mesh) {
    double surface = 0.0, texture = 0.0;
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const uint32_t a = mesh.indices[i], b = mesh.indices[i + 1], c = mesh.indices[i + 2];
        const glm::vec3& origin = mesh.positions[a];
        surface += glm::length(glm::cross(mesh.positions[b] - origin, mesh.positions[c] - origin));
        const glm::vec2 ab = mesh.uvs[b] - mesh.uvs[a], ac = mesh.uvs[c] - mesh.uvs[a];
        texture += std::abs(ab.x * ac.y - ab.y * ac.x);
    }
    return texture > 0.0 ? std::sqrt(surface / texture) : 0.0;
}

/// `scale`: world units per unit of the mesh.
std::vector<SimplifyAttributes> attributesOf(const SkinnedMesh& mesh, bool textured, float scale, float size) {
    const float uvLength = textured ? kUvLength * scale * static_cast<float>(lengthOfTexture(mesh)) : 0.0f;
    const float normalLength = kNormalLength * size;
    std::vector<SimplifyAttributes> attributes;
    attributes.reserve(mesh.vertexCount());
    for (size_t v = 0; v < mesh.vertexCount(); ++v) {
        const glm::vec2 uv = uvLength * mesh.uvs[v];
        const glm::vec3 normal = normalLength * mesh.normals[v];
        attributes.push_back({uv.x, uv.y, normal.x, normal.y, normal.z});
        for (float& value : attributes.back())
            if (!std::isfinite(value)) value = 0.0f;
    }
    return attributes;
}

/// A level that may be taken.
struct Candidate {
    std::vector<uint32_t> indices;
    std::vector<Correspondence> correspondences;
    std::vector<float> errors;  ///< of each, in the pose where it is largest

    float error() const { return errors.empty() ? 0.0f : std::ranges::max(errors); }
    double triangles() const { return static_cast<double>(indices.size() / 3); }
};

/// Makes the levels of one mesh.
class LevelMaker {
  public:
    LevelMaker(Model& model, uint32_t mesh, std::span<const ModelPose> poses, std::span<const ModelPose> bent)
        : model_(model), mesh_(model.meshes[mesh]), poses_(poses), bent_(bent) {
        for (const MeshInstance& instance : model.instances)
            if (instance.mesh == mesh) instances_.push_back(&instance);
    }

    void make(uint32_t maxBones) {
        mesh_.levels.clear();
        if (instances_.empty() || mesh_.indices.empty() || mesh_.vertexCount() > kMostVertices) return;
        const float meshSize = sizeOf(mesh_.positions);
        size_ = 0.0f;
        forEachPose([&](std::span<const glm::vec3> positions) { size_ = std::max(size_, sizeOf(positions)); });
        scale_ = size_ / meshSize;
        if (!(meshSize > 0.0f) || !(scale_ > 0.0f) || !std::isfinite(scale_) || !std::isfinite(size_)) return;
        const std::vector<MeshPart> parts = splitByPalette(mesh_, maxBones);
        points_ = findPoints(mesh_, isTextured());
        lockSeams(parts, points_);
        std::vector<Candidate> best = candidates(parts);
        for (int round = 0; round < kOutlierRounds && lockOutliers(best); ++round) {
            std::vector<Candidate> next = candidates(parts);
            for (size_t i = 0; i < kMostMeshLevels; ++i)
                if (next[i].error() < best[i].error() && next[i].triangles() < kSimilarCount * best[i].triangles())
                    std::swap(best[i], next[i]);
        }
        take(best);
    }

  private:
    bool isTextured() const {
        return std::ranges::any_of(model_.materials[mesh_.material].textures,
                                   [](const std::optional<TextureUse>& use) { return use.has_value(); });
    }

    /// Calls visit(positions) for each pose that is measured.
    template <typename Visit>
    void forEachPose(const Visit& visit) const {
        std::vector<glm::vec3> positions;
        for (const MeshInstance* instance : instances_) {
            for (const ModelPose& pose : poses_)
                if (posePositions(model_, *instance, pose, positions)) visit(positions);
            const size_t targets = std::min(mesh_.morphTargets.size(), kMostTargets);
            ModelPose alone{.worldFromNode = poses_.front().worldFromNode,
                            .morphWeights = std::vector<float>(model_.restMorphWeights.size(), 0.0f)};
            for (size_t target = 0; target < targets; ++target) {
                float& weight = alone.morphWeights[instance->firstMorphWeight + target];
                weight = 1.0f;
                if (posePositions(model_, *instance, alone, positions)) visit(positions);
                weight = 0.0f;
            }
        }
    }

    /// The poses in which collapses are judged: the mesh as it is, then others.
    std::vector<std::vector<glm::vec3>> metricPoses() const {
        std::vector<std::vector<glm::vec3>> poses(1);
        for (const glm::vec3& position : mesh_.positions)
            poses.front().push_back(scale_ * position);
        const MeshInstance& instance = *instances_.front();
        std::vector<glm::vec3> positions;
        for (const ModelPose& pose : bent_)
            if (mesh_.boneCount > 1 && posePositions(model_, instance, pose, positions)) poses.push_back(positions);
        if (mesh_.boneCount > 1 || !mesh_.morphTargets.empty())
            for (const size_t pose : mostDifferent(model_, instance, poses_, kMetricPoses))
                if (posePositions(model_, instance, poses_[pose], positions)) poses.push_back(positions);
        return poses;
    }

    /// A level for each divisor, measured.
    std::vector<Candidate> candidates(std::span<const MeshPart> parts) const {
        const std::vector<std::vector<glm::vec3>> poses = metricPoses();
        const std::vector<SimplifyAttributes> attributes = attributesOf(mesh_, isTextured(), scale_, size_);
        std::vector<Candidate> candidates(kMostMeshLevels);
        for (const MeshPart& part : parts) {
            const PartInput input = partInput(mesh_, part, points_, poses, attributes);
            std::array<size_t, kMostMeshLevels> targets{};
            for (size_t i = 0; i < kMostMeshLevels; ++i)
                targets[i] = part.indices.size() / 3 / kTriangleDivisors[i];
            const Simplified simplified = simplify({.indices = part.indices,
                                                    .pointOf = input.pointOf,
                                                    .groupOf = input.groupOf,
                                                    .locked = input.locked,
                                                    .poses = input.poses,
                                                    .attributes = input.attributes},
                                                   targets, kMostCost * size_);
            for (size_t i = 0; i < kMostMeshLevels; ++i) {
                const std::vector<uint32_t>& fewer = simplified.indices[i];
                for (const uint32_t index : fewer)
                    candidates[i].indices.push_back(part.vertices[index]);
                for (Correspondence found : findCorrespondences(input.positions, part.indices, fewer, input.pointOf,
                                                                simplified.replacedBy[i])) {
                    for (uint32_t& vertex : found.ends)
                        vertex = part.vertices[vertex];
                    for (uint32_t& vertex : found.corners)
                        vertex = part.vertices[vertex];
                    candidates[i].correspondences.push_back(found);
                }
            }
        }
        for (Candidate& candidate : candidates)
            candidate.errors.resize(candidate.correspondences.size());
        forEachPose([&](std::span<const glm::vec3> positions) {
            for (Candidate& candidate : candidates)
                raiseDistances(candidate.correspondences, positions, candidate.errors);
        });
        return candidates;
    }

    /// Locks the few points that are much farther off than the rest, as at joints that bend in one clip only. Skips the
    /// coarsest level. Returns whether it locked any.
    bool lockOutliers(std::span<const Candidate> candidates) {
        bool found = false;
        for (const Candidate& candidate : candidates.first(kMostMeshLevels - 1)) {
            std::vector<float> sorted = candidate.errors;
            if (sorted.empty()) continue;
            const auto place = static_cast<ptrdiff_t>(kUsualShare * static_cast<double>(sorted.size() - 1));
            const auto usual = sorted.begin() + place;
            std::ranges::nth_element(sorted, usual);
            for (size_t i = 0; i < candidate.errors.size(); ++i)
                if (candidate.errors[i] > kOutlier * *usual)
                    for (const uint32_t vertex : candidate.correspondences[i].ends)
                        found |= std::exchange(points_.locked[points_.pointOf[vertex]], uint8_t{1}) == 0;
        }
        return found;
    }

    /// Takes the levels that are worth having.
    void take(std::span<Candidate> candidates) {
        for (Candidate& taken : candidates) {
            const size_t before = mesh_.levels.empty() ? mesh_.indices.size() : mesh_.levels.back().indices.size();
            const bool hasFewer = taken.triangles() <= kMostShare * static_cast<double>(before / 3);
            if (taken.indices.empty() || !hasFewer) continue;  // nothing is left of triangles without area
            const float error = std::max(taken.error(), mesh_.levels.empty() ? 0.0f : mesh_.levels.back().error);
            mesh_.levels.push_back({std::move(taken.indices), error});
        }
    }

    const Model& model_;
    SkinnedMesh& mesh_;
    std::span<const ModelPose> poses_;
    std::span<const ModelPose> bent_;
    std::vector<const MeshInstance*> instances_;
    float size_ = 0.0f;   ///< in the largest pose, world units
    float scale_ = 0.0f;  ///< world units per unit of the mesh
    Points points_;
};

}  // namespace

void makeLevels(Model& model, uint32_t maxBones) {
    size_t vertices = 1 + kNodeVertices * model.hierarchy.size(), morphed = 0;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        vertices += mesh.vertexCount();
        morphed += mesh.vertexCount() * std::min(mesh.morphTargets.size(), kMostTargets);
    }
    const size_t room = kPosedVertices - std::min(morphed, kPosedVertices);
    const std::vector<ModelPose> poses = levelPoses(model, std::clamp(room / vertices, kLeastPoses, kMostPoses));
    const std::array<ModelPose, 3> bent = bentPoses(model);
    for (uint32_t mesh = 0; mesh < model.meshes.size(); ++mesh)
        LevelMaker(model, mesh, poses, bent).make(maxBones);
}

bool hasLevels(const Model& model) {
    return std::ranges::any_of(model.meshes, [](const SkinnedMesh& mesh) { return !mesh.levels.empty(); });
}

void dropLevels(Model& model) {
    for (SkinnedMesh& mesh : model.meshes)
        mesh.levels.clear();
}

std::optional<std::vector<std::vector<uint32_t>>> splitLevel(const MeshLevel& level, std::span<const MeshPart> parts) {
    struct PartVertex {
        uint32_t vertex = 0, part = 0, index = 0;  ///< of the mesh; of the part

        auto operator<=>(const PartVertex&) const = default;
    };
    std::vector<PartVertex> known;
    for (uint32_t part = 0; part < parts.size(); ++part)
        for (uint32_t i = 0; i < parts[part].vertices.size(); ++i)
            known.push_back({parts[part].vertices[i], part, i});
    std::ranges::sort(known);
    std::vector<std::vector<uint32_t>> split(parts.size());
    const auto addTo = [&](uint32_t part, std::span<const uint32_t> triangle) {
        std::array<uint32_t, 3> corners{};
        for (size_t i = 0; i < 3; ++i) {
            const auto found = std::ranges::lower_bound(known, PartVertex{triangle[i], part, 0});
            if (found == known.end() || found->vertex != triangle[i] || found->part != part) return false;
            corners[i] = found->index;
        }
        split[part].insert(split[part].end(), corners.begin(), corners.end());
        return true;
    };
    for (size_t i = 0; i + 2 < level.indices.size(); i += 3) {
        const std::span<const uint32_t> triangle = std::span(level.indices).subspan(i, 3);
        auto found = std::ranges::lower_bound(known, PartVertex{triangle[0], 0, 0});
        while (found != known.end() && found->vertex == triangle[0] && !addTo(found->part, triangle))
            ++found;
        if (found == known.end() || found->vertex != triangle[0]) return std::nullopt;
    }
    return split;
}

}  // namespace sinew
