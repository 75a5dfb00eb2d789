#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <glm/gtc/color_space.hpp>

#include "export/build/left_out.h"
#include "export/build/pictures.h"
#include "export/collada/file.h"
#include "export/gltf/document.h"

namespace sinew::exporting {
namespace {

glm::vec4 srgb(const glm::vec3& linear, float alpha = 1.0f) {
    return {glm::convertLinearToSRGB(linear), alpha};
}

/// Effects of the common profile. Colors are sRGB, as programs other than Blender write them.
class MaterialsWriter {
  public:
    explicit MaterialsWriter(ColladaFile& file)
        : file_(file), text_(file.text), pictures_(file.model, file.options, file.exported) {}

    void write() {
        std::vector<bool> isUsed(file_.model.materials.size());
        for (const MeshPlace& place : file_.layout.places)
            for (const uint32_t instance : place.instances)
                isUsed[file_.model.meshes[file_.model.instances[instance].mesh].material] = true;
        file_.materials.resize(isUsed.size());
        std::vector<const Material*> used;
        for (size_t m = 0; m < isUsed.size(); ++m)
            if (isUsed[m]) {
                used.push_back(&file_.model.materials[m]);
                file_.materials[m] = file_.ids.take(used.back()->name.empty() ? "material" : used.back()->name);
            }
        if (used.empty()) return;
        writeImages(used);
        text_.open("library_effects");
        for (size_t m = 0; m < isUsed.size(); ++m)
            if (isUsed[m]) writeEffect(file_.model.materials[m], file_.materials[m] + ".effect");
        text_.close();
        text_.open("library_materials");
        for (size_t m = 0; m < isUsed.size(); ++m) {
            if (!isUsed[m]) continue;
            text_.open("material", {{"id", file_.materials[m]}, {"name", file_.model.materials[m].name}});
            text_.leaf("instance_effect", {{"url", "#" + file_.materials[m] + ".effect"}});
            text_.close();
        }
        text_.close();
        leftOut_.tell("Collada", file_.exported);
    }

  private:
    static constexpr TextureSlot kSlots[] = {TextureSlot::baseColor, TextureSlot::emissive, TextureSlot::normal};

    void writeImages(const std::vector<const Material*>& materials) {
        for (const Material* material : materials)
            for (const TextureSlot slot : kSlots) {
                const auto& use = material->texture(slot);
                if (!use || images_.contains(use->texture)) continue;
                const std::string name = pictures_.fileOf(use->texture, slot == TextureSlot::normal);
                if (name.empty()) continue;
                if (images_.empty()) text_.open("library_images");
                const std::string& id = images_[use->texture] = file_.ids.take(name.substr(0, name.rfind('.')));
                text_.open("image", {{"id", id}, {"name", id}});
                text_.leaf("init_from", {}, uriOf(name));
                text_.close();
            }
        if (!images_.empty()) text_.close();
    }

    /// The id of the image in a slot, or empty.
    std::string imageIn(const Material& material, TextureSlot slot) const {
        const auto& use = material.texture(slot);
        const auto found = use ? images_.find(use->texture) : images_.end();
        return found == images_.end() ? std::string() : found->second;
    }

    void writeEffect(const Material& material, const std::string& id) {
        text_.open("effect", {{"id", id}, {"name", material.name}});
        text_.open("profile_COMMON");
        NumberedNames written;
        for (const TextureSlot slot : kSlots)
            if (const std::string image = imageIn(material, slot); !image.empty() && written.take(image))
                writeSampler(image, material.texture(slot)->sampler);
        text_.open("technique", {{"sid", "common"}});
        writeShading(material);
        const bool hasBump = !imageIn(material, TextureSlot::normal).empty();
        if (hasBump || material.doubleSided) {  // three.js reads one technique
            text_.open("extra"), text_.open("technique", {{"profile", "FCOLLADA"}});
            if (material.doubleSided) text_.leaf("double_sided", {}, "1");
            if (hasBump) text_.open("bump"), writeTexture(material, TextureSlot::normal), text_.close();
            text_.close(), text_.close();
        }
        text_.close();
        text_.close();
        writeExtra(material);
        text_.close();
        noteLeftOut(material);
    }

    void writeSampler(const std::string& image, const Sampler& sampler) {
        const auto wrap = [](Wrap mode) {
            return mode == Wrap::clamp ? "CLAMP" : mode == Wrap::mirror ? "MIRROR" : "WRAP";
        };
        text_.open("newparam", {{"sid", image + "-surface"}});
        text_.open("surface", {{"type", "2D"}});
        text_.leaf("init_from", {}, image);
        text_.close(), text_.close();
        text_.open("newparam", {{"sid", image + "-sampler"}});
        text_.open("sampler2D");
        text_.leaf("source", {}, image + "-surface");
        text_.leaf("wrap_s", {}, wrap(sampler.wrapU));
        text_.leaf("wrap_t", {}, wrap(sampler.wrapV));
        text_.close(), text_.close();
    }

    void writeTexture(const Material& material, TextureSlot slot) {
        text_.leaf("texture", {{"texture", imageIn(material, slot) + "-sampler"},
                               {"texcoord", fmt::format("UV{}", material.texture(slot)->uvSet)}});
    }

    void writeColor(const char* element, const glm::vec4& color, const Material& material, TextureSlot slot) {
        text_.open(element);
        if (!imageIn(material, slot).empty())
            writeTexture(material, slot);
        else
            text_.leaf("color", {}, std::span(&color.x, 4));
        text_.close();
    }

    void writeNumber(const char* element, float number) {
        text_.open(element);
        text_.leaf("float", {}, std::span<const float>(&number, 1));
        text_.close();
    }

    /// What is unlit is a constant surface, which emits its color.
    void writeShading(const Material& material) {
        const glm::vec4 base = srgb(glm::vec3(material.baseColor));
        text_.open(material.unlit ? "constant" : "phong");
        if (material.unlit) {
            writeColor("emission", base, material, TextureSlot::baseColor);
        } else {
            const float roughness = std::max(material.roughness, 0.05f);
            const float gray = 0.5f * std::min(material.specular, 2.0f);  // 0.5 reflects 4 %
            writeColor("emission", srgb(material.emissive / strengthOf(material)), material, TextureSlot::emissive);
            writeColor("diffuse", base, material, TextureSlot::baseColor);
            text_.open("specular");
            text_.leaf("color", {}, std::array{gray, gray, gray, 1.0f});
            text_.close();
            writeNumber("shininess", 2.0f / std::pow(roughness, 4.0f) - 2.0f);  // Blinn's exponent
        }
        if (material.alphaMode != AlphaMode::opaque) {
            text_.open("transparent", {{"opaque", "A_ONE"}});
            if (imageIn(material, TextureSlot::baseColor).empty())
                text_.leaf("color", {}, std::array{1.0f, 1.0f, 1.0f, 1.0f});
            else
                writeTexture(material, TextureSlot::baseColor);
            text_.close();
            writeNumber("transparency", material.baseColor.a);
        }
        text_.close();
    }

    static float strengthOf(const Material& material) {
        return std::max({material.emissive.r, material.emissive.g, material.emissive.b, 1.0f});
    }

    /// What some programs read beyond the standard.
    void writeExtra(const Material& material) {
        if (material.unlit) return;
        text_.open("extra"), text_.open("technique", {{"profile", "glTF"}});
        writeNumber("metallic", material.metallic);
        writeNumber("roughness", material.roughness);
        if (strengthOf(material) > 1.0f) writeNumber("emissiveStrength", strengthOf(material));
        text_.close(), text_.close();
    }

    void noteLeftOut(const Material& material) {
        leftOut_.add(file_.model, material, kSlots);
        leftOut_.add("the transform of a texture", std::ranges::any_of(material.textures, [](const auto& use) {
                         return use && (linearPart(*use) != glm::mat2(1.0f) || use->offset != glm::vec2(0.0f));
                     }));
    }

    ColladaFile& file_;
    ColladaText& text_;
    PictureFiles pictures_;
    std::map<uint32_t, std::string> images_;  ///< ids, by texture
    LeftOut leftOut_;
};

}  // namespace

void writeColladaMaterials(ColladaFile& file) {
    MaterialsWriter(file).write();
}

}  // namespace sinew::exporting
