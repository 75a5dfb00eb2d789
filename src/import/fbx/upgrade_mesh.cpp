#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "import/fbx/builder.h"
#include "import/fbx/inner_shapes.h"
#include "import/assimp/convert.h"
#include "model/text.h"

namespace sinew::fbx {
namespace {

constexpr double kMostVertices = 2147483647.0;

void addNumbers(Record& record, std::string_view name, char type, std::vector<double> values) {
    record.add(std::string(name), {Numbers{type, std::move(values)}});
}

/// Names of the arrays of a kind of layer: its numbers, how many make a value, and the indices.
struct LayerKind {
    std::string_view type, values, indices;
    size_t width;
};

constexpr std::array kLayers{LayerKind{"LayerElementNormal", "Normals", "NormalsIndex", 3},
                             LayerKind{"LayerElementUV", "UV", "UVIndex", 2},
                             LayerKind{"LayerElementColor", "Colors", "ColorIndex", 4}};

/// The polygons of a mesh as the file numbers them: the last corner of each is negative.
struct Polygons {
    std::vector<double> corners;
    size_t count = 0;
};

/// Nothing where there are no polygons, or they refer to vertices that do not exist.
std::optional<Polygons> polygonsOf(const Record& record, size_t vertexCount) {
    Polygons result{record.numbersOf("PolygonVertexIndex"), 0};
    if (result.corners.empty()) return std::nullopt;
    if (result.corners.back() >= 0.0) result.corners.back() = -1.0 - result.corners.back();
    for (const double corner : result.corners) {
        const double vertex = corner < 0.0 ? -1.0 - corner : corner;
        if (!(vertex < static_cast<double>(vertexCount))) return std::nullopt;
        result.count += corner < 0.0;
    }
    return result;
}

/// True when each index refers to one of `count` values.
bool areWithin(const std::vector<double>& indices, size_t count) {
    return std::ranges::all_of(indices, [&](double i) { return i >= -1.0 && i < static_cast<double>(count); });
}

class MeshBuilder {
  public:
    MeshBuilder(Record& geometry, const Polygons& polygons, size_t vertexCount)
        : geometry_(geometry), polygons_(polygons), vertexCount_(vertexCount) {}

    void layers(const Record& model) {
        for (const Record& child : model.children) {
            const auto kind = std::ranges::find(kLayers, child.name, &LayerKind::type);
            if (kind != kLayers.end()) values(*kind, child);
            if (child.name == "LayerElementMaterial")
                materials(child.child("MappingInformationType"), child.numbersOf("Materials"));
        }
    }

    /// Of versions before 6, which have one set of each.
    void singleLayers(const Record& model) {
        const std::vector<double> normals = model.numbersOf("Normals");
        if (!normals.empty()) {
            const bool byVertex = normals.size() / 3 == vertexCount_ && normals.size() / 3 != polygons_.corners.size();
            add(kLayers[0], "", byVertex, normals, {});
        }
        if (const Record* uvs = model.child("GeometryUVInfo"))
            add(kLayers[1], "", false, uvs->numbersOf("TextureUV"), uvs->numbersOf("TextureUVVerticeIndex"));
        materials(model.child("MaterialAssignation"), model.numbersOf("Materials"));
    }

    void finish() {
        if (added_.empty()) return;  // assimp drops a mesh with an empty layer
        Record& layer = geometry_.add("Layer", {int32_t{0}});
        for (const auto& [type, index] : added_) {
            Record& element = layer.add("LayerElement");
            element.add("Type", {std::string(type)});
            element.add("TypedIndex", {index});
        }
    }

  private:
    void values(const LayerKind& kind, const Record& layer) {
        const Record* const mapping = layer.child("MappingInformationType");
        const std::string_view by = mapping ? mapping->text() : "";
        const bool byVertex = by == "ByVertice" || by == "ByVertex";
        if (!byVertex && by != "ByPolygonVertex" && by != "ByPolygon") return;
        const Record* const name = layer.child("Name");
        add(kind, name ? name->text() : "", byVertex, layer.numbersOf(kind.values), layer.numbersOf(kind.indices));
    }

    /// Adds a layer if its arrays fit the mesh.
    void add(const LayerKind& kind, std::string_view name, bool byVertex, std::vector<double> all,
             std::vector<double> indices) {
        const size_t places = byVertex ? vertexCount_ : polygons_.corners.size(), count = all.size() / kind.width;
        const bool direct = indices.empty();
        if (direct ? count < places : indices.size() < places || !areWithin(indices, count)) return;
        for (double& index : indices)
            index = std::max(index, 0.0);
        direct ? all.resize(places * kind.width) : indices.resize(places);
        Record& layer =
            begin(kind.type, name, byVertex ? "ByVertice" : "ByPolygonVertex", direct ? "Direct" : "IndexToDirect");
        addNumbers(layer, kind.values, 'd', std::move(all));
        if (!direct) addNumbers(layer, kind.indices, 'i', std::move(indices));
    }

    void materials(const Record* mapping, std::vector<double> indices) {
        if (!mapping) return;
        if (mapping->text() == "AllSame")
            indices.resize(1);
        else if (mapping->text() != "ByPolygon" || indices.size() < polygons_.count)
            return;
        else
            indices.resize(polygons_.count);
        addNumbers(begin("LayerElementMaterial", "", mapping->text(), "IndexToDirect"), "Materials", 'i',
                   std::move(indices));
    }

    Record& begin(std::string_view type, std::string_view name, std::string_view mapping, std::string_view reference) {
        const auto index =
            static_cast<int32_t>(std::ranges::count(added_, type, [](const auto& one) { return one.first; }));
        added_.emplace_back(type, index);
        Record& layer = geometry_.add(std::string(type), {index});
        layer.add("Version", {int32_t{101}});
        layer.add("Name", {std::string(name)});
        layer.add("MappingInformationType", {std::string(mapping)});
        layer.add("ReferenceInformationType", {std::string(reference)});
        return layer;
    }

    Record& geometry_;
    const Polygons& polygons_;
    size_t vertexCount_;
    std::vector<std::pair<std::string_view, int32_t>> added_;
};

/// The weight in percent that an old file gives a blend shape at rest.
double percentOf(const Record& model, std::string_view shape) {
    for (const Property& property : oldProperties(model))
        if (property.name == shape && !property.values.empty())
            if (const auto* percent = std::get_if<double>(&property.values.front())) return *percent;
    const Record* const channel = channelOf(model, {std::string(shape) + " (Shape)"});
    const Record* const value = channel ? channel->child("Default") : nullptr;
    return value ? value->number() : 0.0;
}

/// @return whether the shape fits the mesh.
bool addShape(const Record& shape, int64_t id, size_t vertexCount, Builder& builder) {
    std::vector<Record> parts = partsOfShape(shape, vertexCount);
    if (parts.empty()) return false;
    builder.object("Geometry", id, shape.text(), "Geometry", "Shape").children = std::move(parts);
    return true;
}

void addShapes(OldModel& model, size_t vertexCount, Builder& builder) {
    int64_t deformer = 0;
    for (const Record& shape : model.record->children) {
        if (shape.name != "Shape" || shape.text().empty() || model.shapes.contains(shape.text())) continue;
        const int64_t channel = builder.newId(), target = builder.newId();
        if (!addShape(shape, target, vertexCount, builder)) {
            builder.findings.push_back(
                {"morph-misfit", Severity::warning, utf8From(model.name),
                 fmt::format("the blend shape '{}' does not fit its mesh", utf8From(shape.text()))});
            continue;
        }
        if (deformer == 0) {
            deformer = builder.newId();
            builder.object("Deformer", deformer, model.name, "Deformer", "BlendShape").add("Version", {int32_t{100}});
            builder.connect(deformer, model.geometry);
        }
        const double percent = percentOf(*model.record, shape.text());
        Record& added = builder.object("Deformer", channel, shape.text(), "SubDeformer", "BlendShapeChannel");
        added.add("Version", {int32_t{100}});
        added.add("DeformPercent", {percent});
        addNumbers(added, "FullWeights", 'd', {100.0});
        addProperties(added, {{"DeformPercent", "Number", {percent}}});
        builder.connect(channel, deformer);
        builder.connect(target, channel);
        model.shapes.emplace(shape.text(), channel);
    }
}

/// The layers that choose a texture for each polygon, and what a material's texture of that kind is called.
constexpr std::pair<std::string_view, std::string_view> kTextureLayers[] = {
    {"LayerElementTexture", "DiffuseColor"},
    {"LayerElementEmissiveTextures", "EmissiveColor"},
    {"LayerElementEmissive_Textures", "EmissiveColor"},
    {"LayerElementSpecularTextures", "SpecularColor"},
    {"LayerElementSpecularColorTextures", "SpecularColor"},
    {"LayerElementTransparentTextures", "TransparentColor"},
    {"LayerElementBumpTextures", "Bump"},
    {"LayerElementNormalMapTextures", "NormalMap"}};

}  // namespace

void addMesh(OldModel& model, bool beforeVersion6, Builder& builder) {
    const Record& record = *model.record;
    if (!record.child("Vertices") || !record.child("PolygonVertexIndex")) return;
    std::vector<double> vertices = record.numbersOf("Vertices");
    const size_t count = vertices.size() / 3;
    const auto polygons = polygonsOf(record, count);
    if (count == 0 || static_cast<double>(count) > kMostVertices || !polygons) {
        builder.findings.push_back({"mesh-unusable", Severity::error, utf8From(model.name),
                                    count == 0 ? "has no vertices" : "has polygons without vertices"});
        return;
    }
    vertices.resize(3 * count);
    model.vertexCount = count;
    model.geometry = builder.newId();
    Record& geometry = builder.object("Geometry", model.geometry, model.name, "Geometry", "Mesh");
    addNumbers(geometry, "Vertices", 'd', std::move(vertices));
    addNumbers(geometry, "PolygonVertexIndex", 'i', polygons->corners);
    geometry.add("GeometryVersion", {int32_t{124}});
    MeshBuilder layers(geometry, *polygons, count);
    beforeVersion6 ? layers.singleLayers(record) : layers.layers(record);
    layers.finish();
    builder.connect(model.geometry, model.id);
    addShapes(model, count, builder);
}

void addLayeredTextures(const OldModel& model, Builder& builder) {
    std::vector<double> materials;
    if (const Record* layer = model.record->child("LayerElementMaterial")) materials = layer->numbersOf("Materials");
    std::set<std::pair<int64_t, std::string_view>> shown;
    for (const auto& [name, shownAs] : kTextureLayers) {
        const std::string_view property = shownAs;
        const Record* const layer = model.record->child(name);
        const Record* const mapping = layer ? layer->child("MappingInformationType") : nullptr;
        if (!mapping) continue;
        const auto show = [&](size_t material, double texture) {
            if (material >= model.materials.size() || !(texture >= 0.0) ||
                texture >= static_cast<double>(model.textures.size()))
                return;
            if (shown.emplace(model.materials[material], property).second)
                builder.connect(model.textures[static_cast<size_t>(texture)], model.materials[material], property);
        };
        std::vector<double> textures = layer->numbersOf("TextureId");
        if (mapping->text() == "AllSame") {
            for (size_t m = 0; m < model.materials.size(); ++m)
                show(m, textures.empty() ? 0.0 : textures.front());
        } else {
            for (size_t p = 0; p < textures.size(); ++p) {
                const double material = materials.empty() ? 0.0 : materials[std::min(p, materials.size() - 1)];
                if (material >= 0.0 && material < static_cast<double>(model.materials.size()))
                    show(static_cast<size_t>(material), textures[p]);
            }
        }
    }
}

int64_t addCluster(const Record& record, std::string_view name, const OldModel& model, Builder& builder) {
    const std::vector<double> indices = record.numbersOf("Indexes"), weights = record.numbersOf("Weights");
    std::vector<double> transform = record.numbersOf("Transform"), link = record.numbersOf("TransformLink");
    constexpr size_t kMatrix = 16;
    std::vector<double> ownIndices, ownWeights;
    for (size_t i = 0; i < std::min(indices.size(), weights.size()); ++i) {
        if (!(indices[i] >= 0.0 && indices[i] < static_cast<double>(model.vertexCount))) continue;
        ownIndices.push_back(indices[i]), ownWeights.push_back(weights[i]);
    }
    const bool usable = transform.size() >= kMatrix && link.size() >= kMatrix;
    const size_t ignored = std::max(indices.size(), weights.size()) - (usable ? ownIndices.size() : 0);
    if (ignored > 0)
        builder.findings.push_back(countFinding("weight-ignored", Severity::warning, utf8From(model.name), ignored,
                                                "weight", "weights", "ignored: without a vertex or a matrix"));
    if (!usable) return 0;
    transform.resize(kMatrix), link.resize(kMatrix);
    const int64_t id = builder.newId();
    Record& cluster = builder.object("Deformer", id, name, "SubDeformer", "Cluster");
    cluster.add("Version", {int32_t{100}});
    addNumbers(cluster, "Indexes", 'i', std::move(ownIndices));
    addNumbers(cluster, "Weights", 'd', std::move(ownWeights));
    addNumbers(cluster, "Transform", 'd', std::move(transform));
    addNumbers(cluster, "TransformLink", 'd', std::move(link));
    return id;
}

}  // namespace sinew::fbx
