#include "import/build/convert.h"

namespace sinew {

glm::vec3 linearFromSrgb(const glm::vec3& srgb) {
    glm::vec3 linear;
    for (int i = 0; i < 3; ++i)
        linear[i] = srgb[i] <= 0.04045f ? srgb[i] / 12.92f : std::pow((srgb[i] + 0.055f) / 1.055f, 2.4f);
    return linear;
}

void setOpacity(float opacity, Material& material, Findings& findings) {
    if (!(opacity > 0.0f)) {
        findings.push_back(
            {"opacity-zero", Severity::info, material.name, "is fully transparent in the file; drawn opaque"});
    } else if (opacity < 1.0f) {
        material.baseColor.a = opacity;
        material.alphaMode = AlphaMode::blend;
    }
}

Finding countFinding(const char* id, Severity severity, const std::string& object, size_t count, const char* one,
                     const char* many, const std::string& rest) {
    const Measured part = measuredCount(count, one, many);
    return {id, severity, object, part.text + " " + rest, part.figure};
}

}  // namespace sinew
