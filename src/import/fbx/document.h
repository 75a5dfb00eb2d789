#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sinew::fbx {

/// An array of numbers. `type` is that of binary files: 'f' and 'd' are floats and doubles, 'i' and 'l' integers of 4
/// and 8 bytes.
struct Numbers {
    char type = 'd';
    std::vector<double> values;
};

/// An array as it stands in a binary file, decoded on demand. `bytes` are the file's.
struct PackedNumbers {
    char type = 'd';
    uint32_t count = 0;
    bool deflated = false;
    bool bigEndian = false;
    std::string_view bytes;
};

using Value = std::variant<int32_t, int64_t, double, std::string, Numbers, PackedNumbers>;

/// A record of an FBX file: a name, values and nested records.
struct Record {
    std::string name;
    std::vector<Value> values;
    std::vector<Record> children;

    /// The first child with that name; null when there is none.
    const Record* child(std::string_view childName) const;

    /// Adds a child and returns it; valid until the next one is added.
    Record& add(std::string childName, std::vector<Value> childValues = {});

    /// The value at `index` as a text or number; empty or `otherwise` where it is missing or of another kind. A number
    /// is not a text, and vice versa.
    std::string_view text(size_t index = 0) const;
    double number(size_t index = 0, double otherwise = 0.0) const;
    int64_t integer(size_t index = 0, int64_t otherwise = 0) const;

    /// All numbers of the record: its values from `first` on, arrays included, or its child `a` (ASCII from version 7
    /// on). Empty where an array cannot be decoded.
    std::vector<double> numbers(size_t first = 0) const;

    /// The values of the first child with that name; empty when there is none.
    std::vector<double> numbersOf(std::string_view childName) const;
};

/// An FBX file as a tree; binary and ASCII files have the same one. Packed arrays refer to the parsed text.
struct Document {
    Record root;           ///< nameless
    uint32_t version = 0;  ///< 7400 is version 7.4; 0 where the file does not say
    bool binary = false;
    bool bigEndian = false;
};

/// True for the beginning of a binary file.
bool isBinary(std::string_view file);

/// The version that the head of a file gives; 0 where it does not say.
uint32_t versionOf(std::string_view file);

/// @throws std::runtime_error with the cause: damaged, or a limit on depth or records is exceeded.
Document parse(std::string_view file);

// Both fill `document.root`, and the binary one also the version.
void parseBinary(std::string_view file, Document& document);
void parseAscii(std::string_view file, Document& document);

/// The unit of times; the header may choose another one than kTicksPerSecond.
double ticksPerSecond(const Record& root);
inline constexpr double kTicksPerSecond = 46186158000.0;

/// Whether Blender wrote the file.
bool isFromBlender(const Record& root);

/// A class and a name: `Model::Hips` in ASCII files, `Hips\0\1Model` in binary ones. Before version 5.8, and for some
/// objects later, only the name.
struct ObjectName {
    std::string_view type;  ///< empty when there is none
    std::string_view name;
};
ObjectName splitName(std::string_view text);

constexpr int kMaxDepth = 64;
constexpr size_t kMaxRecords = size_t{1} << 21;

}  // namespace sinew::fbx
