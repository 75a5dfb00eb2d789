#include "model/cut_vertices.h"

#include <algorithm>

#include <glm/geometric.hpp>

#include "animation/pose.h"
#include "animation/sample.h"
#include "model/cpu_skinning.h"

namespace sinew {
namespace {

/// Where all influences put the cut vertex `i`.
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

class Measure {
  public:
    Measure(const Model& model, std::span<const CutMesh> meshes)
        : model_(model), meshes_(meshes), world_(model.hierarchy.size()) {}

    void see(std::span<const Transform> pose) {
        walkHierarchy(model_.hierarchy, pose, glm::mat4(1.0f), world_);
        for (const CutMesh& cutMesh : meshes_)
            for (const MeshInstance& instance : model_.instances)
                if (instance.mesh == cutMesh.mesh) see(cutMesh, instance);
    }

    float largest() const { return largest_; }

  private:
    void see(const CutMesh& cutMesh, const MeshInstance& instance) {
        const SkinnedMesh& mesh = model_.meshes[instance.mesh];
        palette_.resize(instance.bones.size());
        fullPalette_.resize(cutMesh.bones.size());
        writePalette(instance.bones, world_, palette_);
        writePalette(cutMesh.bones, world_, fullPalette_);
        for (size_t i = 0; i < cutMesh.cut.vertices.size(); ++i) {
            const uint32_t vertex = cutMesh.cut.vertices[i];
            const glm::vec3& position = mesh.positions[vertex];
            const glm::vec3 shown = glm::vec3(blendedMatrix(mesh, vertex, palette_) * glm::vec4(position, 1.0f));
            largest_ = std::max(largest_, glm::length(shown - fullPosition(cutMesh.cut, i, position, fullPalette_)));
        }
    }

    const Model& model_;
    std::span<const CutMesh> meshes_;
    std::vector<glm::mat4> world_, palette_, fullPalette_;
    float largest_ = 0.0f;
};

}  // namespace

void CutVertices::add(uint32_t vertex, std::span<const Influence> all) {
    vertices.push_back(vertex);
    influences.insert(influences.end(), all.begin(), all.end());
    ends.push_back(static_cast<uint32_t>(influences.size()));
}

float largestMove(const Model& model, std::span<const CutMesh> meshes, int samplesPerClip) {
    if (meshes.empty()) return 0.0f;
    Measure measure(model, meshes);
    measure.see(model.hierarchy.rest);
    SampleCursor cursor;
    LocalPose pose(model.hierarchy.size());
    for (const AnimationClip& clip : model.clips) {
        const int samples = clip.durationSeconds > 0.0 ? std::max(2, samplesPerClip) : 1;
        for (int i = 0; i < samples; ++i) {
            sample(clip, model.hierarchy, clip.durationSeconds * i / std::max(1, samples - 1), cursor, pose);
            measure.see(pose);
        }
    }
    return measure.largest();
}

}  // namespace sinew
