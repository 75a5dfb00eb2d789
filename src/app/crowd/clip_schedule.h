#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "animation/clip/clip.h"
#include "app/crowd/crowd_settings.h"

namespace sinew {

/// The one or two clips that a character plays at a time.
struct ScheduledClips {
    size_t clip = 0, nextClip = 0;            ///< of the model
    double seconds = 0.0, nextSeconds = 0.0;  ///< in [0, duration] of each
    float fade = 0.0f;                        ///< weight of the next one, in [0, 1); 0: it does not play
};

/// How far the speeds of characters are from 1.
inline constexpr double kSpeedSpread = 0.1;

/// The speed of a character: 1 as authored, within kSpeedSpread.
double speedOf(uint32_t seed, uint32_t member);

/// Which clips the characters of a crowd play when. Each plays a clip for about kMeanSeconds at a speed of its own,
/// within kSpeedSpread, and then fades to another one; all of this follows from the seed, the character's number and
/// the time alone, so that any time of any character can be computed by itself. Clips loop.
class ClipSchedule {
  public:
    static constexpr double kMeanSeconds = 6.0;

    /// `clips`: indices of the ones to play; empty: none, the rest pose. `fadeSeconds`: of the transitions, cut to a
    /// quarter of kMeanSeconds. The model's clips must outlive it.
    ClipSchedule(std::span<const AnimationClip> modelClips, std::vector<size_t> clips, uint32_t seed,
                 double fadeSeconds);

    void setFade(double seconds) { fadeSeconds_ = std::clamp(seconds, 0.0, 0.25 * kMeanSeconds); }

    std::span<const size_t> clips() const { return clips_; }

    /// What `member` plays; not to be called without clips.
    ScheduledClips at(uint32_t member, double timeSeconds) const;

    double speedOf(uint32_t member) const { return sinew::speedOf(seed_, member); }

  private:
    double switchSeconds(uint32_t member, int64_t turn) const;
    size_t clipOf(uint32_t member, int64_t turn) const;
    double clipSeconds(uint32_t member, size_t clip, double timeSeconds) const;

    std::span<const AnimationClip> modelClips_;
    std::vector<size_t> clips_;
    uint32_t seed_;
    double fadeSeconds_ = 0.0;
};

}  // namespace sinew
