#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

namespace sinew::exporting {

using Json = nlohmann::ordered_json;  // members stay in the order in which they were added

/// The shortest decimal number that reads as the same float.
Json number(float value);
Json numbers(std::span<const float> values);

/// The relative URI of a file in the same folder (RFC 3986).
std::string uriOf(const std::string& file);

/// What a buffer view is for (glTF 2.0, bufferView.target).
enum class Target { none = 0, vertices = 34962, indices = 34963 };

/// How accessors store components (glTF 2.0, accessor.componentType).
enum class Component {
    signedByte = 5120,
    unsignedByte = 5121,
    signedShort = 5122,
    unsignedShort = 5123,
    unsignedInt = 5125,
    real = 5126
};

/// The elements of an accessor.
struct Elements {
    std::span<const std::byte> bytes;  ///< packed; the size of an element is a multiple of 4 for vertices
    size_t count = 0;
    Component component = Component::real;
    const char* type = "SCALAR";
    bool isNormalized = false;
    bool hasBounds = false;                    ///< write min and max
    std::span<const std::byte> filtered = {};  ///< what is compressed instead of the bytes; may be longer, for padding
    const char* filter = nullptr;              ///< how it was made of the bytes (EXT_meshopt_compression)
};

/// Elements of floats: of float, glm::vec3, ...
template <typename Value>
Elements realElements(const std::vector<Value>& values, const char* type, bool hasBounds = false) {
    static_assert(sizeof(Value) % sizeof(float) == 0 && std::is_trivially_copyable_v<Value>);
    return {.bytes = std::as_bytes(std::span(values)), .count = values.size(), .type = type, .hasBounds = hasBounds};
}

/// The JSON and the binary buffer of a glTF 2.0 file in the making. Everything in the buffer is aligned to 4 bytes.
class Document {
  public:
    /// `isCompressed`: vertices, indices and pooled accessors are compressed with EXT_meshopt_compression.
    explicit Document(bool isCompressed) : isCompressed_(isCompressed) {}
    bool isCompressed() const { return isCompressed_; }

    /// Appends to a top-level list, such as "nodes". Its index.
    size_t add(const char* list, Json item);
    Json& item(const char* list, size_t index) { return root_[list][index]; }
    size_t count(const char* list) const { return root_.contains(list) ? root_[list].size() : 0; }

    /// A top-level member, written after the lists' own.
    Json& member(const char* key) { return root_[key]; }

    /// Appends a buffer view. Its index.
    size_t addView(std::span<const std::byte> bytes, Target target = Target::none);

    /// Appends an accessor in a buffer view of its own. Its index.
    size_t addAccessor(const Elements& elements, Target target = Target::none);

    /// Appends an accessor of triangles. Its index.
    size_t addTriangles(std::span<const uint32_t> indices, size_t vertexCount);

    /// Appends an accessor of `count` VEC3, all zero but those at `indices` (ascending), which have `values`. Its
    /// index.
    size_t addSparse(size_t count, std::span<const uint32_t> indices, std::span<const float> values);

    /// Appends an accessor of floats to a buffer view that all such accessors of a type share, and that closePool()
    /// writes. Equal ones are one. Its index.
    size_t addPooled(std::span<const float> values, const char* type, bool hasBounds);
    void closePool();

    /// Names an extension in extensionsUsed, and in extensionsRequired.
    void useExtension(const char* name, bool isRequired = false);

    /// The JSON without spaces; `bufferUri`: of the binary buffer, empty inside a GLB.
    std::string json(const std::string& bufferUri) const;
    std::vector<std::byte> takeBinary() { return std::move(binary_); }

  private:
    /// The accessors of one type that share a buffer view.
    struct Pool {
        std::vector<std::byte> bytes;
        std::vector<size_t> accessors;
        std::map<std::string, size_t> known;  ///< by content
    };

    /// Appends a buffer view of compressed bytes. Its index.
    size_t addEncoded(std::span<const std::byte> encoded, size_t count, size_t stride, const char* mode,
                      const char* filter, Target target);

    Json root_ = Json::object();
    bool isCompressed_;
    std::vector<std::byte> binary_;
    size_t uncompressedBytes_ = 0;  ///< of what is compressed
    std::map<std::string, Pool> pools_;
    std::set<std::string> used_, required_;
};

}  // namespace sinew::exporting
