#include "check/checks.h"

#include <bit>
#include <cctype>
#include <string_view>

namespace sinew {
namespace {

bool isAbsolute(std::string_view path) {
    const bool isDrive = path.size() > 2 && std::isalpha(static_cast<unsigned char>(path[0])) != 0 && path[1] == ':' &&
                         (path[2] == '/' || path[2] == '\\');
    return isDrive || path.starts_with('/') || path.starts_with("\\\\") || path.starts_with("file:/");
}

}  // namespace

std::vector<Finding> checkFiles(const Model& model, const ImportReport& report) {
    std::vector<Finding> findings;
    for (const Texture& texture : model.textures) {
        const uint32_t width = texture.image.width, height = texture.image.height;
        if (isAbsolute(texture.name))
            findings.push_back({"texture-path-absolute", Severity::warning, texture.name,
                                "is an absolute path; only its file name is used to find it"});
        if (texture.source == "embedded")
            findings.push_back({"texture-embedded", Severity::info, texture.name, "is embedded in the model file"});
        if (texture.found() && !(std::has_single_bit(width) && std::has_single_bit(height)))
            findings.push_back(
                {"texture-size", Severity::info, texture.name,
                 "is " + std::to_string(width) + "x" + std::to_string(height) + " pixels, not a power of two"});
    }
    if (!model.metersPerUnit)
        findings.push_back({"unit-unknown", Severity::info, report.file,
                            "has no unit of length; without an up axis, Y up is assumed"});
    return findings;
}

}  // namespace sinew
