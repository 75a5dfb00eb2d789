#include "import/gltf/extensions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "error.h"
#include "import/gltf/document/names.h"
#include "model/limits.h"
#include "model/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr const char* kPlace = "CESIUM_RTC";  ///< only moves the whole model to a place on the Earth

/// What is read; docs/formats.md has the same list.
constexpr std::array<std::string_view, 20> kRead{"EXT_mesh_gpu_instancing",
                                                 "EXT_meshopt_compression",
                                                 "EXT_texture_webp",
                                                 "KHR_draco_mesh_compression",
                                                 "KHR_materials_anisotropy",
                                                 "KHR_materials_clearcoat",
                                                 "KHR_materials_emissive_strength",
                                                 "KHR_materials_ior",
                                                 "KHR_materials_iridescence",
                                                 "KHR_materials_pbrSpecularGlossiness",
                                                 "KHR_materials_sheen",
                                                 "KHR_materials_specular",
                                                 "KHR_materials_transmission",
                                                 "KHR_materials_unlit",
                                                 "KHR_materials_volume",
                                                 "KHR_mesh_quantization",
                                                 "KHR_texture_transform",
                                                 "MSFT_texture_dds",
                                                 "VRM",
                                                 "VRMC_vrm_animation"};

/// Of materials and textures: without them a model only looks different.
constexpr std::array<std::string_view, 6> kOfMaterials{"KHR_materials_", "KHR_texture_",   "EXT_texture_",
                                                       "MSFT_texture_",  "KHR_technique_", "KHR_techniques_"};

/// These add to a file, and leave the meaning of the rest.
constexpr std::array<std::string_view, 8> kAdditions{"KHR_lights_",  "EXT_lights_", "KHR_xmp", "KHR_audio",
                                                     "KHR_physics_", "VRMC_",       "AGI_",    "MSFT_lod"};

template <size_t Count>
bool beginsAs(const std::array<std::string_view, Count>& beginnings, std::string_view name) {
    return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

std::set<std::string> unreadOf(const Json& names) {
    std::set<std::string> unread;
    for (const Json& name : File::list(names))
        if (name.is_string() && std::ranges::find(kRead, name.get_ref<const std::string&>()) == kRead.end())
            unread.insert(utf8From(name.get_ref<const std::string&>()));
    return unread;
}

}  // namespace

void checkExtensions(const File& file, Findings& findings) {
    std::set<std::string> required = unreadOf(file.member("extensionsRequired"));
    std::set<std::string> used = unreadOf(file.member("extensionsUsed"));
    if (required.erase(kPlace) + used.erase(kPlace) > 0)
        findings.push_back({"extension-ignored", Severity::info, kPlace,
                            "the place of the model on the Earth is ignored; it is drawn at its own origin"});
    for (const std::string& name : required) {
        if (!beginsAs(kOfMaterials, name) && !beginsAs(kAdditions, name))
            throw Error(Exit::input, fmt::format("requires the extension {}, which is not supported", inQuotes(name)));
        findings.push_back({"extension-required", Severity::warning, name,
                            "is required, but not supported; the model is drawn without it"});
    }
    for (const std::string& name : used)
        if (!required.contains(name) && !beginsAs(kOfMaterials, name))
            findings.push_back({"extension-ignored", Severity::info, name, "is not supported; it is ignored"});
}

}  // namespace sinew::gltf
