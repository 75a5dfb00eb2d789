#include "import/fbx/upgrade.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include "base/text.h"
#include "import/fbx/builder.h"
#include "import/fbx/equal_names.h"
#include "model/limits.h"

namespace sinew::fbx {
namespace {

constexpr std::array<std::string_view, 3> kTransforms{"Lcl Translation", "Lcl Rotation", "Lcl Scaling"};

class Upgrade {
  public:
    Upgrade(const Document& old, Findings& findings) : root_(old.root), builder_(findings) {}

    Document run() {
        const Record* const objects = root_.child("Objects");
        const bool beforeVersion6 = !objects;
        readModels(objects ? *objects : root_, beforeVersion6);
        if (models_.empty()) throw std::runtime_error("has no objects");
        if (objects) readObjects(*objects);
        for (OldModel* model : order_) {
            addModel(*model);
            if (!showSharedMesh(*model)) addMesh(*model, beforeVersion6, builder_);
            if (beforeVersion6) addParts(*model);
        }
        if (const Record* connections = root_.child("Connections")) readConnections(*connections);
        if (beforeVersion6) readChildren();
        addClusters();
        joinTree();
        for (const OldModel* model : order_) {
            for (const int64_t material : model->materials)
                builder_.connect(material, model->id);
            addLayeredTextures(*model, builder_);
        }
        addTakes(root_, models_, kTicksPerSecond / ticksPerSecond(root_), builder_);
        return builder_.finish(settings());
    }

  private:
    void readModels(const Record& parent, bool beforeVersion6) {
        for (const Record& record : parent.children) {
            if (record.name != "Model" || record.text().empty()) continue;
            const auto [type, name] = splitName(record.text());
            if (!beforeVersion6 && type != "Model" && !type.empty()) continue;
            const auto [place, isNew] = models_.try_emplace(std::string(name));
            if (!isNew) continue;
            OldModel& model = place->second;
            model.id = builder_.newId();
            model.name = nameInFile(name);
            model.record = &record;
            beforeVersion6 ? readChannels(model) : readProperties(model);
            order_.push_back(&model);
            if (order_.size() > kMaxNodes) throw std::runtime_error(fmt::format("has more than {} nodes", kMaxNodes));
        }
    }

    static void readProperties(OldModel& model) {
        for (const Property& property : oldProperties(*model.record))
            for (size_t part = 0; part < kTransforms.size(); ++part)
                for (size_t axis = 0; property.name == kTransforms[part] && axis < property.values.size(); ++axis)
                    if (const auto* number = std::get_if<double>(&property.values[axis]))
                        model.rest[part][axis] = *number;
    }

    /// The node's own channels, or those of the current take, have its transform.
    void readChannels(OldModel& model) const {
        const Record* const takes = root_.child("Takes");
        const Record* inTake = nullptr;
        for (const Record& take : takes ? std::span(takes->children) : std::span<const Record>()) {
            const Record* const current = takes->child("Current");
            if (take.name != "Take" || (inTake && (!current || current->text() != take.text()))) continue;
            for (const Record& child : take.children)
                if (child.name == "Model" && splitName(child.text()).name == model.name) inTake = &child;
        }
        constexpr std::array<std::string_view, 3> kParts{"T", "R", "S"}, kAxes{"X", "Y", "Z"};
        for (size_t part = 0; part < 3; ++part)
            for (size_t axis = 0; axis < 3; ++axis) {
                const Record* channel = channelOf(*model.record, {"Transform", kParts[part], kAxes[axis]});
                if (!channel && inTake) channel = channelOf(*inTake, {"Transform", kParts[part], kAxes[axis]});
                const Record* const value = channel ? channel->child("Default") : nullptr;
                if (value && std::isfinite(value->number())) model.rest[part][axis] = value->number();
            }
    }

    void addModel(const OldModel& model) {
        std::string kind(model.record->text(1));
        if (kind.empty())
            if (const Record* type = model.record->child("Type")) kind = type->text();
        if (kind == "Limb" || kind == "Root") kind = "LimbNode";
        if (kind.empty() || kind == "Model") kind = model.record->child("Vertices") ? "Mesh" : "Null";
        Record& added = builder_.object("Model", model.id, model.name, "Model", kind);
        added.add("Version", {int32_t{232}});
        std::vector<Property> properties = oldProperties(*model.record);
        for (size_t part = 0; part < kTransforms.size(); ++part)
            properties.push_back(vectorProperty(std::string(kTransforms[part]), std::string(kTransforms[part]),
                                                model.rest[part][0], model.rest[part][1], model.rest[part][2]));
        addProperties(added, properties);
        if (kind == "Mesh") return;
        const int64_t attribute = builder_.newId();
        Record& own = builder_.object("NodeAttribute", attribute, model.name, "NodeAttribute", kind);
        addProperties(own, kind == "Camera" || kind == "Light" ? properties : std::vector<Property>());
        builder_.connect(attribute, model.id);
    }

    /// Materials, textures and deformers of version 6.
    void readObjects(const Record& objects) {
        for (const Record& record : objects.children) {
            const auto [type, name] = splitName(record.text());
            const std::string key(record.text());
            if (key.empty() || ids_.contains(key)) continue;
            if (record.name == "Material") {
                ids_[key] = {addMaterial(record, name), Kind::material};
            } else if (record.name == "Texture" || record.name == "LayeredTexture" || record.name == "Video") {
                ids_[key] = {addTexture(record, name), record.name == "Video" ? Kind::video : Kind::texture};
            } else if (record.name == "Deformer" && record.text(1) == "Skin") {
                ids_[key] = {addSkin(name), Kind::skin};
            } else if (record.name == "Deformer" && record.text(1) == "Cluster") {
                ids_[key] = {static_cast<int64_t>(clusters_.size()), Kind::cluster};
                clusters_.push_back({&record, std::string(name)});
            }
        }
    }

    int64_t addSkin(std::string_view name) {
        const int64_t id = builder_.newId();
        builder_.object("Deformer", id, name, "Deformer", "Skin").add("Version", {int32_t{100}});
        return id;
    }

    int64_t addMaterial(const Record& record, std::string_view name) {
        const int64_t id = builder_.newId();
        Record& material = builder_.object("Material", id, name, "Material", "");
        material.add("Version", {int32_t{102}});
        const Record* const shading = record.child("ShadingModel");
        const std::string_view model = shading ? shading->text() : "";
        material.add("ShadingModel", {std::string(model.empty() ? "phong" : model)});
        material.add("MultiLayer", {int32_t{0}});
        std::vector<Property> properties = oldProperties(record);
        constexpr std::pair<std::string_view, std::string_view> kColors[] = {{"Ambient", "AmbientColor"},
                                                                             {"Diffuse", "DiffuseColor"},
                                                                             {"Emissive", "EmissiveColor"},
                                                                             {"Specular", "SpecularColor"}};
        for (const auto& [old, property] : kColors)
            if (const Record* color = record.child(old); color && color->values.size() >= 3)
                properties.push_back(vectorProperty(std::string(property), "ColorRGB", color->number(0),
                                                    color->number(1), color->number(2)));
        if (const Record* shininess = record.child("Shininess"))
            properties.push_back({"Shininess", "Number", {shininess->number()}});
        if (const Record* alpha = record.child("Alpha"))
            properties.push_back({"Opacity", "Number", {alpha->number(0, 1.0)}});
        addProperties(material, properties);
        return id;
    }

    int64_t addTexture(const Record& record, std::string_view name) {
        const int64_t id = builder_.newId();
        const bool video = record.name == "Video";
        Record& texture = builder_.object(record.name, id, name, record.name, video ? "Clip" : "");
        texture.add("Type", {std::string(video ? "Clip" : "TextureVideoClip")});
        for (const auto& [old, now] : {std::pair{"FileName", "FileName"},
                                       {"Filename", "FileName"},
                                       {"RelativeFilename", "RelativeFilename"},
                                       {"Media", "Media"}})
            if (const Record* child = record.child(old); child && !texture.child(now)) {
                std::string_view path = child->text();
                texture.add(video && std::string_view(now) == "FileName" ? "Filename" : now, {std::string(path)});
            }
        if (const Record* content = record.child("Content"); video && content) addContent(*content, texture);
        addProperties(texture, oldProperties(record));
        return id;
    }

    void addContent(const Record& content, Record& video) const {
        if (std::string_view bytes = content.text(); !bytes.empty()) video.add("Content", {std::string(bytes)});
    }

    /// Instances of a mesh repeat it, under the name of one attribute.
    bool showSharedMesh(OldModel& model) {
        const Record* const attribute = model.record->child("NodeAttributeName");
        const Record* const vertices = model.record->child("Vertices");
        if (!attribute || attribute->text().empty() || !vertices) return false;
        const OldModel*& first = meshes_[std::string(attribute->text())];
        const Record* const others = first ? first->record->child("Vertices") : nullptr;
        if (!others || first->geometry == 0 || others->numbers() != vertices->numbers()) {
            first = &model;
            return false;
        }
        model.geometry = first->geometry;
        builder_.connect(model.geometry, model.id);
        return true;
    }

    /// What a model of version 5 has in itself.
    void addParts(OldModel& model) {
        for (const Record& part : model.record->children) {
            const std::string_view name = splitName(part.text()).name;
            if (part.name == "Material") model.materials.push_back(addMaterial(part, name));
            if (part.name != "Link") continue;
            if (skins_.empty() || skins_.back().model != &model) skins_.push_back({addSkin(model.name), &model});
            clusters_.push_back({&part, std::string(name), modelOf(part.text()), skins_.back().id});
        }
    }

    void addClusters() {
        for (const Cluster& cluster : clusters_) {
            const auto skin = std::ranges::find(skins_, cluster.skin, &Skin::id);
            if (skin == skins_.end() || skin->model->geometry == 0) continue;
            const int64_t id = builder_.newId();
            Record& added = builder_.object("Deformer", id, cluster.name, "SubDeformer", "Cluster");
            for (const std::string_view name : {"Indexes", "Weights", "Transform"})
                if (const Record* list = cluster.record->child(name)) added.children.push_back(*list);
            builder_.connect(id, cluster.skin);
            if (cluster.bone) builder_.connect(cluster.bone->id, id);
        }
        for (const Skin& skin : skins_)
            if (skin.model->geometry != 0) builder_.connect(skin.id, skin.model->geometry);
    }

    void readConnections(const Record& connections) {
        for (const Record& one : connections.children) {
            if (one.name != "Connect" || one.text(0) == "PP") continue;
            const std::string_view source = one.text(1), destination = one.text(2), property = one.text(3);
            OldModel* const from = modelOf(source);
            OldModel* const to = modelOf(destination);
            const auto object = ids_.find(source), target = ids_.find(destination);
            if (from && to && property.empty()) {
                children_[to].push_back(from);
            } else if (from && target != ids_.end() && target->second.kind == Kind::cluster) {
                OldModel*& bone = clusters_[static_cast<size_t>(target->second.id)].bone;
                if (!bone) bone = from;
            } else if (object != ids_.end() && to) {
                connectToModel(object->second, *to);
            } else if (object != ids_.end() && target != ids_.end()) {
                connectObjects(object->second, target->second, property);
            }
        }
    }

    enum class Kind { material, texture, video, skin, cluster };
    struct OldObject {
        int64_t id = 0;  ///< of a cluster: its index
        Kind kind = Kind::material;
    };

    struct Cluster {
        const Record* record = nullptr;
        std::string name;
        OldModel* bone = nullptr;
        int64_t skin = 0;
    };
    struct Skin {
        int64_t id = 0;
        OldModel* model = nullptr;
    };

    void connectToModel(const OldObject& object, OldModel& model) {
        if (object.kind == Kind::material) model.materials.push_back(object.id);
        if (object.kind == Kind::texture) model.textures.push_back(object.id);
        if (object.kind == Kind::skin) skins_.push_back({object.id, &model});
    }

    void connectObjects(const OldObject& source, const OldObject& target, std::string_view property) {
        if (source.kind == Kind::cluster && target.kind == Kind::skin)
            clusters_[static_cast<size_t>(source.id)].skin = target.id;
        else if (source.kind == Kind::texture && target.kind == Kind::material)
            builder_.connect(source.id, target.id, property.empty() ? "DiffuseColor" : property);
        else if ((source.kind == Kind::video || source.kind == Kind::texture) && target.kind == Kind::texture)
            builder_.connect(source.id, target.id);
    }

    OldModel* modelOf(std::string_view text) {
        const auto [type, name] = splitName(text);
        if (!type.empty() && type != "Model") return nullptr;
        const auto found = models_.find(name);
        return found == models_.end() ? nullptr : &found->second;
    }

    void readChildren() {
        for (OldModel* model : order_)
            if (const Record* children = model->record->child("Children"))
                for (size_t i = 0; i < children->values.size(); ++i)
                    if (OldModel* child = modelOf(children->text(i))) children_[model].push_back(child);
    }

    /// Connects each model to one parent, so that they are a tree; those without a parent are at the top.
    void joinTree() {
        std::map<const OldModel*, const OldModel*> parents;
        for (OldModel* model : order_)
            for (const OldModel* child : children_[model])
                if (!isAbove(child, model, parents)) parents.try_emplace(child, model);
        for (const OldModel* model : order_)
            if (!parents.contains(model)) builder_.connect(model->id, 0);
        for (OldModel* model : order_)
            for (const OldModel* child : children_[model])
                if (const auto parent = parents.find(child); parent != parents.end() && parent->second == model) {
                    builder_.connect(child->id, model->id);
                    parents.erase(parent);
                }
    }

    static bool isAbove(const OldModel* model, const OldModel* below,
                        const std::map<const OldModel*, const OldModel*>& parents) {
        uint32_t depth = 0;
        for (const OldModel* at = below; at; ++depth) {
            if (at == model) return true;
            if (depth > kMaxDepth) throw std::runtime_error(fmt::format("has nodes deeper than {}", kMaxDepth));
            const auto parent = parents.find(at);
            at = parent == parents.end() ? nullptr : parent->second;
        }
        return false;
    }

    std::vector<Property> settings() const {
        const Record* const objects = root_.child("Objects");
        const Record* own = objects ? objects->child("GlobalSettings") : nullptr;
        if (!own) own = root_.child("GlobalSettings");
        return own ? oldProperties(*own) : std::vector<Property>();
    }

    const Record& root_;
    Builder builder_;
    OldModels models_;
    std::vector<OldModel*> order_;  ///< as in the file
    std::map<std::string, OldObject, std::less<>> ids_;
    std::map<const OldModel*, std::vector<OldModel*>> children_;
    std::map<std::string, const OldModel*> meshes_;  ///< by attribute
    std::vector<Cluster> clusters_;
    std::vector<Skin> skins_;
};

}  // namespace

Document upgrade(const Document& old, Findings& findings) {
    return Upgrade(old, findings).run();
}

}  // namespace sinew::fbx
