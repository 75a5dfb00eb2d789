#pragma once

#include <map>

#include <nlohmann/json.hpp>

#include "import/files/model_folder.h"

namespace sinew::gltf {

/// The parts of a file: a .gltf is JSON only, a .glb has chunks (glTF 2.0, section 4.4).
struct Chunks {
    std::string_view json, binary;  ///< empty where there is none
};

/// Views into `file`, the file's bytes. A chunk that is cut short ends with the file.
Chunks chunksOf(std::string_view file);

/// The same file with another JSON.
std::string withJson(std::string_view file, std::string_view json);

/// The JSON of a file; the binary chunk of a .glb is not read.
/// @throws std::runtime_error with the cause when a chunk of a .glb is longer than the file; Error as
/// InputFile::read().
std::string jsonOf(const InputFile& file);

/// A member of a JSON object, parsed without the others; null when it is missing, discarded when it is invalid.
nlohmann::json memberOf(std::string_view object, std::string_view key);

/// Offset of the closing quote of the JSON string that begins at `at`, or the text's size. data: URIs are long.
size_t stringEnd(std::string_view text, size_t at);

/// The bytes that `text` encodes (RFC 4648, either alphabet), up to the first character that is in neither.
std::string fromBase64(std::string_view text);

/// Encodes with the standard alphabet and padding.
std::string toBase64(std::string_view bytes);

/// The JSON and the accessors of a glTF 2.0 file (.gltf or .glb). Buffers are read on first use, from data: URIs, the
/// .glb itself, and files below the model's folder only. Files are untrusted: what is out of range reads as missing.
class File {
  public:
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    /// The folder must outlive the file. @throws as jsonOf().
    explicit File(const ModelFolder& folder);

    /// True when the JSON contains that text.
    bool mentions(std::string_view text) const;

    /// A member of the JSON's object, which is parsed when it is first asked for; null when it is missing or invalid.
    /// Valid as long as the file. Long data: URIs are only for fromDataUri().
    const nlohmann::json& member(std::string_view key) const;

    /// A member of an object or an element of an array; null when it is missing.
    static const nlohmann::json& at(const nlohmann::json& object, const char* key);
    static const nlohmann::json& at(const nlohmann::json& array, size_t index);
    static std::optional<size_t> index(const nlohmann::json& number);
    static std::optional<size_t> index(const nlohmann::json& object, const char* key);

    /// All numbers of an accessor with `componentCount` per element; normalized integers as fractions. Nothing when the
    /// accessor is invalid or of another type.
    std::optional<std::vector<float>> numbers(size_t accessor, size_t componentCount);

    /// True when the accessor is floats, without sparse values.
    bool isPlainFloats(size_t accessor) const;

    /// The bytes of a data: URI in base64, as found in member().
    std::string fromDataUri(std::string_view uri) const;

    /// The bytes of a bufferView; empty when it is invalid. Of a .glb no more than these are read.
    std::string bytes(size_t view);

  private:
    struct Member {
        std::string_view text;
        std::optional<nlohmann::json> value;  ///< once it was asked for
    };

    bool isBinaryChunk(size_t index) const;
    std::string withoutData(std::string_view text) const;
    std::string_view buffer(size_t index);
    std::string_view view(size_t index);
    bool applySparse(const nlohmann::json& sparse, size_t componentCount, int componentType, bool normalized,
                     std::vector<float>& out);

    const ModelFolder& folder_;
    std::string json_;
    mutable std::map<std::string_view, Member> members_;  ///< by key, views into json_
    std::map<size_t, std::string> buffers_;               ///< those read so far
};

}  // namespace sinew::gltf
