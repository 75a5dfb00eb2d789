#include <algorithm>
#include <ranges>

#include "app/graph/graph_file.h"
#include "app/options/values.h"
#include "base/shown_text.h"
#include "base/text_file.h"

namespace sinew {
namespace {

constexpr size_t kMostScriptBytes = size_t{16} << 20;
constexpr size_t kMostSteps = 100'000;
constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
    const size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Removes the first word of `text` and returns it.
std::string_view takeWord(std::string_view& text) {
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    text = trimmed(text.substr(word.size()));
    return word;
}

std::optional<double> numberFrom(std::string_view text, double least, double most) {
    const std::optional<double> number = parseNumber(text);
    return number && *number >= least && *number <= most ? number : std::nullopt;
}

class ScriptReader {
  public:
    ScriptReader(std::string file, const Graph& graph) : file_(std::move(file)), graph_(graph) {}

    void read(std::string_view line) {
        ++line_;
        std::string_view rest = trimmed(line.substr(0, line.find('#')));
        if (rest.empty()) return;
        if (steps.size() == kMostSteps) refuse("more than {} events", kMostSteps);
        const std::string_view time = takeWord(rest), kind = takeWord(rest);
        const auto seconds = numberFrom(time, 0.0, kMostSeconds);
        if (!seconds) refuse("the time must be from 0 to {:g}, not {}", kMostSeconds, inQuotes(time));
        if (!steps.empty() && *seconds < steps.back().timeSeconds)
            refuse("the time is earlier than on the line before");
        steps.push_back(stepFrom(kind, rest));
        steps.back().timeSeconds = *seconds;
    }

    std::vector<ScriptStep> steps;

  private:
    template <typename... Args>
    [[noreturn]] void refuse(fmt::format_string<Args...> cause, Args&&... args) const {
        throw Error(Exit::input,
                    fmt::format("{}: line {}: {}", file_, line_, fmt::format(cause, std::forward<Args>(args)...)));
    }

    ScriptStep stepFrom(std::string_view kind, std::string_view rest) const {
        if (kind == "down" || kind == "up") {
            if (!isKeyName(rest)) refuse("unknown key {}", inQuotes(rest));
            return {.kind = kind == "down" ? ScriptStep::Kind::down : ScriptStep::Kind::up, .key = std::string(rest)};
        }
        if (kind == "fire") {
            const size_t trigger = parameter(rest);
            if (graph_.parameters[trigger].kind != ParameterKind::trigger)
                refuse("the parameter {} is not a trigger; use set", inQuotes(rest));
            return {.kind = ScriptStep::Kind::fire, .parameter = trigger};
        }
        if (kind != "set") refuse("unknown event {}; expected down, up, set or fire", inQuotes(kind));
        const size_t blank = rest.find_last_of(kBlanks);
        if (blank == std::string_view::npos) refuse("set needs a parameter and its value");
        const std::string_view name = trimmed(rest.substr(0, blank)), text = rest.substr(blank + 1);
        ScriptStep step{.kind = ScriptStep::Kind::set, .parameter = parameter(name)};
        const ParameterKind own = graph_.parameters[step.parameter].kind;
        if (own == ParameterKind::trigger) refuse("the parameter {} is a trigger; use fire", inQuotes(name));
        const auto value = numberFrom(text, -kMostNumber, kMostNumber);
        if (!value || (own == ParameterKind::flag && *value != 0.0 && *value != 1.0))
            refuse("the value must be {}, not {}", own == ParameterKind::flag ? "0 or 1" : "a number from -1e6 to 1e6",
                   inQuotes(text));
        step.value = *value;
        return step;
    }

    size_t parameter(std::string_view name) const {
        const auto found = std::ranges::find(graph_.parameters, name, &GraphParameter::name);
        if (found == graph_.parameters.end()) refuse("no parameter {}", inQuotes(name));
        return static_cast<size_t>(found - graph_.parameters.begin());
    }

    std::string file_;
    const Graph& graph_;
    size_t line_ = 0;
};

}  // namespace

std::vector<ScriptStep> readScript(const std::filesystem::path& path, const Graph& graph) {
    const std::string text = readText(path, kMostScriptBytes);
    ScriptReader reader(shownPath(path.string()), graph);
    for (const auto line : text | std::views::split('\n'))
        reader.read(std::string_view(line.begin(), line.end()));
    return std::move(reader.steps);
}

}  // namespace sinew
