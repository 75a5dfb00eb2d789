#include "render/pose_tables.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <utility>

#include "animation/packed/pack_keys.h"
#include "render/gpu_model.h"

namespace sinew {
namespace {

constexpr uint32_t kLanes = POSE_COMPONENT_STRIDE;
static_assert(kLanes == std::size(Float4{}.values) && POSE_NONE == kNoIndex);

/// The nodes that bones depend on, sorted by level.
class NodesByLevel {
  public:
    NodesByLevel(const NodeHierarchy& hierarchy, std::span<const PalettePart> parts)
        : indices_(hierarchy.size(), POSE_NONE) {
        std::vector<bool> isUsed(hierarchy.size());
        for (const PalettePart& part : parts)
            for (const uint32_t bone : part.indices)
                isUsed[part.bones[bone].node] = true;
        for (size_t node = hierarchy.size(); node-- > 0;)
            if (const int32_t parent = hierarchy.parents[node]; isUsed[node] && parent >= 0)
                isUsed[static_cast<size_t>(parent)] = true;
        std::vector<std::vector<uint32_t>> levels;
        std::vector<uint32_t> levelOf(hierarchy.size());
        for (uint32_t node = 0; node < hierarchy.size(); ++node) {
            if (!isUsed[node]) continue;
            const int32_t parent = hierarchy.parents[node];
            levelOf[node] = parent < 0 ? 0 : levelOf[static_cast<size_t>(parent)] + 1;
            if (levelOf[node] == levels.size()) levels.emplace_back();
            levels[levelOf[node]].push_back(node);
        }
        for (const std::vector<uint32_t>& level : levels) {
            starts_.push_back(count_);
            for (const uint32_t node : level) {
                const int32_t parent = hierarchy.parents[node];
                parents_.push_back(parent < 0 ? POSE_NONE : indices_[static_cast<size_t>(parent)]);
                indices_[node] = count_++;
            }
        }
        starts_.push_back(count_);
    }

    uint32_t count() const { return count_; }
    uint32_t indexOf(uint32_t node) const { return indices_[node]; }  ///< POSE_NONE: no bone depends on it
    const std::vector<uint32_t>& starts() const { return starts_; }   ///< of the levels, and the end
    const std::vector<uint32_t>& parents() const { return parents_; }

  private:
    uint32_t count_ = 0;
    std::vector<uint32_t> indices_, starts_, parents_;
};

class TableWriter {
  public:
    explicit TableWriter(const NodesByLevel& nodes) : nodes_(nodes), words_(POSE_HEADER_WORDS) {
        words_[POSE_NODE_COUNT] = nodes.count();
        words_[POSE_LEVEL_COUNT] = static_cast<uint32_t>(nodes.starts().size() - 1);
        words_[POSE_LEVELS] = append(nodes.starts());
        words_[POSE_PARENTS] = append(nodes.parents());
    }

    void addPalettes(std::span<const PalettePart> parts) {
        std::vector<uint32_t> bones, places;
        std::vector<float> binds;
        for (const PalettePart& part : parts) {
            uint32_t place = part.firstMatrix;
            for (const uint32_t index : part.indices) {
                const Bone& bone = part.bones[index];
                bones.push_back(nodes_.indexOf(bone.node));
                places.push_back(place++);
                for (int row = 0; row < 3; ++row)
                    for (int column = 0; column < 4; ++column)
                        binds.push_back(bone.inverseBindMatrix[column][row]);
            }
            matrixStride_ = std::max(matrixStride_, place);
        }
        words_[POSE_PALETTE_COUNT] = static_cast<uint32_t>(bones.size());
        words_[POSE_BONES] = append(bones);
        words_[POSE_BINDS] = append(binds);
        words_[POSE_PLACES] = append(places);
    }

    void addClip(const PackedKeys& keys) {
        const uint32_t constants = append(keys.constants);
        std::vector<uint32_t> timelines;
        for (const PackedTimeline& timeline : keys.timelines) {
            const std::vector<uint32_t> words = timelineWords(timeline);
            timelines.insert(timelines.end(), words.begin(), words.end());
            mostRows_ = std::max(mostRows_, static_cast<uint32_t>(timeline.times.size()));
        }
        std::vector<uint32_t> tracks(size_t{POSE_TRACK_WORDS} * nodes_.count());
        for (const NodeGroup& group : keys.groups)
            for (uint32_t lane = 0; lane < group.count; ++lane)
                if (const uint32_t node = nodes_.indexOf(group.nodes[lane]); node != POSE_NONE)
                    setTracks(tracks, node, group, lane, constants);
        clips_.push_back(append(tracks));
        clips_.push_back(append(timelines));
    }

    PoseTables finish() {
        words_[POSE_CLIPS] = append(clips_);
        const uint32_t paletteCount = words_[POSE_PALETTE_COUNT];
        return {.words = std::move(words_),
                .nodeCount = nodes_.count(),
                .paletteCount = paletteCount,
                .matrixStride = matrixStride_,
                .restClip = static_cast<uint32_t>(clips_.size() / 2 - 1),
                .mostRows = mostRows_};
    }

  private:
    /// Returns the place of 4-byte values.
    template <typename T>
    uint32_t append(const std::vector<T>& values) {
        const auto place = static_cast<uint32_t>(words_.size());
        words_.resize(words_.size() + values.size() * sizeof(T) / sizeof(uint32_t));
        if (!values.empty()) std::memcpy(&words_[place], values.data(), values.size() * sizeof(T));
        return place;
    }

    std::vector<uint32_t> timelineWords(const PackedTimeline& timeline) {
        const size_t rowCount = timeline.times.size();
        std::vector<glm::vec2> times(rowCount);
        std::ranges::transform(timeline.times, times.begin(), splitSeconds);
        std::vector<uint32_t> words(POSE_TIMELINE_WORDS);
        words[POSE_TIMELINE_TIMES] = append(times);
        words[POSE_TIMELINE_LAST] = static_cast<uint32_t>(rowCount - 1);
        words[POSE_TIMELINE_FIRST_ROWS] = append(timeline.firstRows);
        words[POSE_TIMELINE_BUCKETS] = std::bit_cast<uint32_t>(static_cast<float>(timeline.bucketsPerSecond));
        words[POSE_TIMELINE_ROWS] = append(timeline.rows);
        words[POSE_TIMELINE_STRIDE] = static_cast<uint32_t>(kLanes * timeline.rows.size() / rowCount);
        return words;
    }

    void setTracks(std::vector<uint32_t>& tracks, uint32_t node, const NodeGroup& group, uint32_t lane,
                   uint32_t constants) const {
        const auto set = [&](size_t table, uint32_t word) { tracks[table * nodes_.count() + node] = word; };
        const auto setTrack = [&](size_t part, const TrackGroup& track) {
            set(2 * part, track.timeline);
            set(2 * part + 1, (track.timeline == kNoIndex ? constants : 0) + kLanes * track.offset + lane);
        };
        setTrack(POSE_TRANSLATION, group.translation);
        setTrack(POSE_ROTATION, group.rotation);
        setTrack(POSE_SCALE, group.scale);
        const bool isQuantized = group.scaleRange != kNoIndex;
        set(POSE_SCALE_RANGE, isQuantized ? constants + kLanes * group.scaleRange + lane : POSE_NONE);
    }

    const NodesByLevel& nodes_;
    std::vector<uint32_t> words_, clips_;
    uint32_t mostRows_ = 0, matrixStride_ = 0;
};

}  // namespace

PoseTables makePoseTables(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips,
                          std::span<const PalettePart> parts) {
    const NodesByLevel nodes(hierarchy, parts);
    TableWriter writer(nodes);
    writer.addPalettes(parts);
    for (const AnimationClip& clip : clips)
        writer.addClip(packKeys(clip, hierarchy));
    writer.addClip(packKeys({}, hierarchy));
    return writer.finish();
}

std::vector<PalettePart> paletteParts(const GpuModel& model) {
    std::vector<PalettePart> parts;
    for (const GpuModel::Draw& draw : model.draws())
        parts.push_back({draw.bones, draw.palette, draw.firstMatrix});
    return parts;
}

shared::PosedCharacter packCharacter(const CharacterPose& pose) {
    shared::PosedCharacter packed{.fromSeconds = splitSeconds(pose.fromSeconds),
                                  .toSeconds = splitSeconds(pose.toSeconds),
                                  .from = pose.from,
                                  .to = pose.to,
                                  .weight = pose.weight,
                                  .palette = pose.palette};
    for (int row = 0; row < 3; ++row)
        packed.worldFromRoot[row] = {pose.worldFromRoot[0][row], pose.worldFromRoot[1][row], pose.worldFromRoot[2][row],
                                     pose.worldFromRoot[3][row]};
    return packed;
}

glm::vec2 splitSeconds(double seconds) {
    constexpr double kMost = std::numeric_limits<float>::max();
    if (std::isnan(seconds)) return {-kMost, 0.0f};
    const double clamped = std::clamp(seconds, -kMost, kMost);
    const auto high = static_cast<float>(clamped);
    return {high, static_cast<float>(clamped - high)};
}

}  // namespace sinew
