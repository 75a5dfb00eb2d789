#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <set>
#include <string>
#include <vector>

#include "check/checked_model.h"
#include "model/imported_model.h"

namespace sinew {

// Every check is a function that returns its findings; check() calls them all. To add one: a file for its subject, a
// declaration here, a line in check.cpp, and a rule for each new id in rules.cpp.

/// Files around the model: "texture-path-absolute", "texture-embedded", "texture-size", "texture-lost" (a figure has
/// none, and the file one that nothing uses), "unit-unknown". Missing textures are findings of the import.
std::vector<Finding> checkFiles(const Model& model, const ImportReport& report);

/// Meshes before skinning: "triangles-degenerate", "uvs-missing" (although the material has a texture),
/// "uvs-far", "winding-flipped" (connected pieces of surface against their normals), "normals-bent" (single faces
/// against their normals), "triangles-double", "vertex-stray" (far from all vertices that
/// it has an edge to) and "size-extreme".
std::vector<Finding> checkMeshes(const CheckedModel& checked);

/// Positions as a whole: "positions-coarse" (in steps in which triangles collapse), "positions-misread" (triangles
/// all across the mesh, or normals among the positions) and "triangles-apart" (none touches another one).
std::vector<Finding> checkPositions(const CheckedModel& checked);

/// Skinned meshes: "mesh-inside-out" (closed, and seen from inside) and "normals-off" (normals far from most faces, or
/// turned).
std::vector<Finding> checkOrientation(const CheckedModel& checked);

/// "tangents-mirrored": tangents of the other handedness than the texture coordinates, below a normal map; a warning if
/// those of other meshes of the file have the right one. "tangents-off": they do not run along them.
std::vector<Finding> checkTangents(const CheckedModel& checked);

/// "opacity-zero" (materials of which nothing is seen), "color-black", "metal-textured", "texture-transform-flat" (it
/// scales to nothing), "material-name-duplicate" (of materials that differ) and "colors-black" (vertex colors).
std::vector<Finding> checkMaterials(const Model& model);

/// What textures hold: "texture-black", "normal-map-other" (it holds no normals), "normal-map-flipped" (green points
/// down) and "texture-placeholder" (the magenta of missing ones).
std::vector<Finding> checkTextures(const Model& model);

/// "opacity-zero": surfaces show nothing of their base color textures, by its alpha.
std::vector<Finding> checkShownTexels(const CheckedModel& checked);

/// "blend-opaque": a blended material of which all that is shown is opaque.
std::vector<Finding> checkBlended(const CheckedModel& checked);

/// Parts beside a skinned figure: "part-unbound" (it hangs on no bone, and stays behind), "part-large"
/// (a bone carries it, and it is larger than the figure), "part-far" and "part-left" (a plain box in the figure).
std::vector<Finding> checkParts(const CheckedModel& checked);

/// "mesh-twice": a mesh with the triangles of another one, in the same place. An instance drawn twice is none.
std::vector<Finding> checkCopies(const CheckedModel& checked);

/// Morph targets by themselves, in morphs.cpp: "morph-empty", "morph-far" (a vertex leaves the mesh), "morph-absolute"
/// (positions instead of differences), and how clips and the rest pose apply them. Against the surface, each other and
/// the targets of other meshes: morph_checks.h.
std::vector<Finding> checkMorphs(const CheckedModel& checked);

/// Texture coordinates by themselves: "uvs-missing" (in the second set), "uvs-far" (all of a figure), "uvs-coarse"
/// (in large steps) and "uvs-outside" (triangles of a figure across the border of the texture).
std::vector<Finding> checkCoordinates(const CheckedModel& checked);

/// What the import reports of weights: "influences-cut" (with the resulting error if the report keeps the cut
/// influences), "weights-not-normalised" and "vertices-unweighted".
std::vector<Finding> checkWeights(const CheckedModel& checked, const ImportReport& report);

/// Skinned meshes as they were bound: "skin-apart" (a mesh lies beside its bones, or is turned, mirrored or of another
/// size), "weights-mixed" (many bones hold what lies around others) and "weights-stray" (one bone does).
std::vector<Finding> checkSkins(const CheckedModel& checked);

/// Inverse bind matrices against the rest pose: "bind-singular", "bind-not-affine", "bind-matrices-missing",
/// "bind-mixed" (many do not fit), "bone-misbound" (some), "bone-posed" (single bones rest elsewhere) and
/// "bind-not-rest". Skeletons: "bones-split" (more bones than the `maxBones` of a palette), "skin-rigid",
/// "bone-name-duplicate", "bone-outlying" and, of bones and their ancestors at rest, "bone-scale-zero",
/// "bone-scale-negative" and "bone-scale-uneven".
std::vector<Finding> checkSkeletons(const CheckedModel& checked, uint32_t maxBones);

/// The names of joints that move no vertex, but that a skeleton has for a reason: they carry others, end a bone, or are
/// called like a socket or a control.
std::set<std::string> neededJoints(const CheckedModel& checked);

/// "mesh-halved": a figure has triangles on one side only.
std::vector<Finding> checkSides(const CheckedModel& checked);

/// Meshes of two sides that mirror each other: "mesh-uneven" (points and parts away from their mirror images),
/// "weights-uneven" (points that other bones hold) and "winding-flipped" (on one side).
std::vector<Finding> checkUnmirrored(const CheckedModel& checked);

/// "figure-far": a figure far from the origin, or one with legs above the ground at rest and at the start of all clips.
/// "figure-lies": legs, by their names, that do not lead down, at rest and in all loops, or a figure that begins at the
/// origin to one side, or downward.
std::vector<Finding> checkStance(const CheckedModel& checked);

/// Keys of each clip: "clips-none", "clip-empty", "clip-still", "rotation-wide" (neighboring keys so far apart that the
/// shortest rotation may not be the intended one), redundant keys: "track-constant", "keys-dense", and
/// "clip-twice" (the same keys as another clip).
std::vector<Finding> checkClips(const CheckedModel& checked, const ImportReport& report);

/// Key times of each clip: "clip-early", "clip-late", "clip-slow" and "clip-fast" (times that are not seconds),
/// "channels-start-apart" and "channels-end-apart" (a channel is cut, or lasts longer than the others),
/// "clip-two-rates" (keys that are spaced otherwise from some time on) and "keys-unsteady" (sampled keys early and
/// late, or single ones of a bone beside those of all others).
std::vector<Finding> checkTiming(const Model& model);

/// Translations against the skeleton: "clip-unit" (in another unit), "clip-proportions" (the bone lengths of another
/// figure), and "bone-displaced" (off its rest translation through a whole clip). "bone-stretches": the only bone whose
/// distance from its parent changes visibly, in this clip only.
std::vector<Finding> checkChannels(const CheckedModel& checked);

/// "bone-still": bones that stand still in a clip although their twin on the other side, or the bones above and below
/// them, move, although they move in most other clips, or without keys although nearly all others have some.
/// "clip-partial": a walk or run that keeps many such bones still, or lost the keys of some.
std::vector<Finding> checkStillBones(const CheckedModel& checked);

/// "bone-turned": a bone that a clip keeps far from all rotations that it has at rest and in other clips, unlike the
/// other bones. "clip-unlike": a clip that does so with half of its bones. "rest-turned": a bone that rests far from
/// all rotations that clips give it, unlike the others. "clip-sides": a clip in which the bones of both sides have each
/// other's rotations. "bones-exchanged": the same of a bone and the one above it.
std::vector<Finding> checkTurnedBones(const CheckedModel& checked);

/// "clip-additive": a clip whose rotations are near none at all, although the rest pose and all other clips are far
/// from that: differences from the rest pose.
std::vector<Finding> checkAdditiveClips(const CheckedModel& checked);

/// The start of each clip: "clip-elsewhere" (away from the start of most others, or far from the rest pose) and
/// "clip-heading" (turned away).
std::vector<Finding> checkPlaces(const CheckedModel& checked);

/// Scales of each clip, relative to the rest scale: "clip-scale-negative", "clip-scale-zero", "clip-scale-uneven" and
/// "clip-scale-other".
std::vector<Finding> checkScales(const Model& model);

/// The worst bone of each clip: "key-pop" (one to three keys off a smooth curve), "rotation-wraps" (a whole turn within
/// a frame or a few keys), "keys-exchanged", "keys-off" (a stretch of them), "motion-jump", "motion-jitter", and
/// "motion-stepped" (beside bones that move smoothly: in steps, or only once in some keys). "pose-jump": most bones
/// jump at once. Only keys that are at most 0.1 s apart are judged.
std::vector<Finding> checkMotion(const CheckedModel& checked, const ImportReport& report);

/// "curve-overshoots": a curve that swings far out between two keys; between sparse ones, much farther.
std::vector<Finding> checkCurves(const CheckedModel& checked, const ImportReport& report);

/// The movement of the whole skeleton from frame to frame: "frame-repeated" (single ones, or one in each few),
/// "loop-held" and "pose-at-rest" (a clip passes through the rest pose, which is far from all of its other poses).
std::vector<Finding> checkFrames(const CheckedModel& checked);

/// The jump when a clip loops: "loop-seam" (the last pose is close to the first, but not equal; a warning if a frame is
/// missing or the clip is named like a loop), "loop-speed" (the poses match, the velocities do not) or
/// "clip-not-looping". Measures each bone at its origin and at three points around it, 5 % of the model's size away, to
/// include rotation. Root motion is removed first.
std::vector<Finding> checkLoops(const CheckedModel& checked);

/// Contact with the ground, Y up at the lowest point that a clip reaches: "foot-slide" (a foot moves during contact,
/// relative to the clip's ground speed), "feet-off-ground" (through a whole clip) and "root-drift" (a clip ends at
/// another position than it starts). Feet are the bones that touch the ground and leave it in some clip.
std::vector<Finding> checkGround(const CheckedModel& checked);

/// Skin over all clips: "triangles-stretch" (an edge longer than four times its bind length) and "triangles-collapse"
/// (an area below a tenth of the bind area: the candy wrapper), with the worst place, clip and time. Covers triangles
/// of several bones only, and large models in samples, to bound the time. Morph targets stay at rest. What
/// the scales of a clip explain does not count.
std::vector<Finding> checkDeformation(const CheckedModel& checked);

/// Surfaces over all clips: "seam-opens" (two triangles with a common edge, but with vertices of their own, whose
/// different weights pull them apart). Samples up to 16 poses per clip. Morph targets stay at rest.
std::vector<Finding> checkSeams(const CheckedModel& checked);

/// The name of a material of the model, or "material 3".
std::string materialName(const Model& model, const Material& material);

/// "3.1 % of the model's size", or "12 cm (3.1 % of the model's size)" if the unit is known.
std::string lengthText(const Model& model, float length, const Measured& share);

/// Returns the upper median and reorders `values`, which is not empty.
template <typename Number>
Number medianOf(std::vector<Number>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

}  // namespace sinew
