#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "check/checks.h"
#include "check/surface.h"
#include "check/texels.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr float kTransparent = 1.0f / 255.0f;
constexpr float kBlack = 1.0f / 255.0f;
constexpr float kNearlyBlack = 0.015f;  // of a base color: linear
constexpr float kGlaring = 0.9f;
constexpr float kGlowing = 0.45f;  // gray, where all of a figure glows
constexpr float kAllMetal = 0.99f;
constexpr float kMirrorRoughness = 0.06f;               // 0 in the file is a little more when it is drawn
constexpr float kMostMetal = 0.5f, kLeastRough = 0.2f;  // of materials beside a mirror
constexpr size_t kMinUnlikeMirror = 2;                  // of these
constexpr float kNoScale = 1e-6f;
constexpr float kSmallScale = 0.05f;  // of a texture transform
constexpr float kFewTexels = 16.0f, kManyTexels = 64.0f;
constexpr float kStrongNormals = 3.0f;
constexpr float kFaint = 0.6f;
constexpr double kMostlyBlack = 0.9;                  // of the vertices
constexpr double kMostOfFigure = 0.5;                 // of the triangles
constexpr double kWholeFigure = 0.95;                 // the same
constexpr double kPartOfFigure = 0.1;                 // of the triangles: less may be a lamp
constexpr float kDarkest = 0.02f, kLightest = 0.98f;  // of a base color: others are meant to be seen
constexpr size_t kMinAlike = 3;                       // materials

/// Nothing is seen of the material, whatever its texture.
bool isInvisible(const Material& material) {
    if (material.alphaMode == AlphaMode::blend)
        return material.baseColor.a < kTransparent && material.transmission == 0.0f;
    return material.alphaMode == AlphaMode::mask && material.baseColor.a < material.alphaCutoff;
}

bool isBlack(const glm::vec4& color, float below = kBlack) {
    return std::max({color.r, color.g, color.b}) < below;
}

/// Neither black, as lamps are, nor white.
bool isColored(const Material& material) {
    const auto isBetween = [](float channel) { return channel > kDarkest && channel < kLightest; };
    return isBetween(material.baseColor.r) || isBetween(material.baseColor.g) || isBetween(material.baseColor.b);
}

/// The least channel of a glow without a texture.
float glowOf(const Material& material) {
    if (material.texture(TextureSlot::emissive)) return 0.0f;
    return std::min({material.emissive.r, material.emissive.g, material.emissive.b});
}

bool isGray(const glm::vec3& color) {
    return color.r == color.g && color.g == color.b;
}

/// Whether the base color is lost in a glow: white, or gray on most of a figure.
bool isGlaring(const Material& material, double partOfFigure) {
    const bool hasTexture = material.texture(TextureSlot::baseColor).has_value();
    const float glow = glowOf(material);
    if (material.unlit) return false;
    if (glow > kGlaring) return hasTexture || partOfFigure >= (isColored(material) ? kPartOfFigure : kMostOfFigure);
    return glow > kGlowing && isGray(material.emissive) && partOfFigure >= kMostOfFigure &&
           (hasTexture ? !isBlack(material.baseColor) : isColored(material));
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

/// Materials of different names that are all of one gray, as programs make those whose colors they lose.
void checkAlike(const Model& model, const std::vector<bool>& isUsed, std::vector<Finding>& findings) {
    const Material* first = nullptr;
    std::set<std::string> names;
    for (size_t i = 0; i < isUsed.size(); ++i) {
        if (!isUsed[i]) continue;
        const Material& material = model.materials[i];
        first = first ? first : &material;
        const bool isPlain = std::ranges::none_of(material.textures, [](const auto& use) { return use.has_value(); });
        if (!isPlain || material.baseColor != first->baseColor || material.emissive != first->emissive) return;
        names.insert(materialName(model, material));
    }
    if (names.size() < kMinAlike || first->baseColor.r != first->baseColor.g ||
        first->baseColor.g != first->baseColor.b || isBlack(first->baseColor))
        return;
    const auto isWhite = [](const glm::vec4& color) { return color == glm::vec4(1.0f); };
    if (!std::ranges::all_of(model.meshes,
                             [&](const SkinnedMesh& mesh) { return std::ranges::all_of(mesh.colors, isWhite); }))
        return;
    const Measured count = measuredCount(names.size(), "material", "materials");
    findings.push_back({"materials-alike", Severity::info, "model",
                        "has " + count.text + " of one gray, and no texture: " +
                            listed(std::vector<std::string>(names.begin(), names.end())),
                        count.figure});
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

/// Two meshes of one material each that is named for the other mesh.
void checkExchanged(const Model& model, const std::vector<MeshGroup>& groups, std::vector<Finding>& findings) {
    struct Named {
        const MeshGroup* mesh;
        uint32_t material;
        std::set<std::string> words;
        bool isOnlyMaterial = true;
        std::optional<uint32_t> meant;  ///< the material that is named for it
    };
    std::vector<Named> all;
    std::map<uint32_t, size_t> uses;
    for (const MeshGroup& group : groups) {
        std::set<uint32_t> materials;
        for (const uint32_t instance : group.instances)
            materials.insert(model.meshes[model.instances[instance].mesh].material);
        for (const uint32_t material : materials)
            ++uses[material];
        const std::string& node = model.hierarchy.names[model.instances[group.instances.front()].node];
        std::set<std::string> words;
        for (const std::string& name : {group.name, node})
            for (const std::string& word : wordsOf(name))
                words.insert(word);
        all.push_back({&group, *materials.begin(), std::move(words), materials.size() == 1});
    }
    std::map<std::string, std::vector<size_t>> meshesOf;  // by word
    for (size_t i = 0; i < all.size(); ++i)
        for (const std::string& word : all[i].words)
            meshesOf[word].push_back(i);
    std::map<std::string, std::set<uint32_t>> materialsOf;
    for (const auto& [material, count] : uses)
        for (const std::string& word : wordsOf(model.materials[material].name))
            materialsOf[word].insert(material);
    for (const auto& [word, materials] : materialsOf) {
        const auto meshes = meshesOf.find(word);
        if (materials.size() > 1 || meshes == meshesOf.end() || meshes->second.size() > 1) continue;
        Named& one = all[meshes->second.front()];
        const uint32_t material = *materials.begin();
        if (one.meant && *one.meant != material) one.isOnlyMaterial = false;  // it is named for both
        one.meant = material;
    }
    const auto mayBeWrong = [&](const Named& one) {
        return one.isOnlyMaterial && one.meant && *one.meant != one.material && uses[one.material] == 1;
    };
    for (size_t a = 0; a < all.size(); ++a)
        for (size_t b = a + 1; b < all.size() && mayBeWrong(all[a]); ++b)
            if (mayBeWrong(all[b]) && all[a].meant == all[b].material && all[b].meant == all[a].material)
                findings.push_back({"materials-exchanged", Severity::warning, all[a].mesh->name,
                                    "has the material '" + model.materials[all[a].material].name + "', and '" +
                                        all[b].mesh->name + "' has '" + model.materials[all[b].material].name +
                                        "': exchanged, by their names"});
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

/// The only material of a figure whose base color is exactly black, beside others of plain colors.
void checkOnlyBlack(const Model& model, const std::vector<double>& partsOfFigure, std::vector<Finding>& findings) {
    const Material* black = nullptr;
    size_t others = 0;
    for (size_t i = 0; i < partsOfFigure.size(); ++i) {
        const Material& material = model.materials[i];
        if (partsOfFigure[i] <= 0.0 || material.texture(TextureSlot::baseColor)) continue;
        const bool isExactly = glm::vec3(material.baseColor) == glm::vec3(0.0f);
        others += !isExactly;
        if (!isExactly) continue;
        if (black) return;
        black = &material;
    }
    if (!black || others < kMinAlike || glows(model, *black) || black->alphaMode != AlphaMode::opaque) return;
    const std::vector<std::string> words = wordsOf(black->name);
    constexpr std::array kDark{"black", "dark", "eye",    "pupil", "iris", "mouth",   "outline", "shadow", "hole",
                               "tire",  "tyre", "rubber", "night", "ink",  "coal",    "lash",    "brow",   "nose",
                               "glass", "void", "shoe",   "boot",  "hair", "schwarz", "noir",    "negro",  "preto"};
    if (words.empty() || std::ranges::any_of(words, [&](const std::string& word) {
            return std::ranges::any_of(kDark, [&](const char* dark) { return word.find(dark) != std::string::npos; });
        }))
        return;
    findings.push_back({"color-black", Severity::info, materialName(model, *black),
                        "is exactly black and has no texture, unlike all other materials: was its color lost?"});
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
    if (isGlaring(material, partOfFigure))
        findings.push_back({"emissive-white", Severity::info, name,
                            std::string("glows ") + (glowOf(material) > kGlaring ? "white" : "gray") +
                                " all over, which leaves little of its " + (hasTexture ? "texture" : "color")});
    if (material.unlit && hasTexture && glowOf(material) > kGlaring && partOfFigure >= kMostOfFigure)
        findings.push_back({"emissive-white", Severity::info, name,
                            "is unlit, so that its white emissive factor has no effect; programs that do not know "
                            "unlit materials show little of its texture"});
    if (material.texture(TextureSlot::normal) && std::abs(material.normalScale) > kStrongNormals) {
        const Measured times = measured(static_cast<double>(material.normalScale), "times");
        findings.push_back({"normal-map-strong", Severity::info, name,
                            "applies its normal map at " + times.text + " its strength", times.figure});
    }
    if (hasTexture && !material.texture(TextureSlot::metallicRoughness) && !material.unlit && material.metallic > 0.99f)
        findings.push_back({"metal-textured", Severity::info, name,
                            "is all metal, although it has a texture of colors and none that says where"});
    if (material.alphaMode == AlphaMode::blend && material.baseColor.a < kFaint && material.transmission == 0.0f &&
        !isInvisible(material)) {
        const Measured opacity = measured(static_cast<double>(100.0f * material.baseColor.a), "%");
        findings.push_back({"opacity-low", Severity::info, name, "is transparent all over: " + opacity.text + " opaque",
                            opacity.figure});
    }
}

/// A metal, or what is made of one.
bool isNamedLikeMetal(const std::string& name) {
    const std::vector<std::string> words = wordsOf(name);
    constexpr std::array kMetals{"steel",  "metal", "iron",   "gold",   "silver", "chrom", "armor",
                                 "armour", "brass", "copper", "bronze", "alumin", "titan", "mail"};
    return std::ranges::any_of(words, [&](const std::string& word) {
        return std::ranges::any_of(kMetals, [&](const char* metal) { return word.find(metal) != std::string::npos; });
    });
}

/// The only metal of a figure, of which it covers most, beside materials that are no metal at all.
void checkMetal(const Model& model, const std::vector<double>& partsOfFigure, std::vector<Finding>& findings) {
    std::vector<size_t> metals;
    size_t others = 0;
    for (size_t i = 0; i < partsOfFigure.size(); ++i) {
        if (partsOfFigure[i] <= 0.0) continue;
        const Material& material = model.materials[i];
        if (material.texture(TextureSlot::metallicRoughness) || material.unlit) return;
        if (material.metallic > kAllMetal) metals.push_back(i);
        others += material.metallic == 0.0f;
        if (material.metallic > 0.0f && material.metallic <= kAllMetal) return;
    }
    if (metals.size() != 1 || others < kMinAlike || partsOfFigure[metals.front()] < kMostOfFigure) return;
    const Material& metal = model.materials[metals.front()];
    if (metal.texture(TextureSlot::baseColor) || isNamedLikeMetal(metal.name)) return;  // "metal-textured"
    const Measured part = measuredShare(partsOfFigure[metals.front()], "the figure");
    findings.push_back({"metal-alone", Severity::info, materialName(model, metal),
                        "is all metal, although no other material of the figure is: " + part.text, part.figure});
}

/// The only material of a figure that is a mirror, where all others have one metallic and one roughness, as converters
/// give them.
void checkMirror(const Model& model, const std::vector<double>& partsOfFigure, std::vector<Finding>& findings) {
    const Material* mirror = nullptr;
    const Material* other = nullptr;
    size_t others = 0;
    double part = 0.0;
    for (size_t i = 0; i < partsOfFigure.size(); ++i) {
        if (partsOfFigure[i] <= 0.0) continue;
        const Material& material = model.materials[i];
        if (material.texture(TextureSlot::metallicRoughness) || material.unlit) return;
        if (material.metallic > kAllMetal && material.roughness < kMirrorRoughness) {
            if (mirror) return;
            mirror = &material, part = partsOfFigure[i];
            continue;
        }
        if (other && (material.metallic != other->metallic || material.roughness != other->roughness)) return;
        other = &material, ++others;
    }
    if (!mirror || mirror->emissive != glm::vec3(0.0f) || mirror->transmission > 0.0f) return;
    if (isNamedLikeMetal(mirror->name) || isNamedLikeGlass(mirror->name) ||
        hasWord(wordsOf(mirror->name), {"mirror", "eye", "eyes", "screen"}))
        return;
    if (!other) {
        findings.push_back({"metal-mirror", Severity::info, materialName(model, *mirror),
                            "is a mirror all over the figure: all metal and smooth"});
        return;
    }
    if (others < kMinUnlikeMirror || part < kPartOfFigure || other->metallic > kMostMetal ||
        other->roughness < kLeastRough)
        return;
    const Measured share = measuredShare(part, "the figure");
    findings.push_back({"metal-mirror", Severity::info, materialName(model, *mirror),
                        "is a mirror: all metal and smooth, although all other materials of the figure have a "
                        "metallic of " +
                            figure(static_cast<double>(other->metallic)) + " and a roughness of " +
                            figure(static_cast<double>(other->roughness)) + ": " + share.text,
                        share.figure});
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
    const size_t before = findings.size();
    checkMetal(model, parts, findings);
    if (findings.size() == before) checkMirror(model, parts, findings);
    checkOnlyBlack(model, parts, findings);
    checkAlike(model, isUsed, findings);
    checkMaterialNames(model, isUsed, findings);
    checkExchanged(model, groups, findings);
    checkVertexColors(model, groups, findings);
    return findings;
}

}  // namespace sinew
