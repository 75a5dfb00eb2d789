#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <glm/common.hpp>

#include "check/checks.h"
#include "check/found.h"
#include "check/surfaces/limits.h"
#include "check/surfaces/texels.h"
#include "check/words.h"

namespace sinew {
namespace {

/// Whether all texels that the triangles of a material show are opaque.
class OpaqueSearch {
  public:
    /// `left`: the texels that may be looked at.
    OpaqueSearch(const Texels& texels, const TextureUse& use, double& left) : texels_(texels), use_(use), left_(left) {}

    bool shows(const SkinnedMesh& mesh) {
        const std::vector<glm::vec2>* const uvs = uvsFor(use_, mesh);
        if (!uvs) return false;
        for (size_t t = 0; t < mesh.triangleCount(); ++t) {  // a few points first, which tell most
            bool isOpaque = true;
            forEachShown(mesh, *uvs, t,
                         [&](const glm::vec2& uv) { isOpaque = isOpaque && isOpaqueAt(placeIn(use_, uv)); });
            if (!isOpaque) return false;
        }
        for (size_t t = 0; t < mesh.triangleCount(); ++t)
            if (!showsTriangle(mesh, *uvs, t)) return false;
        return true;
    }

  private:
    bool isOpaqueAt(const glm::vec2& place) const {
        const auto texel = texels_.read(use_.sampler, place);
        return texel && texel->a >= 255 - kSurface.texelSlack;
    }

    bool showsTriangle(const SkinnedMesh& mesh, const std::vector<glm::vec2>& uvs, size_t triangle) {
        const glm::vec2 size(texels_.width(), texels_.height());
        std::array<glm::vec2, 3> places;
        for (size_t corner = 0; corner < 3; ++corner)
            places[corner] = size * placeIn(use_, uvs[mesh.indices[3 * triangle + corner]]);
        const glm::vec2 least = glm::floor(glm::min(glm::min(places[0], places[1]), places[2]));
        const glm::vec2 most = glm::ceil(glm::max(glm::max(places[0], places[1]), places[2]));
        const glm::dvec2 count = most - least;
        const double cost = std::max(count.x * count.y, std::max(count.x, count.y));
        if (!(cost < left_)) return false;
        left_ -= cost;
        for (uint32_t y = 0; y < static_cast<uint32_t>(count.y); ++y)
            for (uint32_t x = 0; x < static_cast<uint32_t>(count.x); ++x) {
                const glm::vec2 middle = least + glm::vec2(x, y) + 0.5f;
                if (isWithin(middle, places) && !isOpaqueAt(middle / size)) return false;
            }
        return true;
    }

    static bool isWithin(const glm::vec2& point, const std::array<glm::vec2, 3>& corners) {
        bool anyLeft = false, anyRight = false;
        for (size_t corner = 0; corner < 3; ++corner) {
            const glm::vec2 edge = corners[(corner + 1) % 3] - corners[corner], to = point - corners[corner];
            const float side = edge.x * to.y - edge.y * to.x;
            anyLeft |= side > 0.0f, anyRight |= side < 0.0f;
        }
        return !(anyLeft && anyRight);
    }

    const Texels& texels_;
    const TextureUse& use_;
    double& left_;
};

bool hasOpaqueColors(const SkinnedMesh& mesh) {
    return std::ranges::all_of(mesh.colors, [](const glm::vec4& color) { return color.a >= kSurface.all; });
}

/// Whether nothing of a blended material lets anything through. False where that cannot be told.
bool isOpaqueOn(const Model& model, const Material& material, const std::vector<const SkinnedMesh*>& meshes,
                double& left) {
    if (material.baseColor.a < kSurface.all || material.transmission > 0.0f) return false;
    if (!std::ranges::all_of(meshes, [](const SkinnedMesh* mesh) { return hasOpaqueColors(*mesh); })) return false;
    const auto& use = material.texture(TextureSlot::baseColor);
    if (!use) return true;
    const auto texels = Texels::of(model.textures[use->texture].image);
    if (!texels || !(left > 0.0)) return false;
    left -= static_cast<double>(texels->width()) * static_cast<double>(texels->height());
    if (texels->areAll([](const Texel& t) { return t.a >= 255 - kSurface.texelSlack; })) return true;
    OpaqueSearch search(*texels, *use, left);
    return std::ranges::all_of(meshes, [&](const SkinnedMesh* mesh) { return search.shows(*mesh); });
}

/// True if nothing is seen of the texture where meshes show it. What its factor hides is no matter of the texture.
bool isUnseenOn(const Model& model, const Material& material, const std::vector<const SkinnedMesh*>& meshes) {
    const float least = material.alphaMode == AlphaMode::mask ? material.alphaCutoff : kUnseen;
    const auto& use = material.texture(TextureSlot::baseColor);
    const auto texels = use ? Texels::of(model.textures[use->texture].image) : std::nullopt;
    if (!texels || material.baseColor.a < least || material.transmission > 0.0f) return false;
    size_t places = 0, unseen = 0;
    for (const SkinnedMesh* mesh : meshes) {
        const std::vector<glm::vec2>* const uvs = uvsFor(*use, *mesh);
        const size_t stride = mesh->triangleCount() / kSurface.samples + 1;
        for (size_t t = 0; uvs && t < mesh->triangleCount(); t += stride)
            forEachShown(*mesh, *uvs, t, [&](const glm::vec2& uv) {
                const auto texel = texels->read(use->sampler, placeIn(*use, uv));
                if (!texel) return;
                ++places;
                unseen += static_cast<float>(texel->a) / 255.0f * material.baseColor.a < least;
            });
    }
    return places > 0 && areAtLeast(kSurface.all, unseen, places);
}

}  // namespace

std::vector<Finding> checkShown(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::map<uint32_t, std::vector<const SkinnedMesh*>> meshes;  // by material
    for (const MeshGroup& group : checked.groups)
        for (const uint32_t instance : group.instances) {
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            if (model.materials[mesh.material].alphaMode != AlphaMode::opaque) meshes[mesh.material].push_back(&mesh);
        }
    std::vector<Finding> findings;
    double left = kSurface.texels;
    for (const auto& [index, own] : meshes) {
        const Material& material = model.materials[index];
        const std::vector subject{materialSubject(index)};
        const bool isMask = material.alphaMode == AlphaMode::mask;
        if (isUnseenOn(model, material, own))
            findings.push_back(Found("opacity-zero", Severity::info, subject,
                                     isMask ? "is cut out everywhere: the alpha of its texture is below its cutoff"
                                            : "is fully transparent: the alpha of its texture is 0"));
        else if (!isMask && !isNamedLikeGlass(material.name) && isOpaqueOn(model, material, own, left))
            findings.push_back(Found("blend-opaque", Severity::info, subject,
                                     "is blended, although all that it shows is opaque: its triangles may be drawn in "
                                     "the wrong order"));
    }
    return findings;
}

}  // namespace sinew
