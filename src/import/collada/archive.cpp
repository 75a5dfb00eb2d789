#include "import/collada/archive.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <pugixml.hpp>

#include "base/text.h"
#include "import/collada/document.h"

namespace sinew::collada {
namespace {

constexpr const char* kManifest = "manifest.xml";

bool endsAs(const std::string& name, std::string_view ending) {
    return lowerCase(name).ends_with(ending);
}

bool isPicture(const std::string& name) {
    constexpr std::array<std::string_view, 9> kEndings{".png", ".jpg", ".jpeg", ".tga", ".bmp",
                                                       ".gif", ".dds", ".webp", ".psd"};
    return std::ranges::any_of(kEndings, [&](std::string_view ending) { return endsAs(name, ending); });
}

/// The document that the manifest names; empty if it names none that is there.
std::string namedByManifest(ZipArchive& archive, const std::vector<std::string>& names) {
    if (std::ranges::find(names, kManifest) == names.end()) return {};
    const std::string text = archive.content(kManifest);
    pugi::xml_document manifest;
    if (!manifest.load_buffer(text.data(), text.size())) return {};
    const std::vector<std::string_view> words = wordsIn(manifest.child("dae_root").text().get());
    if (words.empty()) return {};
    std::string_view path = words.front();
    path = path.substr(0, path.find('#'));
    if (path.starts_with("./")) path.remove_prefix(2);
    const auto found = std::ranges::find(names, path);
    return found == names.end() ? std::string() : *found;
}

/// Empty if there is none.
std::string documentIn(const std::vector<std::string>& names) {
    std::string first;
    for (const std::string& name : names) {
        if (!endsAs(name, ".dae")) continue;
        if (name.find('/') == std::string::npos) return name;
        if (first.empty()) first = name;
    }
    return first;
}

}  // namespace

bool isArchive(const InputFile& file) {
    return ZipArchive::isZip(file) && !documentIn(ZipArchive(file).names()).empty();
}

std::optional<Archive> openArchive(const InputFile& file) {
    if (!isArchive(file)) return std::nullopt;
    ZipArchive archive(file);
    const std::vector<std::string> names = archive.names();
    std::string document = namedByManifest(archive, names);
    if (document.empty()) document = documentIn(names);
    Archive result{.document = InputFile(archive.content(document)), .pictures = {}};
    for (const std::string& name : names)
        if (isPicture(name)) result.pictures.emplace_back(name, archive.content(name));
    return result;
}

}  // namespace sinew::collada
