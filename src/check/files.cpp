#include "check/checks.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>

namespace sinew {
namespace {

constexpr size_t kMinUnwrapped = 64;  // vertices
constexpr std::string_view kUnusedTexture = "is a texture that no material uses";
constexpr float kLeastGray = 0.2f;  // linear: programs make materials whose colors they lose gray or white

bool isAbsolute(std::string_view path) {
    const bool isDrive = path.size() > 2 && std::isalpha(static_cast<unsigned char>(path[0])) != 0 && path[1] == ':' &&
                         (path[2] == '/' || path[2] == '\\');
    return isDrive || path.starts_with('/') || path.starts_with("\\\\") || path.starts_with("file:/");
}

/// Its texture coordinates are several places: areas, or the colors of a palette.
bool isUnwrapped(const SkinnedMesh& mesh) {
    const auto isElsewhere = [&](const glm::vec2& uv) { return uv.x != mesh.uvs[0].x && uv.y != mesh.uvs[0].y; };
    return std::ranges::any_of(mesh.uvs, isElsewhere);
}

/// The image that a finding about an unused texture names, or the texture.
std::string imageOf(const Finding& finding) {
    const size_t from = finding.message.find('\''), to = finding.message.rfind('\'');
    return from < to ? finding.message.substr(from + 1, to - from - 1) : finding.object;
}

/// "white" or "gray", as programs make materials whose colors they lose; null for others.
const char* lostColor(const glm::vec4& color) {
    if (color == glm::vec4(1.0f)) return "white";
    return color.r == color.g && color.g == color.b && color.r >= kLeastGray && color.a == 1.0f ? "gray" : nullptr;
}

/// Materials of figures without a texture, although the file has one that no material uses, and the meshes are
/// unwrapped.
void checkLostTextures(const Model& model, const ImportReport& report, std::vector<Finding>& findings) {
    std::vector<std::string> unused;
    for (const Finding& finding : report.findings)
        if (finding.id == "element-unused" && finding.message.starts_with(kUnusedTexture))
            unused.push_back(imageOf(finding));
    if (unused.empty()) return;
    std::set<uint32_t> told;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        const Material& material = model.materials[mesh.material];
        const char* const color = lostColor(material.baseColor);
        if (!instance.skinned || material.texture(TextureSlot::baseColor) || !color) continue;
        if (mesh.uvs.size() < kMinUnwrapped || !isUnwrapped(mesh) || !told.insert(mesh.material).second) continue;
        findings.push_back({"texture-lost", Severity::warning, materialName(model, material),
                            std::string("is ") + color + " and has no base color texture, although the mesh '" +
                                mesh.name +
                                "' is unwrapped and the file has a texture that no material uses: " + listed(unused)});
    }
}

}  // namespace

std::vector<Finding> checkFiles(const Model& model, const ImportReport& report) {
    std::vector<Finding> findings;
    for (const Texture& texture : model.textures) {
        const uint32_t width = texture.image.width, height = texture.image.height;
        if (isAbsolute(texture.name) && texture.source == texture.name)
            findings.push_back({"texture-path-absolute", Severity::warning, texture.name,
                                "is an absolute path, which other computers do not have"});
        if (texture.source == "embedded")
            findings.push_back({"texture-embedded", Severity::info, texture.name, "is embedded in the model file"});
        if (texture.found() && !(std::has_single_bit(width) && std::has_single_bit(height)))
            findings.push_back(
                {"texture-size", Severity::info, texture.name,
                 "is " + std::to_string(width) + "x" + std::to_string(height) + " pixels, not a power of two"});
    }
    checkLostTextures(model, report, findings);
    if (!model.metersPerUnit)
        findings.push_back({"unit-unknown", Severity::info, report.file,
                            "has no unit of length; without an up axis, Y up is assumed"});
    return findings;
}

}  // namespace sinew
