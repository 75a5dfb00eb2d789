#include "import/build/textures.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "base/shown_text.h"
#include "base/text.h"
#include "import/build/convert.h"
#include "import/files/block_image.h"
#include "import/files/decode_image.h"
#include "model/limits.h"

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

bool looksLikeNormals(const ImageData& image) {
    const auto isBlue = [](int r, int g, int b) { return b > 128 && b > r + 20 && b > g + 20; };
    if (image.format == TexelFormat::bc4) return false;
    const bool hasColors = image.format == TexelFormat::bc1 || image.format == TexelFormat::bc2 ||
                           image.format == TexelFormat::bc3;  // two of 5, 6 and 5 bits in each block
    if (image.isBlocks() && !hasColors) return true;
    const size_t unit = !image.isBlocks() ? 4 : image.format == TexelFormat::bc1 ? 8 : 16;
    const size_t count = levelBytes(image, 0) / unit, step = std::max<size_t>(1, count / 4096);
    size_t seen = 0, blue = 0;
    for (size_t i = 0; i < count; i += step, ++seen) {
        const uint8_t* texel = &image.bytes[i * unit + (unit == 16 ? 8 : 0)];
        const int packed = texel[0] | texel[1] << 8;
        blue += hasColors ? isBlue(packed >> 11 << 3, (packed >> 5 & 63) << 2, (packed & 31) << 3)
                          : isBlue(texel[0], texel[1], texel[2]);
    }
    return blue * 2 > seen;
}

void placeTexture(const glm::vec2& scale, float radians, const glm::vec2& moved, TextureUse& use) {
    const float cosine = std::cos(radians), sine = std::sin(radians);
    const glm::vec2 center(0.5f), corner = glm::vec2(0.0f, scale.y) - center;
    const glm::vec2 up =
        center + glm::vec2(cosine * corner.x - sine * corner.y, sine * corner.x + cosine * corner.y) + moved;
    constexpr float kFarthest = 1e6f;
    const auto isFar = [](float value) { return !(std::abs(value) <= kFarthest); };
    if (isFar(up.x) || isFar(up.y) || isFar(scale.x) || isFar(scale.y) || isFar(radians)) return;
    use.offset = {up.x, 1.0f - up.y};
    use.scale = scale;
    use.rotation = radians;
}

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
