#include "app/crowd/clip_schedule.h"

#include <set>

#include "support/catch.h"

using namespace sinew;

namespace {

std::vector<AnimationClip> clipsOf(std::initializer_list<double> durations) {
    std::vector<AnimationClip> clips;
    for (const double duration : durations)
        clips.push_back({.durationSeconds = duration});
    return clips;
}

}  // namespace

TEST_CASE("characters play clips at phases and speeds of their own and fade to others") {
    const std::vector<AnimationClip> clips = clipsOf({1.0, 0.7, 4.0});
    const ClipSchedule schedule(clips, {0, 1, 2}, 5, 0.3);
    std::set<size_t> played;
    std::set<double> speeds;
    size_t fading = 0;
    for (uint32_t member = 0; member < 200; ++member) {
        const ScheduledClips now = schedule.at(member, 12.3);
        played.insert(now.clip);
        fading += now.fade > 0.0f;
        speeds.insert(schedule.speedOf(member));
        CHECK((now.seconds >= 0.0 && now.seconds <= clips[now.clip].durationSeconds));
        CHECK((schedule.speedOf(member) >= 0.9 && schedule.speedOf(member) <= 1.1));
        CHECK((now.fade >= 0.0f && now.fade < 1.0f));
    }
    CHECK(played == std::set<size_t>{0, 1, 2});
    CHECK(speeds.size() == 200);
    CHECK((fading > 0 && fading < 40));  // about 200 * 2 / 3 * 0.3 / 6
}

TEST_CASE("a character's clips run without jumps, and every change is a fade") {
    const std::vector<AnimationClip> clips = clipsOf({1.0, 0.7, 4.0});
    const ClipSchedule schedule(clips, {0, 1, 2}, 9, 0.3);
    constexpr double kStep = 1.0 / 240.0;
    for (uint32_t member = 0; member < 8; ++member) {
        ScheduledClips before = schedule.at(member, -20.0);
        for (int i = 1; i < 240 * 40; ++i) {
            const ScheduledClips now = schedule.at(member, -20.0 + i * kStep);
            // The weight of the clip that mattered most changes by no more than a fade may in a step.
            const auto weightOf = [](const ScheduledClips& at, size_t clip) {
                return (at.clip == clip ? 1.0f - at.fade : 0.0f) + (at.nextClip == clip ? at.fade : 0.0f);
            };
            for (const size_t clip : {0u, 1u, 2u})
                if (std::abs(weightOf(now, clip) - weightOf(before, clip)) > 0.05f) FAIL("a cut of member " << member);
            const double duration = clips[now.clip].durationSeconds;
            const double passed = now.clip == before.clip ? now.seconds - before.seconds : kStep;
            if (std::abs(passed - std::round(passed / duration) * duration) > 1.2 * kStep) FAIL("a jump");
            before = now;
        }
    }
}

TEST_CASE("with one clip characters never fade") {
    const std::vector<AnimationClip> clips = clipsOf({1.0, 2.0});
    const ClipSchedule schedule(clips, {1}, 1, 0.3);
    for (int i = 0; i < 500; ++i)
        CHECK((schedule.at(3, 0.1 * i).fade == 0.0f && schedule.at(3, 0.1 * i).clip == 1));
}
