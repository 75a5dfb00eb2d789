#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <glm/common.hpp>

#include "check/shown_triangles.h"
#include "check/uv_mistakes.h"

namespace sinew {
namespace {

constexpr size_t kMinShaded = 100;        // triangles
constexpr size_t kMostShaded = 1u << 14;  // that are looked at
constexpr size_t kMostInFields = 500;     // the same, for borders of color
constexpr double kMostInBorders = 0.01;   // of the triangles: in a palette, borders are between them
constexpr size_t kMinShades = 5;          // colors
constexpr float kShadedCorner = 0.9f;     // of the way from the middle of a triangle
constexpr double kBorderOfShades = 90.0;  // sum of the channels, each of 255, from corner to corner
constexpr double kLeastShade = 4.0;       // the same, on average: less is noise
constexpr double kDarkerUpward = -0.45;   // correlation of brightness and height
constexpr double kLighterUpward = 0.35;   // the same, with V reversed
constexpr size_t kTimesDarker = 3;        // as many edges get darker upward as get lighter

/// How the brightness of edges goes with their height.
struct Shades {
    size_t triangles = 0, darker = 0, lighter = 0;  ///< edges, upward
    double both = 0.0, ofBrightness = 0.0, ofHeight = 0.0;

    void add(double brighter, double higher) {
        if (std::abs(brighter) > kBorderOfShades || !std::isfinite(higher)) return;
        const double product = brighter * higher;
        both += product, ofBrightness += brighter * brighter, ofHeight += higher * higher;
        if (product != 0.0) ++(product < 0.0 ? darker : lighter);
    }
    double correlation() const {
        const double most = std::sqrt(ofBrightness * ofHeight);
        return most > 0.0 ? both / most : 0.0;
    }
    double usual() const { return triangles > 0 ? std::sqrt(ofBrightness / static_cast<double>(3 * triangles)) : 0.0; }
};

/// The gradients of one material in a mesh group.
class ShadedFigure {
  public:
    ShadedFigure(const CheckedModel& checked, const MeshGroup& group, uint32_t material, const TextureUse& use,
                 const Texels& texels)
        : checked_(checked), group_(group), material_(material), use_(use), texels_(texels) {}

    Shades shadesWith(const ShownTriangles::Place& correct) const {
        Shades shades;
        for (const uint32_t instance : group_.instances) {
            const SkinnedMesh& mesh = checked_.model.meshes[checked_.model.instances[instance].mesh];
            const std::vector<glm::vec2>* const uvs = uvsFor(use_, mesh);
            if (mesh.material != material_ || !uvs) continue;
            const size_t stride = mesh.triangleCount() / kMostShaded + 1;
            for (size_t t = 0; t < mesh.triangleCount(); t += stride)
                addTriangle(instance, &mesh.indices[3 * t], *uvs, correct, shades);
        }
        return shades;
    }

  private:
    void addTriangle(uint32_t instance, const uint32_t* vertices, const std::vector<glm::vec2>& uvs,
                     const ShownTriangles::Place& correct, Shades& shades) const {
        const glm::vec2 middle = (uvs[vertices[0]] + uvs[vertices[1]] + uvs[vertices[2]]) / 3.0f;
        std::array<double, 3> brightness{}, height{};
        for (size_t i = 0; i < 3; ++i) {
            const glm::vec2 uv = correct(glm::mix(middle, uvs[vertices[i]], kShadedCorner));
            const auto texel = texels_.read(use_.sampler, placeIn(use_, uv));
            if (!texel) return;
            brightness[i] = texel->r + texel->g + texel->b;
            const glm::vec4 at(checked_.restPositions(instance)[vertices[i]], 1.0f);
            height[i] = static_cast<double>((yUpFrom(checked_.model.up) * at).y);
        }
        ++shades.triangles;
        for (size_t i = 0; i < 3; ++i)
            shades.add(brightness[i] - brightness[(i + 1) % 3], height[i] - height[(i + 1) % 3]);
    }

    const CheckedModel& checked_;
    const MeshGroup& group_;
    uint32_t material_;
    const TextureUse& use_;
    const Texels& texels_;
};

/// Whether the triangles are in fields of several colors, and reach across no border of them.
bool areInFields(const std::vector<const SkinnedMesh*>& meshes, const TextureUse& use, const Texels& texels) {
    const ShownTriangles shown(meshes, use, kMostInFields);
    if (shown.triangles().size() < kMinShaded) return false;
    const TriangleView view = shown.view(texels, Background{}, [&](const glm::vec2& uv) { return placeIn(use, uv); });
    return view.crossing <= kMostInBorders && view.colors >= kMinShades;
}

}  // namespace

std::optional<Misplaced> gradientsUpsideDown(const CheckedModel& checked, const MeshGroup& group) {
    const Model& model = checked.model;
    const uint32_t material = mainMaterialOf(model, group);
    const auto& use = model.materials[material].texture(TextureSlot::baseColor);
    const auto texels = use ? Texels::of(model.textures[use->texture].image) : std::nullopt;
    if (!texels || !areInFields(meshesWith(model, group, material), *use, *texels)) return std::nullopt;
    const ShadedFigure figure(checked, group, material, *use, *texels);
    const Shades asIs = figure.shadesWith(std::identity());
    if (asIs.triangles < kMinShaded || asIs.usual() < kLeastShade || asIs.correlation() > kDarkerUpward ||
        asIs.darker < kTimesDarker * asIs.lighter)
        return std::nullopt;
    const UvMistake& mistake = kUvMistakes.front();
    const Shades reversed = figure.shadesWith([&](const glm::vec2& uv) { return mistake.corrected(uv); });
    if (reversed.correlation() < kLighterUpward) return std::nullopt;
    const double share = static_cast<double>(asIs.darker) / static_cast<double>(asIs.darker + asIs.lighter);
    const Measured darker = measuredShare(share, "its gradients");
    return Misplaced{mistake.how, darker.text + " get darker upward, and lighter with " + mistake.remedy,
                     darker.figure};
}

}  // namespace sinew
