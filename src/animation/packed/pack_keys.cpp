#include "animation/packed/pack_keys.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <deque>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace sinew {
namespace {

// Values within this fraction of the largest count as equal: two ulps of a float.
constexpr float kRounding = 2.4e-7f;

// Scales that vary by less than this fraction of the largest are quantized: that is the noise of matrices written with
// few digits, and quantization loses less than it.
constexpr float kNoise = 2e-4f;
constexpr float kMaxQuantized = 1023.0f;

/// The source of a node's translation, rotation or scale: a track or a constant.
template <typename Value>
struct Part {
    const Track<Value>* track = nullptr;
    Value constant{};
};

struct Node {
    Part<glm::vec3> translation;
    Part<glm::quat> rotation;
    Part<glm::vec3> scale;
};

/// The component-wise minimum and maximum of a track.
template <typename Value>
struct Range {
    explicit Range(const Part<Value>& part) : low(part.constant), high(part.constant) {
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
    part = {.track = &track, .constant = track.values.front()};
    if (Range(part).isWithin(kRounding)) part.track = nullptr;
}

std::vector<Node> nodesOf(const AnimationClip& clip, const NodeHierarchy& hierarchy) {
    std::vector<Node> nodes(hierarchy.size());
    for (size_t i = 0; i < nodes.size(); ++i) {
        nodes[i].translation.constant = hierarchy.rest[i].translation;
        nodes[i].rotation.constant = hierarchy.rest[i].rotation;
        nodes[i].scale.constant = hierarchy.rest[i].scale;
    }
    for (const Channel& channel : clip.channels) {
        Node& node = nodes[channel.node];
        setPart(node.translation, channel.translation);
        setPart(node.rotation, channel.rotation);
        setPart(node.scale, channel.scale);
    }
    return nodes;
}

/// Samples a part at ascending times.
template <typename Value>
class Reader {
  public:
    Reader() = default;
    explicit Reader(const Part<Value>& part) : part_(part) {}

    Value at(double timeSeconds) {
        if (!part_.track) return part_.constant;
        const std::vector<double>& times = part_.track->times;
        const std::vector<Value>& values = part_.track->values;
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

/// One part of four nodes, at least one of which is animated.
template <typename Value>
struct Batch {
    std::array<Part<Value>, 4> parts;
    TrackGroup* group = nullptr;
    bool quantized = false;  ///< see NodeGroup::scaleRange

    size_t width() const { return quantized ? 1 : static_cast<size_t>(Value::length()); }

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

/// `times`, with more of them where two keys of a rotation are more than kMaxKeyAngle apart.
Times refined(const Times& times, const std::vector<Batch<glm::quat>>& batches) {
    std::vector<int> pieces(times.size(), 1);  // up to each time
    for (const Batch<glm::quat>& batch : batches)
        for (Reader<glm::quat>& reader : batch.readers()) {
            glm::dquat last(reader.at(times[0]));
            for (size_t i = 1; i < times.size(); ++i) {
                const glm::dquat now(reader.at(times[i]));
                const double turn = 2.0 * std::acos(std::min(1.0, std::abs(glm::dot(last, now))));
                pieces[i] = std::max(pieces[i], static_cast<int>(std::ceil(turn / kMaxKeyAngle)));
                last = now;
            }
        }
    Times more{times[0]};
    for (size_t i = 1; i < times.size(); ++i) {
        for (int piece = 1; piece < pieces[i]; ++piece) {
            const double time = times[i - 1] + (times[i] - times[i - 1]) * piece / pieces[i];
            if (time > more.back() && time < times[i]) more.push_back(time);  // a jump has no time between its two keys
        }
        more.push_back(times[i]);
    }
    return more;
}

PackedTimeline timelineOf(const Times& times) {
    const auto count = static_cast<uint32_t>(times.size());
    PackedTimeline timeline{.times = times, .firstRows = std::vector<uint32_t>(count, 0)};
    timeline.bucketsPerSecond = (count - 1) / (times.back() - times.front());
    uint32_t bucket = 1;
    for (uint32_t row = 1; row < count; ++row) {
        const uint32_t own = bucketOf(times[row], times[0], timeline.bucketsPerSecond, count - 1);
        for (; bucket <= own; ++bucket)
            timeline.firstRows[bucket] = row - 1;
    }
    for (; bucket < count; ++bucket)
        timeline.firstRows[bucket] = count - 1;
    return timeline;
}

/// The quantization ranges of four scales: three minima, then three steps.
std::vector<Float4> rangesOf(const std::array<Part<glm::vec3>, 4>& parts) {
    std::vector<Float4> code(6);
    for (size_t lane = 0; lane < 4; ++lane) {
        const Range range(parts[lane]);
        for (int i = 0; i < 3; ++i) {
            code[static_cast<size_t>(i)].values[lane] = range.low[i];
            code[static_cast<size_t>(i) + 3].values[lane] = (range.high[i] - range.low[i]) / kMaxQuantized;
        }
    }
    return code;
}

void fillQuantized(const Batch<glm::vec3>& batch, size_t offset, size_t stride, PackedTimeline& timeline) {
    const std::vector<Float4> code = rangesOf(batch.parts);
    std::array<Reader<glm::vec3>, 4> readers = batch.readers();
    for (size_t row = 0; row < timeline.times.size(); ++row)
        for (size_t lane = 0; lane < 4; ++lane) {
            const glm::vec3 value = readers[lane].at(timeline.times[row]);
            uint32_t word = 0;
            for (size_t i = 0; i < 3; ++i) {
                const float low = code[i].values[lane], step = code[i + 3].values[lane];
                const float steps = step > 0.0f ? (value[static_cast<int>(i)] - low) / step : 0.0f;
                word |= static_cast<uint32_t>(std::clamp(steps + 0.5f, 0.0f, kMaxQuantized)) << (10 * i);
            }
            timeline.rows[row * stride + offset].values[lane] = std::bit_cast<float>(word);
        }
}

/// Writes a batch into the rows, from column `offset` on.
template <typename Value>
void fill(const Batch<Value>& batch, size_t offset, size_t stride, PackedTimeline& timeline) {
    std::array<Reader<Value>, 4> readers = batch.readers();
    for (size_t lane = 0; lane < 4; ++lane) {
        Value last{};
        for (size_t row = 0; row < timeline.times.size(); ++row) {
            Value value = readers[lane].at(timeline.times[row]);
            // In one hemisphere, so that the kernels' slerp takes the short arc.
            if constexpr (std::is_same_v<Value, glm::quat>)
                if (row > 0 && glm::dot(glm::dquat(last), glm::dquat(value)) < 0.0) value = -value;
            for (int i = 0; i < Value::length(); ++i)
                timeline.rows[row * stride + offset + static_cast<size_t>(i)].values[lane] = value[i];
            last = value;
        }
    }
}

/// A kind per node by its key counts: nodes of one kind have key times in common and pack well together.
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

/// Up to four nodes that are processed together, one per lane.
using NodeQuad = std::vector<uint32_t>;

/// Groups all nodes by four, parents before their children and preferably in an earlier group, so that no lane waits
/// for its neighbor. `kinds`, one per node: as many groups as possible have nodes of a single kind.
class NodeGrouper {
  public:
    NodeGrouper(std::span<const int32_t> parents, std::span<const uint32_t> kinds)
        : kinds_(kinds), children_(kinds.size()) {
        for (uint32_t node = 0; node < kinds.size(); ++node) {
            if (parents[node] < 0)
                ready_[kinds[node]].push_back(node);
            else
                children_[static_cast<size_t>(parents[node])].push_back(node);
        }
    }

    std::vector<NodeQuad> sorted() {
        std::vector<NodeQuad> quads;
        for (size_t left = kinds_.size(); left > 0; left -= quads.back().size()) {
            NodeQuad& quad = quads.emplace_back();
            while (quad.size() < 4 && takeInto(quad)) {
            }
            openAll(quad);
            opened_.clear();
        }
        return quads;
    }

  private:
    bool takeInto(NodeQuad& quad) {
        std::deque<uint32_t>* from = quad.empty() ? nullptr : &ready_[kinds_[quad[0]]];
        if (from && from->empty()) openAll(quad);  // a child of the same kind is better than a node of another kind
        if (!from || from->empty()) {
            const auto most =
                std::ranges::max_element(ready_, {}, [](const auto& entry) { return entry.second.size(); });
            from = &most->second;
        }
        if (from->empty()) return false;
        quad.push_back(from->front());
        from->pop_front();
        return true;
    }

    /// Makes the children of these nodes ready, once.
    void openAll(const NodeQuad& quad) {
        for (const uint32_t node : quad) {
            if (std::ranges::find(opened_, node) != opened_.end()) continue;
            opened_.push_back(node);
            for (const uint32_t child : children_[node])
                ready_[kinds_[child]].push_back(child);
        }
    }

    std::span<const uint32_t> kinds_;
    std::vector<std::vector<uint32_t>> children_;
    std::map<uint32_t, std::deque<uint32_t>> ready_;  ///< nodes whose parents are grouped, by kind
    std::vector<uint32_t> opened_;                    ///< nodes of the current group whose children are ready
};

class Packer {
  public:
    Packer(const AnimationClip& clip, const NodeHierarchy& hierarchy) : nodes_(nodesOf(clip, hierarchy)) {
        const std::vector<uint32_t> kinds = kindsOf(nodes_);
        const std::vector<NodeQuad> quads = NodeGrouper(hierarchy.parents, kinds).sorted();
        keys_.groups.resize(quads.size());
        for (size_t i = 0; i < quads.size(); ++i)
            addGroup(quads[i], hierarchy, keys_.groups[i]);
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
    void addGroup(const NodeQuad& quad, const NodeHierarchy& hierarchy, NodeGroup& group) {
        group.count = static_cast<uint32_t>(quad.size());
        for (size_t lane = 0; lane < quad.size(); ++lane) {
            group.nodes[lane] = quad[lane];
            group.parents[lane] = hierarchy.parents[quad[lane]];
        }
        addPart(quad, &Node::translation, group.translation, vectors_);
        addPart(quad, &Node::rotation, group.rotation, rotations_);
        addPart(quad, &Node::scale, group.scale, vectors_, &group.scaleRange);
    }

    template <typename Value>
    void addPart(const NodeQuad& quad, Part<Value> Node::*part, TrackGroup& group, Batches<Value>& batches,
                 uint32_t* scaleRange = nullptr) {
        Batch<Value> batch{.group = &group};
        // Unused lanes repeat the first node.
        for (size_t lane = 0; lane < 4; ++lane)
            batch.parts[lane] = nodes_[quad[lane < quad.size() ? lane : 0]].*part;
        const Times times = allTimes(batch.parts);
        if (!times.empty()) {
            if constexpr (std::is_same_v<Value, glm::vec3>)
                if (scaleRange &&
                    std::ranges::all_of(batch.parts, [](const auto& one) { return Range(one).isWithin(kNoise); })) {
                    batch.quantized = true;
                    *scaleRange = constantOffset(rangesOf(batch.parts));
                }
            batches[times].push_back(batch);
            return;
        }
        std::vector<Float4> constants(static_cast<size_t>(Value::length()));
        for (size_t lane = 0; lane < 4; ++lane)
            for (size_t i = 0; i < constants.size(); ++i)
                constants[i].values[lane] = batch.parts[lane].constant[static_cast<int>(i)];
        group.offset = constantOffset(constants);
    }

    /// The offset of these values among the constants, which are stored once: many nodes share a scale.
    uint32_t constantOffset(const std::vector<Float4>& constants) {
        const std::string_view bytes(reinterpret_cast<const char*>(constants.data()),
                                     constants.size() * sizeof(Float4));
        const auto [known, isNew] =
            constantOffsets_.try_emplace(std::string(bytes), static_cast<uint32_t>(keys_.constants.size()));
        if (isNew) keys_.constants.insert(keys_.constants.end(), constants.begin(), constants.end());
        return known->second;
    }

    /// The batches of a row are in the order of the groups, which is the order of reading.
    void addTimeline(const Times& times, const std::vector<Batch<glm::vec3>>& vectors,
                     const std::vector<Batch<glm::quat>>& rotations) {
        std::map<const TrackGroup*, size_t> offsets;  // the widths at first
        for (const auto& batch : vectors)
            offsets[batch.group] = batch.width();
        for (const auto& batch : rotations)
            offsets[batch.group] = batch.width();
        const auto index = static_cast<uint32_t>(keys_.timelines.size());
        PackedTimeline& timeline = keys_.timelines.emplace_back(timelineOf(times));
        size_t stride = 0;
        for (auto& [group, offset] : offsets)
            stride += std::exchange(offset, stride);
        timeline.rows.resize(stride * times.size());
        const auto put = [&](const auto& batch) {
            *batch.group = {.timeline = index, .offset = static_cast<uint32_t>(offsets[batch.group])};
            if constexpr (std::is_same_v<decltype(batch), const Batch<glm::vec3>&>)
                if (batch.quantized) return fillQuantized(batch, offsets[batch.group], stride, timeline);
            fill(batch, offsets[batch.group], stride, timeline);
        };
        std::ranges::for_each(vectors, put);
        std::ranges::for_each(rotations, put);
    }

    std::vector<Node> nodes_;
    Batches<glm::vec3> vectors_;
    Batches<glm::quat> rotations_;
    PackedKeys keys_;
    std::unordered_map<std::string, uint32_t> constantOffsets_;  ///< by the bytes of the values
};

}  // namespace

size_t PackedKeys::byteCount() const {
    size_t bytes = std::span(groups).size_bytes() + std::span(constants).size_bytes();
    for (const PackedTimeline& timeline : timelines)
        bytes += std::span(timeline.times).size_bytes() + std::span(timeline.firstRows).size_bytes() +
                 std::span(timeline.rows).size_bytes();
    return bytes;
}

PackedKeys packKeys(const AnimationClip& clip, const NodeHierarchy& hierarchy) {
    return Packer(clip, hierarchy).packed();
}

}  // namespace sinew
