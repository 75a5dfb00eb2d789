#include "check/checks.h"

#include <cmath>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/clip_motion.h"
#include "check/clips/limits.h"
#include "check/found.h"
#include "check/surface.h"
#include "model/cpu_skinning.h"
#include "model/poses.h"

namespace sinew {
namespace {

/// The triangles of one instance that several bones move.
struct Skin {
    std::vector<uint32_t> triangles;  ///< offsets of their first corners in the mesh's indices
    std::vector<uint32_t> vertices;   ///< of those triangles, each once
    float scale = 1.0f;               ///< from mesh space to the world, in the rest pose
};

bool isOfOneBone(const SkinnedMesh& mesh, const uint32_t* corners) {
    const uint16_t bone = mesh.influences[corners[0]].bones[0];
    return std::all_of(corners, corners + 3, [&](uint32_t vertex) {
        const Influences& influences = mesh.influences[vertex];
        return influences.bones[0] == bone && influences.weights[0] == kWeightOne;
    });
}

/// The median of the bones' scales, so that a bone that is scaled to nothing does not count.
float restScale(const MeshInstance& instance, const RestPose& rest) {
    std::vector<float> scales;
    for (const Bone& bone : instance.bones)
        scales.push_back(
            std::cbrt(std::abs(glm::determinant(glm::mat3(rest.worldFromNode[bone.node] * bone.inverseBindMatrix)))));
    return medianOf(scales);
}

Skin skinOf(const SkinnedMesh& mesh, const MeshInstance& instance, const RestPose& rest) {
    Skin skin{.triangles = {}, .vertices = {}, .scale = restScale(instance, rest)};
    for (uint32_t i = 0; i + 2 < mesh.indices.size(); i += 3)
        if (!isOfOneBone(mesh, &mesh.indices[i])) skin.triangles.push_back(i);
    if (skin.triangles.size() > kMostDeformed) {
        const size_t stride = skin.triangles.size() / kMostDeformed + 1;
        for (size_t kept = 0; kept * stride < skin.triangles.size(); ++kept)
            skin.triangles[kept] = skin.triangles[kept * stride];
        skin.triangles.resize((skin.triangles.size() + stride - 1) / stride);
    }
    std::vector<bool> isUsed(mesh.vertexCount());
    for (const uint32_t triangle : skin.triangles)
        for (uint32_t corner = 0; corner < 3; ++corner)
            isUsed[mesh.indices[triangle + corner]] = true;
    for (uint32_t vertex = 0; vertex < isUsed.size(); ++vertex)
        if (isUsed[vertex]) skin.vertices.push_back(vertex);
    return skin;
}

/// One mesh of a group, posed.
struct DeformedPart {
    const MeshInstance& instance;
    const SkinnedMesh& mesh;
    Skin skin;
    std::vector<float> squaredBindEdges, bindAreas;  ///< of the skin's triangles
    std::vector<glm::vec3> posed;
    std::vector<glm::mat4> palette;
    std::vector<glm::vec2> restScales;  ///< of each bone's matrix: the smallest and the largest axis
    std::vector<glm::vec2> scales;      ///< the same in the pose, relative to the rest pose
};

/// The longest edge of a triangle, squared, and twice its area.
struct Extent {
    float squaredEdge = 0.0f, area = 0.0f;
};

float squared(float value) {
    return value * value;
}

Extent extentOf(std::span<const glm::vec3> positions, const uint32_t* corners) {
    const glm::vec3 ab = positions[corners[1]] - positions[corners[0]];
    const glm::vec3 ac = positions[corners[2]] - positions[corners[0]];
    return {.squaredEdge = std::max({glm::dot(ab, ab), glm::dot(ac, ac), glm::dot(ac - ab, ac - ab)}),
            .area = glm::length(glm::cross(ab, ac))};
}

/// The lengths of the shortest and the longest axis.
glm::vec2 axesOf(const glm::mat4& matrix) {
    const glm::vec3 lengths(glm::length(matrix[0]), glm::length(matrix[1]), glm::length(matrix[2]));
    return {std::min({lengths.x, lengths.y, lengths.z}), std::max({lengths.x, lengths.y, lengths.z})};
}

/// The scales of the bones of a triangle: the smallest and the largest.
glm::vec2 scalesAt(const SkinnedMesh& mesh, const std::vector<glm::vec2>& scales, const uint32_t* corners) {
    glm::vec2 range(1.0f);
    for (int corner = 0; corner < 3; ++corner)
        forEachInfluence(mesh, corners[corner], [&](uint16_t bone, uint16_t) {
            range = {std::min(range.x, scales[bone].x), std::max(range.y, scales[bone].y)};
        });
    return range;
}

DeformedPart partOf(const Model& model, const MeshInstance& instance, const RestPose& rest) {
    const SkinnedMesh& mesh = model.meshes[instance.mesh];
    DeformedPart part{.instance = instance,
                      .mesh = mesh,
                      .skin = skinOf(mesh, instance, rest),
                      .squaredBindEdges = {},
                      .bindAreas = {},
                      .posed = std::vector<glm::vec3>(mesh.vertexCount()),
                      .palette = std::vector<glm::mat4>(instance.bones.size()),
                      .restScales = {},
                      .scales = std::vector<glm::vec2>(instance.bones.size())};
    for (const Bone& bone : instance.bones)
        part.restScales.push_back(axesOf(rest.worldFromNode[bone.node] * bone.inverseBindMatrix));
    const float scale = part.skin.scale;
    for (const uint32_t triangle : part.skin.triangles) {
        const Extent extent = extentOf(mesh.positions, &mesh.indices[triangle]);
        part.squaredBindEdges.push_back(scale * scale * extent.squaredEdge);
        part.bindAreas.push_back(scale * scale * extent.area);
    }
    return part;
}

/// The worst deformation of one kind, over all clips.
struct Worst {
    size_t most = 0;     ///< triangles in one pose
    float ratio = 0.0f;  ///< of the worst triangle, at this node and time
    uint32_t node = 0;
    size_t clip = 0;
    double seconds = 0.0;
};

bool scales(const AnimationClip& clip, const NodeHierarchy& hierarchy) {
    return std::ranges::any_of(clip.channels, [&](const Channel& channel) {
        const glm::vec3& rest = hierarchy.rest[channel.node].scale;
        return std::ranges::any_of(channel.scale.values, [&](const glm::vec3& scale) {
            return glm::distance(scale, rest) > kClips.alike * glm::length(rest);
        });
    });
}

class DeformationMeasure {
  public:
    DeformationMeasure(const Model& model, const MeshGroup& group, const RestPose& rest)
        : model_(model), mesh_(meshSubject(model, group)), size_(rest.size) {
        for (const uint32_t instance : group.instances)
            if (!model.instances[instance].bones.empty())
                parts_.push_back(partOf(model, model.instances[instance], rest));
        for (const AnimationClip& clip : model.clips)
            scales_.push_back(scales(clip, model.hierarchy));
    }

    void addPose(std::span<const glm::mat4> worldFromNode, size_t clip, double seconds) {
        const float leastEdge = squared(2.0f * kVisible.way * size_), leastArea = squared(kClips.triangle * size_);
        size_t stretched = 0, collapsed = 0;
        for (DeformedPart& part : parts_) {
            writePalette(part.instance.bones, worldFromNode, part.palette);
            for (size_t bone = 0; scales_[clip] && bone < part.palette.size(); ++bone)
                part.scales[bone] = axesOf(part.palette[bone]) / glm::max(part.restScales[bone], glm::vec2(1e-20f));
            for (const uint32_t v : part.skin.vertices)
                part.posed[v] = skinnedPosition(part.mesh, v, part.palette);
            for (size_t t = 0; t < part.skin.triangles.size(); ++t) {
                const uint32_t* corners = &part.mesh.indices[part.skin.triangles[t]];
                const auto [edge, area] = extentOf(part.posed, corners);
                const glm::vec2 scale = scales_[clip] ? scalesAt(part.mesh, part.scales, corners) : glm::vec2(1.0f);
                const float bindEdge = squared(scale.y) * part.squaredBindEdges[t];
                const float bindArea = squared(scale.x) * part.bindAreas[t];
                if (edge > leastEdge && edge > squared(kClips.stretched) * bindEdge)
                    note(part, stretch_, stretched, std::sqrt(edge / bindEdge), corners, clip, seconds);
                if (bindArea > leastArea && area < kClips.flat * bindArea)
                    note(part, collapse_, collapsed, bindArea / std::max(area, std::numeric_limits<float>::min()),
                         corners, clip, seconds);
            }
        }
        stretch_.most = std::max(stretch_.most, stretched);
        collapse_.most = std::max(collapse_.most, collapsed);
    }

    size_t vertexCount() const {
        size_t count = 0;
        for (const DeformedPart& part : parts_)
            count += part.skin.vertices.size();
        return count;
    }

    void addFindings(std::vector<Finding>& findings) const {
        add(
            "triangles-stretch", stretch_,
            [](float ratio) { return "stretches to " + figure(static_cast<double>(ratio)) + " times its bind length"; },
            findings);
        add(
            "triangles-collapse", collapse_,
            [](float ratio) { return "shrinks to " + percent(1.0 / static_cast<double>(ratio)) + " of its bind area"; },
            findings);
    }

  private:
    /// Counts a triangle. Its corner with the smallest dominant weight names the bone.
    void note(const DeformedPart& part, Worst& worst, size_t& count, float ratio, const uint32_t* corners, size_t clip,
              double seconds) {
        ++count;
        if (ratio <= worst.ratio) return;
        const uint32_t vertex = *std::min_element(corners, corners + 3, [&](uint32_t a, uint32_t b) {
            return part.mesh.influences[a].weights[0] < part.mesh.influences[b].weights[0];
        });
        worst.ratio = ratio;
        worst.node = part.instance.bones[part.mesh.influences[vertex].bones[0]].node;
        worst.clip = clip;
        worst.seconds = seconds;
    }

    /// `text` describes a ratio.
    template <typename Text>
    void add(const char* id, const Worst& worst, const Text& text, std::vector<Finding>& findings) const {
        if (worst.most == 0) return;
        size_t triangles = 0;
        for (const DeformedPart& part : parts_)
            triangles += part.skin.triangles.size();
        const bool many = worst.most >= kClips.several &&
                          static_cast<double>(worst.most) > kClips.triangles * static_cast<double>(triangles);
        const bool isFolded = &worst == &collapse_;  // as each knee is, a little
        if (isFolded && !many) return;
        const Measured count = measuredCount(worst.most, "triangle", "triangles");
        findings.push_back(Found(id, many && !isFolded ? Severity::warning : Severity::info,
                                 {mesh_, nodeSubject(worst.node), clipSubject(worst.clip)},
                                 "deforms up to " + count.text + " at once; the worst, near {}, " + text(worst.ratio) +
                                     " in {} at " + figure(worst.seconds) + " s",
                                 count.figure, worst.seconds));
    }

    const Model& model_;
    Subject mesh_;
    float size_;
    std::vector<DeformedPart> parts_;
    std::vector<bool> scales_;  ///< by clip: it scales bones, which explains as much
    Worst stretch_, collapse_;
};

}  // namespace

std::vector<Finding> checkDeformation(const CheckedModel& checked) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    if (!(rest.size > 0.0f)) return findings;
    for (const MeshGroup& group : checked.groups) {
        if (!group.skinned) continue;
        DeformationMeasure measure(model, group, rest);
        if (measure.vertexCount() == 0) continue;
        forEachPose(checked, kClipCosts.posedVertices / std::max<size_t>(1, measure.vertexCount()),
                    [&](std::span<const glm::mat4> world, size_t clip, double seconds) {
                        measure.addPose(world, clip, seconds);
                    });
        measure.addFindings(findings);
    }
    return findings;
}

}  // namespace sinew
