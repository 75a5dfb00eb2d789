#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
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

/// The JSON that `extras` holds, or null.
Json extrasFrom(const std::string& text);
void addExtras(const std::string& text, Json& element);

/// What a buffer view is for (glTF 2.0, bufferView.target).
enum class Target { none = 0, vertices = 34962, indices = 34963 };

/// How accessors store components (glTF 2.0, accessor.componentType).
enum class Component { unsignedByte = 5121, signedShort = 5122, unsignedShort = 5123, unsignedInt = 5125, real = 5126 };

/// Buffer views begin, and vertices end, at multiples of 4 bytes.
constexpr size_t padded(size_t bytes) {
    return (bytes + 3) / 4 * 4;
}

/// The elements of an accessor.
struct Elements {
    std::span<const std::byte> bytes;  ///< each element padded()
    size_t width = 1;                  ///< components of an element: 1 to 4, or 16 of a matrix
    Component component = Component::real;
    bool isNormalized = false;
    std::span<const float> bounded = {};       ///< write their min and max
    std::span<const std::byte> filtered = {};  ///< what is compressed instead of the bytes
    const char* filter = nullptr;              ///< how it was made of the bytes (EXT_meshopt_compression)
};

/// Elements of floats: of float, glm::vec3, ...
template <typename Value>
Elements realElements(const std::vector<Value>& values) {
    static_assert(sizeof(Value) % sizeof(float) == 0 && std::is_trivially_copyable_v<Value>);
    return {.bytes = std::as_bytes(std::span(values)), .width = sizeof(Value) / sizeof(float)};
}

/// The JSON and the binary buffer of a glTF 2.0 file in the making. Everything in the buffer is aligned to 4 bytes.
class Document {
  public:
    /// `isCompressed`: vertices, indices and pooled accessors are compressed with EXT_meshopt_compression.
    explicit Document(bool isCompressed);
    bool isCompressed() const { return isCompressed_; }

    /// Appends to a top-level list, such as "nodes". Its index.
    size_t add(const char* list, Json item);

    /// A top-level member, null before it is filled.
    Json& member(const char* key) { return root_[key]; }

    /// Appends a buffer view. Its index.
    size_t addView(std::span<const std::byte> bytes, Target target = Target::none);

    /// Appends an accessor in a buffer view of its own. Its index.
    size_t addAccessor(const Elements& elements, Target target = Target::none);

    /// Appends an accessor of triangles. Its index.
    size_t addTriangles(std::span<const uint32_t> indices, size_t vertexCount);

    /// Appends an accessor of `count` VEC3, all zero but fewer at `indices` (ascending), which have `values`. Its
    /// index.
    size_t addSparse(size_t count, std::span<const uint32_t> indices, std::span<const float> values);

    /// Appends an accessor of floats to a buffer view that all such accessors of a width share, and that closePool()
    /// writes. Equal ones are one. Its index.
    size_t addPooled(std::span<const float> values, size_t width, bool hasBounds);
    void closePool();

    /// Names an extension in extensionsUsed, and in extensionsRequired.
    void useExtension(const char* name, bool isRequired = false);

    /// The JSON without spaces; `bufferUri`: of the binary buffer, empty inside a GLB.
    std::string json(const std::string& bufferUri) const;
    std::vector<std::byte> takeBinary() { return std::move(binary_); }

  private:
    /// The accessors of one width that share a buffer view.
    struct Pool {
        std::vector<std::byte> bytes;
        std::map<std::string, size_t> accessors;  ///< by content
    };

    /// Appends a buffer view of compressed bytes. Its index.
    size_t addEncoded(std::span<const std::byte> encoded, size_t count, size_t stride, const char* mode,
                      const char* filter, Target target);
    size_t addIndices(std::span<const uint32_t> indices, Component component, Target target);

    Json root_ = Json::object();
    bool isCompressed_;
    std::vector<std::byte> binary_;
    size_t uncompressedBytes_ = 0;  ///< of what is compressed
    std::map<size_t, Pool> pools_;  ///< by width
    std::set<std::string> used_, required_;
};

}  // namespace sinew::exporting
