#include "import/collada/channels.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "import/collada/morph_controllers.h"
#include "import/collada/sampler.h"
#include "import/collada/transform.h"

namespace sinew::collada {
namespace {

/// What the node is called in the model, as assimp names it.
std::string nameOfNode(Node node) {
    for (const char* attribute : {"id", "sid"})
        if (const std::string_view label = node.attribute(attribute).value(); !label.empty()) return utf8From(label);
    return utf8From(node.attribute("name").value());
}

class Channels {
  public:
    Channels(const Document& document, Findings& findings) : document_(document), findings_(findings) {}

    void run() {
        for (const Node library : document_.root().children("library_animations"))
            forEachAnimation(library, [this](Node animation) {
                for (const Node channel : animation.children("channel"))
                    if (const auto target = targetOf(document_, channel.attribute("target").value()))
                        moved_.insert(target->node.hash_value());
            });
        for (const Node library : document_.root().children("library_animations"))
            forEachAnimation(library, [this](Node animation) { readAnimation(animation); });
    }

  private:
    using Value = std::tuple<size_t, size_t>;  ///< an element, and a member of it

    template <typename Visit>
    static void forEachAnimation(Node library, const Visit& visit) {
        forEachElement(library, [&](Node node) {
            if (std::string_view(node.name()) == "animation") visit(node);
            return std::string_view(node.name()) != "source";
        });
    }

    void add(const char* id, const std::string& object, std::string message, Severity severity = Severity::warning) {
        findings_.push_back({id, severity, object, std::move(message)});
    }

    void readAnimation(Node animation) {
        std::set<Value> moved;
        for (const Node channel : animation.children("channel")) {
            const std::string_view address = channel.attribute("target").value();
            if (weightTarget(document_, channel)) continue;
            const auto target = targetOf(document_, address);
            const std::string object = target ? nameOfNode(target->node) : objectOf(address);
            if (!target && !isElsewhere(address)) {
                const Node node = document_.byId(address.substr(0, address.find('/')));
                add("channel-unusable", object,
                    fmt::format("the channel for {} is ignored: {}", inQuotes(utf8From(address)),
                                node ? "the node has no such transform" : "there is no such node"),
                    // Maya's channels for its own attributes are beside those that move the bone.
                    node && moved_.contains(node.hash_value()) ? Severity::info : Severity::warning);
                continue;
            }
            const Node sampler = samplerOf(document_, animation, channel);
            const auto lacks = [&](const char* semantic) { return inputSource(document_, sampler, semantic).empty(); };
            if (!sampler)
                add("channel-unusable", object,
                    fmt::format("the channel for {} is ignored: there is no sampler {}", inQuotes(utf8From(address)),
                                inQuotes(utf8From(channel.attribute("source").value()))));
            else if (lacks("INPUT") || lacks("OUTPUT"))
                add("channel-unusable", object,
                    fmt::format("the channel for {} is ignored: it has no {}", inQuotes(utf8From(address)),
                                lacks("INPUT") ? "times" : "values"));
            else if (target)
                readSampler(sampler, object);
            if (!target) continue;
            const Value value{target->element.hash_value(), target->member.value_or(~size_t{0})};
            if (!moved.insert(value).second)
                add("channel-twice", object,
                    fmt::format("has two channels for {} in one animation; the last one is played",
                                inQuotes(utf8From(address))));
        }
    }

    std::string objectOf(std::string_view address) const {
        const std::string_view id = address.substr(0, address.find('/'));
        const Node node = document_.byId(id);
        return node ? nameOfNode(node) : utf8From(id);
    }

    /// Channels of cameras, lights and materials, and of what exporters put beside the transforms, are not bones'.
    bool isElsewhere(std::string_view address) const {
        const size_t slash = address.find('/');
        if (slash == std::string_view::npos) return true;
        const Node node = document_.byId(address.substr(0, slash));
        if (!node) return false;
        return std::string_view(node.name()) != "node" || address.substr(slash + 1).starts_with("visibility");
    }

    void readSampler(Node sampler, const std::string& object) {
        const Node input = inputSource(document_, sampler, "INPUT");
        const State& state = times_.of(input, [&] { return stateOf(input); });
        if (state.isUnordered)
            add("key-order", object,
                "has keys out of order or at equal times; they are sorted, and the last one counts");
        if (state.isBroken) add("key-dropped", object, "has keys at times that are not numbers; they are ignored");
        const Node modes = inputSource(document_, sampler, "INTERPOLATION");
        if (!modes && state.hasSeveral)
            add("interpolation-unknown", object, "has keys without an interpolation; they are played linearly",
                Severity::info);
        for (const std::string_view word : namesIn(modes)) {
            if (word == "LINEAR" || word == "STEP" || word == "BEZIER" || word == "HERMITE" || word == "CARDINAL" ||
                word == "BSPLINE")
                continue;
            add("interpolation-unknown", object,
                fmt::format("has keys with the interpolation {}; it is played linearly", inQuotes(utf8From(word))));
            break;
        }
        readTangents(sampler, object);
    }

    void readTangents(Node sampler, const std::string& object) {
        const auto has = [&](const char* semantic) { return !inputSource(document_, sampler, semantic).empty(); };
        const auto modes = namesIn(inputSource(document_, sampler, "INTERPOLATION"));
        const auto curved =
            std::ranges::find_if(modes, [](std::string_view word) { return word == "BEZIER" || word == "HERMITE"; });
        if (modes.size() > 1 && curved != modes.end() && !(has("IN_TANGENT") && has("OUT_TANGENT")))
            add("tangents-missing", object,
                fmt::format("has {} keys without tangents; they are played linearly",
                            *curved == "BEZIER" ? "Bezier" : "Hermite"));
    }

    struct State {
        bool isUnordered = false, isBroken = false, hasSeveral = false;
    };

    State stateOf(Node source) const {
        const std::vector<double> times = readNumbers(document_, source).values;
        State state{.hasSeveral = times.size() > 1};
        for (size_t i = 0; i < times.size(); ++i) {
            state.isBroken = state.isBroken || !std::isfinite(times[i]);
            state.isUnordered = state.isUnordered || (i > 0 && times[i] <= times[i - 1]);
        }
        return state;
    }

    const Document& document_;
    Findings& findings_;
    std::set<size_t> moved_;  ///< hash_value() of nodes with a channel that is played
    PerElement<State> times_;
};

}  // namespace

void reportChannels(const Document& document, Findings& findings) {
    Channels(document, findings).run();
}

}  // namespace sinew::collada
