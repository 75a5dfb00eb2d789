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
#include "render/morph_rows.h"
#include "render/packed_vertex.h"

namespace sinew {
namespace {

constexpr float kAnisotropy = 8.0f;
constexpr size_t kWhiteImage = 0, kFlatImage = 1;  // what a material without a texture samples

/// Every so many rows and columns of `image` are left out, so that it is no larger than the device's images.
uint32_t stepThatFits(const ImageData& image, uint32_t largest) {
    uint32_t step = 1;
    while ((std::max(image.width, image.height) + step - 1) / step > largest)
        step *= 2;
    return step;
}

/// The pixels of every `step`th row and column to `out`.
void copyPixels(const ImageData& image, uint32_t step, std::span<std::byte> out) {
    if (step == 1 && image.stored) return image.stored->read(out);
    PixelBytes room;
    const std::span<const std::byte> pixels = std::as_bytes(pixelsOf(image, room));
    if (step == 1) {
        std::memcpy(out.data(), pixels.data(), pixels.size());
        return;
    }
    auto place = out.begin();
    for (uint32_t y = 0; y < image.height; y += step)
        for (uint32_t x = 0; x < image.width; x += step)
            place = std::ranges::copy(pixels.subspan((size_t{y} * image.width + x) * 4, 4), place).out;
}

/// Adds an image to `images`, which must have room: the uploader keeps pointers to them until it is finished.
void addImage(const Device& device, Uploader& uploader, const ImageData& data, VkFormat format,
              std::vector<Image>& images) {
    const uint32_t step = stepThatFits(data, device.limits().maxImageDimension2D);
    const VkExtent2D extent{(data.width + step - 1) / step, (data.height + step - 1) / step};
    const ImageInfo info{
        .format = format,
        .extent = extent,
        .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
        .levelCount = fullLevelCount(extent)};
    uploader.add(images.emplace_back(device, info), [&](std::span<std::byte> out) { copyPixels(data, step, out); });
}

shared::MaterialConstants constantsOf(const Material& material, bool hasColor, bool hasNormals) {
    const bool masked = material.alphaMode == AlphaMode::mask;
    return {.baseColor = material.baseColor,
            .emissive = glm::vec4(material.emissive, 1.0f),
            .surface = {material.specular, material.roughness, masked ? material.alphaCutoff : -1.0f, 0.0f},
            .switches = {hasColor ? 1.0f : 0.0f, hasNormals ? 1.0f : 0.0f, 0.0f, 0.0f}};
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
    struct Place {
        uint32_t firstIndex;
        int32_t vertexOffset;
        uint32_t morphRowOffset;
    };
    MorphRows morphs;
    std::vector<PackedVertex> vertices;
    std::vector<PackedInfluences> moreInfluences;
    std::vector<uint32_t> indices;
    std::vector<std::vector<Place>> places;
    for (const SkinnedMesh& mesh : model.meshes) {
        auto& meshPlaces = places.emplace_back();
        for (const MeshPart& part : parts_.emplace_back(splitByPalette(mesh, maxBones))) {
            const auto firstVertex = static_cast<uint32_t>(vertices.size());
            const uint32_t morphRowOffset = static_cast<uint32_t>(morphs.rowCount()) - firstVertex;
            meshPlaces.push_back(
                {static_cast<uint32_t>(indices.size()), static_cast<int32_t>(firstVertex), morphRowOffset});
            if (!mesh.morphTargets.empty()) addMorphRows(mesh, part, morphs);
            const std::vector<PackedVertex> packed = packVertices(mesh, part);
            vertices.insert(vertices.end(), packed.begin(), packed.end());
            if (more) std::ranges::copy(packMoreInfluences(mesh, part), std::back_inserter(moreInfluences));
            indices.insert(indices.end(), part.indices.begin(), part.indices.end());
        }
    }
    for (const MeshInstance& instance : model.instances) {
        const std::vector<MeshPart>& parts = parts_[instance.mesh];
        for (size_t i = 0; i < parts.size(); ++i) {
            draws_.push_back(
                {.bones = instance.bones,
                 .slots = parts[i].bones,
                 .firstIndex = places[instance.mesh][i].firstIndex,
                 .indexCount = static_cast<uint32_t>(parts[i].indices.size()),
                 .vertexOffset = places[instance.mesh][i].vertexOffset,
                 .material = model.meshes[instance.mesh].material,
                 .morphTargetCount = static_cast<uint32_t>(model.meshes[instance.mesh].morphTargets.size()),
                 .firstMorphWeight = instance.firstMorphWeight,
                 .morphRowOffset = places[instance.mesh][i].morphRowOffset});
            triangleCount_ += parts[i].indices.size() / 3;
        }
    }
    vertexCount_ = vertices.size();
    vertices_ = Buffer(device, std::span(vertices).size_bytes(), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, MemoryKind::device);
    indices_ = Buffer(device, std::span(indices).size_bytes(), VK_BUFFER_USAGE_INDEX_BUFFER_BIT, MemoryKind::device);
    if (more)
        moreInfluences_ = Buffer(device, std::span(moreInfluences).size_bytes(), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
                                 MemoryKind::device);
    morphWeightCount_ = model.restMorphWeights.size();
    addMorphs(device, uploader, morphs);
    if (indices.empty()) return;
    uploader.add(vertices_, std::as_bytes(std::span(vertices)));
    if (more) uploader.add(moreInfluences_, std::as_bytes(std::span(moreInfluences)));
    uploader.add(indices_, std::as_bytes(std::span(indices)));
}

void GpuModel::addMorphs(const Device& device, Uploader& uploader, const MorphRows& rows) {
    const auto starts = std::as_bytes(std::span(rows.starts)), deltas = std::as_bytes(std::span(rows.deltas));
    if (deltas.size() > device.limits().maxStorageBufferRange)
        throw Error(Exit::environment,
                    "the model's morph targets are more than " + device.name() + " takes in a buffer");
    morphStarts_ = Buffer(device, starts.size(), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, MemoryKind::device);
    morphDeltas_ = Buffer(device, deltas.size(), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, MemoryKind::device);
    uploader.add(morphStarts_, starts);
    if (!deltas.empty()) uploader.add(morphDeltas_, deltas);
}

void GpuModel::addTextures(const Device& device, Uploader& uploader, const Model& model) {
    constexpr size_t kNoImage = ~size_t{0};
    images_.reserve(2 + 2 * model.textures.size());
    addImage(device, uploader, {1, 1, {255, 255, 255, 255}}, VK_FORMAT_R8G8B8A8_SRGB, images_);
    addImage(device, uploader, {1, 1, {128, 128, 255, 255}}, VK_FORMAT_R8G8B8A8_UNORM, images_);
    colorImages_.assign(model.textures.size(), kNoImage);
    normalImages_.assign(model.textures.size(), kNoImage);
    const auto use = [&](const std::optional<uint32_t>& texture, std::vector<size_t>& images, VkFormat format) {
        if (!texture || !model.textures[*texture].found() || images[*texture] != kNoImage) return;
        images[*texture] = images_.size();
        addImage(device, uploader, model.textures[*texture].image, format, images_);
    };
    for (const Material& material : model.materials) {
        use(material.baseColorTexture, colorImages_, VK_FORMAT_R8G8B8A8_SRGB);
        use(material.normalTexture, normalImages_, VK_FORMAT_R8G8B8A8_UNORM);
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
        const size_t color = material.baseColorTexture ? colorImages_[*material.baseColorTexture] : kWhiteImage;
        const size_t normal = material.normalTexture ? normalImages_[*material.normalTexture] : kFlatImage;
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
