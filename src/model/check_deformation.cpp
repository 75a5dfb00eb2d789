#include "model/check_deformation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "animation/pose.h"
#include "animation/sample.h"
#include "model/check_text.h"
#include "model/cpu_skinning.h"
#include "model/rest_pose.h"

namespace sinew {
namespace {

constexpr float kStretch = 4.0f;
constexpr float kCollapse = 0.1f;
// Shares of the model's size: what is smaller is not seen.
constexpr float kSeenEdge = 0.02f;
constexpr float kSeenTriangle = 0.002f;  // the side of a square of the triangle's area
constexpr double kMany = 0.01;           // of a mesh's triangles at one time: a warning
constexpr size_t kFewest = 4;            // and at least so many
constexpr float kScales = 0.01f;

constexpr size_t kMostTriangles = 1u << 14;  // of one instance
constexpr size_t kMostPosed = 1u << 20;      // vertices of one instance, over all clips and times
constexpr size_t kMostTimes = 16;
constexpr size_t kLeastTimes = 3;

/// The triangles of one instance that several bones move.
struct Skin {
    std::vector<uint32_t> triangles;  ///< the first of three places in the mesh's indices
    std::vector<uint32_t> vertices;   ///< of those, each once
    float scale = 1.0f;               ///< from the bind pose to the world, at rest
};

bool isOneBones(const SkinnedMesh& mesh, const uint32_t* corners) {
    const uint16_t bone = mesh.influences[corners[0]].bones[0];
    return std::all_of(corners, corners + 3, [&](uint32_t vertex) {
        const Influences& influences = mesh.influences[vertex];
        return influences.bones[0] == bone && influences.weights[0] == kWeightOne;
    });
}

/// The middle one of the bones' scales, so that a bone that is scaled away does not count.
float restScale(const MeshInstance& instance, const RestPose& rest) {
    std::vector<float> scales;
    for (const Bone& bone : instance.bones)
        scales.push_back(
            std::cbrt(std::abs(glm::determinant(glm::mat3(rest.worldFromNode[bone.node] * bone.inverseBindMatrix)))));
    const auto middle = scales.begin() + static_cast<std::ptrdiff_t>(scales.size() / 2);
    std::ranges::nth_element(scales, middle);
    return *middle;
}

Skin skinOf(const SkinnedMesh& mesh, const MeshInstance& instance, const RestPose& rest) {
    Skin skin{.triangles = {}, .vertices = {}, .scale = restScale(instance, rest)};
    for (uint32_t i = 0; i + 2 < mesh.indices.size(); i += 3)
        if (!isOneBones(mesh, &mesh.indices[i])) skin.triangles.push_back(i);
    if (skin.triangles.size() > kMostTriangles) {
        const size_t stride = skin.triangles.size() / kMostTriangles + 1;
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

/// The worst of one kind, over all clips.
struct Worst {
    size_t most = 0;  ///< triangles at one time
    float ratio = 0.0f;
    uint32_t vertex = 0;
    size_t clip = 0;
    double seconds = 0.0;
};

class Measure {
  public:
    Measure(const Model& model, const MeshInstance& instance, const RestPose& rest)
        : model_(model),
          instance_(instance),
          mesh_(model.meshes[instance.mesh]),
          skin_(skinOf(mesh_, instance, rest)),
          size_(rest.size),
          posed_(mesh_.vertexCount()),
          palette_(instance.bones.size()) {
        measureBind();
    }

    void see(std::span<const glm::mat4> worldFromNode, size_t clip, double seconds) {
        writePalette(instance_.bones, worldFromNode, palette_);
        for (const uint32_t v : skin_.vertices)
            posed_[v] = glm::vec3(blendedMatrix(mesh_, v, palette_) * glm::vec4(mesh_.positions[v], 1.0f));
        size_t stretched = 0, collapsed = 0;
        for (size_t t = 0; t < skin_.triangles.size(); ++t) {
            const uint32_t* corners = &mesh_.indices[skin_.triangles[t]];
            const glm::vec3 ab = posed_[corners[1]] - posed_[corners[0]], ac = posed_[corners[2]] - posed_[corners[0]];
            const float longest = std::sqrt(std::max({glm::dot(ab, ab), glm::dot(ac, ac), glm::dot(ac - ab, ac - ab)}));
            const float area = glm::length(glm::cross(ab, ac));
            if (longest > kSeenEdge * size_ && longest > kStretch * bindEdges_[t])
                note(stretch_, stretched, longest / bindEdges_[t], corners, clip, seconds);
            const float least = kSeenTriangle * size_;
            if (bindAreas_[t] > least * least && area < kCollapse * bindAreas_[t])
                note(collapse_, collapsed, bindAreas_[t] / std::max(area, std::numeric_limits<float>::min()), corners,
                     clip, seconds);
        }
        stretch_.most = std::max(stretch_.most, stretched);
        collapse_.most = std::max(collapse_.most, collapsed);
    }

    size_t vertexCount() const { return skin_.vertices.size(); }

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
    void measureBind() {
        for (const uint32_t triangle : skin_.triangles) {
            const uint32_t* corners = &mesh_.indices[triangle];
            const glm::vec3 ab = mesh_.positions[corners[1]] - mesh_.positions[corners[0]];
            const glm::vec3 ac = mesh_.positions[corners[2]] - mesh_.positions[corners[0]];
            const float longest = std::max({glm::dot(ab, ab), glm::dot(ac, ac), glm::dot(ac - ab, ac - ab)});
            bindEdges_.push_back(skin_.scale * std::sqrt(longest));
            bindAreas_.push_back(skin_.scale * skin_.scale * glm::length(glm::cross(ab, ac)));
        }
    }

    /// The place is told by the corner that hangs least on one bone.
    void note(Worst& worst, size_t& count, float ratio, const uint32_t* corners, size_t clip, double seconds) {
        ++count;
        if (ratio <= worst.ratio) return;
        worst.ratio = ratio;
        worst.vertex = *std::min_element(corners, corners + 3, [&](uint32_t a, uint32_t b) {
            return mesh_.influences[a].weights[0] < mesh_.influences[b].weights[0];
        });
        worst.clip = clip;
        worst.seconds = seconds;
    }

    template <typename Text>
    void add(const char* id, const Worst& worst, const Text& text, std::vector<Finding>& findings) const {
        if (worst.most == 0) return;
        const bool many = worst.most >= kFewest &&
                          static_cast<double>(worst.most) > kMany * static_cast<double>(skin_.triangles.size());
        const uint32_t node = instance_.bones[mesh_.influences[worst.vertex].bones[0]].node;
        findings.push_back({id, many ? Severity::warning : Severity::info, mesh_.name,
                            "up to " + counted(worst.most, "triangle", "triangles") +
                                " at a time; the worst, at bone '" + model_.hierarchy.names[node] + "', " +
                                text(worst.ratio) + " in clip '" + model_.clips[worst.clip].name + "' at " +
                                figure(worst.seconds) + " s"});
    }

    const Model& model_;
    const MeshInstance& instance_;
    const SkinnedMesh& mesh_;
    Skin skin_;
    float size_;
    std::vector<glm::vec3> posed_;
    std::vector<glm::mat4> palette_;
    std::vector<float> bindEdges_, bindAreas_;
    Worst stretch_, collapse_;
};

bool scales(const AnimationClip& clip, const NodeHierarchy& hierarchy) {
    return std::ranges::any_of(clip.channels, [&](const Channel& channel) {
        const glm::vec3& rest = hierarchy.rest[channel.node].scale;
        return std::ranges::any_of(channel.scale.values, [&](const glm::vec3& scale) {
            return glm::distance(scale, rest) > kScales * glm::length(rest);
        });
    });
}

void seeClips(const Model& model, Measure& measure) {
    SampleCursor cursor;
    LocalPose pose(model.hierarchy.size());
    std::vector<glm::mat4> world(model.hierarchy.size());
    const size_t affordable = kMostPosed / std::max<size_t>(1, measure.vertexCount() * model.clips.size());
    const size_t times = std::clamp(affordable, kLeastTimes, kMostTimes);
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const AnimationClip& clip = model.clips[c];
        if (clip.channels.empty() || scales(clip, model.hierarchy)) continue;
        for (size_t i = 0; i < (clip.durationSeconds > 0.0 ? times : 1); ++i) {
            const double seconds = clip.durationSeconds * static_cast<double>(i) / static_cast<double>(times - 1);
            sample(clip, model.hierarchy, seconds, cursor, pose);
            walkHierarchy(model.hierarchy, pose, glm::mat4(1.0f), world);
            measure.see(world, c, seconds);
        }
    }
}

}  // namespace

std::vector<Finding> checkDeformation(const Model& model) {
    std::vector<Finding> findings;
    const RestPose rest = restPoseOf(model);
    if (!(rest.size > 0.0f)) return findings;
    std::vector<bool> seen(model.meshes.size());
    for (const MeshInstance& instance : model.instances) {
        if (!instance.skinned || instance.bones.empty() || seen[instance.mesh]) continue;
        seen[instance.mesh] = true;
        Measure measure(model, instance, rest);
        if (measure.vertexCount() == 0) continue;
        seeClips(model, measure);
        measure.addFindings(findings);
    }
    return findings;
}

}  // namespace sinew
