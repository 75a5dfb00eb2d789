#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "animation/animator.h"
#include "animation/clip_mixer.h"
#include "animation/clip_travel.h"
#include "animation/foot_contacts.h"
#include "app/compared.h"
#include "app/graph_run.h"
#include "app/root_motion_use.h"
#include "app/shown_pose.h"
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

    /// As Animator::play(); gaits are faded in step, where clips loop.
    void play(std::optional<size_t> clip, double seconds = 0.0);

    /// Lets a state machine play instead of the animator, from its beginning; seek() moves in its script. The
    /// animator's speed and pause hold for it too.
    void playGraph(GraphFile file, std::vector<ScriptStep> script);
    GraphRun* graph() { return graph_ ? &*graph_ : nullptr; }  ///< none: the animator plays

    /// Mixes clips into what the animator plays; with a state machine nothing. Gaits go in step.
    void setMix(const ClipMix& mix);
    const ClipMix& mix() const { return mixer_.mix(); }

    /// The clips that make up the picture, as Animator::playing().
    std::span<const PlayedClip> playing() { return mixer_.playing(); }

    /// Goes on by `seconds` of real time, the floor under the model, or the model over the floor, too.
    void advance(double seconds);

    /// At first off. The way begins anew.
    void setRootMotion(RootMotionUse use);
    RootMotionUse rootMotion() const { return rootMotion_; }

    /// How far the model, in the middle of its box, has come from where it began: nowhere but with
    /// RootMotionUse::move. For cameras.
    glm::vec3 comeSince();

    /// Moves to that time of the clip; the floor stands where it would after playing up to there.
    void seek(double timeSeconds);

    /// Pauses and goes on by whole frames of the clip, backwards when negative; the floor too. A state machine goes on
    /// by 1/30 s a frame, and never back.
    void step(int frames);

    /// What updatePose() makes, in place of what plays on underneath.
    void showPose(ShownPose shown);
    ShownPose shownPose() const { return shownPose_; }

    /// What is to be seen beside what plays, for ComparedScenes and for cameras. Its clip is the model's.
    void compare(const Compared& compared) { compared_ = compared; }
    const Compared& compared() const { return compared_; }

    /// The bones that scene() lets stand out. Their nodes are the model's.
    void highlight(const HighlightedNodes& nodes) { highlighted_ = nodes; }
    const HighlightedNodes& highlighted() const { return highlighted_; }

    /// The walk and the morph weights of the shown pose at this moment. Allocates nothing.
    std::span<const glm::mat4> updatePose();

    /// The same in the file's own axes, without the turn to Y up, unless the user gave a space.
    std::vector<glm::mat4> fileFromNode();

    /// The morph weights of the shown pose at this moment; none: all zero.
    std::span<const float> morphWeights();

    /// Of the last updatePose().
    std::span<const glm::mat4> worldFromNode() const { return worldFromNode_; }
    std::span<const float> lastMorphWeights() const { return morphWeights_; }

    /// The box of the posed model over a whole clip (none: the rest pose), before it moves over the floor.
    const Box& clipBounds(std::optional<size_t> clip);

    /// The box of what may be seen: of the clips that are mixed, of all clips of the state machine, or of the pose that
    /// is shown in their place.
    const Box& playedBounds();

    /// The same, and of the clip beside it.
    Box framedBounds();

    /// The box of the last updatePose().
    Box poseBounds() const;

    /// The box of the bind pose (model/bounds.h), placed by the rest pose.
    Box restingBindBounds() const;

    /// All but the camera, the model's GPU side and the look, for the pose of the last updatePose(). `skeleton`: with
    /// its lines; those of the highlighted bones are there without, too.
    Scene scene(bool skeleton);

    /// The lines of scene(), for another pose.
    void skeletonAt(std::span<const glm::mat4> worldFromNode, bool skeleton, std::vector<Line>& lines) const;

    std::span<const SkeletonNode> skeleton() const { return skeleton_; }

    /// How long has been played since the beginning of the clip, in its time: what loops is past its end then.
    double playedSeconds() const { return playedSeconds_; }

    /// An animator of the same clips, for poses beside what plays.
    Animator stillAnimator();
    const ClipTravel& travelOf(size_t clip);

    /// Places a pose where the character stands now; with a clip, where it stands at another time of that.
    glm::mat4 worldFromRoot() const;
    glm::mat4 worldFromRoot(size_t clip, double nowSeconds, double otherSeconds);

  private:
    void meet(size_t clip);
    void meetPlayed();
    const std::vector<FootContact>& contactsOf(size_t clip);
    std::optional<double> startInStep(size_t clip);
    void startMixAgain();
    void findGraphBounds();
    const Box& findMixBounds();
    float groundHeightNow();
    const GroundMotion& place() const { return graph_ ? graph_->place() : place_; }
    bool movesOverGround() const;
    glm::mat4 worldFromStart() const;
    void walkShown(const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode);  ///< all but the bind pose

    ImportedModel imported_;
    glm::mat4 fileFromRoot_;  ///< the identity, unless the user gave a space
    glm::mat4 worldFromRoot_;
    std::shared_ptr<PackedClips> packed_;
    Animator animator_;
    ClipMixer mixer_;  ///< which the animator is heard through
    std::optional<GraphRun> graph_;
    std::optional<PoseGoals> goals_;  ///< of the state machine
    Box graphBounds_;
    float graphGroundHeight_ = 0.0f;
    std::vector<glm::mat4> worldFromNode_;
    std::vector<float> morphWeights_;
    ShownPose shownPose_ = ShownPose::playing;
    std::vector<glm::mat4> bindPose_;  ///< worldFromNode, once it was shown
    Box bindBounds_;
    Compared compared_;
    double playedSeconds_ = 0.0;
    HighlightedNodes highlighted_;
    std::vector<SkeletonNode> skeleton_;
    std::vector<Line> lines_;
    std::map<std::optional<size_t>, Box> clipBounds_;  ///< filled as clips are asked for
    Box mixBounds_;
    std::vector<ClipTravel> travels_;  ///< of each clip that was met
    std::vector<bool> met_;
    std::optional<TravelRoot> givenRoot_;  ///< by the state machine
    std::map<size_t, std::vector<FootContact>> contacts_;
    RootMotionUse rootMotion_ = RootMotionUse::off;
    GroundMotion place_;  ///< where the animator's character has come to
    float tileSize_ = 1.0f;
};

}  // namespace sinew
