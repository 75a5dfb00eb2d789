#pragma once

#include <concepts>

#include "check/limits.h"

namespace sinew {

/// Limits of the checks of clips.
struct ClipLimits {
    // So many tell something: clips, and keys of a pop; bones; frames; keys of a track that is sampled, not drawn.
    Count few = 3, some = 4, several = 8, many = 12;
    Share most = 0.6f;     ///< of all: they agree
    Times unusual = 2.5f;  ///< times what is usual
    Times surely = 2.0f;   ///< times another limit: a warning

    // What differs by less is the same.
    SizeShare sameWay = 1e-4f;
    Degrees sameTurn = 0.05f;
    Share same = 1e-3f;         ///< of a scale, of a morph's full weight, or of a track's usual step
    Share alike = 0.02f;        ///< of a length, of a scale, or of all steps of a clip
    Share near = 0.2f;          ///< of a bone's length, of the time between keys, or of two shapes' squared sizes
    Share sameWayRound = 0.7f;  ///< the cosine between two directions, the correlation of two shapes

    // Rotations.
    Degrees turns = 12.0f;       ///< a bone that turns plainly, or steps between keys that were not sampled
    Degrees far = 60.0f;         ///< another pose, or another stance
    Degrees turnedAway = 80.0f;  ///< another heading
    Degrees wide = 170.0f;       ///< from key to key: either way round is possible
    Degrees halfTurn = 179.8f;   ///< an author turns it by exactly that, in sparse keys
    Degrees wholeTurn = 300.0f;

    // Ways.
    SizeShare around = 0.05f;                 ///< how far around a bone its rotation is seen
    SizeShare leastLength = 5e-3f;            ///< of bones that tell proportions
    SizeShare displaced = 0.035f;             ///< a bone, through a whole clip
    SizeShare elsewhere = 0.3f;               ///< a clip's start
    SizeShare swing = 0.2f;                   ///< a curve between sparse keys
    Times farAway = 2.0f;                     ///< times the model's size: another unit, or a place in a scene
    Times farOff = 20.0f;                     ///< times the model's size, from the origin
    Times otherUnit = 1.9f, farUnit = 50.0f;  ///< times a bone's length; a single bone
    Share otherLength = 0.12f;                ///< of a bone's length

    // Steps from frame to frame.
    Times jump = 3.0f;      ///< times what is visible; or, of a loop, times the usual change of velocity
    Share moving = 0.3f;    ///< of the usual step
    Share slowing = 0.05f;  ///< of the usual step
    Share aside = 0.2f;     ///< of what is usual in all, at least, about an axis about which nothing turns
    Share tremble = 0.4f;   ///< of what is visible, from one side to the other
    Share rough = 0.6f;     ///< of the usual step, from one side to the other
    Share swings = -0.45f;  ///< the mean cosine from frame to frame
    Times even = 1.8f;      ///< times the mean step: the longest one

    // Times.
    Seconds step = 0.002;                              ///< between keys: an intended jump
    Seconds frame = 0.07;                              ///< between keys; sparser ones are poses that an author chose
    Seconds dense = 0.1005;                            ///< ten keys a second, whose times a file rounds
    Seconds together = 0.02;                           ///< of several bones
    Seconds moment = 0.15;                             ///< a part that is hidden, or a bone that whips round
    Seconds pause = 0.3;                               ///< of what is not named like a loop, or before the first key
    Seconds hold = 0.5;                                ///< it may be meant
    Seconds fast = 0.004, slow = 0.4, slowest = 10.0;  ///< between sampled keys; the last between any
    Share apart = 0.04;                                ///< of the clip, at least: the ends of tracks

    // Loops.
    SizeShare speedJump = 0.5f;  ///< a second
    Times nearStep = 1.5f;       ///< times the steps beside a gap: it continues them
    Share nearGap = 0.15f;       ///< of how far the clip goes

    // The ground: shares of the figure's height.
    Share contact = 0.02f, lifted = 0.05f;
    Share contactSpeed = 0.6f;                 ///< a second
    Share slide = 0.03f, longSlide = 0.08f;    ///< also how far the feet of a clip that stands are off the ground
    Share offOthers = 0.1f, offAbove = 0.15f;  ///< off the ground of other clips; of clips that need not stand
    Share sole = 0.08f, foot = 0.15f;          ///< how high they rest
    Times below = 1.2f;                        ///< farther is another unit
    Count feet = 24;                           ///< a snake or a wheel has more
    Share down = 0.35f;                        ///< of the way from a hip to the end of the leg

    // Scales and triangles, times those at rest.
    Share flat = 0.1f;  ///< collapsed
    Times scaled = 1.25f, sheared = 1.5f, stretched = 4.0f;
    Share triangle = 0.002f;  ///< of the model's size: the square root of a visible one's doubled area
    Share triangles = 0.01f;  ///< of a mesh's, in one pose: a warning
    Count spareKeys = 100;
};
inline constexpr ClipLimits kClips;

/// How much is looked at, at most, to bound the time.
struct ClipCosts {
    Count poses = 12;                ///< of a clip
    Count soles = 128;               ///< vertices
    Count vertices = 1u << 13;       ///< of a mesh in which soles are looked for
    Count posedVertices = 1u << 20;  ///< of a mesh group, over all clips and poses
    Count steps = 16;                ///< over which a limb turns round
};
inline constexpr ClipCosts kClipCosts;

/// True if `some` are at least 60 % of `all`; the others are an exception.
constexpr bool areMost(std::integral auto some, std::integral auto all) {
    return static_cast<float>(some) >= kClips.most * static_cast<float>(all);
}

}  // namespace sinew
