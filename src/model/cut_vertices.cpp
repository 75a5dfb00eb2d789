#include "model/cut_vertices.h"

#include <algorithm>

#include <glm/geometric.hpp>

#include "animation/pose/sampled_poses.h"
#include "model/cpu_skinning.h"

namespace sinew {
namespace {

/// Position of the cut vertex `i` with all influences of the file.
glm::vec3 fullPosition(const CutVertices& cut, size_t i, const glm::vec3& position,
                       std::span<const glm::mat4> palette) {
    glm::vec3 sum(0.0f);
    float weights = 0.0f;
    for (size_t k = i == 0 ? 0 : cut.ends[i - 1]; k < cut.ends[i]; ++k) {
        sum += cut.influences[k].weight * glm::vec3(palette[cut.influences[k].bone] * glm::vec4(position, 1.0f));
        weights += cut.influences[k].weight;
    }
    return sum / weights;
}

class CutError {
  public:
    CutError(const Model& model, std::span<const CutMesh> meshes) : model_(model), meshes_(meshes) {}

    void add(std::span<const glm::mat4> worldFromNode) {
        for (const CutMesh& cutMesh : meshes_)
            for (const MeshInstance& instance : model_.instances)
                if (instance.mesh == cutMesh.mesh) add(cutMesh, instance, worldFromNode);
    }

    float largest() const { return largest_; }

  private:
    void add(const CutMesh& cutMesh, const MeshInstance& instance, std::span<const glm::mat4> worldFromNode) {
        const SkinnedMesh& mesh = model_.meshes[instance.mesh];
        palette_.resize(instance.bones.size());
        fullPalette_.resize(cutMesh.bones.size());
        writePalette(instance.bones, worldFromNode, palette_);
        writePalette(cutMesh.bones, worldFromNode, fullPalette_);
        for (size_t i = 0; i < cutMesh.cut.vertices.size(); ++i) {
            const uint32_t vertex = cutMesh.cut.vertices[i];
            const glm::vec3& position = mesh.positions[vertex];
            const glm::vec3 shown = glm::vec3(blendedMatrix(mesh, vertex, palette_) * glm::vec4(position, 1.0f));
            largest_ = std::max(largest_, glm::length(shown - fullPosition(cutMesh.cut, i, position, fullPalette_)));
        }
    }

    const Model& model_;
    std::span<const CutMesh> meshes_;
    std::vector<glm::mat4> palette_, fullPalette_;
    float largest_ = 0.0f;
};

}  // namespace

void CutVertices::add(uint32_t vertex, std::span<const Influence> all) {
    vertices.push_back(vertex);
    influences.insert(influences.end(), all.begin(), all.end());
    ends.push_back(static_cast<uint32_t>(influences.size()));
}

float largestCutError(const Model& model, std::span<const CutMesh> meshes, int samplesPerClip) {
    if (meshes.empty()) return 0.0f;
    CutError error(model, meshes);
    const auto add = [&](std::span<const glm::mat4> worldFromNode, double) { error.add(worldFromNode); };
    forEachSampledPose(model.hierarchy, {}, 1, glm::mat4(1.0f), add);  // the rest pose
    for (const AnimationClip& clip : model.clips) {
        const int samples = clip.durationSeconds > 0.0 ? std::max(2, samplesPerClip) : 1;
        forEachSampledPose(model.hierarchy, clip, static_cast<size_t>(samples), glm::mat4(1.0f), add);
    }
    return error.largest();
}

}  // namespace sinew
