#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "import/texture_search.h"

namespace sinew {

/// The JSON and the numbers of a glTF 2.0 file (.gltf or .glb). Buffers are read when first asked for, only from data:
/// URIs, the .glb itself and files beneath the model's folder. Files come from strangers: what is out of range reads as
/// missing, never as memory.
class GltfFile {
  public:
    /// Nothing when the folder's model is no glTF 2.0. `words`: where the JSON has none of these, it is not read and
    /// stays empty. The folder must outlive the result.
    static std::optional<GltfFile> read(const ModelFolder& folder, std::span<const std::string_view> words);

    const nlohmann::json& json() const { return json_; }

    /// The member of an object, or the element of an array; a null value when it is not there.
    static const nlohmann::json& at(const nlohmann::json& object, const char* key);
    static const nlohmann::json& at(const nlohmann::json& array, size_t index);
    static std::optional<size_t> index(const nlohmann::json& object, const char* key);

    /// All numbers of an accessor, `componentCount` to an element; normalised integers as fractions. Nothing when the
    /// accessor is broken or of another type.
    std::optional<std::vector<float>> numbers(size_t accessor, size_t componentCount);

    /// True when the accessor is plain floats side by side or at a stride.
    bool isPlainFloats(size_t accessor) const;

  private:
    explicit GltfFile(const ModelFolder& folder) : search_(folder) {}

    std::string_view buffer(size_t index);
    std::string_view view(size_t index);
    bool readElements(std::string_view bytes, size_t stride, size_t componentCount, int componentType, bool normalized,
                      std::vector<float>& out) const;
    bool applySparse(const nlohmann::json& sparse, size_t componentCount, int componentType, bool normalized,
                     std::vector<float>& out);

    TextureSearch search_;
    nlohmann::json json_;
    std::string binary_;                               ///< the .glb's own buffer
    std::vector<std::optional<std::string>> buffers_;  ///< those read so far
};

}  // namespace sinew
