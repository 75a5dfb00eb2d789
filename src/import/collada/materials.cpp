#include "import/collada/materials.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <assimp/material.h>
#include <fmt/format.h>

#include "import/assimp/convert.h"
#include "import/collada/references.h"
#include "import/collada/transform.h"

namespace sinew::collada {
namespace {

/// The technique that readSurfaces() is about; empty where the effect has none.
Node surfaceOf(Node effect) {
    Node found;
    forEachElement(effect, [&](Node at) {
        const bool isSurface = std::string_view(at.name()) == "technique" &&
                               std::string_view(at.parent().name()) == "extra" &&
                               std::string_view(at.attribute("profile").value()) == "glTF";
        if (isSurface && !found) found = at;
        return !found;
    });
    return found;
}

Node effectOf(const Document& document, Node material) {
    const Node effect = document.byId(material.child("instance_effect").attribute("url").value());
    return std::string_view(effect.name()) == "effect" ? effect : Node();
}

/// The <material> elements that refer to an effect, in assimp's order: by id.
std::vector<Node> materialsById(const Document& document) {
    std::map<std::string_view, Node> byId;
    for (const Node library : document.root().children("library_materials"))
        for (const Node material : library.children("material"))
            if (effectOf(document, material)) byId.emplace(material.attribute("id").value(), material);
    std::vector<Node> materials;
    for (const auto& [id, material] : byId)
        materials.push_back(material);
    return materials;
}

/// The file name of the image that a texture of the effect reads; empty when there is none. `name` is that of a sampler
/// or, which is not valid but common, of an image.
std::string imageOf(const Document& document, Node effect, std::string_view name) {
    Node image;
    if (const Node sampler = findSid(effect, name).child("sampler2D"))
        image = imageOfSampler(document, effect, sampler);
    else
        image = document.byId(name);
    if (std::string_view(image.name()) != "image") return {};
    const Node from = image.child("init_from"), reference = from.child("ref");  // <ref>: 1.5
    const std::string_view file = (reference ? reference : from).text().get();
    constexpr const char* kAround = " \t\r\n";
    const size_t first = std::min(file.find_first_not_of(kAround), file.size());
    return std::string(file.substr(first, file.find_last_not_of(kAround) + 1 - first));
}

class SurfaceReader {
  public:
    SurfaceReader(const Document& document, TextureLoader& textures, Findings& findings)
        : document_(document), textures_(textures), findings_(findings) {}

    void read(Node element, Material& material) {
        element_ = element;
        effect_ = effectOf(document_, element);
        const Node surface = surfaceOf(effect_);
        if (!surface) return;
        material.metallic = number(surface, "metallic", 1.0f, 1.0f);
        constexpr float kLeastRoughness = 0.05f;  // as in other formats: a highlight must be visible
        material.roughness = std::max(number(surface, "roughness", 1.0f, 1.0f), kLeastRoughness);
        material.occlusionStrength = number(surface, "occlusionStrength", 1.0f, 1.0f);
        material.emissive *= number(surface, "emissiveStrength", 1.0f, 1e6f);
        material.specular = 1.0f;
        material.texture(TextureSlot::metallicRoughness) = use(surface, "metallicRoughness");
        material.texture(TextureSlot::occlusion) = use(surface, "occlusion");
        if (!invalid_.empty())
            findings_.push_back({"material-invalid", Severity::info, material.name,
                                 fmt::format("has values that are not valid, limited or ignored: {}",
                                             listed(std::exchange(invalid_, {})))});
    }

  private:
    float number(Node surface, const char* name, float fallback, float most) {
        const Node element = surface.child(name);
        if (!element) return fallback;
        const std::vector<double> values = numbersIn(element.child("float").text().get());
        constexpr double kHuge = 1e6;
        if (values.size() != 1 || !(std::abs(values[0]) <= kHuge)) {
            invalid_.emplace_back(name);
            return fallback;
        }
        const auto value = static_cast<float>(values[0]);
        if (value < 0.0f || value > most) invalid_.emplace_back(name);
        return std::clamp(value, 0.0f, most);
    }

    std::optional<TextureUse> use(Node surface, const char* name) {
        const Node element = surface.child(name), texture = element.child("texture");
        if (!element) return std::nullopt;
        const std::string file = imageOf(document_, effect_, texture.attribute("texture").value());
        if (file.empty()) {
            invalid_.emplace_back(name);
            return std::nullopt;
        }
        return TextureUse{.texture = textures_.load(file), .uvSet = uvSetOf(texture.attribute("texcoord").value())};
    }

    /// The UV set that the scene binds to a name at the first instance of the material; 0 where it binds none.
    uint32_t uvSetOf(std::string_view name) {
        if (!bindings_) bindings_ = findBindings();
        const auto found = bindings_->find({element_.attribute("id").value(), name});
        if (found == bindings_->end() || found->second <= 1) return found == bindings_->end() ? 0 : found->second;
        findings_.push_back({"uv-set-ignored", Severity::info, labelOf(element_),
                             "has a texture on UV set 2 or later, which is drawn with UV set 0"});
        return 0;
    }

    /// A material's id and a name for texture coordinates, and the UV set.
    using Bindings = std::map<std::pair<std::string_view, std::string_view>, uint32_t>;

    Bindings findBindings() const {
        Bindings bindings;
        const auto read = [&](Node at) {
            if (std::string_view(at.name()) != "instance_material") return true;
            std::string_view target = at.attribute("target").value();
            if (target.starts_with('#')) target.remove_prefix(1);
            for (const Node input : at.children("bind_vertex_input"))
                bindings.emplace(std::pair(target, std::string_view(input.attribute("semantic").value())),
                                 input.attribute("input_set").as_uint());
            return false;
        };
        for (const char* library : {"library_visual_scenes", "library_nodes"})
            for (const Node root : document_.root().children(library))
                forEachElement(root, read);
        return bindings;
    }

    const Document& document_;
    TextureLoader& textures_;
    Findings& findings_;
    std::optional<Bindings> bindings_;
    // State of the material that is being read:
    Node element_, effect_;
    std::vector<std::string> invalid_;
};

/// True for an effect whose shading model is <constant>.
bool isConstant(Node effect) {
    return static_cast<bool>(effect.child("profile_COMMON").child("technique").child("constant"));
}

/// A <constant> surface reflects nothing; assimp gives it a color.
void keepEmission(Material& material) {
    material.baseColor = glm::vec4(0.0f, 0.0f, 0.0f, material.baseColor.a);
    material.texture(TextureSlot::baseColor).reset();
    material.specular = 0.0f;
}

/// assimp numbers materials of the same name.
bool isNamed(const aiMaterial& material, Node element) {
    aiString name;
    material.Get(AI_MATKEY_NAME, name);
    const std::string_view given = element.attribute("name").value(), id = element.attribute("id").value();
    return viewOf(name).starts_with(given.empty() ? id : given);
}

}  // namespace

void readSurfaces(const Document& document, const aiScene& scene, TextureLoader& textures,
                  std::vector<Material>& materials, Findings& findings) {
    SurfaceReader reader(document, textures, findings);
    const std::vector<Node> elements = materialsById(document);
    for (size_t m = 0; m < std::min({elements.size(), materials.size(), size_t{scene.mNumMaterials}}); ++m)
        if (isNamed(*scene.mMaterials[m], elements[m])) {
            if (isConstant(effectOf(document, elements[m]))) keepEmission(materials[m]);
            reader.read(elements[m], materials[m]);
        }
}

}  // namespace sinew::collada
