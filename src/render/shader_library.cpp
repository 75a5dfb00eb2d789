#include "render/shader_library.h"

#include <cassert>

#include "error.h"
#include "gpu/shader.h"

namespace sinew {
namespace {

struct BuiltInShader {
    std::string_view name;
    std::span<const uint32_t> spirv;
};

constexpr uint32_t kSkinnedVert[] = {
#include "skinned.vert.inc"
};
constexpr uint32_t kLitFrag[] = {
#include "lit.frag.inc"
};
constexpr uint32_t kViewedVert[] = {
#include "viewed.vert.inc"
};
constexpr uint32_t kViewedFrag[] = {
#include "viewed.frag.inc"
};
constexpr uint32_t kGhostFrag[] = {
#include "ghost.frag.inc"
};
constexpr uint32_t kFullscreenVert[] = {
#include "fullscreen.vert.inc"
};
constexpr uint32_t kFloorFrag[] = {
#include "floor.frag.inc"
};
constexpr uint32_t kFloorShadowVert[] = {
#include "floor_shadow.vert.inc"
};
constexpr uint32_t kFloorShadowFrag[] = {
#include "floor_shadow.frag.inc"
};
constexpr uint32_t kFloorBlurFrag[] = {
#include "floor_blur.frag.inc"
};
constexpr uint32_t kLineVert[] = {
#include "line.vert.inc"
};
constexpr uint32_t kLineFrag[] = {
#include "line.frag.inc"
};
constexpr uint32_t kPanelVert[] = {
#include "panel.vert.inc"
};
constexpr uint32_t kPanelFrag[] = {
#include "panel.frag.inc"
};

constexpr BuiltInShader kBuiltIn[] = {
    {"skinned.vert", kSkinnedVert},
    {"lit.frag", kLitFrag},
    {"ghost.frag", kGhostFrag},
    {"viewed.vert", kViewedVert},
    {"viewed.frag", kViewedFrag},
    {"fullscreen.vert", kFullscreenVert},
    {"floor.frag", kFloorFrag},
    {"floor_shadow.vert", kFloorShadowVert},
    {"floor_shadow.frag", kFloorShadowFrag},
    {"floor_blur.frag", kFloorBlurFrag},
    {"line.vert", kLineVert},
    {"line.frag", kLineFrag},
    {"panel.vert", kPanelVert},
    {"panel.frag", kPanelFrag},
};

}  // namespace

ShaderLibrary::ShaderLibrary(std::optional<std::filesystem::path> directory) : directory_(std::move(directory)) {
    if (const auto error = reload()) throw Error(Exit::input, *error);
}

std::optional<std::string> ShaderLibrary::reload() {
    if (!directory_) return std::nullopt;
    std::map<std::string, std::vector<uint32_t>, std::less<>> fresh;
    for (const BuiltInShader& shader : kBuiltIn) {
        auto result = compileGlslFile(*directory_ / shader.name);
        if (const auto* error = std::get_if<ShaderError>(&result)) return error->text;
        fresh.emplace(shader.name, std::move(std::get<Spirv>(result)));
    }
    compiled_ = std::move(fresh);
    return std::nullopt;
}

std::span<const uint32_t> ShaderLibrary::spirv(std::string_view name) const {
    if (const auto found = compiled_.find(name); found != compiled_.end()) return found->second;
    for (const BuiltInShader& shader : kBuiltIn)
        if (shader.name == name) return shader.spirv;
    assert(!"a shader that is not in the list above");
    return {};
}

}  // namespace sinew
