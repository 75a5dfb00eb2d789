#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"

namespace sinew::exporting {

inline constexpr uint32_t kNowhere = ~0u;

/// The joints of a glTF skin.
struct Skin {
    struct Joint {
        uint32_t node = 0;  ///< of the model, or beyond those an alias (Layout::aliases)
        glm::mat4 inverseBindMatrix{1.0f};
    };
    std::vector<Joint> joints;  ///< each node once, ascending
};

/// Instances at one node that are one glTF mesh: the same skin, and the same morph weights.
struct MeshPlace {
    std::vector<uint32_t> instances;
    uint32_t skin = kNowhere;    ///< index into Layout::skins
    uint32_t node = kNowhere;    ///< of the model that carries it; kNowhere: a node of its own
    uint32_t parent = kNowhere;  ///< of the node of its own; kNowhere: a root
    std::string name;            ///< of the node of its own
};

/// Where the parts of a model are in a glTF file.
struct Layout {
    std::vector<Skin> skins;
    std::vector<std::vector<uint32_t>> jointOf;  ///< of each instance with a skin: the joint of each of its bones
    std::vector<MeshPlace> places;
    std::vector<uint32_t> aliases;  ///< nodes of the model below which a node without a transform is a joint
    std::vector<bool> isFree;       ///< by node: becomes a root without a transform, which carries a skinned mesh
    bool dropsRoot = false;         ///< the first node, a root without meaning, is left out
    bool needsRoot = false;         ///< a skin's joints have no common root: all nodes get one
};

/// Decides what becomes a glTF node, mesh and skin. Skins are shared by instances that bind their common bones alike.
/// `hasOwnRoot`: the first node is one of the file's, and not the reader's, which may be left out.
Layout layOut(const Model& model, bool hasOwnRoot);

/// The name of the meshes of a place. Readers that split a mesh by material, such as assimp, number the parts: NAME-0,
/// NAME-1.
std::string nameOfMesh(const Model& model, const MeshPlace& place);

template <typename Value>
bool areAll(const std::vector<Value>& values, const Value& wanted) {
    return std::ranges::all_of(values, [&](const Value& value) { return value == wanted; });
}

/// Whether a texture of a material is drawn with a UV set.
bool usesUvSet(const Material& material, uint32_t set);

/// Whether a mesh has texture coordinates that matter.
bool hasUvs(const Model& model, const SkinnedMesh& mesh);

}  // namespace sinew::exporting
