#include "import/fbx/document.h"

#include <algorithm>
#include <span>

#include <libdeflate.h>

#include "import/fbx/bytes.h"

namespace sinew::fbx {
namespace {

size_t widthOf(char type) {
    return type == 'd' || type == 'l' ? 8 : type == 'b' ? 1 : 4;
}

/// Empty when the bytes are not a zlib stream of exactly that size.
std::string inflated(std::string_view bytes, size_t size) {
    std::string result(size, '\0');
    libdeflate_decompressor* const decompressor = libdeflate_alloc_decompressor();
    const auto outcome = decompressor ? libdeflate_zlib_decompress(decompressor, bytes.data(), bytes.size(),
                                                                   result.data(), size, nullptr)
                                      : LIBDEFLATE_BAD_DATA;
    libdeflate_free_decompressor(decompressor);
    return outcome == LIBDEFLATE_SUCCESS ? result : std::string();
}

template <typename Number>
void append(const PackedNumbers& array, std::string_view bytes, std::vector<double>& result) {
    for (size_t i = 0; i < array.count; ++i)
        result.push_back(static_cast<double>(load<Number>(bytes.substr(i * sizeof(Number)), array.bigEndian)));
}

void append(const PackedNumbers& array, std::vector<double>& result) {
    // DEFLATE shrinks to 1/1032 at most, so a count that the bytes cannot hold is a lie.
    constexpr size_t kMaxRatio = 1032;
    const size_t size = array.count * widthOf(array.type);
    if (size > array.bytes.size() * (array.deflated ? kMaxRatio : 1)) return;
    const std::string own = array.deflated ? inflated(array.bytes, size) : std::string();
    const std::string_view bytes = array.deflated ? std::string_view(own) : array.bytes;
    if (bytes.size() < size) return;
    result.reserve(result.size() + array.count);
    if (array.type == 'f') append<float>(array, bytes, result);
    if (array.type == 'd') append<double>(array, bytes, result);
    if (array.type == 'i') append<int32_t>(array, bytes, result);
    if (array.type == 'l') append<int64_t>(array, bytes, result);
    if (array.type == 'b') append<uint8_t>(array, bytes, result);
}

}  // namespace

const Record* Record::child(std::string_view childName) const {
    const auto found = std::ranges::find(children, childName, &Record::name);
    return found == children.end() ? nullptr : &*found;
}

Record& Record::add(std::string childName, std::vector<Value> childValues) {
    return children.emplace_back(Record{std::move(childName), std::move(childValues), {}});
}

std::string_view Record::text(size_t index) const {
    const std::string* text = index < values.size() ? std::get_if<std::string>(&values[index]) : nullptr;
    return text ? std::string_view(*text) : std::string_view();
}

double Record::number(size_t index, double otherwise) const {
    if (!values.empty() && std::holds_alternative<Numbers>(values.front())) {
        const std::vector<double>& all = std::get<Numbers>(values.front()).values;
        return index < all.size() ? all[index] : otherwise;
    }
    if (index >= values.size()) return otherwise;
    if (const auto* small = std::get_if<int32_t>(&values[index])) return *small;
    if (const auto* whole = std::get_if<int64_t>(&values[index])) return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&values[index]);
    return real ? *real : otherwise;
}

int64_t Record::integer(size_t index, int64_t otherwise) const {
    if (index < values.size())
        if (const auto* whole = std::get_if<int64_t>(&values[index])) return *whole;
    const double real = number(index, static_cast<double>(otherwise));
    constexpr double kLimit = 9.2e18;
    return real > -kLimit && real < kLimit ? static_cast<int64_t>(real) : otherwise;
}

std::vector<double> Record::numbersOf(std::string_view childName) const {
    const Record* const found = child(childName);
    return found ? found->numbers() : std::vector<double>();
}

std::vector<double> Record::numbers(size_t first) const {
    std::vector<double> result;
    const Record* const array = values.size() <= 1 ? child("a") : nullptr;
    const std::span<const Value> all = array ? array->values : values;
    for (const Value& value : all.subspan(std::min(array ? 0 : first, all.size()))) {
        if (const auto* small = std::get_if<int32_t>(&value)) result.push_back(*small);
        if (const auto* whole = std::get_if<int64_t>(&value)) result.push_back(static_cast<double>(*whole));
        if (const auto* real = std::get_if<double>(&value)) result.push_back(*real);
        if (const auto* list = std::get_if<Numbers>(&value))
            result.insert(result.end(), list->values.begin(), list->values.end());
        if (const auto* packed = std::get_if<PackedNumbers>(&value)) append(*packed, result);
    }
    return result;
}

double ticksPerSecond(const Record& root) {
    constexpr int64_t kWithFlags = 1004, kUsual = 127;
    constexpr double kNewerPerSecond = 141120000.0;
    const Record* const header = root.child("FBXHeaderExtension");
    const Record* const version = header ? header->child("FBXHeaderVersion") : nullptr;
    const Record* const flags = header ? header->child("OtherFlags") : nullptr;
    const Record* const definition = flags    ? flags->child("TCDefinition")
                                     : header ? header->child("TCDefinition")
                                              : nullptr;
    const bool newer = version && version->integer() >= kWithFlags && definition && definition->integer() != kUsual;
    return newer ? kNewerPerSecond : kTicksPerSecond;
}

bool isFromBlender(const Record& root) {
    const auto isBlender = [](const Record* record) {
        const Record* const creator = record ? record->child("Creator") : nullptr;
        return creator && creator->text().find("Blender") != std::string_view::npos;
    };
    return isBlender(&root) || isBlender(root.child("FBXHeaderExtension"));
}

ObjectName splitName(std::string_view text) {
    using namespace std::string_view_literals;
    if (const size_t at = text.find("\0\1"sv); at != text.npos) return {text.substr(at + 2), text.substr(0, at)};
    if (const size_t at = text.find("::"); at != text.npos) return {text.substr(0, at), text.substr(at + 2)};
    return {{}, text};
}

Document parse(std::string_view file) {
    Document document;
    document.binary = isBinary(file);
    document.binary ? parseBinary(file, document) : parseAscii(file, document);
    // The header of binary files of version 5 says 3000.
    if (const Record* header = document.root.child("FBXHeaderExtension"))
        if (const Record* version = header->child("FBXVersion"))
            document.version = static_cast<uint32_t>(std::clamp<int64_t>(version->integer(), 0, 1'000'000));
    return document;
}

}  // namespace sinew::fbx
