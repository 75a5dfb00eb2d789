#pragma once

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "app/crowd/clip_schedule.h"
#include "app/crowd/crowd_machines.h"
#include "app/crowd/figure.h"
#include "app/crowd/rig_level.h"
#include "render/gpu_model.h"
#include "render/pose_tables.h"
#include "render/scene.h"

namespace sinew {

/// A member of a crowd at a time.
struct ShownMember {
    uint32_t member = 0;
    ScheduledClips clips;
    glm::mat4 worldFromRoot{1.0f};
    glm::vec3 center{0.0f};  ///< of a sphere that contains it
    uint32_t rig = 0;        ///< of CrowdPoses::rigs()
    uint32_t tier = 0;       ///< of its size on the screen
};

/// Poses the members of a crowd, and writes them as the renderer reads them.
class CrowdPoses {
  public:
    /// What a thread needs to pose a member.
    struct Scratch {
        LocalPose pose, nextPose;
        std::vector<float> morphs, nextMorphs;
        SampleCursor cursor;
        std::vector<glm::mat4> worldFromNode, palette;
    };

    /// The arguments must outlive it. `machines`: null if clips play.
    CrowdPoses(const CrowdFigure& figure, CrowdMachines* machines);

    Scratch makeScratch() const;

    /// The skeletons for members of different sizes on the screen, the whole one first.
    std::span<const RigLevel> rigs() const { return rigs_; }

    /// The index of the skeleton whose error stays below half a pixel. `pixelsPerUnit`: of the member.
    uint32_t rigFor(float pixelsPerUnit) const;

    /// `morphs`: empty, or of the model's size.
    void evaluate(const ShownMember& shown, Scratch& scratch, std::span<glm::mat4> worldFromNode,
                  std::span<float> morphs) const;
    void sampleMorphs(const ShownMember& shown, Scratch& scratch, std::span<float> morphs) const;

    /// Writes the palettes of all draws of one member, as GpuModel::Draw::firstMatrix lays them out.
    void write(const GpuModel::Layout& layout, Skinning skinning, const ShownMember& shown, Scratch& scratch,
               std::span<glm::mat4> matrices, std::span<float> morphs) const;

    /// What a pass poses it by, without CharacterPose::palette.
    CharacterPose characterOf(const ShownMember& shown) const;

    /// To be called before write(), for the layout of the model that is drawn.
    void findInstances(const GpuModel::Layout& layout);

  private:
    void sampleClip(const RigLevel& rig, size_t clip, double seconds, std::span<Transform> pose) const;

    const CrowdFigure& figure_;
    CrowdMachines* machines_;
    std::vector<RigLevel> rigs_;
    const GpuModel::Draw* knownDraws_ = nullptr;  ///< that instanceOfDraw_ is of
    std::vector<uint32_t> instanceOfDraw_;        ///< the model's mesh instance of each draw
};

}  // namespace sinew
