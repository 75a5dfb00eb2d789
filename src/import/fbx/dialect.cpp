
#include <assimp/version.h>
#include <glm/matrix.hpp>

#include "import/scene/convert.h"
#include "import/scene/dialect.h"

namespace sinew::fbx {
namespace {

/// True when assimp made `above` and `node`, the lowest in the chain, of one FBX node.
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

/// From the node's world matrix to the local matrix of its parent in the file; the root does not count.
glm::mat4 worldFromParentsLocal(const aiNode& node) {
    const aiNode* top = &node;
    while (isInChainOf(node, top->mParent))
        top = top->mParent;
    const bool hasParent = top->mParent && top->mParent->mParent;
    const glm::mat4 parentsLocal = hasParent ? mat4From(top->mParent->mTransformation) : glm::mat4(1.0f);
    glm::mat4 world(1.0f);
    for (const aiNode* at = &node; at->mParent; at = at->mParent)
        world = mat4From(at->mTransformation) * world;
    const glm::mat4 correction = glm::inverse(parentsLocal) * world;
    return isFinite(correction) ? correction : geometricTransform(node);
}

/// The first node that shows each mesh, depth first.
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

class FbxDialect : public Dialect {
  public:
    Conventions conventions() const override {
        return {.format = "FBX", .materials = {.textureReplaces = true}, .morphs = {.weightsLost = true}};
    }

    void match(const aiScene& scene, SceneNodes& nodes, Findings&) override {
        // FBX has no root node. From 5.4 on assimp's has the file's axes and unit, which readSpace() has from the
        // metadata.
        nodes.hierarchy.rest[0] = Transform{};
        firstNodes_ = firstNodes(scene);
    }

    glm::mat4 bindCorrection(const aiNode& node, unsigned mesh) const override {
        const unsigned version = aiGetVersionMajor() * 100 + aiGetVersionMinor();
        if (version >= 600) return glm::mat4(1.0f);
        return version < 504 ? geometricTransform(node) : worldFromParentsLocal(*firstNodes_.at(mesh));
    }

    void motion(const ClipSource&, AnimationClip&, Interpolations& interpolations) override {
        interpolations.insert(Interpolation::unknown);  // assimp samples the curves
    }

  private:
    std::unordered_map<unsigned, const aiNode*> firstNodes_;
};

}  // namespace

}  // namespace sinew::fbx

std::unique_ptr<sinew::Dialect> sinew::makeFbxDialect(const ModelFolder&) {
    return std::make_unique<fbx::FbxDialect>();
}
