// The skinning function of the shaders against its reference on the CPU, and the vertex formats that bring it its
// input.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "animation/animator.h"
#include "gpu/barrier.h"
#include "gpu/buffer.h"
#include "gpu/descriptor.h"
#include "gpu/pipeline.h"
#include "gpu/shader.h"
#include "gpu/with_device.h"
#include "import/import_model.h"
#include "model/bounds.h"
#include "model/cpu_skinning.h"
#include "model/morph.h"
#include "model/split_by_palette.h"
#include "render/morph_rows.h"
#include "render/packed_vertex.h"
#include "shared.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr uint32_t kSkinProbe[] = {
#include "skin_probe.comp.inc"
};

// As skin_probe.comp declares them.
struct ProbeVertex {
    glm::vec4 position{0.0f};
    glm::vec4 normal{0.0f};
    glm::uvec4 slots{0};
    glm::vec4 weights{0.0f};
};
struct ProbeResult {
    glm::vec4 position;
    glm::vec4 normal;
};
static_assert(sizeof(ProbeVertex) == 64 && sizeof(ProbeResult) == 32 && sizeof(shared::Palette) == 4096);

/// What morph.glsl reads; without rows nothing moves.
struct ProbeMorphs {
    MorphRows rows;
    std::vector<float> weights;
    shared::MorphConstants place{};
};

template <typename T>
void write(const Buffer& buffer, std::span<const T> values) {
    if (!values.empty()) std::memcpy(buffer.mapped().data(), values.data(), values.size_bytes());
}

class SkinProbe {
  public:
    explicit SkinProbe(const Device& device)
        : device_(&device),
          setLayout_(makeDescriptorSetLayout(device, kBindings)),
          layout_(makePipelineLayout(device, {setLayout_.address(), 1}, kConstants)),
          module_(makeShaderModule(device, kSkinProbe)),
          pipeline_(makeComputePipeline(device, layout_, {VK_SHADER_STAGE_COMPUTE_BIT, module_, {}})),
          pool_(makeDescriptorPool(device, 1, kSizes)),
          set_(allocateDescriptorSet(device, pool_, setLayout_)),
          palette_(device, sizeof(shared::Palette), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, MemoryKind::upload) {
        writeBuffer(device, set_, BINDING_PALETTE, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, palette_);
    }

    std::vector<ProbeResult> run(std::span<const ProbeVertex> vertices, std::span<const glm::mat4> palette,
                                 const ProbeMorphs& morphs = {}) {
        constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
        const Buffer in(*device_, vertices.size_bytes(), kStorage, MemoryKind::upload);
        const Buffer out(*device_, vertices.size() * sizeof(ProbeResult), kStorage, MemoryKind::readback);
        write(in, vertices);
        write(palette_, palette);
        const auto bind = [&]<typename T>(uint32_t binding, const std::vector<T>& values) {
            Buffer buffer(*device_, values.size() * sizeof(T), kStorage, MemoryKind::upload);
            write(buffer, std::span<const T>(values));
            writeBuffer(*device_, set_, binding, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, buffer);
            return buffer;
        };
        const Buffer weights = bind(BINDING_MORPH_WEIGHTS, morphs.weights);
        const Buffer starts = bind(BINDING_MORPH_STARTS, morphs.rows.starts);
        const Buffer deltas = bind(BINDING_MORPH_DELTAS, morphs.rows.deltas);
        writeBuffer(*device_, set_, BINDING_PROBE_IN, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, in);
        writeBuffer(*device_, set_, BINDING_PROBE_OUT, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out);
        runOnce(*device_, [&](VkCommandBuffer commands) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
            vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, SET_FRAME, 1, &set_, 0, nullptr);
            vkCmdPushConstants(commands, layout_, kCompute, MORPH_CONSTANTS_OFFSET, sizeof(morphs.place),
                               &morphs.place);
            const auto groups = static_cast<uint32_t>((vertices.size() + PROBE_GROUP_SIZE - 1) / PROBE_GROUP_SIZE);
            vkCmdDispatch(commands, groups, 1, 1);
            memoryBarrier(commands, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                          VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
        });
        std::vector<ProbeResult> results(vertices.size());
        std::memcpy(results.data(), out.mapped().data(), results.size() * sizeof(ProbeResult));
        return results;
    }

  private:
    static constexpr VkShaderStageFlags kCompute = VK_SHADER_STAGE_COMPUTE_BIT;
    static constexpr std::array<VkPushConstantRange, 1> kConstants{
        {{kCompute, MORPH_CONSTANTS_OFFSET, sizeof(shared::MorphConstants)}}};
    static constexpr std::array<VkDescriptorSetLayoutBinding, 6> kBindings{
        {{BINDING_PALETTE, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, kCompute, nullptr},
         {BINDING_PROBE_IN, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kCompute, nullptr},
         {BINDING_PROBE_OUT, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kCompute, nullptr},
         {BINDING_MORPH_WEIGHTS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kCompute, nullptr},
         {BINDING_MORPH_STARTS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kCompute, nullptr},
         {BINDING_MORPH_DELTAS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kCompute, nullptr}}};
    static constexpr std::array<VkDescriptorPoolSize, 2> kSizes{
        {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1}, {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 5}}};

    const Device* device_;
    DescriptorSetLayoutHandle setLayout_;
    PipelineLayoutHandle layout_;
    ShaderModuleHandle module_;
    ComputePipelineHandle pipeline_;
    DescriptorPoolHandle pool_;
    VkDescriptorSet set_;
    Buffer palette_;
};

/// unfoldOctahedron() of shaders/vertex_input.glsl, from the snorm16 that a vertex attribute holds.
glm::dvec3 unfolded(const std::array<int16_t, 2>& normal) {
    const glm::dvec2 folded = glm::max(glm::dvec2(normal[0], normal[1]) / 32767.0, glm::dvec2(-1.0));
    glm::dvec3 direction(folded, 1.0 - std::abs(folded.x) - std::abs(folded.y));
    const double under = std::max(-direction.z, 0.0);
    direction.x -= direction.x >= 0.0 ? under : -under;
    direction.y -= direction.y >= 0.0 ? under : -under;
    return glm::normalize(direction);
}

/// What the vertex shader is given for a vertex in GPU memory.
ProbeVertex fetched(const PackedVertex& vertex) {
    ProbeVertex read{.position = {vertex.position[0], vertex.position[1], vertex.position[2], 1.0f},
                     .normal = glm::vec4(glm::vec3(unfolded(vertex.normal)), 0.0f)};
    for (int i = 0; i < 4; ++i) {
        read.slots[i] = vertex.slots[static_cast<size_t>(i)];
        read.weights[i] = static_cast<float>(vertex.weights[static_cast<size_t>(i)]) / 65535.0f;
    }
    return read;
}

/// How far the shader is from the reference, over the vertices of many parts.
struct Deviation {
    float position = 0.0f;  ///< largest, as a share of the posed mesh's size
    float normal = 0.0f;    ///< largest length of the difference of two unit vectors
    size_t vertices = 0;
    size_t withoutNormal = 0;  ///< the blended matrix is so flat that rounding decides where its normals point

    void raise(float& largest, float value) const {
        if (!(value <= largest)) largest = value;  // a NaN stays
    }
};

/// Whether rounding errors stay small on the way of this normal: not so where mirrored and other bones blend to
/// nothing.
bool isWellConditioned(const glm::mat4& blended, const glm::vec3& normal) {
    const glm::mat3 m(blended);
    const glm::mat3 cofactor(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
    const float size = glm::length(m[0]) * glm::length(m[1]) * glm::length(m[2]);
    const float longest = std::max({glm::length(cofactor[0]), glm::length(cofactor[1]), glm::length(cofactor[2])});
    return std::abs(glm::determinant(m)) > 1e-3f * size && glm::length(cofactor * normal) > 1e-2f * longest;
}

/// As the renderer places a part: its rows after those of other parts, its weights after those of other instances.
ProbeMorphs placedMorphs(const SkinnedMesh& mesh, std::span<const MeshPart> parts, size_t part,
                         std::span<const float> weights) {
    ProbeMorphs morphs{.rows = {}, .weights = {99.0f, -99.0f}};
    morphs.weights.insert(morphs.weights.end(), weights.begin(), weights.end());
    if (weights.empty()) return morphs;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (i == part) morphs.place.place = {1, 2, static_cast<uint32_t>(morphs.rows.rowCount()), 0};
        addMorphRows(mesh, parts[i], morphs.rows);
    }
    return morphs;
}

/// Runs all parts of a mesh, read back from their packed vertices, and compares with the reference for the whole mesh.
void probeMesh(SkinProbe& probe, const SkinnedMesh& mesh, std::span<const glm::mat4> palette, uint32_t maxBones,
               Deviation& deviation, std::span<const float> weights = {}) {
    std::vector<glm::vec3> positions(mesh.vertexCount()), normals(mesh.vertexCount()), morphed(mesh.vertexCount());
    skinPositions(mesh, palette, positions, weights);
    skinNormals(mesh, palette, normals, weights);
    morphNormals(mesh, weights, morphed);
    Box box;
    for (const glm::vec3& position : positions)
        box.add(position);
    const std::vector<MeshPart> parts = splitByPalette(mesh, maxBones);
    for (const MeshPart& part : parts) {
        REQUIRE(part.bones.size() <= maxBones);
        std::vector<glm::mat4> partPalette;
        for (const uint32_t bone : part.bones)
            partPalette.push_back(palette[bone]);
        std::vector<ProbeVertex> vertices;
        for (const PackedVertex& vertex : packVertices(mesh, part))
            vertices.push_back(fetched(vertex));
        const std::vector<ProbeResult> results = probe.run(
            vertices, partPalette, placedMorphs(mesh, parts, static_cast<size_t>(&part - parts.data()), weights));
        for (size_t i = 0; i < results.size(); ++i) {
            const uint32_t vertex = part.vertices[i];
            ++deviation.vertices;
            deviation.raise(deviation.position,
                            glm::length(glm::vec3(results[i].position) - positions[vertex]) / box.diagonal());
            const glm::mat4 blended = blendedMatrix(mesh.influences[vertex], palette);
            if (glm::length(morphed[vertex]) > 0.3f && isWellConditioned(blended, glm::normalize(morphed[vertex])))
                deviation.raise(deviation.normal, glm::length(glm::vec3(results[i].normal) - normals[vertex]));
            else
                ++deviation.withoutNormal;
        }
    }
}

/// Random triangles on random bones, one to four influences a vertex.
SkinnedMesh randomMesh(Random& random, uint32_t boneCount, uint32_t triangleCount) {
    SkinnedMesh mesh;
    mesh.boneCount = boneCount;
    for (uint32_t corner = 0; corner < 3 * triangleCount; ++corner) {
        mesh.positions.push_back(random.vector(-2.0f, 2.0f));
        mesh.normals.push_back(random.direction());
        mesh.tangents.emplace_back(1.0f, 0.0f, 0.0f, 1.0f);
        mesh.uvs.emplace_back(0.0f);
        mesh.colors.emplace_back(1.0f);
        Influences influences;
        uint32_t left = kWeightOne;
        const uint32_t count = random.between(1, kInfluencesPerVertex);
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t weight = i + 1 == count ? left : random.between(1, left - (count - i - 1));
            influences.bones[i] = static_cast<uint16_t>(random.below(boneCount));
            influences.weights[i] = static_cast<uint16_t>(weight);
            left -= weight;
        }
        mesh.influences.push_back(influences);
        mesh.indices.push_back(corner);
    }
    return mesh;
}

/// Turned, moved, scaled differently along each axis, and one in four mirrored.
std::vector<glm::mat4> randomPalette(Random& random, uint32_t boneCount) {
    std::vector<glm::mat4> palette;
    for (uint32_t i = 0; i < boneCount; ++i) {
        glm::vec3 scale = random.vector(0.3f, 3.0f);
        if (random.chance(0.25)) scale[static_cast<int>(random.below(3))] *= -1.0f;
        palette.push_back(matrixFrom({random.vector(-3.0f, 3.0f), random.rotation(), scale}));
    }
    return palette;
}

}  // namespace

TEST_CASE("the shader's skinning equals its reference for every part of the bundled models, in every clip") {
    withDevice([](const Device& device) {
        SkinProbe probe(device);
        for (const std::string file : {"character.dae", "snake.dae", "tube.dae"}) {
            const Model model = importModel(std::string(SINEW_SOURCE_DIR "/assets/") + file).model;
            REQUIRE_FALSE(model.clips.empty());
            Deviation deviation;
            Animator animator(model.hierarchy, model.clips);
            std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
            for (size_t clip = 0; clip < model.clips.size(); ++clip)
                for (const double share : {0.0, 0.21, 0.5, 0.83}) {
                    animator.play(clip);
                    animator.seek(share * model.clips[clip].durationSeconds);
                    walkHierarchy(model.hierarchy, animator.pose(), glm::mat4(1.0f), worldFromNode);
                    for (const MeshInstance& instance : model.instances) {
                        std::vector<glm::mat4> palette(instance.bones.size());
                        writePalette(instance.bones, worldFromNode, palette);
                        for (const uint32_t maxBones : {64u, 12u})
                            probeMesh(probe, model.meshes[instance.mesh], palette, maxBones, deviation);
                    }
                }
            INFO(file << ": " << deviation.vertices << " vertices");
            CHECK(deviation.vertices > 1000);
            CHECK(deviation.position <= 1e-5f);
            CHECK(deviation.normal <= 1e-3f);
            CHECK(deviation.withoutNormal == 0);
        }
    });
}

TEST_CASE("the shader's skinning equals its reference under mirrored and unevenly scaled bones") {
    withDevice([](const Device& device) {
        SkinProbe probe(device);
        Deviation deviation;
        for (uint64_t seed = 0; seed < 40; ++seed) {
            Random random(seed);
            const uint32_t boneCount = random.between(1, 100);
            // Sizes around a whole work group, too: 63, 66 vertices.
            const SkinnedMesh mesh = randomMesh(random, boneCount, seed < 4 ? 20 + static_cast<uint32_t>(seed) : 200);
            const std::vector<glm::mat4> palette = randomPalette(random, boneCount);
            probeMesh(probe, mesh, palette, seed % 2 == 0 ? 64 : 12, deviation);
        }
        CHECK(deviation.vertices > 20'000);
        CHECK(deviation.position <= 1e-5f);
        CHECK(deviation.normal <= 1e-3f);
        CHECK(deviation.withoutNormal < deviation.vertices / 20);
    });
}

TEST_CASE("the shader's morphing equals its reference, whatever the number of targets, before any bones") {
    withDevice([](const Device& device) {
        SkinProbe probe(device);
        Deviation deviation;
        for (uint64_t seed = 0; seed < 40; ++seed) {
            Random random(100 + seed);
            const uint32_t boneCount = random.between(1, 60);
            SkinnedMesh mesh = randomMesh(random, boneCount, random.between(1, 150));
            std::vector<float> weights(seed == 0 ? 200 : random.between(1, 20));
            for (float& weight : weights)
                weight = random.chance(0.3) ? 0.0f : random.uniform(-1.0f, 1.5f);
            for (size_t t = 0; t < weights.size(); ++t) {
                MorphTarget& target = mesh.morphTargets.emplace_back();
                const double share = random.uniform();
                for (uint32_t v = 0; v < mesh.vertexCount(); ++v)
                    if (random.chance(share))
                        target.deltas.push_back({v, random.vector(-0.5f, 0.5f), random.vector(-0.2f, 0.2f)});
            }
            probeMesh(probe, mesh, randomPalette(random, boneCount), seed % 2 == 0 ? 64 : 12, deviation, weights);
        }
        CHECK(deviation.vertices > 5'000);
        CHECK(deviation.position <= 1e-5f);
        CHECK(deviation.normal <= 1e-3f);
        CHECK(deviation.withoutNormal < deviation.vertices / 10);
    });
}

TEST_CASE("a mirrored bone leaves a shader's normals outside") {
    withDevice([](const Device& device) {
        SkinProbe probe(device);
        const ProbeVertex vertex{
            .position = {1, 2, 3, 1}, .normal = {0, 1, 0, 0}, .slots = glm::uvec4(1, 0, 0, 0), .weights = {1, 0, 0, 0}};
        const std::array palette{glm::mat4(1.0f), glm::scale(glm::mat4(1.0f), glm::vec3(-1, 1, 1))};
        const ProbeResult result = probe.run({&vertex, 1}, palette)[0];
        CHECK(result.position == glm::vec4(-1, 2, 3, 1));
        CHECK(result.normal == glm::vec4(0, 1, 0, 0));
    });
}

TEST_CASE("normals come out of their packed form within 0.004 degrees") {
    Random random(11);
    double largest = 0.0;
    const auto look = [&](const glm::vec3& direction) {
        const glm::dvec3 back = unfolded(foldOctahedron(direction)), exact = glm::normalize(glm::dvec3(direction));
        largest =
            std::max(largest, glm::degrees(std::atan2(glm::length(glm::cross(back, exact)), glm::dot(back, exact))));
    };
    for (int i = 0; i < 200'000; ++i)
        look(random.direction());
    for (float x = -1.0f; x <= 1.0f; ++x)  // axes, edges and corners of the octahedron
        for (float y = -1.0f; y <= 1.0f; ++y)
            for (float z = -1.0f; z <= 1.0f; ++z)
                if (x != 0.0f || y != 0.0f || z != 0.0f) look(glm::normalize(glm::vec3(x, y, z)));
    CHECK(largest < 0.004);
}

TEST_CASE("packed vertices hold the mesh's, and their weights sum to one exactly") {
    const Model model = importModel(SINEW_SOURCE_DIR "/assets/character.dae").model;
    size_t wrongSums = 0, wrongSlots = 0, otherValues = 0, count = 0;
    for (const SkinnedMesh& mesh : model.meshes)
        for (const MeshPart& part : splitByPalette(mesh, 12)) {
            const std::vector<PackedVertex> packed = packVertices(mesh, part);
            REQUIRE(packed.size() == part.vertices.size());
            for (size_t i = 0; i < packed.size(); ++i) {
                const PackedVertex& vertex = packed[i];
                const uint32_t source = part.vertices[i];
                uint32_t sum = 0;
                for (size_t k = 0; k < 4; ++k) {
                    sum += vertex.weights[k];
                    const Influences& influences = mesh.influences[source];
                    if (vertex.weights[k] != influences.weights[k]) ++otherValues;
                    if (vertex.weights[k] > 0 && part.bones.at(vertex.slots[k]) != influences.bones[k]) ++wrongSlots;
                    if (vertex.slots[k] >= part.bones.size()) ++wrongSlots;
                    const float tangent = std::max(static_cast<float>(vertex.tangent[k]) / 127.0f, -1.0f);
                    const float color = static_cast<float>(vertex.color[k]) / 255.0f;
                    if (std::abs(tangent - mesh.tangents[source][static_cast<int>(k)]) > 0.5f / 127.0f + 1e-6f)
                        ++otherValues;
                    if (std::abs(color - mesh.colors[source][static_cast<int>(k)]) > 0.5f / 255.0f + 1e-6f)
                        ++otherValues;
                }
                wrongSums += sum != kWeightOne;
                const glm::vec3& position = mesh.positions[source];
                if (vertex.position != std::array{position.x, position.y, position.z}) ++otherValues;
                if (vertex.uv != std::array{mesh.uvs[source].x, mesh.uvs[source].y}) ++otherValues;
                ++count;
            }
        }
    CHECK(count > 1000);
    CHECK(wrongSums == 0);
    CHECK(wrongSlots == 0);
    CHECK(otherValues == 0);
}
