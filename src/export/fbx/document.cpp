#include "export/fbx/document.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <span>

#include <libdeflate.h>

#include "base/error.h"

namespace sinew::exporting {
namespace {

static_assert(std::endian::native == std::endian::little, "FBX is little-endian, as the memory");

constexpr int32_t kVersion = 7400;

// Readers compare the code at the end with the id and the time at the beginning. These are known to belong together.
constexpr std::array<uint8_t, 16> kFileId{0x28, 0xb3, 0x2a, 0xeb, 0xb6, 0x24, 0xcc, 0xc2,
                                          0xbf, 0xc8, 0xb0, 0x2a, 0xa9, 0x2b, 0xfc, 0xf1};
constexpr const char* kTime = "1970-01-01 10:00:00:000";
constexpr std::array<uint8_t, 16> kCode{0xfa, 0xbc, 0xab, 0x09, 0xd0, 0xc8, 0xd4, 0x66,
                                        0xb1, 0x76, 0xfb, 0x83, 0x1c, 0xf7, 0x26, 0x7e};
constexpr std::array<uint8_t, 16> kEnd{0xf8, 0x5a, 0x8c, 0x6a, 0xde, 0xf5, 0xd9, 0x7e,
                                       0xec, 0xe9, 0x0c, 0xe3, 0x75, 0x8f, 0x29, 0x0b};
constexpr size_t kListEnd = 13;  // bytes of zero

void appendTo(std::vector<std::byte>& file, const void* bytes, size_t size) {
    const auto* first = static_cast<const std::byte*>(bytes);
    file.insert(file.end(), first, first + size);
}

/// As a zlib stream.
std::string deflated(std::string_view bytes) {
    constexpr int kLevel = 6;
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(kLevel), &libdeflate_free_compressor);
    if (!compressor) throw std::bad_alloc();
    std::string result(libdeflate_zlib_compress_bound(compressor.get(), bytes.size()), '\0');
    result.resize(libdeflate_zlib_compress(compressor.get(), bytes.data(), bytes.size(), result.data(), result.size()));
    return result;
}

FbxRecord headerRecord() {
    FbxRecord header("FBXHeaderExtension");
    header.add("FBXHeaderVersion", int32_t{1003});
    header.add("FBXVersion", kVersion);
    header.add("EncryptionType", int32_t{0});
    FbxRecord& time = header.add("CreationTimeStamp");
    time.add("Version", int32_t{1000});
    for (const auto& [name, number] : {std::pair{"Year", 1970},
                                       {"Month", 1},
                                       {"Day", 1},
                                       {"Hour", 10},
                                       {"Minute", 0},
                                       {"Second", 0},
                                       {"Millisecond", 0}})
        time.add(name, int32_t{number});
    header.add("Creator", "Sinew " SINEW_VERSION);
    FbxRecord& info = header.add("SceneInfo", fbxName("GlobalInfo", "SceneInfo"), "UserData");
    info.add("Type", "UserData");
    info.add("Version", int32_t{100});
    FbxRecord& properties = info.add("Properties70");
    for (const char* when : {"Original", "LastSaved"}) {
        properties.set(when, "Compound", "");
        properties.set(std::string(when) + "|ApplicationName", "KString", "", "Sinew");
        properties.set(std::string(when) + "|ApplicationVersion", "KString", "", SINEW_VERSION);
    }
    return header;
}

}  // namespace

int64_t fbxTicks(double seconds) {
    constexpr double kPerSecond = 46186158000.0, kMost = 9e18;
    return std::llround(std::min(seconds * kPerSecond, kMost));
}

/// A zero byte and one of 1 end a name.
std::string fbxName(std::string_view name, std::string_view named) {
    std::string result(name);
    std::replace(result.begin(), result.end(), '\0', '_');
    return (result += std::string_view("\0\1", 2)) += named;
}

void FbxRecord::bytes(char type, const void* value, size_t size) {
    values_ += type;
    values_.append(static_cast<const char*>(value), size);
}

void FbxRecord::text(char type, std::string_view text) {
    const auto size = static_cast<uint32_t>(text.size());
    bytes(type, &size, sizeof size);
    values_ += text;
}

void FbxRecord::array(char type, const void* values, size_t count, size_t width) {
    constexpr size_t kSmall = 128;
    const std::string_view plain(static_cast<const char*>(values), count * width);
    if (plain.size() > UINT32_MAX) throw Error(Exit::output, "an FBX file holds at most 4 GiB, and this is more");
    const std::string packed = plain.size() > kSmall ? deflated(plain) : std::string();
    const std::array<uint32_t, 3> head{static_cast<uint32_t>(count), packed.empty() ? 0u : 1u,
                                       static_cast<uint32_t>(packed.empty() ? plain.size() : packed.size())};
    bytes(type, head.data(), sizeof head);
    values_ += packed.empty() ? plain : packed;
}

void FbxRecord::write(std::vector<std::byte>& file) const {
    const size_t start = file.size();
    std::array<uint32_t, 3> head{0, static_cast<uint32_t>(count_), static_cast<uint32_t>(values_.size())};
    appendTo(file, head.data(), sizeof head);
    file.push_back(static_cast<std::byte>(name_.size()));
    appendTo(file, name_.data(), name_.size());
    appendTo(file, values_.data(), values_.size());
    for (const FbxRecord& child : children_)
        child.write(file);
    // Readers expect the end of a list in these, too.
    if (!children_.empty() || count_ == 0 || name_ == "AnimationStack" || name_ == "AnimationLayer")
        file.resize(file.size() + kListEnd);
    if (file.size() > UINT32_MAX) throw Error(Exit::output, "an FBX file holds at most 4 GiB, and this is more");
    head[0] = static_cast<uint32_t>(file.size());
    std::memcpy(&file[start], head.data(), sizeof head);
}

FbxDocument::Object FbxDocument::add(const char* type, std::string_view name, const char* named, const char* kind) {
    ++counts_[type];
    return {++lastId_, objects_.add(type, lastId_, fbxName(name, named), kind)};
}

std::vector<std::byte> FbxDocument::file() const {
    std::vector<std::byte> file;
    appendTo(file, "Kaydara FBX Binary  \0\x1a\0", 23);
    appendTo(file, &kVersion, sizeof kVersion);
    headerRecord().write(file);
    FbxRecord rest("");
    rest.add("FileId", kFileId);
    rest.add("CreationTime", kTime);
    rest.add("Creator", "Sinew " SINEW_VERSION);
    FbxRecord& settings = rest.add("GlobalSettings");
    settings.add("Version", int32_t{1000});
    settings.children_.push_back(settings_);
    FbxRecord& documents = rest.add("Documents");
    documents.add("Count", int32_t{1});
    FbxRecord& document = documents.add("Document", int64_t{1'000'000}, "Scene", "Scene");
    document.add("Properties70").set("ActiveAnimStackName", "KString", "", "");
    document.add("RootNode", int64_t{0});
    rest.add("References");
    FbxRecord& definitions = rest.add("Definitions");
    definitions.add("Version", int32_t{100});
    int32_t count = 1;
    for (const auto& [type, number] : counts_)
        count += number;
    definitions.add("Count", count);
    definitions.add("ObjectType", "GlobalSettings").add("Count", int32_t{1});
    for (const auto& [type, number] : counts_)
        definitions.add("ObjectType", type).add("Count", number);
    for (const FbxRecord& record : rest.children_)
        record.write(file);
    objects_.write(file);
    connections_.write(file);
    file.resize(file.size() + kListEnd);
    appendTo(file, kCode.data(), kCode.size());
    file.resize(file.size() + 4);
    file.resize(file.size() / 16 * 16 + 16);  // at least one byte
    appendTo(file, &kVersion, sizeof kVersion);
    file.resize(file.size() + 120);
    appendTo(file, kEnd.data(), kEnd.size());
    return file;
}

}  // namespace sinew::exporting
