#pragma once

#include <span>

#include "animation/pose.h"

namespace sinew {

/// How the size of an offset dies away: a polynomial of the fifth degree from a value and a speed to 0, 0 and 0
/// acceleration (Bollo, "Inertialization", Game Developers Conference 2018). It never goes below 0; an offset that is
/// moving away first goes on doing so.
struct OffsetDecay {
    double start = 0.0;
    double velocity = 0.0;      ///< times the duration
    double acceleration = 0.0;  ///< times the duration squared
    double durationSeconds = 0.0;
};

/// `start` is 0 or more; `velocityPerSecond` is below 0 where the offset shrinks. An offset that shrinks so fast that
/// it would pass 0 within `durationSeconds` ends sooner.
OffsetDecay decayFrom(double start, double velocityPerSecond, double durationSeconds);

/// What is left after `seconds`: exactly 0 from the end on.
double remaining(const OffsetDecay& decay, double seconds);

/// Hides a switch from one motion to another. The new motion alone is played; what the last pose shown differed from it
/// by, moving as fast as it did, is added to it and dies away. It remembers the last two poses that it gave, so that a
/// switch in mid-transition starts from what is seen.
class InertialBlend {
  public:
    explicit InertialBlend(size_t nodeCount);

    /// The motion switches. `target` is the new motion at the moment of the last pose given, and `targetBefore` as it
    /// was lastStepSeconds() earlier (`target` again where that is not known). Before a first pose was given there is
    /// nothing to hide.
    void begin(std::span<const Transform> target, std::span<const Transform> targetBefore, double durationSeconds);

    /// Writes the pose `seconds` after the last one: `target`, the new motion of this moment, and what remains of the
    /// offset. From the duration's end on it is exactly `target`. `out` may be `target`. No time: the last pose is
    /// given anew, as where the viewer is paused. Allocates nothing.
    void advance(double seconds, std::span<const Transform> target, std::span<Transform> out);

    /// Ends what it hides and forgets the poses that it gave: what comes next is a cut.
    void forget();

    bool active() const { return elapsedSeconds_ < durationSeconds_; }
    double lastStepSeconds() const { return stepSeconds_; }

  private:
    /// An offset dies away along its own direction. What it moves across that, it goes on moving and comes back from.
    struct Offset {
        glm::vec3 direction{0.0f}, acrossDirection{0.0f};
        OffsetDecay along, across;
    };
    struct NodeOffset {
        Offset translation;
        Offset rotation;  ///< a rotation vector: its axis times its angle
        Offset scale;
    };
    static Offset offsetOf(const glm::dvec3& now, const glm::dvec3& before, double stepSeconds, double durationSeconds);
    static glm::vec3 left(const Offset& offset, double seconds);

    double elapsedSeconds_ = 0.0, durationSeconds_ = 0.0;
    std::vector<NodeOffset> offsets_;
    LocalPose last_, beforeLast_;
    int given_ = 0;             ///< how many of the two are there
    double stepSeconds_ = 0.0;  ///< between them; 0 until both are there
};

}  // namespace sinew
