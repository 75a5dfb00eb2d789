#include "app/crowd/crowd.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <utility>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

#include "app/crowd/view.h"
#include "render/draw_list.h"
#include "render/light.h"

namespace sinew {
namespace {

constexpr uint32_t kMembersInRange = 256;   // that are culled together
constexpr uint32_t kInstancesInRange = 32;  // that are posed together

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

glm::mat4 matrixOf(const StartPlace& place, float height, const glm::vec3& pivot) {
    glm::mat4 matrix = glm::rotate(glm::mat4(1.0f), place.heading, glm::vec3(0.0f, 1.0f, 0.0f));
    matrix[3] = glm::vec4(place.position.x, height, place.position.y, 1.0f);
    return glm::translate(matrix, -pivot);
}

std::unique_ptr<CrowdMachines> machinesOf(const CrowdFigure& figure, const CrowdSettings& settings) {
    if (!figure.graph) return nullptr;
    return std::make_unique<CrowdMachines>(*figure.model, *figure.graph, figure.script, figure.worldFromRoot,
                                           figure.rootMotions, figure.extractsRootMotion, settings);
}

}  // namespace

uint32_t Crowd::defaultThreads() {
    return std::clamp(std::thread::hardware_concurrency(), 1u, 16u);
}

Crowd::Crowd(CrowdFigure figure, const CrowdSettings& settings, uint32_t threads)
    : figure_(std::move(figure)),
      settings_(settings),
      schedule_(figure_.model->clips, figure_.clips, settings.seed, figure_.fadeSeconds),
      machines_(machinesOf(figure_, settings)),
      places_(figure_, settings_, schedule_, machines_.get()),
      poses_(figure_, machines_.get()),
      reach_(reachOf(*figure_.model, figure_.clips, figure_.worldFromRoot)),
      pivot_(figure_.box.empty() ? glm::vec3(0.0f) : figure_.box.center()),
      pool_(threads),
      scratch_(threads, poses_.makeScratch()),
      tints_(makeTints(*figure_.model, settings.count, settings.seed)),
      shown_(settings.count),
      shownInRange_((settings.count + kMembersInRange - 1) / kMembersInRange) {
    pivot_.y = 0.0f;
    order_.reserve(settings.count);
    runs_.reserve(kTiers);
    drawnTints_.reserve(settings.count);
    hasBlended_ = std::ranges::any_of(figure_.model->materials,
                                      [](const Material& material) { return material.alphaMode == AlphaMode::blend; });
    if (hasBlended_) depths_.reserve(settings.count);
    instances_.capacity = settings.count;
    instances_.tinted = tints_.tinted;
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

void Crowd::setFade(double seconds) {
    figure_.fadeSeconds = seconds;
    schedule_.setFade(seconds);
    places_.restart();
}

glm::vec3 Crowd::meanDisplacement() {
    moveToNow();
    return places_.meanDisplacement(seconds_);
}

float Crowd::casterSize() const {
    const glm::vec3 size = figure_.box.empty() ? glm::vec3(1.0f) : figure_.box.max - figure_.box.min;
    return std::max(std::min(size.x, size.y), std::min(std::max(size.x, size.y), size.z));
}

ShownMember Crowd::shownAt(uint32_t member) const {
    ShownMember shown{.member = member, .clips = {}};
    float height = 0.0f;
    if (!figure_.clips.empty() && !machines_) {
        shown.clips = schedule_.at(member, seconds_);
        height = figure_.floorHeight -
                 std::lerp(figure_.lowest[shown.clips.clip], figure_.lowest[shown.clips.nextClip], shown.clips.fade);
    }
    const glm::mat4 worldFromStart = matrixOf(places_.of(member, seconds_), height, pivot_);
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
        ShownMember& shown = shown_[first + count];
        shown = shownAt(member);
        if (!view.mayShow({shown.center, reach_.radius})) continue;
        ++count;
        const float distance = glm::dot(shown.center - view.eye, view.forward) - reach_.radius;
        const bool isApart = distance > 0.0f;
        const float pixels = isApart ? view.mostPixelsAtOne / distance : 0.0f;  // per world unit, at most
        shown.tier = isApart ? tierOf(pixels) : kTiers - 1;
        if (view.usesRigLevels && isApart) shown.rig = poses_.rigFor(pixels);
    }
    shownInRange_[range] = count;
}

const Instances& Crowd::select(const Camera& camera, const glm::vec2& size, const Look& look, const PosePass* pass) {
    const Clock::time_point start = Clock::now();
    moveToNow();
    CrowdView view(camera, size);
    instances_.posePass = whyOnCpu(look.skinning).empty() ? pass : nullptr;
    view.usesRigLevels = usesRigLevels_ && !machines_ && !instances_.posePass;
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
    drawnTints_.clear();
    depths_.clear();
    for (const uint32_t index : order_) {
        drawnTints_.push_back(tints_.ofMember[shown_[index].member]);
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
    counts_ = {.members = settings_.count,
               .culled = settings_.count - drawn,
               .byPass = instances_.posePass != nullptr,
               .drawn = drawn};
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

void Crowd::evaluate(uint32_t member, std::span<glm::mat4> worldFromNode, std::span<float> morphWeights) {
    moveToNow();
    poses_.evaluate(shownAt(member), scratch_[0], worldFromNode, morphWeights);
}

void Crowd::write(const GpuModel::Layout& layout, Skinning skinning, std::span<glm::mat4> matrices,
                  std::span<float> morphs) {
    const Clock::time_point start = Clock::now();
    poses_.findInstances(layout);
    const size_t stride = layout.matrixStride, weights = layout.morphWeightCount;
    const auto drawn = static_cast<uint32_t>(stride == 0 ? 0 : std::min(order_.size(), matrices.size() / stride));
    const auto writeRange = [&](uint32_t first, uint32_t end, CrowdPoses::Scratch& scratch) {
        for (uint32_t index = first; index < end; ++index)
            poses_.write(layout, skinning, shown_[order_[index]], scratch, matrices.subspan(index * stride, stride),
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

void Crowd::writeCharacters(const GpuModel::Layout& layout, uint32_t firstMatrix,
                            std::span<shared::PosedCharacter> characters, std::span<float> morphs) {
    const Clock::time_point start = Clock::now();
    const size_t weights = layout.morphWeightCount;
    const auto drawn = static_cast<uint32_t>(std::min(order_.size(), characters.size()));
    pool_.run((drawn + kInstancesInRange - 1) / kInstancesInRange, [&](uint32_t range, uint32_t thread) {
        const uint32_t first = range * kInstancesInRange, end = std::min(first + kInstancesInRange, drawn);
        for (uint32_t index = first; index < end; ++index) {
            const ShownMember& shown = shown_[order_[index]];
            CharacterPose character = poses_.characterOf(shown);
            character.palette = firstMatrix + index * layout.matrixStride;
            characters[index] = packCharacter(character);
            if (weights > 0) poses_.sampleMorphs(shown, scratch_[thread], morphs.subspan(index * weights, weights));
        }
    });
    counts_.posed = drawn;
    counts_.poseMilliseconds = millisecondsSince(start);
}

}  // namespace sinew
