#include "import/files/ogre_scripts.h"

#include <algorithm>
#include <array>

#include "model/text.h"

namespace sinew {
namespace {

constexpr std::string_view kEnding = ".material";

/// Calls `add` with the name of each material that a script defines: after the word "material" at the beginning of a
/// line, up to a space, ':' or '{'.
template <typename Add>
void eachMaterial(std::string_view script, const Add& add) {
    constexpr std::string_view kWord = "material", kSpaces = " \t";
    while (!script.empty()) {
        const size_t end = std::min(script.find_first_of("\r\n"), script.size());
        std::string_view line = script.substr(0, end);
        script.remove_prefix(std::min(end + 1, script.size()));
        line.remove_prefix(std::min(line.find_first_not_of(kSpaces), line.size()));
        if (!line.starts_with(kWord)) continue;
        line.remove_prefix(kWord.size());
        const size_t begin = line.find_first_not_of(kSpaces);
        if (begin == 0 || begin == std::string_view::npos) continue;
        line.remove_prefix(begin);
        add(line.substr(0, line.find_first_of(" \t:{")));
    }
}

}  // namespace

void OgreScripts::read() {
    constexpr size_t kMostBytes = size_t{64} << 20;  // of all scripts
    isRead_ = true;
    size_t bytes = 0;
    for (const AllowedFolder* folder : folder_.folders())
        for (const std::filesystem::path& path : folder->withEnding(kEnding)) {
            const auto file = folder->open(path);
            if (!file || file->size() > kMostBytes - bytes) continue;
            bytes += file->size();
            scripts_.push_back(file->content());
            eachMaterial(scripts_.back(), [&](std::string_view name) {
                definedIn_.try_emplace(std::string(name), scripts_.size() - 1);
            });
        }
}

std::string_view OgreScripts::scriptFor(std::string_view file) {
    if (!file.ends_with(kEnding)) return {};
    if (!isRead_) read();
    file.remove_suffix(kEnding.size());
    if (const auto found = definedIn_.find(file); found != definedIn_.end()) return scripts_[found->second];
    // assimp tries the model's name and Scene.material, too. The other two are Ogre's own materials.
    constexpr std::array<std::string_view, 3> kKnown{"Scene", "BaseWhite", "BaseWhiteNoLighting"};
    const bool isOfModel = folder_.modelPath().string().starts_with(file);
    if (!isOfModel && std::ranges::find(kKnown, file) == kKnown.end()) missing_.emplace(file);
    return {};
}

void OgreScripts::report(Findings& findings) const {
    for (const std::string& name : missing_)
        findings.push_back(
            {"texture-missing", Severity::warning, utf8From(name),
             "no .material file in the model's directory defines it; --textures DIR adds another directory"});
}

}  // namespace sinew
