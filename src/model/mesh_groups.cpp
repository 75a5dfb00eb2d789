#include "model/mesh_groups.h"

#include <algorithm>
#include <string_view>

namespace sinew {
namespace {

/// "body" of "body-12"; a name that ends otherwise is its own.
std::string_view withoutNumber(std::string_view name) {
    const size_t digits = name.find_last_not_of("0123456789") + 1;
    return digits > 1 && digits < name.size() && name[digits - 1] == '-' ? name.substr(0, digits - 1) : name;
}

}  // namespace

std::vector<MeshGroup> meshGroups(const Model& model) {
    std::vector<MeshGroup> groups;
    std::vector<bool> seen(model.meshes.size());
    for (uint32_t i = 0; i < model.instances.size(); ++i) {
        const MeshInstance& instance = model.instances[i];
        if (seen[instance.mesh]) continue;
        seen[instance.mesh] = true;
        const std::string& name = model.meshes[instance.mesh].name;
        const std::string_view stem = withoutNumber(name);
        const bool goesOn = !groups.empty() && groups.back().skinned == instance.skinned &&
                            model.instances[groups.back().instances.front()].node == instance.node &&
                            (groups.back().name == name || withoutNumber(groups.back().name) == stem);
        if (!goesOn) {
            groups.push_back({.name = name, .instances = {i}, .skinned = instance.skinned});
            continue;
        }
        if (groups.back().name != name) groups.back().name = stem;
        groups.back().instances.push_back(i);
    }
    return groups;
}

}  // namespace sinew
