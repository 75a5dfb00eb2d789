#include "import/gltf/textures.h"

#include <fmt/format.h>

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

/// Extensions that name another image of a texture, the preferred one first.
constexpr std::initializer_list<const char*> kTextureExtensions{"EXT_texture_webp", "MSFT_texture_dds"};

Wrap wrapOf(Members& members, const Json& sampler, const char* key) {
    const auto mode = File::index(sampler, key).value_or(10497);
    if (mode == 33071) return Wrap::clamp;
    if (mode == 33648) return Wrap::mirror;
    if (mode != 10497) members.invalid(key);
    return Wrap::repeat;
}

Sampler samplerOf(Members& members, const Json& json) {
    Sampler sampler{.wrapU = wrapOf(members, json, "wrapS"), .wrapV = wrapOf(members, json, "wrapT")};
    constexpr size_t kNearest = 9728, kLinear = 9729, kFirstMip = 9984, kLastMip = 9987;
    const size_t magnify = File::index(json, "magFilter").value_or(kLinear);
    if (magnify == kNearest)
        sampler.magnify = Filter::nearest;
    else if (magnify != kLinear)
        members.invalid("magFilter");
    const auto minify = File::index(json, "minFilter");
    if (!minify) return sampler;
    if (*minify == kNearest || *minify == kLinear) {
        sampler.minify = *minify == kNearest ? Filter::nearest : Filter::linear;
        sampler.mip = MipFilter::none;
    } else if (*minify >= kFirstMip && *minify <= kLastMip) {
        sampler.minify = (*minify - kFirstMip) % 2 == 0 ? Filter::nearest : Filter::linear;
        sampler.mip = (*minify - kFirstMip) / 2 == 0 ? MipFilter::nearest : MipFilter::linear;
    } else {
        members.invalid("minFilter");
    }
    return sampler;
}

}  // namespace

std::optional<TextureUse> TextureReader::read(const Json& json) {
    if (json.is_null()) return std::nullopt;
    const Json& textures = file_.member("textures");
    const auto texture = members_.index(json, "index", textures.size());
    if (!texture) {
        if (File::at(json, "index").is_null()) members_.invalid("index");
        return std::nullopt;
    }
    const auto loaded = load(File::at(textures, *texture));
    if (!loaded) return std::nullopt;
    TextureUse use{.texture = *loaded};
    const Json& samplers = file_.member("samplers");
    if (const auto sampler = members_.index(File::at(textures, *texture), "sampler", samplers.size()))
        use.sampler = samplerOf(members_, File::at(samplers, *sampler));
    const Json& extensions = members_.object(json, "extensions");
    members_.noteOthers(extensions, {"KHR_texture_transform"});
    const Json& transform = members_.object(extensions, "KHR_texture_transform");
    use.offset = members_.vector(transform, "offset", glm::vec2(0.0f), kAnyLimits);
    use.scale = members_.vector(transform, "scale", glm::vec2(1.0f), kAnyLimits);
    use.rotation = members_.number(transform, "rotation", 0.0f, kAnyLimits);
    const Json& owner = File::at(transform, "texCoord").is_null() ? json : transform;
    constexpr size_t kSets = 2;
    if (const auto set = File::index(owner, "texCoord"); set && *set < kSets)
        use.uvSet = static_cast<uint32_t>(*set);
    else if (set)
        laterSet_ = true;
    else if (!File::at(owner, "texCoord").is_null())
        members_.invalid("texCoord");
    return use;
}

/// The image of a texture: that of an extension if it can be decoded, otherwise the one that every reader knows.
std::optional<uint32_t> TextureReader::load(const Json& texture) {
    const size_t imageCount = file_.member("images").size();
    const auto plain = members_.index(texture, "source", imageCount);
    const Json& extensions = members_.object(texture, "extensions");
    std::optional<size_t> better;
    for (const char* name : kTextureExtensions)
        if (!better) better = members_.index(File::at(extensions, name), "source", imageCount);
    if (!better && !plain && extensions.is_object())
        for (const auto& [name, extension] : extensions.items())
            if (!better) better = members_.index(extension, "source", imageCount);
    if (plain) members_.noteOthers(extensions, kTextureExtensions);
    if (!better || !plain) return loadOnce(better ? better : plain);
    const auto chosen = loadOnce(better);
    if (chosen && textures_.decoded(*chosen).found()) return chosen;
    const auto fallback = loadOnce(plain);
    if (chosen && fallback && notedFallbacks_.insert(*chosen).second)
        findings_.push_back({"texture-fallback", Severity::info, textures_.decoded(*chosen).name,
                             fmt::format("is not drawn; {} is instead", textures_.decoded(*fallback).name)});
    return fallback;
}

/// The texture of an image, which is an index into the file's.
std::optional<uint32_t> TextureReader::loadOnce(const std::optional<size_t>& image) {
    if (!image) {
        members_.invalid("source");
        return std::nullopt;
    }
    const auto [known, isNew] = textureOf_.try_emplace(*image);
    if (isNew) known->second = loadImage(File::at(file_.member("images"), *image), *image);
    if (!known->second) members_.invalid("source");
    return known->second;
}

std::optional<uint32_t> TextureReader::loadImage(const Json& image, size_t index) {
    const Json& given = File::at(image, "name");
    const bool named = given.is_string() && !given.get_ref<const std::string&>().empty();
    const std::string name = named ? given.get<std::string>() : fmt::format("*{}", index);
    if (const Json& uri = File::at(image, "uri"); uri.is_string()) {
        const auto& text = uri.get_ref<const std::string&>();
        if (!text.starts_with("data:")) return textures_.load(text);
        return textures_.add(name, file_.fromDataUri(text));
    }
    const auto view = File::index(image, "bufferView");
    return view ? std::optional(textures_.add(name, file_.bytes(*view))) : std::nullopt;
}

}  // namespace sinew::gltf
