#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <glm/common.hpp>

#include "check/checks.h"
#include "check/texels.h"

namespace sinew {
namespace {

constexpr float kFarFromAll = 16.0f;  // textures: tiles of a surface are fewer
constexpr float kFarAnyway = 200.0f;  // textures: "uvs-far", whatever else
constexpr int kMostLines = 32;        // of a grid, along a side of the texture
constexpr float kOnLine = 1e-3f;      // of the distance of two lines
constexpr size_t kMinOnGrid = 300;    // triangles
constexpr size_t kMinGridPlaces = 50;
constexpr double kMostlyFlat = 0.5;      // of the triangles: without area in the texture
constexpr size_t kMinAcross = 10;        // triangles with area: a palette has none
constexpr double kNoArea = 1e-9;         // of a texture
constexpr float kAtBorder = 0.01f;       // of a texture
constexpr size_t kMinCrossing = 4;       // triangles
constexpr double kLeastCrossing = 0.01;  // of the triangles with a texture

/// What a mesh reads its base color texture with; null where it has none.
const std::vector<glm::vec2>* baseUvs(const Model& model, const SkinnedMesh& mesh) {
    const auto& use = model.materials[mesh.material].texture(TextureSlot::baseColor);
    return use ? uvsFor(*use, mesh) : nullptr;
}

void checkSecondSet(const Model& model, const SkinnedMesh& mesh, const std::string& name,
                    std::vector<Finding>& findings) {
    const Material& material = model.materials[mesh.material];
    const auto& use = material.texture(TextureSlot::baseColor);
    if (!use || use->uvSet != 1 || mesh.moreUvs.empty() || !areAllInCorner(mesh.moreUvs)) return;
    const Measured count = measuredCount(mesh.moreUvs.size(), "vertex", "vertices");
    findings.push_back({"uvs-missing", Severity::warning, name,
                        "material '" + material.name + "' has a texture that reads UV set 1, in which " + count.text +
                            (mesh.moreUvs.size() == 1 ? " has" : " have") + " the same texture coordinates",
                        count.figure});
}

void checkNearest(const Model& model, const SkinnedMesh& mesh, const std::string& name,
                  std::vector<Finding>& findings) {
    const std::vector<glm::vec2>* const uvs = baseUvs(model, mesh);
    if (!uvs || uvs->empty()) return;
    float nearest = std::numeric_limits<float>::max(), farthest = 0.0f;
    for (const glm::vec2& uv : *uvs) {
        const float away = std::max(std::abs(uv.x), std::abs(uv.y));
        nearest = std::min(nearest, away), farthest = std::max(farthest, away);
    }
    if (!(nearest > kFarFromAll) || farthest >= kFarAnyway) return;
    const Measured away = measured(static_cast<double>(nearest), "textures");
    findings.push_back({"uvs-far", Severity::info, name,
                        "has all its texture coordinates " + away.text + " away, or farther: in pixels?", away.figure});
}

/// The least number of lines along a side of the texture on which all coordinates are; 0 where there is none.
int linesOf(const std::vector<glm::vec2>& uvs) {
    const auto isOn = [](float value) { return std::abs(value - std::round(value)) <= kOnLine; };
    for (int lines = 2; lines <= kMostLines; ++lines) {
        const auto count = static_cast<float>(lines);
        if (std::ranges::all_of(uvs, [&](const glm::vec2& uv) { return isOn(uv.x * count) && isOn(uv.y * count); }))
            return lines;
    }
    return 0;
}

bool hasArea(const SkinnedMesh& mesh, const std::vector<glm::vec2>& uvs, size_t triangle) {
    const uint32_t* const corners = &mesh.indices[3 * triangle];
    const glm::dvec2 a(uvs[corners[0]]), u = glm::dvec2(uvs[corners[1]]) - a, v = glm::dvec2(uvs[corners[2]]) - a;
    return std::abs(u.x * v.y - u.y * v.x) > kNoArea;
}

/// Triangles that were unwrapped, and then lost the digits of their coordinates. The colors of a palette are on a grid,
/// too; but then no triangle has area in it.
void checkGrid(const Model& model, const SkinnedMesh& mesh, const std::string& name, std::vector<Finding>& findings) {
    const std::vector<glm::vec2>* const uvs = baseUvs(model, mesh);
    if (!uvs || mesh.triangleCount() < kMinOnGrid) return;
    const int lines = linesOf(*uvs);
    if (lines == 0) return;
    std::set<std::pair<long, long>> places;
    for (const glm::vec2& uv : *uvs)
        places.emplace(std::lround(uv.x * static_cast<float>(lines)), std::lround(uv.y * static_cast<float>(lines)));
    size_t flat = 0;
    for (size_t t = 0; t < mesh.triangleCount(); ++t)
        flat += !hasArea(mesh, *uvs, t);
    if (places.size() < kMinGridPlaces || mesh.triangleCount() - flat < kMinAcross ||
        static_cast<double>(flat) < kMostlyFlat * static_cast<double>(mesh.triangleCount()))
        return;
    const Measured count = measuredPart(flat, mesh.triangleCount(), "triangle", "triangles");
    findings.push_back({"uvs-coarse", Severity::warning, name,
                        "has texture coordinates in steps of 1/" + std::to_string(lines) + " only: " + count.text +
                            " have no area in the texture",
                        count.figure});
}

/// True if a triangle reaches from one repetition of its texture to the next.
bool crossesBorder(const TextureUse& use, const std::vector<glm::vec2>& uvs, const uint32_t* corners) {
    glm::vec2 least(std::numeric_limits<float>::max()), most(std::numeric_limits<float>::lowest());
    for (size_t i = 0; i < 3; ++i) {
        const glm::vec2 uv = placeIn(use, uvs[corners[i]]);
        least = glm::min(least, uv), most = glm::max(most, uv);
    }
    const bool hasWidth = most.x - least.x > 2.0f * kAtBorder && most.y - least.y > 2.0f * kAtBorder;
    return hasWidth && glm::floor(least + kAtBorder) != glm::floor(most - kAtBorder);
}

void checkBorders(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    size_t all = 0, crossing = 0;
    for (const uint32_t instance : group.instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        const std::vector<glm::vec2>* const uvs = baseUvs(model, mesh);
        if (!uvs || uvs->empty()) continue;
        all += mesh.triangleCount();
        const TextureUse& use = *model.materials[mesh.material].texture(TextureSlot::baseColor);
        if (use.sampler.wrapU == Wrap::clamp || use.sampler.wrapV == Wrap::clamp) continue;
        for (size_t t = 0; t < mesh.triangleCount(); ++t)
            crossing += crossesBorder(use, *uvs, &mesh.indices[3 * t]);
    }
    if (crossing < kMinCrossing || static_cast<double>(crossing) <= kLeastCrossing * static_cast<double>(all)) return;
    const Measured count = measuredPart(crossing, all, "triangle", "triangles");
    findings.push_back(
        {"uvs-outside", Severity::info, group.name, count.text + " cross the border of the texture", count.figure});
}

}  // namespace

std::vector<Finding> checkCoordinates(const CheckedModel& checked) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : checked.groups) {
        if (group.skinned) checkBorders(checked.model, group, findings);
        for (const uint32_t instance : group.instances) {
            const SkinnedMesh& mesh = checked.model.meshes[checked.model.instances[instance].mesh];
            checkSecondSet(checked.model, mesh, group.name, findings);
            if (!group.skinned) continue;
            checkNearest(checked.model, mesh, group.name, findings);
            checkGrid(checked.model, mesh, group.name, findings);
        }
    }
    return findings;
}

}  // namespace sinew
