#include "import/fbx/nodes.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "import/build/convert.h"
#include "import/build/nodes.h"
#include "model/limits.h"

namespace sinew::fbx {
namespace {

/// Models of cameras and lights, and what they look at.
std::unordered_set<int64_t> ownDevices(const Objects& objects) {
    std::unordered_set<int64_t> devices;
    const auto isDevice = [](const Record& record) {
        return record.text(2).starts_with("Camera") || record.text(2) == "Light";
    };
    for (const int64_t model : objects.all("Model")) {
        const std::vector<int64_t> attributes = objects.sources(model, "NodeAttribute");
        const bool isOne = isDevice(*objects.find(model)) || std::ranges::any_of(attributes, [&](int64_t attribute) {
                               return isDevice(*objects.find(attribute));
                           });
        if (!isOne) continue;
        devices.insert(model);
        for (const Objects::Link& link : objects.sources(model))
            if (link.property == "LookAtProperty" || link.property == "UpVectorProperty") devices.insert(link.id);
    }
    return devices;
}

class Placer {
  public:
    Placer(const Objects& objects, const Transforms& transforms) : objects_(objects), transforms_(transforms) {
        appendNode(nodes.hierarchy, "RootNode", kNoParent, Transform{});
        nodes.origins.emplace_back();
        depths_.push_back(0);
        const std::vector<int64_t> geometries = objects.all("Geometry");
        if (std::ranges::none_of(geometries, [&](int64_t one) { return isMesh(objects, one); }))
            findDevices(ownDevices(objects));
    }

    Nodes nodes;

    /// A model and all below it.
    void add(int64_t top) {
        struct Visit {
            int64_t model;
            uint32_t parent;
        };
        std::vector<Visit> open{{top, 0}};
        while (!open.empty()) {
            const Visit visit = open.back();
            open.pop_back();
            if (left_.contains(visit.model) || nodes.nodeOf.contains(visit.model)) continue;
            const uint32_t inner = append(visit.model, visit.parent);
            const auto outer = static_cast<uint32_t>(nodes.hierarchy.parents[inner]);
            const std::vector<int64_t> children = objects_.sources(visit.model, "Model");
            const auto addThose = [&](bool leaveScale) {
                for (size_t i = children.size(); i-- > 0;)
                    if (transforms_.leavesScale(children[i], visit.model) == leaveScale)
                        open.push_back({children[i], leaveScale ? outer : inner});
            };
            addThose(true), addThose(false);
            if (open.size() > kMaxNodes) throw Error(Exit::input, fmt::format("has more than {} nodes", kMaxNodes));
        }
    }

    /// The branches of bones that the scene does not have.
    void addBones() {
        for (const int64_t cluster : objects_.all("Deformer"))
            for (int64_t bone : objects_.sources(cluster, "Model")) {
                if (objects_.find(cluster)->text(2) != "Cluster" || nodes.nodeOf.contains(bone)) continue;
                std::unordered_set<int64_t> seen;
                for (int64_t above = bone; above != 0 && seen.insert(above).second; above = parentOf(above))
                    bone = above;
                add(bone);
            }
    }

  private:
    int64_t parentOf(int64_t model) const {
        for (const Objects::Link& link : objects_.destinations(model))
            if (const Record* const above = objects_.find(link.id);
                above && above->name == "Model" && link.property.empty())
                return link.id;
        return 0;
    }

    uint32_t append(int64_t model, uint32_t parent) {
        const uint32_t depth = depths_[parent] + 1;
        if (depth > sinew::kMaxDepth)
            throw Error(Exit::input, fmt::format("has nodes nested more than {} deep", sinew::kMaxDepth));
        const std::string name = objects_.nameOf(model);
        const LocalTransform rest = transforms_.of(model, {});
        Transform whole{glm::vec3(rest.translation), glm::quat(rest.rotation), glm::vec3(rest.scale)};
        if (!isFinite(matrixFrom(whole)))
            throw Error(Exit::input, fmt::format("the transform of node '{}' is not finite", name));
        const bool isSplit = transforms_.isSplit(model);
        if (isSplit) {
            const Transform unscaled{whole.translation, whole.rotation};
            parent = appendNode(nodes.hierarchy, name + "$unscaled", static_cast<int32_t>(parent), unscaled);
            nodes.origins.push_back({model, Nodes::Kind::unscaled});
            depths_.push_back(depth);
            whole = {.scale = whole.scale};
        }
        const uint32_t node = appendNode(nodes.hierarchy, name, static_cast<int32_t>(parent), whole);
        nodes.origins.push_back({model, isSplit ? Nodes::Kind::scale : Nodes::Kind::whole});
        depths_.push_back(depth);
        nodes.nodeOf.emplace(model, node);
        return node;
    }

    /// Devices, and nodes that hold nothing else.
    void findDevices(const std::unordered_set<int64_t>& own) {
        std::vector<int64_t> order = objects_.sources(0, "Model");  // parents first
        std::unordered_set<int64_t> seen;
        for (size_t i = 0; i < order.size(); ++i)
            if (seen.insert(order[i]).second)
                for (const int64_t child : objects_.sources(order[i], "Model"))
                    order.push_back(child);
        for (size_t i = order.size(); i-- > 0;) {
            const std::vector<int64_t> children = objects_.sources(order[i], "Model");
            const bool holdsOthers =
                std::ranges::any_of(children, [&](int64_t child) { return !left_.contains(child); });
            if (!holdsOthers && (!children.empty() || own.contains(order[i]))) left_.insert(order[i]);
        }
        nodes.devices = left_.size();
    }

    const Objects& objects_;
    const Transforms& transforms_;
    std::unordered_set<int64_t> left_;
    std::vector<uint32_t> depths_;
};

}  // namespace

bool isMesh(const Objects& objects, int64_t geometry) {
    const Record* const record = objects.find(geometry);
    return record && record->child("Vertices") && record->child("PolygonVertexIndex");
}

Nodes readNodes(const Objects& objects, const Transforms& transforms) {
    Placer placer(objects, transforms);
    for (const int64_t top : objects.sources(0, "Model"))
        placer.add(top);
    placer.addBones();
    return std::move(placer.nodes);
}

}  // namespace sinew::fbx
