#include "import/gltf/meshes.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include <fmt/format.h>

#include "base/error.h"
#include "import/build/convert.h"
#include "import/gltf/conformance/meshes.h"
#include "import/gltf/document/accessors.h"
#include "import/gltf/document/names.h"
#include "import/gltf/draco.h"
#include "model/limits.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr size_t kList = 4, kStrip = 5, kFan = 6;  // of primitive.mode; those below have points and lines

/// Triangles, counterclockwise, of indices as a mode lists them.
std::vector<uint32_t> trianglesOf(std::vector<uint32_t> indices, size_t mode) {
    if (mode == kList) {
        indices.resize(indices.size() / 3 * 3);
        return indices;
    }
    std::vector<uint32_t> triangles;
    for (size_t i = 0; (mode == kStrip || mode == kFan) && i + 2 < indices.size(); ++i) {
        const size_t odd = mode == kStrip ? i % 2 : 0;
        triangles.insert(triangles.end(), {indices[mode == kFan ? 0 : i + odd], indices[i + 1 - odd], indices[i + 2]});
    }
    return triangles;
}

/// One primitive of a mesh.
class PrimitiveReader {
  public:
    /// @throws InvalidAccessor with the cause; Error.
    PrimitiveReader(File& file, const Json& mesh, const Json& primitive)
        : file_(file), json_(mesh), primitive_(primitive), attributes_(File::at(primitive, "attributes")) {
        try {
            decoded_ = decodeDraco(file, primitive);
        } catch (const InvalidAccessor& fault) {
            const auto positions = File::index(attributes_, "POSITION");
            if (!positions || file.accessor(*positions).view == kNone)
                throw InvalidAccessor(fmt::format("{}: {}", kDraco, fault.what()));
            notDecoded_ = fault.what();
        }
    }

    /// The number of its vertices. @throws InvalidAccessor.
    size_t vertexCount() const {
        if (decoded_) return decoded_->vertexCount;
        if (!attributes_.contains("POSITION")) throw InvalidAccessor("POSITION is missing");
        return file_.accessor(accessorOf(File::at(attributes_, "POSITION"), "POSITION")).count;
    }

    size_t targetCount() const { return File::list(File::at(primitive_, "targets")).size(); }

    /// @throws InvalidAccessor with the attribute.
    void read(JointCount joints, SourceMesh& mesh) {
        read("POSITION", mesh.positions);
        read("NORMAL", mesh.normals);
        if (!mesh.normals.empty()) read("TANGENT", mesh.tangents);
        read("TEXCOORD_0", mesh.uvs[0]);
        read("TEXCOORD_1", mesh.uvs[1]);
        readColors(mesh.colors);
        readIndices(mesh);
        for (size_t t = 0; t < targetCount(); ++t)
            readTarget(t, mesh);
        if (joints > 0) readInfluences(joints, mesh);
    }

    const std::vector<std::string>& dropped() const { return dropped_; }  ///< attributes, with the reason
    size_t weightsOfNoJoint() const { return weightsOfNoJoint_; }         ///< number of those above 0
    const std::string& notDecoded() const { return notDecoded_; }         ///< why its uncompressed form is read

  private:
    /// Calls `convert` with the accessor of an attribute, if it has one. @throws InvalidAccessor with the `use`.
    template <typename Convert>
    void use(const Json& attributes, const std::string& name, const std::string& use, const Convert& convert) const {
        const Json& number = File::at(attributes, name.c_str());
        if (number.is_null()) return;
        try {
            convert(accessorOf(number, name));
        } catch (const InvalidAccessor& fault) {
            throw InvalidAccessor(fmt::format("{}: {}", use, fault.what()));
        }
    }

    template <typename Vector>
    static std::vector<Vector> vectorsFrom(const std::vector<float>& numbers) {
        std::vector<Vector> vectors(numbers.size() * sizeof(float) / sizeof(Vector));
        std::memcpy(static_cast<void*>(vectors.data()), numbers.data(), vectors.size() * sizeof(Vector));
        return vectors;
    }

    /// The decoded numbers of an attribute; null where it is not compressed. @throws InvalidAccessor.
    const std::vector<float>* decoded(const std::string& name, size_t componentCount) const {
        if (!decoded_) return nullptr;
        const auto found = decoded_->attributes.find(name);
        if (found == decoded_->attributes.end()) return nullptr;
        if (found->second.componentCount != componentCount)
            throw InvalidAccessor(fmt::format("{} has {} components", name, found->second.componentCount));
        return &found->second.numbers;
    }

    /// False, and noted, for an attribute of another length than the positions, also none. @throws InvalidAccessor.
    bool fits(const std::string& name, size_t accessor, size_t componentCount) {
        const bool isEmpty = file_.accessor(accessor).isObject && file_.accessor(accessor).count == 0;
        if (!isEmpty) checkAccessor(file_, accessor, componentCount);
        const size_t count = file_.accessor(accessor).count, vertices = vertexCount();
        if (count == vertices) return true;
        dropped_.push_back(fmt::format("{} has {} elements for {} vertices", name, count, vertices));
        return false;
    }

    template <typename Vector>
    void read(const std::string& name, std::vector<Vector>& array) {
        constexpr auto kWidth = static_cast<size_t>(Vector::length());
        if (const std::vector<float>* numbers = decoded(name, kWidth)) {
            array = vectorsFrom<Vector>(*numbers);
            return;
        }
        use(attributes_, name, name, [&](size_t accessor) {
            if (name == "POSITION" || fits(name, accessor, kWidth))
                array = vectorsFrom<Vector>(floatsOf(file_, accessor, kWidth));
        });
    }

    void readColors(std::vector<glm::vec4>& colors) {
        const auto accessor = File::index(attributes_, "COLOR_0");
        if (!accessor || file_.accessor(*accessor).componentCount != 3) return read("COLOR_0", colors);
        std::vector<glm::vec3> opaque;
        read("COLOR_0", opaque);
        for (const glm::vec3& color : opaque)
            colors.emplace_back(color, 1.0f);
    }

    void readIndices(SourceMesh& mesh) const {
        if (decoded_) {
            mesh.indices = decoded_->indices;
            return;
        }
        const size_t mode = File::index(primitive_, "mode").value_or(kList);
        mesh.hasPointsOrLines = mode < kList;
        std::vector<uint32_t> indices;
        use(primitive_, "indices", "indices", [&](size_t accessor) { indices = integersOf(file_, accessor, 1); });
        if (File::at(primitive_, "indices").is_null()) {
            indices.resize(mesh.positions.size());
            std::iota(indices.begin(), indices.end(), 0u);
        }
        mesh.indices = trianglesOf(std::move(indices), mode);
    }

    /// A target that does not fit moves nothing.
    void readTarget(size_t t, SourceMesh& mesh) const {
        const Json& target = primitive_["targets"][t];
        const Json& name = File::at(File::at(File::at(json_, "extras"), "targetNames"), t);
        const Json& weight = File::at(File::at(json_, "weights"), t);
        SourceMorph& morph = mesh.morphs.emplace_back();
        if (name.is_string()) morph.name = utf8From(name.get_ref<const std::string&>());
        if (weight.is_number() && std::isfinite(weight.get<float>())) morph.weight = weight.get<float>();
        morph.relative = true;
        const auto readInto = [&](const char* attribute, std::vector<glm::vec3>& array) {
            use(target, attribute, fmt::format("{} of morph target {}", attribute, t), [&](size_t accessor) {
                if (file_.accessor(accessor).isObject && file_.accessor(accessor).count == 0) return;
                checkAccessor(file_, accessor, 3);
                if (file_.accessor(accessor).count == mesh.positions.size())
                    array = vectorsFrom<glm::vec3>(floatsOf(file_, accessor, 3));
            });
        };
        readInto("POSITION", morph.positions);
        if (!mesh.normals.empty()) readInto("NORMAL", morph.normals);
        if (morph.positions.empty() && !morph.normals.empty()) morph.positions.resize(mesh.positions.size());
    }

    struct WeightSet {
        std::vector<uint32_t> joints;
        std::vector<float> weights;
    };

    template <typename Number>
    void readNumbers(const std::string& name, std::vector<Number>& array) {
        if (const std::vector<float>* numbers = decoded(name, 4)) {
            array.assign(numbers->begin(), numbers->end());
            return;
        }
        use(attributes_, name, name, [&](size_t accessor) {
            if (!fits(name, accessor, 4)) return;
            if constexpr (std::is_same_v<Number, float>)
                array = floatsOf(file_, accessor, 4);
            else
                array = integersOf(file_, accessor, 4);
        });
    }

    /// The sets up to the first that has no joints or no weights; later ones are noted.
    std::vector<WeightSet> weightSets() {
        std::vector<WeightSet> sets;
        for (bool isWhole = true; isWhole;) {
            const std::string number = std::to_string(sets.size());
            WeightSet set;
            readNumbers("JOINTS_" + number, set.joints);
            readNumbers("WEIGHTS_" + number, set.weights);
            isWhole = !set.joints.empty() && !set.weights.empty();
            if (isWhole) sets.push_back(std::move(set));
        }
        const auto isDropped = [&](const std::string& name) {
            return std::ranges::any_of(dropped_, [&](const std::string& one) { return one.starts_with(name + ' '); });
        };
        for (const auto& [name, number] : attributes_.items())
            for (const std::string_view prefix : {"JOINTS_", "WEIGHTS_"})
                if (name.starts_with(prefix) && !isDropped(name) &&
                    std::strtoul(name.c_str() + prefix.size(), nullptr, 10) >= sets.size())
                    dropped_.push_back(fmt::format("{} has no joints and weights to go with", name));
        return sets;
    }

    void readInfluences(JointCount joints, SourceMesh& mesh) {
        const std::vector<WeightSet> sets = weightSets();
        mesh.boneCount = joints;
        mesh.influences = InfluenceLists(mesh.positions.size(), [&](const auto& visit) {
            weightsOfNoJoint_ = 0;
            for (const auto& [numbers, weights] : sets)
                for (size_t i = 0; i < weights.size(); ++i)
                    if (numbers[i] < joints)
                        visit(i / 4, numbers[i], weights[i]);
                    else
                        weightsOfNoJoint_ += weights[i] > 0.0f;
        });
    }

    File& file_;
    const Json& json_;
    const Json& primitive_;
    const Json& attributes_;
    std::optional<DecodedPrimitive> decoded_;
    std::string notDecoded_;
    std::vector<std::string> dropped_;
    size_t weightsOfNoJoint_ = 0;
};

/// The index of the material of a primitive; MeshReader::kNoMaterial: none.
size_t materialOf(const File& file, const Json& primitive, std::optional<size_t> variant) {
    const Json& variants = File::at(File::at(primitive, "extensions"), "KHR_materials_variants");
    for (const Json& mapping : File::list(File::at(variants, "mappings"))) {
        const auto material = File::index(mapping, "material");
        const Json& own = File::list(File::at(mapping, "variants"));
        if (variant && material && *material < File::list(file.member("materials")).size() &&
            std::ranges::find(own, Json(*variant)) != own.end())
            return *material;
    }
    return File::index(primitive, "material").value_or(MeshReader::kNoMaterial);
}

}  // namespace

void MeshReader::readPart(const MeshPart& part, JointCount joints, SourceMesh mesh, MeshJudge& judge) {
    PrimitiveReader reader(file_, part.mesh, part.primitive);
    vertices_ += reader.vertexCount();
    if (vertices_ > kMaxVertices) throw Error(Exit::input, fmt::format("has more than {} vertices", kMaxVertices));
    morphVertices_ += reader.targetCount() * reader.vertexCount();
    if (morphVertices_ > kMaxMorphVertices)
        throw Error(Exit::input, fmt::format("has morph targets of more than {} vertices", kMaxMorphVertices));
    reader.read(joints, mesh);
    if (!reader.notDecoded().empty())
        judge.add("compression-invalid", Severity::info,
                  fmt::format("has a part with Draco data that cannot be read ({}); its uncompressed form is shown",
                              reader.notDecoded()));
    for (const std::string& reason : reader.dropped())
        judge.add("attribute-ignored", Severity::warning, reason + "; it is ignored");
    judge.see(part.primitive, mesh);
    judge.weightsOfNoJoint += reader.weightsOfNoJoint();
    meshes_.push_back(std::move(mesh));
}

const std::vector<uint32_t>& MeshReader::read(size_t index, JointCount joints, const std::string& skin) {
    const auto [known, isNew] = known_.try_emplace({index, joints});
    if (!isNew) return known->second;
    const Json& json = File::at(file_.member("meshes"), index);
    const Json& primitives = File::list(File::at(json, "primitives"));
    const std::string name = nameOf(json, "mesh", index);
    Findings ignored;
    MeshJudge judge(file_, json, name, reported_.insert(index).second ? findings_ : ignored);
    for (size_t p = 0; p < primitives.size(); ++p) {
        if (!primitives[p].is_object()) continue;
        SourceMesh mesh{.name = primitives.size() > 1 ? fmt::format("{}-{}", name, p) : name, .linearColors = true};
        mesh.material = static_cast<uint32_t>(materialOf(file_, primitives[p], variant_));
        if (mesh.material >= File::list(file_.member("materials")).size()) mesh.material = kNoMaterial;
        mesh.extras = extrasOf(json);
        try {
            readPart({json, primitives[p]}, joints, std::move(mesh), judge);
            known->second.push_back(static_cast<uint32_t>(meshes_.size() - 1));
        } catch (const InvalidAccessor& fault) {
            judge.add("mesh-unusable", Severity::error, fault.what());
        }
    }
    judge.report();
    if (judge.weightsOfNoJoint > 0)
        findings_.push_back(
            {"weight-of-no-joint", Severity::error, name,
             fmt::format("{} ignored: skin {} has only {} joints",
                         measuredCount(judge.weightsOfNoJoint, "weight", "weights").text, inQuotes(skin), joints)});
    return known->second;
}

}  // namespace sinew::gltf
