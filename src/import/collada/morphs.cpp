#include "import/collada/morphs.h"

#include <stdexcept>

#include <fmt/format.h>

#include "import/assimp/convert.h"

namespace sinew::collada {
namespace {

/// Positions and normals of a <geometry> by the file's own vertices, which morph targets share with their base.
struct Geometry {
    /// The corners of the faces of one <triangles>, <polylist> etc., in the order of assimp's vertices.
    struct Corners {
        std::vector<uint32_t> vertices;  ///< of each corner, in range
        std::vector<glm::vec3> normals;  ///< of each corner, or empty
    };
    std::vector<glm::vec3> positions;  ///< of each vertex
    std::vector<glm::vec3> normals;    ///< of each vertex, or empty
    std::vector<Corners> groups;       ///< empty for invalid ones
};

std::vector<glm::vec3> vectorsOf(const Document& document, Node source) {
    const Numbers numbers = readNumbers(document, source);
    std::vector<glm::vec3> vectors;
    if (numbers.width < 3) return vectors;
    vectors.reserve(numbers.count());
    for (size_t i = 0; i < numbers.values.size(); i += numbers.width)
        vectors.emplace_back(static_cast<float>(numbers.values[i]), static_cast<float>(numbers.values[i + 1]),
                             static_cast<float>(numbers.values[i + 2]));
    return vectors;
}

/// Indices into one <p>, in the order of assimp's corners: it splits strips into triangles and flips every other one.
std::vector<size_t> cornersOf(std::string_view primitive, size_t listed) {
    std::vector<size_t> corners;
    if (primitive != "tristrips") {
        for (size_t i = 0; i < listed; ++i)
            corners.push_back(i);
        return corners;
    }
    for (size_t i = 0; i + 2 < listed; ++i) {
        const size_t odd = i % 2;
        corners.insert(corners.end(), {i + odd, i + 1 - odd, i + 2});
    }
    return corners;
}

Geometry::Corners readCorners(const Document& document, Node primitive, size_t vertexCount) {
    size_t width = 1, vertexOffset = 0, normalOffset = 0;
    std::vector<glm::vec3> normals;
    for (const Node input : primitive.children("input")) {
        const std::string_view semantic = input.attribute("semantic").value();
        const size_t offset = input.attribute("offset").as_uint(0);
        width = std::max(width, offset + 1);
        if (semantic == "VERTEX") vertexOffset = offset;
        if (semantic != "NORMAL" || !normals.empty()) continue;
        normalOffset = offset;
        normals = vectorsOf(document, document.byId(input.attribute("source").value()));
    }
    Geometry::Corners result;
    bool inRange = true;
    forEachElement(primitive, [&](Node list) {
        if (std::string_view(list.name()) != "p") return true;
        const std::vector<int64_t> indices = integersIn(list.text().get());
        for (const size_t corner : cornersOf(primitive.name(), indices.size() / width)) {
            const auto vertex = static_cast<uint64_t>(indices[corner * width + vertexOffset]);
            const auto normal = static_cast<uint64_t>(indices[corner * width + normalOffset]);
            inRange = inRange && vertex < vertexCount;
            if (normal >= normals.size()) normals.clear();
            result.vertices.push_back(static_cast<uint32_t>(vertex));
            if (!normals.empty()) result.normals.push_back(normals[normal]);
        }
        return false;
    });
    if (!inRange) return {};
    if (result.normals.size() != result.vertices.size()) result.normals.clear();
    return result;
}

Geometry readGeometry(const Document& document, Node geometry) {
    constexpr std::array<std::string_view, 5> kFaces{"triangles", "polylist", "polygons", "tristrips", "trifans"};
    Geometry result;
    const Node mesh = geometry.child("mesh"), vertices = mesh.child("vertices");
    result.positions = vectorsOf(document, inputSource(document, vertices, "POSITION"));
    result.normals = vectorsOf(document, inputSource(document, vertices, "NORMAL"));
    if (result.normals.size() != result.positions.size()) result.normals.clear();
    for (const Node child : mesh.children())
        if (std::find(kFaces.begin(), kFaces.end(), child.name()) != kFaces.end())
            result.groups.push_back(readCorners(document, child, result.positions.size()));
    return result;
}

constexpr size_t kMaxShapeVertices = size_t{1} << 25;  // of all targets together

/// True when the corners are the mesh's vertices; the two were parsed by different code.
bool isSame(const Geometry& geometry, const Geometry::Corners& corners, const aiMesh& mesh) {
    if (corners.vertices.size() != mesh.mNumVertices) return false;
    for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
        const glm::vec3 read = vec3From(mesh.mVertices[i]);
        const float error = glm::distance(geometry.positions[corners.vertices[i]], read);
        if (error > 1e-5f * std::max(1.0f, glm::length(read))) return false;
    }
    return true;
}

/// `count` weights, one for each target.
std::vector<float> weightsOf(const Document& document, Node morph, size_t count) {
    std::vector<double> numbers =
        readNumbers(document, inputSource(document, morph.child("targets"), "MORPH_WEIGHT")).values;
    numbers.resize(count, 0.0);
    std::vector<float> weights;
    for (const double number : numbers)
        weights.push_back(std::isfinite(static_cast<float>(number)) ? static_cast<float>(number) : 0.0f);
    return weights;
}

}  // namespace

/// Reads the shapes for each mesh that is shown with a morph.
class Morphs::Reader {
  public:
    Reader(Morphs& out, const aiScene& scene, Findings& findings)
        : out_(out), document_(out.document_), scene_(scene), findings_(findings) {}

    /// False when the mesh cannot be shown with the morph.
    bool add(uint32_t mesh, Node morph) {
        const auto [known, added] = out_.byMesh_.try_emplace(mesh);
        MeshMorphs& morphs = known->second;
        if (added) {
            morphs.morph = morph;
            if (!fill(morphs, *scene_.mMeshes[mesh])) {
                report(morph, "the morph's faces differ from those of its mesh, which is shown without it");
                morphs.sources.clear();
            }
        } else if (morphs.morph != morph) {
            report(morph, "its mesh already has another morph; this one is ignored");
        }
        return morphs.morph == morph && !morphs.sources.empty();
    }

  private:
    static std::string ownerOf(Node morph) { return utf8From(morph.parent().attribute("id").value()); }

    void report(Node morph, const std::string& message) {
        findings_.push_back({"morph-misfit", Severity::warning, ownerOf(morph), message});
    }

    const Geometry& geometryOf(Node node) {
        return geometries_.of(node, [&] { return readGeometry(document_, node); });
    }

    bool fill(MeshMorphs& morphs, const aiMesh& mesh) {
        const Node geometry = document_.byId(morphs.morph.attribute("source").value());
        const Geometry& base = geometryOf(geometry);
        const auto group = std::ranges::find_if(
            base.groups, [&](const Geometry::Corners& corners) { return isSame(base, corners, mesh); });
        if (group == base.groups.end()) return false;
        size_t misfits = 0;
        for (const std::string_view id :
             namesIn(inputSource(document_, morphs.morph.child("targets"), "MORPH_TARGET"))) {
            const Node target = document_.byId(id);
            const std::string name = utf8From(target.attribute("name").as_string(target.attribute("id").value()));
            morphs.sources.push_back({.name = name, .positions = {}, .normals = {}});
            if (!addShape(morphs, base, static_cast<size_t>(group - base.groups.begin()), target, mesh.HasNormals()))
                ++misfits;
        }
        if (misfits > 0) findings_.push_back(morphMisfit(ownerOf(morphs.morph), misfits));
        return true;
    }

    /// False when the target has a different number of vertices than the base. Normals are those of the vertices, or of
    /// the corners where the faces are the same.
    bool addShape(MeshMorphs& morphs, const Geometry& base, size_t group, Node target, bool normals) {
        const Geometry& own = geometryOf(target);
        if (own.positions.size() != base.positions.size()) return false;
        const std::vector<uint32_t>& vertices = base.groups[group].vertices;
        made_ += vertices.size();
        if (made_ > kMaxShapeVertices)
            throw std::runtime_error(fmt::format("has morph targets of more than {} vertices", kMaxShapeVertices));
        SourceMorph& shape = morphs.sources.back();
        for (const uint32_t vertex : vertices)
            shape.positions.push_back(own.positions[vertex]);
        if (normals && !own.normals.empty()) {
            for (const uint32_t vertex : vertices)
                shape.normals.push_back(own.normals[vertex]);
        } else if (normals && group < own.groups.size() && own.groups[group].vertices == vertices) {
            shape.normals = own.groups[group].normals;
        }
        shape.relative = std::string_view(morphs.morph.attribute("method").value()) == "RELATIVE";
        return true;
    }

    Morphs& out_;
    const Document& document_;
    const aiScene& scene_;
    Findings& findings_;
    PerElement<Geometry> geometries_;
    size_t made_ = 0;
};

Morphs::Morphs(const Document& document, const Nodes& nodes, const aiScene& scene, const SceneNodes& sceneNodes,
               Findings& findings)
    : document_(document), morphAt_(sceneNodes.sources.size()) {
    Reader reader(*this, scene, findings);
    for (uint32_t n = 0; n < sceneNodes.sources.size(); ++n) {
        const aiNode* source = sceneNodes.sources[n];
        if (!source || n >= nodes.elements.size() || !nodes.elements[n]) continue;
        morphAt_[n].resize(source->mNumMeshes);
        for (unsigned slot = 0; slot < source->mNumMeshes; ++slot) {
            const Node morph = morphOf(document_, instanceAt(document_, nodes.elements[n], *source, scene, slot));
            const uint32_t mesh = source->mMeshes[slot];
            if (morph && mesh < scene.mNumMeshes && reader.add(mesh, morph)) morphAt_[n][slot] = morph;
        }
    }
}

std::span<const SourceMorph> Morphs::of(uint32_t mesh) const {
    const auto found = byMesh_.find(mesh);
    return found == byMesh_.end() ? std::span<const SourceMorph>() : found->second.sources;
}

std::vector<std::vector<float>> Morphs::restWeights(std::span<const MeshInstance> instances) {
    std::vector<std::vector<float>> weights;
    morphOf_.clear();
    unsigned slot = 0;
    for (size_t i = 0; i < instances.size(); ++i) {
        const uint32_t node = instances[i].node;
        slot = i > 0 && instances[i - 1].node == node ? slot + 1 : 0;
        const bool known = node < morphAt_.size() && slot < morphAt_[node].size();
        morphOf_.push_back(known ? morphAt_[node][slot] : Node());
        const size_t count = morphOf_.back() ? of(instances[i].mesh).size() : 0;
        weights.push_back(count > 0 ? weightsOf(document_, morphOf_.back(), count) : std::vector<float>());
    }
    return weights;
}

void Morphs::place(std::span<const MeshInstance> instances, const SceneMorphWeights& weights) {
    for (size_t i = 0; i < instances.size() && i < morphOf_.size(); ++i) {
        if (!morphOf_[i]) continue;
        auto& places = places_[morphOf_[i].hash_value()];
        for (const SceneMorphWeights::Group& group : weights.groups)
            if (group.first == instances[i].firstMorphWeight && (places.empty() || places.back().first != group.first))
                places.push_back(group);
    }
}

void Morphs::addTo(std::span<const WeightChannel> channels, KeyBudget& budget, AnimationClip& clip) const {
    for (const WeightChannel& channel : channels) {
        const auto places = places_.find(channel.target.morph.hash_value());
        channel.sampler->load();
        const std::vector<double>& times = channel.sampler->times();
        if (places == places_.end() || times.empty()) continue;
        if (channel.sampler->interpolations() != Interpolations{Interpolation::linear}) noteFrame(clip, times);
        const size_t first = channel.target.member.value_or(0);
        const size_t width = channel.target.member ? 1 : channel.sampler->width();
        for (size_t i = 0; i < width; ++i) {
            const Curve<double> curve{times, [&](size_t segment, double t) {
                                          return channel.sampler->at(static_cast<int32_t>(segment), i, t);
                                      }};
            const Track<float> track = bake(curve, budget);
            for (const SceneMorphWeights::Group& place : places->second) {
                if (track.empty() || first >= place.count || i >= place.count - first) continue;
                const auto weight = static_cast<uint32_t>(place.first + first + i);
                std::erase_if(clip.morphs, [&](const MorphChannel& morph) { return morph.weight == weight; });
                clip.morphs.push_back({weight, track});
            }
        }
    }
}

}  // namespace sinew::collada
