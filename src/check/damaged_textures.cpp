#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/common.hpp>

#include "check/checks.h"
#include "check/texels.h"

namespace sinew {
namespace {

constexpr int kMinDamagedSide = 64;     // texels
constexpr int kScannedLines = 256;      // along each side
constexpr size_t kMostScanned = 20000;  // triangles of a mesh
constexpr double kMostTexelsOfOne = 16e6,
                 kMostTexelsOfAll = 64e6;  // that are looked at, those shown twice counted twice
constexpr double kLeastTexelsOfOne = 1e5;  // the same, where the others left none
constexpr double kTexelsPerLine = 4.0;     // what a line costs that no texel is looked at on
constexpr float kFromOutline = 1.5f;       // texels: what is nearer to the edge of a triangle is not looked at
constexpr int kClearStep = 24;             // sum of the channels, each of 255
constexpr std::array kTileCounts{4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 48, 64};  // along a side
constexpr int kMinTile = 8;                                                       // texels
constexpr double kMinOnTiles = 100.0;                                             // texels shown at borders of tiles
constexpr double kStepsAtTiles = 0.25;                                            // of these: the color steps there
constexpr int kMinBorders = 3;
constexpr double kMinOnBorder = 20.0;      // texels shown at one of them
constexpr double kStepsAtBorder = 0.12;    // of these
constexpr double kClearBorders = 0.85;     // of the borders
constexpr double kTimesElsewhere = 3.5;    // as often as within tiles
constexpr double kLeastElsewhere = 0.003;  // of the others: pixel art and palettes have none
constexpr int kNoiseBlock = 16;            // texels
constexpr double kMinInBlock = 20.0;       // texels shown
constexpr double kNoiseStep = 120.0;       // mean of a block: sum of the channels
constexpr double kNoiseHue = 80.0;         // the same: how far the steps of the channels are from each other
constexpr double kLeastNoise = 0.05;       // of the blocks that are shown
constexpr size_t kMinNoiseBlocks = 10;
constexpr int kFlatStep = 6;                                            // sum of the channels
constexpr double kLeastCut = 0.2;                                       // of the texture: of one color
constexpr double kDetailed = 0.5;                                       // of the lines of the other part
constexpr double kLeastCutShown = 0.05;                                 // of what is shown
constexpr double kMinAcrossCut = 20.0;                                  // texels shown at the border
constexpr double kStepsAtCut = 0.5;                                     // of these
constexpr std::array kCheckerCounts{6, 8, 10, 12, 16, 20, 24, 32, 64};  // fields along a side
constexpr int kMinField = 4;                                            // texels
constexpr float kFieldsApart = 20.0f;                                   // of 255: dark and light fields
constexpr double kAllFields = 0.97;

int stepBetween(const Texel& a, const Texel& b) {
    return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b);
}

int hueStepBetween(const Texel& a, const Texel& b) {
    const int red = a.r - b.r, green = a.g - b.g, blue = a.b - b.b;
    return std::abs(red - green) + std::abs(green - blue);
}

/// A texture with its sides exchanged, if `turns`.
struct Lines {
    const Texels& texels;
    bool turns = false;

    int length() const { return static_cast<int>(turns ? texels.height() : texels.width()); }
    int count() const { return static_cast<int>(turns ? texels.width() : texels.height()); }
    Texel at(int along, int line) const {
        const auto x = static_cast<uint32_t>(turns ? line : along), y = static_cast<uint32_t>(turns ? along : line);
        return texels.at(x, y);
    }
};

/// What triangles show across the lines of a texture, by the place along them.
struct Profile {
    std::vector<double> shown, steps;  ///< all texels; those that differ clearly from the one before
};

/// The steps of color within 16 x 16 texels, as far as they are shown.
struct NoiseBlock {
    double shown = 0.0, steps = 0.0, hues = 0.0;

    bool isNoise() const { return steps > kNoiseStep * shown && hues > kNoiseHue * shown; }
};

/// A part of the texture, along one of its sides, that has one color.
struct Cut {
    const char* part;
    double share = 0.0;  ///< of what is shown
    Texel color;
};

/// What the triangles of a model show of one texture, texel by texel within them.
class ShownInside {
  public:
    /// Where alpha counts, noise counts as much as it is seen.
    ShownInside(const Texels& texels, bool alphaCounts)
        : texels_(texels),
          alphaCounts_(alphaCounts),
          blocksInRow_((static_cast<int>(texels.width()) + kNoiseBlock - 1) / kNoiseBlock) {
        const int rows = (static_cast<int>(texels.height()) + kNoiseBlock - 1) / kNoiseBlock;
        blocks_.resize(static_cast<size_t>(blocksInRow_) * static_cast<size_t>(rows));
        for (const bool turns : {false, true}) {
            const auto length = static_cast<size_t>(Lines{texels, turns}.length());
            profiles_[turns] = {std::vector<double>(length), std::vector<double>(length)};
        }
    }

    /// Looks at every triangle, texel by texel, or at every so many of both if they are more than `mostTexels`. Returns
    /// how many texels that were, roughly.
    double add(const std::vector<const SkinnedMesh*>& meshes, const std::vector<Material>& materials,
               double mostTexels) {
        double all = 0.0;
        forEachTriangle(meshes, materials, 1, [&](const Places& places) { all += costOf(places); });
        // Half of it by triangles, the other half by lines: a few large triangles are not left out.
        const double times = std::max(1.0, all / mostTexels);
        const auto stride = static_cast<size_t>(std::ceil(std::sqrt(times))) | 1;  // odd: both triangles of quads
        every_ = static_cast<int>(std::ceil(times / static_cast<double>(stride)));
        forEachTriangle(meshes, materials, stride, [&](const Places& places) { addTriangle(places); });
        return std::min(all, mostTexels);
    }

    /// How many times as often the color steps at the borders of equal tiles as within them.
    std::optional<double> scrambled() const {
        double most = 0.0;
        for (const int tiles : kTileCounts) {
            const double times = std::min(timesAtTiles(false, tiles), timesAtTiles(true, tiles));
            most = std::max(most, times);
        }
        return most >= kTimesElsewhere ? std::optional(most) : std::nullopt;
    }

    /// The part of the shown blocks that is colored noise.
    std::optional<double> noise() const {
        size_t all = 0, noisy = 0;
        for (const NoiseBlock& block : blocks_) {
            if (block.shown < kMinInBlock) continue;
            ++all;
            noisy += block.isNoise();
        }
        if (noisy < kMinNoiseBlocks || static_cast<double>(noisy) < kLeastNoise * static_cast<double>(all))
            return std::nullopt;
        return static_cast<double>(noisy) / static_cast<double>(all);
    }

    /// The part that has one color although triangles reach into it, as after an aborted download.
    std::optional<Cut> cut() const {
        for (const bool turns : {false, true})
            for (const bool fromEnd : {false, true})
                if (const auto found = cutAt(turns, fromEnd)) return found;
        return std::nullopt;
    }

  private:
    using Places = std::array<glm::vec2, 3>;  ///< of the corners of a triangle, in the texture

    template <typename Visit>
    static void forEachTriangle(const std::vector<const SkinnedMesh*>& meshes, const std::vector<Material>& materials,
                                size_t every, const Visit& visit) {
        size_t number = 0;
        for (const SkinnedMesh* mesh : meshes) {
            const TextureUse& use = *materials[mesh->material].texture(TextureSlot::baseColor);
            const std::vector<glm::vec2>* const uvs = uvsFor(use, *mesh);
            const size_t stride = mesh->triangleCount() / kMostScanned + 1;
            for (size_t t = 0; uvs && t < mesh->triangleCount(); t += stride) {
                if (number++ % every != 0) continue;
                Places places;
                for (size_t corner = 0; corner < 3; ++corner)
                    places[corner] = placeIn(use, (*uvs)[mesh->indices[3 * t + corner]]);
                if (moveInside(places)) visit(places);
            }
        }
    }

    /// False where they are not finite, or across the border.
    static bool moveInside(Places& places) {
        const glm::vec2 tile = glm::floor((places[0] + places[1] + places[2]) / 3.0f);
        constexpr float kBeyond = 0.01f;  // of the texture
        return std::ranges::all_of(places, [&](glm::vec2& place) {
            place -= tile;
            return std::min(place.x, place.y) >= -kBeyond && std::max(place.x, place.y) <= 1.0f + kBeyond;
        });
    }

    /// Texels on the lines of both directions, and the lines.
    double costOf(const Places& places) const {
        const glm::vec2 a = places[1] - places[0], b = places[2] - places[0];
        const double area = 0.5 * std::abs(static_cast<double>(a.x * b.y - a.y * b.x));
        double cost = 1.0;
        for (const bool turns : {false, true}) {
            const Lines lines{texels_, turns};
            const auto [least, most] = std::minmax({places[0][!turns], places[1][!turns], places[2][!turns]});
            const double scanned = static_cast<double>(lines.count()) / std::max(1, lines.count() / kScannedLines);
            cost += scanned * (area * lines.length() + kTexelsPerLine * static_cast<double>(most - least));
        }
        return cost;
    }

    void addTriangle(Places places) {
        scan({texels_, false}, places);
        for (glm::vec2& place : places)
            std::swap(place.x, place.y);
        scan({texels_, true}, places);
    }

    /// All texels of some lines that the triangle covers.
    void scan(const Lines& lines, const Places& places) {
        const int every = std::max(1, lines.count() / kScannedLines) * every_;
        const auto [least, most] = std::minmax({places[0].y, places[1].y, places[2].y});
        const auto count = static_cast<float>(lines.count()), length = static_cast<float>(lines.length());
        const int first = std::max(0, static_cast<int>(std::ceil(least * count / static_cast<float>(every)))) * every;
        for (int line = first; line < lines.count() && static_cast<float>(line) <= most * count; line += every) {
            const auto [from, to] = spanAt((static_cast<float>(line) + 0.5f) / count, places);
            if (!(from < to)) continue;
            const int begin = std::max(1, static_cast<int>(std::ceil(from * length + kFromOutline)));
            const int end = std::min(lines.length() - 1, static_cast<int>(std::floor(to * length - kFromOutline)));
            for (int along = begin; along <= end; ++along)
                addTexel(lines, along, line);
        }
    }

    static std::pair<float, float> spanAt(float y, const Places& places) {
        float from = std::numeric_limits<float>::max(), to = std::numeric_limits<float>::lowest();
        for (size_t corner = 0; corner < 3; ++corner) {
            const glm::vec2 &start = places[corner], &end = places[(corner + 1) % 3];
            if ((start.y <= y) == (end.y <= y)) continue;
            const float x = start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y);
            from = std::min(from, x), to = std::max(to, x);
        }
        return {from, to};
    }

    void addTexel(const Lines& lines, int along, int line) {
        const Texel own = lines.at(along, line), before = lines.at(along - 1, line);
        const int step = stepBetween(own, before);
        Profile& profile = profiles_[lines.turns];
        const auto place = static_cast<size_t>(along);
        ++profile.shown[place];
        profile.steps[place] += step > kClearStep;
        if (lines.turns) return;
        NoiseBlock& block = blocks_[static_cast<size_t>(line / kNoiseBlock * blocksInRow_ + along / kNoiseBlock)];
        ++block.shown;
        const double seen = alphaCounts_ ? std::min(own.a, before.a) / 255.0 : 1.0;
        block.steps += seen * step;
        block.hues += seen * hueStepBetween(own, before);
    }

    /// 0 where there are no such borders.
    double timesAtTiles(bool turns, int tiles) const {
        const Profile& profile = profiles_[turns];
        const auto length = static_cast<int>(profile.shown.size());
        if (length % tiles != 0 || length / tiles < kMinTile) return 0.0;
        double on = 0.0, onSteps = 0.0, other = 0.0, otherSteps = 0.0;
        int borders = 0, clear = 0;
        for (int place = 1; place < length; ++place) {
            const double shown = profile.shown[static_cast<size_t>(place)],
                         steps = profile.steps[static_cast<size_t>(place)];
            const bool isBorder = place % (length / tiles) == 0;
            (isBorder ? on : other) += shown;
            (isBorder ? onSteps : otherSteps) += steps;
            if (!isBorder || shown < kMinOnBorder) continue;
            ++borders;
            clear += steps >= kStepsAtBorder * shown;
        }
        if (borders < kMinBorders || clear < kClearBorders * borders) return 0.0;  // an atlas of other parts
        if (on < kMinOnTiles || onSteps < kStepsAtTiles * on || otherSteps < kLeastElsewhere * other) return 0.0;
        return stepsWithin(profile, length / tiles) ? 0.0 : onSteps / on / (otherSteps / other);
    }

    /// Whether tiles consist of smaller squares at whose borders the color steps just so, as those of enlarged pixel
    /// art.
    static bool stepsWithin(const Profile& profile, int tile) {
        for (int square = 2; square <= tile / 2; ++square) {
            if (tile % square != 0) continue;
            double on = 0.0, onSteps = 0.0, other = 0.0, otherSteps = 0.0;
            for (size_t place = 1; place < profile.shown.size(); ++place) {
                if (place % static_cast<size_t>(tile) == 0) continue;
                const bool isBorder = place % static_cast<size_t>(square) == 0;
                (isBorder ? on : other) += profile.shown[place];
                (isBorder ? onSteps : otherSteps) += profile.steps[place];
            }
            if (onSteps > 0.0 && onSteps * other >= kTimesElsewhere * otherSteps * on) return true;
        }
        return false;
    }

    std::optional<Cut> cutAt(bool turns, bool fromEnd) const {
        // Rows that are of one color: lines across the direction in which they follow each other.
        const Lines lines{texels_, !turns};
        const int all = lines.count();
        const Texel color = lines.at(fromEnd ? lines.length() - 1 : 0, fromEnd ? all - 1 : 0);
        int flat = 0;
        while (flat < all && isFlat(lines, fromEnd ? all - 1 - flat : flat, color))
            ++flat;
        if (flat < kLeastCut * all || flat >= all - 1) return std::nullopt;
        int detailed = 0;
        for (int line = flat; line < all; ++line) {
            const int own = fromEnd ? all - 1 - line : line;
            detailed += !isFlat(lines, own, lines.at(0, own));
        }
        if (detailed < kDetailed * (all - flat)) return std::nullopt;  // two colors are meant
        const Profile& profile = profiles_[!lines.turns];
        const int border = fromEnd ? all - flat : flat;
        double shown = 0.0, within = 0.0;
        for (int place = 0; place < all; ++place) {
            shown += profile.shown[static_cast<size_t>(place)];
            if (fromEnd ? place >= border : place < border) within += profile.shown[static_cast<size_t>(place)];
        }
        const auto at = static_cast<size_t>(border);
        if (within < kLeastCutShown * shown || profile.shown[at] < kMinAcrossCut ||
            profile.steps[at] < kStepsAtCut * profile.shown[at])
            return std::nullopt;
        const char* const part = lines.turns ? (fromEnd ? "right" : "left") : (fromEnd ? "lower" : "upper");
        return Cut{part, within / shown, color};
    }

    static bool isFlat(const Lines& lines, int line, const Texel& color) {
        for (int along = 0; along < lines.length(); ++along)
            if (stepBetween(lines.at(along, line), color) > kFlatStep) return false;
        return true;
    }

    const Texels& texels_;
    bool alphaCounts_;
    int blocksInRow_;
    int every_ = 1;                    ///< of the lines that are looked at otherwise
    std::array<Profile, 2> profiles_;  ///< along rows; along columns
    std::vector<NoiseBlock> blocks_;
};

/// The brightness of the fields of both colors, if the texture were a checker.
std::array<std::vector<float>, 2> fieldsOf(const Texels& texels, int fields) {
    std::array<std::vector<float>, 2> brightness;
    const auto side = static_cast<float>(fields);
    for (int row = 0; row < fields; ++row)
        for (int column = 0; column < fields; ++column) {
            int sum = 0;
            for (const float down : {0.25f, 0.5f, 0.75f})
                for (const float right : {0.25f, 0.5f, 0.75f}) {
                    const glm::vec2 place((static_cast<float>(column) + right) / side,
                                          (static_cast<float>(row) + down) / side);
                    const Texel texel = texels.read({}, place).value_or(Texel{});
                    sum += texel.r + texel.g + texel.b;
                }
            brightness[static_cast<size_t>((row + column) % 2)].push_back(static_cast<float>(sum) / 27.0f);
        }
    return brightness;
}

/// The number of fields along a side, if light and dark ones alternate all over the texture.
std::optional<int> checkerOf(const Texels& texels) {
    const auto side = static_cast<int>(std::min(texels.width(), texels.height()));
    for (const int fields : kCheckerCounts) {
        if (side / fields < kMinField) break;
        std::array<std::vector<float>, 2> brightness = fieldsOf(texels, fields);
        const float one = medianOf(brightness[0]), other = medianOf(brightness[1]), middle = (one + other) / 2.0f;
        if (std::abs(one - other) < kFieldsApart) continue;
        const auto fit = [&](const std::vector<float>& all, bool isLight) {
            return std::ranges::count_if(all, [&](float value) { return (value > middle) == isLight; });
        };
        const auto fitting = static_cast<double>(fit(brightness[0], one > other) + fit(brightness[1], other > one));
        if (fitting >= kAllFields * fields * fields) return fields;
    }
    return std::nullopt;
}

/// A base color texture, the first material that has it, and the meshes of figures that show it.
struct ShownTexture {
    const Material* material = nullptr;
    std::vector<const SkinnedMesh*> meshes;
};

void checkShown(const Model& model, uint32_t texture, const ShownTexture& shown, double& texelsLeft,
                std::vector<Finding>& findings) {
    const auto texels = Texels::of(model.textures[texture].image);
    if (!texels || static_cast<int>(std::min(texels->width(), texels->height())) < kMinDamagedSide) return;
    const auto add = [&](const char* id, Severity severity, const std::string& message,
                         const std::optional<Figure>& figure = std::nullopt) {
        findings.push_back({id, severity, materialName(model, *shown.material),
                            message + ": '" + model.textures[texture].name + "'", figure});
    };
    if (const auto fields = checkerOf(*texels); fields && texels->shareOf(isMagenta) < kLeastMagenta) {
        add("texture-checker", Severity::warning,
            std::string("uses ") + (*fields == 8 ? "an " : "a ") + std::to_string(*fields) + " x " +
                std::to_string(*fields) + " UV test pattern as its base color");
        return;
    }
    ShownInside inside(*texels, shown.material->alphaMode != AlphaMode::opaque);
    texelsLeft -=
        inside.add(shown.meshes, model.materials, std::clamp(texelsLeft, kLeastTexelsOfOne, kMostTexelsOfOne));
    if (const auto noise = inside.noise()) {
        const Measured share = measuredShare(*noise, "what is shown of it");
        add("texture-noise", Severity::warning, "has a damaged base color texture: " + share.text + " is colored noise",
            share.figure);
    } else if (const auto times = inside.scrambled()) {
        const Measured more = measured(*times, "times");
        add("texture-scrambled", Severity::warning,
            "has a base color texture with its tiles in the wrong order: its colors change at the borders of equal "
            "tiles " +
                more.text + " as often as within them",
            more.figure);
    }
    if (const auto cut = inside.cut()) {
        const Measured share = measuredShare(cut->share, "what is shown of it");
        const bool isBlack = std::max({cut->color.r, cut->color.g, cut->color.b}) <= kFlatStep;
        add("texture-cut", Severity::warning,
            std::string("has a base color texture that is cut: the ") + cut->part + " part, " + share.text + ", is " +
                (isBlack ? "black" : "of one color"),
            share.figure);
    }
}

}  // namespace

std::vector<Finding> checkDamagedTextures(const CheckedModel& checked) {
    const Model& model = checked.model;
    if (std::ranges::none_of(model.instances, &MeshInstance::skinned)) return {};
    std::map<uint32_t, ShownTexture> textures;
    for (const MeshGroup& group : checked.groups)
        for (const uint32_t instance : group.instances) {
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            const Material& material = model.materials[mesh.material];
            const auto& use = material.texture(TextureSlot::baseColor);
            if (!use || !checked.ofFigure[instance]) continue;
            ShownTexture& shown = textures[use->texture];
            if (!shown.material) shown.material = &material;
            shown.meshes.push_back(&mesh);
        }
    std::vector<Finding> findings;
    double texelsLeft = kMostTexelsOfAll;
    for (const auto& [texture, shown] : textures)
        checkShown(model, texture, shown, texelsLeft, findings);
    return findings;
}

}  // namespace sinew
