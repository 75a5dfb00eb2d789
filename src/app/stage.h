#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "animation/animator.h"
#include "app/graph_run.h"
#include "import/import_model.h"
#include "model/bounds.h"
#include "render/scene.h"
#include "render/skeleton_lines.h"

namespace sinew {

/// What the user says of the file's space, instead of the file. None: the file's word.
struct FileSpace {
    std::optional<UpAxis> up;
    std::optional<double> scale;  ///< units of the world in one of the file's
};

/// A model that plays: what the window and the picture modes share. Time comes in through advance() and the animator.
/// The stage's world has Y up, whatever the file's axis is.
class Stage {
  public:
    explicit Stage(ImportedModel imported, const FileSpace& space = {});
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    const Model& model() const { return imported_.model; }
    const ImportReport& report() const { return imported_.report; }
    Animator& animator() { return animator_; }

    /// Lets a state machine play instead of the animator, from its beginning; seek() moves in its script. Morph weights
    /// stay as they are at rest, and so does the floor.
    void playGraph(GraphFile file, std::vector<ScriptStep> script);

    /// Goes on by `seconds` of real time, the floor under the model too.
    void advance(double seconds);

    /// Moves to that time of the clip; the floor stands where it would after playing up to there.
    void seek(double timeSeconds);

    /// Pauses and goes on by whole frames of the clip, backwards when negative; the floor too.
    void step(int frames);

    /// The walk and the morph weights of this moment. Allocates nothing.
    std::span<const glm::mat4> updatePose();

    /// The same in the file's own axes, without the turn to Y up, unless the user gave a space.
    std::vector<glm::mat4> fileFromNode();

    /// The box of the posed model over a whole clip (none: the rest pose).
    const Box& clipBounds(std::optional<size_t> clip);

    /// The box of what may be seen: of the animator's clip, or of all clips of the state machine.
    const Box& playedBounds();

    /// All but the camera, the model's GPU side and the look, for the pose of the last updatePose(). `skeleton`: with
    /// its lines.
    Scene scene(bool skeleton);

  private:
    const glm::vec2& clipGroundVelocity(size_t clip);
    glm::vec2 groundVelocityNow();
    float groundHeightNow();
    std::span<const Transform> poseNow();

    ImportedModel imported_;
    glm::mat4 fileFromRoot_;  ///< the identity, unless the user gave a space
    glm::mat4 worldFromRoot_;
    Animator animator_;
    std::optional<GraphRun> graph_;
    Box graphBounds_;
    float graphGroundHeight_ = 0.0f;
    std::vector<glm::mat4> worldFromNode_;
    std::vector<float> morphWeights_;
    std::vector<SkeletonNode> skeleton_;
    std::vector<Line> lines_;
    std::map<std::optional<size_t>, Box> clipBounds_;  ///< filled as clips are asked for
    std::map<size_t, glm::vec2> groundVelocities_;
    float tileSize_ = 1.0f;
    glm::vec2 travelled_{0.0f};
};

/// The clip that a user means by its name, its index from 0, or "none" for the rest pose. A unique part of a name will
/// do, in any case.
/// @throws Error(Exit::usage) that lists the clips when there is no such clip.
std::optional<size_t> findClip(const Model& model, std::string_view nameOrIndex);

}  // namespace sinew
