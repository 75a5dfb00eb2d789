#pragma once

#include <functional>
#include <memory>

#include "app/crowd/crowd.h"
#include "app/stage/clip_bounds.h"
#include "app/stage/ground_placement.h"
#include "import/import_model.h"
#include "render/skeleton_lines.h"

namespace sinew {

/// The figure that a clip was retargeted from.
struct MotionSource {
    std::shared_ptr<ImportedModel> figure;  ///< null: the clip is the model's own, or was bound by names
    size_t clip = 0;                        ///< of the figure
    glm::mat4 modelFromSource{1.0f};        ///< as BoundClips::modelFromSource
};

/// A source's clip on a stage of its own.
struct ShownSource {
    size_t stage = 0;                 ///< of Stage::sources()
    size_t clip = 0;                  ///< of that stage
    glm::mat4 worldFromSource{1.0f};  ///< from that stage's world: turns, scales and moves
};

/// The names of the nodes that have a mesh and for which, or for a node above, `isMeant` is true.
std::set<std::string> meshNodes(const Model& model, const std::function<bool(size_t node)>& isMeant);

/// A model that plays, as the window and the picture commands show it. Its world has Y up, whatever the file's axis is.
class Stage {
  public:
    /// `sources`: one per clip, or none; the stage takes what they point at.
    explicit Stage(ImportedModel imported, const FileSpace& space = {}, std::vector<MotionSource> sources = {});
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    const Model& model() const { return imported_.model; }
    const ImportReport& report() const { return imported_.report; }

    /// "1.75 m tall, Y up": the figure in its rest pose.
    std::string sizeText() { return placement_.sizeText(bounds_.of(std::nullopt).framed); }

    /// `look` with the file's skinning, unless the user chose one.
    Look lookFor(Look look) const;

    /// Makes the levels of detail of the model and of sources() that have none (model/mesh_levels.h). Upload the model
    /// again afterwards.
    void makeLevels(uint32_t maxBones);

    /// How the model is played and displayed. Of a state machine only speed, paused, rootMotion and pose apply.
    const PlaySettings& settings() const { return playback_.settings(); }

    /// Changes what differs from settings(). Clips, nodes and materials that the model lacks are ignored; a new value
    /// of rootMotion restarts the placement on the ground.
    void apply(PlaySettings settings);

    /// Plays a clip from its start (none: the rest pose), with a transition of `seconds`. Locomotion clips that loop
    /// are synced during the transition.
    void play(std::optional<size_t> clip, double seconds = 0.0);

    /// The clip to start with: the shortest name that has the word "idle", in any case; else the first of 32 clips
    /// that ends in a figure that stands; else the first. None: there are no clips.
    std::optional<size_t> firstClip();

    /// Plays a clip with the transition of the settings, or at once while paused. Ignores unknown clips.
    void switchTo(std::optional<size_t> clip);

    /// Plays a state machine from its start in place of clips; seek() moves in its script.
    void playGraph(GraphFile file, std::vector<ScriptStep> script);
    GraphRun* graph() { return playback_.graph(); }  ///< none: clips play

    /// The crowd that is shown in place of the model; null: settings() has none, or shows something that a crowd
    /// cannot: a still pose, a second view, or ghosts.
    Crowd* crowd();

    /// The character of the crowd whose pose updatePose() evaluates: for picking, names and the skeleton.
    void choose(uint32_t member) { member_ = member; }
    uint32_t member() const { return member_; }

    /// Advances by `seconds` of real time, and moves the floor or the model with the root motion.
    void advance(double seconds);

    /// Moves to a time of the clip, with the displacement of playing up to there from its start. A crowd moves to the
    /// same time.
    void seek(double timeSeconds);

    /// Moves to a time of the clip. A crowd, whose time goes on where the clip starts again, moves by as much.
    void scrub(double timeSeconds);

    /// Moves only the crowd, to a time since its start.
    void seekCrowd(double timeSeconds) { crowdSeconds_ = timeSeconds; }
    double crowdSeconds() const { return crowdSeconds_; }

    /// Pauses and moves by whole frames of the clip, backward when negative. A state machine moves by 1/30 s per frame,
    /// and only forward.
    void step(int frames);

    const Animator& animator() const { return playback_.animator(); }
    std::span<const PlayedClip> playing() { return playback_.playing(); }
    Playback& playback() { return playback_; }

    /// The bones that scene() highlights. Their nodes must be the model's.
    void highlight(const HighlightedNodes& nodes) { highlighted_ = nodes; }
    const HighlightedNodes& highlighted() const { return highlighted_; }

    /// Evaluates the displayed pose. Allocates nothing.
    std::span<const glm::mat4> updatePose();

    /// Evaluates the displayed pose in the file's own axes, or in the space that the user set.
    std::vector<glm::mat4> fileFromNode();

    // Results of the last updatePose(), or of fileFromNode() for the morph weights:
    std::span<const glm::mat4> worldFromNode() const { return worldFromNode_; }
    std::span<const float> morphWeights() const { return morphWeights_; }

    /// The mesh instances that settings() hides, as Scene::hidden.
    std::span<const uint8_t> hidden() const { return hidden_; }

    /// Bounds of the posed model, before it moves over the ground. For what is framed see framing.h.
    ClipBounds& bounds() { return bounds_; }

    /// The scene of the last updatePose(), without the camera, the model's GPU data and the look. `skeleton` adds its
    /// lines; those of highlighted bones are always included.
    Scene scene(bool skeleton);

    /// Makes the lines of scene() for another pose.
    void skeletonAt(std::span<const glm::mat4> worldFromNode, bool skeleton, std::vector<Line>& lines) const;

    /// Whether no mesh has triangles: the skeleton is all that there is to show.
    bool isBare() const { return isBare_; }

    /// The skeletons of the characters of the crowd's last select(), a thousand at most, in place of those of scene().
    /// The result is valid until the next call of scene().
    std::span<const Line> crowdLines();

    std::span<const SkeletonNode> skeleton() const { return skeleton_; }

    /// The figures that clips were retargeted from.
    std::span<const std::unique_ptr<Stage>> sources() const { return sources_; }

    /// That of the current clip; null if there is none, and for a state machine.
    const ShownSource* source() const;

    /// The displacement since the start with RootMotionUse::move; otherwise the identity.
    glm::mat4 worldFromStart() const;

    /// Places a pose where the character stands now.
    glm::mat4 worldFromRoot() const;

    /// Places a pose where the character stands at another time of a clip.
    glm::mat4 worldFromRoot(size_t clip, double nowSeconds, double otherSeconds);

  private:
    bool showsCrowd() const;
    std::unique_ptr<Crowd> makeCrowd();
    bool movesOverGround() const;
    void takeSources(const std::vector<MotionSource>& sources);
    glm::mat4 asTall(const Stage& source, const glm::mat4& worldFromSource) const;
    void evaluateShown(const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode);  ///< not the bind pose

    ImportedModel imported_;
    GroundPlacement placement_;
    Playback playback_;
    ClipBounds bounds_;
    std::vector<glm::mat4> worldFromNode_;
    std::vector<float> morphWeights_;
    std::vector<uint8_t> hidden_;
    std::vector<glm::mat4> bindPose_;  ///< worldFromNode; empty until it is displayed
    HighlightedNodes highlighted_;
    std::vector<SkeletonNode> skeleton_;
    bool isBare_;
    bool hasTransmission_;  ///< light passes a surface, which needs the footprint to be all of the model
    std::vector<Line> lines_;
    std::vector<ScriptStep> script_;  ///< of the state machine
    std::unique_ptr<Crowd> crowd_;    ///< null until it is needed
    double crowdSeconds_ = 0.0;
    uint32_t member_ = 0;  ///< of the crowd
    std::vector<std::unique_ptr<Stage>> sources_;
    std::vector<std::optional<ShownSource>> sourceOfClip_;  ///< empty if there are no sources
};

}  // namespace sinew
