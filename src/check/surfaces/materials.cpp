#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
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

bool isBlack(const glm::vec4& color) {
    return std::max({color.r, color.g, color.b}) < kUnseen;
}

/// Materials without opacity, whatever their texture.
void checkOpacity(const Model& model, uint32_t index, std::vector<Finding>& findings) {
    const Material& material = model.materials[index];
    const bool isMask = material.alphaMode == AlphaMode::mask;
    const bool isClear = material.alphaMode == AlphaMode::blend && material.transmission == 0.0f;
    if (isMask ? material.baseColor.a < material.alphaCutoff : isClear && material.baseColor.a < kUnseen)
        findings.push_back(
            Found("opacity-zero", Severity::info, {materialSubject(index)},
                  isMask ? "is cut out everywhere: its alpha is below its cutoff" : "is fully transparent"));
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
void checkMaterialNames(const Model& model, const std::set<uint32_t>& used, std::vector<Finding>& findings) {
    std::map<std::string, std::vector<uint32_t>> materials;  // by name
    for (const uint32_t i : used)
        if (!model.materials[i].name.empty()) materials[model.materials[i].name].push_back(i);
    for (const auto& [name, own] : materials) {
        const Material& first = model.materials[own.front()];
        if (std::ranges::all_of(own, [&](uint32_t i) { return areSameMaterials(model, first, model.materials[i]); }))
            continue;
        const Measured count = measuredCount(own.size(), "material", "materials");
        findings.push_back(Found("material-name-duplicate", Severity::info, {materialSubject(own.front())},
                                 "is the name of " + count.text + " that differ", count.figure));
    }
}

/// The largest extent of the texture coordinates that a material reads a texture with, without the transform. 0: none.
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

/// A transform that leaves a line, a point or a few texels of a texture. One with an offset may well choose a color of
/// a palette.
void checkTransforms(const Model& model, uint32_t index, std::vector<Finding>& findings) {
    const Material& material = model.materials[index];
    for (size_t slot = 0; slot < kTextureSlots; ++slot) {
        const auto& use = material.textures[slot];
        if (!use) continue;
        const glm::vec2 scale = glm::abs(use->scale);
        const float most = std::max(scale.x, scale.y);
        const bool isPoint = most <= kSurface.nothing;
        const auto add = [&](Severity severity, const std::string& shows) {
            findings.push_back(Found(
                "texture-transform-flat", severity, {materialSubject(index), textureSubject(use->texture)},
                "has a texture transform that shows " + shows + " of its " + kTextureSlotNames[slot] + " texture {}"));
        };
        if (std::min(scale.x, scale.y) <= kSurface.nothing)
            return add(isPoint && use->offset == glm::vec2(0.0f) ? Severity::warning : Severity::info,
                       isPoint ? "one point" : "one line");
        if (most > kSurface.small) continue;
        const ImageData& image = model.textures[use->texture].image;
        const auto side = static_cast<float>(std::max(image.width, image.height));
        const float shown = side * most * uvExtent(model, material, *use);
        constexpr auto kFew = static_cast<float>(kSurface.colorSide);
        if (side >= kSurface.farther * kFew && shown > 0.0f && shown <= kFew)
            return add(Severity::info, figure(static_cast<double>(shown)) + " of " + std::to_string(std::lround(side)) +
                                           " texels across");
    }
}

/// Factors that leave little of a texture.
void checkFactors(const Model& model, uint32_t index, std::vector<Finding>& findings) {
    const Material& material = model.materials[index];
    if (!material.texture(TextureSlot::baseColor)) return;
    const std::vector subject{materialSubject(index)};
    if (isBlack(material.baseColor) && material.alphaMode == AlphaMode::opaque && !glows(model, material))
        findings.push_back(Found("color-black", Severity::warning, subject,
                                 "has a black base color, which leaves nothing of its texture"));
    if (!material.texture(TextureSlot::metallicRoughness) && !material.unlit && material.metallic > kSurface.all)
        findings.push_back(Found("metal-textured", Severity::info, subject,
                                 "is all metal, although it has a texture of colors and none that says where"));
}

/// Vertex colors that leave nothing of a texture, or of a whole mesh.
void checkVertexColors(const CheckedModel& checked, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    const auto blackOf = [](const SkinnedMesh& mesh) {
        return static_cast<size_t>(std::ranges::count_if(mesh.colors, isBlack));
    };
    const auto isMostlyBlack = [&](const SkinnedMesh& mesh) {
        return areMoreThan(kSurface.nearlyAll, blackOf(mesh), mesh.colors.size());
    };
    for (const MeshGroup& group : checked.groups) {
        const bool areAllBlack = std::ranges::all_of(group.instances, [&](uint32_t instance) {
            return isMostlyBlack(model.meshes[model.instances[instance].mesh]);
        });
        size_t vertices = 0, black = 0;
        std::set<uint32_t> blackened, clear;  // materials
        for (const uint32_t instance : group.instances) {
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            const Material& material = model.materials[mesh.material];
            if (isMostlyBlack(mesh) && (areAllBlack || material.texture(TextureSlot::baseColor))) {
                blackened.insert(mesh.material);
                vertices += mesh.vertexCount(), black += blackOf(mesh);
            }
            if (material.alphaMode == AlphaMode::blend && !mesh.colors.empty() &&
                std::ranges::all_of(mesh.colors, [](const glm::vec4& color) { return color.a < kUnseen; }))
                clear.insert(mesh.material);
        }
        const auto subjects = [&](const std::set<uint32_t>& materials) {
            std::vector<Subject> all{meshSubject(model, group)};
            std::ranges::transform(materials, std::back_inserter(all), materialSubject);
            return all;
        };
        if (!blackened.empty())
            findings.push_back(
                Found("colors-black", Severity::warning, subjects(blackened),
                      (black == vertices ? "all vertex colors"
                                         : measuredPart(black, vertices, "vertex color", "vertex colors").text) +
                          " are black where the material is {...}"));
        if (!clear.empty())
            findings.push_back(Found("opacity-zero", Severity::info, subjects(clear),
                                     "has fully transparent vertex colors where the material is {...}"));
    }
}

}  // namespace

std::vector<Finding> checkMaterials(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    std::set<uint32_t> used;
    for (const MeshInstance& instance : model.instances)
        used.insert(model.meshes[instance.mesh].material);
    for (const uint32_t i : used) {
        checkOpacity(model, i, findings);
        checkFactors(model, i, findings);
        checkTransforms(model, i, findings);
    }
    checkMaterialNames(model, used, findings);
    checkVertexColors(checked, findings);
    return findings;
}

}  // namespace sinew
