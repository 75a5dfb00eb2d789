#pragma once

#include <span>

#include "animation/pose/pose.h"

namespace sinew {

/// The decay of an offset's magnitude: a quintic polynomial from a value and a velocity to zero value, velocity and
/// acceleration (Bollo, "Inertialization: High-Performance Animation Transitions in Gears of War", GDC 2018). Never
/// negative; an offset that grows at first keeps growing for a while.
struct OffsetDecay {
    double start = 0.0;
    double velocity = 0.0;      ///< times the duration
    double acceleration = 0.0;  ///< times the duration squared
    double durationSeconds = 0.0;
};

/// `start` is not negative; `velocityPerSecond` is negative where the offset shrinks. An offset that shrinks fast
/// enough to cross 0 within `durationSeconds` ends sooner.
OffsetDecay decayFrom(double start, double velocityPerSecond, double durationSeconds);

/// The magnitude after `seconds`: exactly 0 from the end on.
double remaining(const OffsetDecay& decay, double seconds);

/// Inertial transitions: only the new motion plays; its difference from the last output pose, which keeps its velocity,
/// is added to it and decays. Remembers its last two output poses, so that a switch during a transition starts from
/// what is shown. Morph weights decay from a velocity of 0.
class InertialBlend {
  public:
    explicit InertialBlend(size_t nodeCount, size_t morphCount = 0);

    /// Switches to a new motion: `target` is its pose at the time of the last output, `targetBefore` its pose
    /// lastStepSeconds() earlier (`target` again where that is unknown). Without an output so far this is a cut.
    void begin(const PoseView& target, const PoseView& targetBefore, double durationSeconds);

    /// Adds what remains of the offset `seconds` after the last output to `pose`, the pose of the new motion. From the
    /// end of the duration on, `pose` is unchanged. With 0 seconds the last output is repeated, as during a pause.
    /// Allocates nothing.
    void advance(double seconds, const PoseSpan& pose);

    /// Ends the transition and drops the output poses: the next switch is a cut.
    void reset();

    bool active() const { return elapsedSeconds_ < durationSeconds_; }
    double lastStepSeconds() const { return stepSeconds_; }

  private:
    /// Decays along its own direction; velocity across that direction overshoots and returns.
    struct Offset {
        glm::vec3 direction{0.0f}, acrossDirection{0.0f};
        OffsetDecay along, across;
    };
    struct NodeOffset {
        Offset translation;
        Offset rotation;  ///< a rotation vector: axis times angle
        Offset scale;
    };
    static Offset offsetOf(const glm::dvec3& now, const glm::dvec3& before, double stepSeconds, double durationSeconds);
    static glm::vec3 remainingOffset(const Offset& offset, double seconds);
    void addOffsets(const PoseSpan& pose) const;

    double elapsedSeconds_ = 0.0, durationSeconds_ = 0.0;
    std::vector<NodeOffset> offsets_;
    std::vector<float> morphOffsets_;
    OffsetDecay morphDecay_;  ///< from 1
    LocalPose last_, beforeLast_;
    std::vector<float> lastMorphs_;
    int outputs_ = 0;           ///< how many of the two poses are known
    double stepSeconds_ = 0.0;  ///< between them; 0 until both are known
};

}  // namespace sinew
