#include "export/fbx/fbx.h"

#include <algorithm>
#include <cmath>

#include <glm/matrix.hpp>

#include "export/build/key_values.h"
#include "export/fbx/euler.h"
#include "export/fbx/meshes.h"
#include "export/fbx/motion.h"
#include "model/poses.h"

namespace sinew::exporting {
namespace {

/// The nodes of a model as Models: joints and what is below them as LimbNodes, what shows a mesh as Mesh.
class FbxWriter {
  public:
    FbxWriter(const Model& model, const Layout& layout, const ExportOptions& options, ExportedModel& exported)
        : model_(model),
          layout_(layout),
          options_(options),
          materials_(model, options, document_, exported),
          bindPose_(worldFromNodeInBindPose(model, glm::mat4(1.0f))) {}

    std::vector<std::byte> write() {
        findBones();
        addNodes();
        addMeshes();
        addBindPose();
        writeFbxClips(model_, layout_, targets_, options_, document_);
        addSettings();
        materials_.tellLeftOut();
        return document_.file();
    }

  private:
    void findBones() {
        const NodeHierarchy& hierarchy = model_.hierarchy;
        isBone_.assign(hierarchy.size(), layout_.places.empty());
        for (const Skin& skin : layout_.skins)
            for (const Skin::Joint& joint : skin.joints)
                if (joint.node < hierarchy.size()) isBone_[joint.node] = true;
        for (size_t n = 0; n < hierarchy.size(); ++n)
            if (const int32_t parent = hierarchy.parents[n];
                parent != kNoParent && isBone_[static_cast<size_t>(parent)])
                isBone_[n] = true;
        for (const MeshPlace& place : layout_.places)
            if (place.node != kNowhere && !isJoint(place.node)) isBone_[place.node] = false;
    }

    bool isJoint(uint32_t node) const {
        return std::ranges::any_of(layout_.skins, [&](const Skin& skin) {
            return std::ranges::binary_search(skin.joints, node, {}, &Skin::Joint::node);
        });
    }

    int64_t addModel(const std::string& name, const char* kind, const Transform& local, int64_t parent) {
        const FbxDocument::Object object = document_.add("Model", name, "Model", kind);
        object.record.add("Version", int32_t{232});
        FbxRecord& properties = object.record.add("Properties70");
        properties.set("RotationActive", "bool", "", int32_t{1});
        properties.set("InheritType", "enum", "", int32_t{1});  // a parent's scale scales the space of its children
        properties.set("DefaultAttributeIndex", "int", "", int32_t{0});
        const auto set = [&](const char* property, const glm::dvec3& value) {
            properties.set(property, property, "A", value.x, value.y, value.z);
        };
        set("Lcl Translation", glm::dvec3(local.translation));
        set("Lcl Rotation", eulerNear(widen(local.rotation), glm::dvec3(0.0)));
        set("Lcl Scaling", glm::dvec3(local.scale));
        object.record.add("Shading", true);
        object.record.add("Culling", "CullingOff");
        document_.connect(object.id, parent);
        if (std::string_view(kind) != "Mesh") {
            const FbxDocument::Object attribute = document_.add("NodeAttribute", name, "NodeAttribute", kind);
            attribute.record.add("TypeFlags", std::string_view(kind) == "Null" ? "Null" : "Skeleton");
            document_.connect(attribute.id, object.id);
        }
        return object.id;
    }

    void addNodes() {
        const NodeHierarchy& hierarchy = model_.hierarchy;
        std::vector<bool> isShown(hierarchy.size());
        for (const MeshPlace& place : layout_.places)
            if (place.node != kNowhere && !isBone_[place.node]) isShown[place.node] = true;
        targets_.ofNode.assign(hierarchy.size(), 0);
        for (size_t n = 0; n < hierarchy.size(); ++n) {
            if (layout_.isFree[n] || (n == 0 && layout_.dropsRoot)) continue;
            const int32_t parent = hierarchy.parents[n];
            targets_.ofNode[n] = addModel(hierarchy.names[n],
                                          isShown[n]   ? "Mesh"
                                          : isBone_[n] ? "LimbNode"
                                                       : "Null",
                                          hierarchy.rest[n], parent == kNoParent ? 0 : idOf(parent));
        }
        for (const uint32_t node : layout_.aliases)
            aliases_.push_back(addModel(hierarchy.names[node] + " joint", "LimbNode", {}, targets_.ofNode[node]));
    }

    int64_t idOf(int32_t node) const { return targets_.ofNode[static_cast<size_t>(node)]; }
    int64_t idOfJoint(uint32_t node) const {
        return node < targets_.ofNode.size() ? targets_.ofNode[node] : aliases_[node - targets_.ofNode.size()];
    }

    glm::dmat4 worldAbove(uint32_t joint) const {
        const std::vector<int32_t>& parents = model_.hierarchy.parents;
        int32_t node = static_cast<int32_t>(joint < parents.size() ? joint : layout_.aliases[joint - parents.size()]);
        while (node != kNoParent && isBone_[static_cast<size_t>(node)])
            node = parents[static_cast<size_t>(node)];
        return node == kNoParent ? glm::dmat4(1.0) : glm::dmat4(bindPose_[static_cast<size_t>(node)]);
    }

    /// Where a skinned mesh stands, as a transform of a root, when its bones are in the bind pose.
    Transform placeOf(const MeshInstance& instance) const {
        for (const Bone& bone : instance.bones) {
            const glm::mat4 world = bindPose_[bone.node] * bone.inverseBindMatrix;
            const Transform place = transformFrom(world);
            const float size = std::abs(world[0][0]) + std::abs(world[0][1]) + std::abs(world[0][2]);
            bool isNear = true, isUnmoved = true;  // without shear; but for rounding the world's own space
            for (int c = 0; c < 3; ++c) {
                isNear &= glm::length(glm::vec3(matrixFrom(place)[c] - world[c])) <= 1e-5f * size;
                isUnmoved &= glm::length(glm::vec3(world[c] - glm::mat4(1.0f)[c])) <= 1e-5f;
            }
            isUnmoved &= glm::length(glm::vec3(world[3])) <= 1e-5f * glm::length(glm::vec3(bindPose_[bone.node][3]));
            if (std::isfinite(size) && size > 0.0f && isNear) return isUnmoved ? Transform{} : place;
        }
        return {};
    }

    void addMeshes() {
        for (const MeshPlace& place : layout_.places) {
            FbxBind bind;
            const bool isSkinned = place.skin != kNowhere;
            const std::string& name = place.node == kNowhere ? place.name : model_.hierarchy.names[place.node];
            if (isSkinned) {
                const Transform at = placeOf(model_.instances[place.instances[0]]);
                bind.model = addModel(name, "Mesh", at, 0);
                bind.worldFromMesh = glm::dmat4(matrixFrom(at));
                for (const Skin::Joint& joint : layout_.skins[place.skin].joints) {
                    bind.joints.push_back(idOfJoint(joint.node));
                    bind.armatures.push_back(worldAbove(joint.node));
                }
                posed_.emplace_back(bind.model, bind.worldFromMesh);
            } else if (place.node != kNowhere && !isBone_[place.node]) {
                bind.model = targets_.ofNode[place.node];
            } else {  // a joint stays one, and shows the mesh below it
                const uint32_t parent = place.node == kNowhere ? place.parent : place.node;
                bind.model =
                    addModel(place.node == kNowhere ? name : name + " mesh", "Mesh", {}, targets_.ofNode[parent]);
            }
            targets_.ofPlace.push_back(meshes_.write(place, bind));
        }
    }

    /// Has skinned meshes, bones, and all nodes above them.
    void addBindPose() {
        if (posed_.empty()) return;
        std::vector<bool> isPosed = isBone_;
        for (size_t n = isPosed.size(); n-- > 0;)
            if (const int32_t parent = model_.hierarchy.parents[n]; isPosed[n] && parent != kNoParent)
                isPosed[static_cast<size_t>(parent)] = true;
        for (size_t n = 0; n < isPosed.size(); ++n)
            if (isPosed[n] && targets_.ofNode[n] != 0) posed_.emplace_back(targets_.ofNode[n], bindPose_[n]);
        FbxRecord& pose = document_.add("Pose", "BindPose", "Pose", "BindPose").record;
        pose.add("Type", "BindPose");
        pose.add("Version", int32_t{100});
        pose.add("NbPoseNodes", static_cast<int32_t>(posed_.size()));
        for (const auto& [id, matrix] : posed_) {
            FbxRecord& node = pose.add("PoseNode");
            node.add("Node", id);
            node.add("Matrix", fbxMatrix(matrix));
        }
    }

    void addSettings() {
        struct Axes {
            int32_t up, front, frontSign, right, rightSign;
        };
        constexpr Axes kAxes[] = {{0, 2, 1, 1, -1}, {1, 2, 1, 0, 1}, {2, 1, -1, 0, 1}};  // by UpAxis
        const Axes& axes = kAxes[static_cast<size_t>(model_.up)];
        const double centimeters = 100.0 * model_.metersPerUnit.value_or(0.01);
        double rate = options_.framesPerSecond.value_or(30.0), end = 0.0;
        if (!options_.framesPerSecond && !model_.clips.empty())
            rate = std::clamp(1.0 / frameSeconds(model_.clips[0]), 10.0, 240.0);
        for (const AnimationClip& clip : model_.clips)
            end = std::max(end, clip.durationSeconds);
        int32_t mode = 14;  // a rate of its own
        for (const auto& [known, number] :
             {std::pair{120.0, 1}, {100.0, 2}, {60.0, 3}, {50.0, 4}, {48.0, 5}, {30.0, 6}, {25.0, 10}, {24.0, 11}})
            if (std::abs(rate - known) < 1e-3 * known) mode = number;
        FbxRecord& settings = document_.settings();
        const auto integer = [&](const char* name, int32_t value) { settings.set(name, "int", "", value); };
        integer("UpAxis", axes.up), integer("UpAxisSign", 1);
        integer("FrontAxis", axes.front), integer("FrontAxisSign", axes.frontSign);
        integer("CoordAxis", axes.right), integer("CoordAxisSign", axes.rightSign);
        integer("OriginalUpAxis", axes.up), integer("OriginalUpAxisSign", 1);
        for (const char* name : {"UnitScaleFactor", "OriginalUnitScaleFactor"})
            settings.set(name, "double", "", centimeters);
        settings.set("TimeMode", "enum", "", mode);
        settings.set("TimeSpanStart", "KTime", "", int64_t{0});
        settings.set("TimeSpanStop", "KTime", "", fbxTicks(end));
        settings.set("CustomFrameRate", "double", "", rate);
    }

    const Model& model_;
    const Layout& layout_;
    const ExportOptions& options_;
    FbxDocument document_;
    FbxMaterialWriter materials_;
    FbxMeshWriter meshes_{model_, layout_, materials_, document_};
    std::vector<glm::mat4> bindPose_;
    std::vector<bool> isBone_;
    FbxTargets targets_;
    std::vector<int64_t> aliases_;
    std::vector<std::pair<int64_t, glm::dmat4>> posed_;
};

}  // namespace

void writeFbx(const Model& model, const Layout& layout, const ExportOptions& options, ExportedModel& exported) {
    exported.binary = FbxWriter(model, layout, options, exported).write();
}

}  // namespace sinew::exporting
