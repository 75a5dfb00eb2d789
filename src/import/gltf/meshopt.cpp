#include "import/gltf/meshopt.h"

#include <array>
#include <span>

#include <fmt/format.h>
#include <meshoptimizer.h>

#include "import/gltf/meshopt_codec.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr std::array kExtensions{"EXT_meshopt_compression", "KHR_meshopt_compression"};

/// The decoded bytes; nothing when they are invalid.
std::optional<std::string> decodedView(File& file, const Json& extension) {
    const auto buffer = File::index(extension, "buffer"), size = File::index(extension, "byteLength"),
               stride = File::index(extension, "byteStride"), count = File::index(extension, "count");
    constexpr size_t kMostStride = 256, kMostCount = size_t{1} << 28;
    if (!buffer || !size || !stride || !count || *stride == 0 || *stride > kMostStride || *count > kMostCount)
        return std::nullopt;
    file.checkRoom(*count * *stride);
    const std::string source = file.bytes(*buffer, File::index(extension, "byteOffset").value_or(0), *size);
    const auto* const bytes = reinterpret_cast<const unsigned char*>(source.data());
    std::string result(*count * *stride, '\0');

    const Json& mode = File::at(extension, "mode");
    const bool isIndex = *stride == 2 || *stride == 4;
    if (mode == "TRIANGLES")
        return isIndex && *count % 3 == 0 &&
                       meshopt_decodeIndexBuffer(result.data(), *count, *stride, bytes, source.size()) == 0
                   ? std::optional(std::move(result))
                   : std::nullopt;
    if (mode == "INDICES")
        return isIndex && meshopt_decodeIndexSequence(result.data(), *count, *stride, bytes, source.size()) == 0
                   ? std::optional(std::move(result))
                   : std::nullopt;
    if (mode != "ATTRIBUTES" || *stride % 4 != 0) return std::nullopt;
    if (const std::span stream(bytes, source.size()); isNewerStream(stream)) {
        auto decoded = decodeVertices(stream, *count, *stride);
        if (!decoded) return std::nullopt;
        result = std::move(*decoded);
    } else if (meshopt_decodeVertexBuffer(result.data(), *count, *stride, bytes, source.size()) != 0) {
        return std::nullopt;
    }
    const Json& filter = File::at(extension, "filter");
    if (filter == "OCTAHEDRAL" && (*stride == 4 || *stride == 8))
        meshopt_decodeFilterOct(result.data(), *count, *stride);
    else if (filter == "QUATERNION" && *stride == 8)
        meshopt_decodeFilterQuat(result.data(), *count, *stride);
    else if (filter == "EXPONENTIAL")
        meshopt_decodeFilterExp(result.data(), *count, *stride);
    else if (filter == "COLOR" && (*stride == 4 || *stride == 8))
        decodeColors(result, *stride);
    else if (!filter.is_null() && filter != "NONE")
        return std::nullopt;
    return result;
}

}  // namespace

void decodeViews(File& file, Findings& findings) {
    for (const char* name : kExtensions) {
        if (!file.mentions(name)) continue;
        const Json& views = File::list(file.member("bufferViews"));
        for (size_t v = 0; v < views.size(); ++v) {
            const Json& extension = File::at(File::at(views[v], "extensions"), name);
            if (!extension.is_object()) continue;
            auto bytes = decodedView(file, extension);
            if (!bytes)
                findings.push_back({"compression-invalid", Severity::error, fmt::format("bufferView {}", v),
                                    fmt::format("cannot be decoded ({}); what uses it is left out", name)});
            file.setDecoded(v, std::move(bytes).value_or(std::string()));
        }
    }
}

}  // namespace sinew::gltf
