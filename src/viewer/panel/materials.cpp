#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <glm/common.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vector_relational.hpp>

#include "render/gpu_model.h"
#include "render/panel.h"
#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

constexpr size_t kMostMaterialLines = 8;
constexpr float kLargeLetters = 20.0f;  // of a picture in a tooltip, in font sizes
constexpr const char* kAlphaModeNames[] = {"opaque", "mask", "blend"};

const char* nameOf(const Material& material) {
    return material.name.empty() ? "(unnamed)" : material.name.c_str();
}

/// For shaders/panel.vert. Of colors above 1, the hue.
ImU32 swatchColor(const glm::vec3& linear) {
    const float most = std::max({1.0f, linear.r, linear.g, linear.b});
    const glm::vec3 color = glm::pow(glm::max(linear, 0.0f) / most, glm::vec3(1.0f / 2.2f));
    return ImGui::ColorConvertFloat4ToU32(ImVec4(color.r, color.g, color.b, 1.0f));
}

/// 0 if the texture is not drawn.
uintptr_t pictureOf(const PanelState& state, TextureSlot slot, const TextureUse& use, bool opaque = true) {
    const size_t image = state.uploaded ? state.uploaded->imageOf(use.texture, isColor(slot)) : 0;
    return image > 0 ? panelTexture(image, opaque) : 0;
}

/// `picture` is multiplied by the color.
void drawSwatch(ImVec2 corner, float side, const glm::vec3& color, uintptr_t picture = 0) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end(corner.x + side, corner.y + side);
    const float rounding = 0.2f * side;
    if (picture)
        list.AddImageRounded(ImTextureID(picture), corner, end, ImVec2(0.0f, 0.0f), ImVec2(1.0f, 1.0f),
                             swatchColor(color), rounding);
    else
        list.AddRectFilled(corner, end, swatchColor(color), rounding);
    list.AddRect(corner, end, ImGui::GetColorU32(ImGuiCol_Border), rounding);
}

void drawRow(const PanelScope& scope, uint32_t index) {
    PanelMemory& memory = scope.memory;
    const Material& material = scope.state.model->materials[index];
    const float side = ImGui::GetTextLineHeight(), gap = 4.0f * scope.scale;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const bool used = memory.outline.materialUses[index].meshes > 0;
    if (!used) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    const bool clicked = selectable(static_cast<int>(index), nameOf(material), memory.selectedMaterial == index,
                                    2.0f * (side + gap), ImGuiSelectableFlags_SpanAllColumns);
    if (clicked || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible)) memory.selectedMaterial = index;
    if (!used) ImGui::PopStyleColor();
    tooltip(fmt::format("{}\n{}", nameOf(material),
                        used ? "The squares are the base color and the emission. Click for all values and textures."
                             : "No mesh has this material. Click for its values and textures."),
            key::keyboard.names);
    const auto swatch = [&](float x, const glm::vec3& color, TextureSlot slot) {
        const std::optional<TextureUse>& use = material.texture(slot);
        drawSwatch(ImVec2(x, place.y), side, color, use ? pictureOf(scope.state, slot, *use) : 0);
    };
    swatch(place.x, glm::vec3(material.baseColor), TextureSlot::baseColor);
    if (material.emissive != glm::vec3(0.0f)) swatch(place.x + side + gap, material.emissive, TextureSlot::emissive);
    ImGui::TableNextColumn();
    showDimText("{}", kAlphaModeNames[static_cast<size_t>(material.alphaMode)]);
}

void drawList(const PanelScope& scope) {
    const size_t count = scope.state.model->materials.size(), lines = std::min(kMostMaterialLines, count);
    if (!beginList("materials", 2, lines, scope.scale)) return;
    if (std::exchange(scope.memory.revealMaterial, false) && scope.memory.selectedMaterial)
        ImGui::SetScrollY((static_cast<float>(*scope.memory.selectedMaterial) - 3.0f) *
                          (ImGui::GetTextLineHeight() + 4.0f * scope.scale));
    drawVisible(count, -1.0f, [&](size_t i) { drawRow(scope, static_cast<uint32_t>(i)); });
    endList();
}

/// The first item is the default.
void drawVariants(const PanelScope& scope) {
    const std::vector<std::string>& names = scope.state.report->variants;
    if (names.empty()) return;
    const auto found = std::ranges::find(names, scope.state.source.variant);
    int chosen = found == names.end() ? -1 : static_cast<int>(found - names.begin());
    if (combo("Variant", -1, static_cast<int>(names.size()), chosen,
              [&](int i) { return i < 0 ? "default" : names[static_cast<size_t>(i)].c_str(); }))
        scope.asked.variant = chosen < 0 ? "" : names[static_cast<size_t>(chosen)];
    tooltip("The file has several sets of materials.", "--variant");
}

/// Follows the selection while it is on.
void drawIsolation(const PanelScope& scope, uint32_t selected) {
    const std::optional<uint32_t>& shown = scope.state.settings.shownMaterial;
    bool isolated = shown.has_value();
    if (ImGui::Checkbox("Show only this material", &isolated) || (isolated && shown != selected))
        scope.settings().shownMaterial = isolated ? std::optional(selected) : std::nullopt;
    tooltip("Draws only the surfaces with the selected material.", "--material");
}

/// The name of a row of values; the values follow.
void beginValue(const char* name) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    showDimText("{}", name);
    ImGui::TableNextColumn();
}

void showColor(const glm::vec3& color) {
    const float side = ImGui::GetTextLineHeight();
    drawSwatch(ImGui::GetCursorScreenPos(), side, color);
    ImGui::Dummy(ImVec2(side, side));
    ImGui::SameLine(0.0f, 0.5f * side);
    showText("{:.3g} {:.3g} {:.3g}", color.r, color.g, color.b);
}

/// Shows a number that is not the usual one.
void showUnusual(const char* name, float value, float usual) {
    if (value == usual) return;
    beginValue(name);
    showText("{:.3g}", value);
}

void showUnusual(const char* name, const glm::vec3& color, const glm::vec3& usual = glm::vec3(0.0f)) {
    if (color == usual) return;
    beginValue(name);
    showColor(color);
}

void drawSurface(const Material& material) {
    beginValue("alpha");
    showText("{}{}{}", kAlphaModeNames[static_cast<size_t>(material.alphaMode)],
             material.alphaMode == AlphaMode::mask ? fmt::format(", cutoff {:.3g}", material.alphaCutoff) : "",
             material.doubleSided ? ", double-sided" : "");
    beginValue("base color");
    showColor(glm::vec3(material.baseColor));
    if (material.baseColor.a != 1.0f) showText("alpha {:.3g}", material.baseColor.a);
    if (material.unlit) {
        beginValue("shading");
        return showText("unlit");
    }
    beginValue("metallic");
    showText("{:.3g}", material.metallic);
    beginValue("roughness");
    showText("{:.3g}", material.roughness);
    showUnusual("emissive", material.emissive);
    if (material.texture(TextureSlot::normal)) showUnusual("normal scale", material.normalScale, 1.0f);
    if (material.texture(TextureSlot::occlusion)) showUnusual("occlusion", material.occlusionStrength, 1.0f);
}

void drawLayers(const Material& material) {
    showUnusual("refraction", material.ior, 1.5f);
    showUnusual("specular", material.specular, 1.0f);
    showUnusual("specular color", material.specularColor, glm::vec3(1.0f));
    showUnusual("clearcoat", material.clearcoat, 0.0f);
    if (material.clearcoat > 0.0f) showText("roughness {:.3g}", material.clearcoatRoughness);
    showUnusual("sheen", material.sheenColor);
    if (material.sheenColor != glm::vec3(0.0f)) showText("roughness {:.3g}", material.sheenRoughness);
    showUnusual("transmission", material.transmission, 0.0f);
    showUnusual("thickness", material.thickness, 0.0f);
    if (material.thickness > 0.0f && material.attenuationDistance < std::numeric_limits<float>::max()) {
        beginValue("attenuation");
        showColor(material.attenuationColor);
        showText("at {:.3g}", material.attenuationDistance);
    }
    showUnusual("iridescence", material.iridescence, 0.0f);
    if (material.iridescence > 0.0f)
        showText("index {:.3g}, {:.4g} to {:.4g} nm", material.iridescenceIor, material.iridescenceMinimum,
                 material.iridescenceMaximum);
    showUnusual("anisotropy", material.anisotropy, 0.0f);
    if (material.anisotropy > 0.0f) showText("at {:.0f}\xC2\xB0", glm::degrees(material.anisotropyRotation));
}

void drawValues(const Material& material) {
    if (!ImGui::BeginTable("values", 2, ImGuiTableFlags_SizingFixedFit)) return;
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed,
                            std::min(7.0f * ImGui::GetFontSize(), 0.5f * ImGui::GetContentRegionAvail().x));
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
    ImGui::PushTextWrapPos();
    drawSurface(material);
    if (!material.unlit) drawLayers(material);
    ImGui::PopTextWrapPos();
    ImGui::EndTable();
}

const char* nameOf(Wrap wrap) {
    return wrap == Wrap::repeat ? "repeat" : wrap == Wrap::mirror ? "mirror" : "clamp";
}

/// What differs from a texture of UV set 0 that repeats, is filtered and is not transformed; empty if nothing does.
std::string unusual(const TextureUse& use) {
    const Sampler& sampler = use.sampler;
    std::string text;
    const auto add = [&]<typename... Arguments>(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        if (!text.empty()) text += ", ";
        text += fmt::format(format, std::forward<Arguments>(arguments)...);
    };
    if (use.uvSet != 0) add("UV set {}", use.uvSet);
    if (sampler.wrapU == sampler.wrapV && sampler.wrapU != Wrap::repeat) add("{}", nameOf(sampler.wrapU));
    if (sampler.wrapU != sampler.wrapV) add("{} x {}", nameOf(sampler.wrapU), nameOf(sampler.wrapV));
    if (sampler.magnify == Filter::nearest) add("nearest");
    if (sampler.minify == Filter::nearest) add("nearest when small");
    if (sampler.mip == MipFilter::none) add("no mip levels");
    if (sampler.mip == MipFilter::nearest) add("nearest mip level");
    if (use.offset != glm::vec2(0.0f)) add("offset {:.3g} {:.3g}", use.offset.x, use.offset.y);
    if (use.scale != glm::vec2(1.0f)) add("scale {:.3g} {:.3g}", use.scale.x, use.scale.y);
    if (use.rotation != 0.0f) add("rotation {:.3g}\xC2\xB0", glm::degrees(use.rotation));
    return text;
}

/// The largest size with the proportions of the image that fits into the square.
ImVec2 fittedSize(const ImageData& image, float side) {
    const auto width = static_cast<float>(image.width), height = static_cast<float>(image.height);
    const float scale = side / std::max(width, height);
    return {std::max(1.0f, width * scale), std::max(1.0f, height * scale)};
}

void drawTexture(const PanelScope& scope, TextureSlot slot, const TextureUse& use, bool opaque) {
    const Texture& texture = scope.state.model->textures[use.texture];
    const uintptr_t picture = pictureOf(scope.state, slot, use, opaque);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float side = ImGui::GetTextLineHeight() + ImGui::GetTextLineHeightWithSpacing();
    if (picture) {
        const ImVec2 size = fittedSize(texture.image, side);
        const ImVec2 from(corner.x + 0.5f * (side - size.x), corner.y + 0.5f * (side - size.y));
        ImGui::GetWindowDrawList()->AddImage(ImTextureID(picture), from, ImVec2(from.x + size.x, from.y + size.y));
        ImGui::SetCursorScreenPos(ImVec2(corner.x + side + ImGui::GetStyle().ItemSpacing.x, corner.y));
    }
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos();
    showText("{}", kTextureSlotNames[static_cast<size_t>(slot)]);
    const ImageData& image = texture.image;
    const uint32_t levels = image.isBlocks() ? image.levelCount : mostLevels(image.width, image.height);
    if (texture.found() && scope.state.uploaded && !picture)
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(kOrange), "not drawn: the device cannot read %s",
                           nameOf(image.format));
    else if (texture.found())
        showDimText("{} x {}, {}{}, {} mip {}", image.width, image.height,
                    image.isBlocks() ? fmt::format("{}, ", nameOf(image.format)) : "",
                    isColor(slot) ? "sRGB" : "linear", levels, levels == 1 ? "level" : "levels");
    else
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(kOrange), "not found");
    if (const std::string text = unusual(use); !text.empty()) showDimText("{}", text);
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    if (!beginTooltip()) return;
    if (picture) ImGui::Image(ImTextureID(picture), fittedSize(texture.image, kLargeLetters * ImGui::GetFontSize()));
    showText("{}", texture.name);
    if (!texture.source.empty() && texture.source != texture.name) showDimText("{}", texture.source);
    endTooltip();
}

}  // namespace

void selectMaterial(PanelMemory& memory, uint32_t material) {
    memory.selectedMaterial = material;
    memory.revealMaterial = true;
}

void drawMaterials(const PanelScope& scope) {
    const std::vector<Material>& materials = scope.state.model->materials;
    PanelMemory& memory = scope.memory;
    if (materials.empty()) return showDimText("no materials");
    if (!memory.selectedMaterial) selectMaterial(memory, scope.state.settings.shownMaterial.value_or(0));
    drawVariants(scope);
    drawList(scope);
    const uint32_t selected = *memory.selectedMaterial;
    const Material& material = materials[selected];
    drawIsolation(scope, selected);
    ImGui::PushTextWrapPos();
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(kYellow), "%s", displayed(nameOf(material)).c_str());
    const MaterialUse& use = memory.outline.materialUses[selected];
    showDimText("{} {}, {} triangles", use.meshes, use.meshes == 1 ? "mesh" : "meshes", use.triangles);
    ImGui::PopTextWrapPos();
    drawValues(material);
    for (size_t i = 0; i < kTextureSlots; ++i) {
        const auto slot = static_cast<TextureSlot>(i);
        const bool opaque = slot != TextureSlot::baseColor || material.alphaMode == AlphaMode::opaque;
        if (const std::optional<TextureUse>& texture = material.texture(slot))
            drawTexture(scope, slot, *texture, opaque);
    }
}

}  // namespace sinew
