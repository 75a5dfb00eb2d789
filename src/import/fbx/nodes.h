#pragma once

#include <unordered_map>

#include <assimp/scene.h>

#include "import/fbx/objects.h"

namespace sinew::fbx {

/// What a node of assimp's stands for. It makes a chain of a model with pivots, which ends with a node of the model's
/// own name. A channel of that node means the whole transform. Rebuilt nodes have the whole transform, or all of it but
/// the scale (`unscaled`) and only the scale (`scale`).
enum class NodePart { whole, translation, rotation, scaling, pivot, rebuilt, unscaled, scale };

struct NodeSource {
    int64_t model = 0;
    NodePart part = NodePart::whole;
};

/// The models of which assimp made its nodes.
using NodeSources = std::unordered_map<const aiNode*, NodeSource>;
NodeSources matchNodes(const Objects& objects, const aiScene& scene);

}  // namespace sinew::fbx
