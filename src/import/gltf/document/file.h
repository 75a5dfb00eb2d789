#pragma once

#include <map>
#include <span>

#include <nlohmann/json.hpp>

#include "import/files/base64.h"
#include "import/files/model_folder.h"
#include "import/gltf/document/tables.h"

namespace sinew::gltf {

struct Range {
    size_t offset = 0, size = 0;
};

// Types of chunks.
inline constexpr uint32_t kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

/// The chunks of a .glb of version 2; none for other files.
struct GlbLayout {
    struct Chunk {
        uint32_t type = 0;
        Range bytes;  ///< end with the file
    };
    std::vector<Chunk> chunks;  ///< the first few
    size_t statedLength = 0;    ///< of the file, by its header
    size_t end = 0;             ///< of the last chunk, within the file; what follows are not chunks
    size_t neededLength = 0;    ///< larger than the file where the last chunk is cut short
};

/// Offset of the closing quote of the JSON string that begins at `at`, or the text's size. data: URIs are long.
size_t stringEnd(std::string_view text, size_t at);

// Types of components (glTF 2.0, section 3.6.2.2).
inline constexpr size_t kByte = 5120, kUnsignedByte = 5121, kShort = 5122, kUnsignedShort = 5123, kUnsignedInt = 5125,
                        kFloat = 5126;

/// Invalid JSON is refused with nlohmann::json::parse_error, or is_discarded().
nlohmann::json parseJson(std::string_view text, bool refuses = false);

/// 0 for an unknown type.
size_t componentBytes(size_t type);

/// The JSON and the accessors of a glTF 2.0 file (.gltf or .glb). Of buffers (data: URIs,
/// the .glb itself, and files below the model's folder) only those parts are read that are asked for. Files are
/// untrusted: what is out of range reads as missing.
class File {
  public:
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    /// The folder must outlive the file. The binary chunk of a .glb is not read.
    /// @throws Error with the cause when a .glb is of another version, begins with another chunk, or has a chunk that
    /// is longer than the file, and as InputFile::read().
    explicit File(const ModelFolder& folder);

    /// The JSON of the file as it was. Empty for glTF 1.0 in a .glb.
    std::string_view json() const { return json_; }

    /// True for a .glb of version 2.
    bool isBinary() const { return !layout_.chunks.empty(); }

    const GlbLayout& layout() const { return layout_; }

    /// Bytes of the whole file, with its chunks.
    size_t size() const { return folder_.model().size(); }

    /// True when the JSON, as it was, contains that text.
    bool mentions(std::string_view text) const;

    /// A member of the JSON's object, which is parsed when it is first asked for; null when it is missing or invalid.
    /// Valid as long as the file. Long data: URIs are only for fromDataUri().
    const nlohmann::json& member(std::string_view key) const;

    /// The members' names, as written.
    std::vector<std::string_view> keys() const;

    /// False when the JSON is cut short.
    bool isWhole() const { return isWhole_; }

    /// False when a member is not JSON.
    bool isReadable(std::string_view key) const;

    /// The text of a member as it was; empty when it is missing.
    std::string_view text(std::string_view key) const;

    // The elements of these lists; for an index beyond them, one that is no object.
    size_t accessorCount() const;
    const AccessorRow& accessor(size_t index) const;
    const ViewRow& view(size_t index) const;
    const std::vector<AnimationRow>& animations() const;

    /// Gives a bufferView the bytes that were decoded for it.
    void setDecoded(size_t view, std::string bytes);

    /// @throws Error when so many decoded bytes exceed the limit, with those that setDecoded() has.
    void checkRoom(size_t bytes) const;

    /// A member of an object or an element of an array; null when it is missing.
    static const nlohmann::json& at(const nlohmann::json& object, const char* key);
    static const nlohmann::json& at(const nlohmann::json& array, size_t index);
    static std::optional<size_t> index(const nlohmann::json& number);
    static std::optional<size_t> index(const nlohmann::json& object, const char* key);

    /// An array, or an empty one: iterating over a number would visit it, and over an object its members.
    static const nlohmann::json& list(const nlohmann::json& array);

    /// All numbers of an accessor with `componentCount` per element; normalized integers as fractions. Nothing when the
    /// accessor is invalid or of another type.
    std::optional<std::vector<float>> numbers(size_t accessor, size_t componentCount);

    /// Reads unsigned integers, which are not normalized.
    std::optional<std::vector<uint32_t>> integers(size_t accessor, size_t componentCount);

    /// Which elements the sparse values of an accessor replace; nothing when they cannot be read.
    std::optional<std::vector<uint32_t>> sparseIndices(const nlohmann::json& sparse);

    /// The members whose text was not UTF-8, of those that were asked for.
    std::vector<std::string_view> reencoded() const;

    /// The bytes of a data: URI in base64, as found in member().
    std::string fromDataUri(std::string_view uri) const;

    /// The bytes of a bufferView; empty when it is invalid.
    std::string bytes(size_t view);

    /// So many of them from `offset` on; no more than it has.
    std::string viewBytes(size_t view, size_t offset, size_t size);

    /// The bytes in a buffer from `offset` on; no more than it has.
    std::string bytes(size_t buffer, size_t offset, size_t size);

    /// The size of a buffer, as far as its bytes are there; 0 when it is invalid.
    size_t bufferSize(size_t buffer);

  private:
    struct Member {
        std::string_view text;
        std::optional<nlohmann::json> value;  ///< once it was asked for
        bool isReencoded = false;
    };

    std::string_view dataUri(std::string_view uri) const;
    std::string tailOf(size_t view, const nlohmann::json& object, size_t size);
    std::string withoutData(std::string_view text) const;
    const InputFile* sideFile(size_t buffer);
    template <typename Number>
    std::optional<std::vector<Number>> read(size_t accessor, size_t componentCount);
    template <typename Number>
    bool applySparse(const nlohmann::json& sparse, size_t componentCount, size_t componentType, bool normalized,
                     std::vector<Number>& out);

    void readTables() const;

    const ModelFolder& folder_;
    GlbLayout layout_;
    std::string json_;
    Range binary_;  ///< of a .glb
    bool isWhole_ = true;
    mutable std::map<std::string_view, Member> members_;  ///< by key, views into json_
    std::map<size_t, std::string> kept_;                  ///< buffers that were read whole
    size_t keptBytes_ = 0;
    std::map<size_t, std::optional<InputFile>> sideFiles_;  ///< by buffer, those opened so far
    mutable std::set<std::pair<size_t, size_t>> longUris_;  ///< offset and size in json_, of those known to be whole
    mutable bool hasTables_ = false;
    mutable std::vector<AccessorRow> accessors_;
    mutable std::vector<ViewRow> views_;
    mutable std::vector<AnimationRow> animations_;
    std::map<size_t, std::string> decoded_;  ///< by bufferView
    size_t decodedBytes_ = 0;
};

}  // namespace sinew::gltf
