#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "app/crowd/clip_schedule.h"
#include "app/crowd/crowd_machines.h"
#include "app/crowd/formation.h"
#include "app/crowd/reach.h"
#include "app/crowd/rig_level.h"
#include "app/crowd/walkers.h"
#include "app/crowd/work_pool.h"
#include "model/bounds.h"
#include "render/gpu_model.h"
#include "render/pose_tables.h"
#include "render/scene.h"

namespace sinew {

/// What a crowd knows about the character that it consists of.
struct CrowdFigure {
    const Model* model = nullptr;
    glm::mat4 worldFromRoot{1.0f};  ///< of one that has not moved; Y up
    Box box;                        ///< bounds of one, over its clips
    float floorHeight = 0.0f;
    std::vector<float> lowest;               ///< of each clip, the lowest point: what stands on the floor
    std::vector<size_t> clips;               ///< those that are played; empty: the rest pose
    std::vector<const RootMotion*> motions;  ///< of each clip; null: of those that are not played
    bool extractsRootMotion = false;         ///< from the poses
    bool walks = false;                      ///< root motion moves the characters
    double fadeSeconds = 0.2;                ///< of transitions between clips
    const GraphFile* graph = nullptr;        ///< that all play instead of the schedule of clips; null: none
    std::vector<ScriptStep> script;          ///< of the graph
    std::vector<RootMotion> rootMotions;     ///< of each clip, for the graph
};

/// How many characters the last frame had, and what their update took.
struct CrowdCounts {
    uint32_t members = 0;
    uint32_t culled = 0;  ///< neither they nor their shadows are in view
    uint32_t posed = 0;   ///< evaluated
    PoseOn posedOn = PoseOn::cpu;
    uint32_t drawn = 0;
    uint32_t selected = 0;          ///< whose skeleton and names are shown: Stage::member()
    double cullMilliseconds = 0.0;  ///< places, culling and levels of detail
    double poseMilliseconds = 0.0;  ///< sampling, blending and palettes
};

/// Many copies of one character, each with a clip, a phase, a speed, a place and a tint of its own. All of that follows
/// from the settings and the time. It does not depend on earlier frames or on the number of threads. Allocates nothing
/// in a frame, after the first one, unless the characters walk or have state machines.
class Crowd {
  public:
    /// `threads`: the caller's included. What the figure refers to must outlive it.
    Crowd(CrowdFigure figure, const CrowdSettings& settings, uint32_t threads = defaultThreads());
    Crowd(const Crowd&) = delete;
    Crowd& operator=(const Crowd&) = delete;

    static uint32_t defaultThreads();

    /// Has a pass pose the characters from the next select() on, with all bones, unless whyOnCpu() has a reason against
    /// it. Its tables are of the figure's model. Null: the CPU poses them. The pass must outlive its use.
    void poseBy(const PosePass* pass) { posePass_ = pass; }

    /// Why no pass can pose the characters, as PosePass::whyNot(); empty: one can.
    std::string_view whyOnCpu(Skinning skinning) const;

    const CrowdSettings& settings() const { return settings_; }
    const CrowdFigure& figure() const { return figure_; }

    /// Changes CrowdFigure::fadeSeconds.
    void setFade(double seconds);

    void seek(double timeSeconds) { seconds_ = timeSeconds; }
    double seconds() const { return seconds_; }

    /// Bounds of all characters, before state machines move them over the ground.
    Box bounds() const;

    /// How far state machines have moved the characters since the start, on the mean.
    glm::vec3 meanDisplacement();

    /// Chooses the characters in view. The result is valid until the next call.
    /// `size`: of the picture, in pixels.
    const Instances& select(const Camera& camera, const glm::vec2& size, const Look& look);

    /// Writes the matrices and morph weights of as many of those characters as there is room for, as Instances::write.
    void write(const GpuModel::Layout& layout, Skinning skinning, std::span<glm::mat4> matrices,
               std::span<float> morphs);

    /// The same for a pass: writes what it poses them by, as Instances::writeCharacters, and the morph weights.
    void writeCharacters(const GpuModel::Layout& layout, uint32_t firstMatrix,
                         std::span<shared::PosedCharacter> characters, std::span<float> morphs);

    /// The skeletons for characters of different sizes on the screen, the whole one first.
    std::span<const RigLevel> rigs() const { return rigs_; }

    /// How many of the characters of the last select() have which of rigs().
    std::span<const uint32_t> rigCounts() const { return rigCounts_; }

    /// Turns the levels of detail of the animation off or on. They are on from the start.
    void useRigLevels(bool use) { usesRigLevels_ = use; }

    /// Bounds of the characters of the last select(), and the size of one as Ground::casterSize.
    const Box& shownBounds() const { return shownBounds_; }
    float casterSize() const;

    /// Of the last select(), and the instances written after it.
    const CrowdCounts& counts() const { return counts_; }

    /// The pose of one character. `morphWeights` may be empty.
    void evaluate(uint32_t member, std::span<glm::mat4> worldFromNode, std::span<float> morphWeights);

    /// The character that is an instance of the last select().
    uint32_t memberOf(uint32_t instance) const { return shown_[order_[instance]].member; }

    /// A sphere that contains it now.
    Sphere sphereOf(uint32_t member);

  private:
    /// A character in view.
    struct Shown {
        uint32_t member = 0;
        ScheduledClips clips;
        glm::mat4 worldFromRoot{1.0f};
        glm::vec3 center{0.0f};  ///< of its sphere
        uint32_t rig = 0;        ///< of rigs()
        uint32_t tier = 0;       ///< of its size on the screen
    };
    /// What a thread needs to pose a character.
    struct Scratch {
        LocalPose pose, nextPose;
        std::vector<float> morphs, nextMorphs;
        SampleCursor cursor;
        std::vector<glm::mat4> worldFromNode, palette;
    };

    void makeWalkers();
    void makeTints();
    void moveToNow();
    StartPlace placeOf(uint32_t member) const;
    Shown shownAt(uint32_t member) const;
    void selectRange(uint32_t range, const struct CrowdView& view);
    void orderByTier();
    void sampleClip(const RigLevel& rig, size_t clip, double seconds, std::span<Transform> pose) const;
    /// `morphs`: empty, or of the model's size.
    void pose(const Shown& shown, Scratch& scratch, std::span<glm::mat4> worldFromNode, std::span<float> morphs);
    void sampleMorphs(const Shown& shown, Scratch& scratch, std::span<float> morphs) const;
    void writeOne(const GpuModel::Layout& layout, Skinning skinning, const Shown& shown, Scratch& scratch,
                  std::span<glm::mat4> matrices, std::span<float> morphs);
    CharacterPose characterOf(const Shown& shown) const;
    void findInstances(const GpuModel::Layout& layout);

    CrowdFigure figure_;
    CrowdSettings settings_;
    float spacing_;
    std::vector<StartPlace> starts_;
    ClipSchedule schedule_;
    std::vector<RigLevel> rigs_;
    bool usesRigLevels_ = true;
    const PosePass* posePass_ = nullptr;
    Sphere reach_;     ///< of one that has not moved
    glm::vec3 pivot_;  ///< that characters turn about
    WorkPool pool_;
    std::optional<Walkers> walkers_;
    std::optional<CrowdMachines> machines_;
    std::vector<Scratch> scratch_;  ///< one per thread
    double seconds_ = 0.0;

    std::vector<glm::vec4> tints_;
    std::vector<uint8_t> tinted_;         ///< by material
    std::vector<Shown> shown_;            ///< those of each range, at the range's beginning
    std::vector<uint32_t> shownInRange_;  ///< how many of each range there are
    std::vector<uint32_t> rigCounts_;
    const GpuModel::Draw* knownDraws_ = nullptr;  ///< that instanceOfDraw_ is of
    std::vector<uint32_t> instanceOfDraw_;        ///< the model's mesh instance of each draw
    std::vector<uint32_t> order_;                 ///< of the drawn ones in shown_
    std::vector<glm::vec4> drawnTints_;
    bool hasBlended_ = false;    ///< a material of the model blends
    std::vector<float> depths_;  ///< of the drawn ones, if it does
    std::vector<InstanceRun> runs_;
    Instances instances_;
    Box shownBounds_;
    CrowdCounts counts_;
};

}  // namespace sinew
