#include "import/gltf/extras.h"

#include <algorithm>

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

std::string extrasOf(const Json& object) {
    const Json& extras = File::at(object, "extras");
    return extras.is_null() ? std::string() : extras.dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// The mesh of the file that has a primitive; null if there is none.
const Json& meshOf(const Json& meshes, const Json* primitive) {
    for (const Json& mesh : meshes) {
        const Json& primitives = File::list(File::at(mesh, "primitives"));
        if (std::ranges::any_of(primitives, [&](const Json& own) { return &own == primitive; })) return mesh;
    }
    return File::at(meshes, meshes.size());
}

}  // namespace

void readAsset(const File& file, Model& model) {
    Json added;
    const Json& asset = file.member("asset");
    if (const Json& copyright = File::at(asset, "copyright"); copyright.is_string() && copyright != "")
        added["asset"]["copyright"] = copyright;
    if (const Json& extras = File::at(asset, "extras"); !extras.is_null()) added["asset"]["extras"] = extras;
    if (const Json& extras = file.member("extras"); !extras.is_null()) added["extras"] = extras;
    model.fileExtras = added.is_null() ? std::string() : added.dump(-1, ' ', true, Json::error_handler_t::replace);
}

void readExtras(const File& file, std::span<const uint32_t> nodeOf, const std::optional<SceneMatch>& match,
                Model& model) {
    const size_t shown = File::index(file.member("scene")).value_or(0);
    model.sceneExtras = extrasOf(File::at(file.member("scenes"), shown));
    const Json& nodes = File::list(file.member("nodes"));
    for (size_t n = 0; n < nodes.size() && n < nodeOf.size(); ++n)
        if (std::string extras = extrasOf(nodes[n]); !extras.empty() && nodeOf[n] < model.hierarchy.size())
            model.nodeExtras.push_back({nodeOf[n], std::move(extras)});
    std::ranges::sort(model.nodeExtras, {}, &NodeExtras::node);
    const Json& animations = File::list(file.member("animations"));
    for (size_t a = 0; animations.size() == model.clips.size() && a < animations.size(); ++a)
        model.clips[a].extras = extrasOf(animations[a]);
    if (!match) return;
    for (size_t m = 0; m < std::min(match->materials.size(), model.materials.size()); ++m)
        model.materials[m].extras = extrasOf(File::at(file.member("materials"), match->materials[m]));
    for (size_t m = 0; m < std::min(match->primitives.size(), model.meshes.size()); ++m)
        model.meshes[m].extras = extrasOf(meshOf(File::list(file.member("meshes")), match->primitives[m]));
}

}  // namespace sinew::gltf
