#pragma once

#include <memory>
#include <mutex>

#include "app/options/settings.h"
#include "app/stage/stage.h"

namespace sinew {

/// A model that was read, and does not change any more: threads share it.
struct LoadedFile {
    ModelSource source;
    ImportedModel imported;
    std::vector<MotionSource> sources;  ///< as Kept::sources

    const Model& model() const { return imported.model; }
    GroundPlacement space() const { return {model(), {source.up, source.scale}}; }
};

/// Reads a model with its clip files, and what checks need. @throws Error as readModel() does.
std::shared_ptr<const LoadedFile> loadFile(const ModelSource& source, const std::stop_token& stop);

/// The pose of a model in the space of its file or of load(), as --export-pose writes it. Callable from all threads.
class FilePose {
  public:
    /// At a time of a clip, in seconds, wrapped or held as `repeat` says.
    FilePose(std::shared_ptr<const LoadedFile> file, size_t clip, double timeSeconds, Repeat repeat, Skinning skinning);

    /// The rest pose or the bind pose.
    FilePose(std::shared_ptr<const LoadedFile> file, ShownPose pose, Skinning skinning);

    const std::vector<glm::mat4>& fileFromNode() const { return fileFromNode_; }
    const std::vector<float>& morphWeights() const { return morphWeights_; }  ///< as Model::restMorphWeights

    /// Positions of all vertices of all mesh instances, in their order. Made at the first call.
    const std::vector<glm::vec3>& positions() const;
    const std::vector<glm::vec3>& normals() const;  ///< unit length

    double seconds() const { return timeSeconds_; }  ///< of the clip, after wrapping; 0 without a clip

  private:
    using Skin = void(const SkinnedMesh&, std::span<const glm::mat4>, std::span<glm::vec3>, std::span<const float>);

    void skin(Skin& linear, Skin& byDualQuaternions, std::vector<glm::vec3>& out) const;

    std::shared_ptr<const LoadedFile> file_;
    Skinning skinning_;
    double timeSeconds_ = 0.0;
    std::vector<glm::mat4> fileFromNode_;
    std::vector<float> morphWeights_;
    mutable std::once_flag skinned_, turned_;
    mutable std::vector<glm::vec3> positions_, normals_;
};

/// Draws the job's pictures of a model: one, or each of its frames. `job.view.load.model` is not read: the model is.
/// One at a time; other threads wait.
/// @throws Error as drawing does.
std::vector<Pixels> drawFile(const LoadedFile& file, RenderJob job);

}  // namespace sinew
