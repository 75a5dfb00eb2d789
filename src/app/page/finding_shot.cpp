#include "app/page/finding_shot.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "check/check.h"

namespace sinew {
namespace {

constexpr double kGhostStep = 0.1;
constexpr const char* kWeightsText = "from violet (little) through green to yellow (all); gray: none";

using Way = ShownAs;

Way wayOf(const Finding& finding, bool hasClip) {
    return shownAs(finding.id).value_or(hasClip ? Way::pose : Way::whole);
}

/// The material, or the first one with that texture.
std::optional<uint32_t> materialOf(const Finding& finding, const Model& model) {
    const std::optional<uint32_t> texture = subjectOf(finding, Subject::Kind::texture);
    for (uint32_t i = 0; texture && i < model.materials.size(); ++i)
        for (const std::optional<TextureUse>& use : model.materials[i].textures)
            if (use && use->texture == texture) return i;
    return subjectOf(finding, Subject::Kind::material);
}

}  // namespace

FindingShot shotOf(const Finding& finding, const Model& model) {
    FindingShot shot;
    shot.clip = subjectOf(finding, Subject::Kind::clip);
    shot.node = subjectOf(finding, Subject::Kind::node);
    const Way way = wayOf(finding, shot.clip.has_value());
    const std::string node = shot.node ? inQuotes(model.hierarchy.names[*shot.node]) : "";
    const double duration = shot.clip ? model.clips[*shot.clip].durationSeconds : 0.0;
    shot.seconds = std::clamp(finding.seconds.value_or(duration / 2.0), 0.0, duration);
    shot.isClose = shot.node.has_value();
    std::string pose = "the rest pose";
    if (shot.clip && way == Way::seam) {
        shot.seconds = duration;
        shot.ghostSeconds = duration;
        shot.repeats = false;
        pose =
            fmt::format("the last pose of {}; its first pose is the red ghost", inQuotes(model.clips[*shot.clip].name));
    } else if (shot.clip) {
        pose = fmt::format("{} at {:.2f} s", inQuotes(model.clips[*shot.clip].name), shot.seconds);
        if (way == Way::contact || way == Way::pose) {
            shot.ghostSeconds = kGhostStep;
            shot.repeats = false;
            pose += fmt::format("; ghosts: {:g} s earlier (red) and later (blue)", kGhostStep);
        }
    }
    switch (way) {
        case Way::weights:
            if (shot.node) {
                shot.view = View::weights;
                shot.caption = fmt::format("Weights of {} in {}: {}.", node, pose, kWeightsText);
                return shot;
            }
            [[fallthrough]];
        case Way::influences:
            shot.view = View::influences;
            shot.caption = fmt::format("Number of bones of each vertex, one color each, in {}.", pose);
            return shot;
        case Way::bones:
            shot.skeleton = true;
            shot.caption = fmt::format("The bones{} in {}.", shot.node ? ", with " + node + " highlighted," : "", pose);
            return shot;
        case Way::surface:
            shot.edges = true;
            shot.caption = fmt::format("The edges of the triangles in {}.", pose);
            return shot;
        case Way::normals:
            shot.view = View::normals;
            shot.caption = fmt::format("Normals as colors in {}.", pose);
            return shot;
        case Way::uvs:
            shot.view = View::uvs;
            shot.caption = fmt::format("Texture coordinates as a checkerboard in {}.", pose);
            return shot;
        case Way::material:
            shot.material = materialOf(finding, model);
            shot.caption = shot.material ? fmt::format("The surfaces with the material {} in {}.",
                                                       inQuotes(model.materials[*shot.material].name), pose)
                                         : fmt::format("The model in {}.", pose);
            return shot;
        default:
            shot.caption =
                fmt::format("{} in {}.", shot.node ? "Close to " + node + "," : std::string("The model"), pose);
            return shot;
    }
}

}  // namespace sinew
