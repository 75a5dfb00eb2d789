#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "check/bones.h"
#include "check/checks.h"
#include "check/clips/limits.h"
#include "check/clips/stepped.h"
#include "check/found.h"
#include "check/tracks.h"
#include "model/poses.h"

namespace sinew {
namespace {

/// A moment at which a bone leaves its movement: for some keys, or for good.
struct Moment {
    uint32_t node = 0;
    double seconds = 0.0;
    size_t key = 0, keys = 0;  ///< none: for good
    float times = 0.0f;        ///< of what is visible
    bool turns = false, isSure = false;
};

/// A track at the author's frames.
template <typename Value>
class TrackFrames {
  public:
    /// `visible`: a distance as of apart().
    TrackFrames(const Track<Value>& track, const AnimationClip& clip, float visible)
        : track_(framesOf(track, clip)), visible_(visible) {
        for (size_t key = 0; key + 1 < track_.size(); ++key)
            steps_.push_back(offset(track_.values[key], track_.values[key + 1]) / visible);
    }

    /// Keys off the curve through the frames before and after them, as far as no others of the track.
    std::vector<Moment> pops() const {
        if (track_.size() < kClips.several) return {};
        std::vector<Pop> all, pops;
        for (size_t first = 1; first + 1 < track_.size(); ++first)
            for (size_t end = first + 1; end <= first + kClips.few && end < track_.size(); ++end) {
                const glm::vec3 off = offOf(first, end);
                const glm::vec3 before = steps_[first - std::min<size_t>(first, 2)],
                                after = steps_[std::min(end, steps_.size() - 1)];
                // What is less far off than the bone goes meanwhile, or steps before and after it, is not seen.
                const float goes = apart(track_.values[first - 1], track_.values[end]) / visible_;
                if (glm::length(off) > std::max(1.0f, goes) &&
                    glm::dot(off, off) > std::max({std::abs(glm::dot(off, before)), std::abs(glm::dot(off, after)),
                                                   2.0f * std::abs(glm::dot(off, gapBetween(first - 1, end)))}))
                    all.push_back({first, end, off});
            }
        std::ranges::stable_sort(all, std::greater(), [](const Pop& pop) { return glm::length(pop.off); });
        std::vector<bool> areBeside(track_.size() + 1);  // pops also bend the curves through the keys beside them away
        const auto isBeside = [&](size_t first, size_t end) {
            return std::find(areBeside.begin() + static_cast<ptrdiff_t>(first),
                             areBeside.begin() + static_cast<ptrdiff_t>(end) + 1,
                             true) != areBeside.begin() + static_cast<ptrdiff_t>(end) + 1;
        };
        for (const Pop& own : all) {
            if (isBeside(own.first, own.end)) continue;
            pops.push_back(own);
            std::fill(areBeside.begin() + static_cast<ptrdiff_t>(own.first) - 1,
                      areBeside.begin() + static_cast<ptrdiff_t>(own.end) + 2, true);
        }
        if (pops.size() * kClips.several > track_.size()) return {};
        glm::vec3 usual(0.0f);  // how far other keys are off
        for (size_t key = 1; key + 1 < track_.size(); ++key)
            if (!isBeside(key, key + 1)) usual = glm::max(usual, glm::abs(offOf(key, key + 1)));
        std::vector<Moment> moments;
        for (const auto& [first, end, off] : pops) {
            const auto span = static_cast<float>(end + 1 - first) / 2.0f;  // a curve leaves its chord by the square
            const float by = glm::length(off), times = timesOf(off, span * span * usual);
            if (times > kClips.unusual)
                moments.push_back({.seconds = track_.times[first],
                                   .key = first,
                                   .keys = end - first,
                                   .times = by,
                                   .isSure = first > 1 && end + 1 < track_.size() && by > kClips.surely &&
                                             times > kClips.surely * kClips.unusual &&
                                             by > 2.0f * glm::length(gapBetween(first - 1, end))});
        }
        return moments;
    }

    /// Steps that continue neither those before nor those after them, as no others, after which the track goes on.
    std::vector<Moment> jumps() const {
        if (track_.size() < kClips.several) return {};
        std::vector<size_t> jumps;
        for (size_t step = 1; step + 2 < track_.size(); ++step)
            // A blow becomes fast before it, and slow after it.
            if (const glm::vec3 gap = gapBetween(step, step + 1);
                glm::length(gap) > kClips.jump && areFrames(step, step + 1) &&
                glm::dot(gap, gap) > kClips.unusual * std::max(std::abs(glm::dot(gap, steps_[step - 1])),
                                                               std::abs(glm::dot(gap, steps_[step + 1]))))
                jumps.push_back(step);
        if (jumps.size() * kClips.several > track_.size()) return {};
        std::vector<bool> areBeside(track_.size());
        for (const size_t jump : jumps)
            areBeside[jump - 1] = areBeside[jump] = areBeside[jump + 1] = true;
        glm::vec3 usual(0.0f);
        for (size_t step = 1; step + 1 < steps_.size(); ++step)
            if (!areBeside[step]) usual = glm::max(usual, glm::abs(gapBetween(step, step + 1)));
        std::vector<Moment> moments;
        for (const size_t step : jumps)
            if (const glm::vec3 gap = gapBetween(step, step + 1); timesOf(gap, usual) > 2.0f * kClips.unusual)
                moments.push_back({.seconds = track_.times[step + 1], .key = step + 1, .times = glm::length(gap)});
        return moments;
    }

    /// When it is fastest.
    double fastest() const {
        return track_.times[static_cast<size_t>(
            std::ranges::max_element(steps_, {}, [](const glm::vec3& step) { return glm::length(step); }) -
            steps_.begin())];
    }

    /// When it first swings from one side of its way to the other, frame by frame.
    std::optional<double> trembling() const {
        for (size_t begin = 1; begin + kClips.many < track_.size(); begin += kClips.many / 2) {
            if (!areFrames(begin, begin + kClips.many)) continue;
            std::vector<float> sizes, steps;
            float cosines = 0.0f;
            glm::vec3 before(0.0f);
            for (size_t key = begin; key < begin + kClips.many; ++key) {
                const glm::vec3 off = offCurve(key, {key - 1, key + 1});
                const float size = glm::length(off), product = size * glm::length(before);
                if (product > 0.0f) cosines += glm::dot(off, before) / product;
                sizes.push_back(size), before = off;
                steps.push_back(glm::length(steps_[key]));
            }
            const float usual = medianOf(steps), size = medianOf(sizes);
            const auto still = std::ranges::count_if(steps, [&](float step) { return step < kClips.slowing * usual; });
            if (size > std::max(kClips.tremble, kClips.rough * usual) && 4 * still < std::ssize(steps) &&
                cosines < kClips.swings * static_cast<float>(kClips.many))
                return track_.times[begin];
        }
        return std::nullopt;
    }

  private:
    struct Pop {
        size_t first, end;
        glm::vec3 off;
    };

    /// About one of the axes, at least: what a hinge does about another axis stands out.
    static float timesOf(const glm::vec3& off, const glm::vec3& usual) {
        const glm::vec3 times = glm::abs(off) / (glm::max(usual, glm::vec3(kClips.aside * glm::length(usual))) + 1e-6f);
        return std::max({times.x, times.y, times.z});
    }

    /// How far the way from one key to another is from what the steps before and after them lead to expect.
    glm::vec3 gapBetween(size_t from, size_t to) const {
        const glm::vec3 before = steps_[from > 0 ? from - 1 : to], after = steps_[to < steps_.size() ? to : from - 1];
        const glm::vec3 way = offset(track_.values[from], track_.values[to]) / visible_;
        return way - 0.5f * static_cast<float>(to - from) * (before + after);
    }

    bool areFrames(size_t first, size_t last) const {
        if (last >= track_.size()) return false;
        for (size_t key = first; key < last; ++key)
            if (const double gap = track_.times[key + 1] - track_.times[key]; gap > kClips.frame || gap < kClips.step)
                return false;
        return true;
    }

    /// How far all of these keys are off, at least: off the line from the one before to `end`, off those on which the
    /// track arrives and leaves, and off the cubic curve through the two keys on either side.
    glm::vec3 offOf(size_t first, size_t end) const {
        const size_t left = first - 1;
        if (!areFrames(left, end)) return glm::vec3(0.0f);
        std::vector<std::vector<size_t>> curves{{left, end}};
        const bool arrives = left > 0 && areFrames(left - 1, left), leaves = areFrames(end, end + 1);
        if (arrives) curves.push_back({left - 1, left});
        if (leaves) curves.push_back({end, end + 1});
        if (arrives && leaves) curves.push_back({left - 1, left, end, end + 1});
        std::vector<glm::vec3> offs;
        for (size_t key = first; key < end; ++key)
            for (const std::vector<size_t>& curve : curves)
                offs.push_back(offCurve(key, curve));
        return std::ranges::min(offs, {}, [](const glm::vec3& off) { return glm::length(off); });
    }

    /// How far a key is off the curve through others.
    glm::vec3 offCurve(size_t key, const std::vector<size_t>& others) const {
        glm::vec3 expected(0.0f);  // from the pose of that key
        for (const size_t other : others) {
            double share = 1.0;
            for (const size_t node : others)
                if (node != other)
                    share *= (track_.times[key] - track_.times[node]) / (track_.times[other] - track_.times[node]);
            expected += static_cast<float>(share) * offset(track_.values[key], track_.values[other]);
        }
        return -expected / visible_;
    }

    Track<Value> track_;
    float visible_;
    std::vector<glm::vec3> steps_;  ///< times what is visible
};

/// Keys over which a limb turns all the way round and ends where it began: an Euler angle that wraps.
struct Wrap {
    double first = 0.0, last = 0.0;  ///< seconds
    float degrees = 0.0f;
};

std::optional<Wrap> wrapOf(const Track<glm::quat>& track) {
    std::vector<glm::vec3> steps;
    for (size_t key = 0; key + 1 < track.size(); ++key)
        steps.push_back(offset(track.values[key], track.values[key + 1]));
    for (size_t first = 0; first < steps.size(); ++first) {
        glm::vec3 turn(0.0f);
        float longest = 0.0f;
        for (size_t last = first; last < std::min(steps.size(), first + kClipCosts.steps); ++last) {
            if (track.times[last + 1] - track.times[first] > kClips.hold) break;
            turn += steps[last];
            longest = std::max(longest, glm::length(steps[last]));
            const float degrees = glm::length(turn), mean = degrees / static_cast<float>(last + 1 - first);
            if (degrees < kClips.wholeTurn || longest > kClips.even * mean ||
                glm::length(steps[first]) < kClips.moving * mean)
                continue;
            const bool begins = first == 0 || glm::length(steps[first - 1]) < kClips.moving * mean;
            const bool ends = last + 1 == steps.size() || glm::length(steps[last + 1]) < kClips.moving * mean;
            if (begins && ends && apart(track.values[first], track.values[last + 1]) < kClips.far)
                return Wrap{track.times[first], track.times[last + 1], degrees};
        }
    }
    return std::nullopt;
}

bool flattens(const Channel& channel, const glm::vec3& rest) {
    return std::ranges::any_of(channel.scale.values, [&](const glm::vec3& scale) {
        const glm::vec3 share = glm::abs(scale / rest);
        return std::min({share.x, share.y, share.z}) < kClips.flat;
    });
}

class ClipKeys {
  public:
    ClipKeys(const CheckedModel& checked, size_t clip, const std::vector<bool>& isLimb)
        : checked_(checked), clip_(checked.model.clips[clip]), subject_(clipSubject(clip)), isLimb_(isLimb) {
        for (const Channel& channel : clip_.channels) {
            if (!checked.isSeen[channel.node] || flattens(channel, checked.model.hierarchy.rest[channel.node].scale))
                continue;
            const float unit = keyUnit(checked.model, checked.rest, channel.node);
            add(channel.node, channel.rotation, kVisible.turn, true);
            if (unit > 0.0f) add(channel.node, channel.translation, kVisible.way / unit, false);
            if (const auto wrap = isLimb_[channel.node] ? wrapOf(channel.rotation) : std::nullopt)
                wraps_.emplace_back(channel.node, *wrap);
        }
    }

    void addMoments(std::vector<Finding>& findings) {
        dropRepeated();
        std::erase_if(moments_, [&](const Moment& own) {
            return std::ranges::any_of(wraps_, [&](const auto& wrap) {
                return wrap.first == own.node && own.seconds >= wrap.second.first && own.seconds <= wrap.second.last;
            });
        });
        std::ranges::stable_sort(moments_, {}, &Moment::seconds);
        std::vector<std::vector<Moment>> groups;
        for (const Moment& moment : moments_) {
            const bool isNew = groups.empty() || moment.seconds - groups.back().front().seconds > kClips.together;
            if (isNew) groups.emplace_back();
            groups.back().push_back(moment);
        }
        const auto timesOf = [](const std::vector<Moment>& group) {
            return std::ranges::max(group, {}, &Moment::times).times;
        };
        std::ranges::stable_sort(groups, std::greater(), timesOf);
        groups.resize(std::min(groups.size(), kClips.some));
        std::ranges::transform(groups, std::back_inserter(findings), [&](auto& group) { return findingOf(group); });
    }

    void addTrembling(std::vector<Finding>& findings) const {
        if (trembling_.empty()) return;
        const Measured bones = measuredCount(trembling_.size(), "bone", "bones");
        findings.push_back(Found("motion-jitter", Severity::info, with(subject_, nodeSubjects(trembling_)),
                                 bones.text + " tremble" + (trembling_.size() == 1 ? "s: " : ": ") + "{...}",
                                 bones.figure, tremblesAt_));
    }

    void addWraps(std::vector<Finding>& findings) const {
        const double frame = clip_.authoredFrameSeconds > 0.0 ? 1.5 * clip_.authoredFrameSeconds : kClips.frame;
        for (const auto& [node, wrap] : wraps_) {
            const Measured degrees = measured(static_cast<double>(wrap.degrees), "degrees");
            const bool isSure = wrap.last - wrap.first < frame;
            if (!isSure && wrap.last - wrap.first < kClips.moment) continue;
            findings.push_back(
                Found("rotation-wraps", isSure ? Severity::warning : Severity::info, {subject_, nodeSubject(node)},
                      "{} turns all the way round (" + degrees.text + ") from " + figure(wrap.first) + " s to " +
                          figure(wrap.last) + " s, as an Euler angle does that jumps by 360 degrees",
                      degrees.figure, wrap.first));
        }
    }

  private:
    template <typename Value>
    void add(uint32_t node, const Track<Value>& track, float visible, bool turns) {
        if (track.size() < kClips.several || rangeOf(track) < kClips.tremble * visible) return;
        const TrackFrames<Value> frames(track, clip_, visible);
        fastest_.emplace_back(node, frames.fastest());
        std::vector<Moment> found = frames.pops();
        const auto isEdge = [pops = found](const Moment& jump) {
            return std::ranges::any_of(
                pops, [&](const Moment& pop) { return pop.key <= jump.key && jump.key <= pop.key + pop.keys; });
        };
        std::ranges::remove_copy_if(frames.jumps(), std::back_inserter(found), isEdge);
        for (Moment& moment : found) {
            moment.node = node, moment.turns = turns;
            moments_.push_back(moment);
        }
        if (const auto seconds = frames.trembling()) {
            if (trembling_.empty()) tremblesAt_ = *seconds;
            if (trembling_.empty() || trembling_.back() != node) trembling_.push_back(node);
        }
    }

    /// What the bone on the other side does as fast at another time is a step or a blow.
    void dropRepeated() {
        const std::vector<Moment> all = moments_;
        std::erase_if(moments_, [&](const Moment& own) {
            const auto twin = checked_.twins[own.node];
            return twin && std::ranges::any_of(all, [&](const Moment& other) {
                       return other.node == *twin && 2.0f * other.times > own.times &&
                              std::abs(other.seconds - own.seconds) > 2.0 * kClips.frame;
                   });
        });
    }

    /// Where several other bones are fastest, the figure strikes or lands.
    bool isBlow(const std::vector<Moment>& group) const {
        std::set<uint32_t> others;
        for (const auto& [node, seconds] : fastest_)
            if (std::abs(seconds - group.front().seconds) < kClips.moment &&
                std::ranges::find(group, node, &Moment::node) == group.end())
                others.insert(node);
        return others.size() >= 2 && 4 * others.size() > fastest_.size();
    }

    Finding findingOf(std::vector<Moment>& group) const {
        std::ranges::stable_sort(group, std::greater(), &Moment::times);
        const Moment& worst = group.front();
        std::vector<uint32_t> nodes;
        for (const Moment& moment : group)
            if (std::ranges::find(nodes, moment.node) == nodes.end()) nodes.push_back(moment.node);
        const float by = worst.times * (worst.turns ? kVisible.turn : kVisible.way);
        const Measured off = worst.turns ? measured(static_cast<double>(by), "degrees")
                                         : measuredShare(static_cast<double>(by), "the model's size");
        const bool isOne = nodes.size() == 1;
        const std::string who = isOne ? "{}" : "{} and " + counted(nodes.size() - 1, "other bone", "other bones");
        const std::string says =
            worst.keys > 0 ? "for " + counted(worst.keys, "key", "keys") + " at " + figure(worst.seconds) + " s, " +
                                 who + (isOne ? " is" : " are") + " in another pose (" + off.text + " off)"
                           : who + (isOne ? " jumps" : " jump") + " by " + off.text + " at " + figure(worst.seconds) +
                                 " s and " + (isOne ? "goes" : "go") + " on from there";
        return Found("key-pop", worst.isSure && !isBlow(group) ? Severity::warning : Severity::info,
                     with(subject_, nodeSubjects(nodes)), says, off.figure, worst.seconds);
    }

    const CheckedModel& checked_;
    const AnimationClip& clip_;
    Subject subject_;
    const std::vector<bool>& isLimb_;
    std::vector<Moment> moments_;
    std::vector<std::pair<uint32_t, double>> fastest_;  ///< nodes and seconds
    std::vector<uint32_t> trembling_;
    double tremblesAt_ = 0.0;
    std::vector<std::pair<uint32_t, Wrap>> wraps_;
};

/// Neighboring keys of the file between which two ways round are about as long.
void checkWide(const CheckedModel& checked, size_t clip, std::vector<Finding>& findings) {
    const AnimationClip& own = checked.model.clips[clip];
    size_t count = 0;
    float widest = 0.0f;
    double seconds = 0.0;
    uint32_t node = 0;
    bool areHalfTurns = true;
    for (const Channel& channel : own.channels) {
        const auto& [times, values, authored] = channel.rotation;
        if (!authored.empty() || own.authoredFrameSeconds > 0.0) continue;  // these keys are ours
        if (!checked.isSeen[channel.node]) continue;
        for (size_t key = 1; key < times.size(); ++key) {
            const float degrees = apart(values[key - 1], values[key]);
            const double gap = times[key] - times[key - 1];
            if (degrees < kClips.wide || gap < kClips.step) continue;
            ++count;
            areHalfTurns &= degrees > kClips.halfTurn && gap > kClips.dense;
            if (degrees > widest) widest = degrees, seconds = times[key - 1], node = channel.node;
        }
    }
    if (count == 0) return;
    const Measured turn = measured(static_cast<double>(widest), "degrees");
    findings.push_back(Found("rotation-wide", areHalfTurns ? Severity::info : Severity::warning,
                             {clipSubject(clip), nodeSubject(node)},
                             "{} turns by " + turn.text + " from one key to the next, after " + figure(seconds) +
                                 " s: either way round is possible" +
                                 (count > 1 ? " (" + counted(count, "such pair", "such pairs") + " of keys)" : ""),
                             turn.figure, seconds));
}

}  // namespace

std::vector<Finding> checkKeys(const CheckedModel& checked, const ImportReport& report) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f)) return findings;
    const std::vector<bool> isLimb = limbNodes(model);
    for (size_t clip = 0; clip < model.clips.size(); ++clip) {
        if (report.clips[clip].interpolations == std::vector<std::string>{"step"}) continue;
        if (steppedBones(model.clips[clip]).areMost()) continue;  // a style
        checkWide(checked, clip, findings);
        ClipKeys keys(checked, clip, isLimb);
        if (!holdsManyClips(model, report)) keys.addMoments(findings);
        keys.addTrembling(findings);
        keys.addWraps(findings);
    }
    return findings;
}

}  // namespace sinew
