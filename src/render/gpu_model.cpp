#include "render/gpu_model.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include "error.h"
#include "gpu/descriptor.h"
#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "gpu/upload.h"
#include "render/packed_vertex.h"

namespace sinew {
namespace {

constexpr float kAnisotropy = 8.0f;
constexpr size_t kWhiteImage = 0, kFlatImage = 1;  // stand in for missing textures

/// The power of two by which `image` must be subsampled to have at most `maxSide` rows and columns.
uint32_t subsampling(const ImageData& image, uint32_t maxSide) {
    uint32_t step = 1;
    while ((std::max(image.width, image.height) + step - 1) / step > maxSide)
        step *= 2;
    return step;
}

/// Copies every `step`th pixel of every `step`th row.
void copyPixels(const ImageData& image, uint32_t step, std::span<std::byte> out) {
    if (step == 1 && image.stored) return image.stored->read(out);
    PixelBytes buffer;
    const std::span<const std::byte> pixels = std::as_bytes(pixelsOf(image, buffer));
    if (step == 1) {
        std::memcpy(out.data(), pixels.data(), pixels.size());
        return;
    }
    auto next = out.begin();
    for (uint32_t y = 0; y < image.height; y += step)
        for (uint32_t x = 0; x < image.width; x += step)
            next = std::ranges::copy(pixels.subspan((size_t{y} * image.width + x) * 4, 4), next).out;
}

/// Appends to `images`, which must not reallocate: the uploader points to its elements until it has finished.
void addImage(const Device& device, Uploader& uploader, const ImageData& data, VkFormat format,
              std::vector<Image>& images) {
    const uint32_t step = subsampling(data, device.limits().maxImageDimension2D);
    const VkExtent2D extent{(data.width + step - 1) / step, (data.height + step - 1) / step};
    const ImageInfo info{
        .format = format,
        .extent = extent,
        .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
        .levelCount = fullLevelCount(extent)};
    uploader.add(images.emplace_back(device, info), [&](std::span<std::byte> out) { copyPixels(data, step, out); });
}

shared::MaterialConstants constantsOf(const Material& material, bool hasColor, bool hasNormals) {
    return {.baseColor = material.baseColor,
            .emissive = glm::vec4(material.emissive, 1.0f),
            .specular = 0.04f * material.specular + 0.2f * material.metallic,
            .roughness = material.roughness,
            .alphaCutoff = material.alphaMode == AlphaMode::mask ? material.alphaCutoff : -1.0f,
            .flags = (hasColor ? MATERIAL_BASE_COLOR_MAP : 0u) | (hasNormals ? MATERIAL_NORMAL_MAP : 0u)};
}

}  // namespace

GpuModel::GpuModel(const Device& device, const Model& model, VkDescriptorSetLayout materialSet, uint32_t maxBones,
                   uint32_t influences) {
    Uploader uploader(device);
    addMeshes(device, uploader, model, maxBones, influences > kInfluencesPerVertex);
    addTextures(device, uploader, model);
    uploader.finish();
    addSurfaces(device, model, materialSet);
}

void GpuModel::addMeshes(const Device& device, Uploader& uploader, const Model& model, uint32_t maxBones, bool more) {
    MorphRows morphs;
    std::vector<PackedVertex> vertices;
    std::vector<PackedInfluences> moreInfluences;
    std::vector<uint32_t> indices;
    std::vector<std::vector<Draw>> partDraws;  // per mesh, without the instance's fields
    for (const SkinnedMesh& mesh : model.meshes) {
        auto& draws = partDraws.emplace_back();
        for (const MeshPart& part : parts_.emplace_back(splitByPalette(mesh, maxBones))) {
            const auto firstVertex = static_cast<uint32_t>(vertices.size());
            draws.push_back({.palette = part.bones,
                             .firstIndex = static_cast<uint32_t>(indices.size()),
                             .indexCount = static_cast<uint32_t>(part.indices.size()),
                             .vertexOffset = static_cast<int32_t>(firstVertex),
                             .material = mesh.material,
                             .morphTargetCount = static_cast<uint32_t>(mesh.morphTargets.size()),
                             .morphRowOffset = static_cast<uint32_t>(morphs.rowCount()) - firstVertex});
            if (!mesh.morphTargets.empty()) addMorphRows(mesh, part, morphs);
            std::ranges::copy(packVertices(mesh, part), std::back_inserter(vertices));
            if (more) std::ranges::copy(packMoreInfluences(mesh, part), std::back_inserter(moreInfluences));
            indices.insert(indices.end(), part.indices.begin(), part.indices.end());
        }
    }
    for (const MeshInstance& instance : model.instances)
        for (Draw draw : partDraws[instance.mesh]) {
            draw.bones = instance.bones;
            draw.firstMorphWeight = instance.firstMorphWeight;
            draws_.push_back(draw);
            triangleCount_ += draw.indexCount / 3;
        }
    vertexCount_ = vertices.size();
    morphWeightCount_ = model.restMorphWeights.size();
    const auto upload = [&](const auto& data, VkBufferUsageFlags usage) {
        const auto bytes = std::as_bytes(std::span(data));
        Buffer buffer(device, bytes.size(), usage, MemoryKind::device);
        uploader.add(buffer, bytes);
        return buffer;
    };
    vertices_ = upload(vertices, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    indices_ = upload(indices, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    if (more) moreInfluences_ = upload(moreInfluences, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    if (std::span(morphs.deltas).size_bytes() > device.limits().maxStorageBufferRange)
        throw Error(Exit::environment, "the model's morph targets exceed the storage buffer range of " + device.name());
    morphStarts_ = upload(morphs.starts, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    morphDeltas_ = upload(morphs.deltas, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
}

void GpuModel::addTextures(const Device& device, Uploader& uploader, const Model& model) {
    constexpr size_t kNoImage = ~size_t{0};
    images_.reserve(2 + 2 * model.textures.size());
    addImage(device, uploader, {1, 1, {255, 255, 255, 255}}, VK_FORMAT_R8G8B8A8_SRGB, images_);
    addImage(device, uploader, {1, 1, {128, 128, 255, 255}}, VK_FORMAT_R8G8B8A8_UNORM, images_);
    colorImages_.assign(model.textures.size(), kNoImage);
    normalImages_.assign(model.textures.size(), kNoImage);
    const auto use = [&](const std::optional<TextureUse>& slot, std::vector<size_t>& images, VkFormat format) {
        if (!slot || !model.textures[slot->texture].found() || images[slot->texture] != kNoImage) return;
        images[slot->texture] = images_.size();
        addImage(device, uploader, model.textures[slot->texture].image, format, images_);
    };
    for (const Material& material : model.materials) {
        use(material.texture(TextureSlot::baseColor), colorImages_, VK_FORMAT_R8G8B8A8_SRGB);
        use(material.texture(TextureSlot::normal), normalImages_, VK_FORMAT_R8G8B8A8_UNORM);
    }
    std::replace(colorImages_.begin(), colorImages_.end(), kNoImage, kWhiteImage);
    std::replace(normalImages_.begin(), normalImages_.end(), kNoImage, kFlatImage);
}

void GpuModel::addSurfaces(const Device& device, const Model& model, VkDescriptorSetLayout materialSet) {
    if (model.materials.empty()) return;
    sampler_ = makeSampler(device, {.anisotropy = kAnisotropy});
    const auto count = static_cast<uint32_t>(model.materials.size());
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 2 * count}};
    pool_ = makeDescriptorPool(device, count, sizes);
    for (const Material& material : model.materials) {
        const auto& colorMap = material.texture(TextureSlot::baseColor);
        const auto& normalMap = material.texture(TextureSlot::normal);
        const size_t color = colorMap ? colorImages_[colorMap->texture] : kWhiteImage;
        const size_t normal = normalMap ? normalImages_[normalMap->texture] : kFlatImage;
        const VkDescriptorSet set = allocateDescriptorSet(device, pool_, materialSet);
        writeTexture(device, set, BINDING_BASE_COLOR, images_[color].view(), sampler_);
        writeTexture(device, set, BINDING_NORMAL_MAP, images_[normal].view(), sampler_);
        surfaces_.push_back({.textures = set,
                             .constants = constantsOf(material, color != kWhiteImage, normal != kFlatImage),
                             .blended = material.alphaMode == AlphaMode::blend,
                             .doubleSided = material.doubleSided});
    }
}

size_t GpuModel::partCount() const {
    size_t count = 0;
    for (const std::vector<MeshPart>& parts : parts_)
        count += parts.size();
    return count;
}

}  // namespace sinew
