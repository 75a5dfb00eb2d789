#pragma once

#include <memory>
#include <string_view>

#include "app/crowd/clip_schedule.h"
#include "app/crowd/crowd_machines.h"
#include "app/crowd/figure.h"
#include "app/crowd/places.h"
#include "app/crowd/poses.h"
#include "app/crowd/tints.h"
#include "app/crowd/work_pool.h"
#include "model/reach.h"
#include "render/scene.h"

namespace sinew {

/// How many characters the last frame had, and what their update took.
struct CrowdCounts {
    uint32_t members = 0;
    uint32_t culled = 0;  ///< neither they nor their shadows are in view
    uint32_t posed = 0;   ///< evaluated
    bool byPass = false;  ///< posed by a compute pass, not by the CPU
    uint32_t drawn = 0;
    double cullMilliseconds = 0.0;  ///< places, culling and levels of detail
    double poseMilliseconds = 0.0;  ///< sampling, blending and palettes

    double milliseconds() const { return cullMilliseconds + poseMilliseconds; }
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

    /// Why no pass can pose the characters, as PosePass::whyNot(); empty: one can.
    std::string_view whyOnCpu(Skinning skinning) const;

    const CrowdSettings& settings() const { return settings_; }
    const CrowdFigure& figure() const { return figure_; }

    /// Changes CrowdFigure::fadeSeconds.
    void setFade(double seconds);

    void seek(double timeSeconds) { seconds_ = timeSeconds; }
    double seconds() const { return seconds_; }

    /// Bounds of all characters, before state machines move them over the ground.
    Box bounds() const { return places_.bounds(); }

    /// How far state machines have moved the characters since the start, on the mean.
    glm::vec3 meanDisplacement();

    /// Chooses the characters in view. The result is valid until the next call. `size`: of the picture, in pixels.
    /// `pass`: poses them, with all bones, unless whyOnCpu() has a reason against it; its tables are of the figure's
    /// model. Null: the CPU poses them.
    const Instances& select(const Camera& camera, const glm::vec2& size, const Look& look,
                            const PosePass* pass = nullptr);

    /// Writes the matrices and morph weights of as many of those characters as there is room for, as Instances::write.
    void write(const GpuModel::Layout& layout, Skinning skinning, std::span<glm::mat4> matrices,
               std::span<float> morphs);

    /// Writes what a compute pass poses the characters by, as Instances::writeCharacters, and the morph weights.
    void writeCharacters(const GpuModel::Layout& layout, uint32_t firstMatrix,
                         std::span<shared::PosedCharacter> characters, std::span<float> morphs);

    /// The skeletons for characters of different sizes on the screen, the whole one first.
    std::span<const RigLevel> rigs() const { return poses_.rigs(); }

    /// Turns the levels of detail of the animation off or on. They are on from the start.
    void useRigLevels(bool use) { usesRigLevels_ = use; }

    /// Bounds of the characters of the last select(), and the size of one as Ground::casterSize.
    const Box& shownBounds() const { return shownBounds_; }
    float casterSize() const;

    /// What the last select() counted, and the instances written after it.
    const CrowdCounts& counts() const { return counts_; }

    /// The pose of one character. `morphWeights` may be empty.
    void evaluate(uint32_t member, std::span<glm::mat4> worldFromNode, std::span<float> morphWeights);

    /// The character that is an instance of the last select().
    uint32_t memberOf(uint32_t instance) const { return shown_[order_[instance]].member; }

    /// A sphere that contains it now.
    Sphere sphereOf(uint32_t member);

  private:
    void moveToNow() { places_.moveTo(seconds_, pool_); }
    ShownMember shownAt(uint32_t member) const;
    void selectRange(uint32_t range, const struct CrowdView& view);
    void orderByTier();

    CrowdFigure figure_;
    CrowdSettings settings_;
    ClipSchedule schedule_;
    std::unique_ptr<CrowdMachines> machines_;  ///< null: clips play
    CrowdPlaces places_;
    CrowdPoses poses_;
    bool usesRigLevels_ = true;
    Sphere reach_;     ///< of one that has not moved
    glm::vec3 pivot_;  ///< that characters turn about
    WorkPool pool_;
    std::vector<CrowdPoses::Scratch> scratch_;  ///< one per thread
    double seconds_ = 0.0;

    CrowdTints tints_;
    std::vector<ShownMember> shown_;      ///< those of each range, at the range's beginning
    std::vector<uint32_t> shownInRange_;  ///< how many of each range there are
    std::vector<uint32_t> order_;         ///< of the drawn ones in shown_
    std::vector<glm::vec4> drawnTints_;
    bool hasBlended_ = false;    ///< a material of the model blends
    std::vector<float> depths_;  ///< of the drawn ones, if it does
    std::vector<InstanceRun> runs_;
    Instances instances_;
    Box shownBounds_;
    CrowdCounts counts_;
};

}  // namespace sinew
