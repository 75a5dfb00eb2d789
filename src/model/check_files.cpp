#include "model/check_files.h"

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
                                "is a path of one computer; it is looked for by its bare name"});
        if (texture.source == "embedded")
            findings.push_back({"texture-embedded", Severity::info, texture.name, "lies within the model's file"});
        if (texture.found() && !(std::has_single_bit(width) && std::has_single_bit(height)))
            findings.push_back({"texture-size", Severity::info, texture.name,
                                std::to_string(width) + "x" + std::to_string(height) + " pixels are no powers of two"});
    }
    if (!model.metresPerUnit)
        findings.push_back({"unit-unknown", Severity::info, report.file,
                            "names no unit of length, and perhaps no up axis: Y is taken"});
    return findings;
}

}  // namespace sinew
