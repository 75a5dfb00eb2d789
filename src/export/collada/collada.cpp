#include "export/collada/collada.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"

#include "export/collada/file.h"
#include "export/gltf/document.h"

namespace sinew::exporting {
namespace {

/// A word of letters that every reader takes for an id.
std::string wordOf(const std::string& name) {
    std::string word;
    for (const char c : name) {
        const bool isDigit = (c >= '0' && c <= '9') || c == '-';
        const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (isDigit && word.empty()) word += '_';
        word += isDigit || isLetter ? c : '_';
    }
    return word.empty() ? "unnamed" : word;
}

/// The nodes of a scene. Readers make bones of those of the type JOINT: those of skins, those above, as Blender plays
/// bones rightly only where nothing else moves them, and those below that carry no mesh; without a mesh, all.
class SceneWriter {
  public:
    explicit SceneWriter(ColladaFile& file)
        : file_(file), model_(file.model), layout_(file.layout), children_(model_.hierarchy.size()) {
        for (uint32_t n = 0; n < children_.size(); ++n) {
            const int32_t parent = model_.hierarchy.parents[n];
            const bool isRoot = parent == kNoParent || layout_.isFree[n] || (parent == 0 && layout_.dropsRoot);
            if (n > 0 || !layout_.dropsRoot) (isRoot ? roots_ : children_[static_cast<size_t>(parent)]).push_back(n);
        }
        for (size_t p = 0; p < layout_.places.size(); ++p) {
            const MeshPlace& place = layout_.places[p];
            (place.node == kNowhere ? placesBelow_ : placesAt_)
                .emplace(place.node == kNowhere ? place.parent : place.node, p);
        }
        findJoints();
    }

    void write() {
        const std::string id = file_.ids.take("Scene");
        file_.text.open("library_visual_scenes");
        file_.text.open("visual_scene", {{"id", id}, {"name", id}});
        for (const uint32_t root : roots_)
            writeNode(root);
        writePlacesBelow(kNowhere);
        file_.text.close(), file_.text.close();
        file_.text.open("scene");
        file_.text.leaf("instance_visual_scene", {{"url", "#" + id}});
        file_.text.close();
    }

  private:
    void findJoints() {
        const std::vector<int32_t>& parents = model_.hierarchy.parents;
        std::vector<bool> isSkinJoint(parents.size()), hasJoint(parents.size()), hasMesh(parents.size());
        for (const Skin& skin : layout_.skins)
            for (const Skin::Joint& joint : skin.joints)
                isSkinJoint[joint.node < parents.size() ? joint.node : layout_.aliases[joint.node - parents.size()]] =
                    true;
        for (const MeshPlace& place : layout_.places)
            if (const uint32_t node = place.node == kNowhere ? place.parent : place.node; node != kNowhere)
                hasMesh[node] = true;
        for (size_t n = parents.size(); n-- > 0;) {
            hasJoint[n] = hasJoint[n] || isSkinJoint[n];
            if (parents[n] == kNoParent) continue;
            const auto parent = static_cast<size_t>(parents[n]);
            hasJoint[parent] = hasJoint[parent] || hasJoint[n];
            hasMesh[parent] = hasMesh[parent] || (hasMesh[n] && !layout_.isFree[n]);
        }
        isJoint_.resize(parents.size());
        std::vector<bool> isBelow(parents.size());  // a skin's joint
        for (size_t n = 0; n < parents.size(); ++n) {
            isBelow[n] = isSkinJoint[n] || (parents[n] != kNoParent && isBelow[static_cast<size_t>(parents[n])]);
            isJoint_[n] = layout_.places.empty() || hasJoint[n] || (isBelow[n] && !hasMesh[n]);
        }
    }

    void writeMatrix(const Transform& transform) {
        std::vector<float> numbers;
        appendMatrix(transform, numbers);
        file_.text.leaf("matrix", {{"sid", "transform"}}, numbers);
    }

    void openNode(const std::string& id, const std::string& name, bool isJoint) {
        file_.text.open("node", {{"id", id}, {"sid", id}, {"name", name}, {"type", isJoint ? "JOINT" : "NODE"}});
    }

    /// Some readers make a joint without children the mesh that it carries: that gets a node of its own.
    void writeNode(uint32_t n) {
        openNode(file_.ids.ofNode[n], model_.hierarchy.names[n], isJoint_[n]);
        writeMatrix(layout_.isFree[n] ? Transform{} : model_.hierarchy.rest[n]);
        const auto place = placesAt_.find(n);
        const bool isHere = place != placesAt_.end();
        if (isHere && !isJoint_[n]) writeInstance(place->second);
        for (const uint32_t child : children_[n])
            writeNode(child);
        for (size_t a = 0; a < layout_.aliases.size(); ++a) {
            if (layout_.aliases[a] != n) continue;
            openNode(file_.joints[children_.size() + a], model_.hierarchy.names[n] + " joint", true);
            writeMatrix({});
            file_.text.close();
        }
        if (isHere && isJoint_[n]) writePlace(place->second, model_.hierarchy.names[n] + " mesh");
        writePlacesBelow(n);
        file_.text.close();
    }

    void writePlacesBelow(uint32_t parent) {
        for (auto [place, end] = placesBelow_.equal_range(parent); place != end; ++place)
            writePlace(place->second, layout_.places[place->second].name);
    }

    void writePlace(size_t p, const std::string& name) {
        openNode(file_.ids.take(name), name, false);
        writeMatrix({});
        writeInstance(p);
        file_.text.close();
    }

    void writeInstance(size_t p) {
        const MeshPlace& place = layout_.places[p];
        const ColladaMesh& mesh = file_.meshes[p];
        const bool isGeometry = place.skin == kNowhere && mesh.morph.empty();
        file_.text.open(isGeometry ? "instance_geometry" : "instance_controller", {{"url", "#" + mesh.id}});
        if (place.skin != kNowhere)
            for (const uint32_t root : skeletonsOf(layout_.skins[place.skin]))
                file_.text.leaf("skeleton", {}, "#" + file_.joints[root]);
        file_.text.open("bind_material");
        file_.text.open("technique_common");
        std::vector<uint32_t> materials;
        for (const uint32_t instance : place.instances)
            materials.push_back(model_.meshes[model_.instances[instance].mesh].material);
        std::ranges::sort(materials);
        materials.erase(std::unique(materials.begin(), materials.end()), materials.end());
        for (const uint32_t material : materials) {
            const std::string& id = file_.materials[material];
            file_.text.open("instance_material", {{"symbol", id}, {"target", "#" + id}});
            for (const char* set : {"0", "1"})
                file_.text.leaf(
                    "bind_vertex_input",
                    {{"semantic", std::string("UV") + set}, {"input_semantic", "TEXCOORD"}, {"input_set", set}});
            file_.text.close();
        }
        file_.text.close(), file_.text.close(), file_.text.close();
    }

    /// The topmost joints above those of a skin.
    std::set<uint32_t> skeletonsOf(const Skin& skin) const {
        std::set<uint32_t> roots;
        for (const Skin::Joint& joint : skin.joints) {
            uint32_t node = joint.node < children_.size() ? joint.node : layout_.aliases[joint.node - children_.size()];
            for (int32_t parent; (parent = model_.hierarchy.parents[node]) != kNoParent &&
                                 isJoint_[static_cast<size_t>(parent)] && !(parent == 0 && layout_.dropsRoot);)
                node = static_cast<uint32_t>(parent);
            roots.insert(node);
        }
        return roots;
    }

    ColladaFile& file_;
    const Model& model_;
    const Layout& layout_;
    std::multimap<uint32_t, size_t> placesAt_, placesBelow_;  ///< by node: its own, and those with nodes of their own
    std::vector<std::vector<uint32_t>> children_;
    std::vector<uint32_t> roots_;
    std::vector<bool> isJoint_;
};

void writeAsset(ColladaFile& file) {
    const Json extras = extrasFrom(file.model.fileExtras);
    const Json::json_pointer place("/asset/copyright");
    const Json copyright = extras.is_object() && extras.contains(place) ? extras[place] : Json();
    const double unit = file.model.metersPerUnit.value_or(1.0);
    constexpr const char* kAxes[] = {"X_UP", "Y_UP", "Z_UP"};
    file.text.open("asset");
    file.text.open("contributor");
    file.text.leaf("authoring_tool", {}, "Sinew " SINEW_VERSION);
    if (copyright.is_string()) file.text.leaf("copyright", {}, utf8From(copyright.get<std::string>()));
    file.text.close();
    for (const char* element : {"created", "modified"})  // the same input gives the same bytes
        file.text.leaf(element, {}, "2000-01-01T00:00:00Z");
    file.text.leaf("unit", {{"name", unit == 1.0 ? "meter" : "unit"}, {"meter", fmt::format("{}", unit)}});
    file.text.leaf("up_axis", {}, kAxes[static_cast<size_t>(file.model.up)]);
    file.text.close();
}

}  // namespace

/// Names that other elements have are no ids of nodes with other names: readers mix them up.
ColladaIds::ColladaIds(const Model& model) : ofNode(model.hierarchy.size()) {
    const std::vector<std::string>& names = model.hierarchy.names;
    for (size_t n = 0; n < names.size(); ++n)
        if (wordOf(names[n]) == names[n] && taken_.take(names[n])) ofNode[n] = names[n];
    NumberedNames reserved = taken_;
    for (const SkinnedMesh& mesh : model.meshes)
        reserved.take(mesh.name);
    for (const Material& material : model.materials)
        reserved.take(material.name);
    for (const AnimationClip& clip : model.clips)
        reserved.take(clip.name);
    for (size_t n = 0; n < names.size(); ++n) {
        if (!ofNode[n].empty()) continue;
        const std::string word = wordOf(names[n]);
        ofNode[n] = reserved.take(word) ? word : reserved.takeNumbered(word + "_");
        taken_.take(ofNode[n]);
    }
}

std::string ColladaIds::take(const std::string& name) {
    const std::string word = wordOf(name);
    return taken_.take(word) ? word : taken_.takeNumbered(word + "_");
}

void appendMatrix(const glm::mat4& matrix, std::vector<float>& out) {
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column)
            out.push_back(row < 3 ? matrix[column][row] : column < 3 ? 0.0f : 1.0f);
}

void appendMatrix(const Transform& transform, std::vector<float>& out) {
    constexpr float kLeast = 1e-6f;
    Transform whole = transform;
    for (int i = 0; i < 3; ++i)
        if (std::abs(whole.scale[i]) < kLeast) whole.scale[i] = std::copysign(kLeast, whole.scale[i]);
    appendMatrix(matrixFrom(whole), out);
}

void writeCollada(const Model& model, const Layout& layout, const ExportOptions& options, ExportedModel& exported) {
    ColladaFile file{model, layout, options, exported};
    file.text.open("COLLADA", {{"xmlns", "http://www.collada.org/2005/11/COLLADASchema"}, {"version", "1.4.1"}});
    writeAsset(file);
    file.joints = file.ids.ofNode;
    for (const uint32_t node : layout.aliases)
        file.joints.push_back(file.ids.take(model.hierarchy.names[node] + " joint"));
    writeColladaMaterials(file);
    writeColladaMeshes(file);
    writeColladaClips(file);
    SceneWriter(file).write();
    exported.text = file.text.take();
}

}  // namespace sinew::exporting
