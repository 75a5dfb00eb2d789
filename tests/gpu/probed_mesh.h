#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "gpu/skin_probe.h"
#include "model/skinned_mesh.h"
#include "support/random.h"

/// octahedralDecode() of shaders/vertex_input.glsl, from the snorm16 that a vertex attribute holds.
glm::dvec3 unfolded(const std::array<int16_t, 2>& normal);

/// The largest differences between shader and reference, over the vertices of many parts.
struct Deviation {
    float position = 0.0f;  ///< largest, relative to the model's size
    float normal = 0.0f;    ///< largest length of the difference of two unit vectors
    size_t vertices = 0;
    size_t withoutNormal = 0;  ///< not compared: the blended matrix is so flat that rounding decides the normal
};

/// The input of probeMesh().
struct ProbedMesh {
    const sinew::SkinnedMesh& mesh;
    std::span<const glm::mat4> palette;   ///< for all bones of the mesh
    std::span<const float> weights = {};  ///< of its morph targets, or none
    float size = 0.0f;                    ///< of the posed model; 0: that of the posed mesh
};

/// Runs all parts of a mesh, of at most `maxBones` bones each and read back from their packed vertices, and compares
/// with the reference for the whole mesh.
void probeMesh(SkinProbe& probe, const ProbedMesh& probed, uint32_t maxBones, Deviation& deviation);

/// Random triangles on random bones, 1 to `most` influences per vertex (at most 8; in two sets above 4). The normals
/// are exact in a packed vertex: nearly flat bones would enlarge packing errors.
sinew::SkinnedMesh randomMesh(Random& random, uint32_t boneCount, uint32_t triangleCount,
                              uint32_t most = sinew::kInfluencesPerVertex);

/// Random rotation, translation and non-uniform scale; one in four is mirrored.
std::vector<glm::mat4> randomPalette(Random& random, uint32_t boneCount);
