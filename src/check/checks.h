#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <string>
#include <vector>

#include "check/checked_model.h"
#include "model/imported_model.h"

namespace sinew {

// Every check is a function that returns its findings; check() calls them all. To add one: a file for its subject, a
// declaration here, a line in check.cpp, and a rule for each new id in rules.cpp.

// Surfaces, in surfaces/.

/// Faces and their normals, one finding at most besides "triangles-degenerate": "mesh-inside-out" (a closed skinned mesh
/// that is seen from inside), "winding-flipped" (connected pieces of surface against their normals) and "normals-off"
/// (normals far from most faces, turned against them, or on the back of single ones). Skies are seen from inside.
std::vector<Finding> checkFaces(const CheckedModel& checked);

/// Meshes as a whole: "triangles-double", "triangles-apart" (nearly none touches another one), "vertex-stray" (far from
/// all vertices that it has an edge to), "positions-misread" (triangles all across the mesh, or normals among the
/// positions).
std::vector<Finding> checkMeshes(const CheckedModel& checked);

/// "size-extreme", of the figure or of the whole model.
std::vector<Finding> checkSize(const CheckedModel& checked);

/// "tangents-off": below a normal map, tangents that do not run along the texture coordinates, or of the other
/// handedness; the latter is a warning if those of other meshes of the file have the right one.
std::vector<Finding> checkTangents(const CheckedModel& checked);

/// "opacity-zero" (materials or vertex colors of which nothing is seen), "color-black", "metal-textured",
/// "texture-transform-flat" (it scales to nothing), "material-name-duplicate" (of materials that differ) and
/// "colors-black" (vertex colors).
std::vector<Finding> checkMaterials(const CheckedModel& checked);

/// What textures hold: "texture-black", "normal-map-other" (it holds no normals), "normal-map-flipped" (green points
/// down) and "texture-placeholder" (the magenta of missing ones). "texture-path-absolute": it was found all the same.
std::vector<Finding> checkTextures(const Model& model);

/// What meshes show of textures: "opacity-zero" (nothing, by its alpha) and "blend-opaque" (all is opaque, although the
/// material is blended).
std::vector<Finding> checkShown(const CheckedModel& checked);

/// "uvs-missing" (although the material has a texture), "uvs-far" and "uvs-outside" (triangles of a figure across the
/// border of the texture).
std::vector<Finding> checkCoordinates(const CheckedModel& checked);

/// Parts beside a skinned figure: "part-unbound" (it hangs on no bone, and stays behind) and "part-far".
std::vector<Finding> checkParts(const CheckedModel& checked);

/// "mesh-twice": a mesh with the triangles of another one, in the same place. An instance drawn twice is none.
std::vector<Finding> checkCopies(const CheckedModel& checked);

/// Morph targets: "morph-empty" and "morph-twice", and those of surfaces/morph_checks.h.
std::vector<Finding> checkMorphs(const CheckedModel& checked);

/// "mesh-halved": a figure has triangles on one side only, by the bones that move their corners most.
std::vector<Finding> checkSides(const CheckedModel& checked);

/// "weights-uneven": other bones hold points than their mirror images.
std::vector<Finding> checkMirroredWeights(const CheckedModel& checked);

/// Skin weights: "influences-cut" (with the resulting error if the report keeps the cut influences),
/// "weights-not-normalised", "vertices-unweighted", and vertices or whole bones unusually far from each other in the
/// rest pose, or vertices whose neighbors follow other bones: "weights-stray", "bone-far". "weights-smeared": a bone
/// that holds a good part of nearly all vertices of a whole figure.
std::vector<Finding> checkWeights(const CheckedModel& checked, const ImportReport& report);

/// Weights against the places of bones, as they were bound: "weights-swapped" (two bones have each other's),
/// "weights-mixed" (many bones hold what lies around others) and "weights-taken" (another bone holds what lies around
/// one, unlike on the other side).
std::vector<Finding> checkWeightPlaces(const CheckedModel& checked);

/// Whole meshes against the bones that move them, as they were bound: "skin-unit", "skin-turned", "skin-mirrored",
/// "skin-offset" and "skin-apart".
std::vector<Finding> checkSkinFit(const CheckedModel& checked);

/// Skeletons of skinned meshes: "bones-split" (more bones than the `maxBones` of a palette), "bone-unused",
/// "bone-name-duplicate", "bind-singular", "bind-not-rest", and in the rest pose of bones and their ancestors
/// "bone-scale-zero", "bone-scale-negative" and "bone-scale-uneven".
std::vector<Finding> checkSkeletons(const CheckedModel& checked, uint32_t maxBones);

/// "bone-outlying": a bone that moves no vertex rests many times the figure's size away from it.
std::vector<Finding> checkFarBones(const CheckedModel& checked);

/// "figure-far": a figure far from the origin, or one with legs above the ground at rest and at the start of all clips.
/// "figure-lies": legs, by their names, that do not lead down, at rest and in all loops, or a figure that begins at the
/// origin to one side, or downward.
std::vector<Finding> checkStance(const CheckedModel& checked);

/// Inverse bind matrices against the rest pose: "bone-misbound" (it moves its vertices elsewhere than the other bones),
/// "bone-posed" (it rests elsewhere, with everything below it), "bone-scaled" (of another size), "bone-apart" (without
/// a parent, away from the others), "bind-mixed" (many bones do not fit), "bind-exchanged" (two bones have each
/// other's), and "bind-not-affine".
std::vector<Finding> checkBinding(const CheckedModel& checked);

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
