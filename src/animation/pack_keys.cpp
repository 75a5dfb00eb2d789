#include "animation/pack_keys.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "animation/packed_order.h"

namespace sinew {
namespace {

// Numbers no further apart than this share of the largest are one number: two steps of a float.
constexpr float kRounding = 2.4e-7f;

// Scales that stay within this share of the largest are packed: that is the noise which matrices written with few
// digits leave, and of what is left of it after packing no float knows much.
constexpr float kNoise = 2e-4f;
constexpr float kLargestCode = 1023.0f;

/// What moves one part of a node's transform; without a track, nothing does.
template <typename Value>
struct Part {
    const Track<Value>* track = nullptr;
    Value still{};
};

struct Node {
    Part<glm::vec3> translation;
    Part<glm::quat> rotation;
    Part<glm::vec3> scale;
};

/// The ends between which each number of a track stays.
template <typename Value>
struct Range {
    explicit Range(const Part<Value>& part) : low(part.still), high(part.still) {
        if (!part.track) return;
        low = high = part.track->values.front();
        for (const Value& value : part.track->values)
            for (int i = 0; i < Value::length(); ++i) {
                low[i] = std::min(low[i], value[i]);
                high[i] = std::max(high[i], value[i]);
            }
    }
    bool isWithin(float share) const {
        float largest = 0.0f, width = 0.0f;
        for (int i = 0; i < Value::length(); ++i) {
            largest = std::max({largest, std::abs(low[i]), std::abs(high[i])});
            width = std::max(width, high[i] - low[i]);
        }
        return width <= share * largest;
    }

    Value low, high;
};

template <typename Value>
void setPart(Part<Value>& part, const Track<Value>& track) {
    if (track.empty()) return;
    part = {.track = &track, .still = track.values.front()};
    if (Range(part).isWithin(kRounding)) part.track = nullptr;
}

std::vector<Node> nodesOf(const AnimationClip& clip, const NodeHierarchy& hierarchy) {
    std::vector<Node> nodes(hierarchy.size());
    for (size_t i = 0; i < nodes.size(); ++i) {
        nodes[i].translation.still = hierarchy.rest[i].translation;
        nodes[i].rotation.still = hierarchy.rest[i].rotation;
        nodes[i].scale.still = hierarchy.rest[i].scale;
    }
    for (const Channel& channel : clip.channels) {
        Node& node = nodes[channel.node];
        setPart(node.translation, channel.translation);
        setPart(node.rotation, channel.rotation);
        setPart(node.scale, channel.scale);
    }
    return nodes;
}

/// Reads a part at times that do not fall.
template <typename Value>
class Reader {
  public:
    Reader() = default;
    explicit Reader(const Part<Value>& part) : part_(part) {}

    Value at(double timeSeconds) {
        if (!part_.track) return part_.still;
        const auto& [times, values] = *part_.track;
        while (key_ + 1 < times.size() && times[key_ + 1] <= timeSeconds)
            ++key_;
        if (timeSeconds <= times[key_] || key_ + 1 == times.size()) return values[key_];
        const double ratio = (timeSeconds - times[key_]) / (times[key_ + 1] - times[key_]);
        return between(values[key_], values[key_ + 1], ratio);
    }

  private:
    static glm::vec3 between(const glm::vec3& a, const glm::vec3& b, double ratio) {
        return glm::vec3(glm::mix(glm::dvec3(a), glm::dvec3(b), ratio));
    }
    static glm::quat between(const glm::quat& a, const glm::quat& b, double ratio) {
        return glm::quat(glm::slerp(glm::dquat(a), glm::dquat(b), ratio));
    }

    Part<Value> part_;
    size_t key_ = 0;
};

using Times = std::vector<double>;

/// One part of four nodes, at least one of which moves.
template <typename Value>
struct Batch {
    std::array<Part<Value>, 4> parts;
    TrackGroup* group = nullptr;
    bool coded = false;  ///< as NodeGroup::scaleCode says

    size_t width() const { return coded ? 1 : static_cast<size_t>(Value::length()); }

    std::array<Reader<Value>, 4> readers() const {
        return {Reader(parts[0]), Reader(parts[1]), Reader(parts[2]), Reader(parts[3])};
    }
};

template <typename Value>
using Batches = std::map<Times, std::vector<Batch<Value>>>;

template <typename Value>
Times allTimes(const std::array<Part<Value>, 4>& parts) {
    Times all;
    for (const Part<Value>& part : parts) {
        if (!part.track || part.track->times == all) continue;
        Times merged;
        std::ranges::set_union(all, part.track->times, std::back_inserter(merged));
        all = std::move(merged);
    }
    return all;
}

/// `times`, and more of them where rotations turn too far from one to the next.
Times refined(const Times& times, const std::vector<Batch<glm::quat>>& batches) {
    std::vector<int> pieces(times.size(), 1);  // up to each time
    for (const Batch<glm::quat>& batch : batches)
        for (Reader<glm::quat>& reader : batch.readers()) {
            glm::dquat last(reader.at(times[0]));
            for (size_t i = 1; i < times.size(); ++i) {
                const glm::dquat now(reader.at(times[i]));
                const double turn = 2.0 * std::acos(std::min(1.0, std::abs(glm::dot(last, now))));
                pieces[i] = std::max(pieces[i], static_cast<int>(std::ceil(turn / kLargestTurn)));
                last = now;
            }
        }
    Times more{times[0]};
    for (size_t i = 1; i < times.size(); ++i) {
        for (int piece = 1; piece < pieces[i]; ++piece) {
            const double time = times[i - 1] + (times[i] - times[i - 1]) * piece / pieces[i];
            if (time > more.back() && time < times[i]) more.push_back(time);  // not between a jump's two keys
        }
        more.push_back(times[i]);
    }
    return more;
}

PackedTimeline timelineOf(const Times& times) {
    const auto count = static_cast<uint32_t>(times.size());
    PackedTimeline timeline{.times = times, .firstRows = std::vector<uint32_t>(count, 0)};
    timeline.stretchesPerSecond = (count - 1) / (times.back() - times.front());
    uint32_t stretch = 1;
    for (uint32_t row = 1; row < count; ++row) {
        const uint32_t own = stretchOf(times[row], times[0], timeline.stretchesPerSecond, count - 1);
        for (; stretch <= own; ++stretch)
            timeline.firstRows[stretch] = row - 1;
    }
    for (; stretch < count; ++stretch)
        timeline.firstRows[stretch] = count - 1;
    return timeline;
}

/// Of scales: the low ends of the four nodes' numbers, three fours, then what one step of a code is, three more.
std::vector<FourFloats> codeOf(const std::array<Part<glm::vec3>, 4>& parts) {
    std::vector<FourFloats> code(6);
    for (size_t lane = 0; lane < 4; ++lane) {
        const Range range(parts[lane]);
        for (int i = 0; i < 3; ++i) {
            code[static_cast<size_t>(i)].numbers[lane] = range.low[i];
            code[static_cast<size_t>(i) + 3].numbers[lane] = (range.high[i] - range.low[i]) / kLargestCode;
        }
    }
    return code;
}

void fillCoded(const Batch<glm::vec3>& batch, size_t offset, size_t stride, PackedTimeline& timeline) {
    const std::vector<FourFloats> code = codeOf(batch.parts);
    std::array<Reader<glm::vec3>, 4> readers = batch.readers();
    for (size_t row = 0; row < timeline.times.size(); ++row)
        for (size_t lane = 0; lane < 4; ++lane) {
            const glm::vec3 value = readers[lane].at(timeline.times[row]);
            uint32_t word = 0;
            for (size_t i = 0; i < 3; ++i) {
                const float low = code[i].numbers[lane], step = code[i + 3].numbers[lane];
                const float steps = step > 0.0f ? (value[static_cast<int>(i)] - low) / step : 0.0f;
                word |= static_cast<uint32_t>(std::clamp(steps + 0.5f, 0.0f, kLargestCode)) << (10 * i);
            }
            timeline.rows[row * stride + offset].numbers[lane] = std::bit_cast<float>(word);
        }
}

/// Fills the columns from `offset` on.
template <typename Value>
void fill(const Batch<Value>& batch, size_t offset, size_t stride, PackedTimeline& timeline) {
    std::array<Reader<Value>, 4> readers = batch.readers();
    for (size_t lane = 0; lane < 4; ++lane) {
        Value last{};
        for (size_t row = 0; row < timeline.times.size(); ++row) {
            Value value = readers[lane].at(timeline.times[row]);
            // On one side, so that the straight way is the short one.
            if constexpr (std::is_same_v<Value, glm::quat>)
                if (row > 0 && glm::dot(glm::dquat(last), glm::dquat(value)) < 0.0) value = -value;
            for (int i = 0; i < Value::length(); ++i)
                timeline.rows[row * stride + offset + static_cast<size_t>(i)].numbers[lane] = value[i];
            last = value;
        }
    }
}

/// Numbers that tell what moves a node: nodes of one kind share their rows well.
std::vector<uint32_t> kindsOf(const std::vector<Node>& nodes) {
    const auto count = [](const auto& part) { return part.track ? part.track->size() : 0; };
    std::map<std::array<size_t, 3>, uint32_t> known;
    std::vector<uint32_t> kinds;
    for (const Node& node : nodes) {
        const std::array counts{count(node.translation), count(node.rotation), count(node.scale)};
        kinds.push_back(known.try_emplace(counts, static_cast<uint32_t>(known.size())).first->second);
    }
    return kinds;
}

class Packer {
  public:
    Packer(const AnimationClip& clip, const NodeHierarchy& hierarchy) : nodes_(nodesOf(clip, hierarchy)) {
        const std::vector<NodeFour> fours = nodesInFours(hierarchy.parents, kindsOf(nodes_));
        keys_.groups.resize(fours.size());
        for (size_t i = 0; i < fours.size(); ++i)
            addGroup(fours[i], hierarchy, keys_.groups[i]);
    }

    PackedKeys packed() {
        Batches<glm::quat> rotations;
        for (auto& [times, batches] : rotations_) {
            std::vector<Batch<glm::quat>>& all = rotations[refined(times, batches)];
            std::ranges::move(batches, std::back_inserter(all));
        }
        static const std::vector<Batch<glm::vec3>> kNoVectors;
        for (const auto& [times, batches] : rotations) {
            const auto vectors = vectors_.find(times);
            addTimeline(times, vectors == vectors_.end() ? kNoVectors : vectors->second, batches);
        }
        for (const auto& [times, batches] : vectors_)
            if (!rotations.contains(times)) addTimeline(times, batches, {});
        return std::move(keys_);
    }

  private:
    void addGroup(const NodeFour& four, const NodeHierarchy& hierarchy, NodeGroup& group) {
        group.count = static_cast<uint32_t>(four.size());
        for (size_t lane = 0; lane < four.size(); ++lane) {
            group.nodes[lane] = four[lane];
            group.parents[lane] = hierarchy.parents[four[lane]];
        }
        addPart(four, &Node::translation, group.translation, vectors_);
        addPart(four, &Node::rotation, group.rotation, rotations_);
        addPart(four, &Node::scale, group.scale, vectors_, &group.scaleCode);
    }

    template <typename Value>
    void addPart(const NodeFour& four, Part<Value> Node::*part, TrackGroup& group, Batches<Value>& batches,
                 uint32_t* codePlace = nullptr) {
        Batch<Value> batch{.group = &group};
        // A place without a node does as the first node does, and nobody looks.
        for (size_t lane = 0; lane < 4; ++lane)
            batch.parts[lane] = nodes_[four[lane < four.size() ? lane : 0]].*part;
        const Times times = allTimes(batch.parts);
        if (!times.empty()) {
            if constexpr (std::is_same_v<Value, glm::vec3>)
                if (codePlace &&
                    std::ranges::all_of(batch.parts, [](const auto& one) { return Range(one).isWithin(kNoise); })) {
                    batch.coded = true;
                    *codePlace = placeOfStill(codeOf(batch.parts));
                }
            batches[times].push_back(batch);
            return;
        }
        std::vector<FourFloats> still(static_cast<size_t>(Value::length()));
        for (size_t lane = 0; lane < 4; ++lane)
            for (size_t i = 0; i < still.size(); ++i)
                still[i].numbers[lane] = batch.parts[lane].still[static_cast<int>(i)];
        group.offset = placeOfStill(still);
    }

    /// Where the still numbers have these: many nodes have the same scale, or none of their own.
    uint32_t placeOfStill(const std::vector<FourFloats>& still) {
        const std::string_view bytes(reinterpret_cast<const char*>(still.data()), still.size() * sizeof(FourFloats));
        const auto [known, isNew] = places_.try_emplace(std::string(bytes), static_cast<uint32_t>(keys_.still.size()));
        if (isNew) keys_.still.insert(keys_.still.end(), still.begin(), still.end());
        return known->second;
    }

    /// A row has the batches in the order of the groups, which is that of reading.
    void addTimeline(const Times& times, const std::vector<Batch<glm::vec3>>& vectors,
                     const std::vector<Batch<glm::quat>>& rotations) {
        std::map<const TrackGroup*, size_t> widths;
        for (const auto& batch : vectors)
            widths[batch.group] = batch.width();
        for (const auto& batch : rotations)
            widths[batch.group] = batch.width();
        const auto index = static_cast<uint32_t>(keys_.timelines.size());
        PackedTimeline& timeline = keys_.timelines.emplace_back(timelineOf(times));
        size_t stride = 0;
        std::map<const TrackGroup*, size_t> offsets;
        for (const auto& [group, width] : widths) {
            offsets[group] = stride;
            stride += width;
        }
        timeline.rows.resize(stride * times.size());
        const auto put = [&](const auto& batch) {
            *batch.group = {.timeline = index, .offset = static_cast<uint32_t>(offsets[batch.group])};
            if constexpr (std::is_same_v<decltype(batch), const Batch<glm::vec3>&>)
                if (batch.coded) return fillCoded(batch, offsets[batch.group], stride, timeline);
            fill(batch, offsets[batch.group], stride, timeline);
        };
        std::ranges::for_each(vectors, put);
        std::ranges::for_each(rotations, put);
    }

    std::vector<Node> nodes_;
    Batches<glm::vec3> vectors_;
    Batches<glm::quat> rotations_;
    PackedKeys keys_;
    std::unordered_map<std::string, uint32_t> places_;  ///< of still numbers, by their bytes
};

}  // namespace

size_t PackedKeys::byteCount() const {
    size_t bytes = std::span(groups).size_bytes() + std::span(still).size_bytes();
    for (const PackedTimeline& timeline : timelines)
        bytes += std::span(timeline.times).size_bytes() + std::span(timeline.firstRows).size_bytes() +
                 std::span(timeline.rows).size_bytes();
    return bytes;
}

PackedKeys packKeys(const AnimationClip& clip, const NodeHierarchy& hierarchy) {
    return Packer(clip, hierarchy).packed();
}

}  // namespace sinew
