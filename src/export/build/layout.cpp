#include "export/build/layout.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "export/build/space.h"

namespace sinew::exporting {
namespace {

class Layouter {
  public:
    Layouter(const Model& model, bool hasOwnRoot)
        : model_(model), hasOwnRoot_(hasOwnRoot), isBone_(model.hierarchy.size()) {
        for (const MeshInstance& instance : model.instances)
            for (const Bone& bone : instance.bones)
                if (instance.skinned) isBone_[bone.node] = true;
    }

    Layout layOut() {
        findSkins();
        findPlaces();
        findRoots();
        return std::move(layout_);
    }

  private:
    bool isDrawn(const MeshInstance& instance) const {
        const SkinnedMesh& mesh = model_.meshes[instance.mesh];
        return mesh.vertexCount() > 0 && mesh.triangleCount() > 0;
    }

    /// The bones as joints, each node once: a node that is bound twice gets an alias for each further matrix.
    std::vector<Skin::Joint> jointsOf(const MeshInstance& instance) {
        std::vector<Skin::Joint> joints;
        for (const Bone& bone : instance.bones) {
            uint32_t node = bone.node;
            const auto isOther = [&](const Skin::Joint& joint) {
                return joint.node == node && joint.inverseBindMatrix != bone.inverseBindMatrix;
            };
            for (uint32_t alias = 0; std::ranges::any_of(joints, isOther); ++alias)
                node = aliasOf(bone.node, alias);
            joints.push_back({node, bone.inverseBindMatrix});
        }
        return joints;
    }

    uint32_t aliasOf(uint32_t node, uint32_t number) {
        const auto [known, isNew] = aliases_.try_emplace({node, number}, 0);
        if (isNew) {
            known->second = static_cast<uint32_t>(model_.hierarchy.size() + layout_.aliases.size());
            layout_.aliases.push_back(node);
        }
        return known->second;
    }

    /// Joins the skins of instances that share a bone and bind all that they share alike.
    void findSkins() {
        std::vector<std::map<uint32_t, glm::mat4>> skins;
        std::vector<std::vector<Skin::Joint>> joints(model_.instances.size());
        skinOf_.assign(model_.instances.size(), kNowhere);
        for (size_t i = 0; i < model_.instances.size(); ++i) {
            if (!model_.instances[i].skinned || !isDrawn(model_.instances[i])) continue;
            joints[i] = jointsOf(model_.instances[i]);
            size_t skin = 0;
            while (skin < skins.size() && !fits(skins[skin], joints[i]))
                ++skin;
            if (skin == skins.size()) skins.emplace_back();
            for (const Skin::Joint& joint : joints[i])
                skins[skin].emplace(joint.node, joint.inverseBindMatrix);
            skinOf_[i] = static_cast<uint32_t>(skin);
        }
        for (const auto& skin : skins) {
            Skin& written = layout_.skins.emplace_back();
            for (const auto& [node, matrix] : skin)
                written.joints.push_back({node, matrix});
        }
        layout_.jointOf.resize(model_.instances.size());
        for (size_t i = 0; i < joints.size(); ++i)
            for (const Skin::Joint& joint : joints[i]) {
                const std::vector<Skin::Joint>& all = layout_.skins[skinOf_[i]].joints;
                const auto found = std::ranges::lower_bound(all, joint.node, {}, &Skin::Joint::node);
                layout_.jointOf[i].push_back(static_cast<uint32_t>(found - all.begin()));
            }
    }

    static bool fits(const std::map<uint32_t, glm::mat4>& skin, const std::vector<Skin::Joint>& joints) {
        bool shares = false;
        for (const Skin::Joint& joint : joints) {
            const auto found = skin.find(joint.node);
            if (found == skin.end()) continue;
            if (found->second != joint.inverseBindMatrix) return false;
            shares = true;
        }
        return shares;
    }

    void findPlaces() {
        std::vector<bool> hasChildren(model_.hierarchy.size());
        for (const int32_t parent : model_.hierarchy.parents)
            if (parent != kNoParent) hasChildren[static_cast<size_t>(parent)] = true;
        layout_.isFree.assign(model_.hierarchy.size(), false);
        // The instances of one node, by skin, number of morph targets, and weights.
        std::map<std::tuple<uint32_t, uint32_t, size_t, uint32_t>, size_t> known;
        std::set<uint32_t> taken;
        for (uint32_t i = 0; i < model_.instances.size(); ++i) {
            const MeshInstance& instance = model_.instances[i];
            if (!isDrawn(instance)) continue;
            const size_t targets = model_.meshes[instance.mesh].morphTargets.size();
            const auto [found, isNew] =
                known.try_emplace({instance.node, skinOf_[i], targets, targets > 0 ? instance.firstMorphWeight : 0},
                                  layout_.places.size());
            if (isNew) {
                MeshPlace& place = layout_.places.emplace_back(MeshPlace{.skin = skinOf_[i]});
                const bool isSkinned = place.skin != kNowhere, isFirst = taken.insert(instance.node).second;
                if (isFirst && (!isSkinned || (!hasChildren[instance.node] && !isBone_[instance.node]))) {
                    place.node = instance.node;
                    layout_.isFree[instance.node] = isSkinned;
                } else {
                    place.parent = isSkinned ? kNowhere : instance.node;
                    place.name = nameBeside(instance);
                }
            }
            layout_.places[found->second].instances.push_back(i);
        }
        // A skinned mesh moves out of a node that also has a mesh without a skin, which needs the node's transform.
        for (const MeshPlace& place : layout_.places)
            if (place.parent != kNowhere) layout_.isFree[place.parent] = false;
        for (MeshPlace& place : layout_.places)
            if (place.node != kNowhere && place.skin != kNowhere && !layout_.isFree[place.node]) {
                place.node = kNowhere;
                place.name = nameBeside(model_.instances[place.instances.front()]);
            }
    }

    std::string nameBeside(const MeshInstance& instance) const {
        const std::string &mesh = model_.meshes[instance.mesh].name, &node = model_.hierarchy.names[instance.node];
        return mesh.empty() || findNode(model_.hierarchy, mesh) ? node + " mesh" : mesh;
    }

    bool isFirstMeaningless() const {
        return model_.hierarchy.rest[0] == Transform{} && !isBone_[0] && model_.hierarchy.size() > 1 &&
               std::ranges::count(model_.instances, 0u, &MeshInstance::node) == 0 && !isMoved(model_, 0);
    }

    uint32_t topOf(uint32_t node, bool withoutRoot) const {
        if (node >= model_.hierarchy.size()) node = layout_.aliases[node - model_.hierarchy.size()];
        for (int32_t parent; (parent = model_.hierarchy.parents[node]) != kNoParent && !(withoutRoot && parent == 0);)
            node = static_cast<uint32_t>(parent);
        return node;
    }

    bool haveCommonRoots(bool withoutRoot) const {
        return std::ranges::all_of(layout_.skins, [&](const Skin& skin) {
            return std::ranges::all_of(skin.joints, [&](const Skin::Joint& joint) {
                return topOf(joint.node, withoutRoot) == topOf(skin.joints.front().node, withoutRoot);
            });
        });
    }

    void findRoots() {
        layout_.dropsRoot = !hasOwnRoot_ && hasOneRoot(model_) && isFirstMeaningless() && haveCommonRoots(true);
        layout_.needsRoot = !layout_.dropsRoot && !haveCommonRoots(false);
    }

    const Model& model_;
    bool hasOwnRoot_;
    Layout layout_;
    std::vector<bool> isBone_;
    std::vector<uint32_t> skinOf_;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> aliases_;
};

}  // namespace

Layout layOut(const Model& model, bool hasOwnRoot) {
    return Layouter(model, hasOwnRoot).layOut();
}

std::string nameOfMesh(const Model& model, const MeshPlace& place) {
    const std::string& first = model.meshes[model.instances[place.instances[0]].mesh].name;
    const bool isNumbered = place.instances.size() > 1 && first.ends_with("-0");
    return first.substr(0, first.size() - (isNumbered ? 2 : 0));
}

bool usesUvSet(const Material& material, uint32_t set) {
    return std::ranges::any_of(material.textures, [&](const auto& use) { return use && use->uvSet == set; });
}

bool hasUvs(const Model& model, const SkinnedMesh& mesh) {
    return usesUvSet(model.materials[mesh.material], 0) || !areAll(mesh.uvs, glm::vec2(0.0f));
}

}  // namespace sinew::exporting
