#include "import/gltf/nodes.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "error.h"
#include "import/build/convert.h"
#include "import/build/nodes.h"
#include "import/gltf/names.h"
#include "model/limits.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

/// The numbers of a list; those that it lacks are `numbers`.
template <size_t count>
std::array<float, count> numbersOf(const Json& list, std::array<float, count> numbers) {
    for (size_t i = 0; i < count && i < list.size(); ++i)
        numbers[i] = list[i].get<float>();
    return numbers;
}

/// dropBrokenTransforms() and repairRotations() have left lists of numbers of the right size only.
Transform transformOf(const Json& node) {
    const auto t = numbersOf<3>(File::at(node, "translation"), {0, 0, 0});
    const auto r = numbersOf<4>(File::at(node, "rotation"), {0, 0, 0, 1});
    const auto s = numbersOf<3>(File::at(node, "scale"), {1, 1, 1});
    return {.translation = {t[0], t[1], t[2]},
            .rotation = glm::quat(glm::normalize(glm::dquat(r[3], r[0], r[1], r[2]))),
            .scale = {s[0], s[1], s[2]}};
}

glm::mat4 matrixOf(const Json& list) {
    glm::mat4 matrix;
    for (int i = 0; i < 16; ++i)
        matrix[i / 4][i % 4] = list[static_cast<size_t>(i)].get<float>();
    return matrix;
}

/// By node: true for cameras, lights, and nodes that hold nothing else.
std::vector<bool> devicesOf(const Json& nodes) {
    std::vector<bool> seen(nodes.size()), devices(nodes.size());
    std::vector<size_t> order;  // parents first
    for (size_t start = 0; start < nodes.size(); ++start)
        for (std::vector<size_t> open{start}; !open.empty();) {
            const size_t node = open.back();
            open.pop_back();
            if (node >= nodes.size() || seen[node]) continue;
            seen[node] = true;
            order.push_back(node);
            for (const Json& child : File::list(File::at(nodes[node], "children")))
                open.push_back(File::index(child).value_or(nodes.size()));
        }
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
        const Json& children = File::list(File::at(nodes[*node], "children"));
        const bool isOne = !File::at(nodes[*node], "camera").is_null() ||
                           !File::at(File::at(nodes[*node], "extensions"), "KHR_lights_punctual").is_null();
        devices[*node] = (isOne || !children.empty()) && std::ranges::all_of(children, [&](const Json& child) {
                             const auto index = File::index(child);
                             return index && *index < nodes.size() && devices[*index];
                         });
    }
    return devices;
}

class Placer {
  public:
    explicit Placer(const File& file) : json_(File::list(file.member("nodes"))), left_(json_.size()) {
        nodes.nodeOf.assign(json_.size(), Nodes::kNowhere);
    }

    Nodes nodes;

    /// Leaves out cameras and lights where no node shows a mesh. Returns the number of nodes that it leaves out.
    size_t leaveDevices() {
        if (std::ranges::any_of(json_, [](const Json& node) { return File::index(node, "mesh").has_value(); })) return 0;
        left_ = devicesOf(json_);
        return static_cast<size_t>(std::ranges::count(left_, true));
    }

    uint32_t addRoot(const char* name) {
        const uint32_t root = appendNode(nodes.hierarchy, name, kNoParent, Transform{});
        nodes.fileNodes.push_back(kNone);
        depths_.push_back(0);
        return root;
    }

    /// A node and all below it.
    void add(size_t top, int32_t below) {
        std::vector<std::pair<size_t, int32_t>> open{{top, below}};
        while (!open.empty()) {
            const auto [node, parent] = open.back();
            open.pop_back();
            if (node >= json_.size() || left_[node]) continue;
            const uint32_t own = append(node, parent);
            const Json& children = File::list(File::at(json_[node], "children"));
            for (size_t i = children.size(); i-- > 0;)
                open.emplace_back(File::index(children[i]).value_or(json_.size()), static_cast<int32_t>(own));
            if (open.size() > kMaxNodes) throw Error(Exit::input, fmt::format("has more than {} nodes", kMaxNodes));
        }
    }

    /// The branches with joints of the skins that are shown, as far as the scene does not have them.
    void addJoints(const Json& skins) {
        std::vector<size_t> parents(json_.size(), json_.size());
        for (size_t n = 0; n < json_.size(); ++n)
            for (const Json& child : File::list(File::at(json_[n], "children")))
                if (const auto index = File::index(child); index && *index < parents.size()) parents[*index] = n;
        for (size_t n = 0; n < nodes.shownCount; ++n) {
            if (nodes.fileNodes[n] == kNone) continue;
            const auto skin = File::index(json_[nodes.fileNodes[n]], "skin");
            for (const Json& joint : File::list(File::at(File::at(skins, skin.value_or(skins.size())), "joints"))) {
                size_t node = File::index(joint).value_or(json_.size());
                if (node >= json_.size() || nodes.nodeOf[node] != Nodes::kNowhere) continue;
                while (parents[node] < json_.size())
                    node = parents[node];
                add(node, kNoParent);
            }
        }
    }

  private:
    uint32_t append(size_t node, int32_t parent) {
        const size_t depth = parent == kNoParent ? 0 : depths_[static_cast<size_t>(parent)] + 1;
        if (depth > kMaxDepth) throw Error(Exit::input, fmt::format("has nodes nested more than {} deep", kMaxDepth));
        const std::string name = nameOf(json_[node], "node", node);
        const Json& matrix = File::at(json_[node], "matrix");
        const Transform rest = matrix.is_null() ? transformOf(json_[node]) : Transform{};
        if (!isFinite(matrix.is_null() ? matrixFrom(rest) : matrixOf(matrix)))
            throw Error(Exit::input, fmt::format("the transform of node '{}' is not finite", name));
        const uint32_t own = matrix.is_null() ? appendNode(nodes.hierarchy, name, parent, rest)
                                              : appendNode(nodes.hierarchy, name, parent, matrixOf(matrix));
        nodes.fileNodes.resize(own, kNone);  // also the outer one of two
        nodes.fileNodes.push_back(node);
        depths_.resize(own + 1, depth);
        if (nodes.nodeOf[node] == Nodes::kNowhere) nodes.nodeOf[node] = own;
        return own;
    }

    const Json& json_;
    std::vector<bool> left_;       ///< by node of the file: left out
    std::vector<size_t> depths_;  ///< by node of the hierarchy
};

}  // namespace

Nodes readNodes(const File& file, size_t& devices) {
    Placer placer(file);
    devices = placer.leaveDevices();
    const size_t shown = File::index(file.member("scene")).value_or(0);
    const Json& roots = File::list(File::at(File::at(file.member("scenes"), shown), "nodes"));
    const int32_t root = roots.size() == 1 ? kNoParent : static_cast<int32_t>(placer.addRoot("ROOT"));
    for (const Json& top : roots)
        placer.add(File::index(top).value_or(kNone), root);
    if (placer.nodes.hierarchy.size() == 0) placer.addRoot("ROOT");
    placer.nodes.shownCount = placer.nodes.hierarchy.size();
    placer.addJoints(File::list(file.member("skins")));
    return std::move(placer.nodes);
}

}  // namespace sinew::gltf
