#include <algorithm>
#include <cmath>
#include <set>

#include "import/fbx/builder.h"

namespace sinew::fbx {
namespace {

/// The layers of versions before 6, which have one of each.
void addSingleLayers(const Record& model, Record& geometry) {
    const auto begin = [&](std::string_view type, const Record* mapping, std::string_view otherwise) -> Record& {
        Record& layer = geometry.add(std::string(type), {int32_t{0}});
        layer.add("MappingInformationType", {std::string(mapping ? mapping->text() : otherwise)});
        return layer;
    };
    const auto addList = [](const Record& from, std::string_view name, std::string_view as, Record& layer) {
        if (const Record* list = from.child(name)) layer.add(std::string(as)).values = list->values;
    };
    const size_t normals = model.numbersOf("Normals").size() / 3;
    const bool byVertex =
        normals == model.numbersOf("Vertices").size() / 3 && normals != model.numbersOf("PolygonVertexIndex").size();
    if (normals > 0)
        addList(model, "Normals", "Normals",
                begin("LayerElementNormal", nullptr, byVertex ? "ByVertice" : "ByPolygonVertex"));
    if (const Record* uvs = model.child("GeometryUVInfo")) {
        Record& layer = begin("LayerElementUV", nullptr, "ByPolygonVertex");
        addList(*uvs, "TextureUV", "UV", layer);
        addList(*uvs, "TextureUVVerticeIndex", "UVIndex", layer);
    }
    if (const Record* mapping = model.child("MaterialAssignation"))
        addList(model, "Materials", "Materials", begin("LayerElementMaterial", mapping, ""));
}

/// The weight in percent that an old file gives a blend shape at rest.
double percentOf(const Record& model, std::string_view shape) {
    for (const Property& property : oldProperties(model))
        if (property.name == shape && !property.values.empty())
            if (const auto* percent = std::get_if<double>(&property.values.front())) return *percent;
    const Record* const channel = channelOf(model, {std::string(shape) + " (Shape)"});
    const Record* const value = channel ? channel->child("Default") : nullptr;
    return value ? value->number() : 0.0;
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
    model.geometry = builder.newId();
    Record& geometry = builder.object("Geometry", model.geometry, model.name, "Geometry", "Mesh");
    std::vector<Property> percents;
    for (const Record& child : record.children) {
        const bool isList = child.name == "Vertices" || child.name == "PolygonVertexIndex";
        if (isList || child.name == "Shape" || child.name.starts_with("LayerElement"))
            geometry.children.push_back(child);
        if (child.name == "Shape" && !child.text().empty())
            percents.push_back({std::string(child.text()), "Number", {percentOf(record, child.text())}});
    }
    if (beforeVersion6) addSingleLayers(record, geometry);
    addProperties(geometry, percents);
    builder.connect(model.geometry, model.id);
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

}  // namespace sinew::fbx
