#include "render/gpu_model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

#include <glm/exponential.hpp>

#include "base/error.h"
#include "gpu/descriptor.h"
#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "gpu/upload.h"
#include "render/packed_vertex.h"
#include "render/texture/surface_flags.h"
#include "render/texture/texture_image.h"

namespace sinew {
namespace {

static_assert(kMaxPaletteBones == PALETTE_SIZE);
static_assert(kTextureSlots == MAP_COUNT + LAYER_MAP_COUNT && kMostLayerTextures == LAYER_MAP_PLACES);
static_assert(static_cast<int>(TextureSlot::specular) == MAP_COUNT + LAYER_MAP_SPECULAR &&
              static_cast<int>(TextureSlot::clearcoat) == MAP_COUNT + LAYER_MAP_CLEARCOAT &&
              static_cast<int>(TextureSlot::sheenColor) == MAP_COUNT + LAYER_MAP_SHEEN_COLOR &&
              static_cast<int>(TextureSlot::transmission) == MAP_COUNT + LAYER_MAP_TRANSMISSION &&
              static_cast<int>(TextureSlot::iridescence) == MAP_COUNT + LAYER_MAP_IRIDESCENCE &&
              static_cast<int>(TextureSlot::anisotropy) == MAP_COUNT + LAYER_MAP_ANISOTROPY);

constexpr float kAnisotropy = 8.0f;
constexpr size_t kNoImage = 0;  // white: stands in for missing textures

/// The least alpha of its base color texture that a material lets pass; none if it is not masked.
std::optional<float> cutoffOf(const Material& material) {
    if (material.alphaMode != AlphaMode::mask || material.baseColor.a <= 0.0f) return std::nullopt;
    return material.alphaCutoff / material.baseColor.a;
}

/// The slots of the layer maps that a material is drawn with, by place. `isDrawn`: by texture.
std::vector<TextureSlot> layerSlots(const std::vector<bool>& isDrawn, const Material& material) {
    std::vector<TextureSlot> slots;
    for (size_t slot = MAP_COUNT; slot < kTextureSlots && slots.size() < kMostLayerTextures; ++slot)
        if (const auto& use = material.textures[slot]; use && isDrawn[use->texture])
            slots.push_back(static_cast<TextureSlot>(slot));
    return slots;
}

/// True if the texture of the slot has the x and y of normals only.
bool lacksZ(const Model& model, const Material& material, TextureSlot slot) {
    const std::optional<TextureUse>& use = material.texture(slot);
    return use && model.textures[use->texture].image.format == TexelFormat::bc5;
}

/// Value of CONSTANT_LAYERS.
uint32_t layersOf(const Model& model, const std::vector<bool>& isDrawn, const Material& material) {
    if (material.unlit) return 0;
    uint32_t layers = 0;
    for (const TextureSlot slot : layerSlots(isDrawn, material))
        layers |= 1u << (static_cast<uint32_t>(slot) - MAP_COUNT);
    if (material.clearcoat > 0.0f) layers |= LAYER_CLEARCOAT;
    if (material.sheenColor != glm::vec3(0.0f)) layers |= LAYER_SHEEN;
    if (material.transmission > 0.0f) layers |= LAYER_TRANSMISSION;
    if (material.iridescence > 0.0f) layers |= LAYER_IRIDESCENCE;
    if (material.anisotropy > 0.0f) layers |= LAYER_ANISOTROPY;
    if (lacksZ(model, material, TextureSlot::normal)) layers |= NORMAL_WITHOUT_Z;
    if (lacksZ(model, material, TextureSlot::clearcoatNormal)) layers |= CLEARCOAT_NORMAL_WITHOUT_Z;
    return layers;
}

/// Writes the two rows of KHR_texture_transform.
void setTransform(const TextureUse& use, glm::vec4* rows) {
    const glm::mat2 linear = linearPart(use);
    rows[0] = {linear[0].x, linear[1].x, use.offset.x, use.uvSet};
    rows[1] = {linear[0].y, linear[1].y, use.offset.y, 0.0f};
}

/// Per world unit, for each color (KHR_materials_volume).
glm::vec3 absorption(const Material& material) {
    constexpr float kLeast = 1e-4f;  // black would absorb without bound
    if (material.attenuationDistance == std::numeric_limits<float>::max()) return glm::vec3(0.0f);
    return -glm::log(glm::max(material.attenuationColor, kLeast)) / glm::max(material.attenuationDistance, kLeast);
}

shared::MaterialUniforms uniformsOf(const std::vector<bool>& isDrawn, const Material& material) {
    const float refraction = (material.ior - 1.0f) / (material.ior + 1.0f);
    shared::MaterialUniforms uniforms{
        .baseColor = material.baseColor,
        .emissive = glm::vec4(material.emissive, 1.0f),
        .reflection = glm::vec4(refraction * refraction * material.specularColor, material.specular),
        .clearcoat = {material.clearcoat, material.clearcoatRoughness, material.clearcoatNormalScale, 0.0f},
        .sheen = glm::vec4(material.sheenColor, material.sheenRoughness),
        .transmission = {material.transmission, material.ior, 0.0f, 0.0f},
        .volume = glm::vec4(absorption(material), material.thickness),
        .iridescence = {material.iridescence, material.iridescenceIor, material.iridescenceMinimum,
                        material.iridescenceMaximum},
        .anisotropy = {material.anisotropy, std::cos(material.anisotropyRotation),
                       std::sin(material.anisotropyRotation), 0.0f},
        .metallic = material.metallic,
        .roughness = material.roughness,
        .normalScale = material.normalScale,
        .occlusionStrength = material.occlusionStrength,
    };
    for (size_t map = 0; map < MAP_COUNT; ++map)
        setTransform(material.textures[map].value_or(TextureUse{}), &uniforms.uvRows[2 * map]);
    const std::vector<TextureSlot> slots = layerSlots(isDrawn, material);
    for (size_t place = 0; place < slots.size(); ++place)
        setTransform(*material.texture(slots[place]), &uniforms.uvRows[2 * (MAP_COUNT + place)]);
    return uniforms;
}

VkSamplerAddressMode addressMode(Wrap wrap) {
    if (wrap == Wrap::mirror) return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    return wrap == Wrap::clamp ? VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE : VK_SAMPLER_ADDRESS_MODE_REPEAT;
}

VkFilter filterOf(Filter filter) {
    return filter == Filter::nearest ? VK_FILTER_NEAREST : VK_FILTER_LINEAR;
}

/// Without mip levels, the largest level that Vulkan needs to tell magnification from minification.
SamplerInfo infoOf(const Sampler& sampler) {
    const bool smooth = sampler.minify == Filter::linear && sampler.mip == MipFilter::linear;
    return {.magnify = filterOf(sampler.magnify),
            .minify = filterOf(sampler.minify),
            .mip = sampler.mip == MipFilter::linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST,
            .addressU = addressMode(sampler.wrapU),
            .addressV = addressMode(sampler.wrapV),
            .maxLevel = sampler.mip == MipFilter::none ? 0.25f : VK_LOD_CLAMP_NONE,
            .anisotropy = smooth && sampler.magnify == Filter::linear ? kAnisotropy : 1.0f};
}

/// Adds the mesh's levels to the draws of its parts, up to one that was made for other parts.
void addLevels(const SkinnedMesh& mesh, std::span<const MeshPart> parts, std::span<GpuModel::Draw> draws,
               std::vector<uint32_t>& indices) {
    for (const MeshLevel& level : mesh.levels) {
        const auto split = splitLevel(level, parts);
        if (!split || draws.empty() || draws[0].levelCount == draws[0].levels.size()) return;
        for (size_t part = 0; part < parts.size(); ++part) {
            const std::vector<uint32_t>& fewer = (*split)[part];
            draws[part].levels[draws[part].levelCount++] = {static_cast<uint32_t>(indices.size()),
                                                            static_cast<uint32_t>(fewer.size()), level.error};
            indices.insert(indices.end(), fewer.begin(), fewer.end());
        }
    }
}

VkDeviceSize materialStride(const Device& device) {
    const VkDeviceSize alignment = device.limits().minUniformBufferOffsetAlignment;
    return (sizeof(shared::MaterialUniforms) + alignment - 1) / alignment * alignment;
}

}  // namespace

GpuModel::GpuModel(const Device& device, const Model& model, VkDescriptorSetLayout materialSet, uint32_t maxBones,
                   uint32_t influences) {
    Uploader uploader(device);
    addMeshes(device, uploader, model, maxBones, influences > kInfluencesPerVertex);
    addTextures(device, uploader, model);
    addMaterials(device, uploader, model);
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
            draws.push_back({.mesh = &mesh,
                             .palette = part.bones,
                             .vertices = part.vertices,
                             .indices = part.indices,
                             .firstIndex = static_cast<uint32_t>(indices.size()),
                             .vertexOffset = static_cast<int32_t>(firstVertex),
                             .material = mesh.material,
                             .morphTargetCount = static_cast<uint32_t>(mesh.morphTargets.size()),
                             .morphRowOffset = static_cast<uint32_t>(morphs.rowCount()) - firstVertex});
            if (!mesh.morphTargets.empty()) addMorphRows(mesh, part, morphs);
            std::ranges::copy(packVertices(mesh, part), std::back_inserter(vertices));
            if (more) std::ranges::copy(packMoreInfluences(mesh, part), std::back_inserter(moreInfluences));
            indices.insert(indices.end(), part.indices.begin(), part.indices.end());
            draws.back().levels[0] = {draws.back().firstIndex, static_cast<uint32_t>(part.indices.size())};
        }
        addLevels(mesh, parts_.back(), draws, indices);
    }
    const auto alignment = static_cast<uint32_t>(
        std::max<VkDeviceSize>(device.limits().minUniformBufferOffsetAlignment / sizeof(glm::mat4), 1));
    for (const MeshInstance& instance : model.instances)
        for (Draw draw : partDraws[instance.mesh]) {
            draw.firstMatrix = matrixStride_;
            matrixStride_ += (static_cast<uint32_t>(draw.palette.size()) + alignment - 1) / alignment * alignment;
            draw.instance = static_cast<uint32_t>(&instance - model.instances.data());
            draw.bones = instance.bones;
            draw.firstMorphWeight = instance.firstMorphWeight;
            draws_.push_back(draw);
            triangleCount_ += draw.indices.size() / 3;
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
    for (const Texture& texture : model.textures)
        isDrawn_.push_back(texture.found() && canDraw(device, texture.image));
    images_.reserve(1 + 2 * model.textures.size());
    addImage(device, uploader, {1, 1, {255, 255, 255, 255}}, false, std::nullopt, images_);
    for (std::vector<size_t>& images : imageOf_)
        images.assign(model.textures.size(), kNoImage);
    for (const Material& material : model.materials)
        for (size_t slot = 0; slot < kTextureSlots; ++slot) {
            const std::optional<TextureUse>& use = material.textures[slot];
            if (!use || !isDrawn_[use->texture]) continue;
            const bool color = isColor(static_cast<TextureSlot>(slot));
            size_t& image = imageOf_[color][use->texture];
            if (image != kNoImage) continue;
            image = images_.size();
            addImage(device, uploader, model.textures[use->texture].image, color,
                     static_cast<TextureSlot>(slot) == TextureSlot::baseColor ? cutoffOf(material) : std::nullopt,
                     images_);
        }
}

void GpuModel::addMaterials(const Device& device, Uploader& uploader, const Model& model) {
    const VkDeviceSize stride = materialStride(device);
    std::vector<std::byte> bytes(model.materials.size() * stride);
    for (size_t i = 0; i < model.materials.size(); ++i) {
        const shared::MaterialUniforms uniforms = uniformsOf(isDrawn_, model.materials[i]);
        std::memcpy(&bytes[i * stride], &uniforms, sizeof(uniforms));
    }
    materials_ = Buffer(device, bytes.size(), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, MemoryKind::device);
    uploader.add(materials_, bytes);
}

VkSampler GpuModel::samplerFor(const Device& device, const Sampler& sampler) {
    const auto known = std::ranges::find(samplers_, sampler, &std::pair<Sampler, SamplerHandle>::first);
    if (known != samplers_.end()) return known->second;
    return samplers_.emplace_back(sampler, makeSampler(device, infoOf(sampler))).second;
}

void GpuModel::addSurfaces(const Device& device, const Model& model, VkDescriptorSetLayout materialSet) {
    if (model.materials.empty()) return;
    const auto count = static_cast<uint32_t>(model.materials.size());
    constexpr uint32_t kMaps = MAP_COUNT + LAYER_MAP_PLACES;
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kMaps * count},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, count}};
    pool_ = makeDescriptorPool(device, count, sizes);
    for (size_t i = 0; i < model.materials.size(); ++i) {
        const Material& material = model.materials[i];
        Surface surface{.set = allocateDescriptorSet(device, pool_, materialSet),
                        .flags = material.unlit ? SURFACE_UNLIT : 0u,
                        .alphaMode = material.alphaMode,
                        .alphaCutoff = material.alphaMode == AlphaMode::mask ? material.alphaCutoff : -1.0f,
                        .doubleSided = material.doubleSided,
                        .layers = layersOf(model, isDrawn_, material),
                        .transmissive = !material.unlit && material.transmission > 0.0f};
        writeBuffer(device, surface.set, BINDING_MATERIAL, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, materials_,
                    sizeof(shared::MaterialUniforms), i * materialStride(device));
        const auto write = [&](uint32_t binding, TextureSlot slot) {
            const std::optional<TextureUse>& use = material.texture(slot);
            const size_t image = use ? imageOf_[isColor(slot)][use->texture] : kNoImage;
            writeTexture(device, surface.set, binding, images_[image].view(),
                         samplerFor(device, use ? use->sampler : Sampler{}));
            return image != kNoImage;
        };
        for (uint32_t map = 0; map < MAP_COUNT; ++map)
            if (write(BINDING_MAPS + map, static_cast<TextureSlot>(map))) surface.flags |= 1u << map;
        for (const auto& [slot, flag] : kFlagWithoutMap)
            if (material.texture(slot) && (surface.flags & 1u << static_cast<uint32_t>(slot)) == 0)
                surface.flags |= flag;
        std::vector<TextureSlot> slots = layerSlots(isDrawn_, material);
        slots.resize(LAYER_MAP_PLACES, TextureSlot::baseColor);  // any: the places without a map are not read
        for (uint32_t place = 0; place < LAYER_MAP_PLACES; ++place)
            write(BINDING_LAYER_MAPS + place, slots[place]);
        surfaces_.push_back(surface);
    }
}

size_t GpuModel::partCount() const {
    size_t count = 0;
    for (const std::vector<MeshPart>& parts : parts_)
        count += parts.size();
    return count;
}

}  // namespace sinew
