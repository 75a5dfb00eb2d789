#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <glm/common.hpp>

#include "check/checks.h"
#include "check/disjoint_sets.h"
#include "check/texels.h"

namespace sinew {
namespace {

constexpr uint32_t kFewTexelsSide = 16, kOneTexelEach = 4;  // texels: up to the latter "texture-tiny" of shown texels
constexpr size_t kMinOfChart = 100;                         // triangles
constexpr float kAcrossChart = 1.5f;                        // texels, in both directions: palettes and gradients less
constexpr double kMostOfSurface = 0.5;                      // of the triangles: in such charts

/// The triangles of a mesh that hang together in the texture, and what they cover there, in texels.
struct Chart {
    glm::vec2 least{1e9f}, most{-1e9f};
    size_t triangles = 0;

    bool isSurface() const {
        const glm::vec2 across = most - least;
        return triangles >= kMinOfChart && std::min(across.x, across.y) >= kAcrossChart;
    }
};

/// The triangles of a mesh in charts that spread a surface over several texels.
size_t spreadTriangles(const SkinnedMesh& mesh, const std::vector<glm::vec2>& uvs, const TextureUse& use,
                       const glm::vec2& size) {
    std::map<std::pair<float, float>, uint32_t> numbers;
    std::vector<uint32_t> places(uvs.size());
    for (size_t v = 0; v < uvs.size(); ++v)
        places[v] = numbers.try_emplace({uvs[v].x, uvs[v].y}, static_cast<uint32_t>(numbers.size())).first->second;
    DisjointSets sets(numbers.size());
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
        for (const size_t corner : {i + 1, i + 2})
            sets.join(places[mesh.indices[i]], places[mesh.indices[corner]]);
    std::map<uint32_t, Chart> charts;
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        Chart& chart = charts[sets.topOf(places[mesh.indices[i]])];
        ++chart.triangles;
        for (size_t corner = i; corner < i + 3; ++corner) {
            const glm::vec2 place = size * placeIn(use, uvs[mesh.indices[corner]]);
            chart.least = glm::min(chart.least, place), chart.most = glm::max(chart.most, place);
        }
    }
    size_t spread = 0;
    for (const auto& [top, chart] : charts)
        spread += chart.isSurface() ? chart.triangles : 0;
    return spread;
}

/// Lines of one color each, as gradients have them, in either direction.
bool isGradient(const Texels& texels) {
    bool alongX = true, alongY = true;
    for (uint32_t y = 0; y < texels.height(); ++y)
        for (uint32_t x = 0; x < texels.width(); ++x) {
            alongX = alongX && texels.at(x, y) == texels.at(x, 0);
            alongY = alongY && texels.at(x, y) == texels.at(0, y);
        }
    return alongX || alongY;
}

}  // namespace

std::vector<Finding> checkSmallTextures(const CheckedModel& checked) {
    const Model& model = checked.model;
    struct Surfaces {
        size_t triangles = 0, spread = 0;
    };
    std::map<uint32_t, Surfaces> surfaces;  // by material
    for (const MeshGroup& group : checked.groups)
        for (const uint32_t instance : group.instances) {
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            const auto& use = model.materials[mesh.material].texture(TextureSlot::baseColor);
            const auto texels = use ? Texels::of(model.textures[use->texture].image) : std::nullopt;
            if (!texels || use->sampler.magnify == Filter::nearest) continue;
            const uint32_t side = std::max(texels->width(), texels->height());
            const std::vector<glm::vec2>* const uvs = uvsFor(*use, mesh);
            if (side > kFewTexelsSide || side <= kOneTexelEach || !uvs || isGradient(*texels)) continue;
            surfaces[mesh.material].triangles += mesh.triangleCount();
            surfaces[mesh.material].spread +=
                spreadTriangles(mesh, *uvs, *use, glm::vec2(texels->width(), texels->height()));
        }
    std::vector<Finding> findings;
    for (const auto& [index, surface] : surfaces) {
        if (static_cast<double>(surface.spread) < kMostOfSurface * static_cast<double>(surface.triangles)) continue;
        const Material& material = model.materials[index];
        const Texture& texture = model.textures[material.texture(TextureSlot::baseColor)->texture];
        findings.push_back({"texture-tiny", Severity::info, materialName(model, material),
                            "has a base color texture of " + std::to_string(texture.image.width) + "x" +
                                std::to_string(texture.image.height) + " texels for " +
                                counted(surface.spread, "triangle", "triangles") + " that are spread over it: '" +
                                texture.name + "'"});
    }
    return findings;
}

}  // namespace sinew
