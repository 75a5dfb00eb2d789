#include "import/scene/textures.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "import/files/block_image.h"
#include "import/files/decode_image.h"
#include "import/scene/convert.h"
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

/// An embedded texture is a file of mWidth bytes when mHeight is 0, otherwise raw texels, as here. @throws as
/// decodeImage().
ImageData imageFromTexels(const aiTexture& texture) {
    if (!texture.pcData) throw std::runtime_error("is empty");
    const uint64_t pixels = uint64_t{texture.mWidth} * texture.mHeight;
    if (pixels == 0 || texture.mWidth > kMaxImageSide || texture.mHeight > kMaxImageSide || pixels > kMaxImagePixels)
        throw std::runtime_error("is empty or too large");
    ImageData image{.width = texture.mWidth, .height = texture.mHeight};
    image.bytes.reserve(pixels * 4);
    for (uint64_t i = 0; i < pixels; ++i) {
        const aiTexel& texel = texture.pcData[i];
        image.bytes.insert(image.bytes.end(), {texel.r, texel.g, texel.b, texel.a});
    }
    return image;
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
        if (source.embedded && (source.embedded->mHeight > 0 || !source.embedded->pcData))
            texture.image = imageFromTexels(*source.embedded);
        else if (source.embedded)
            decodeFile({reinterpret_cast<const uint8_t*>(source.embedded->pcData), source.embedded->mWidth});
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

uint32_t TextureLoader::load(const aiString& name) {
    if (const auto known = byName_.find(viewOf(name)); known != byName_.end()) return known->second;

    Texture texture{.name = utf8From(name)};
    uint32_t index = 0;
    const auto addOnce = [&](const std::string& content, Source source) {
        const auto [known, isNew] = byContent_.try_emplace(content, 0);
        if (isNew) known->second = add(std::move(texture), std::move(source));
        return known->second;
    };
    const auto offered = offered_.find(lowerCase(std::string(baseName(viewOf(name)))));
    if (offered != offered_.end()) {
        texture.source = "embedded";
        index = addOnce(fmt::format("archive:{}", offered->first), {.bytes = offered->second});
    } else if (const aiTexture* embedded = scene_.GetEmbeddedTexture(name.C_Str())) {
        const auto place =
            std::find(scene_.mTextures, scene_.mTextures + scene_.mNumTextures, embedded) - scene_.mTextures;
        if (embedded->mFilename.length > 0) texture.name = utf8From(embedded->mFilename);
        texture.source = "embedded";
        index = addOnce(fmt::format("*{}", place), {.embedded = embedded});
    } else if (auto texturesFile = folder_.findTexture(viewOf(name))) {
        FoundFile& found = texturesFile->found;
        texture.source = shownPath(found.path.string());
        if (const size_t count = texturesFile->byNameAlone; count > 0)
            findings_.push_back({"texture-by-name", Severity::info, texture.name,
                                 fmt::format("found by its name alone, as {}{}", texture.source,
                                             count == 1 ? "" : fmt::format(", the nearest of {} such files", count))});
        const auto [device, number] = found.file.id();
        index = addOnce(fmt::format("{}:{}", device, number), {.file = std::move(found.file)});
    } else {
        findings_.push_back({"texture-missing", Severity::warning, texture.name, whyMissing(folder_, viewOf(name))});
        index = add(std::move(texture), {.isDecoded = true});
    }
    byName_.emplace(viewOf(name), index);
    return index;
}

}  // namespace sinew
