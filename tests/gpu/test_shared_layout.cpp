// The layout of structs that C++ and GLSL share, in the compiled shaders.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "render/packed_vertex.h"
#include "shared.h"
#include "support/catch.h"

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

    /// The struct inside the push constants' block.
    uint32_t pushConstantStruct() const {
        for (const auto& [variable, type] : variables_)
            if (types_.at(type)[2] == kPushConstantClass) return types_.at(pointedTo(type))[2];
        FAIL("no push constants");
        return 0;
    }

    /// The offset of that struct.
    uint32_t pushConstantOffset() const {
        for (const auto& [variable, type] : variables_)
            if (types_.at(type)[2] == kPushConstantClass) return memberOffsets(pointedTo(type)).at(0);
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
    uint32_t elementType(uint32_t arrayType) const { return types_.at(arrayType)[2]; }

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
    using shared::FrameUniforms;
    return {offsetof(FrameUniforms, clipFromWorld),
            offsetof(FrameUniforms, worldFromClip),
            offsetof(FrameUniforms, shadowFromWorld),
            offsetof(FrameUniforms, eye),
            offsetof(FrameUniforms, towardLight),
            offsetof(FrameUniforms, keyLight),
            offsetof(FrameUniforms, backgroundTop),
            offsetof(FrameUniforms, backgroundBottom),
            offsetof(FrameUniforms, floorPlane),
            offsetof(FrameUniforms, floorTurn),
            offsetof(FrameUniforms, floorOrigin),
            offsetof(FrameUniforms, shadowShape),
            offsetof(FrameUniforms, irradiance),
            offsetof(FrameUniforms, environment),
            offsetof(FrameUniforms, backdropFromClip),
            offsetof(FrameUniforms, occlusion),
            offsetof(FrameUniforms, occlusionFromTarget),
            offsetof(FrameUniforms, occlusionPicture),
            offsetof(FrameUniforms, occlusionArea),
            offsetof(FrameUniforms, exposure),
            offsetof(FrameUniforms, tone),
            offsetof(FrameUniforms, environmentShare),
            offsetof(FrameUniforms, roughestLevel)};
}

template <class Constants>
void checkPushConstants(std::span<const uint32_t> words, const Offsets& offsets) {
    const Module module(words);
    CHECK(module.memberOffsets(module.pushConstantStruct()) == offsets);
    CHECK(module.sizeBytes(module.pushConstantStruct()) == sizeof(Constants));
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
    const Module morphing(kSkinnedVert);
    CHECK(morphing.memberOffsets(morphing.pushConstantStruct()) ==
          Offsets{offsetof(DrawConstants, isMorphed), offsetof(DrawConstants, firstMorphWeight),
                  offsetof(DrawConstants, morphRowOffset), offsetof(DrawConstants, selectedLow),
                  offsetof(DrawConstants, selectedHigh), offsetof(DrawConstants, firstMatrix),
                  offsetof(DrawConstants, matrixStride), offsetof(DrawConstants, firstTint),
                  offsetof(DrawConstants, morphStride)});
    CHECK(morphing.sizeBytes(morphing.pushConstantStruct()) == sizeof(DrawConstants));
    CHECK(morphing.pushConstantOffset() == DRAW_CONSTANTS_OFFSET);
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
    // Normalized formats are read as floats; only the palette indices are integers.
    const std::map<uint32_t, Input> packed{
        {LOCATION_POSITION, {true, static_cast<uint32_t>(PackedVertex{}.position.size())}},
        {LOCATION_NORMAL, {true, static_cast<uint32_t>(PackedVertex{}.normal.size())}},
        {LOCATION_TANGENT, {true, static_cast<uint32_t>(PackedVertex{}.tangent.size())}},
        {LOCATION_UV, {true, static_cast<uint32_t>(PackedVertex{}.uv.size())}},
        {LOCATION_COLOR, {true, static_cast<uint32_t>(PackedVertex{}.color.size())}},
        {LOCATION_PALETTE_INDICES, {false, static_cast<uint32_t>(PackedVertex{}.paletteIndices.size())}},
        {LOCATION_WEIGHTS, {true, static_cast<uint32_t>(PackedVertex{}.weights.size())}},
        {LOCATION_MORE_PALETTE_INDICES, {false, static_cast<uint32_t>(PackedInfluences{}.paletteIndices.size())}},
        {LOCATION_MORE_WEIGHTS, {true, static_cast<uint32_t>(PackedInfluences{}.weights.size())}},
        {LOCATION_MORE_UVS, {true, static_cast<uint32_t>(PackedVertex{}.moreUv.size())}}};
    CHECK(Module(kSkinnedVert).inputs() == packed);
    // Each attribute starts at a multiple of four bytes, as the portability subset of Vulkan requires.
    CHECK(Offsets{offsetof(PackedVertex, position), offsetof(PackedVertex, normal), offsetof(PackedVertex, tangent),
                  offsetof(PackedVertex, uv), offsetof(PackedVertex, color), offsetof(PackedVertex, paletteIndices),
                  offsetof(PackedVertex, weights),
                  offsetof(PackedVertex, moreUv)} == Offsets{0, 12, 16, 20, 28, 32, 36, 44});
    CHECK(sizeof(PackedVertex) == 52);
}
