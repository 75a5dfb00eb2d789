#include "export/files.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <list>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/error.h"
#include "export/build/pictures.h"
#include "export/gltf/document.h"
#include "export/gltf/gltf.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

std::span<const std::byte> bytesOf(const std::string& text) {
    return std::as_bytes(std::span(text));
}

void writeGlb(const ExportedModel& exported, const fs::path& path) {
    const GlbFrame frame = frameOf(exported, path);
    const std::array<std::span<const std::byte>, 5> pieces{frame.beforeJson, bytesOf(exported.text), frame.beforeBinary,
                                                           exported.binary, frame.end};
    AtomicFile file(path);
    for (const std::span<const std::byte> piece : pieces)
        file.write(piece);
    file.commit();
}

std::string contentOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Files beside a model are replaced where the model of that name is theirs, or nothing would change. `own`: those that
/// a .gltf names; `old`: the text of another model.
/// @throws Error(Exit::output) for one that may belong to another model.
void requireOwn(const fs::path& file, std::span<const std::byte> bytes, const fs::path& model,
                const std::set<std::string>& own, const std::string& old) {
    const std::string name = file.filename().string();
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return;
    const auto isNamed = [&](const std::string& word) {  // as a whole
        for (size_t at = old.find(word); at != old.npos; at = old.find(word, at + 1))
            if (at == 0 || !exporting::isPlain(old[at - 1])) return true;
        return own.contains(word);
    };
    if (isNamed(name) || isNamed(exporting::uriOf(name))) return;
    const std::string present = contentOf(file);
    if (std::ranges::equal(std::as_bytes(std::span(present)), bytes)) return;
    throw Error(Exit::output,
                fmt::format("{}: is there already, and no file of {}; remove it, or export under another name",
                            file.string(), model.filename().string()));
}

/// All files are complete before the first one gets its name, unless they are more than may be open at once; the model,
/// which names the others, is the last.
void writeWithOthers(const ExportedModel& exported, const fs::path& path) {
    constexpr size_t kMostOpen = 256;  // of the 1,024 descriptors that a process often has
    std::vector<std::pair<fs::path, std::span<const std::byte>>> contents;
    for (const ExportedPicture& picture : exported.pictures)
        contents.emplace_back(path.parent_path() / picture.file, picture.bytes);
    if (!exported.bufferFile.empty()) contents.emplace_back(path.parent_path() / exported.bufferFile, exported.binary);
    std::error_code error;
    const bool namesPictures = exported.bufferFile.empty() && fs::is_regular_file(path, error);
    const std::set<std::string> own = urisOf(path);
    const std::string old = namesPictures && !contents.empty() ? contentOf(path) : std::string();
    for (const auto& [name, bytes] : contents)
        requireOwn(name, bytes, path, own, old);
    contents.emplace_back(path,
                          exported.text.empty() ? std::span<const std::byte>(exported.binary) : bytesOf(exported.text));
    std::list<AtomicFile> files;
    const auto commit = [&] {
        for (AtomicFile& file : files)
            file.commit();
        files.clear();
    };
    for (const auto& [name, bytes] : contents) {
        if (files.size() == kMostOpen) commit();
        files.emplace_back(name).write(bytes);
    }
    commit();
}

}  // namespace

std::set<std::string> urisOf(const fs::path& gltf) {
    std::set<std::string> uris;
    std::error_code error;
    if (!fs::is_regular_file(gltf, error)) return uris;  // reading a pipe would never end
    const auto json = nlohmann::json::parse(contentOf(gltf), nullptr, false);
    for (const char* list : {"buffers", "images"}) {
        if (!json.contains(list)) continue;
        for (const auto& entry : json[list])
            if (entry.contains("uri") && entry["uri"].is_string())
                if (auto uri = entry["uri"].get<std::string>(); !uri.starts_with("data:")) uris.insert(std::move(uri));
    }
    return uris;
}

void writeFiles(const ExportedModel& exported, ExportFormat format, const fs::path& path) {
    (format == ExportFormat::glb ? writeGlb : writeWithOthers)(exported, path);
}

}  // namespace sinew
