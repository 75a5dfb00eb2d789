#include "import/gltf/conformance/motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "import/gltf/document/names.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

bool isPath(std::string_view path) {
    return path == "translation" || path == "rotation" || path == "scale" || path == "weights";
}

void reportAnimation(const File& file, const AnimationRow& row, const std::string& name, Findings& findings) {
    const auto nodeName = [&](size_t node) {
        return inQuotes(nameOf(File::at(file.member("nodes"), node), "node", node));
    };
    std::set<std::pair<size_t, std::string_view>> targets;
    std::set<size_t> odd;  // samplers
    size_t without = 0;
    for (const AnimationRow::Channel& channel : row.channels) {
        const bool isKnown = isPath(channel.path);
        if (channel.node == kNone) {
            without += !channel.isExtended && (isKnown || channel.path.empty());
            continue;
        }
        if (!isKnown && !channel.isExtended)
            findings.push_back({"channel-unusable", Severity::warning, name,
                                fmt::format("a channel of {} is ignored: the format has no path {}",
                                            nodeName(channel.node), inQuotes(utf8From(channel.path)))});
        else if (!targets.emplace(channel.node, channel.path).second && !channel.isExtended)
            findings.push_back({"channel-twice", Severity::warning, name,
                                fmt::format("has two channels for the {} of {}; one of them is played", channel.path,
                                            nodeName(channel.node))});
        if (channel.sampler >= row.samplers.size()) continue;
        const std::string_view mode = row.samplers[channel.sampler].interpolation;
        constexpr std::array<std::string_view, 4> kModes{"", "LINEAR", "STEP", "CUBICSPLINE"};
        if (std::ranges::find(kModes, mode) == kModes.end() && odd.insert(channel.sampler).second)
            findings.push_back(
                {"interpolation-unknown", Severity::warning, name,
                 fmt::format("{} of {} has {}; it is played linearly", channel.path, nodeName(channel.node),
                             mode == kNoText ? "an interpolation that is no text"
                                             : "the interpolation " + inQuotes(utf8From(mode)))});
    }
    if (without > 0) {
        const Measured count = measuredCount(without, "channel", "channels");
        findings.push_back({"channel-unusable", Severity::warning, name,
                            count.text + " ignored: without a node to move", count.figure});
    }
}

/// Splines with keys whose values are finite, but not their tangents. Those with other values are found when they are
/// read. `seen`: the accessors that were looked at, which animations may share.
void reportSplines(File& file, const AnimationRow& row, std::set<size_t>& seen, Findings& findings) {
    size_t dropped = 0;
    size_t first = kNone;  // a node
    for (const AnimationRow::Channel& channel : row.channels) {
        if (channel.sampler >= row.samplers.size() || channel.node == kNone) continue;
        if (!isPath(channel.path) || channel.path == "weights") continue;
        const AnimationRow::Sampler& sampler = row.samplers[channel.sampler];
        if (sampler.interpolation != "CUBICSPLINE" || sampler.output == kNone || !seen.insert(sampler.output).second)
            continue;
        const size_t width = channel.path == "rotation" ? 4 : 3;
        const auto numbers = file.numbers(sampler.output, width);
        if (!numbers) continue;
        for (size_t at = 0; at + 3 * width <= numbers->size(); at += 3 * width) {
            const std::span<const float> key(numbers->data() + at, 3 * width);
            const auto isFinite = [](float number) { return std::isfinite(number); };
            if (std::ranges::all_of(key, isFinite) || !std::ranges::all_of(key.subspan(width, width), isFinite))
                continue;
            ++dropped;
            if (first == kNone) first = channel.node;
        }
    }
    if (dropped == 0) return;
    const Measured count = measuredCount(dropped, "key", "keys");
    findings.push_back({"key-dropped", Severity::warning, std::string(),
                        fmt::format("{} ignored: with tangents that are not finite, beginning with {}", count.text,
                                    inQuotes(nameOf(File::at(file.member("nodes"), first), "node", first))),
                        count.figure});
}

/// The last of the key times of an accessor; nothing where it is unknown.
std::optional<float> lastTime(File& file, const AccessorRow& row) {
    const ViewRow& view = file.view(row.view);
    if (row.componentType != kFloat || row.componentCount != 1 || row.isSparse || row.count == 0 || !view.isObject)
        return std::nullopt;
    const size_t stride = view.stride > 0 ? view.stride : sizeof(float);
    if (row.offset > view.size || row.count - 1 > (view.size - row.offset) / stride) return std::nullopt;
    const std::string bytes =
        file.bytes(view.buffer, view.offset + row.offset + (row.count - 1) * stride, sizeof(float));
    float last = 0.0f;
    if (bytes.size() != sizeof(last)) return std::nullopt;
    std::memcpy(&last, bytes.data(), sizeof(last));
    return last;
}

/// Key times of one animation.
void reportLastTimes(File& file, const std::set<size_t>& inputs, Findings& findings) {
    constexpr float kTolerance = 1e-3f;  // of the time, or seconds
    if (std::ranges::any_of(inputs, [&](size_t input) { return isBoundless(file.accessor(input)); }))
        findings.push_back({"bounds-missing", Severity::info, std::string(), "states no min and max of its key times"});
    for (const size_t input : inputs) {
        const AccessorRow& row = file.accessor(input);
        if (row.max.count != 1 || !std::isfinite(row.max.values[0])) continue;
        const float stated = row.max.values[0];
        const auto last = lastTime(file, row);
        if (!last || !(std::abs(*last - stated) > kTolerance * std::max(1.0f, std::abs(*last)))) continue;
        findings.push_back({"bounds-wrong", Severity::warning, std::string(),
                            fmt::format("has its last key at {:.5g} s, but the file states {:.5g} s", *last, stated)});
        return;
    }
}

void reportAnimatedMatrices(const File& file, std::span<const AnimationRow> rows, Findings& findings) {
    if (file.text("nodes").find("\"matrix\"") == std::string_view::npos) return;
    const Json& nodes = File::list(file.member("nodes"));
    std::set<size_t> reported;
    for (const AnimationRow& row : rows)
        for (const auto& [sampler, node, path, isExtended] : row.channels) {
            if (isExtended || path == "weights" || !isPath(path) || node >= nodes.size()) continue;
            if (File::at(nodes[node], "matrix").is_null() || !reported.insert(node).second) continue;
            findings.push_back({"matrix-animated", Severity::warning, nameOf(nodes[node], "node", node),
                                "has a matrix, although clips move it: the format demands translation, rotation and "
                                "scale there"});
        }
}

}  // namespace

void judgeMotion(File& file, Findings& findings) {
    std::set<size_t> splines;
    const std::vector<AnimationRow>& rows = file.animations();
    for (size_t a = 0; a < rows.size(); ++a) {
        const size_t known = findings.size();
        reportAnimation(file, rows[a], std::string(), findings);
        reportSplines(file, rows[a], splines, findings);
        std::set<size_t> inputs;
        for (const AnimationRow::Sampler& sampler : rows[a].samplers)
            if (sampler.input != kNone) inputs.insert(sampler.input);
        reportLastTimes(file, inputs, findings);
        for (size_t f = known; f < findings.size(); ++f)
            findings[f].object = nameOf(File::at(file.member("animations"), a), "Animation", a);
    }
    reportAnimatedMatrices(file, rows, findings);
}

}  // namespace sinew::gltf
