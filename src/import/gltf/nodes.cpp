#include "import/gltf/nodes.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "import/build/convert.h"
#include "import/build/nodes.h"
#include "import/gltf/document/accessors.h"
#include "import/gltf/document/names.h"
#include "model/limits.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

using Children = std::vector<std::vector<size_t>>;  // by node

Children childrenOf(const Json& nodes) {
    Children children(nodes.size());
    for (size_t n = 0; n < nodes.size(); ++n)
        for (const Json& child : File::list(File::at(nodes[n], "children")))
            if (const auto index = File::index(child); index && *index < nodes.size()) children[n].push_back(*index);
    return children;
}

/// "; 'Spine' is a child of 'Hips' and 'Head'", for the first of the nodes that is a child of several.
std::string severalParents(const Json& nodes, const Children& children, const std::vector<size_t>& cycle) {
    const auto quoted = [&](size_t node) { return inQuotes(nameOf(nodes[node], "node", node)); };
    std::map<size_t, size_t> parents;  // the first one of each node of the cycle
    for (const size_t node : cycle)
        parents.emplace(node, children.size());
    for (size_t n = 0; n < children.size(); ++n)
        for (const size_t child : children[n]) {
            const auto parent = parents.find(child);
            if (parent == parents.end() || parent->second == n) continue;
            if (parent->second < children.size())
                return fmt::format("; {} is a child of {} and {}", quoted(child), quoted(parent->second), quoted(n));
            parent->second = n;
        }
    return {};
}

/// Refuses nodes that are below themselves.
void requireTree(const Json& nodes) {
    const Children children = childrenOf(nodes);
    enum class State : uint8_t { unseen, open, done };
    std::vector<State> states(nodes.size(), State::unseen);
    struct Step {
        size_t node, child;  ///< the number of the next one
    };
    for (size_t start = 0; start < nodes.size(); ++start) {
        if (states[start] != State::unseen) continue;
        states[start] = State::open;
        std::vector<Step> path{{start, 0}};
        while (!path.empty()) {
            const size_t node = path.back().node;
            if (path.back().child == children[node].size()) {
                states[node] = State::done;
                path.pop_back();
                continue;
            }
            const size_t child = children[node][path.back().child++];
            if (states[child] == State::open) {
                std::vector<size_t> cycle;
                for (const Step& step : path)
                    if (step.node == child || !cycle.empty()) cycle.push_back(step.node);
                throw Error(Exit::input, fmt::format("node {} is its own descendant: it is a child of {}{}",
                                                     inQuotes(nameOf(nodes[child], "node", child)),
                                                     inQuotes(nameOf(nodes[node], "node", node)),
                                                     severalParents(nodes, children, cycle)));
            }
            if (states[child] == State::unseen) {
                states[child] = State::open;
                path.push_back({child, 0});
            }
        }
    }
}

Transform transformOf(const Json& node) {
    const auto t = numbersIn(File::at(node, "translation"), 3), r = numbersIn(File::at(node, "rotation"), 4),
               s = numbersIn(File::at(node, "scale"), 3);
    Transform transform;
    if (t) transform.translation = glm::dvec3((*t)[0], (*t)[1], (*t)[2]);
    if (s) transform.scale = glm::dvec3((*s)[0], (*s)[1], (*s)[2]);
    const glm::dquat rotation = r ? glm::dquat((*r)[3], (*r)[0], (*r)[1], (*r)[2]) : glm::dquat(1.0, 0.0, 0.0, 0.0);
    constexpr double kNoLength = 1e-6;
    if (glm::length(rotation) > kNoLength) transform.rotation = glm::quat(glm::normalize(rotation));
    return transform;
}

glm::mat4 matrixFrom(const std::vector<double>& numbers) {
    glm::mat4 matrix;
    for (int i = 0; i < 16; ++i)
        matrix[i / 4][i % 4] = static_cast<float>(numbers[static_cast<size_t>(i)]);
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

/// One instance of a node's mesh.
struct Instances {
    std::vector<float> translations, rotations, scales;  ///< 3, 4 and 3 numbers for each, or none
    size_t count = 0;

    Transform at(size_t i) const {
        Transform transform;
        if (!translations.empty())
            transform.translation = {translations[3 * i], translations[3 * i + 1], translations[3 * i + 2]};
        if (!rotations.empty())
            transform.rotation = glm::normalize(
                glm::quat(rotations[4 * i + 3], rotations[4 * i], rotations[4 * i + 1], rotations[4 * i + 2]));
        if (!scales.empty()) transform.scale = {scales[3 * i], scales[3 * i + 1], scales[3 * i + 2]};
        return transform;
    }
};

/// @throws InvalidAccessor.
Instances instancesOf(File& file, const Json& extension) {
    const Json& attributes = File::at(extension, "attributes");
    Instances instances;
    const auto read = [&](const char* name, size_t width, std::vector<float>& values) {
        const Json& number = File::at(attributes, name);
        if (number.is_null()) return;
        const size_t accessor = accessorOf(number, name), count = file.accessor(accessor).count;
        if (instances.count > 0 && instances.count != count)
            throw InvalidAccessor("its attributes differ in their number of instances");
        if (count > kMaxNodes) throw Error(Exit::input, fmt::format("has more than {} mesh instances", kMaxNodes));
        values = floatsOf(file, accessor, width);
        if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
            throw InvalidAccessor(fmt::format("{} is not finite, or out of range", name));
        instances.count = count;
    };
    read("TRANSLATION", 3, instances.translations);
    read("ROTATION", 4, instances.rotations);
    read("SCALE", 3, instances.scales);
    return instances;
}

class Placer {
  public:
    Placer(File& file, Findings& findings)
        : file_(file), findings_(findings), json_(File::list(file.member("nodes"))), left_(json_.size()) {
        nodes.nodeOf.assign(json_.size(), Nodes::kNowhere);
    }

    Nodes nodes;

    void leaveDevices() {
        if (std::ranges::any_of(json_, [](const Json& node) { return File::index(node, "mesh").has_value(); })) return;
        left_ = devicesOf(json_);
        if (const auto count = static_cast<size_t>(std::ranges::count(left_, true)); count > 0)
            findings_.push_back(countFinding("devices-left-out", Severity::info, "file", count, "node", "nodes",
                                             "of cameras and lights, which are no bones, left out"));
    }

    int32_t addRoot(const Transform& rest) {
        return static_cast<int32_t>(append("ROOT", kNoParent, rest, kNone, kNone));
    }

    /// A node and all below it; `isShown`: with meshes.
    void add(size_t top, int32_t below, bool isShown) {
        std::vector<std::pair<size_t, int32_t>> open{{top, below}};
        while (!open.empty()) {
            const auto [node, parent] = open.back();
            open.pop_back();
            if (node >= json_.size() || left_[node]) continue;
            const auto own = static_cast<int32_t>(append(node, parent, isShown));
            const Json& children = File::list(File::at(json_[node], "children"));
            for (size_t i = children.size(); i-- > 0;)
                open.emplace_back(File::index(children[i]).value_or(json_.size()), own);
            if (open.size() > kMaxNodes) throw Error(Exit::input, fmt::format("has more than {} nodes", kMaxNodes));
        }
    }

    /// The branches with joints of the skins that are shown, as far as the scene does not have them.
    void addJoints(const Json& skins) {
        std::vector<size_t> parents(json_.size(), json_.size());
        for (size_t n = 0; n < json_.size(); ++n)
            for (const Json& child : File::list(File::at(json_[n], "children")))
                if (const auto index = File::index(child); index && *index < parents.size()) parents[*index] = n;
        const std::vector<size_t> shown = nodes.shown;
        for (const size_t place : shown) {
            const auto skin = place == kNone ? std::nullopt : File::index(json_[place], "skin");
            for (const Json& joint : File::list(File::at(File::at(skins, skin.value_or(skins.size())), "joints"))) {
                size_t node = File::index(joint).value_or(json_.size());
                if (node >= json_.size() || nodes.nodeOf[node] != Nodes::kNowhere) continue;
                while (parents[node] < json_.size())
                    node = parents[node];
                add(node, kNoParent, false);
            }
        }
    }

  private:
    template <typename Rest>
    uint32_t append(std::string name, int32_t parent, const Rest& rest, size_t fileNode, size_t shown) {
        const size_t depth = parent == kNoParent ? 0 : depths_[static_cast<size_t>(parent)] + 1;
        if (depth > kMaxDepth) throw Error(Exit::input, fmt::format("has nodes nested more than {} deep", kMaxDepth));
        const uint32_t own = appendNode(nodes.hierarchy, std::move(name), parent, rest);
        nodes.fileNodes.resize(own, kNone), nodes.shown.resize(own, kNone);  // also the outer one of two
        nodes.fileNodes.push_back(fileNode), nodes.shown.push_back(shown);
        depths_.resize(own + 1, depth);
        return own;
    }

    uint32_t append(size_t node, int32_t parent, bool isShown) {
        const std::string name = nameOf(json_[node], "node", node);
        const Json& extension = File::at(File::at(json_[node], "extensions"), "EXT_mesh_gpu_instancing");
        const bool showsMesh = isShown && File::index(json_[node], "mesh");
        const bool isInstanced = showsMesh && !extension.is_null() && File::at(json_[node], "skin").is_null();
        const size_t shown = showsMesh && !isInstanced ? node : kNone;
        const auto matrix = numbersIn(File::at(json_[node], "matrix"), 16);
        if (!isFinite(matrix ? matrixFrom(*matrix) : sinew::matrixFrom(transformOf(json_[node]))))
            throw Error(Exit::input, fmt::format("the transform of node '{}' is not finite", name));
        const uint32_t own = matrix ? append(name, parent, matrixFrom(*matrix), node, shown)
                                    : append(name, parent, transformOf(json_[node]), node, shown);
        if (nodes.nodeOf[node] == Nodes::kNowhere) nodes.nodeOf[node] = own;
        if (isInstanced) addInstances(node, name, extension, static_cast<int32_t>(own));
        return own;
    }

    void addInstances(size_t node, const std::string& name, const Json& extension, int32_t parent) {
        try {
            const Instances instances = instancesOf(file_, extension);
            for (size_t i = 0; i < instances.count; ++i)
                append(fmt::format("{}.{}", name, i), parent, instances.at(i), kNone, node);
        } catch (const InvalidAccessor& fault) {
            const size_t mesh = *File::index(json_[node], "mesh");
            findings_.push_back({"mesh-unusable", Severity::error,
                                 nameOf(File::at(file_.member("meshes"), mesh), "mesh", mesh),
                                 fmt::format("EXT_mesh_gpu_instancing: {}", fault.what())});
        }
    }

    File& file_;
    Findings& findings_;
    const Json& json_;
    std::vector<bool> left_;      ///< by node of the file: left out
    std::vector<size_t> depths_;  ///< by node of the hierarchy
};

}  // namespace

Nodes readNodes(File& file, const Scene& scene, Findings& findings) {
    requireTree(File::list(file.member("nodes")));
    Placer placer(file, findings);
    placer.leaveDevices();
    const bool isTurned = File::at(file.member("extensions"), "VRM").is_object();  // VRM 0.x
    Transform rest;
    if (isTurned) rest.rotation = glm::quat(0, 0, 1, 0);
    const int32_t root = scene.roots.size() == 1 && !isTurned ? kNoParent : placer.addRoot(rest);
    for (const size_t top : scene.roots)
        placer.add(top, root, true);
    if (placer.nodes.hierarchy.size() == 0) placer.addRoot(Transform{});
    placer.addJoints(File::list(file.member("skins")));
    return std::move(placer.nodes);
}

}  // namespace sinew::gltf
