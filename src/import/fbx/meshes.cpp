#include "import/fbx/meshes.h"

#include <algorithm>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "base/error.h"
#include "base/shown_text.h"
#include "base/text.h"
#include "import/build/convert.h"
#include "import/build/morphs.h"
#include "import/fbx/triangles.h"
#include "model/limits.h"

namespace sinew::fbx {
namespace {

/// A corner of a polygon: its place in the file's list, its vertex, and the number of its polygon.
struct Corner {
    uint32_t place = 0, point = 0, polygon = 0;
};

/// A value for each corner, vertex or polygon of a mesh.
class LayerElement {
  public:
    /// `layer` may be null.
    LayerElement(const Record* layer, std::string_view values, std::string_view indices, size_t width) : width_(width) {
        const Record* const mapping = layer ? layer->child("MappingInformationType") : nullptr;
        if (!mapping) return;
        const std::string_view by = mapping->text();
        by_ = by == "ByPolygonVertex"                 ? By::corner
              : by == "ByVertice" || by == "ByVertex" ? By::point
              : by == "ByPolygon"                     ? By::polygon
              : by == "AllSame"                       ? By::all
                                                      : By::none;
        if (by_ == By::none) return;
        values_ = layer->numbersOf(values);
        indices_ = layer->numbersOf(indices);
    }

    /// Whether it has values for all of a mesh.
    bool fits(size_t corners, size_t points, size_t polygons) const {
        const size_t places = by_ == By::corner ? corners : by_ == By::point ? points : by_ == By::all ? 1 : polygons;
        const size_t count = indices_.empty() ? values_.size() / width_ : indices_.size();
        return by_ != By::none && values_.size() >= width_ && count >= places;
    }

    /// The numbers of a corner; null where the file gives none.
    const double* at(const Corner& corner) const {
        size_t place = by_ == By::corner    ? corner.place
                       : by_ == By::point   ? corner.point
                       : by_ == By::polygon ? corner.polygon
                                            : 0;
        if (!indices_.empty()) {
            const double index = place < indices_.size() ? indices_[place] : -1.0;
            if (!(index >= 0.0 && index < static_cast<double>(values_.size()))) return nullptr;
            place = static_cast<size_t>(index);
        }
        return (place + 1) * width_ <= values_.size() ? &values_[place * width_] : nullptr;
    }

  private:
    enum class By { none, corner, point, polygon, all } by_ = By::none;
    size_t width_;
    std::vector<double> values_, indices_;
};

template <typename Vector>
std::vector<Vector> valuesOf(const LayerElement& layer, std::span<const Corner> corners) {
    std::vector<Vector> result;
    result.reserve(corners.size());
    for (const Corner& corner : corners) {
        Vector& value = result.emplace_back(0.0f);
        if (const double* const numbers = layer.at(corner))
            for (int i = 0; i < Vector::length(); ++i)
                value[i] = static_cast<float>(numbers[i]);
    }
    return result;
}

struct Polygon {
    uint32_t firstCorner = 0, count = 0;
};

/// The polygons of one material.
struct Part {
    int64_t material = 0;
    std::vector<Polygon> polygons;
};

/// The weights of a bone.
struct Weights {
    uint32_t bone = 0;
    std::vector<double> points, weights;
};

class GeometryReader {
  public:
    GeometryReader(const Objects& objects, const Nodes& nodes, int64_t geometry, int64_t model, Findings& findings)
        : objects_(objects),
          nodes_(nodes),
          geometry_(geometry),
          record_(*objects.find(geometry)),
          findings_(findings),
          name_(objects.nameOf(geometry)) {
        if (name_.empty()) name_ = objects.nameOf(model);
    }

    std::vector<Bone> bones;
    glm::mat4 worldFromModel{1.0f};  ///< where the skin was bound

    /// False where there is nothing to show.
    bool read() {
        readPoints();
        if (points_.empty()) {
            findings_.push_back({"mesh-unusable", Severity::error, name_, "has no vertices"});
            return false;
        }
        readPolygons();
        readLayers();
        readSkin();
        return true;
    }

    std::vector<Part> parts(std::span<const int64_t> materials) const {
        const LayerElement layer(record_.child("LayerElementMaterial"), "Materials", "", 1);
        std::vector<Part> result;
        std::map<int64_t, size_t> placeOf;
        for (const Polygon& polygon : polygons_) {
            const double* const given = layer.at(corners_[polygon.firstCorner]);
            const double index = given ? *given : 0.0;
            const bool isKnown = index >= 0.0 && index < static_cast<double>(materials.size());
            const int64_t material = isKnown ? materials[static_cast<size_t>(index)] : 0;
            const auto [place, isNew] = placeOf.try_emplace(material, result.size());
            if (isNew) result.push_back({material, {}});
            result[place->second].polygons.push_back(polygon);
        }
        return result;
    }

    /// All but the material and the morph targets. `corners` are those of the mesh's vertices.
    SourceMesh meshOf(const Part& part, std::vector<Corner>& corners) {
        SourceMesh mesh{.name = name_};
        for (const Polygon& polygon : part.polygons) {
            const auto first = static_cast<uint32_t>(corners.size());
            for (uint32_t i = 0; i < polygon.count; ++i) {
                corners.push_back(corners_[polygon.firstCorner + i]);
                mesh.positions.push_back(points_[corners.back().point]);
            }
            mesh.hasPointsOrLines |= polygon.count < 3;
            if (polygon.count > 2) triangulator_.add(std::span(mesh.positions).subspan(first), first, mesh.indices);
        }
        fillLayers(mesh, corners);
        if (!bones.empty()) {
            std::vector<uint32_t> points;
            for (const Corner& corner : corners)
                points.push_back(corner.point);
            mesh.boneCount = bones.size();
            mesh.influences = influences_.picked(points);
        }
        return mesh;
    }

    /// Whether a shape fits the geometry.
    bool fits(const Shape& shape) const {
        const std::vector<double> points = shape.record->numbersOf("Indexes");
        return shape.record->numbersOf("Vertices").size() == 3 * points.size() &&
               std::ranges::all_of(
                   points, [&](double point) { return point >= 0.0 && point < static_cast<double>(points_.size()); });
    }

    SourceMorph morphOf(const Shape& shape, std::span<const Corner> corners, bool hasNormals) const {
        SourceMorph morph{.name = shape.name,
                          .weight = static_cast<float>(shape.channel.weightAt(shape.restPercent)),
                          .relative = true};
        const std::vector<double> points = shape.record->numbersOf("Indexes");
        std::vector<double> offsets = shape.record->numbersOf("Vertices");
        const std::vector<double> normals = shape.record->numbersOf("Normals");
        if (shape.vertexPercents.size() == points.size())
            for (size_t i = 0; i < offsets.size(); ++i)
                offsets[i] *= shape.vertexPercents[i / 3] / 100.0;
        const auto spread = [&](const std::vector<double>& numbers) {
            std::vector<glm::vec3> whole(points_.size(), glm::vec3(0.0f)), result;
            for (size_t i = 0; i < points.size(); ++i)
                whole[static_cast<size_t>(points[i])] +=
                    glm::vec3(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
            result.reserve(corners.size());
            for (const Corner& corner : corners)
                result.push_back(whole[corner.point]);
            return result;
        };
        morph.positions = spread(offsets);
        if (hasNormals && normals.size() == offsets.size()) morph.normals = spread(normals);
        return morph;
    }

  private:
    void readPoints() {
        const std::vector<double> numbers = record_.numbersOf("Vertices");
        points_.reserve(numbers.size() / 3);
        for (size_t i = 0; i + 2 < numbers.size(); i += 3)
            points_.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
    }

    /// The last corner of each polygon is negative.
    void readPolygons() {
        const std::vector<double> list = record_.numbersOf("PolygonVertexIndex");
        if (list.size() > kMaxVertices)
            throw Error(Exit::input, fmt::format("has more than {} vertices", kMaxVertices));
        corners_.reserve(list.size());
        size_t broken = 0;
        bool isSound = true;
        uint32_t first = 0;
        for (uint32_t i = 0; i < list.size(); ++i) {
            const bool isLast = list[i] < 0.0 || i + 1 == list.size();
            const double point = list[i] < 0.0 ? -1.0 - list[i] : list[i];
            const bool isThere = point < static_cast<double>(points_.size());  // false for NaN
            isSound = isSound && isThere;
            corners_.push_back({i, isThere ? static_cast<uint32_t>(point) : 0, polygonCount_});
            if (!isLast) continue;
            if (isSound) polygons_.push_back({first, i + 1 - first});
            broken += !isSound;
            isSound = true, first = i + 1;
            ++polygonCount_;
        }
        if (polygons_.empty() && broken > 0)
            findings_.push_back({"mesh-unusable", Severity::error, name_, "has polygons without vertices"});
        else if (broken > 0)
            findings_.push_back(countFinding("index-out-of-range", Severity::warning, name_, broken, "polygon",
                                             "polygons", "ignored: vertices that do not exist"));
    }

    void readLayers() {
        std::vector<const Record*> uvs;
        for (const Record& child : record_.children)
            if (child.name == "LayerElementUV") uvs.push_back(&child);
        uvs.resize(uvs_.size());
        for (size_t set = 0; set < uvs_.size(); ++set)
            uvs_[set] = LayerElement(uvs[set], "UV", "UVIndex", 2);
        normals_ = LayerElement(record_.child("LayerElementNormal"), "Normals", "NormalsIndex", 3);
        colors_ = LayerElement(record_.child("LayerElementColor"), "Colors", "ColorIndex", 4);
        tangents_ = LayerElement(record_.child("LayerElementTangent"), "Tangents", "TangentsIndex", 3);
        binormals_ = LayerElement(record_.child("LayerElementBinormal"), "Binormals", "BinormalsIndex", 3);
    }

    void fillLayers(SourceMesh& mesh, std::span<const Corner> corners) const {
        const auto fits = [&](const LayerElement& layer) {
            return layer.fits(corners_.size(), points_.size(), polygonCount_);
        };
        if (fits(normals_)) mesh.normals = valuesOf<glm::vec3>(normals_, corners);
        if (fits(colors_)) mesh.colors = valuesOf<glm::vec4>(colors_, corners);
        for (size_t set = 0; set < uvs_.size(); ++set) {
            if (!fits(uvs_[set])) continue;
            mesh.uvs[set] = valuesOf<glm::vec2>(uvs_[set], corners);
            for (glm::vec2& uv : mesh.uvs[set])
                uv.y = 1.0f - uv.y;
        }
        if (!fits(tangents_) || !fits(binormals_)) return;
        const std::vector<glm::vec3> tangents = valuesOf<glm::vec3>(tangents_, corners),
                                     binormals = valuesOf<glm::vec3>(binormals_, corners);
        for (size_t i = 0; i < tangents.size(); ++i) {
            const glm::vec3 across = mesh.normals.empty() ? binormals[i] : glm::cross(mesh.normals[i], tangents[i]);
            mesh.tangents.emplace_back(tangents[i], glm::dot(across, binormals[i]) < 0.0f ? -1.0f : 1.0f);
        }
    }

    /// The last skin. A bone that is there twice is one.
    void readSkin() {
        const std::vector<int64_t> skins = deformersOf(objects_, geometry_, "Skin");
        if (skins.empty()) return;
        std::vector<Weights> all;
        for (const int64_t id : deformersOf(objects_, skins.back(), "Cluster")) {
            const Record& cluster = *objects_.find(id);
            Weights own{.points = cluster.numbersOf("Indexes"), .weights = cluster.numbersOf("Weights")};
            own.points.resize(std::min(own.points.size(), own.weights.size()));
            const std::vector<double> transform = cluster.numbersOf("Transform");
            const std::vector<int64_t> joints = objects_.sources(id, "Model");
            const auto node = nodes_.nodeOf.find(joints.empty() ? 0 : joints.front());
            if (node == nodes_.nodeOf.end() || transform.size() < kMatrix) {
                if (!own.points.empty())
                    findings_.push_back(
                        {"weight-ignored", Severity::warning, name_,
                         fmt::format("the weights of {} are ignored: {}", inQuotes(objects_.nameOf(id)),
                                     node == nodes_.nodeOf.end() ? "it has no joint" : "it has no matrix")});
                continue;
            }
            own.bone = boneOf(node->second, transform);
            if (const std::vector<double> link = cluster.numbersOf("TransformLink");
                link.size() >= kMatrix && all.empty())
                worldFromModel = matrixFrom(link) * bones[own.bone].inverseBindMatrix;
            all.push_back(std::move(own));
        }
        influences_ = InfluenceLists(points_.size(), [&](const auto& visit) {
            for (const Weights& own : all)
                for (size_t i = 0; i < own.points.size(); ++i) {
                    const bool isPoint = own.points[i] >= 0.0 && own.points[i] < static_cast<double>(points_.size());
                    visit(isPoint ? static_cast<size_t>(own.points[i]) : points_.size(), own.bone,
                          static_cast<float>(own.weights[i]));
                }
        });
    }

    static constexpr size_t kMatrix = 16;

    static glm::mat4 matrixFrom(const std::vector<double>& numbers) {
        glm::mat4 matrix;
        for (int i = 0; i < static_cast<int>(kMatrix); ++i)
            matrix[i / 4][i % 4] = static_cast<float>(numbers[static_cast<size_t>(i)]);
        return matrix;
    }

    uint32_t boneOf(uint32_t node, const std::vector<double>& numbers) {
        const Bone bone{node, matrixFrom(numbers)};
        const auto [known, isNew] = boneOf_.try_emplace(node, static_cast<uint32_t>(bones.size()));
        if (!isNew && bones[known->second] == bone) return known->second;
        bones.push_back(bone);
        return static_cast<uint32_t>(bones.size() - 1);
    }

    const Objects& objects_;
    const Nodes& nodes_;
    int64_t geometry_;
    const Record& record_;
    Findings& findings_;
    std::string name_;
    std::vector<glm::vec3> points_;
    std::vector<Corner> corners_;
    std::vector<Polygon> polygons_;  ///< those that can be used
    uint32_t polygonCount_ = 0;      ///< of all
    std::array<LayerElement, 2> uvs_{LayerElement(nullptr, "", "", 2), LayerElement(nullptr, "", "", 2)};
    LayerElement normals_{nullptr, "", "", 3}, colors_{nullptr, "", "", 4}, tangents_{nullptr, "", "", 3},
        binormals_{nullptr, "", "", 3};
    std::unordered_map<uint32_t, uint32_t> boneOf_;  ///< by node, the first bone
    InfluenceLists influences_;
    Triangulator triangulator_;
};

}  // namespace

const MeshReader::Shown& MeshReader::read(int64_t geometry, int64_t model) {
    const std::vector<int64_t> materials = objects_.sources(model, "Material");
    const auto [known, isNew] = known_.try_emplace({geometry, materials});
    Shown& shown = known->second;
    if (!isNew) return shown;
    GeometryReader reader(objects_, nodes_, geometry, model, findings_);
    if (!reader.read()) return shown;
    std::vector<Shape> shapes = shapesOf(objects_, geometry);
    std::erase_if(shapes, [&](const Shape& shape) {
        if (reader.fits(shape)) return false;
        findings_.push_back({"morph-misfit", Severity::warning, objects_.nameOf(geometry),
                             fmt::format("the blend shape {} does not fit its mesh", inQuotes(shape.name))});
        return true;
    });
    for (const Part& part : reader.parts(materials)) {
        std::vector<Corner> corners;
        SourceMesh mesh = reader.meshOf(part, corners);
        mesh.material = materialOf_(part.material, geometry);
        morphVertices_ += corners.size() * shapes.size();
        if (morphVertices_ > kMaxMorphVertices)
            throw Error(Exit::input, fmt::format("has morph targets of more than {} vertices", kMaxMorphVertices));
        std::vector<ChannelShape>& own = channels.emplace_back();
        for (const Shape& shape : shapes) {
            mesh.morphs.push_back(reader.morphOf(shape, corners, !mesh.normals.empty()));
            own.push_back(shape.channel);
        }
        reportBrokenMorphs(mesh, findings_);
        shown.meshes.push_back(static_cast<uint32_t>(meshes_.size()));
        meshes_.push_back(std::move(mesh));
    }
    shown.bones = std::move(reader.bones);
    shown.worldFromModel = reader.worldFromModel;
    return shown;
}

}  // namespace sinew::fbx
