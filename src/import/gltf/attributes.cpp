#include "import/gltf/attributes.h"

#include <fmt/format.h>

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr size_t kVector = 3, kPlane = 2, kTangent = 4;

/// The attributes of one of aiScene::mMeshes.
class Primitive {
  public:
    Primitive(File& file, const Json& primitive, aiMesh& mesh) : file_(file), json_(primitive), mesh_(mesh) {}

    void correctColors() const {
        const Json& attributes = File::at(json_, "attributes");
        const auto accessor = File::index(attributes, "COLOR_0");
        if (!accessor || File::at(File::at(file_.member("accessors"), *accessor), "type") != "VEC3") return;
        const auto read = numbers(attributes, "COLOR_0", kVector);
        if (!read) return;
        if (!mesh_.mColors[0]) mesh_.mColors[0] = new aiColor4D[mesh_.mNumVertices];  // the mesh deletes it
        for (size_t v = 0; v < mesh_.mNumVertices; ++v) {
            const aiVector3D color = vectorAt(*read, v);
            mesh_.mColors[0][v] = {color.x, color.y, color.z, 1.0f};
        }
    }

    void correctIntegers() const {
        const Json& attributes = File::at(json_, "attributes");
        const bool positions = replace(attributes, "POSITION", mesh_.mVertices);
        const bool normals = replace(attributes, "NORMAL", mesh_.mNormals);
        if (mesh_.mTangents && (normals || isQuantized(attributes, "TANGENT"))) correctTangents(attributes);
        for (unsigned set = 0; set < AI_MAX_NUMBER_OF_TEXTURECOORDS; ++set)
            correctUvs(attributes, fmt::format("TEXCOORD_{}", set), mesh_.mTextureCoords[set]);
        const Json& targets = File::at(json_, "targets");
        for (unsigned t = 0; t < mesh_.mNumAnimMeshes && t < targets.size(); ++t) {
            aiAnimMesh* target = mesh_.mAnimMeshes[t];
            if (!target || target->mNumVertices != mesh_.mNumVertices) continue;
            move(targets[t], "POSITION", positions, mesh_.mVertices, target->mVertices);
            move(targets[t], "NORMAL", normals, mesh_.mNormals, target->mNormals);
        }
    }

  private:
    bool isQuantized(const Json& attributes, const char* name) const {
        constexpr int kFloat = 5126;
        const auto accessor = File::index(attributes, name);
        if (!accessor) return false;
        const Json& type = File::at(File::at(file_.member("accessors"), *accessor), "componentType");
        return type.is_number() && type != kFloat;
    }

    /// A number of `componentCount` for each vertex, or nothing.
    std::optional<std::vector<float>> numbers(const Json& attributes, const char* name, size_t componentCount) const {
        const auto accessor = File::index(attributes, name);
        if (!accessor) return std::nullopt;
        auto numbers = file_.numbers(*accessor, componentCount);
        return numbers && numbers->size() == mesh_.mNumVertices * componentCount ? std::move(numbers) : std::nullopt;
    }

    /// True if `array` was of integers, and was replaced.
    bool replace(const Json& attributes, const char* name, aiVector3D* array) const {
        if (!array || !isQuantized(attributes, name)) return false;
        const auto read = numbers(attributes, name, kVector);
        for (size_t v = 0; read && v < mesh_.mNumVertices; ++v)
            array[v] = vectorAt(*read, v);
        return read.has_value();
    }

    static aiVector3D vectorAt(const std::vector<float>& numbers, size_t v) {
        return {numbers[v * kVector], numbers[v * kVector + 1], numbers[v * kVector + 2]};
    }

    void correctTangents(const Json& attributes) const {
        const auto read = numbers(attributes, "TANGENT", kTangent);
        if (!read || !mesh_.mNormals || !mesh_.mBitangents) return;
        for (size_t v = 0; v < mesh_.mNumVertices; ++v) {
            const float* tangent = &(*read)[v * kTangent];
            mesh_.mTangents[v] = {tangent[0], tangent[1], tangent[2]};
            mesh_.mBitangents[v] = (mesh_.mNormals[v] ^ mesh_.mTangents[v]) * tangent[3];
        }
    }

    void correctUvs(const Json& attributes, const std::string& name, aiVector3D* uvs) const {
        if (!uvs || !isQuantized(attributes, name.c_str())) return;
        const auto read = numbers(attributes, name.c_str(), kPlane);
        for (size_t v = 0; read && v < mesh_.mNumVertices; ++v)
            uvs[v] = {(*read)[v * kPlane], 1.0f - (*read)[v * kPlane + 1], 0.0f};
    }

    /// Sets a target's array to the base's plus its deltas, if assimp misread one of them.
    void move(const Json& target, const char* name, bool baseReplaced, const aiVector3D* base,
              aiVector3D* array) const {
        if (!base || !array || !(baseReplaced || isQuantized(target, name))) return;
        const auto deltas = numbers(target, name, kVector);
        for (size_t v = 0; v < mesh_.mNumVertices; ++v)
            array[v] = base[v] + (deltas ? vectorAt(*deltas, v) : aiVector3D());
    }

    File& file_;
    const Json& json_;
    aiMesh& mesh_;
};

}  // namespace

void correctAttributes(File& file, const SceneMatch& match, aiScene& scene) {
    // Without any of these words there are none. Parsing all accessors takes long for large files.
    const bool mayHaveIntegers = file.mentions("\"normalized\"") || file.mentions("KHR_mesh_quantization");
    for (size_t m = 0; m < match.primitives.size(); ++m) {
        const Primitive primitive(file, *match.primitives[m], *scene.mMeshes[m]);
        primitive.correctColors();
        if (mayHaveIntegers) primitive.correctIntegers();
    }
}

}  // namespace sinew::gltf
