#include "bake/soundness.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <string>

#include <glm/gtc/quaternion.hpp>

#include "base/error.h"
#include "base/text.h"
#include "model/limits.h"
#include "model/mesh_levels.h"

namespace sinew {
namespace {

// Tolerance of the squared length; the error of normalization in single precision is smaller.
constexpr float kUnitTolerance = 1e-3f;

/// The location of a fault in messages: "clip 3".
struct Place {
    const char* kind;
    std::optional<size_t> index = std::nullopt;
};

void require(bool condition, const Place& place, const char* fault) {
    if (condition) return;
    const std::string which = place.index ? " " + std::to_string(*place.index) : "";
    throw Error(Exit::input, std::string("is damaged: ") + place.kind + which + ": " + fault);
}

/// In a form that compilers vectorize.
bool areFinite(std::span<const float> values) {
    constexpr uint32_t kExponent = 0x7f800000;
    uint32_t notFinite = 0;
    for (const float value : values)
        notFinite |= static_cast<uint32_t>((std::bit_cast<uint32_t>(value) & kExponent) == kExponent);
    return notFinite == 0;
}

template <glm::length_t kLength>
bool areFinite(const std::vector<glm::vec<kLength, float>>& vectors) {
    return vectors.empty() || areFinite({&vectors.front().x, vectors.size() * kLength});
}

bool isUnit(const glm::quat& rotation) {
    return std::abs(glm::dot(rotation, rotation) - 1.0f) <= kUnitTolerance;  // false if not finite
}

bool areFinite(const std::vector<glm::quat>& rotations) {
    bool unit = true;
    for (const glm::quat& rotation : rotations)
        unit &= isUnit(rotation);
    return unit;
}

bool areFinite(std::span<const Bone> bones) {
    return std::ranges::all_of(bones, [](const Bone& bone) {
        return areFinite({&bone.inverseBindMatrix[0].x, size_t{16}});
    });
}

bool areBelow(std::span<const uint32_t> indices, size_t end) {
    return std::accumulate(indices.begin(), indices.end(), uint32_t{0},
                           [](uint32_t a, uint32_t b) { return std::max(a, b); }) < end ||
           indices.empty();
}

bool haveNodes(std::span<const Bone> bones, const Model& model) {
    return std::ranges::all_of(bones, [&](const Bone& bone) { return bone.node < model.hierarchy.size(); });
}

void requireTexts(std::initializer_list<const std::string*> texts, const Place& place) {
    for (const std::string* text : texts)
        require(isUtf8Line(*text), place, "a text is not one line of UTF-8");
}

void requireNodes(const NodeHierarchy& hierarchy) {
    const size_t count = hierarchy.size();
    require(hierarchy.names.size() == count && hierarchy.rest.size() == count, {"nodes"},
            "arrays of different lengths");
    require(count <= kMaxNodes, {"nodes"}, "too many");
    std::vector<uint32_t> depths(count, 0);
    for (size_t i = 0; i < count; ++i) {
        const Place node{"node", i};
        const Transform& rest = hierarchy.rest[i];
        requireTexts({&hierarchy.names[i]}, node);
        require(hierarchy.parents[i] >= kNoParent && hierarchy.parents[i] < static_cast<int32_t>(i), node,
                "parent after child");
        if (hierarchy.parents[i] != kNoParent) depths[i] = depths[static_cast<size_t>(hierarchy.parents[i])] + 1;
        require(depths[i] <= kMaxDepth, node, "nested too deep");
        require(isUnit(rest.rotation) && areFinite({&rest.translation.x, size_t{3}}) &&
                    areFinite({&rest.scale.x, size_t{3}}),
                node, "invalid rest transform");
    }
}

void requireInfluences(const SkinnedMesh& mesh, const Place& place) {
    for (size_t v = 0; v < mesh.influences.size(); ++v) {
        uint32_t sum = 0;
        const auto isWithin = [&](const Influences& influences) {
            bool within = true;
            for (size_t i = 0; i < kInfluencesPerVertex; ++i) {
                sum += influences.weights[i];
                within &= influences.bones[i] < mesh.boneCount;
            }
            return within;
        };
        const bool within =
            isWithin(mesh.influences[v]) && (mesh.moreInfluences.empty() || isWithin(mesh.moreInfluences[v]));
        require(within, place, "bone index out of range");
        require(sum == kWeightOne, place, "weights of a vertex do not sum to 1");
    }
}

void requireMorphs(const SkinnedMesh& mesh, const Place& place) {
    for (const MorphTarget& target : mesh.morphTargets) {
        requireTexts({&target.name}, place);
        uint64_t next = 0;
        for (const MorphDelta& delta : target.deltas) {
            require(delta.vertex >= next && delta.vertex < mesh.vertexCount(), place,
                    "vertices of a morph target are not in order");
            require(areFinite({&delta.position.x, size_t{3}}) && areFinite({&delta.normal.x, size_t{3}}), place,
                    "a morph target is not finite");
            next = uint64_t{delta.vertex} + 1;
        }
    }
}

void requireLevels(const SkinnedMesh& mesh, const Place& place) {
    require(mesh.levels.size() <= kMostMeshLevels, place, "too many levels of detail");
    size_t indices = mesh.indices.size();
    float error = 0.0f;
    for (const MeshLevel& level : mesh.levels) {
        require(level.indices.size() < indices && level.indices.size() % 3 == 0 &&
                    areBelow(level.indices, mesh.vertexCount()),
                place, "invalid triangle indices of a level of detail");
        require(std::isfinite(level.error) && level.error >= error, place,
                "errors of levels of detail are not in order");
        indices = level.indices.size();
        error = level.error;
    }
}

void requireMeshes(const Model& model) {
    uint64_t vertices = 0, indices = 0;
    for (size_t m = 0; m < model.meshes.size(); ++m) {
        const SkinnedMesh& mesh = model.meshes[m];
        const Place place{"mesh", m};
        const size_t count = mesh.vertexCount();
        requireTexts({&mesh.name, &mesh.extras}, place);
        for (const size_t size :
             {mesh.normals.size(), mesh.tangents.size(), mesh.uvs.size(), mesh.colors.size(), mesh.influences.size(),
              mesh.moreInfluences.empty() ? count : mesh.moreInfluences.size(),
              mesh.moreUvs.empty() ? count : mesh.moreUvs.size()})
            require(size == count, place, "vertex arrays of different lengths");
        require(mesh.material < model.materials.size(), place, "material index out of range");
        require(mesh.indices.size() % 3 == 0 && areBelow(mesh.indices, count), place, "invalid triangle indices");
        require(areFinite(mesh.positions) && areFinite(mesh.normals) && areFinite(mesh.tangents) &&
                    areFinite(mesh.uvs) && areFinite(mesh.moreUvs) && areFinite(mesh.colors),
                place, "a number is not finite");
        requireInfluences(mesh, place);
        requireMorphs(mesh, place);
        requireLevels(mesh, place);
        vertices += count;
        indices += mesh.indices.size();
        for (const MeshLevel& level : mesh.levels)
            indices += level.indices.size();
    }
    require(vertices <= kMaxVertices && indices <= UINT32_MAX, {"meshes"}, "too many vertices");
}

void requireInstances(const Model& model) {
    require(model.instances.size() <= kMaxInstances, {"mesh instances"}, "too many");
    require(areFinite(model.restMorphWeights), {"morph weights"}, "not finite");
    uint64_t shown = 0;
    for (size_t i = 0; i < model.instances.size(); ++i) {
        const MeshInstance& instance = model.instances[i];
        const Place place{"mesh instance", i};
        require(instance.mesh < model.meshes.size() && instance.node < model.hierarchy.size(), place,
                "mesh or node index out of range");
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        require(instance.bones.size() == mesh.boneCount, place, "wrong number of bones");
        shown += mesh.positions.size();
        require(haveNodes(instance.bones, model), place, "node index of a bone out of range");
        require(areFinite(instance.bones), place, "a bone is not finite");
        require(uint64_t{instance.firstMorphWeight} + mesh.morphTargets.size() <= model.restMorphWeights.size() ||
                    mesh.morphTargets.empty(),
                place, "morph weight index out of range");
    }
    require(shown <= kMaxShownVertices, {"mesh instances"}, "too many vertices in all");
}

void requireLooks(const Model& model) {
    for (size_t i = 0; i < model.textures.size(); ++i) {
        const auto& [name, source, image, encoded] = model.textures[i];
        const Place place{"texture", i};
        const uint64_t pixels = uint64_t{image.width} * image.height;
        requireTexts({&name, &source}, place);
        require(image.width <= kMaxImageSide && image.height <= kMaxImageSide && pixels <= kMaxImagePixels, place,
                "too large");
        const uint32_t most = image.isBlocks() ? mostLevels(image.width, image.height) : 1;
        require(image.levelCount == 1 || (image.levelCount > 1 && image.levelCount <= most), place,
                "wrong number of mip levels");
        require(
            (image.stored || image.bytes.size() == image.byteCount()) && (pixels > 0 || image.width == image.height),
            place, "wrong number of pixels");
    }
    const auto isValid = [&](const std::optional<TextureUse>& use) {
        return !use ||
               (use->texture < model.textures.size() && use->uvSet < 2 && areFinite({&use->offset.x, size_t{2}}) &&
                areFinite({&use->scale.x, size_t{2}}) && std::isfinite(use->rotation));
    };
    for (size_t i = 0; i < model.materials.size(); ++i) {
        const Material& material = model.materials[i];
        const Place place{"material", i};
        requireTexts({&material.name, &material.extras}, place);
        require(std::ranges::all_of(material.textures, isValid), place, "texture index out of range");
        const float numbers[] = {material.metallic,           material.roughness,
                                 material.normalScale,        material.occlusionStrength,
                                 material.alphaCutoff,        material.ior,
                                 material.specular,           material.clearcoat,
                                 material.clearcoatRoughness, material.clearcoatNormalScale,
                                 material.sheenRoughness,     material.transmission,
                                 material.thickness,          material.attenuationDistance,
                                 material.iridescence,        material.iridescenceIor,
                                 material.iridescenceMinimum, material.iridescenceMaximum,
                                 material.anisotropy,         material.anisotropyRotation};
        const auto areColors = [](std::initializer_list<const glm::vec3*> colors) {
            return std::ranges::all_of(colors, [](const glm::vec3* color) {
                return areFinite({&color->x, size_t{3}});
            });
        };
        require(areFinite({&material.baseColor.x, size_t{4}}) && areFinite(std::span(numbers)) &&
                    areColors({&material.emissive, &material.specularColor, &material.sheenColor,
                               &material.attenuationColor}),
                place, "a number is not finite");
    }
}

/// Rotations are not of unit length here.
template <typename Value>
void requireSpline(const Spline<Value>& spline, const Place& clip) {
    require(spline.values.size() == 3 * spline.times.size(), clip, "a curve has not three values per key");
    if (spline.empty()) return;
    bool ordered = std::isfinite(spline.times.front()) && std::isfinite(spline.times.back());
    for (size_t i = 1; i < spline.times.size(); ++i)
        ordered &= spline.times[i - 1] < spline.times[i];
    require(ordered, clip, "keys of a curve are not in order");
    const auto* const first = reinterpret_cast<const float*>(spline.values.data());
    require(areFinite({first, spline.values.size() * sizeof(Value) / sizeof(float)}), clip, "a curve is not finite");
}

template <typename Value>
void requireTrack(const Track<Value>& track, const Place& clip) {
    require(track.times.size() == track.values.size(), clip, "key times and values differ in number");
    require(areFinite(track.values), clip, "a key is not finite, or a rotation is not normalized");
    if (track.empty()) return;
    // Ordered numbers between two finite ones are finite.
    bool ordered = std::isfinite(track.times.front()) && std::isfinite(track.times.back());
    for (size_t i = 1; i < track.times.size(); ++i)
        ordered &= track.times[i - 1] < track.times[i];
    require(ordered, clip, "keys are not in order");
    requireSpline(track.authored, clip);
}

bool isDuration(double value) {
    return std::isfinite(value) && value >= 0.0;
}

void requireHumanoid(const Model& model) {
    for (size_t i = 0; i < model.humanoid.size(); ++i) {
        const Place place{"humanoid bone", i};
        requireTexts({&model.humanoid[i].name}, place);
        require(model.humanoid[i].node < model.hierarchy.size(), place, "node index out of range");
    }
}

void requireClips(const Model& model) {
    std::vector<bool> moved;
    for (size_t i = 0; i < model.clips.size(); ++i) {
        const AnimationClip& clip = model.clips[i];
        const Place place{"clip", i};
        requireTexts({&clip.name, &clip.extras}, place);
        require(isDuration(clip.durationSeconds) && isDuration(clip.authoredFrameSeconds), place, "invalid duration");
        for (const Channel& channel : clip.channels) {
            require(channel.node < model.hierarchy.size(), place, "node index of a channel out of range");
            requireTrack(channel.translation, place);
            requireTrack(channel.rotation, place);
            requireTrack(channel.scale, place);
        }
        moved.assign(clip.morphs.empty() ? 0 : model.restMorphWeights.size(), false);
        for (const MorphChannel& morph : clip.morphs) {
            require(morph.weight < moved.size() && !moved[morph.weight], place,
                    "morph weight index out of range or duplicate");
            moved[morph.weight] = true;
            requireTrack(morph.track, place);
        }
    }
}

void requireCutMeshes(const Model& model, const ImportReport& report) {
    for (size_t i = 0; i < report.cutMeshes.size(); ++i) {
        const auto& [mesh, cut, bones] = report.cutMeshes[i];
        const Place place{"cut mesh", i};
        require(mesh < model.meshes.size(), place, "mesh index out of range");
        require(areBelow(cut.vertices, model.meshes[mesh].vertexCount()), place, "vertex index out of range");
        require(cut.ends.size() == cut.vertices.size() && std::ranges::is_sorted(cut.ends) &&
                    (cut.ends.empty() ? 0 : cut.ends.back()) == cut.influences.size(),
                place, "invalid influence ranges");
        require(haveNodes(bones, model) && areFinite(bones), place, "invalid bone");
        for (const CutVertices::Influence& influence : cut.influences)
            require(influence.bone < bones.size() && std::isfinite(influence.weight) && influence.weight > 0.0f, place,
                    "invalid influence");
    }
}

void requireReport(const Model& model, const ImportReport& report) {
    const Place place{"report"};
    requireTexts({&report.file, &report.format, &report.importer}, place);
    for (const std::string& variant : report.variants)
        requireTexts({&variant}, place);
    require(report.influences.size() == model.meshes.size() && report.clips.size() == model.clips.size(), place,
            "belongs to another model");
    require(report.keptInfluences == kInfluencesPerVertex || report.keptInfluences == kMostInfluences, place,
            "keeps neither four nor eight influences");
    for (const SkinnedMesh& mesh : model.meshes)
        require(mesh.moreInfluences.empty() || report.keptInfluences == kMostInfluences, place,
                "keeps fewer influences than the model has");
    for (const InfluenceReport& influences : report.influences)
        require(std::isfinite(influences.largestWeightLost) && std::isfinite(influences.farthestSum), place,
                "a number is not finite");
    for (const ClipReport& clip : report.clips) {
        requireTexts({&clip.file}, place);
        for (const std::string& interpolation : clip.interpolations)
            requireTexts({&interpolation}, place);
    }
    for (const ClipFileReport& file : report.clipFiles)
        requireTexts({&file.file}, place);
    for (const Finding& finding : report.findings) {
        requireTexts({&finding.id, &finding.object, &finding.message}, place);
        if (!finding.figure) continue;
        requireTexts({&finding.figure->unit}, place);
        require(std::isfinite(finding.figure->value), place, "a number is not finite");
    }
    requireCutMeshes(model, report);
}

void requireSpace(const Model& model) {
    const auto isScale = [](double scale) { return std::isfinite(scale) && scale > 0.0; };
    require(isScale(model.rootScale) && (!model.metersPerUnit || isScale(*model.metersPerUnit)), {"model"},
            "invalid unit");
}

void requireExtras(const Model& model) {
    requireTexts({&model.fileExtras, &model.sceneExtras}, {"model"});
    uint64_t next = 0;
    for (const NodeExtras& extras : model.nodeExtras) {
        requireTexts({&extras.json}, {"model"});
        require(extras.node >= next && extras.node < model.hierarchy.size(), {"model"},
                "extras of nodes are not in order");
        next = uint64_t{extras.node} + 1;
    }
}

}  // namespace

void requireSound(const ImportedModel& imported) {
    const Model& model = imported.model;
    requireNodes(model.hierarchy);
    requireMeshes(model);
    requireInstances(model);
    requireLooks(model);
    requireHumanoid(model);
    requireClips(model);
    requireSpace(model);
    requireExtras(model);
    requireReport(model, imported.report);
}

}  // namespace sinew
