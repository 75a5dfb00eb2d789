#include "import/collada_morphs.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "import/authored_motion.h"
#include "import/collada_geometry.h"
#include "import/collada_morph_controllers.h"
#include "import/collada_numbers.h"
#include "import/convert.h"
#include "import/morphs.h"

namespace sinew {
namespace {

using Node = pugi::xml_node;

constexpr size_t kMaxShapeVertices = size_t{1} << 25;  ///< of all targets together

/// The geometries of a file, each read once.
class Geometries {
  public:
    explicit Geometries(const ColladaDocument& document) : document_(document) {}

    const ColladaGeometry& of(Node geometry) {
        const auto [known, added] = known_.try_emplace(geometry.hash_value());
        if (added) known->second = readColladaGeometry(document_, geometry);
        return known->second;
    }

  private:
    const ColladaDocument& document_;
    std::unordered_map<size_t, ColladaGeometry> known_;
};

/// True when these corners are the mesh's vertices, one for one; the two were parsed by different means.
bool isSame(const ColladaGeometry& geometry, const ColladaGeometry::Corners& corners, const aiMesh& mesh) {
    if (corners.vertices.size() != mesh.mNumVertices) return false;
    for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
        const aiVector3D& read = mesh.mVertices[i];
        const float miss = (geometry.positions[corners.vertices[i]] - read).Length();
        if (miss > 1e-5f * std::max(1.0f, read.Length())) return false;
    }
    return true;
}

std::vector<std::string_view> targetsOf(const ColladaDocument& document, Node morph) {
    const Node source = colladaInput(document, morph.child("targets"), "MORPH_TARGET");
    const Node ids = source.child("IDREF_array");
    return wordsIn((ids ? ids : source.child("Name_array")).text().get());
}

/// As many as there are targets.
std::vector<float> weightsOf(const ColladaDocument& document, Node morph, size_t count) {
    std::vector<double> numbers =
        colladaNumbers(document, colladaInput(document, morph.child("targets"), "MORPH_WEIGHT")).values;
    numbers.resize(count, 0.0);
    std::vector<float> weights;
    for (const double number : numbers)
        weights.push_back(std::isfinite(static_cast<float>(number)) ? static_cast<float>(number) : 0.0f);
    return weights;
}

}  // namespace

/// Goes through the instances, and makes shapes for each mesh that is shown with a morph.
class ColladaMorphs::Reader {
  public:
    Reader(ColladaMorphs& out, const aiScene& scene, std::vector<Finding>& findings)
        : out_(out), document_(*out.document_), scene_(scene), findings_(findings), geometries_(document_) {}

    /// False when the mesh cannot be shown with it.
    bool add(uint32_t mesh, Node morph) {
        const auto [known, added] = out_.byMesh_.try_emplace(mesh);
        MeshMorphs& morphs = known->second;
        if (added) {
            morphs.morph = morph;
            if (!fill(morphs, *scene_.mMeshes[mesh])) {
                report(morph, "the morph's faces are not those of its mesh, which is shown without it");
                morphs.sources.clear();
            }
        } else if (morphs.morph != morph) {
            report(morph, "a mesh is shown with another morph already, and without this one");
        }
        return morphs.morph == morph && !morphs.sources.empty();
    }

  private:
    static std::string ownerOf(Node morph) { return utf8From(morph.parent().attribute("id").value()); }

    void report(Node morph, const std::string& message) {
        findings_.push_back({"morph-misfit", Severity::warning, ownerOf(morph), message});
    }

    bool fill(MeshMorphs& morphs, const aiMesh& mesh) {
        const Node geometry = document_.byId(morphs.morph.attribute("source").value());
        const ColladaGeometry& base = geometries_.of(geometry);
        const auto group =
            std::find_if(base.groups.begin(), base.groups.end(),
                         [&](const ColladaGeometry::Corners& corners) { return isSame(base, corners, mesh); });
        if (group == base.groups.end()) return false;
        size_t misfits = 0;
        for (const std::string_view id : targetsOf(document_, morphs.morph)) {
            const Node target = document_.byId(id);
            const std::string name = utf8From(target.attribute("name").as_string(target.attribute("id").value()));
            morphs.sources.push_back({.name = name, .positions = {}, .normals = {}});
            if (!addShape(morphs, base, static_cast<size_t>(group - base.groups.begin()), target, mesh.HasNormals()))
                ++misfits;
        }
        if (misfits > 0) findings_.push_back(morphMisfit(ownerOf(morphs.morph), misfits));
        return true;
    }

    /// False when the target has other vertices than the base. Normals may stand with the vertices, or with corners of
    /// the same faces.
    bool addShape(MeshMorphs& morphs, const ColladaGeometry& base, size_t group, Node target, bool normals) {
        const ColladaGeometry& own = geometries_.of(target);
        if (own.positions.size() != base.positions.size()) return false;
        const std::vector<uint32_t>& vertices = base.groups[group].vertices;
        made_ += vertices.size();
        if (made_ > kMaxShapeVertices)
            throw std::runtime_error(fmt::format("has morph targets of more than {} vertices", kMaxShapeVertices));
        Shape& shape = *morphs.shapes.emplace_back(std::make_unique<Shape>());
        for (const uint32_t vertex : vertices)
            shape.positions.push_back(own.positions[vertex]);
        if (normals && !own.normals.empty()) {
            for (const uint32_t vertex : vertices)
                shape.normals.push_back(own.normals[vertex]);
        } else if (normals && group < own.groups.size() && own.groups[group].vertices == vertices) {
            shape.normals = own.groups[group].normals;
        }
        morphs.sources.back().positions = shape.positions;
        morphs.sources.back().normals = shape.normals;
        morphs.sources.back().relative = std::string_view(morphs.morph.attribute("method").value()) == "RELATIVE";
        return true;
    }

    ColladaMorphs& out_;
    const ColladaDocument& document_;
    const aiScene& scene_;
    std::vector<Finding>& findings_;
    Geometries geometries_;
    size_t made_ = 0;
};

ColladaMorphs::ColladaMorphs(std::shared_ptr<const ColladaDocument> document, std::shared_ptr<const ColladaNodes> nodes,
                             const aiScene& scene, const SceneNodes& sceneNodes, std::vector<Finding>& findings)
    : document_(std::move(document)), morphAt_(sceneNodes.sources.size()) {
    const ColladaSkins skins(document_, nodes);
    Reader reader(*this, scene, findings);
    for (uint32_t n = 0; n < sceneNodes.sources.size(); ++n) {
        const aiNode* source = sceneNodes.sources[n];
        if (!source || n >= nodes->elements.size() || !nodes->elements[n]) continue;
        morphAt_[n].resize(source->mNumMeshes);
        for (unsigned slot = 0; slot < source->mNumMeshes; ++slot) {
            const Node morph = colladaMorphOf(*document_, skins.instanceAt(nodes->elements[n], *source, scene, slot));
            const uint32_t mesh = source->mMeshes[slot];
            if (morph && mesh < scene.mNumMeshes && reader.add(mesh, morph)) morphAt_[n][slot] = morph;
        }
    }
}

std::span<const MorphSource> ColladaMorphs::of(uint32_t mesh) const {
    const auto found = byMesh_.find(mesh);
    return found == byMesh_.end() ? std::span<const MorphSource>() : found->second.sources;
}

std::vector<std::vector<float>> ColladaMorphs::restWeights(std::span<const MeshInstance> instances) {
    std::vector<std::vector<float>> weights;
    morphOf_.clear();
    unsigned slot = 0;
    for (size_t i = 0; i < instances.size(); ++i) {
        const uint32_t node = instances[i].node;
        slot = i > 0 && instances[i - 1].node == node ? slot + 1 : 0;
        const bool known = node < morphAt_.size() && slot < morphAt_[node].size();
        morphOf_.push_back(known ? morphAt_[node][slot] : Node());
        const size_t count = morphOf_.back() ? of(instances[i].mesh).size() : 0;
        weights.push_back(count > 0 ? weightsOf(*document_, morphOf_.back(), count) : std::vector<float>());
    }
    return weights;
}

void ColladaMorphs::place(std::span<const MeshInstance> instances, const SceneMorphWeights& weights) {
    for (size_t i = 0; i < instances.size() && i < morphOf_.size(); ++i) {
        if (!morphOf_[i]) continue;
        auto& places = places_[morphOf_[i].hash_value()];
        for (const SceneMorphWeights::Group& group : weights.groups)
            if (group.first == instances[i].firstMorphWeight && (places.empty() || places.back().first != group.first))
                places.push_back(group);
    }
}

void ColladaMorphs::play(std::span<const ColladaWeightChannel> channels, KeyBudget& budget, AnimationClip& clip) const {
    for (const ColladaWeightChannel& channel : channels) {
        const auto places = places_.find(channel.target.morph.hash_value());
        channel.sampler->load();
        const std::vector<double>& times = channel.sampler->times();
        if (places == places_.end() || times.empty()) continue;
        if (channel.sampler->interpolations() != std::set<Interpolation>{Interpolation::linear})
            clip.authoredFrameSeconds = shorter(clip.authoredFrameSeconds, times);
        const size_t first = channel.target.member.value_or(0);
        const size_t width = channel.target.member ? 1 : channel.sampler->width();
        for (size_t i = 0; i < width; ++i) {
            const Curve<double> curve{times, [&](size_t stretch, double t) {
                                          return channel.sampler->at(static_cast<int32_t>(stretch), i, t);
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

}  // namespace sinew
