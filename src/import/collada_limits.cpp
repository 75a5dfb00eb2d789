#include "import/collada_limits.h"

#include <stdexcept>

#include <fmt/format.h>

#include "import/convert.h"
#include "import/limits.h"

namespace sinew {
namespace {

using Node = pugi::xml_node;

/// Walks what assimp would unfold. With instances a few lines can stand for any number of nodes, or for no end.
void checkNodes(const ColladaDocument& document, Node root, bool instances) {
    std::vector<std::pair<Node, uint32_t>> open{{root, 0}};
    for (size_t seen = 0; !open.empty(); ++seen) {
        const auto [node, depth] = open.back();
        open.pop_back();
        if (depth > kMaxDepth) throw std::runtime_error(fmt::format("has nodes more than {} deep", kMaxDepth));
        if (seen > kMaxNodes || open.size() > kMaxNodes)
            throw std::runtime_error(fmt::format("has more than {} nodes", kMaxNodes));
        for (const Node child : node.children("node"))
            open.emplace_back(child, depth + 1);
        if (!instances) continue;
        for (const Node child : node.children("instance_node"))
            if (const Node target = document.byId(child.attribute("url").value())) open.emplace_back(target, depth + 1);
    }
}

void checkAnimations(Node library) {
    std::vector<Node> around{library};
    forEachElement(library, [&](Node at) {
        if (at == library) return true;
        if (std::string_view(at.name()) != "animation") return false;
        while (around.back() != at.parent())
            around.pop_back();
        around.push_back(at);
        if (around.size() > kMaxDepth)
            throw std::runtime_error(fmt::format("has animations more than {} deep", kMaxDepth));
        return true;
    });
}

bool refersTo(std::string_view reference, Node node) {
    return reference.starts_with('#') && reference.substr(1) == node.attribute("id").value();
}

/// Fewer values than the accessor's stride asks for are common and harmless; more elements than values are not.
void checkCounts(Node source) {
    const auto fail = [&](std::string_view what) {
        throw std::runtime_error(fmt::format("the source '{}' {}", utf8From(source.attribute("id").value()), what));
    };
    const Node accessor = source.child("technique_common").child("accessor");
    const int64_t counted = accessor.attribute("count").as_llong();
    if (counted < 0) fail("counts less than nothing");
    for (const Node array : source.children("float_array")) {
        const int64_t held = array.attribute("count").as_llong();
        if (held < 0) fail("counts less than nothing");
        if (counted > held && refersTo(accessor.attribute("source").value(), array)) fail("counts more than it holds");
    }
}

}  // namespace

void checkColladaLimits(const ColladaDocument& document) {
    if (const Node scene = document.scene()) checkNodes(document, scene, true);
    for (const Node library : document.root().children()) {
        const std::string_view name = library.name();
        if (name == "library_nodes" || name == "library_visual_scenes")
            for (const Node root : library.children())
                checkNodes(document, root, false);
        if (name == "library_animations") checkAnimations(library);
        if (name == "library_geometries")
            for (const Node geometry : library.children("geometry"))
                for (const Node source : geometry.child("mesh").children("source"))
                    checkCounts(source);
        if (name == "library_controllers")
            for (const Node controller : library.children("controller"))
                if (document.byId(controller.child("skin").attribute("source").value()) == controller)
                    throw std::runtime_error(
                        fmt::format("the skin '{}' is its own mesh", utf8From(controller.attribute("id").value())));
    }
}

}  // namespace sinew
