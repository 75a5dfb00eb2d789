#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/imported_model.h"

namespace sinew {

/// Why a model is too large to be checked in a few minutes; nothing where it is not. check() does not finish early.
std::optional<std::string> tooLargeToCheck(const Model& model);

/// Returns everything that is worth reporting about a model: the findings of its import and those of all checks. Errors
/// first, then warnings, then notes; within a severity in the order import, files, meshes, weights, bones, clips,
/// loops, ground, deformation, seams. Equal findings appear once, and similar ones are merged (sumFindings()).
/// `maxBones` is the size of a palette.
std::vector<Finding> check(const Model& model, const ImportReport& report, uint32_t maxBones);

/// As check(), but not merged.
std::vector<Finding> checkEach(const Model& model, const ImportReport& report, uint32_t maxBones);

/// Merges three or more findings of one id into one: notes always, others if their messages are equal. Keeps the one
/// with the largest figure (the first if several are equal), names the other objects, and takes the first one's place.
std::vector<Finding> sumFindings(const std::vector<Finding>& findings);

/// Adds to findings of the import about textures what they are for, "(base color of 'skin')", and to those about UV
/// sets which meshes they concern. After sumFindings(), as findings with equal messages are merged.
void nameTextureUses(const Model& model, std::vector<Finding>& findings);

/// Adds to findings about meshes the node that shows the mesh, where it has another name: "(node 'Body')". Also after
/// sumFindings().
void nameNodes(const Model& model, std::vector<Finding>& findings);

/// Gives findings that only have the name of their object, as those of the import, the first node, mesh, clip, material
/// or texture of that name as their subject, and a name without what readers add.
void findSubjects(const Model& model, std::vector<Finding>& findings);

/// What check() could not judge, or only in part.
struct NotJudged {
    std::string what, why;  ///< "motion", "the file has no clip"
};

std::vector<NotJudged> notJudged(const Model& model, const ImportReport& report);

/// What a clip does, whether it is meant or not. Lengths are shares of the model's size.
struct ClipSummary {
    float loopGap = 0.0f;                         ///< how far its last pose is from its first one, without root motion
    uint32_t gapNode = 0;                         ///< where that is
    bool jumps = false;                           ///< it nearly loops, or is named like a loop, but has a visible gap
    float travel = 0.0f;                          ///< how far from its start it ends, over the ground
    size_t constantTracks = 0, constantKeys = 0;  ///< that repeat one value
};

/// One for each clip.
std::vector<ClipSummary> summarizeClips(const Model& model);

/// The documentation of one finding id. The texts start in lower case and have no full stop.
struct CheckRule {
    std::string_view id;
    std::string_view meaning;
    std::string_view advice;
    std::string_view figure = {};  ///< units of the figures, separated by " or "; empty: no figure
    bool isRepair = false;         ///< something in the file was repaired or ignored
};

/// The rules of all findings that the import or a check can produce, grouped by subject.
std::span<const CheckRule> checkRules();

/// Returns null for an unknown id.
const CheckRule* ruleFor(std::string_view id);

/// An id of earlier versions.
struct FormerRule {
    std::string_view id;
    std::string_view now;  ///< the id that took its place; empty: none
};

/// Returns null for an id that no version reported, and for those of checkRules().
const FormerRule* formerRuleFor(std::string_view id);

/// What shows a finding best.
enum class ShownAs { pose, seam, contact, still, weights, influences, bones, surface, normals, uvs, material, whole };

/// By the beginning of its id; nothing where that does not tell.
std::optional<ShownAs> shownAs(std::string_view id);

/// Returns an empty text for an unknown id.
std::string_view adviceFor(std::string_view id);

}  // namespace sinew
