#include "app/page/finding_shot.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "app/report/subject.h"
#include "model/text.h"

namespace sinew {
namespace {

constexpr double kGhostStep = 0.1;
constexpr const char* kWeightsText = "from violet (little) through green to yellow (all); gray: none";

enum class Way { pose, seam, contact, still, weights, influences, bones, surface, normals, uvs, material, whole };

/// How the findings whose ids begin so are shown; the first row that fits.
struct Row {
    std::string_view begin;
    Way way;
};
constexpr Row kRows[] = {
    {"loop-", Way::seam},
    {"clip-not-looping", Way::seam},
    {"promise-loop", Way::seam},
    {"foot-", Way::contact},
    {"feet-", Way::contact},
    {"promise-", Way::contact},
    {"influences-", Way::influences},
    {"budget-influences", Way::influences},
    {"weight", Way::weights},
    {"vertices-unweighted", Way::weights},
    {"bone-unused", Way::weights},
    {"normals-", Way::normals},
    {"winding-", Way::normals},
    {"mesh-inside-out", Way::normals},
    {"tangents-", Way::normals},
    {"uv", Way::uvs},
    {"texture", Way::material},
    {"material-", Way::material},
    {"opacity-", Way::material},
    {"mesh-", Way::surface},
    {"vertex-", Way::surface},
    {"triangles-", Way::surface},
    {"seam-", Way::surface},
    {"budget-triangles", Way::surface},
    {"budget-bones", Way::bones},
    {"bone", Way::bones},
    {"joint-", Way::bones},
    {"skin-", Way::bones},
    {"bind-", Way::bones},
    {"rest-", Way::bones},
};

Way wayOf(const Finding& finding, bool hasClip) {
    for (const auto& [begin, way] : kRows)
        if (finding.id.starts_with(begin)) return way;
    return hasClip ? Way::pose : Way::whole;
}

/// The material that reads a texture of that name, or has that name.
std::optional<uint32_t> materialOf(const Finding& finding, const Model& model) {
    for (uint32_t i = 0; i < model.materials.size(); ++i) {
        if (!model.materials[i].name.empty() && model.materials[i].name == finding.object) return i;
        for (const std::optional<TextureUse>& use : model.materials[i].textures)
            if (use && model.textures[use->texture].name == finding.object) return i;
    }
    return std::nullopt;
}

}  // namespace

FindingShot shotOf(const Finding& finding, const Model& model) {
    FindingShot shot;
    shot.clip = clipOf(finding, model);
    shot.node = nodeOf(finding, model);
    const Way way = wayOf(finding, shot.clip.has_value());
    const std::string node = shot.node ? inQuotes(model.hierarchy.names[*shot.node]) : "";
    const double duration = shot.clip ? model.clips[*shot.clip].durationSeconds : 0.0;
    shot.seconds = std::clamp(secondsOf(finding).value_or(duration / 2.0), 0.0, duration);
    shot.isClose = shot.node.has_value();
    std::string pose = "the rest pose";
    if (shot.clip && way == Way::seam) {
        shot.seconds = duration;
        shot.ghostSeconds = duration;
        shot.repeats = false;
        pose = fmt::format("the last pose of {}; its first pose is the red ghost", inQuotes(model.clips[*shot.clip].name));
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
            shot.caption = fmt::format("{} in {}.", shot.node ? "Close to " + node + "," : std::string("The model"), pose);
            return shot;
    }
}

}  // namespace sinew
