#include "import/fbx/skin_instances.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include "animation/clip/transform.h"
#include "import/fbx/builder.h"
#include "import/fbx/objects.h"
#include "import/assimp/convert.h"
#include "model/limits.h"

namespace sinew::fbx {
namespace {

constexpr size_t kMostCopies = 4096;  // of joints

std::optional<glm::dmat4> matrixOf(const Record& cluster, std::string_view name) {
    const Record* const child = cluster.child(name);
    const std::vector<double> numbers = child ? child->numbers() : std::vector<double>();
    if (numbers.size() != 16) return std::nullopt;
    glm::dmat4 matrix;
    for (int i = 0; i < 16; ++i)
        matrix[i / 4][i % 4] = numbers[static_cast<size_t>(i)];
    return matrix;
}

/// Euler angles in degrees of a rotation, about X first.
glm::dvec3 anglesFrom(const glm::dquat& rotation) {
    const glm::dmat3 m = glm::mat3_cast(rotation);
    const double y = std::asin(std::clamp(-m[0][2], -1.0, 1.0));
    const bool turned = std::abs(m[0][2]) < 1.0 - 1e-12;
    const double x = turned ? std::atan2(m[1][2], m[2][2]) : std::atan2(-m[2][1], m[1][1]);
    return glm::degrees(glm::dvec3(x, y, turned ? std::atan2(m[0][1], m[0][0]) : 0.0));
}

class Separation {
  public:
    explicit Separation(Document& document) : document_(document), objects_(document) {
        for (const Record& object : objectsOf(document).children)
            lastId_ = std::max(lastId_, object.integer(0));
    }

    /// Copies what `model` shows. False where the skin has no bind matrices.
    bool copy(int64_t geometry, int64_t model) {
        std::vector<int64_t> clusters;
        for (const int64_t skin : deformers(geometry, "Skin"))
            for (const int64_t cluster : deformers(skin, "Cluster"))
                clusters.push_back(cluster);
        if (clusters.empty() || lastId_ > INT64_MAX / 2) return false;
        const auto bound = matrixOf(*objects_.find(clusters.front()), "Transform");
        const auto link = matrixOf(*objects_.find(clusters.front()), "TransformLink");
        if (!bound || !link) return false;
        const std::string suffix = " (" + objects_.nameOf(model, "Model") + ")";
        copies_.clear();
        const int64_t origin = addOrigin(suffix, glm::inverse(*link * *bound));
        connect(origin, model);
        const int64_t ownGeometry = clone(geometry, "");
        const int64_t ownSkin = clone(deformers(geometry, "Skin").back(), "");
        for (const int64_t shapes : deformers(geometry, "BlendShape"))
            connect(shapes, ownGeometry);
        connect(ownGeometry, model), connect(ownSkin, ownGeometry);
        dropped_.emplace_back(geometry, model);
        for (const int64_t cluster : deformers(deformers(geometry, "Skin").back(), "Cluster")) {
            const std::vector<int64_t> bones = objects_.sources(cluster, "Model");
            if (bones.empty()) continue;
            const int64_t own = clone(cluster, "");
            connect(own, ownSkin);
            connect(joint(bones.front(), origin, suffix, 0), own);
        }
        return true;
    }

    size_t copied() const { return joints_; }

    void finish() {
        Record& connections = *std::ranges::find(document_.root.children, "Connections", &Record::name);
        std::erase_if(connections.children, [&](const Record& one) {
            return std::ranges::find(dropped_, std::pair(one.integer(1), one.integer(2))) != dropped_.end();
        });
        Record& objects = objectsOf(document_);
        std::ranges::move(added_, std::back_inserter(objects.children));
        std::ranges::move(links_, std::back_inserter(connections.children));
    }

    static Record& objectsOf(Document& document) {
        return *std::ranges::find(document.root.children, "Objects", &Record::name);
    }

    std::vector<int64_t> deformers(int64_t id, std::string_view kind) const {
        std::vector<int64_t> result = objects_.sources(id, "Deformer");
        std::erase_if(result, [&](int64_t deformer) { return objects_.find(deformer)->text(2) != kind; });
        return result;
    }

    const Objects& objects() const { return objects_; }

  private:
    void connect(int64_t source, int64_t destination, std::string_view property = {}) {
        Record& link =
            links_.emplace_back(Record{"C", {std::string(property.empty() ? "OO" : "OP"), source, destination}, {}});
        if (!property.empty()) link.values.emplace_back(std::string(property));
    }

    int64_t clone(int64_t id, const std::string& suffix) {
        using namespace std::string_literals;
        Record copy = *objects_.find(id);
        const ObjectName name = splitName(copy.text(1));
        if (!suffix.empty()) copy.values[1] = std::string(name.name) + suffix + "\0\1Model"s;
        copy.values[0] = ++lastId_;
        added_.push_back(std::move(copy));
        return lastId_;
    }

    /// A node at the inverse of where the mesh was bound.
    int64_t addOrigin(const std::string& suffix, const glm::dmat4& matrix) {
        using namespace std::string_literals;
        const Transform transform = transformFrom(glm::mat4(matrix));
        const glm::dvec3 angles = anglesFrom(glm::dquat(transform.rotation)), t(matrix[3]), s(transform.scale);
        Record& origin =
            added_.emplace_back(Record{"Model", {++lastId_, "Skin"s + suffix + "\0\1Model"s, "Null"s}, {}});
        origin.add("Version", {int32_t{232}});
        addProperties(origin, {vectorProperty("Lcl Translation", "Lcl Translation", t.x, t.y, t.z),
                               vectorProperty("Lcl Rotation", "Lcl Rotation", angles.x, angles.y, angles.z),
                               vectorProperty("Lcl Scaling", "Lcl Scaling", s.x, s.y, s.z)});
        return lastId_;
    }

    /// The copy of a joint below `origin`, with copies of what is above it.
    int64_t joint(int64_t id, int64_t origin, const std::string& suffix, uint32_t depth) {
        if (const auto known = copies_.find(id); known != copies_.end()) return known->second;
        if (++joints_ > kMostCopies || depth > kMaxDepth) return origin;
        const int64_t own = clone(id, suffix);
        copies_[id] = own;
        int64_t parent = origin;
        for (const Objects::Link& link : objects_.destinations(id))
            if (const Record* above = objects_.find(link.id); above && above->name == "Model" && link.property.empty())
                parent = joint(link.id, origin, suffix, depth + 1);
        connect(own, parent);
        for (const Objects::Link& link : objects_.sources(id))
            if (!link.property.empty() && objects_.find(link.id)->name == "AnimationCurveNode")
                connect(curveNode(link.id), own, link.property);
        return own;
    }

    int64_t curveNode(int64_t id) {
        const int64_t own = clone(id, "");
        for (const Objects::Link& link : objects_.sources(id))
            connect(link.id, own, link.property);
        for (const Objects::Link& link : objects_.destinations(id))
            if (link.property.empty()) connect(own, link.id);
        return own;
    }

    Document& document_;
    Objects objects_;
    int64_t lastId_ = 0;
    size_t joints_ = 0;
    std::map<int64_t, int64_t> copies_;
    std::vector<std::pair<int64_t, int64_t>> dropped_;
    std::vector<Record> added_, links_;
};

}  // namespace

bool separateSkinInstances(Document& document) {
    if (!document.root.child("Objects") || !document.root.child("Connections")) return false;
    Separation separation(document);
    bool changed = false;
    for (const int64_t geometry : separation.objects().all("Geometry")) {
        if (separation.deformers(geometry, "Skin").empty()) continue;
        std::vector<int64_t> models;
        for (const Objects::Link& link : separation.objects().destinations(geometry))
            if (const Record* model = separation.objects().find(link.id); model && model->name == "Model")
                models.push_back(link.id);
        if (models.size() < 2) continue;
        for (const int64_t model : models)
            changed = separation.copy(geometry, model) || changed;
    }
    if (separation.copied() > kMostCopies)
        throw std::runtime_error(fmt::format("has instances of skins with more than {} joints", kMostCopies));
    if (changed) separation.finish();
    return changed;
}

}  // namespace sinew::fbx
