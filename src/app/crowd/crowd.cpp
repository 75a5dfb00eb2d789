#include "app/crowd/crowd.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_access.hpp>

#include "app/crowd/hashed.h"
#include "render/draw_list.h"
#include "render/level_choice.h"
#include "render/light.h"
#include "render/packed_vertex.h"

namespace sinew {
namespace {

constexpr float kSpacing = 1.25f;           // between characters, relative to the width of one
constexpr uint32_t kMembersInRange = 256;   // that are culled together
constexpr uint32_t kInstancesInRange = 32;  // that are posed together
constexpr float kMostErrorPixels = 0.5f;    // of a character with fewer bones

// Characters of about the same size on the screen have the same levels of detail: each tier is of sqrt(2) times as many
// pixels per world unit as the one before.
constexpr int kTiers = 64;
constexpr int kTierOfOne = 32;  // whose characters have at most one pixel per world unit

// Of the skeletons with fewer bones, relative to the size of the character: these apply below 50, 20 and 8 pixels.
constexpr std::array kRigErrors{0.0f, 0.01f, 0.025f, 0.0625f};

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

float widthOf(const Box& box) {
    if (box.empty()) return 1.0f;
    return std::max({box.max.x - box.min.x, box.max.z - box.min.z, 1e-4f});
}

/// The planes of the view's frustum, pointing inward, of unit length.
std::array<glm::vec4, 6> frustumOf(const glm::mat4& clipFromWorld) {
    const glm::vec4 x = glm::row(clipFromWorld, 0), y = glm::row(clipFromWorld, 1), z = glm::row(clipFromWorld, 2),
                    w = glm::row(clipFromWorld, 3);
    std::array planes{w + x, w - x, w + y, w - y, z, w - z};
    for (glm::vec4& plane : planes)
        plane /= glm::length(glm::vec3(plane));
    return planes;
}

/// The skeletons of a figure for its sizes on the screen.
std::vector<RigLevel> rigLevelsOf(const CrowdFigure& figure) {
    std::array<float, kRigErrors.size()> errors{};
    const float size = figure.box.empty() ? 0.0f : figure.box.max.y - figure.box.min.y;
    std::ranges::transform(kRigErrors, errors.begin(), [&](float error) { return error * size; });
    uint32_t firstFree = 0;  // root motion is removed from nodes by their index
    for (const size_t clip : figure.clips)
        if (const RootMotion* motion = figure.motions[clip]; motion && motion->root())
            firstFree = std::max(firstFree, *motion->root() + 1);
    // State machines use all nodes, and sample clips themselves.
    if (figure.graph) return makeRigLevels(*figure.model, {}, figure.worldFromRoot, std::span(errors).first(1));
    return makeRigLevels(*figure.model, figure.clips, figure.worldFromRoot, errors, firstFree);
}

/// Whether a sphere, moved along `way`, may be in view.
bool isInView(const Sphere& sphere, const glm::vec3& way, std::span<const glm::vec4> planes) {
    return std::ranges::all_of(planes, [&](const glm::vec4& plane) {
        const float distance = glm::dot(glm::vec3(plane), sphere.center) + plane.w;
        return std::max(distance, distance + glm::dot(glm::vec3(plane), way)) > -sphere.radius;
    });
}

/// Whether a word begins there: not inside another one, as "face" in "Surface", but "Eye" in "leftEye" does.
bool isWordStart(const std::string& name, size_t place) {
    if (place == 0) return true;
    const auto before = static_cast<unsigned char>(name[place - 1]), first = static_cast<unsigned char>(name[place]);
    return !std::isalpha(before) || (std::islower(before) && std::isupper(first));
}

/// Materials keep their color if they transmit light, or if a word of their names says that they are part of a body, of
/// glass or of metal.
bool canBeTinted(const Material& material) {
    constexpr const char* kWords[] = {"skin",  "eye",    "hair", "face",  "head",  "teeth", "tooth",
                                      "mouth", "tongue", "nail", "glass", "metal", "lens"};
    std::string name = material.name;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto isInName = [&](const char* word) {
        for (size_t at = name.find(word); at != std::string::npos; at = name.find(word, at + 1))
            if (isWordStart(material.name, at)) return true;
        return false;
    };
    return material.transmission == 0.0f && std::ranges::none_of(kWords, isInName);
}

/// A saturated color of that hue in [0, 1).
glm::vec3 colorOf(double hue) {
    const auto channel = [&](double offset) {
        const double x = 6.0 * (hue + offset - std::floor(hue + offset));
        return static_cast<float>(std::clamp(std::abs(x - 3.0) - 1.0, 0.0, 1.0));
    };
    return {channel(0.0), channel(2.0 / 3.0), channel(1.0 / 3.0)};
}

glm::mat4 matrixOf(const StartPlace& place, float height, const glm::vec3& pivot) {
    glm::mat4 matrix = glm::rotate(glm::mat4(1.0f), place.heading, glm::vec3(0.0f, 1.0f, 0.0f));
    matrix[3] = glm::vec4(place.position.x, height, place.position.y, 1.0f);
    return glm::translate(matrix, -pivot);
}

/// The least tier that is not below so many pixels per world unit.
uint32_t tierOf(float pixelsPerUnit) {
    const float tier = std::ceil(2.0f * std::log2(pixelsPerUnit)) + kTierOfOne;
    return static_cast<uint32_t>(std::clamp(tier, 0.0f, static_cast<float>(kTiers - 1)));
}

/// Pixels per world unit of the largest characters of a tier.
float mostPixelsOf(uint32_t tier) {
    if (tier + 1 == kTiers) return std::numeric_limits<float>::infinity();
    return std::exp2(0.5f * static_cast<float>(static_cast<int>(tier) - kTierOfOne));
}

}  // namespace

/// What culling and levels of detail depend on.
struct CrowdView {
    std::array<glm::vec4, 6> planes;
    glm::vec3 shadowWay{0.0f};  ///< from the top of a character to the end of its shadow
    glm::vec3 eye{0.0f}, forward{0.0f};
    bool usesRigLevels = false;
    float mostPixelsAtOne = 0.0f;  ///< pixels per world unit at a distance of 1, at the edge of the picture
};

uint32_t Crowd::defaultThreads() {
    return std::clamp(std::thread::hardware_concurrency(), 1u, 16u);
}

Crowd::Crowd(CrowdFigure figure, const CrowdSettings& settings, uint32_t threads)
    : figure_(std::move(figure)),
      settings_(settings),
      spacing_(kSpacing * widthOf(figure_.box)),
      starts_(startPlaces(settings, spacing_)),
      schedule_(figure_.model->clips, figure_.clips, settings.seed, figure_.fadeSeconds),
      rigs_(rigLevelsOf(figure_)),
      reach_(reachOf(*figure_.model, figure_.clips, figure_.worldFromRoot)),
      pivot_(figure_.box.empty() ? glm::vec3(0.0f) : figure_.box.center()),
      pool_(threads),
      scratch_(threads),
      shown_(settings.count),
      shownInRange_((settings.count + kMembersInRange - 1) / kMembersInRange),
      rigCounts_(rigs_.size()) {
    pivot_.y = 0.0f;
    const Model& model = *figure_.model;
    if (figure_.graph)
        machines_.emplace(model, *figure_.graph, figure_.script, figure_.worldFromRoot, figure_.rootMotions,
                          figure_.extractsRootMotion, settings);
    makeWalkers();
    for (Scratch& scratch : scratch_) {
        scratch.pose = scratch.nextPose = model.hierarchy.rest;
        scratch.morphs = scratch.nextMorphs = model.restMorphWeights;
        scratch.worldFromNode.resize(model.hierarchy.size());
        scratch.palette.resize(kMaxPaletteBones);
    }
    order_.reserve(settings.count);
    runs_.reserve(kTiers);
    drawnTints_.reserve(settings.count);
    makeTints();
    hasBlended_ = std::ranges::any_of(model.materials,
                                      [](const Material& material) { return material.alphaMode == AlphaMode::blend; });
    if (hasBlended_) depths_.reserve(settings.count);
    instances_.capacity = settings.count;
    instances_.tinted = tinted_;
    instances_.write = [this](const GpuModel& gpu, Skinning skinning, std::span<glm::mat4> matrices,
                              std::span<float> morphs) { write(gpu.layout(), skinning, matrices, morphs); };
    instances_.writeCharacters = [this](const GpuModel& gpu, uint32_t firstMatrix,
                                        std::span<shared::PosedCharacter> characters, std::span<float> morphs) {
        writeCharacters(gpu.layout(), firstMatrix, characters, morphs);
    };
}

std::string_view Crowd::whyOnCpu(Skinning skinning) const {
    if (machines_) return "state machines run there";
    if (figure_.extractsRootMotion) return "root motion is removed there";
    if (skinning != Skinning::linear) return "dual quaternions are made there";
    return {};
}

void Crowd::makeWalkers() {
    if (!figure_.walks || figure_.graph) return;
    const glm::vec2 reach = formationReach(starts_);
    walkers_.emplace(schedule_, starts_, figure_.motions, std::max(reach.x, reach.y) + spacing_, settings_.seed);
}

void Crowd::setFade(double seconds) {
    figure_.fadeSeconds = seconds;
    schedule_.setFade(seconds);
    makeWalkers();  // their places follow from the clips
}

void Crowd::makeTints() {
    for (const Material& material : figure_.model->materials)
        tinted_.push_back(canBeTinted(material));
    for (uint32_t member = 0; member < settings_.count; ++member) {
        const auto random = [&](Chance chance, int64_t index = 0) {
            return hashed(settings_.seed, member, chance, index);
        };
        const auto saturation = static_cast<float>(0.25 + 0.55 * random(Chance::tint, 1));
        const auto brightness = static_cast<float>(0.65 + 0.5 * random(Chance::brightness));
        tints_.emplace_back(brightness * glm::mix(glm::vec3(1.0f), colorOf(random(Chance::tint)), saturation), 1.0f);
    }
}

Box Crowd::bounds() const {
    if (figure_.box.empty()) return figure_.box;
    const glm::vec2 places = formationReach(starts_);
    const float half = 0.5f * widthOf(figure_.box);
    glm::vec2 reach = places + half;
    if (walkers_) reach = glm::vec2(std::max(places.x, places.y) + 2.0f * spacing_ + half);
    return {{-reach.x, figure_.box.min.y, -reach.y}, {reach.x, figure_.box.max.y, reach.y}};
}

float Crowd::casterSize() const {
    const glm::vec3 size = figure_.box.empty() ? glm::vec3(1.0f) : figure_.box.max - figure_.box.min;
    return std::max(std::min(size.x, size.y), std::min(std::max(size.x, size.y), size.z));
}

void Crowd::moveToNow() {
    if (walkers_) walkers_->moveTo(seconds_, pool_);
    if (machines_) machines_->moveTo(seconds_, pool_);
}

StartPlace Crowd::placeOf(uint32_t member) const {
    if (walkers_) return walkers_->at(member, seconds_);
    StartPlace place = starts_[member];
    if (!machines_ || !figure_.walks) return place;
    return displaced(place, machines_->placeOf(member));
}

glm::vec3 Crowd::meanDisplacement() {
    if (!machines_ || !figure_.walks) return glm::vec3(0.0f);
    moveToNow();
    glm::dvec2 sum(0.0);
    for (uint32_t member = 0; member < settings_.count; ++member)
        sum += placeOf(member).position - starts_[member].position;
    sum /= settings_.count;
    return glm::vec3(sum.x, 0.0, sum.y);
}

Crowd::Shown Crowd::shownAt(uint32_t member) const {
    Shown shown{.member = member, .clips = {}};
    float height = 0.0f;
    if (!figure_.clips.empty() && !machines_) {
        shown.clips = schedule_.at(member, seconds_);
        height = figure_.floorHeight -
                 std::lerp(figure_.lowest[shown.clips.clip], figure_.lowest[shown.clips.nextClip], shown.clips.fade);
    }
    const glm::mat4 worldFromStart = matrixOf(placeOf(member), height, pivot_);
    shown.center = glm::vec3(worldFromStart * glm::vec4(reach_.center, 1.0f));
    shown.worldFromRoot = worldFromStart * figure_.worldFromRoot;
    return shown;
}

Sphere Crowd::sphereOf(uint32_t member) {
    moveToNow();
    return {shownAt(member).center, reach_.radius};
}

void Crowd::selectRange(uint32_t range, const CrowdView& view) {
    const uint32_t first = range * kMembersInRange, end = std::min(first + kMembersInRange, settings_.count);
    uint32_t count = 0;
    for (uint32_t member = first; member < end; ++member) {
        Shown& shown = shown_[first + count];
        shown = shownAt(member);
        if (!isInView({shown.center, reach_.radius}, view.shadowWay, view.planes)) continue;
        ++count;
        const float distance = glm::dot(shown.center - view.eye, view.forward) - reach_.radius;
        shown.tier = distance > 0.0f ? tierOf(view.mostPixelsAtOne / distance) : kTiers - 1;
        if (!view.usesRigLevels || distance <= 0.0f) continue;
        while (shown.rig + 1 < rigs_.size() &&
               rigs_[shown.rig + 1].error * view.mostPixelsAtOne <= kMostErrorPixels * distance)
            ++shown.rig;
    }
    shownInRange_[range] = count;
}

const Instances& Crowd::select(const Camera& camera, const glm::vec2& size, const Look& look) {
    const Clock::time_point start = Clock::now();
    moveToNow();
    CrowdView view{.planes = frustumOf(camera.clipFromWorld(size.x / size.y)),
                   .eye = camera.eye(),
                   .forward = glm::normalize(camera.target - camera.eye())};
    instances_.posePass = whyOnCpu(look.skinning).empty() ? posePass_ : nullptr;
    view.usesRigLevels = usesRigLevels_ && !machines_ && !instances_.posePass;
    view.mostPixelsAtOne = pixelsPerUnit(camera, view.eye + view.forward, 0.0f, size);
    if (castsShadow(look)) {
        const glm::vec3 light = towardKeyLight(look.light);
        float lift = 0.0f;  // to the floor, of the clip that lies lowest
        for (const size_t clip : figure_.clips)
            if (!machines_) lift = std::max(lift, figure_.floorHeight - figure_.lowest[clip]);
        const float height = reach_.center.y + lift + reach_.radius - figure_.floorHeight;
        view.shadowWay = -light * (height / std::max(light.y, 0.05f));
    }
    pool_.run(static_cast<uint32_t>(shownInRange_.size()), [&](uint32_t range, uint32_t) { selectRange(range, view); });
    orderByTier();
    std::ranges::fill(rigCounts_, 0u);
    drawnTints_.clear();
    depths_.clear();
    for (const uint32_t index : order_) {
        drawnTints_.push_back(tints_[shown_[index].member]);
        ++rigCounts_[shown_[index].rig];
        if (hasBlended_) depths_.push_back(glm::dot(shown_[index].center - view.eye, view.forward));
    }
    shownBounds_ = {};
    for (const uint32_t shown : order_) {
        shownBounds_.add(shown_[shown].center - reach_.radius);
        shownBounds_.add(shown_[shown].center + reach_.radius);
    }
    if (!shownBounds_.empty() && !figure_.box.empty()) {
        shownBounds_.min.y = figure_.box.min.y;
        shownBounds_.max.y = figure_.box.max.y;
    }
    const auto drawn = static_cast<uint32_t>(order_.size());
    instances_.runs = runs_;
    instances_.tints = drawnTints_;
    instances_.depths = depths_;
    counts_ = {.members = settings_.count, .culled = settings_.count - drawn, .drawn = drawn};
    if (instances_.posePass) counts_.posedOn = PoseOn::gpu;
    counts_.cullMilliseconds = millisecondsSince(start);
    return instances_;
}

/// Characters of one tier are a run of instances. State machines are evaluated in the order of the characters: their
/// run is one of the largest tier.
void Crowd::orderByTier() {
    std::array<uint32_t, kTiers + 1> ends{};  // of each tier, one to the right
    uint32_t total = 0, largest = 0;
    const auto forEach = [&](const auto& use) {
        for (uint32_t range = 0; range < shownInRange_.size(); ++range)
            for (uint32_t i = 0; i < shownInRange_[range]; ++i)
                use(range * kMembersInRange + i);
    };
    forEach([&](uint32_t index) {
        largest = std::max(largest, shown_[index].tier);
        ++total;
    });
    forEach([&](uint32_t index) {
        if (machines_) shown_[index].tier = largest;
        ++ends[shown_[index].tier + 1];
    });
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    runs_.clear();
    for (uint32_t tier = 0; tier < kTiers; ++tier)
        if (const uint32_t count = ends[tier + 1] - ends[tier]; count > 0)
            runs_.push_back({.first = ends[tier], .count = count, .pixelsPerUnit = mostPixelsOf(tier)});
    order_.resize(total);
    forEach([&](uint32_t index) { order_[ends[shown_[index].tier]++] = index; });
}

void Crowd::sampleClip(const RigLevel& rig, size_t clip, double seconds, std::span<Transform> pose) const {
    rig.clips[clip]->sample(seconds, pose);
    if (figure_.extractsRootMotion) figure_.motions[clip]->removeFrom(pose, seconds);
}

void Crowd::pose(const Shown& shown, Scratch& scratch, std::span<glm::mat4> worldFromNode, std::span<float> morphs) {
    if (machines_) return machines_->evaluate(shown.member, shown.worldFromRoot, worldFromNode, morphs);
    if (!morphs.empty()) sampleMorphs(shown, scratch, morphs);
    const ScheduledClips& clips = shown.clips;
    const RigLevel& rig = rigs_[shown.rig];
    if (figure_.clips.empty())
        return walkHierarchy(rig.hierarchy, rig.hierarchy.rest, shown.worldFromRoot, worldFromNode);
    if (clips.fade == 0.0f && !figure_.extractsRootMotion)
        return rig.clips[clips.clip]->walk(clips.seconds, shown.worldFromRoot, worldFromNode);
    const auto pose = std::span(scratch.pose).first(rig.nodes.size());
    sampleClip(rig, clips.clip, clips.seconds, pose);
    if (clips.fade > 0.0f) {
        const auto next = std::span(scratch.nextPose).first(rig.nodes.size());
        sampleClip(rig, clips.nextClip, clips.nextSeconds, next);
        blend(pose, next, clips.fade, pose);
    }
    walkHierarchy(rig.hierarchy, pose, shown.worldFromRoot, worldFromNode);
}

void Crowd::sampleMorphs(const Shown& shown, Scratch& scratch, std::span<float> morphs) const {
    const Model& model = *figure_.model;
    const ScheduledClips& clips = shown.clips;
    if (figure_.clips.empty()) {
        std::ranges::copy(model.restMorphWeights, morphs.begin());
        return;
    }
    sinew::sampleMorphs(model.clips[clips.clip], model.restMorphWeights, clips.seconds, scratch.cursor, scratch.morphs);
    if (clips.fade > 0.0f) {
        sinew::sampleMorphs(model.clips[clips.nextClip], model.restMorphWeights, clips.nextSeconds, scratch.cursor,
                            scratch.nextMorphs);
        blend(scratch.morphs, scratch.nextMorphs, clips.fade, scratch.morphs);
    }
    std::ranges::copy(scratch.morphs, morphs.begin());
}

void Crowd::evaluate(uint32_t member, std::span<glm::mat4> worldFromNode, std::span<float> morphWeights) {
    moveToNow();
    pose(shownAt(member), scratch_[0], worldFromNode, morphWeights);
}

void Crowd::findInstances(const GpuModel::Layout& layout) {
    if (knownDraws_ == layout.draws.data()) return;
    knownDraws_ = layout.draws.data();
    instanceOfDraw_.clear();
    const std::vector<MeshInstance>& instances = figure_.model->instances;
    std::vector<std::pair<const Bone*, uint32_t>> sorted;
    for (uint32_t i = 0; i < instances.size(); ++i)
        sorted.emplace_back(instances[i].bones.data(), i);
    std::ranges::sort(sorted);
    for (const GpuModel::Draw& draw : layout.draws)
        instanceOfDraw_.push_back(std::ranges::lower_bound(sorted, std::pair(draw.bones.data(), uint32_t{0}))->second);
}

void Crowd::writeOne(const GpuModel::Layout& layout, Skinning skinning, const Shown& shown, Scratch& scratch,
                     std::span<glm::mat4> matrices, std::span<float> morphs) {
    const RigLevel& rig = rigs_[shown.rig];
    const auto world = std::span(scratch.worldFromNode).first(rig.nodes.size());
    pose(shown, scratch, world, morphs);
    for (size_t i = 0; i < layout.draws.size(); ++i) {
        const GpuModel::Draw& draw = layout.draws[i];
        const std::span<const Bone> bones = rig.bones[instanceOfDraw_[i]];
        const auto palette = matrices.subspan(draw.firstMatrix, draw.palette.size());
        if (skinning == Skinning::linear) {
            writePalette(bones, draw.palette, world, palette);
            continue;
        }
        const auto used = std::span(scratch.palette).first(draw.palette.size());
        writePalette(bones, draw.palette, world, used);
        std::ranges::transform(used, reinterpret_cast<shared::ScaledDualQuaternion*>(palette.data()),
                               packDualQuaternion);
    }
}

void Crowd::write(const GpuModel::Layout& layout, Skinning skinning, std::span<glm::mat4> matrices,
                  std::span<float> morphs) {
    const Clock::time_point start = Clock::now();
    findInstances(layout);
    const size_t stride = layout.matrixStride, weights = layout.morphWeightCount;
    const auto drawn = static_cast<uint32_t>(stride == 0 ? 0 : std::min(order_.size(), matrices.size() / stride));
    const auto writeRange = [&](uint32_t first, uint32_t end, Scratch& scratch) {
        for (uint32_t index = first; index < end; ++index)
            writeOne(layout, skinning, shown_[order_[index]], scratch, matrices.subspan(index * stride, stride),
                     weights > 0 ? morphs.subspan(index * weights, weights) : morphs);
    };
    if (machines_) {
        const auto firstOf = [&](uint32_t group) {
            const auto found = std::ranges::lower_bound(order_, group * CrowdMachines::kMembersInGroup, {},
                                                        [&](uint32_t shown) { return shown_[shown].member; });
            return std::min(static_cast<uint32_t>(found - order_.begin()), drawn);
        };
        const uint32_t groups = (settings_.count + CrowdMachines::kMembersInGroup - 1) / CrowdMachines::kMembersInGroup;
        pool_.run(groups, [&](uint32_t group, uint32_t thread) {
            writeRange(firstOf(group), firstOf(group + 1), scratch_[thread]);
        });
    } else {
        pool_.run((drawn + kInstancesInRange - 1) / kInstancesInRange, [&](uint32_t range, uint32_t thread) {
            const uint32_t first = range * kInstancesInRange;
            writeRange(first, std::min(first + kInstancesInRange, drawn), scratch_[thread]);
        });
    }
    counts_.posed = drawn;
    counts_.poseMilliseconds = millisecondsSince(start);
}

CharacterPose Crowd::characterOf(const Shown& shown) const {
    const auto restClip = static_cast<uint32_t>(figure_.model->clips.size());
    if (figure_.clips.empty()) return {.from = restClip, .to = restClip, .worldFromRoot = shown.worldFromRoot};
    const ScheduledClips& clips = shown.clips;
    return {.from = static_cast<uint32_t>(clips.clip),
            .to = static_cast<uint32_t>(clips.nextClip),
            .fromSeconds = clips.seconds,
            .toSeconds = clips.nextSeconds,
            .weight = clips.fade,
            .worldFromRoot = shown.worldFromRoot};
}

void Crowd::writeCharacters(const GpuModel::Layout& layout, uint32_t firstMatrix,
                            std::span<shared::PosedCharacter> characters, std::span<float> morphs) {
    const Clock::time_point start = Clock::now();
    const size_t weights = layout.morphWeightCount;
    const auto drawn = static_cast<uint32_t>(std::min(order_.size(), characters.size()));
    pool_.run((drawn + kInstancesInRange - 1) / kInstancesInRange, [&](uint32_t range, uint32_t thread) {
        const uint32_t first = range * kInstancesInRange, end = std::min(first + kInstancesInRange, drawn);
        for (uint32_t index = first; index < end; ++index) {
            const Shown& shown = shown_[order_[index]];
            CharacterPose character = characterOf(shown);
            character.palette = firstMatrix + index * layout.matrixStride;
            characters[index] = packCharacter(character);
            if (weights > 0) sampleMorphs(shown, scratch_[thread], morphs.subspan(index * weights, weights));
        }
    });
    counts_.posed = drawn;
    counts_.poseMilliseconds = millisecondsSince(start);
}

}  // namespace sinew
