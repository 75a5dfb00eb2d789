#include "import/gltf/conformance/meshes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "import/build/convert.h"
#include "import/build/morphs.h"
#include "import/gltf/document/names.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr size_t kTriangles = 4;  // POINTS and LINES have no triangles, strips and fans any number of indices

bool isTriangles(const Json& primitive) {
    return File::index(primitive, "mode").value_or(kTriangles) == kTriangles;
}

const Json& targetsOf(const Json& primitive) {
    return File::list(File::at(primitive, "targets"));
}

size_t targetCountOf(const Json& mesh) {
    const Json& primitives = File::list(File::at(mesh, "primitives"));
    return primitives.empty() ? 0 : targetsOf(primitives.front()).size();
}

std::string countOfTargets(size_t count) {
    return measuredCount(count, "morph target", "morph targets").text;
}

/// Extensions and authors may add attributes that begin with an underscore.
bool isDefined(std::string_view attribute) {
    constexpr std::array<std::string_view, 3> kPlain{"POSITION", "NORMAL", "TANGENT"};
    constexpr std::array<std::string_view, 4> kNumbered{"TEXCOORD_", "COLOR_", "JOINTS_", "WEIGHTS_"};
    if (attribute.starts_with("_") || std::ranges::find(kPlain, attribute) != kPlain.end()) return true;
    return std::ranges::any_of(kNumbered, [&](std::string_view start) {
        return attribute.starts_with(start) && attribute.size() > start.size();
    });
}

/// Texture coordinates may be fractions.
bool needsFloats(std::string_view attribute, const AccessorRow& row) {
    const bool isPlace = attribute == "POSITION" || attribute == "NORMAL" || attribute == "TANGENT";
    return row.isObject && row.componentType != kFloat &&
           (isPlace || (attribute.starts_with("TEXCOORD_") && !row.isNormalized));
}

bool usesExtension(const File& file, const char* name) {
    const Json& used = File::list(file.member("extensionsUsed"));
    return std::ranges::find(used, Json(name)) != used.end();
}

}  // namespace

void MeshJudge::see(const Json& primitive, const SourceMesh& part) {
    reportAttributes(primitive);
    const auto positions = File::index(File::at(primitive, "attributes"), "POSITION"),
               indices = File::index(primitive, "indices");
    if (isTriangles(primitive) && positions) spare_ += file_.accessor(indices ? *indices : *positions).count % 3;
    reportBrokenMorphs(part, findings_);
    if (!positions || !seen_.insert(*positions).second) return;
    isBoundless_ = isBoundless_ || isBoundless(file_.accessor(*positions));
    seeBounds(*positions, part.positions);
    seeArrays(part);
}

void MeshJudge::seeArrays(const SourceMesh& part) {
    constexpr float kTolerance = 0.1f, kNoLength = 1e-6f;
    for (const glm::vec3& normal : part.normals) {
        const float length = glm::length(normal);
        normals_.odd += length > kNoLength && std::abs(length - 1.0f) > kTolerance;
    }
    normals_.all += part.normals.size();
    for (const glm::vec4& tangent : part.tangents)
        tangents_.odd += std::abs(tangent.w) != 1.0f;
    tangents_.all += part.tangents.size();
    for (uint32_t v = 0; part.boneCount > 0 && v < part.positions.size(); ++v) {
        const auto own = part.influences.of(v);
        twice_ += std::ranges::adjacent_find(own, {}, &RawInfluence::bone) != own.end();
    }
}

/// Normalized positions are left out: writers disagree about the unit of their bounds. Compressed ones have none.
void MeshJudge::seeBounds(size_t accessor, const std::vector<glm::vec3>& positions) {
    const AccessorRow& row = file_.accessor(accessor);
    if (row.min.count != 3 || row.max.count != 3 || row.isNormalized || row.view == kNone || positions.empty()) return;
    glm::vec3 low = positions.front(), high = low;
    for (const glm::vec3& position : positions) {
        if (!isFinite(position)) return;
        low = glm::min(low, position), high = glm::max(high, position);
    }
    const glm::vec3 statedLow(row.min.values[0], row.min.values[1], row.min.values[2]),
        statedHigh(row.max.values[0], row.max.values[1], row.max.values[2]);
    const glm::vec3 out = glm::max(statedLow - low, high - statedHigh);
    const float size = glm::length(high - low), outside = std::max({0.0f, out.x, out.y, out.z}) / size,
                times = glm::length(statedHigh - statedLow) / size;
    if (!std::isfinite(outside) || !std::isfinite(times)) return;
    outside_ = std::max(outside_, outside), times_ = std::max(times_, times);
}

void MeshJudge::reportAttributes(const Json& primitive) {
    const Json& attributes = File::at(primitive, "attributes");
    const bool isQuantized = usesExtension(file_, "KHR_mesh_quantization");
    for (const auto& [name, number] : attributes.items()) {
        const auto accessor = File::index(number);
        if (!isDefined(name) && reported_.insert(name).second)
            add("attribute-ignored", Severity::info,
                fmt::format("has an attribute {}, which glTF does not know; it is ignored", inQuotes(name)));
        if (isQuantized || !accessor || !needsFloats(name, file_.accessor(*accessor)) || !reported_.insert(name).second)
            continue;
        const size_t bytes = componentBytes(file_.accessor(*accessor).componentType);
        add("attribute-format", Severity::warning,
            fmt::format("has {} of {}-bit integers, {}", utf8From(name), 8 * bytes,
                        bytes < 4 ? "which only KHR_mesh_quantization allows" : "where the format demands floats"));
    }
    for (const Json& target : targetsOf(primitive))
        for (const auto& attribute : target.items())
            if (target.is_object() && !attributes.contains(attribute.key()) &&
                reported_.insert(" " + attribute.key()).second)
                add("morph-misfit", Severity::info,
                    fmt::format("has morph targets with {}, which its parts do not have", inQuotes(attribute.key())));
}

/// What does not fit in the targets of the mesh.
void MeshJudge::reportTargets() {
    const size_t count = targetCountOf(json_);
    for (const Json& primitive : File::list(File::at(json_, "primitives"))) {
        const Json& own = targetsOf(primitive);
        if (own.size() != count)
            return add("morph-misfit", Severity::warning,
                       fmt::format("has parts with {} and with {} morph targets", count, own.size()));
        const auto positions = File::index(File::at(primitive, "attributes"), "POSITION");
        for (size_t t = 0; positions && t < own.size(); ++t)
            for (const auto& [name, number] : own[t].items())
                if (const auto accessor = File::index(number);
                    accessor && file_.accessor(*accessor).count != file_.accessor(*positions).count)
                    return add("morph-misfit", Severity::warning,
                               fmt::format("{} of morph target {} has {} elements for {} vertices; it is ignored",
                                           utf8From(name), t, file_.accessor(*accessor).count,
                                           file_.accessor(*positions).count));
    }
    const Json& weights = File::at(json_, "weights");
    if (weights.is_array() && weights.size() != count)
        add("morph-misfit", Severity::warning,
            fmt::format("has {} weights for {}", weights.size(), countOfTargets(count)));
}

void MeshJudge::addCount(const char* id, const Counts& counts, const char* one, const char* many, const char* is,
                         const char* are, const char* rest) {
    if (counts.odd == 0) return;
    const Measured part = measuredPart(counts.odd, counts.all, one, many);
    add(id, Severity::info, fmt::format("{} {} {}", part.text, counts.odd == 1 ? is : are, rest), part.figure);
}

void MeshJudge::reportBounds() {
    constexpr float kTimesTooLarge = 20.0f;  // such a box frames nothing
    constexpr float kMostOutside = 0.01f;    // of the size of the mesh: less is rounding
    if (isBoundless_) add("bounds-missing", Severity::info, "states no min and max of its positions");
    if (outside_ > kMostOutside) {
        const Measured share = measuredShare(static_cast<double>(outside_), "the mesh's size");
        add("bounds-wrong", Severity::warning,
            "has vertices up to " + share.text + " outside the box that the file states", share.figure);
    } else if (times_ >= kTimesTooLarge) {
        const Measured times = measured(static_cast<double>(times_), "times");
        add("bounds-wrong", Severity::warning, "is in a box that the file states " + times.text + " as large as it is",
            times.figure);
    }
}

void MeshJudge::report() {
    if (!File::at(json_, "primitives").is_array())
        return add("mesh-empty", Severity::warning, "has no list of primitives and is not drawn");
    reportTargets();
    reportBounds();
    if (spare_ > 0) {
        const Measured count = measuredCount(spare_, "index", "indices");
        add("indices-incomplete", Severity::warning, count.text + " beyond the last whole triangle ignored",
            count.figure);
    }
    addCount("tangents-odd", tangents_, "tangent", "tangents", "has", "have",
             "neither 1 nor -1 as handedness; the nearest sign is used");
    addCount("normals-not-unit", normals_, "normal", "normals", "is", "are", "not of unit length; they are normalized");
    if (twice_ == 0) return;
    const Measured vertices = measuredCount(twice_, "vertex", "vertices");
    add("weights-twice", Severity::info, "has " + vertices.text + " with two weights of one joint, which glTF forbids",
        vertices.figure);
}

void judgeNodeWeights(const File& file, Findings& findings) {
    const Json &nodes = File::list(file.member("nodes")), &meshes = File::list(file.member("meshes"));
    for (size_t n = 0; n < nodes.size(); ++n) {
        const Json& weights = File::at(nodes[n], "weights");
        const auto mesh = File::index(nodes[n], "mesh");
        if (!weights.is_array() || !mesh || *mesh >= meshes.size()) continue;
        const size_t targets = targetCountOf(meshes[*mesh]);
        if (weights.size() != targets)
            findings.push_back({"morph-misfit", Severity::warning, nameOf(meshes[*mesh], "mesh", *mesh),
                                fmt::format("node {} has {} weights for {}", inQuotes(nameOf(nodes[n], "node", n)),
                                            weights.size(), countOfTargets(targets))});
    }
}

void judgeMaterialUse(const File& file, Findings& findings) {
    constexpr double kLeastBare = 0.1;  // of the vertices: fewer may be meant
    struct Bare {
        std::string mesh;
        size_t vertices = 0;
        bool isSkinned = false;
    };
    std::vector<Bare> bare;
    std::set<size_t> used;  // materials
    size_t skinned = 0, without = 0;
    const Json &meshes = File::list(file.member("meshes")), &materials = File::list(file.member("materials"));
    for (size_t m = 0; m < meshes.size(); ++m)
        for (const Json& primitive : File::list(File::at(meshes[m], "primitives"))) {
            const Json& attributes = File::at(primitive, "attributes");
            const auto positions = File::index(attributes, "POSITION"), material = File::index(primitive, "material");
            const bool isSkinned = !File::at(attributes, "JOINTS_0").is_null();
            const size_t vertices = positions ? file.accessor(*positions).count : 0;
            if (isSkinned) skinned += vertices;
            const Json& variants =
                File::list(File::at(File::at(File::at(primitive, "extensions"), "KHR_materials_variants"), "mappings"));
            for (const Json& mapping : variants)
                if (const auto other = File::index(mapping, "material")) used.insert(*other);
            if (material) used.insert(*material);
            if (material || !variants.empty() || vertices == 0 || !isTriangles(primitive)) continue;
            if (isSkinned) without += vertices;
            bare.push_back({nameOf(meshes[m], "mesh", m), vertices, isSkinned});
        }
    std::vector<std::string> spare;
    for (size_t i = 0; i < materials.size(); ++i)
        if (!used.contains(i)) spare.push_back(nameOf(materials[i], "material", i));
    const bool isUnlikeOthers =
        !used.empty() && without > 0 && static_cast<double>(without) >= kLeastBare * static_cast<double>(skinned);
    for (const auto& [mesh, vertices, isSkinned] : bare) {
        if (spare.empty() && !(isUnlikeOthers && isSkinned)) continue;
        const Measured count = measuredCount(vertices, "vertex", "vertices");
        findings.push_back({"material-none", spare.empty() ? Severity::info : Severity::warning, mesh,
                            "has " + count.text + " without a material" +
                                (used.empty() ? "" : ", unlike the other parts") +
                                (spare.empty() ? "" : "; nothing has " + listed(spare)),
                            count.figure});
    }
}

}  // namespace sinew::gltf
