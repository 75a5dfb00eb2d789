#include "export/fbx/meshes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include <glm/geometric.hpp>
#include <glm/gtc/color_space.hpp>
#include <glm/matrix.hpp>

#include "export/gltf/document.h"

namespace sinew::exporting {
namespace {

/// Values of vertices, which the corners of polygons refer to.
class FbxLayers {
  public:
    FbxLayers(FbxRecord& geometry, const std::vector<int32_t>& corners) : geometry_(geometry), corners_(corners) {}

    void add(const std::string& element, const std::string& values, const std::vector<double>& numbers,
             const char* name = "") {
        const int32_t number = counts_[element]++;
        FbxRecord& record = geometry_.add("LayerElement" + element, number);
        record.add("Version", int32_t{101});
        record.add("Name", name);
        record.add("MappingInformationType", "ByPolygonVertex");
        record.add("ReferenceInformationType", "IndexToDirect");
        record.add(values, numbers);
        record.add(values == "Colors" ? "ColorIndex" : values + "Index", corners_);
        list("LayerElement" + element, number);
    }

    void addMaterials(const std::vector<int32_t>& ofPolygon) {
        FbxRecord& record = geometry_.add("LayerElementMaterial", int32_t{0});
        record.add("Version", int32_t{101});
        record.add("Name", "");
        const bool isOne = std::ranges::count(ofPolygon, 0) == std::ssize(ofPolygon);
        record.add("MappingInformationType", isOne ? "AllSame" : "ByPolygon");
        record.add("ReferenceInformationType", "IndexToDirect");
        record.add("Materials", isOne ? std::vector<int32_t>{0} : ofPolygon);
        list("LayerElementMaterial", 0);
    }

    void close() {
        for (size_t number = 0; number < layers_.size(); ++number) {
            FbxRecord& layer = geometry_.add("Layer", static_cast<int32_t>(number));
            layer.add("Version", int32_t{100});
            for (const std::string& element : layers_[number]) {
                FbxRecord& one = layer.add("LayerElement");
                one.add("Type", element);
                one.add("TypedIndex", static_cast<int32_t>(number));
            }
        }
    }

  private:
    void list(const std::string& element, int32_t number) {
        layers_.resize(std::max(layers_.size(), static_cast<size_t>(number) + 1));
        layers_[static_cast<size_t>(number)].push_back(element);
    }

    FbxRecord& geometry_;
    const std::vector<int32_t>& corners_;
    std::map<std::string, int32_t> counts_;
    std::vector<std::vector<std::string>> layers_;
};

template <typename Vector>
void appendNumbers(const Vector& value, std::vector<double>& numbers) {
    for (int i = 0; i < Vector::length(); ++i)
        numbers.push_back(static_cast<double>(value[i]));
}

template <typename Value>
void appendBytes(const Value& value, std::string& bytes) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

/// Vertices that are at one place, and move alike, are one point; but not the two sides of a sheet.
struct FbxMeshWriter::Points {
    struct Weights {
        std::vector<int32_t> points;
        std::vector<double> weights;
    };
    std::vector<double> positions;
    std::vector<std::vector<uint32_t>> of;  ///< by instance of the place, and vertex
    std::map<uint32_t, Weights> joints;
    std::vector<std::map<uint32_t, const MorphDelta*>> targets;  ///< by point
};

FbxMeshWriter::Points FbxMeshWriter::pointsOf(const MeshPlace& place) const {
    Points points;
    std::unordered_map<std::string, std::vector<uint32_t>> known;
    std::vector<glm::vec3> normals;
    for (const uint32_t instance : place.instances) {
        const SkinnedMesh& mesh = model_.meshes[model_.instances[instance].mesh];
        const size_t count = mesh.vertexCount();
        points.targets.resize(mesh.morphTargets.size());
        std::vector<std::string> keys(count);
        std::vector<std::map<uint32_t, uint32_t>> weights(place.skin == kNowhere ? 0 : count);
        for (size_t v = 0; v < count; ++v) {
            appendBytes(mesh.positions[v], keys[v]);
            if (weights.empty()) continue;
            forEachInfluence(mesh, v, [&](uint32_t bone, uint16_t weight) {
                weights[v][layout_.jointOf[instance][bone]] += weight;
            });
            for (const auto& [joint, weight] : weights[v])
                appendBytes(joint, keys[v]), appendBytes(weight, keys[v]);
        }
        for (uint32_t t = 0; t < mesh.morphTargets.size(); ++t)
            for (const MorphDelta& delta : mesh.morphTargets[t].deltas) {
                std::string& key = keys[delta.vertex];
                appendBytes(t, key), appendBytes(delta.position, key), appendBytes(delta.normal, key);
            }
        std::vector<uint32_t>& own = points.of.emplace_back();
        for (size_t v = 0; v < count; ++v) {
            std::vector<uint32_t>& there = known[keys[v]];
            const auto found = std::ranges::find_if(
                there, [&](uint32_t point) { return glm::dot(normals[point], mesh.normals[v]) > -0.5f; });
            if (found != there.end()) {
                own.push_back(*found);
                continue;
            }
            const auto point = static_cast<uint32_t>(normals.size());
            own.push_back(point), there.push_back(point), normals.push_back(mesh.normals[v]);
            appendNumbers(mesh.positions[v], points.positions);
            if (weights.empty()) continue;
            for (const auto& [joint, weight] : weights[v]) {
                Points::Weights& of = points.joints[joint];
                of.points.push_back(static_cast<int32_t>(point));
                of.weights.push_back(weight / static_cast<double>(kWeightOne));
            }
        }
        for (size_t t = 0; t < mesh.morphTargets.size(); ++t)
            for (const MorphDelta& delta : mesh.morphTargets[t].deltas)
                points.targets[t][own[delta.vertex]] = &delta;
    }
    return points;
}

FbxDocument::Object FbxMeshWriter::addGeometry(const MeshPlace& place, const Points& points,
                                               const std::map<uint32_t, int32_t>& materials) {
    std::vector<int32_t> polygons, corners, materialOf;
    std::vector<double> normals, tangents, binormals, uvs, moreUvs, colors;
    bool hasTangents = false, hasMore = false, hasColors = false;
    int32_t first = 0;
    for (size_t i = 0; i < place.instances.size(); ++i) {
        const SkinnedMesh& mesh = model_.meshes[model_.instances[place.instances[i]].mesh];
        hasTangents |= needsTangents(model_.materials[mesh.material]);
        hasMore |= !mesh.moreUvs.empty();
        hasColors |= !areAll(mesh.colors, glm::vec4(1.0f));
        for (size_t corner = 0; corner < mesh.indices.size(); ++corner) {
            const auto point = static_cast<int32_t>(points.of[i][mesh.indices[corner]]);
            polygons.push_back(corner % 3 == 2 ? ~point : point);  // the last one of a polygon is negative
            corners.push_back(first + static_cast<int32_t>(mesh.indices[corner]));
        }
        materialOf.insert(materialOf.end(), mesh.triangleCount(), materials.at(mesh.material));
        first += static_cast<int32_t>(mesh.vertexCount());
        for (size_t v = 0; v < mesh.vertexCount(); ++v) {
            const glm::vec3 tangent(mesh.tangents[v]);
            appendNumbers(mesh.normals[v], normals);
            appendNumbers(tangent, tangents);
            appendNumbers(mesh.tangents[v].w * glm::cross(mesh.normals[v], tangent), binormals);
            const auto& more = mesh.moreUvs.empty() ? mesh.uvs : mesh.moreUvs;
            for (const auto& [from, to] : {std::pair{&mesh.uvs, &uvs}, {&more, &moreUvs}})  // v goes up
                appendNumbers(glm::dvec2((*from)[v].x, 1.0 - static_cast<double>((*from)[v].y)), *to);
            appendNumbers(glm::vec4(glm::convertLinearToSRGB(glm::vec3(mesh.colors[v])), mesh.colors[v].a), colors);
        }
    }
    const FbxDocument::Object geometry = document_.add("Geometry", nameOfMesh(model_, place), "Geometry", "Mesh");
    geometry.record.add("GeometryVersion", int32_t{124});
    geometry.record.add("Vertices", points.positions);
    geometry.record.add("PolygonVertexIndex", polygons);
    FbxLayers layers(geometry.record, corners);
    layers.add("Normal", "Normals", normals);
    if (hasTangents) layers.add("Tangent", "Tangents", tangents), layers.add("Binormal", "Binormals", binormals);
    if (hasColors) layers.add("Color", "Colors", colors);
    layers.add("UV", "UV", uvs, kFbxUvSets[0]);
    if (hasMore) layers.add("UV", "UV", moreUvs, kFbxUvSets[1]);
    layers.addMaterials(materialOf);
    layers.close();
    return geometry;
}

void FbxMeshWriter::addSkin(const MeshPlace& place, const Points& points, const FbxBind& bind, int64_t geometry) {
    const FbxDocument::Object skin = document_.add("Deformer", "", "Deformer", "Skin");
    document_.connect(skin.id, geometry);
    skin.record.add("Version", int32_t{101});
    skin.record.add("Link_DeformAcuracy", 50.0);
    if (model_.dualQuaternions) skin.record.add("SkinningType", "DualQuaternion");
    for (const auto& [joint, weights] : points.joints) {
        const glm::dmat4 boneFromMesh(layout_.skins[place.skin].joints[joint].inverseBindMatrix);
        glm::dmat4 meshFromBone = glm::inverse(boneFromMesh);
        if (!std::isfinite(meshFromBone[0][0] + meshFromBone[1][1] + meshFromBone[2][2]))
            meshFromBone = glm::dmat4(1.0);
        const FbxDocument::Object cluster = document_.add("Deformer", "", "SubDeformer", "Cluster");
        cluster.record.add("Version", int32_t{100});
        cluster.record.add("UserData", "", "");
        cluster.record.add("Indexes", weights.points);
        cluster.record.add("Weights", weights.weights);
        cluster.record.add("Transform", fbxMatrix(boneFromMesh));
        cluster.record.add("TransformLink", fbxMatrix(bind.worldFromMesh * meshFromBone));
        cluster.record.add("TransformAssociateModel", fbxMatrix(bind.armatures[joint]));  // for Blender
        document_.connect(cluster.id, skin.id);
        document_.connect(bind.joints[joint], cluster.id);
    }
}

std::vector<int64_t> FbxMeshWriter::addShapes(const MeshPlace& place, const Points& points, int64_t geometry) {
    const MeshInstance& instance = model_.instances[place.instances[0]];
    const std::vector<MorphTarget>& targets = model_.meshes[instance.mesh].morphTargets;
    std::vector<int64_t> channels;
    if (targets.empty()) return channels;
    const FbxDocument::Object all = document_.add("Deformer", "", "Deformer", "BlendShape");
    document_.connect(all.id, geometry);
    all.record.add("Version", int32_t{100});
    for (size_t t = 0; t < targets.size(); ++t) {
        const double percent =
            100.0 * static_cast<double>(model_.restMorphWeights[instance.firstMorphWeight + static_cast<uint32_t>(t)]);
        const FbxDocument::Object channel =
            document_.add("Deformer", targets[t].name, "SubDeformer", "BlendShapeChannel");
        channel.record.add("Version", int32_t{100});
        channel.record.add("DeformPercent", percent);
        channel.record.add("FullWeights", std::vector<double>{100.0});
        channel.record.add("Properties70").set("DeformPercent", "Number", "A", percent);
        document_.connect(channel.id, all.id);
        channels.push_back(channel.id);
        std::vector<int32_t> indexes;
        std::vector<double> vertices, normals;
        for (const auto& [point, delta] : points.targets[t]) {
            indexes.push_back(static_cast<int32_t>(point));
            appendNumbers(delta->position, vertices), appendNumbers(delta->normal, normals);
        }
        if (indexes.empty()) indexes = {0}, vertices = normals = {0.0, 0.0, 0.0};  // readers want one
        const FbxDocument::Object shape = document_.add("Geometry", targets[t].name, "Geometry", "Shape");
        shape.record.add("Version", int32_t{100});
        shape.record.add("Indexes", indexes);
        shape.record.add("Vertices", vertices);
        shape.record.add("Normals", normals);
        document_.connect(shape.id, channel.id);
    }
    return channels;
}

std::vector<int64_t> FbxMeshWriter::write(const MeshPlace& place, const FbxBind& bind) {
    std::vector<uint32_t> meshes;
    std::map<uint32_t, int32_t> materials;  // their numbers at the object that shows them
    for (const uint32_t instance : place.instances) {
        meshes.push_back(model_.instances[instance].mesh);
        const uint32_t material = model_.meshes[meshes.back()].material;
        if (materials.emplace(material, static_cast<int32_t>(materials.size())).second)
            document_.connect(materials_.idOf(material), bind.model);
    }
    const bool isShared = place.skin == kNowhere && model_.meshes[meshes[0]].morphTargets.empty();
    if (const auto known = shared_.find(meshes); isShared && known != shared_.end()) {
        document_.connect(known->second, bind.model);
        return {};
    }
    const Points points = pointsOf(place);
    const FbxDocument::Object geometry = addGeometry(place, points, materials);
    document_.connect(geometry.id, bind.model);
    if (isShared) shared_.emplace(meshes, geometry.id);
    if (place.skin != kNowhere) addSkin(place, points, bind, geometry.id);
    return addShapes(place, points, geometry.id);
}

std::vector<double> fbxMatrix(const glm::dmat4& matrix) {
    std::vector<double> numbers;
    for (int column = 0; column < 4; ++column)
        appendNumbers(matrix[column], numbers);
    return numbers;
}

}  // namespace sinew::exporting
