#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "check/checks.h"
#include "check/surface.h"
#include "check/texels.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr float kTransparent = 1.0f / 255.0f;
constexpr float kBlack = 1.0f / 255.0f;
constexpr float kNearlyBlack = 0.015f;  // of a base color: linear
constexpr float kNoScale = 1e-6f;
constexpr float kSmallScale = 0.05f;  // of a texture transform
constexpr float kFewTexels = 16.0f, kManyTexels = 64.0f;
constexpr double kMostlyBlack = 0.9;   // of the vertices
constexpr double kMostOfFigure = 0.5;  // of the triangles
constexpr double kWholeFigure = 0.95;  // the same

/// Nothing is seen of the material, whatever its texture.
bool isInvisible(const Material& material) {
    if (material.alphaMode == AlphaMode::blend)
        return material.baseColor.a < kTransparent && material.transmission == 0.0f;
    return material.alphaMode == AlphaMode::mask && material.baseColor.a < material.alphaCutoff;
}

bool isBlack(const glm::vec4& color, float below = kBlack) {
    return std::max({color.r, color.g, color.b}) < below;
}

/// Of the triangles of all skinned meshes, by material.
std::vector<double> partsOfFigure(const Model& model, const std::vector<MeshGroup>& groups) {
    std::vector<double> parts(model.materials.size());
    double all = 0.0;
    for (const MeshGroup& group : groups)
        for (const uint32_t instance : group.instances) {
            if (!group.skinned) continue;
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            parts[mesh.material] += static_cast<double>(mesh.triangleCount());
            all += static_cast<double>(mesh.triangleCount());
        }
    for (double& part : parts)
        part /= std::max(all, 1.0);
    return parts;
}

bool areSamePictures(const Texture& one, const Texture& other) {
    return one.image == other.image && (one.found() || one.name == other.name);
}

/// Equal but for what the file adds, and for pictures that are copies.
bool areSameMaterials(const Model& model, const Material& one, const Material& other) {
    Material copy = other;
    copy.extras = one.extras;
    for (size_t slot = 0; slot < kTextureSlots; ++slot) {
        const auto& own = one.textures[slot];
        auto& use = copy.textures[slot];
        if (own && use && own->texture != use->texture &&
            areSamePictures(model.textures[own->texture], model.textures[use->texture]))
            use->texture = own->texture;
    }
    return copy == one;
}

/// Materials of one name that differ.
void checkMaterialNames(const Model& model, const std::vector<bool>& isUsed, std::vector<Finding>& findings) {
    std::map<std::string, std::vector<size_t>> materials;  // by name
    for (size_t i = 0; i < isUsed.size(); ++i)
        if (isUsed[i] && !model.materials[i].name.empty()) materials[model.materials[i].name].push_back(i);
    for (const auto& named : materials) {
        const Material& first = model.materials[named.second.front()];
        if (std::ranges::all_of(named.second,
                                [&](size_t i) { return areSameMaterials(model, first, model.materials[i]); }))
            continue;
        const Measured count = measuredCount(named.second.size(), "material", "materials");
        findings.push_back({"material-name-duplicate", Severity::info, named.first,
                            "is the name of " + count.text +
                                " that differ: programs that find materials by name take "
                                "one for the other",
                            count.figure});
    }
}

/// A transform that leaves one line or one point of a texture. One with an offset may well choose a color of a palette.
void checkTransforms(const Model& model, const Material& material, std::vector<Finding>& findings) {
    for (size_t slot = 0; slot < kTextureSlots; ++slot) {
        const auto& use = material.textures[slot];
        if (!use || std::min(std::abs(use->scale.x), std::abs(use->scale.y)) > kNoScale) continue;
        std::set<std::string> meshes;
        for (const SkinnedMesh& mesh : model.meshes)
            if (&model.materials[mesh.material] == &material) meshes.insert(mesh.name);
        const bool isPoint = std::max(std::abs(use->scale.x), std::abs(use->scale.y)) <= kNoScale;
        findings.push_back(
            {"texture-transform-flat", isPoint && use->offset == glm::vec2(0.0f) ? Severity::warning : Severity::info,
             materialName(model, material),
             std::string("has a texture transform with scale 0, which shows one ") + (isPoint ? "point" : "line") +
                 " of its " + kTextureSlotNames[slot] + " texture '" + model.textures[use->texture].name + "' on " +
                 listed(std::vector<std::string>(meshes.begin(), meshes.end()))});
        return;
    }
}

/// The largest extent of the texture coordinates that a material shows its base color texture with, without the
/// transform. 0: none.
float uvExtent(const Model& model, const Material& material, const TextureUse& use) {
    glm::vec2 least(std::numeric_limits<float>::max()), most(std::numeric_limits<float>::lowest());
    for (const SkinnedMesh& mesh : model.meshes) {
        const auto* const uvs = &model.materials[mesh.material] == &material ? uvsFor(use, mesh) : nullptr;
        if (!uvs) continue;
        for (const glm::vec2& uv : *uvs)
            least = glm::min(least, uv), most = glm::max(most, uv);
    }
    return std::max({most.x - least.x, most.y - least.y, 0.0f});
}

/// A transform that leaves a few texels of a texture for a surface that was unwrapped.
void checkSmallTransform(const Model& model, const Material& material, std::vector<Finding>& findings) {
    const auto& use = material.texture(TextureSlot::baseColor);
    if (!use) return;
    const float scale = std::max(std::abs(use->scale.x), std::abs(use->scale.y));
    if (scale > kSmallScale || scale <= kNoScale) return;
    const auto texels = Texels::of(model.textures[use->texture].image);
    if (!texels) return;
    const auto side = static_cast<float>(std::max(texels->width(), texels->height()));
    const float shown = side * scale * uvExtent(model, material, *use);
    if (side < kManyTexels || shown > kFewTexels || shown == 0.0f) return;
    const Measured across = measured(static_cast<double>(shown), "texels");
    findings.push_back({"texture-transform-flat", Severity::info, materialName(model, material),
                        "scales its base color texture '" + model.textures[use->texture].name + "' by " +
                            figure(static_cast<double>(scale)) + ", which shows " + across.text + " of " +
                            std::to_string(std::lround(side)),
                        across.figure});
}

/// Factors that leave little of a texture.
void checkFactors(const Model& model, const Material& material, double partOfFigure, std::vector<Finding>& findings) {
    const std::string name = materialName(model, material);
    const bool hasTexture = material.texture(TextureSlot::baseColor).has_value();
    // Small parts may well be nearly black.
    const bool isDark = isBlack(material.baseColor, partOfFigure >= kMostOfFigure ? kNearlyBlack : kBlack) &&
                        !glows(model, material) && material.alphaMode == AlphaMode::opaque;
    if (isDark && hasTexture)
        findings.push_back({"color-black", partOfFigure >= kMostOfFigure ? Severity::warning : Severity::info, name,
                            "has a black base color, which leaves nothing of its texture"});
    if (isDark && !hasTexture && partOfFigure >= kMostOfFigure) {
        const Measured part = measuredShare(partOfFigure, "the figure");
        findings.push_back({"color-black", partOfFigure >= kWholeFigure ? Severity::warning : Severity::info, name,
                            "is black and has no texture: " + part.text, part.figure});
    }
    if (hasTexture && !material.texture(TextureSlot::metallicRoughness) && !material.unlit && material.metallic > 0.99f)
        findings.push_back({"metal-textured", Severity::info, name,
                            "is all metal, although it has a texture of colors and none that says where"});
}

bool isAllBlack(const SkinnedMesh& mesh) {
    return !mesh.colors.empty() &&
           std::ranges::all_of(mesh.colors, [](const glm::vec4& color) { return isBlack(color); });
}

void checkVertexColors(const Model& model, const std::vector<MeshGroup>& groups, std::vector<Finding>& findings) {
    const bool areAllBlack = std::ranges::all_of(
        model.instances, [&](const MeshInstance& instance) { return isAllBlack(model.meshes[instance.mesh]); });
    for (const MeshGroup& group : groups) {
        size_t vertices = 0, black = 0;
        bool turnsBlack = areAllBlack;              // a texture, or the whole figure
        std::vector<std::string> clear, blackened;  // materials
        for (const uint32_t instance : group.instances) {
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            vertices += mesh.vertexCount();
            black += static_cast<size_t>(
                std::ranges::count_if(mesh.colors, [](const glm::vec4& color) { return isBlack(color); }));
            const Material& material = model.materials[mesh.material];
            if (isAllBlack(mesh)) {
                blackened.push_back(materialName(model, material));
                turnsBlack = turnsBlack || material.texture(TextureSlot::baseColor);
            }
            if (material.alphaMode == AlphaMode::blend && !mesh.colors.empty() &&
                std::ranges::all_of(mesh.colors, [](const glm::vec4& color) { return color.a < kTransparent; }))
                clear.push_back(materialName(model, material));
        }
        const Severity severity = turnsBlack ? Severity::warning : Severity::info;
        if (vertices > 0 && black == vertices)
            findings.push_back({"colors-black", severity, group.name, "all vertex colors are black"});
        else if (!blackened.empty())
            findings.push_back({"colors-black", severity, group.name,
                                std::string("all vertex colors of ") +
                                    (blackened.size() == 1 ? "material " : "materials ") + listed(blackened) +
                                    " are black"});
        else if (static_cast<double>(black) > kMostlyBlack * static_cast<double>(vertices))
            findings.push_back({"colors-black", Severity::info, group.name,
                                measuredPart(black, vertices, "vertex color is", "vertex colors are").text + " black"});
        if (!clear.empty())
            findings.push_back({"opacity-zero", Severity::warning, group.name,
                                "has fully transparent vertex colors where its material is " + listed(clear)});
    }
}

}  // namespace

std::vector<Finding> checkMaterials(const Model& model) {
    std::vector<Finding> findings;
    const std::vector<MeshGroup> groups = meshGroups(model);
    const std::vector<double> parts = partsOfFigure(model, groups);
    std::vector<bool> isUsed(model.materials.size());
    for (const MeshInstance& instance : model.instances)
        isUsed[model.meshes[instance.mesh].material] = true;
    for (size_t i = 0; i < isUsed.size(); ++i) {
        const Material& material = model.materials[i];
        if (!isUsed[i] || !isInvisible(material)) continue;
        findings.push_back({"opacity-zero", Severity::warning, materialName(model, material),
                            material.alphaMode == AlphaMode::mask
                                ? "is cut out everywhere: its alpha is below the cutoff"
                                : "is fully transparent"});
    }
    for (size_t i = 0; i < isUsed.size(); ++i)
        if (isUsed[i]) {
            checkFactors(model, model.materials[i], parts[i], findings);
            checkTransforms(model, model.materials[i], findings);
            checkSmallTransform(model, model.materials[i], findings);
        }
    checkMaterialNames(model, isUsed, findings);
    checkVertexColors(model, groups, findings);
    return findings;
}

}  // namespace sinew
