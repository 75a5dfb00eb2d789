#include "check/checks.h"
#include "check/surface.h"

namespace sinew {
namespace {

constexpr float kTransparent = 1.0f / 255.0f;
constexpr float kBlack = 1.0f / 255.0f;
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
