#include "export/build/left_out.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace sinew::exporting {

void LeftOut::add(const Model& model, const Material& material, std::span<const TextureSlot> written) {
    const auto has = [&](TextureSlot slot) {
        const auto& use = material.texture(slot);
        return use && model.textures[use->texture].found();
    };
    for (size_t s = 0; s < kTextureSlots; ++s)
        if (const auto slot = static_cast<TextureSlot>(s); std::ranges::find(written, slot) == written.end())
            add(fmt::format("the {} texture", kTextureSlotNames[s]), has(slot));
    const glm::vec3 white(1.0f), black(0.0f);
    add("the color that a texture is multiplied by",
        (has(TextureSlot::baseColor) && glm::vec3(material.baseColor) != white) ||
            (has(TextureSlot::emissive) && material.emissive != white));
    add("the strength of the normal map", has(TextureSlot::normal) && material.normalScale != 1.0f);
    add("the cutoff of the opacity", material.alphaMode == AlphaMode::mask && material.alphaCutoff != 0.5f);
    add("the index of refraction", material.ior != 1.5f);
    add("the color of the reflection", material.specularColor != white);
    add("the clear coat", material.clearcoat > 0.0f);
    add("the sheen", material.sheenColor != black);
    add("the transmission", material.transmission > 0.0f);
    add("the iridescence", material.iridescence > 0.0f);
    add("the anisotropy", material.anisotropy > 0.0f);
}

void LeftOut::tell(const char* format, ExportedModel& exported) const {
    for (const auto& [what, count] : materials_)
        if (count > 0)
            exported.leftOut.push_back(fmt::format("left out, as {} has no place for it: {} of {}", format, what,
                                                   counted(count, "material", "materials")));
}

}  // namespace sinew::exporting
