#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <glm/common.hpp>

#include "check/checks.h"
#include "check/found.h"
#include "check/surfaces/limits.h"
#include "check/surfaces/texels.h"

namespace sinew {
namespace {

/// The first texture of a material; null if it has none.
const TextureUse* firstUse(const Material& material) {
    const auto use = std::ranges::find_if(material.textures, [](const auto& one) { return one.has_value(); });
    return use == material.textures.end() ? nullptr : &**use;
}

/// Parts of a mesh that read one corner of their texture. A mesh that was split may have parts of one point of a
/// palette.
void checkMissing(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    std::set<uint32_t> lacking, shown;  // materials
    size_t vertices = 0;
    for (const uint32_t instance : group.instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        const TextureUse* const use = firstUse(model.materials[mesh.material]);
        const std::vector<glm::vec2>* const uvs = use ? uvsFor(*use, mesh) : nullptr;
        const bool isLacking = uvs && !uvs->empty() && areAllInCorner(*uvs);
        (isLacking ? lacking : shown).insert(mesh.material);
        if (isLacking) vertices += mesh.vertexCount();
    }
    std::vector<Subject> subjects{meshSubject(model, group)};
    for (const uint32_t material : lacking)
        if (!shown.contains(material)) subjects.push_back(materialSubject(material));
    if (subjects.size() < 2 || vertices < kSurface.paintedVertices) return;
    const Measured count = measuredCount(vertices, "vertex", "vertices");
    findings.push_back(
        Found("uvs-missing", Severity::warning, subjects,
              "shows one point of the textures of {...}: all " + count.text + " have the same texture coordinates",
              count.figure));
}

/// Coordinates in pixels instead of textures. Returns whether they are.
bool checkFarUvs(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    float farthest = 0.0f;
    for (const uint32_t instance : group.instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        const TextureUse* const use = firstUse(model.materials[mesh.material]);
        const std::vector<glm::vec2>* const uvs = use ? uvsFor(*use, mesh) : nullptr;
        if (!uvs) continue;
        for (const glm::vec2& uv : *uvs) {
            const glm::vec2 place = glm::abs(placeIn(*use, uv));
            farthest = std::max({farthest, place.x, place.y});
        }
    }
    if (farthest < kSurface.farUv) return false;
    const Measured far = measured(static_cast<double>(farthest), "textures");
    findings.push_back(Found("uvs-far", Severity::info, {meshSubject(model, group)},
                             "has texture coordinates up to " + far.text + " away: in pixels?", far.figure));
    return true;
}

/// True if a triangle reaches from one repetition of its texture to the next.
bool crossesBorder(const TextureUse& use, const std::vector<glm::vec2>& uvs, const uint32_t* corners) {
    glm::vec2 least(std::numeric_limits<float>::max()), most(std::numeric_limits<float>::lowest());
    for (size_t i = 0; i < 3; ++i) {
        const glm::vec2 uv = placeIn(use, uvs[corners[i]]);
        least = glm::min(least, uv), most = glm::max(most, uv);
    }
    const bool hasWidth = most.x - least.x > 2.0f * kSurface.few && most.y - least.y > 2.0f * kSurface.few;
    return hasWidth && glm::floor(least + kSurface.few) != glm::floor(most - kSurface.few);
}

void checkBorders(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    size_t all = 0, crossing = 0;
    for (const uint32_t instance : group.instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        const auto& use = model.materials[mesh.material].texture(TextureSlot::baseColor);
        const std::vector<glm::vec2>* const uvs = use ? uvsFor(*use, mesh) : nullptr;
        if (!uvs) continue;
        all += mesh.triangleCount();
        if (use->sampler.wrapU == Wrap::clamp || use->sampler.wrapV == Wrap::clamp) continue;
        for (size_t t = 0; t < mesh.triangleCount(); ++t)
            crossing += crossesBorder(*use, *uvs, &mesh.indices[3 * t]);
    }
    if (!areMoreThan(kSurface.few, crossing, all)) return;
    const Measured count = measuredPart(crossing, all, "triangle", "triangles");
    findings.push_back(Found("uvs-outside", Severity::info, {meshSubject(model, group)},
                             count.text + " cross the border of the texture", count.figure));
}

}  // namespace

std::vector<Finding> checkCoordinates(const CheckedModel& checked) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : checked.groups) {
        checkMissing(checked.model, group, findings);
        if (!checkFarUvs(checked.model, group, findings) && group.skinned) checkBorders(checked.model, group, findings);
    }
    return findings;
}

}  // namespace sinew
