#include "python/loaded_model.h"

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "app/load/read_model.h"
#include "model/cpu_skinning.h"
#include "model/poses.h"
#include "python/importers.h"

namespace sinew {

std::shared_ptr<const LoadedFile> loadFile(const ModelSource& source, const std::stop_token& stop) {
    auto file = std::make_shared<LoadedFile>();
    file->source = source;
    file->imported = readModel(source, pooledImporter(source, stop), {.cut = true, .sources = &file->sources});
    return file;
}

FilePose::FilePose(std::shared_ptr<const LoadedFile> file, size_t clip, double timeSeconds, Repeat repeat,
                   Skinning skinning)
    : file_(std::move(file)),
      skinning_(skinning),
      timeSeconds_(wrapTime(file_->model().clips[clip], timeSeconds, repeat)),
      fileFromNode_(file_->model().hierarchy.size()),
      morphWeights_(file_->model().restMorphWeights.size()) {
    const Model& model = file_->model();
    const AnimationClip& played = model.clips[clip];
    SampleCursor cursor;
    LocalPose pose(model.hierarchy.size());
    sample(played, model.hierarchy, timeSeconds_, cursor, pose);
    sampleMorphs(played, model.restMorphWeights, timeSeconds_, cursor, morphWeights_);
    walkHierarchy(model.hierarchy, pose, glm::mat4(1.0f), fileFromNode_);
}

FilePose::FilePose(std::shared_ptr<const LoadedFile> file, ShownPose pose, Skinning skinning)
    : file_(std::move(file)), skinning_(skinning), fileFromNode_(file_->model().hierarchy.size()) {
    const Model& model = file_->model();
    if (pose == ShownPose::bind) {
        fileFromNode_ = worldFromNodeInBindPose(model, glm::mat4(1.0f));
        morphWeights_.resize(model.restMorphWeights.size());
    } else {
        walkHierarchy(model.hierarchy, model.hierarchy.rest, glm::mat4(1.0f), fileFromNode_);
        morphWeights_ = model.restMorphWeights;
    }
}

void FilePose::skin(Skin& function, std::vector<glm::vec3>& out) const {
    const Model& model = file_->model();
    size_t count = 0;
    for (const MeshInstance& instance : model.instances)
        count += model.meshes[instance.mesh].vertexCount();
    out.resize(count);
    std::span<glm::vec3> rest(out);
    std::vector<glm::mat4> palette;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        palette.resize(instance.bones.size());
        writePalette(instance.bones, fileFromNode_, palette);
        function(mesh, palette, rest.first(mesh.vertexCount()), morphWeightsOf(model, instance, morphWeights_));
        rest = rest.subspan(mesh.vertexCount());
    }
}

const std::vector<glm::vec3>& FilePose::positions() const {
    std::call_once(skinned_, [&] {
        skin(skinning_ == Skinning::linear ? skinPositions : skinPositionsByDualQuaternions, positions_);
    });
    return positions_;
}

const std::vector<glm::vec3>& FilePose::normals() const {
    std::call_once(turned_,
                   [&] { skin(skinning_ == Skinning::linear ? skinNormals : skinNormalsByDualQuaternions, normals_); });
    return normals_;
}

}  // namespace sinew
