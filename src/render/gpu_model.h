#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/handle.h"
#include "gpu/image.h"
#include "model/model.h"
#include "model/split_by_palette.h"
#include "shared.h"

namespace sinew {

class Device;
class Uploader;
struct MorphRows;

/// A model's vertices, triangles and textures in GPU memory, cut into draws that each read one palette. Reads the
/// model's bones when a frame is recorded: the model must outlive it.
class GpuModel {
  public:
    /// `materialSet` is the layout of Layouts. `maxBones` of a palette, 12 to PALETTE_SIZE. `influences` is that of
    /// PictureFormat; with 8, `maxBones` is at least 24.
    /// @throws Error(Exit::environment) when the morph targets are more than a buffer of the device takes.
    GpuModel(const Device& device, const Model& model, VkDescriptorSetLayout materialSet,
             uint32_t maxBones = PALETTE_SIZE, uint32_t influences = 4);

    /// One part of one mesh instance.
    struct Draw {
        std::span<const Bone> bones;      ///< of the mesh instance
        std::span<const uint32_t> slots;  ///< palette slot -> bone
        uint32_t firstIndex = 0;
        uint32_t indexCount = 0;
        int32_t vertexOffset = 0;
        uint32_t material = 0;
        uint32_t morphTargetCount = 0;
        uint32_t firstMorphWeight = 0;  ///< among the model's
        uint32_t morphRowOffset = 0;    ///< modulo 2^32: a vertex's place in morphStarts() less its number in the draw
    };

    struct Surface {
        VkDescriptorSet textures = VK_NULL_HANDLE;
        shared::MaterialConstants constants;
        bool blended = false;
        bool doubleSided = false;
    };

    std::span<const Draw> draws() const { return draws_; }
    const Surface& surface(const Draw& draw) const { return surfaces_[draw.material]; }
    VkBuffer vertices() const { return vertices_; }
    VkBuffer moreInfluences() const { return moreInfluences_; }  ///< for each vertex, with eight influences; else null
    VkBuffer indices() const { return indices_; }                ///< uint32
    VkBuffer morphStarts() const { return morphStarts_; }        ///< for BINDING_MORPH_STARTS
    VkBuffer morphDeltas() const { return morphDeltas_; }        ///< for BINDING_MORPH_DELTAS
    size_t morphWeightCount() const { return morphWeightCount_; }
    size_t partCount() const;  ///< of all meshes; a mesh that is shown twice counts once
    size_t vertexCount() const { return vertexCount_; }
    size_t triangleCount() const { return triangleCount_; }

  private:
    void addMeshes(const Device& device, Uploader& uploader, const Model& model, uint32_t maxBones, bool more);
    void addMorphs(const Device& device, Uploader& uploader, const MorphRows& rows);
    void addTextures(const Device& device, Uploader& uploader, const Model& model);
    void addSurfaces(const Device& device, const Model& model, VkDescriptorSetLayout materialSet);

    std::vector<std::vector<MeshPart>> parts_;  ///< for each mesh; the slots of the draws point into them
    std::vector<Draw> draws_;
    Buffer vertices_, moreInfluences_, indices_, morphStarts_, morphDeltas_;
    size_t vertexCount_ = 0, triangleCount_ = 0, morphWeightCount_ = 0;
    std::vector<Image> images_;
    std::vector<size_t> colorImages_, normalImages_;  ///< texture -> image: sRGB for colours, plain numbers for normals
    SamplerHandle sampler_;
    DescriptorPoolHandle pool_;
    std::vector<Surface> surfaces_;
};

}  // namespace sinew
