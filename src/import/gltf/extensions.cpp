#include "import/gltf/extensions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "import/gltf/document/names.h"
#include "model/limits.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr const char* kPlace = "CESIUM_RTC";  ///< only moves the whole model to a place on the Earth

/// What is read; docs/formats.md has the same list.
constexpr std::array<std::string_view, 25> kRead{"EXT_mesh_gpu_instancing",
                                                 "EXT_meshopt_compression",
                                                 "EXT_texture_webp",
                                                 "KHR_animation_pointer",
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
                                                 "KHR_materials_variants",
                                                 "KHR_materials_volume",
                                                 "KHR_mesh_quantization",
                                                 "KHR_meshopt_compression",
                                                 "KHR_node_visibility",
                                                 "KHR_texture_transform",
                                                 "MSFT_texture_dds",
                                                 "VRM",
                                                 "VRMC_vrm",
                                                 "VRMC_vrm_animation"};

/// Parts of the names of extensions of materials and textures: without them a model only looks different.
constexpr std::array<std::string_view, 4> kOfLook{"_material", "_texture_", "_technique", "MSFT_packing_"};

/// These add to a file, and leave the meaning of the rest.
constexpr std::array<std::string_view, 15> kAdditions{"KHR_lights_",
                                                      "EXT_lights_",
                                                      "KHR_environment_map",
                                                      "KHR_xmp",
                                                      "KHR_audio",
                                                      "KHR_physics_",
                                                      "KHR_interactivity",
                                                      "KHR_node_",
                                                      "VRMC_",
                                                      "AGI_",
                                                      "MSFT_lod",
                                                      "MSFT_audio_",
                                                      "EXT_mesh_features",
                                                      "EXT_structural_metadata",
                                                      "CESIUM_primitive_outline"};

bool isOfLook(std::string_view name) {
    return std::ranges::any_of(kOfLook, [&](std::string_view part) { return name.find(part) != name.npos; });
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
        const auto begins = [&](std::string_view beginning) { return name.starts_with(beginning); };
        if (!isOfLook(name) && std::ranges::none_of(kAdditions, begins))
            throw Error(Exit::input, fmt::format("requires the extension {}, which is not supported", inQuotes(name)));
        findings.push_back({"extension-required", Severity::warning, name,
                            "is required, but not supported; the model is drawn without it"});
    }
    for (const std::string& name : used)
        if (!required.contains(name) && !isOfLook(name))
            findings.push_back({"extension-ignored", Severity::info, name, "is not supported; it is ignored"});
}

}  // namespace sinew::gltf
