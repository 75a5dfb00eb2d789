// The layout of structs that C++ and GLSL share, in the compiled shaders, and the vertex formats.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "gpu/probed_mesh.h"
#include "import/import_model.h"
#include "model/split_by_palette.h"
#include "render/packed_vertex.h"
#include "shared.h"
#include "support/catch.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr uint32_t kSkinnedVert[] = {
#include "skinned.vert.inc"
};
constexpr uint32_t kLitFrag[] = {
#include "lit.frag.inc"
};
constexpr uint32_t kViewedFrag[] = {
#include "viewed.frag.inc"
};
constexpr uint32_t kFloorFrag[] = {
#include "floor.frag.inc"
};
constexpr uint32_t kLineVert[] = {
#include "line.vert.inc"
};
constexpr uint32_t kPanelVert[] = {
#include "panel.vert.inc"
};

/// Types and variables of a SPIR-V module; see the SPIR-V specification 1.6, section 3.
class Module {
  public:
    explicit Module(std::span<const uint32_t> words) {
        constexpr size_t kHeaderWords = 5;
        for (size_t at = kHeaderWords; at < words.size(); at += words[at] >> 16)
            read(words.subspan(at, words[at] >> 16));
    }

    /// The structs (or arrays) inside the uniform or storage blocks of that set and binding.
    std::vector<uint32_t> uniformStructs(uint32_t set, uint32_t binding) const {
        std::vector<uint32_t> structs;
        for (const auto& [variable, type] : variables_)
            if (decoration(variable, kSet) == set && decoration(variable, kBinding) == binding)
                structs.push_back(types_.at(pointedTo(type))[2]);
        return structs;
    }

    /// The only one.
    uint32_t uniformStruct(uint32_t set, uint32_t binding) const {
        const std::vector<uint32_t> structs = uniformStructs(set, binding);
        REQUIRE(structs.size() == 1);
        return structs[0];
    }

    /// The block of push constants, which has one struct.
    uint32_t pushConstants() const {
        for (const auto& [variable, type] : variables_)
            if (types_.at(type)[2] == kPushConstantClass) return pointedTo(type);
        FAIL("no push constants");
        return 0;
    }

    std::vector<uint32_t> memberOffsets(uint32_t structType) const {
        std::vector<uint32_t> offsets;
        for (uint32_t member = 0; member < types_.at(structType).size() - 2; ++member)
            offsets.push_back(memberDecorations_.at({structType, member, kOffset}));
        return offsets;
    }

    /// The size of a type in C++, with the strides of the module for matrices and arrays.
    uint32_t sizeBytes(uint32_t type, std::optional<uint32_t> matrixStride = {}) const {
        const std::span<const uint32_t> words = types_.at(type);
        switch (words[0] & 0xffff) {
            case kTypeInt:
            case kTypeFloat:
                return words[2] / 8;
            case kTypeVector:
                return words[3] * sizeBytes(words[2]);
            case kTypeMatrix:
                return words[3] * matrixStride.value();
            case kTypeArray:
                return constants_.at(words[3]) * decoration(type, kArrayStride).value();
            case kTypeStruct: {
                const auto last = static_cast<uint32_t>(words.size() - 3);
                const auto stride = memberDecorations_.find({type, last, kMatrixStride});
                const bool isMatrix = stride != memberDecorations_.end();
                return memberOffsets(type).back() +
                       sizeBytes(words.back(), isMatrix ? std::optional(stride->second) : std::nullopt);
            }
            default:
                FAIL("type " << (words[0] & 0xffff));
                return 0;
        }
    }

    uint32_t arrayStride(uint32_t arrayType) const { return decoration(arrayType, kArrayStride).value(); }
    /// The element of an array, or the struct of a block with one.
    uint32_t elementType(uint32_t type) const { return types_.at(type)[2]; }

    struct Input {
        bool isFloat = false;
        uint32_t componentCount = 0;
        bool operator==(const Input&) const = default;
    };
    /// The vertex attributes by location.
    std::map<uint32_t, Input> inputs() const {
        std::map<uint32_t, Input> inputs;
        for (const auto& [variable, type] : variables_) {
            const std::optional<uint32_t> location = decoration(variable, kLocation);
            if (types_.at(type)[2] != kInputClass || !location) continue;
            const std::span<const uint32_t> words = types_.at(pointedTo(type));
            inputs[*location] = {(types_.at(words[2])[0] & 0xffff) == kTypeFloat, words[3]};
        }
        return inputs;
    }

  private:
    static constexpr uint32_t kTypeInt = 21, kTypeFloat = 22, kTypeVector = 23, kTypeMatrix = 24, kTypeArray = 28,
                              kTypeRuntimeArray = 29, kTypeStruct = 30, kTypePointer = 32, kConstant = 43,
                              kVariable = 59, kDecorate = 71, kMemberDecorate = 72;
    static constexpr uint32_t kArrayStride = 6, kMatrixStride = 7, kLocation = 30, kBinding = 33, kSet = 34,
                              kOffset = 35;
    static constexpr uint32_t kInputClass = 1, kPushConstantClass = 9;
    using Member = std::tuple<uint32_t, uint32_t, uint32_t>;  // struct, member, decoration

    void read(std::span<const uint32_t> words) {
        switch (words[0] & 0xffff) {
            case kTypeInt:
            case kTypeFloat:
            case kTypeVector:
            case kTypeMatrix:
            case kTypeArray:
            case kTypeRuntimeArray:
            case kTypeStruct:
            case kTypePointer:
                types_[words[1]] = words;
                break;
            case kConstant:
                constants_[words[2]] = words[3];
                break;
            case kVariable:
                variables_[words[2]] = words[1];
                break;
            case kDecorate:
                if (words.size() > 3) decorations_[{words[1], words[2]}] = words[3];
                break;
            case kMemberDecorate:
                if (words.size() > 4) memberDecorations_[Member{words[1], words[2], words[3]}] = words[4];
                break;
            default:
                break;
        }
    }
    uint32_t pointedTo(uint32_t pointerType) const { return types_.at(pointerType)[3]; }
    std::optional<uint32_t> decoration(uint32_t id, uint32_t kind) const {
        const auto found = decorations_.find({id, kind});
        return found == decorations_.end() ? std::nullopt : std::optional(found->second);
    }

    std::map<uint32_t, std::span<const uint32_t>> types_;
    std::map<uint32_t, uint32_t> variables_;  ///< to their pointer's type
    std::map<uint32_t, uint32_t> constants_;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> decorations_;
    std::map<Member, uint32_t> memberDecorations_;
};

using Offsets = std::vector<uint32_t>;

Offsets frameOffsets() {
    using Frame = shared::FrameUniforms;
    return Offsets{offsetof(Frame, clipFromWorld),
                   offsetof(Frame, worldFromClip),
                   offsetof(Frame, shadowFromWorld),
                   offsetof(Frame, contactFromWorld),
                   offsetof(Frame, eye),
                   offsetof(Frame, towardLight),
                   offsetof(Frame, keyLight),
                   offsetof(Frame, backgroundTop),
                   offsetof(Frame, backgroundBottom),
                   offsetof(Frame, floorPlane),
                   offsetof(Frame, floorColor),
                   offsetof(Frame, floorTurn),
                   offsetof(Frame, floorOrigin),
                   offsetof(Frame, shadowShape),
                   offsetof(Frame, irradiance),
                   offsetof(Frame, environment),
                   offsetof(Frame, backdropFromClip),
                   offsetof(Frame, occlusion),
                   offsetof(Frame, occlusionFromTarget),
                   offsetof(Frame, occlusionPicture),
                   offsetof(Frame, occlusionArea),
                   offsetof(Frame, exposure),
                   offsetof(Frame, tone),
                   offsetof(Frame, environmentShare),
                   offsetof(Frame, roughestLevel)};
}

template <class Constants>
void checkPushConstants(std::span<const uint32_t> words, const Offsets& offsets) {
    const Module module(words);
    const uint32_t constants = module.elementType(module.pushConstants());
    CHECK(module.memberOffsets(constants) == offsets);
    CHECK(module.sizeBytes(constants) == sizeof(Constants));
}

}  // namespace

TEST_CASE("the frame uniforms are laid out as in the shaders") {
    for (const std::span<const uint32_t> words :
         {std::span<const uint32_t>(kSkinnedVert), std::span<const uint32_t>(kLitFrag),
          std::span<const uint32_t>(kFloorFrag)}) {
        const Module module(words);
        const uint32_t frame = module.uniformStruct(SET_FRAME, BINDING_FRAME);
        CHECK(module.memberOffsets(frame) == frameOffsets());
        CHECK(module.sizeBytes(frame) == sizeof(shared::FrameUniforms));
    }
}

TEST_CASE("both palettes have 64 bones of 64 bytes, below the 16,384 bytes that every device supports") {
    const Module module(kSkinnedVert);
    const std::vector<uint32_t> palettes = module.uniformStructs(SET_FRAME, BINDING_PALETTE);
    REQUIRE(palettes.size() == 2);
    for (const uint32_t palette : palettes) {
        CHECK(module.memberOffsets(palette) == Offsets{0});
        CHECK(module.sizeBytes(palette) == 4096);
    }
    CHECK(sizeof(shared::Palette) == 4096);
    CHECK(sizeof(shared::DualQuaternionPalette) == 4096);
}

TEST_CASE("push constants are laid out as in the shaders") {
    using namespace shared;
    checkPushConstants<SurfaceConstants>(
        kViewedFrag, {offsetof(SurfaceConstants, ghostColor), offsetof(SurfaceConstants, alphaCutoff),
                      offsetof(SurfaceConstants, baseColorScale), offsetof(SurfaceConstants, flags),
                      offsetof(SurfaceConstants, view), offsetof(SurfaceConstants, partIndex),
                      offsetof(SurfaceConstants, meshScale)});
    checkPushConstants<DrawConstants>(kSkinnedVert,
                                      {offsetof(DrawConstants, isMorphed), offsetof(DrawConstants, firstMorphWeight),
                                       offsetof(DrawConstants, morphRowOffset), offsetof(DrawConstants, selectedLow),
                                       offsetof(DrawConstants, selectedHigh), offsetof(DrawConstants, firstMatrix),
                                       offsetof(DrawConstants, matrixStride), offsetof(DrawConstants, firstTint),
                                       offsetof(DrawConstants, morphStride)});
    const Module morphing(kSkinnedVert);
    CHECK(morphing.memberOffsets(morphing.pushConstants()).at(0) == DRAW_CONSTANTS_OFFSET);
    CHECK(sizeof(SurfaceConstants) <= DRAW_CONSTANTS_OFFSET);
    checkPushConstants<LineConstants>(kLineVert, {offsetof(LineConstants, viewport)});
    checkPushConstants<PanelConstants>(kPanelVert,
                                       {offsetof(PanelConstants, scaleOffset), offsetof(PanelConstants, flags)});
}

TEST_CASE("materials are laid out as in the shaders") {
    using shared::MaterialUniforms;
    const Module module(kLitFrag);
    const uint32_t material = module.uniformStruct(SET_MATERIAL, BINDING_MATERIAL);
    CHECK(module.memberOffsets(material) ==
          Offsets{offsetof(MaterialUniforms, baseColor), offsetof(MaterialUniforms, emissive),
                  offsetof(MaterialUniforms, reflection), offsetof(MaterialUniforms, clearcoat),
                  offsetof(MaterialUniforms, sheen), offsetof(MaterialUniforms, transmission),
                  offsetof(MaterialUniforms, volume), offsetof(MaterialUniforms, iridescence),
                  offsetof(MaterialUniforms, anisotropy), offsetof(MaterialUniforms, metallic),
                  offsetof(MaterialUniforms, roughness), offsetof(MaterialUniforms, normalScale),
                  offsetof(MaterialUniforms, occlusionStrength), offsetof(MaterialUniforms, uvRows)});
    CHECK(module.sizeBytes(material) == sizeof(MaterialUniforms));
}

TEST_CASE("morph deltas are laid out in their buffer as in C++") {
    using shared::MorphDelta;
    const Module module(kSkinnedVert);
    const uint32_t array = module.uniformStruct(SET_FRAME, BINDING_MORPH_DELTAS);  // the block's only member
    CHECK(module.arrayStride(array) == sizeof(MorphDelta));
    CHECK(module.memberOffsets(module.elementType(array)) ==
          Offsets{offsetof(MorphDelta, position), offsetof(MorphDelta, normal)});
    for (const uint32_t binding : {BINDING_MORPH_WEIGHTS, BINDING_MORPH_STARTS})
        CHECK(module.arrayStride(module.uniformStruct(SET_FRAME, binding)) == 4);
}

TEST_CASE("the inputs of the vertex shader match the packed vertex") {
    using Input = Module::Input;
    const auto input = [](bool isFloat, const auto& attribute) {
        return Input{isFloat, static_cast<uint32_t>(attribute.size())};
    };
    const PackedVertex vertex{};
    const PackedInfluences more{};
    // Normalized formats are read as floats; only the palette indices are integers.
    CHECK(Module(kSkinnedVert).inputs() ==
          std::map<uint32_t, Input>{{LOCATION_POSITION, input(true, vertex.position)},
                                    {LOCATION_NORMAL, input(true, vertex.normal)},
                                    {LOCATION_TANGENT, input(true, vertex.tangent)},
                                    {LOCATION_UV, input(true, vertex.uv)},
                                    {LOCATION_COLOR, input(true, vertex.color)},
                                    {LOCATION_PALETTE_INDICES, input(false, vertex.paletteIndices)},
                                    {LOCATION_WEIGHTS, input(true, vertex.weights)},
                                    {LOCATION_MORE_PALETTE_INDICES, input(false, more.paletteIndices)},
                                    {LOCATION_MORE_WEIGHTS, input(true, more.weights)},
                                    {LOCATION_MORE_UVS, input(true, vertex.moreUv)}});
    // Each attribute starts at a multiple of four bytes, as the portability subset of Vulkan requires.
    CHECK(Offsets{offsetof(PackedVertex, position), offsetof(PackedVertex, normal), offsetof(PackedVertex, tangent),
                  offsetof(PackedVertex, uv), offsetof(PackedVertex, color), offsetof(PackedVertex, paletteIndices),
                  offsetof(PackedVertex, weights),
                  offsetof(PackedVertex, moreUv)} == Offsets{0, 12, 16, 20, 28, 32, 36, 44});
    CHECK(sizeof(PackedVertex) == 52);
}

TEST_CASE("packed normals are accurate to 0.004 degrees") {
    Random random(11);
    double largest = 0.0;
    const auto look = [&](const glm::vec3& direction) {
        const glm::dvec3 back = unfolded(octahedralEncode(direction)), exact = glm::normalize(glm::dvec3(direction));
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

TEST_CASE("packed vertices equal those of the mesh, and their weights sum to exactly one") {
    const Model model = importModel(SINEW_SOURCE_DIR "/assets/character.dae").model;
    size_t wrongSums = 0, wrongIndices = 0, otherValues = 0, count = 0;
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
                    if (vertex.weights[k] > 0 && part.bones.at(vertex.paletteIndices[k]) != influences.bones[k])
                        ++wrongIndices;
                    if (vertex.paletteIndices[k] >= part.bones.size()) ++wrongIndices;
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
    CHECK(wrongIndices == 0);
    CHECK(otherValues == 0);
}
