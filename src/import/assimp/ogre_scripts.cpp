#include "import/assimp/ogre_scripts.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace sinew {
namespace {

constexpr std::string_view kEnding = ".material";

constexpr std::string_view kScriptBlanks = " \t";

std::string_view withoutBlanks(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(kScriptBlanks), text.size()));
    return text.substr(0, text.find_last_not_of(kScriptBlanks) + 1);
}

/// Calls `add` with the name of each material that a script defines: after the word "material" at the beginning of a
/// line, in quotes, or up to ':' or '{'. Quotes become blanks: assimp takes them for parts of the name.
template <typename Add>
void eachMaterial(std::string& script, const Add& add) {
    constexpr std::string_view kWord = "material";
    for (size_t begin = 0, end = 0; begin < script.size(); begin = end + 1) {
        end = std::min(script.find_first_of("\r\n", begin), script.size());
        std::string_view line = std::string_view(script).substr(begin, end - begin);
        line = withoutBlanks(line);
        if (!line.starts_with(kWord)) continue;
        line.remove_prefix(kWord.size());
        const size_t blanks = line.find_first_not_of(kScriptBlanks);
        if (blanks == 0 || blanks == std::string_view::npos) continue;
        line.remove_prefix(blanks);
        if (const size_t close = line.find('"', 1); line.starts_with('"') && close != std::string_view::npos) {
            add(line.substr(1, close - 1));
            const auto open = static_cast<size_t>(line.data() - script.data());
            script[open] = script[open + close] = ' ';
            continue;
        }
        const std::string_view name = withoutBlanks(line.substr(0, line.find_first_of(":{")));
        add(name);
        add(name.substr(0, name.find_first_of(kScriptBlanks)));  // a comment may follow
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
            if (!file) continue;
            if (file->size() > kMostBytes - bytes) {
                hasUnread_ = true;
                continue;
            }
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
    if (const auto found = definedIn_.find(file); found != definedIn_.end()) {
        if (file.find_first_of(kScriptBlanks) == std::string_view::npos) return scripts_[found->second];
        unreadable_.emplace(file);
        return {};
    }
    // assimp tries the model's name and Scene.material, too. The other two are Ogre's own materials.
    constexpr std::array<std::string_view, 3> kKnown{"Scene", "BaseWhite", "BaseWhiteNoLighting"};
    const std::string model = folder_.modelPath().string();
    const bool isOfModel = model.starts_with(file) && model[file.size()] == '.' &&
                           model.find_first_of("/\\", file.size()) == std::string::npos;
    if (!isOfModel && std::ranges::find(kKnown, file) == kKnown.end()) missing_.emplace(file);
    return {};
}

void OgreScripts::report(Findings& findings) const {
    const auto tell = [&](const std::set<std::string, std::less<>>& names, const char* message) {
        for (const std::string& name : names)
            findings.push_back({"texture-missing", Severity::warning, utf8From(name), message});
    };
    tell(missing_,
         hasUnread_ ? "no .material file that was read defines it; those in the model's directory are larger than "
                      "64 MiB together"
                    : "no .material file in the model's directory defines it; --textures DIR adds another directory");
    tell(unreadable_, "Sinew does not read materials whose names have blanks from .material files");
}

}  // namespace sinew
