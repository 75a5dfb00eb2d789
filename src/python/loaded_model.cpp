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
    file->imported =
        readModel(source, pooledImporter(source, stop), {.cut = true, .quiet = true, .sources = &file->sources});
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
    walkHierarchy(model.hierarchy, pose, file_->space().fileFromRoot, fileFromNode_);
}

FilePose::FilePose(std::shared_ptr<const LoadedFile> file, ShownPose pose, Skinning skinning)
    : file_(std::move(file)), skinning_(skinning), morphWeights_(file_->model().restMorphWeights) {
    const Model& model = file_->model();
    fileFromNode_.resize(model.hierarchy.size());
    walkHierarchy(model.hierarchy, model.hierarchy.rest, file_->space().fileFromRoot, fileFromNode_);
    if (pose == ShownPose::rest) return;
    fileFromNode_ = worldFromNodeInBindPose(model, file_->space().fileFromRoot);
    std::ranges::fill(morphWeights_, 0.0f);
}

void FilePose::skin(Skin& linear, Skin& byDualQuaternions, std::vector<glm::vec3>& out) const {
    const Model& model = file_->model();
    std::vector<glm::mat4> palette;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        palette.resize(instance.bones.size());
        writePalette(instance.bones, fileFromNode_, palette);
        out.resize(out.size() + mesh.vertexCount());
        (skinning_ == Skinning::linear ? linear : byDualQuaternions)(
            mesh, palette, std::span(out).last(mesh.vertexCount()), morphWeightsOf(model, instance, morphWeights_));
    }
}

const std::vector<glm::vec3>& FilePose::positions() const {
    std::call_once(skinned_, [&] { skin(skinPositions, skinPositionsByDualQuaternions, positions_); });
    return positions_;
}

const std::vector<glm::vec3>& FilePose::normals() const {
    std::call_once(turned_, [&] { skin(skinNormals, skinNormalsByDualQuaternions, normals_); });
    return normals_;
}

}  // namespace sinew
