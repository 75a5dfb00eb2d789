#include <map>
#include <optional>
#include <vector>

#include <glm/common.hpp>

#include "check/checks.h"
#include "check/texels.h"

namespace sinew {
namespace {

constexpr size_t kMostLookedAt = 1u << 13;  // triangles of a mesh
constexpr float kSeeThrough = 1.0f / 255.0f;
constexpr double kAllUnseen = 0.99;  // of what is shown of the texture
constexpr double kBodyPart = 0.5;    // of the triangles of a figure

/// What the meshes of a material show of its base color texture.
struct Shown {
    size_t ofFigure = 0;  ///< triangles of skinned meshes
    size_t places = 0, unseen = 0;
};

/// Nothing is seen of a surface below it.
float leastAlpha(const Material& material) {
    return material.alphaMode == AlphaMode::mask ? material.alphaCutoff : kSeeThrough;
}

class ShownCheck {
  public:
    ShownCheck(const CheckedModel& checked, std::vector<Finding>& findings)
        : model_(checked.model), findings_(findings) {
        for (const MeshGroup& group : checked.groups)
            for (const uint32_t instance : group.instances)
                add(model_.meshes[model_.instances[instance].mesh], group.skinned);
    }

    void check() {
        for (const auto& [index, shown] : byMaterial_) {
            const Material& material = model_.materials[index];
            if (material.alphaMode != AlphaMode::opaque) checkAlpha(material, shown);
        }
    }

  private:
    std::optional<Texels> texelsOf(const Material& material) const {
        const auto& use = material.texture(TextureSlot::baseColor);
        return use ? Texels::of(model_.textures[use->texture].image) : std::nullopt;
    }

    void add(const SkinnedMesh& mesh, bool isSkinned) {
        figure_ += isSkinned ? mesh.triangleCount() : 0;
        const Material& material = model_.materials[mesh.material];
        const auto texels = texelsOf(material);
        if (!texels) return;
        const TextureUse& use = *material.texture(TextureSlot::baseColor);
        Shown& shown = byMaterial_[mesh.material];
        shown.ofFigure += isSkinned ? mesh.triangleCount() : 0;
        const std::vector<glm::vec2>* const uvs = uvsFor(use, mesh);
        const bool isLookedAt = material.alphaMode != AlphaMode::opaque;
        const size_t stride = mesh.triangleCount() / kMostLookedAt + 1;
        for (size_t t = 0; uvs && isLookedAt && t < mesh.triangleCount(); t += stride)
            forEachShown(mesh, *uvs, t,
                         [&](const glm::vec2& uv) { addPlace(material, *texels, placeIn(use, uv), shown); });
    }

    static void addPlace(const Material& material, const Texels& texels, const glm::vec2& place, Shown& shown) {
        const auto texel = texels.read(material.texture(TextureSlot::baseColor)->sampler, place);
        if (!texel) return;
        ++shown.places;
        const float alpha = static_cast<float>(texel->a) / 255.0f * material.baseColor.a;
        shown.unseen += alpha < leastAlpha(material);
    }

    void checkAlpha(const Material& material, const Shown& shown) {
        const bool isFactor = material.baseColor.a < leastAlpha(material);  // "opacity-zero" without its texture
        if (shown.places == 0 || isFactor || material.transmission > 0.0f) return;
        const double unseen = static_cast<double>(shown.unseen) / static_cast<double>(shown.places);
        if (unseen >= kAllUnseen)
            findings_.push_back({"opacity-zero", isBody(shown) ? Severity::warning : Severity::info,
                                 materialName(model_, material),
                                 material.alphaMode == AlphaMode::mask
                                     ? "is cut out everywhere: the alpha of its texture is below the cutoff"
                                     : "is fully transparent: the alpha of its texture is 0"});
    }

    bool isBody(const Shown& shown) const {
        return shown.ofFigure > 0 && static_cast<double>(shown.ofFigure) >= kBodyPart * static_cast<double>(figure_);
    }

    const Model& model_;
    std::vector<Finding>& findings_;
    std::map<uint32_t, Shown> byMaterial_;
    size_t figure_ = 0;  ///< triangles of all skinned meshes
};

}  // namespace

std::vector<Finding> checkShownTexels(const CheckedModel& checked) {
    std::vector<Finding> findings;
    ShownCheck(checked, findings).check();
    return findings;
}

}  // namespace sinew
