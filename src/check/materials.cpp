#include "check/checks.h"
#include "check/surface.h"

namespace sinew {
namespace {

constexpr float kTransparent = 1.0f / 255.0f;
constexpr float kBlack = 1.0f / 255.0f;
constexpr float kGlaring = 0.9f;
constexpr float kStrongNormals = 3.0f;
constexpr float kFaint = 0.6f;
constexpr double kMostlyBlack = 0.9;  // of the vertices

/// Nothing is seen of the material, whatever its texture.
bool isInvisible(const Material& material) {
    if (material.alphaMode == AlphaMode::blend)
        return material.baseColor.a < kTransparent && material.transmission == 0.0f;
    return material.alphaMode == AlphaMode::mask && material.baseColor.a < material.alphaCutoff;
}

bool isBlack(const glm::vec4& color) {
    return std::max({color.r, color.g, color.b}) < kBlack;
}

/// Factors that leave little of a texture.
void checkFactors(const Material& material, std::vector<Finding>& findings) {
    const bool hasTexture = material.texture(TextureSlot::baseColor).has_value();
    if (hasTexture && isBlack(material.baseColor) && material.emissive == glm::vec3(0.0f) &&
        material.alphaMode == AlphaMode::opaque)
        findings.push_back({"color-black", Severity::info, material.name,
                            "has a black base color, which leaves nothing of its texture"});
    if (hasTexture && !material.texture(TextureSlot::emissive) && !material.unlit &&
        std::min({material.emissive.r, material.emissive.g, material.emissive.b}) > kGlaring)
        findings.push_back({"emissive-white", Severity::info, material.name,
                            "glows white all over, which leaves little of its texture"});
    if (material.texture(TextureSlot::normal) && std::abs(material.normalScale) > kStrongNormals) {
        const Measured times = measured(static_cast<double>(material.normalScale), "times");
        findings.push_back({"normal-map-strong", Severity::info, material.name,
                            "applies its normal map at " + times.text + " its strength", times.figure});
    }
    if (hasTexture && !material.texture(TextureSlot::metallicRoughness) && !material.unlit && material.metallic > 0.99f)
        findings.push_back({"metal-textured", Severity::info, material.name,
                            "is all metal, although it has a texture of colors and none that says where"});
    if (material.alphaMode == AlphaMode::blend && material.baseColor.a < kFaint && material.transmission == 0.0f &&
        !isInvisible(material)) {
        const Measured opacity = measured(static_cast<double>(100.0f * material.baseColor.a), "%");
        findings.push_back({"opacity-low", Severity::info, material.name,
                            "is transparent all over: " + opacity.text + " opaque", opacity.figure});
    }
}

}  // namespace

std::vector<Finding> checkMaterials(const Model& model) {
    std::vector<Finding> findings;
    std::vector<bool> isUsed(model.materials.size());
    for (const MeshInstance& instance : model.instances)
        isUsed[model.meshes[instance.mesh].material] = true;
    for (size_t i = 0; i < isUsed.size(); ++i) {
        const Material& material = model.materials[i];
        if (!isUsed[i] || !isInvisible(material)) continue;
        findings.push_back({"opacity-zero", Severity::warning, material.name,
                            material.alphaMode == AlphaMode::mask
                                ? "is cut out everywhere: its alpha is below the cutoff"
                                : "is fully transparent"});
    }
    for (size_t i = 0; i < isUsed.size(); ++i)
        if (isUsed[i]) checkFactors(model.materials[i], findings);
    for (const MeshGroup& group : meshGroups(model)) {
        size_t vertices = 0, black = 0;
        std::vector<std::string> clear;  // materials
        for (const uint32_t instance : group.instances) {
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            vertices += mesh.vertexCount();
            black += static_cast<size_t>(std::ranges::count_if(mesh.colors, isBlack));
            const Material& material = model.materials[mesh.material];
            if (material.alphaMode == AlphaMode::blend && !mesh.colors.empty() &&
                std::ranges::all_of(mesh.colors, [](const glm::vec4& color) { return color.a < kTransparent; }))
                clear.push_back(material.name);
        }
        if (vertices > 0 && black == vertices)
            findings.push_back({"colors-black", Severity::warning, group.name, "has black vertex colors only"});
        else if (static_cast<double>(black) > kMostlyBlack * static_cast<double>(vertices))
            findings.push_back({"colors-black", Severity::info, group.name,
                                measuredPart(black, vertices, "vertex color is", "vertex colors are").text + " black"});
        if (!clear.empty())
            findings.push_back({"opacity-zero", Severity::warning, group.name,
                                "has fully transparent vertex colors where its material is " + listed(clear)});
    }
    return findings;
}

}  // namespace sinew
