#include <algorithm>
#include <cmath>
#include <map>

#include <glm/gtc/color_space.hpp>
#include <glm/mat4x4.hpp>

#include "export/collada/file.h"
#include "export/gltf/document.h"

namespace sinew::exporting {
namespace {

/// Writes what is equal once. The meshes of a place are one geometry, with triangles for each material.
class MeshesWriter {
  public:
    explicit MeshesWriter(ColladaFile& file) : file_(file), model_(file.model), layout_(file.layout) {}

    void write() {
        for (const MeshPlace& place : layout_.places)
            file_.meshes.push_back({geometryOf(place), {}});
        closeLibrary();
        for (size_t p = 0; p < layout_.places.size(); ++p)
            control(layout_.places[p], file_.meshes[p]);
        closeLibrary();
    }

  private:
    using Meshes = std::vector<const SkinnedMesh*>;

    void openLibrary(const char* name) {
        if (!isOpen_) file_.text.open(name);
        isOpen_ = true;
    }
    void closeLibrary() {
        if (isOpen_) file_.text.close();
        isOpen_ = false;
    }

    Meshes meshesOf(const MeshPlace& place) const {
        Meshes meshes;
        for (const uint32_t instance : place.instances)
            meshes.push_back(&model_.meshes[model_.instances[instance].mesh]);
        return meshes;
    }

    std::vector<uint32_t> jointsOf(const MeshPlace& place) const {
        if (place.skin == kNowhere) return {};
        std::vector<uint32_t> joints{place.skin};
        for (const uint32_t instance : place.instances)
            std::ranges::copy(layout_.jointOf[instance], std::back_inserter(joints));
        return joints;
    }

    /// Each skin gets a geometry of its own: three.js writes the weights there.
    std::string geometryOf(const MeshPlace& place) {
        const Meshes meshes = meshesOf(place);
        const auto [known, isNew] = geometries_.try_emplace({meshes, jointsOf(place)});
        if (!isNew) return known->second;
        known->second = file_.ids.take(nameOfMesh(model_, place));
        writeGeometry(known->second, nameOfMesh(model_, place), meshes, kNowhere);
        std::vector<std::string>& targets = targets_[known->second];
        for (uint32_t t = 0; t < meshes.front()->morphTargets.size(); ++t) {
            const std::string& name = meshes.front()->morphTargets[t].name;
            targets.push_back(file_.ids.take(name.empty() ? known->second + "-target" : name));
            writeGeometry(targets.back(), name, meshes, t);
        }
        return known->second;
    }

    /// Joins the numbers that `read(mesh, vertex)` returns.
    template <typename Read>
    static std::vector<float> joined(const Meshes& meshes, const Read& read) {
        std::vector<float> numbers;
        for (const SkinnedMesh* mesh : meshes)
            for (size_t v = 0; v < mesh->vertexCount(); ++v) {
                const auto value = read(*mesh, v);
                for (int i = 0; i < value.length(); ++i)
                    numbers.push_back(value[i]);
            }
        return numbers;
    }

    static void addTarget(const Meshes& meshes, uint32_t target, std::vector<float>& positions,
                          std::vector<float>& normals) {
        size_t first = 0;
        for (const SkinnedMesh* mesh : meshes) {
            for (const MorphDelta& delta : mesh->morphTargets[target].deltas)
                for (int i = 0; i < 3; ++i) {
                    const size_t at = 3 * (first + delta.vertex) + static_cast<size_t>(i);
                    positions[at] += delta.position[i];
                    normals[at] += delta.normal[i];
                }
            first += mesh->vertexCount();
        }
    }

    /// A target has all of the geometry: readers want as many vertices, and triangles.
    void writeGeometry(const std::string& id, const std::string& name, const Meshes& meshes, uint32_t target) {
        struct Source {
            const char* semantic;
            const char* set;
            std::string id;
        };
        ColladaText& text = file_.text;
        std::vector<float> positions = joined(meshes, [](const auto& mesh, size_t v) { return mesh.positions[v]; });
        std::vector<float> normals = joined(meshes, [](const auto& mesh, size_t v) { return mesh.normals[v]; });
        if (target != kNowhere) addTarget(meshes, target, positions, normals);
        std::vector<Source> sources;
        const auto add = [&](const char* semantic, const char* set, const std::vector<float>& numbers,
                             const char* parts) {
            sources.push_back({semantic, set, id + "." + lowerWord(semantic) + set});
            text.source(sources.back().id, numbers, parts);
        };
        openLibrary("library_geometries");
        text.open("geometry", {{"id", id}, {"name", name}});
        text.open("mesh");
        text.source(id + ".positions", positions, "XYZ");
        add("NORMAL", "", normals, "XYZ");
        const auto any = [&](const auto& holds) {
            return target == kNowhere &&
                   std::ranges::any_of(meshes, [&](const SkinnedMesh* mesh) { return holds(*mesh); });
        };
        const auto flipped = [](const glm::vec2& uv) { return glm::vec2(uv.x, 1.0f - uv.y); };
        if (any([&](const SkinnedMesh& mesh) { return hasUvs(model_, mesh) || !mesh.moreUvs.empty(); }))
            add("TEXCOORD", "0", joined(meshes, [&](const auto& mesh, size_t v) { return flipped(mesh.uvs[v]); }),
                "ST");
        if (any([](const SkinnedMesh& mesh) { return !mesh.moreUvs.empty(); }))
            add("TEXCOORD", "1",
                joined(meshes, [&](const auto& mesh,
                                   size_t v) { return flipped((mesh.moreUvs.empty() ? mesh.uvs : mesh.moreUvs)[v]); }),
                "ST");
        if (any([](const SkinnedMesh& mesh) { return !areAll(mesh.colors, glm::vec4(1.0f)); }))
            add("COLOR", "",
                joined(meshes,
                       [](const auto& mesh, size_t v) {
                           return glm::vec4(glm::convertLinearToSRGB(glm::vec3(mesh.colors[v])), mesh.colors[v].a);
                       }),
                "RGBA");
        text.open("vertices", {{"id", id + ".vertices"}});
        text.input("POSITION", id + ".positions");
        text.close();
        uint32_t first = 0;
        for (const SkinnedMesh* mesh : meshes) {
            std::vector<uint32_t> indices = mesh->indices;
            for (uint32_t& index : indices)
                index += first;
            first += static_cast<uint32_t>(mesh->vertexCount());
            text.open("triangles", {{"material", file_.materials[mesh->material]},
                                    {"count", std::to_string(mesh->triangleCount())}});
            text.input("VERTEX", id + ".vertices", "0");
            for (const Source& source : sources)
                text.input(source.semantic, source.id, "0", source.set);
            text.leaf("p", {}, indices);
            text.close();
        }
        text.close(), text.close();
    }

    static std::string lowerWord(const char* semantic) {
        return *semantic == 'N' ? "normals" : *semantic == 'T' ? "uvs" : "colors";
    }

    /// Puts controllers over the geometry of a place: one for each set of weights, and a skin.
    void control(const MeshPlace& place, ColladaMesh& mesh) {
        const std::vector<std::string>& targets = targets_[mesh.id];
        const std::string geometry = mesh.id, name = nameOfMesh(model_, place);
        if (!targets.empty()) {
            const uint32_t first = model_.instances[place.instances[0]].firstMorphWeight;
            std::string& known = controllers_[{geometry, first}];
            if (known.empty()) {
                known = file_.ids.take(geometry + "-morph");
                writeMorph(known, name, geometry, targets, std::span(model_.restMorphWeights).subspan(first));
            }
            mesh = {known, known};
        }
        if (place.skin == kNowhere) return;
        std::string& known = controllers_[{mesh.id, kNowhere}];
        if (known.empty()) {
            known = file_.ids.take(geometry + "-skin");
            writeSkin(known, name, mesh.id, place);
        }
        mesh.id = known;
    }

    void openController(const std::string& id, const std::string& name) {
        openLibrary("library_controllers");
        file_.text.open("controller", {{"id", id}, {"name", name}});
    }

    void writeMorph(const std::string& id, const std::string& name, const std::string& geometry,
                    const std::vector<std::string>& targets, std::span<const float> weights) {
        ColladaText& text = file_.text;
        openController(id, name);
        text.open("morph", {{"source", "#" + geometry}, {"method", "NORMALIZED"}});
        text.source(id + ".targets", targets, "IDREF", "MORPH_TARGET");
        text.source(id + ".weights", weights.first(targets.size()), "MORPH_WEIGHT");
        text.open("targets");
        text.input("MORPH_TARGET", id + ".targets");
        text.input("MORPH_WEIGHT", id + ".weights");
        text.close(), text.close(), text.close();
    }

    /// Places meshes in the world where the first joint rests, so that inverse bind matrices are the inverses of places
    /// in the world: Blender makes bones of them.
    glm::dmat4 bindShapeOf(const Skin& skin) const {
        const NodeHierarchy& nodes = model_.hierarchy;
        const uint32_t first = skin.joints.front().node;
        auto node = static_cast<int32_t>(first < nodes.size() ? first : layout_.aliases[first - nodes.size()]);
        glm::dmat4 matrix(skin.joints.front().inverseBindMatrix);
        for (; node != kNoParent; node = nodes.parents[static_cast<size_t>(node)])
            matrix = glm::dmat4(matrixFrom(nodes.rest[static_cast<size_t>(node)])) * matrix;
        constexpr double kLeast = 1e-12;
        return std::abs(glm::determinant(matrix)) > kLeast ? matrix : glm::dmat4(1.0);
    }

    void writeSkin(const std::string& id, const std::string& name, const std::string& source, const MeshPlace& place) {
        ColladaText& text = file_.text;
        std::vector<std::string> joints;
        std::vector<float> matrices, bindShape, weights;
        const Skin& skin = layout_.skins[place.skin];
        const glm::dmat4 shape = bindShapeOf(skin), inverse = glm::inverse(shape);
        for (const auto& [node, matrix] : skin.joints) {
            joints.push_back(file_.joints[node]);
            appendMatrix(glm::mat4(glm::dmat4(matrix) * inverse), matrices);
        }
        appendMatrix(glm::mat4(shape), bindShape);
        std::map<uint16_t, uint32_t> weightOf;  // index, by value: there are few
        std::vector<uint32_t> counts, influences;
        for (const uint32_t instance : place.instances) {
            const SkinnedMesh& mesh = model_.meshes[model_.instances[instance].mesh];
            for (size_t v = 0; v < mesh.vertexCount(); ++v) {
                counts.push_back(0);
                forEachInfluence(mesh, v, [&](uint32_t bone, uint16_t weight) {
                    const auto [known, isNew] = weightOf.try_emplace(weight, static_cast<uint32_t>(weights.size()));
                    if (isNew) weights.push_back(static_cast<float>(weight) / static_cast<float>(kWeightOne));
                    influences.insert(influences.end(), {layout_.jointOf[instance][bone], known->second});
                    ++counts.back();
                });
            }
        }
        openController(id, name);
        text.open("skin", {{"source", "#" + source}});
        text.leaf("bind_shape_matrix", {}, bindShape);
        text.source(id + ".joints", joints, "Name", "JOINT");
        text.source(id + ".bind", matrices, "TRANSFORM");
        text.source(id + ".weights", weights, "WEIGHT");
        text.open("joints");
        text.input("JOINT", id + ".joints");
        text.input("INV_BIND_MATRIX", id + ".bind");
        text.close();
        text.open("vertex_weights", {{"count", std::to_string(counts.size())}});
        text.input("JOINT", id + ".joints", "0");
        text.input("WEIGHT", id + ".weights", "1");
        text.leaf("vcount", {}, counts);
        text.leaf("v", {}, influences);
        text.close(), text.close(), text.close();
    }

    ColladaFile& file_;
    const Model& model_;
    const Layout& layout_;
    bool isOpen_ = false;  ///< the library
    std::map<std::pair<Meshes, std::vector<uint32_t>>, std::string> geometries_;
    std::map<std::string, std::vector<std::string>> targets_;  ///< ids, by geometry
    std::map<std::pair<std::string, uint32_t>, std::string> controllers_;
};

}  // namespace

void writeColladaMeshes(ColladaFile& file) {
    MeshesWriter(file).write();
}

}  // namespace sinew::exporting
