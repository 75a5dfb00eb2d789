#include "import/build/textures.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "import/files/block_image.h"
#include "import/files/decode_image.h"
#include "import/build/convert.h"
#include "model/limits.h"
#include "model/shown_text.h"
#include "model/text.h"

namespace sinew {
namespace {

std::string_view baseName(std::string_view path) {
    return path.substr(path.find_last_of("/\\") + 1);
}

constexpr size_t kMostOpenFiles = 16;  // of ImportLimits::descriptors; beyond, files are decoded at once

std::string whyMissing(const ModelFolder& folder, std::string_view name) {
    const std::string outer = shownPath(folder.outerFolderOf(name).string());
    const std::string place =
        folder.hasTextureFolders() ? "the model's directory or those of --textures" : "the model's directory";
    if (outer.empty()) return fmt::format("not found in {}; --textures DIR adds another directory", place);
    const bool isPlain = outer.find_first_of(" '\"$&;()<>|*?[]{}!#`\\~") == std::string::npos;
    return fmt::format("not found in {}; use --textures {}", place, isPlain ? outer : inQuotes(outer));
}

}  // namespace

uint32_t TextureLoader::add(Texture texture, Source source) {
    const size_t index = textures_.size();
    const bool isFile = source.file.has_value();
    textures_.push_back(std::move(texture));
    sources_.push_back(std::move(source));
    if (isFile && ++openFiles_ > kMostOpenFiles) decode(index);
    return static_cast<uint32_t>(index);
}

void TextureLoader::decode(size_t index) {
    if (sources_[index].isDecoded) return;
    const Source source = std::exchange(sources_[index], {.isDecoded = true});
    Texture& texture = textures_[index];
    const auto decodeFile = [&](std::span<const uint8_t> bytes) {
        texture.image = decodeImage(bytes);
        if (keepsEncoded_ && isPlainPicture(bytes)) texture.encoded.assign(bytes.begin(), bytes.end());
    };
    try {
        if (source.embedded && source.embedded->texels)
            texture.image = source.embedded->texels();
        else if (source.embedded)
            decodeFile(source.embedded->file);
        else if (source.file)
            decodeFile(readImageFile(*source.file));
        else
            decodeFile({reinterpret_cast<const uint8_t*>(source.bytes.data()), source.bytes.size()});
    } catch (const std::runtime_error& error) {
        sources_[index].fault = error.what();
        sources_[index].isSound = dynamic_cast<const UnsupportedImage*>(&error) != nullptr;
    }
}

const Texture& TextureLoader::decoded(uint32_t index) {
    decode(index);
    return textures_[index];
}

void TextureLoader::dropUnused(std::span<Material> materials) {
    std::vector<std::vector<TextureUse*>> uses(textures_.size());
    for (Material& material : materials)
        for (std::optional<TextureUse>& use : material.textures)
            if (use) uses[use->texture].push_back(&*use);
    size_t kept = 0;
    for (size_t index = 0; index < textures_.size(); ++index) {
        if (uses[index].empty() && textures_[index].found()) continue;
        for (TextureUse* use : uses[index])
            use->texture = static_cast<uint32_t>(kept);
        if (kept != index) {
            textures_[kept] = std::move(textures_[index]);
            sources_[kept] = std::move(sources_[index]);
        }
        ++kept;
    }
    textures_.resize(kept);
    sources_.resize(kept);
}

void TextureLoader::decodeRest() {
    for (size_t index = next_++; index < textures_.size(); index = next_++)
        decode(index);
}

void TextureLoader::begin() {
    if (!textures_.empty()) decoding_ = std::async(std::launch::async, [this] { decodeRest(); });
}

std::vector<Texture> TextureLoader::take() {
    decodeRest();
    if (decoding_.valid()) decoding_.get();
    for (size_t i = 0; i < textures_.size(); ++i)
        if (!textures_[i].source.empty() && !textures_[i].found())
            findings_.push_back({"texture-unreadable", sources_[i].isSound ? Severity::info : Severity::warning,
                                 textures_[i].name, fmt::format("{} {}", textures_[i].source, sources_[i].fault)});
    return std::move(textures_);
}

uint32_t TextureLoader::add(const std::string& name, std::string bytes) {
    return add(Texture{.name = utf8From(name), .source = "embedded"}, Source{.bytes = std::move(bytes)});
}

void TextureLoader::offer(std::string_view name, std::string bytes) {
    offered_.insert_or_assign(lowerCase(std::string(baseName(name))), std::move(bytes));
}

uint32_t TextureLoader::load(std::string_view name) {
    if (const auto known = byName_.find(name); known != byName_.end()) return known->second;

    Texture texture{.name = utf8From(name)};
    uint32_t index = 0;
    const auto addOnce = [&](const std::string& content, Source source) {
        const auto [known, isNew] = byContent_.try_emplace(content, 0);
        if (isNew) known->second = add(std::move(texture), std::move(source));
        return known->second;
    };
    const auto offered = offered_.find(lowerCase(std::string(baseName(name))));
    if (offered != offered_.end()) {
        texture.source = "embedded";
        index = addOnce(fmt::format("archive:{}", offered->first), {.bytes = offered->second});
    } else if (auto embedded = findEmbedded_ ? findEmbedded_(name) : std::nullopt) {
        if (!embedded->name.empty()) texture.name = embedded->name;
        texture.source = "embedded";
        index = addOnce(fmt::format("*{}", embedded->index), {.embedded = std::move(embedded)});
    } else if (auto texturesFile = folder_.findTexture(name)) {
        FoundFile& found = texturesFile->found;
        texture.source = shownPath(found.path.string());
        if (const size_t count = texturesFile->byNameAlone; count > 0)
            findings_.push_back({"texture-by-name", Severity::info, texture.name,
                                 fmt::format("found by its name alone, as {}{}", texture.source,
                                             count == 1 ? "" : fmt::format(", the nearest of {} such files", count))});
        const auto [device, number] = found.file.id();
        index = addOnce(fmt::format("{}:{}", device, number), {.file = std::move(found.file)});
    } else {
        findings_.push_back({"texture-missing", Severity::warning, texture.name, whyMissing(folder_, name)});
        index = add(std::move(texture), {.isDecoded = true});
    }
    byName_.emplace(name, index);
    return index;
}

}  // namespace sinew
