#include "import/fbx_bind.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <assimp/version.h>
#include <glm/matrix.hpp>

#include "import/convert.h"

namespace sinew {
namespace {

/// assimp makes a chain of nodes of one FBX node: its own is the lowest, those above are called after it.
bool isInChainOf(const aiNode& node, const aiNode* above, std::string_view kind = {}) {
    return above &&
           viewOf(above->mName).starts_with(std::string(viewOf(node.mName)) + "_$AssimpFbx$_" + std::string(kind));
}

glm::mat4 geometricTransform(const aiNode& node) {
    glm::mat4 product(1.0f);
    for (const aiNode* at = node.mParent; isInChainOf(node, at, "Geometric"); at = at->mParent)
        product = mat4From(at->mTransformation) * product;
    return product;
}

/// The local matrix of the node's parent in the file, and where the node stands; the root is not counted.
glm::mat4 placeFromParentsLocal(const aiNode& node) {
    const aiNode* top = &node;
    while (isInChainOf(node, top->mParent))
        top = top->mParent;
    const bool hasParent = top->mParent && top->mParent->mParent;
    const glm::mat4 parentsLocal = hasParent ? mat4From(top->mParent->mTransformation) : glm::mat4(1.0f);
    glm::mat4 place(1.0f);
    for (const aiNode* at = &node; at->mParent; at = at->mParent)
        place = mat4From(at->mTransformation) * place;
    const glm::mat4 correction = glm::inverse(parentsLocal) * place;
    return isFinite(correction) ? correction : geometricTransform(node);
}

/// The first node, depth first, that shows each mesh.
std::unordered_map<unsigned, const aiNode*> firstNodes(const aiScene& scene) {
    std::unordered_map<unsigned, const aiNode*> first;
    std::vector<const aiNode*> open{scene.mRootNode};
    while (!open.empty()) {
        const aiNode* node = open.back();
        open.pop_back();
        for (unsigned i = 0; i < node->mNumMeshes; ++i)
            first.try_emplace(node->mMeshes[i], node);
        for (unsigned i = node->mNumChildren; i-- > 0;)
            if (node->mChildren[i]) open.push_back(node->mChildren[i]);
    }
    return first;
}

}  // namespace

BindCorrection fbxBindCorrection(const aiScene& scene) {
    const unsigned version = aiGetVersionMajor() * 100 + aiGetVersionMinor();
    if (version >= 600) return [](const aiNode&, unsigned) { return glm::mat4(1.0f); };
    if (version < 504) return [](const aiNode& node, unsigned) { return geometricTransform(node); };
    return [first = firstNodes(scene)](const aiNode&, unsigned mesh) { return placeFromParentsLocal(*first.at(mesh)); };
}

}  // namespace sinew
