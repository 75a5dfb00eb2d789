#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <glm/common.hpp>

#include "check/checks.h"
#include "check/shown_triangles.h"

namespace sinew {
namespace {

constexpr size_t kMinOfUse = 20;           // triangles: smaller meshes do not count
constexpr size_t kMostOfUse = 500;         // triangles that are looked at
constexpr size_t kMinOtherUses = 3;        // meshes with the same material
constexpr double kLeastFree = 0.1;         // of the texels: the background
constexpr double kUseAmiss = 0.15;         // triangles on the background or across borders, of all
constexpr double kUseRight = 0.02;         // the same, of the other meshes
constexpr int kUseShiftSteps = 16;         // along the texture: shifts that are tried
constexpr size_t kMostFirst = 64;          // triangles for which they are tried first
constexpr size_t kMinShiftColors = 3;      // that a mesh shows after a shift
constexpr size_t kMinAtOnePlace = 100;     // triangles
constexpr size_t kSeveralFields = 3;       // of the texture
constexpr size_t kMinFigureAtPlace = 300;  // triangles
constexpr double kSomeTexels = 0.005;      // of the texture: a color of its own
constexpr size_t kMinTextureColors = 3;
constexpr float kPlaceStep = 1.0f / 512.0f;  // of the texture
constexpr size_t kMostPalettePlaces = 64;    // of a palette
constexpr double kLeastWithin = 0.2;         // of the triangles: in one place
constexpr double kLeastAcross = 0.1;         // of the triangles: across borders
constexpr size_t kMostTorn = 1u << 17;       // triangles: larger meshes are not looked at
constexpr uint32_t kPaletteSide = 32;        // texels
constexpr uint32_t kPaletteLines = 256;      // that are looked at
constexpr double kPlainTexels = 0.8;         // of a palette
constexpr int kCellsOfSide = 4;              // of a grid around a mesh
constexpr float kNoSize = 1e-20f;
constexpr double kScattered = 0.33;       // of the cells of that grid
constexpr float kTinyPart = 0.102f;       // of the texture, along each side
constexpr float kFillsTinyPart = 0.085f;  // the same, at least
constexpr float kAtTinyCorner = 0.01f;    // of the texture
constexpr double kUnwrappedPart = 0.3;    // of that part: the area of the triangles
constexpr uint32_t kMinTinySide = 64;     // texels

/// The meshes of one mesh group with one material, and what they show of its texture.
struct MaterialUse {
    const MeshGroup* group = nullptr;
    std::vector<const SkinnedMesh*> meshes;
    size_t triangles = 0;
    TriangleView view;
};

using PlaceStep = std::pair<int64_t, int64_t>;

/// Where triangles of a use are in the texture.
struct UsedPlaces {
    std::set<PlaceStep> places;        ///< of corners; not all, where they are many
    std::set<PlaceStep> placesWithin;  ///< of those triangles that are in one place
    size_t triangles = 0, within = 0;  ///< with texture coordinates; those in one place
    double area = 0.0;
    double every = 1.0;  ///< of so many triangles, one is here
    glm::vec2 least{std::numeric_limits<float>::max()}, most{std::numeric_limits<float>::lowest()};

    void add(const std::array<glm::vec2, 3>& corners) {
        ++triangles;
        const glm::vec2 a = corners[1] - corners[0], b = corners[2] - corners[0];
        area += 0.5 * std::abs(static_cast<double>(a.x * b.y - a.y * b.x));
        const std::array<PlaceStep, 3> own{stepOf(corners[0]), stepOf(corners[1]), stepOf(corners[2])};
        const bool isWithin = own[0] == own[1] && own[0] == own[2];
        within += isWithin;
        for (size_t i = 0; i < own.size(); ++i) {
            least = glm::min(least, corners[i]), most = glm::max(most, corners[i]);
            if (places.size() <= kMostPalettePlaces) places.insert(own[i]);
        }
        if (isWithin && placesWithin.size() <= kMostPalettePlaces) placesWithin.insert(own[0]);
    }

    static PlaceStep stepOf(const glm::vec2& place) {
        if (!std::isfinite(place.x) || !std::isfinite(place.y)) return {};
        return {std::llround(place.x / kPlaceStep), std::llround(place.y / kPlaceStep)};
    }
};

/// A corner of a triangle, in space and in the texture.
struct UsedCorner {
    glm::vec3 position;
    glm::vec2 place;
};

/// Calls visit(corners) for every so many triangles of a use.
template <typename Visit>
void forEachTriangle(const MaterialUse& use, const TextureUse& texture, size_t every, const Visit& visit) {
    for (const SkinnedMesh* mesh : use.meshes) {
        const std::vector<glm::vec2>* const uvs = uvsFor(texture, *mesh);
        for (size_t i = 0; uvs && i + 2 < mesh->indices.size(); i += 3 * every) {
            std::array<UsedCorner, 3> corners{};
            for (size_t corner = 0; corner < 3; ++corner) {
                const uint32_t vertex = mesh->indices[i + corner];
                corners[corner] = {mesh->positions[vertex], placeIn(texture, (*uvs)[vertex])};
            }
            visit(corners);
        }
    }
}

UsedPlaces placesOf(const MaterialUse& use, const TextureUse& texture, size_t every) {
    UsedPlaces places;
    places.every = static_cast<double>(every);
    forEachTriangle(use, texture, every, [&](const std::array<UsedCorner, 3>& corners) {
        places.add({corners[0].place, corners[1].place, corners[2].place});
    });
    return places;
}

/// Triangles of a use that are torn apart in a palette: from a corner that has no neighbor of its color to others.
/// In a gradient along the mesh, and at the border of two colors, corners have neighbors of their color.
class TornTriangles {
  public:
    TornTriangles(const MaterialUse& use, const TextureUse& texture, const UsedPlaces& places) : places_(places) {
        forEachTriangle(use, texture, 1, [&](const std::array<UsedCorner, 3>& corners) {
            std::array<PointPlace, 3> own;
            std::ranges::transform(corners, own.begin(), pointPlaceOf);
            for (size_t i = 0; i < own.size(); ++i)
                if (own[i].second == own[(i + 1) % 3].second)
                    accompanied_.insert(own[i]), accompanied_.insert(own[(i + 1) % 3]);
        });
        forEachTriangle(use, texture, 1, [&](const std::array<UsedCorner, 3>& corners) { add(corners); });
    }

    /// Whether they are in many cells of a grid around the mesh.
    bool areScattered() const {
        if (static_cast<double>(torn_) < kLeastAcross * static_cast<double>(middles_.size())) return false;
        std::set<int> cells, cellsTorn;
        for (const auto& [middle, isTorn] : middles_) {
            const glm::vec3 within = (middle - least_) / glm::max(most_ - least_, kNoSize);
            const glm::ivec3 at = glm::min(glm::ivec3(float{kCellsOfSide} * within), kCellsOfSide - 1);
            const int cell = (at.z * kCellsOfSide + at.y) * kCellsOfSide + at.x;
            cells.insert(cell);
            if (isTorn) cellsTorn.insert(cell);
        }
        return static_cast<double>(cellsTorn.size()) >= kScattered * static_cast<double>(cells.size());
    }

  private:
    using PointPlace = std::pair<std::array<float, 3>, PlaceStep>;

    static PointPlace pointPlaceOf(const UsedCorner& corner) {
        return {{corner.position.x, corner.position.y, corner.position.z}, UsedPlaces::stepOf(corner.place)};
    }

    void add(const std::array<UsedCorner, 3>& corners) {
        std::array<PointPlace, 3> own;
        std::ranges::transform(corners, own.begin(), pointPlaceOf);
        // What is drawn in the texture is nowhere a color of other triangles.
        const bool isOfPalette = std::ranges::all_of(
            own, [&](const PointPlace& corner) { return places_.placesWithin.contains(corner.second); });
        const bool isTorn = isOfPalette && std::ranges::any_of(own, [&](const PointPlace& corner) {
                                return !accompanied_.contains(corner);
                            });
        const glm::vec3 middle = (corners[0].position + corners[1].position + corners[2].position) / 3.0f;
        middles_.emplace_back(middle, isTorn);
        torn_ += isTorn;
        least_ = glm::min(least_, middle), most_ = glm::max(most_, middle);
    }

    const UsedPlaces& places_;
    std::set<PointPlace> accompanied_;
    std::vector<std::pair<glm::vec3, bool>> middles_;
    size_t torn_ = 0;
    glm::vec3 least_{std::numeric_limits<float>::max()}, most_{std::numeric_limits<float>::lowest()};
};

/// Whether a texture has several colors, none of which are a few texels only.
bool isColorful(const Texels& texels) {
    std::map<size_t, size_t> counts;
    size_t all = 0;
    texels.sample([&](const Texel& texel) { ++all, ++counts[coarseColorOf(texel)]; });
    const auto isColor = [&](const auto& entry) {
        return static_cast<double>(entry.second) >= kSomeTexels * static_cast<double>(all);
    };
    return static_cast<size_t>(std::ranges::count_if(counts, isColor)) >= kMinTextureColors;
}

/// Whether most texels are as the ones beside them: fields of plain colors, or of gradients, from which a whole mesh
/// may well have one. Textures of few texels are palettes as well.
bool isPalette(const Texels& texels) {
    if (std::min(texels.width(), texels.height()) <= kPaletteSide) return true;
    size_t all = 0, plain = 0;
    const uint32_t stepX = texels.width() / kPaletteLines + 1, stepY = texels.height() / kPaletteLines + 1;
    for (uint32_t y = 0; y + 1 < texels.height(); y += stepY)
        for (uint32_t x = 0; x + 1 < texels.width(); x += stepX) {
            const Texel own = texels.at(x, y);
            ++all, plain += own == texels.at(x + 1, y) || own == texels.at(x, y + 1);
        }
    return static_cast<double>(plain) >= kPlainTexels * static_cast<double>(all);
}

/// The uses of one material in a figure.
class UsesCheck {
  public:
    UsesCheck(const Model& model, const Material& material, std::vector<MaterialUse>& uses,
              std::vector<Finding>& findings)
        : name_(materialName(model, material)),
          texture_(*material.texture(TextureSlot::baseColor)),
          image_(model.textures[texture_.texture].image),
          textures_(static_cast<size_t>(
              std::ranges::count_if(material.textures, [](const auto& use) { return use.has_value(); }))),
          uses_(uses),
          findings_(findings) {
        const auto texels = Texels::of(image_);
        if (!texels) return;
        width_ = std::min(texels->width(), texels->height());
        background_ = backgroundOf(*texels);
        if (background_.share < kLeastFree) background_.color.reset();  // a color as the others
        for (MaterialUse& use : uses_) {
            const ShownTriangles shown(use.meshes, texture_, kMostOfUse);
            if (shown.empty()) continue;
            use.view = shown.view(*texels, background_, [&](const glm::vec2& uv) { return placeIn(texture_, uv); });
            shown_.push_back(&use);
            triangles_ += use.triangles;
        }
    }

    void check() {
        for (const MaterialUse* use : shown_) {
            const UsedPlaces places = placesOf(*use, texture_, stepOf(*use));
            if (checkUnlikeOthers(*use) || checkOnePlace(*use, places)) continue;
            if (!use->group->skinned) continue;
            checkScattered(*use, places);
            checkTinyPart(*use, places);
        }
    }

  private:
    static size_t stepOf(const MaterialUse& use) { return use.triangles / kMostOfUse + 1; }

    /// The other meshes that are large enough, all of which are `right`; 0 where one is not.
    template <typename IsRight>
    size_t othersThat(const MaterialUse& use, const IsRight& isRight) const {
        size_t others = 0;
        for (const MaterialUse* other : shown_) {
            if (other == &use || other->triangles < kMinOfUse) continue;
            if (!isRight(other->view)) return 0;
            ++others;
        }
        return others;
    }

    /// A shift that takes all triangles off the borders, and into as many colors. A drawn face has none: wherever it
    /// goes, it crosses the borders of what is there, or shows one color.
    bool isCuredByShift(const MaterialUse& use) const {
        const ShownTriangles few(use.meshes, texture_, kMostFirst), all(use.meshes, texture_, kMostOfUse);
        for (int i = 1; i < kUseShiftSteps * kUseShiftSteps; ++i) {
            const glm::vec2 shift = glm::vec2(i % kUseShiftSteps, i / kUseShiftSteps) / float{kUseShiftSteps};
            const auto isRight = [&](const ShownTriangles& shown) {
                const TriangleView view = shown.view(*Texels::of(image_), background_, [&](const glm::vec2& uv) {
                    return placeIn(texture_, uv) + shift;
                });
                return view.amiss() <= kUseRight && view.colors >= std::max(kMinShiftColors, use.view.colors / 2);
            };
            if (isRight(few) && isRight(all)) return true;
        }
        return false;
    }

    bool checkUnlikeOthers(const MaterialUse& use) {
        if (use.triangles < kMinOfUse || use.view.amiss() < kUseAmiss) return false;
        const size_t others = othersThat(use, [](const TriangleView& view) { return view.amiss() <= kUseRight; });
        if (others < kMinOtherUses || (use.view.blank < kUseAmiss && !isCuredByShift(use))) return false;
        const bool isBlank = use.view.blank > use.view.crossing;
        const Measured share = measuredShare(isBlank ? use.view.blank : use.view.crossing, "its triangles");
        findings_.push_back({"uvs-displaced", Severity::warning, use.group->name,
                             "has texture coordinates in the wrong places: " + share.text +
                                 (isBlank ? " show the background of the texture" : " cross borders of color in it") +
                                 ", unlike those of " + std::to_string(others) + " other meshes with material '" +
                                 name_ + "'",
                             share.figure});
        return true;
    }

    bool checkOnePlace(const MaterialUse& use, const UsedPlaces& places) {
        if (use.triangles < kMinAtOnePlace || places.places.size() != 1) return false;
        if (stepOf(use) > 1 && placesOf(use, texture_, 1).places.size() != 1) return false;
        const size_t others = othersThat(use, [](const TriangleView& view) { return view.parts >= kSeveralFields; });
        if (others < kMinOtherUses) return checkFigureAtPlace(use);
        const Measured count = measuredCount(use.triangles, "triangle", "triangles");
        const bool mayBeColor = textures_ == 1 && isPalette(*Texels::of(image_));  // as of hair or a cape
        findings_.push_back({"uvs-missing", mayBeColor ? Severity::info : Severity::warning, use.group->name,
                             count.text + " have the same texture coordinates, unlike those of " +
                                 std::to_string(others) + " other meshes with material '" + name_ + "'",
                             count.figure});
        return true;
    }

    bool areInCorner(const MaterialUse& use) const {
        return std::ranges::all_of(use.meshes, [&](const SkinnedMesh* mesh) {
            const std::vector<glm::vec2>* const uvs = uvsFor(texture_, *mesh);
            return !uvs || areAllInCorner(*uvs);
        });
    }

    /// Most of what has the material, in one place. A still object may well have one color of a palette, and so may
    /// a figure; but a normal map or a texture of roughness is never meant to be read in one place.
    bool checkFigureAtPlace(const MaterialUse& use) {
        const bool isMorphed =
            std::ranges::any_of(use.meshes, [](const SkinnedMesh* mesh) { return !mesh->morphTargets.empty(); });
        const bool isPicture = textures_ > 1;
        if (areInCorner(use)) return false;  // checkMeshes(), checkCoordinates()
        if ((!use.group->skinned && !isMorphed && !isPicture) || use.triangles < kMinFigureAtPlace ||
            2 * use.triangles <= triangles_ || !isColorful(*Texels::of(image_)))
            return false;
        const Measured count = measuredCount(use.triangles, "triangle", "triangles");
        findings_.push_back({"uvs-missing", isPicture ? Severity::warning : Severity::info, use.group->name,
                             count.text + " with material '" + name_ +
                                 "' have the same texture coordinates, and show one point of its texture only",
                             count.figure});
        return true;
    }

    /// A palette of few places, between which triangles all over the mesh reach that should be in one of them. Those of
    /// a drawn face or a badge are side by side.
    void checkScattered(const MaterialUse& use, const UsedPlaces& places) {
        const auto within = static_cast<double>(places.within), all = static_cast<double>(places.triangles);
        if (use.triangles < kMinAtOnePlace || places.places.size() > kMostPalettePlaces ||
            within < kLeastWithin * all || use.view.crossing < kLeastAcross || use.triangles > kMostTorn ||
            !TornTriangles(use, texture_, places).areScattered())
            return;
        const Measured share = measuredShare(use.view.crossing, "its triangles");
        findings_.push_back({"uvs-torn", Severity::warning, use.group->name,
                             "has texture coordinates of a palette in the wrong order: " + share.text +
                                 " reach from one color to another (material '" + name_ + "')",
                             share.figure});
    }

    /// An unwrapped figure that fills a tenth of each side of the texture, as if U and V were divided by ten.
    void checkTinyPart(const MaterialUse& use, const UsedPlaces& places) {
        if (use.triangles < kMinAtOnePlace || width_ < kMinTinySide || !isTinyPart(places)) return;
        if (stepOf(use) > 1 && !isTinyPart(placesOf(use, texture_, 1))) return;
        findings_.push_back({"uvs-displaced", Severity::info, use.group->name,
                             "is unwrapped within the first tenth of the texture in U and V: was it scaled down? "
                             "(material '" +
                                 name_ + "')"});
    }

    static bool isTinyPart(const UsedPlaces& places) {
        const glm::vec2 size = places.most - places.least;
        return std::min(places.least.x, places.least.y) >= 0.0f &&
               std::max(places.least.x, places.least.y) <= kAtTinyCorner &&
               std::max(places.most.x, places.most.y) <= kTinyPart && std::min(size.x, size.y) >= kFillsTinyPart &&
               places.every * places.area >= kUnwrappedPart * static_cast<double>(size.x * size.y);
    }

    std::string name_;
    const TextureUse& texture_;
    const ImageData& image_;
    size_t textures_;  ///< of the material
    std::vector<MaterialUse>& uses_;
    std::vector<Finding>& findings_;
    std::vector<const MaterialUse*> shown_;
    Background background_;
    size_t triangles_ = 0;  ///< of all that is shown
    uint32_t width_ = 0;    ///< of the texture, or its height
};

}  // namespace

std::vector<Finding> checkDisplacedUvs(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::map<uint32_t, std::vector<MaterialUse>> uses;  // by material
    for (const MeshGroup& group : checked.groups)
        for (const uint32_t instance : group.instances) {
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            if (!checked.ofFigure[instance] || !model.materials[mesh.material].texture(TextureSlot::baseColor))
                continue;
            std::vector<MaterialUse>& own = uses[mesh.material];
            if (own.empty() || own.back().group != &group) own.push_back({.group = &group});
            own.back().meshes.push_back(&mesh);
            own.back().triangles += mesh.triangleCount();
        }
    std::vector<Finding> findings;
    for (auto& [material, own] : uses)
        UsesCheck(model, model.materials[material], own, findings).check();
    return findings;
}

}  // namespace sinew
