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

// Surfaces, in surfaces/.

/// Faces and their normals, one finding at most besides "triangles-degenerate": "mesh-inside-out" (a closed skinned
/// mesh that is seen from inside), "winding-flipped" (connected pieces of surface against their normals) and
/// "normals-off" (normals far from most faces, turned against them, or on the back of single ones). Skies are seen from
/// inside.
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

// Skins, in skin/.

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

/// The names of joints that move no vertex, but that a skeleton has for a reason: they carry others, or end a bone, as
/// the one on the other side does, or are called like a socket or a control.
std::set<std::string> neededJoints(const CheckedModel& checked);

// Clips, in clips/.

/// "figure-far": a figure far from the origin, or one with legs above the ground at rest and at the start of all clips.
/// "figure-lies": legs, by their names, that do not lead down, at rest and in all loops, or a clip that keeps an
/// upright figure tilted.
std::vector<Finding> checkStance(const CheckedModel& checked);

/// Clips as a whole: "clips-none", "clip-empty", "clip-still" (nothing that is seen moves), "clip-stepped",
/// "clip-twice" and "keys-dense".
std::vector<Finding> checkClips(const CheckedModel& checked, const ImportReport& report);

/// Key times: "clip-early", "clip-late", "clip-times" (not in seconds) and "channels-apart" (tracks that end or begin
/// otherwise than the others).
std::vector<Finding> checkTimes(const CheckedModel& checked, const ImportReport& report);

/// Single keys: "key-pop" (up to three keys off a movement, or a jump), "motion-jitter", "rotation-wraps" and
/// "rotation-wide". Moments at which several bones pop are one finding. Poses more than 0.07 s apart are not judged.
std::vector<Finding> checkKeys(const CheckedModel& checked, const ImportReport& report);

/// "curve-overshoots": a curve that swings far out between two keys; between sparse ones, much farther.
std::vector<Finding> checkCurves(const CheckedModel& checked, const ImportReport& report);

/// Translations against the rest pose: "clip-unit", "clip-proportions" and "bone-displaced".
std::vector<Finding> checkAgainstRest(const CheckedModel& checked);

/// A clip against the others: "clip-elsewhere" (its start), "clip-unlike" (bones far from all that they do otherwise),
/// "clip-additive", and "bone-still" (unlike the bone on the other side).
std::vector<Finding> checkAgainstOthers(const CheckedModel& checked);

/// Scales of each clip, relative to the rest scale: "clip-scale-negative", "clip-scale-zero", "clip-scale-uneven" and
/// "clip-scale-other".
std::vector<Finding> checkScales(const Model& model);

/// The movement of the whole skeleton from frame to frame: "frame-repeated" and "loop-held".
std::vector<Finding> checkFrames(const CheckedModel& checked, const ImportReport& report);

/// The transition from the last pose of a clip to its first.
struct LoopGap {
    float jump = 0.0f;  ///< largest distance between the two poses, and the node at which it is
    uint32_t node = 0;
    bool isMissingFrame = false;  ///< the jump continues the steps before and after it
    float speedJump = 0.0f;       ///< largest change of velocity that stands out in the clip, per second
    uint32_t speedNode = 0;
    float extent = 0.0f;       ///< largest distance of any point from its start
    float largestStep = 0.0f;  ///< of any point between two samples

    /// The clip ends near its start, or a frame before it.
    bool isNear() const;
};

/// Measures each node that moves vertices at its origin and at three points around it, 5 % of the model's size away, to
/// include rotation. Root motion is removed first.
LoopGap loopGapOf(const CheckedModel& checked, size_t clip);

/// The jump when a clip loops, without root motion: "loop-seam" (the last pose differs from the first, and the clip is
/// named like a loop, or only a frame is missing) and "loop-speed" (the poses match, the velocities do not).
std::vector<Finding> checkLoops(const CheckedModel& checked);

/// Contact with the ground, Y up at the lowest point that a clip reaches: "foot-slide" (a foot moves during contact,
/// relative to the clip's ground speed) and "feet-off-ground" (through a whole clip).
std::vector<Finding> checkGround(const CheckedModel& checked);

/// Skin over all clips: "triangles-stretch" (an edge longer than four times its bind length) and "triangles-collapse"
/// (an area below a tenth of the bind area: the candy wrapper), with the worst place, clip and time. Covers triangles
/// of several bones only, and large models in samples, to bound the time. Morph targets stay at rest. What
/// the scales of a clip explain does not count.
std::vector<Finding> checkDeformation(const CheckedModel& checked);

/// Triangles of a mesh of which checkDeformation() takes all, and points of one whose mirrored surface is looked for.
inline constexpr size_t kMostDeformed = 1u << 14, kMostMirrored = 1u << 16;

/// True for the only clip of a file whose format has one timeline for all clips: at their borders, anything may jump.
bool holdsManyClips(const Model& model, const ImportReport& report);

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
