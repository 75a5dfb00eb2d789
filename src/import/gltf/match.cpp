#include "import/gltf/match.h"

#include <algorithm>
#include <set>
#include <span>

#include "import/assimp/convert.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

/// Visits the file in assimp's order.
class Walk {
  public:
    explicit Walk(const File& file)
        : file_(file),
          nodesSeen_(file.member("nodes").size(), false),
          materialsSeen_(file.member("materials").size(), false) {}

    SceneMatch all() {
        const Json& scene = File::at(file_.member("scenes"), File::index(file_.member("scene")).value_or(0));
        nodes(File::at(scene, "nodes"));
        for (const Json& skin : File::list(file_.member("skins")))
            nodes(File::at(skin, "joints"));
        return std::move(match_);
    }

  private:
    void nodes(const Json& indices) {
        for (const Json& index : File::list(indices))
            if (index.is_number_unsigned()) node(index.get<size_t>());
    }

    /// As deep as assimp's own recursion, which repair() limits.
    void node(size_t index) {
        if (index >= nodesSeen_.size() || nodesSeen_[index]) return;
        nodesSeen_[index] = true;
        const Json& node = File::at(file_.member("nodes"), index);
        nodes(File::at(node, "children"));
        if (const auto shown = File::index(node, "mesh")) mesh(*shown, File::index(node, "skin").has_value());
    }

    /// repair() gives each node that shows a mesh with a skin a copy of it.
    void mesh(size_t index, bool hasSkin) {
        if (!hasSkin && !meshesSeen_.insert(index).second) return;
        for (const Json& primitive : File::list(File::at(File::at(file_.member("meshes"), index), "primitives"))) {
            match_.primitives.push_back(&primitive);
            const auto material = File::index(primitive, "material");
            if (!material || *material >= materialsSeen_.size() || materialsSeen_[*material]) continue;
            materialsSeen_[*material] = true;
            match_.materials.push_back(*material);
        }
    }

    const File& file_;
    std::vector<bool> nodesSeen_, materialsSeen_;
    std::set<size_t> meshesSeen_;  ///< without skin
    SceneMatch match_;
};

bool agrees(const File& file, const aiScene& scene, const SceneMatch& match) {
    if (scene.mNumMaterials != match.materials.size() + 1 || scene.mNumMeshes != match.primitives.size()) return false;
    const Json& materials = file.member("materials");
    for (size_t m = 0; m < match.materials.size(); ++m) {
        const Json& name = File::at(materials[match.materials[m]], "name");
        aiString read;
        scene.mMaterials[m]->Get(AI_MATKEY_NAME, read);
        if (name.is_string() && read.length + 1 < sizeof read.data && name != viewOf(read)) return false;
    }
    for (size_t m = 0; m < match.primitives.size(); ++m) {
        const auto material = File::index(*match.primitives[m], "material");
        const unsigned read = scene.mMeshes[m]->mMaterialIndex;
        if (material && *material < materials.size() &&
            (read >= match.materials.size() || match.materials[read] != *material))
            return false;
    }
    return true;
}

}  // namespace

std::optional<SceneMatch> matchScene(const File& file, const aiScene& scene) {
    SceneMatch match = Walk(file).all();
    if (!agrees(file, scene, match)) return std::nullopt;
    match.usesDefault = std::ranges::any_of(std::span(scene.mMeshes, scene.mNumMeshes), [&](const aiMesh* mesh) {
        return mesh->mMaterialIndex >= match.materials.size();
    });
    return match;
}

}  // namespace sinew::gltf
