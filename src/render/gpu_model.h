#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/handle.h"
#include "gpu/image.h"
#include "model/mesh_levels.h"
#include "model/model.h"
#include "model/split_by_palette.h"

namespace sinew {

class Device;
class Uploader;

/// Bones per draw at most: PALETTE_SIZE of shaders/shared.h.
inline constexpr uint32_t kMaxPaletteBones = 64;

/// Vertices, indices and textures of a model in GPU memory, split into draws of at most one palette each. Refers to the
/// model's bones and meshes: the model must outlive it.
class GpuModel {
  public:
    /// `materialSet`: as in Layouts. `maxBones` per palette: 12 to kMaxPaletteBones, at least 24 with eight influences.
    /// `influences` per vertex: as in PictureFormat.
    /// @throws Error(Exit::environment) if the morph targets exceed the device's storage buffer range.
    GpuModel(const Device& device, const Model& model, VkDescriptorSetLayout materialSet,
             uint32_t maxBones = kMaxPaletteBones, uint32_t influences = 4);

    /// The triangles of a draw at one level of detail.
    struct Level {
        uint32_t firstIndex = 0;
        uint32_t indexCount = 0;
        float error = 0.0f;  ///< as MeshLevel::error; 0 for the first
    };

    /// One part of one mesh instance.
    struct Draw {
        const SkinnedMesh* mesh = nullptr;   ///< of the model
        uint32_t instance = 0;               ///< of the model's mesh instances
        std::span<const Bone> bones;         ///< of the mesh instance
        std::span<const uint32_t> palette;   ///< palette index -> index in `bones`
        std::span<const uint32_t> vertices;  ///< vertex of the draw -> vertex of the mesh
        std::span<const uint32_t> indices;   ///< three per triangle, into `vertices`
        uint32_t firstIndex = 0;
        int32_t vertexOffset = 0;
        uint32_t material = 0;
        uint32_t morphTargetCount = 0;
        uint32_t firstMorphWeight = 0;  ///< in the model's morph weights
        uint32_t morphRowOffset = 0;    ///< modulo 2^32; see DrawConstants
        /// Where the draw's palette begins among those of one character in a storage buffer, in matrices of 64 bytes
        /// (column-major, or a ScaledDualQuaternion). Draws follow each other in order, each at an offset that a
        /// uniform buffer may be bound at; characters follow each other at matrixStride().
        uint32_t firstMatrix = 0;
        std::array<Level, 1 + kMostMeshLevels> levels{};  ///< all triangles, then fewer and fewer
        uint32_t levelCount = 1;
    };

    struct Surface {
        VkDescriptorSet set = VK_NULL_HANDLE;  ///< uniforms and maps
        uint32_t flags = 0;                    ///< of SurfaceConstants
        AlphaMode alphaMode = AlphaMode::opaque;
        float alphaCutoff = -1.0f;  ///< negative: none
        bool doubleSided = false;
        uint32_t layers = 0;        ///< LAYER_ bits; 0 if unlit
        bool transmissive = false;  ///< shows the backdrop
    };

    /// How a storage buffer holds the matrices and morph weights of characters, one character after another.
    struct Layout {
        std::span<const Draw> draws;
        uint32_t matrixStride = 0;    ///< from character to character, in matrices: see Draw::firstMatrix
        size_t morphWeightCount = 0;  ///< of each character
    };
    Layout layout() const { return {draws_, matrixStride_, morphWeightCount_}; }

    std::span<const Draw> draws() const { return draws_; }
    const Surface& surface(const Draw& draw) const { return surfaces_[draw.material]; }
    std::span<const Image> images() const { return images_; }
    /// Index in images(): of a texture as colors are read, or as other values are; 0 where it is not drawn.
    size_t imageOf(uint32_t texture, bool color) const { return imageOf_[color][texture]; }
    VkBuffer vertices() const { return vertices_; }
    VkBuffer moreInfluences() const { return moreInfluences_; }  ///< per vertex; null with four influences
    VkBuffer indices() const { return indices_; }                ///< uint32
    VkBuffer morphStarts() const { return morphStarts_; }        ///< for BINDING_MORPH_STARTS
    VkBuffer morphDeltas() const { return morphDeltas_; }        ///< for BINDING_MORPH_DELTAS
    size_t morphWeightCount() const { return morphWeightCount_; }
    uint32_t matrixStride() const { return matrixStride_; }  ///< from character to character, in matrices
    size_t partCount() const;                                ///< of all meshes, each counted once
    size_t vertexCount() const { return vertexCount_; }
    size_t triangleCount() const { return triangleCount_; }

  private:
    void addMeshes(const Device& device, Uploader& uploader, const Model& model, uint32_t maxBones, bool more);
    void addTextures(const Device& device, Uploader& uploader, const Model& model);
    void addMaterials(const Device& device, Uploader& uploader, const Model& model);
    void addSurfaces(const Device& device, const Model& model, VkDescriptorSetLayout materialSet);
    VkSampler samplerFor(const Device& device, const Sampler& sampler);

    std::vector<std::vector<MeshPart>> parts_;  ///< per mesh; Draw refers to them
    std::vector<Draw> draws_;
    Buffer vertices_, moreInfluences_, indices_, morphStarts_, morphDeltas_;
    size_t vertexCount_ = 0, triangleCount_ = 0, morphWeightCount_ = 0;
    uint32_t matrixStride_ = 0;
    std::vector<bool> isDrawn_;  ///< by texture: it was found, and the device can read it
    std::vector<Image> images_;
    std::array<std::vector<size_t>, 2> imageOf_;  ///< texture -> image: linear, and sRGB for colors
    Buffer materials_;                            ///< array of MaterialUniforms, with the device's alignment
    std::vector<std::pair<Sampler, SamplerHandle>> samplers_;
    DescriptorPoolHandle pool_;
    std::vector<Surface> surfaces_;
};

}  // namespace sinew
