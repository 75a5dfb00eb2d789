#include "import/fbx/nodes.h"

#include <algorithm>

#include "import/assimp/convert.h"

namespace sinew::fbx {
namespace {

constexpr std::string_view kPivot = "_$AssimpFbx$_";

/// The name of the model of which assimp made that node.
std::string_view modelName(const aiNode& node) {
    const std::string_view name = viewOf(node.mName);
    return name.substr(0, name.rfind(kPivot));
}

NodePart partOf(const aiNode& node) {
    const std::string_view name = viewOf(node.mName);
    const size_t at = name.rfind(kPivot);
    if (at == name.npos) return NodePart::whole;
    const std::string_view part = name.substr(at + kPivot.size());
    return part == "Translation" ? NodePart::translation
           : part == "Rotation"  ? NodePart::rotation
           : part == "Scaling"   ? NodePart::scaling
                                 : NodePart::pivot;
}

class Matcher {
  public:
    explicit Matcher(const Objects& objects) : objects_(objects) {}

    /// Models are matched by name and, where siblings share one, by their order.
    void children(int64_t model, const aiNode& parent, NodeSources& result) {
        std::vector<int64_t> left = objects_.sources(model, "Model");
        for (unsigned i = 0; i < parent.mNumChildren; ++i) {
            const aiNode* const top = parent.mChildren[i];
            const auto found =
                std::ranges::find_if(left, [&](int64_t id) { return objects_.nameOf(id, "Model") == modelName(*top); });
            if (found == left.end()) continue;
            const int64_t id = *found;
            left.erase(found);
            children(id, *chain(id, *top, result), result);
        }
    }

  private:
    /// Adds the nodes of a model; returns the last one, which has its children.
    static const aiNode* chain(int64_t model, const aiNode& top, NodeSources& result) {
        const aiNode* last = &top;
        while (true) {
            const NodePart part = partOf(*last);
            result[last] = {model, part};
            const aiNode* const next = last->mNumChildren == 1 ? last->mChildren[0] : nullptr;
            const bool goesOn = next && modelName(*next) == modelName(top) &&
                                (part != NodePart::whole || partOf(*next) == NodePart::pivot);
            if (!goesOn) return last;
            last = next;
        }
    }

    const Objects& objects_;
};

}  // namespace

NodeSources matchNodes(const Objects& objects, const aiScene& scene) {
    NodeSources result;
    Matcher(objects).children(0, *scene.mRootNode, result);
    return result;
}

}  // namespace sinew::fbx
