#include "app/options.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/film_options.h"
#include "app/option_table.h"
#include "app/option_values.h"
#include "error.h"

namespace sinew {
namespace {

constexpr double kMostGraphSeconds = 7200.0;

/// What CLI11 made of the arguments; row i of the table was given values[i].
struct Arguments {
    std::vector<std::vector<std::string>> values;
    std::vector<std::string> others;  ///< files, and options that there are not
    std::vector<std::string> files;   ///< what stood behind --

    bool has(std::string_view name) const {
        const auto table = optionTable();
        const auto row = std::ranges::find(table, name, &OptionRow::name);
        return !values[static_cast<size_t>(row - table.begin())].empty();
    }
};

const OptionRow* findRow(std::string_view name) {
    for (const OptionRow& row : optionTable())
        if (name == row.name || (!row.shortName.empty() && name == row.shortName)) return &row;
    return nullptr;
}

/// How many characters to insert, remove or replace.
size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 0; i < a.size(); ++i) {
        size_t diagonal = std::exchange(row[0], i + 1);
        for (size_t j = 0; j < b.size(); ++j) {
            const size_t replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

/// The option that was probably meant; empty when none is near.
std::string_view nearestOption(std::string_view unknown) {
    std::string name = "--";
    for (const char c : unknown.substr(std::min(unknown.find_first_not_of('-'), unknown.size())))
        name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    std::string_view nearest;
    size_t least = std::max<size_t>(2, name.size() / 4) + 1;
    for (const OptionRow& row : optionTable()) {
        if (row.help.empty()) continue;
        const bool begins = name.size() > 3 && row.name.starts_with(name);
        const size_t distance = begins ? 0 : editDistance(name, row.name);
        if (distance < least) {
            least = distance;
            nearest = row.name;
        }
    }
    return nearest;
}

[[noreturn]] void refuseUnknown(std::string_view argument) {
    const std::string_view name = argument.substr(0, argument.find('='));
    const std::string_view nearest = nearestOption(name);
    refuseUsage(nearest.empty() ? fmt::format("there is no option {}; sinew --help lists them", inQuotes(name))
                                : fmt::format("there is no option {}; did you mean {}?", inQuotes(name), nearest));
}

/// Refuses what CLI11 would take for something else than was meant.
void checkSpelling(std::span<const char* const> arguments) {
    for (const std::string_view argument : arguments) {
        if (argument == "--") return;
        const size_t equals = argument.find('=');
        const OptionRow* row = findRow(argument.substr(0, equals));
        if (row && equals != std::string_view::npos && argument.starts_with("--")) {
            if (row->value.empty())
                refuseUsage(
                    fmt::format("{}: takes no value; leave out {}", row->name, inQuotes(argument.substr(equals))));
            if (equals + 1 == argument.size()) refuseUsage(fmt::format("{}: its value is empty", row->name));
        }
        // -output is not -o utput.
        const bool oneDash = argument.size() > 2 && argument[0] == '-' && argument[1] != '-';
        if (oneDash && findRow("-" + std::string(argument.substr(0, equals)))) refuseUnknown(argument);
    }
}

/// An option whose value is a number that may be left out would take the next argument, whatever that is.
void sayWhatIsLeftOut(std::vector<std::string>& arguments) {
    const auto isNumber = [](const std::string& text) {
        return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
    };
    for (size_t i = 0; i < arguments.size(); ++i) {
        const OptionRow* row = findRow(arguments[i]);
        if (!row || !row->value.starts_with('[')) continue;
        if (i + 1 < arguments.size() && isNumber(arguments[i + 1])) continue;
        arguments[i] = fmt::format("{}={}", row->name, kLeftOut);
    }
}

Arguments readArguments(std::span<const char* const> arguments) {
    CLI::App parser;
    parser.set_help_flag();
    parser.allow_extras();
    std::vector<const CLI::Option*> options;
    for (const OptionRow& row : optionTable()) {
        const std::string names = fmt::format("{}{}{}", row.shortName, row.shortName.empty() ? "" : ",", row.name);
        CLI::Option* option = row.value.empty() ? parser.add_flag(names) : parser.add_option(names)->expected(1);
        options.push_back(option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast));
    }
    // What follows -- is files only. CLI11 does not see it, nor a positional option, whose values it would take apart.
    const auto dashes = std::ranges::find(arguments, std::string_view("--"));
    std::vector<std::string> reversed(arguments.begin(), dashes);
    sayWhatIsLeftOut(reversed);
    std::ranges::reverse(reversed);
    try {
        parser.parse(std::move(reversed));
    } catch (const CLI::ArgumentMismatch&) {  // only the last argument can lack its value
        const std::string_view last = *std::prev(dashes);
        const OptionRow* row = findRow(last);
        refuseUsage(fmt::format("{}: needs {}", row ? row->name : last, row ? row->value : "a value"));
    } catch (const CLI::Error& error) {
        refuseUsage(error.what());
    }
    Arguments read;
    for (const CLI::Option* option : options)
        read.values.push_back(option->results());
    read.others = parser.remaining();
    if (dashes != arguments.end()) read.files.assign(std::next(dashes), arguments.end());
    return read;
}

Options applyArguments(const Arguments& arguments) {
    Options options;
    const auto table = optionTable();
    for (size_t i = 0; i < table.size(); ++i) {
        const OptionRow& row = table[i];
        const std::vector<std::string>& values = arguments.values[i];
        if (values.empty()) continue;
        if (row.value.empty()) {
            row.apply(options, {row.name, ""});
            continue;
        }
        if (values.size() > 1) refuseUsage(fmt::format("{}: is given {} times; leave one", row.name, values.size()));
        if (findRow(values[0]))
            refuseUsage(fmt::format("{}: needs {}, and what follows is {}", row.name, row.value, inQuotes(values[0])));
        row.apply(options, {row.name, values[0]});
    }
    return options;
}

/// The MODEL and, behind it, the files whose clips are added.
void readFiles(const Arguments& arguments, Options& options) {
    std::vector<std::string> files;
    for (const std::string& other : arguments.others) {
        if (other.size() > 1 && other[0] == '-') refuseUnknown(other);
        files.push_back(other);
    }
    files.insert(files.end(), arguments.files.begin(), arguments.files.end());
    if (files.empty()) return;
    if (files[0].empty()) refuseUsage("the MODEL's name is empty; leave it out for the bundled character");
    if (std::ranges::find(files, std::string()) != files.end())
        refuseUsage("the name of a CLIP_FILE is empty; leave it out");
    options.model = files[0];
    options.clipFiles.assign(files.begin() + 1, files.end());
}

/// Pictures, reports and exports are different runs.
void checkOneTask(const Options& options) {
    std::string_view task;
    const auto claim = [&](bool asked, std::string_view name) {
        if (!asked) return;
        if (!task.empty()) refuseUsage(fmt::format("{} and {}: one at a time", task, name));
        task = name;
    };
    claim(options.listDevices, "--list-devices");
    claim(options.info, "--info");
    claim(options.check, "--check");
    claim(!options.compareWith.empty(), "--compare");
    claim(options.pick.has_value(), "--pick");
    claim(!options.exportPose.empty(), "--export-pose");
    claim(!options.bake.empty(), "--bake");
    claim(!options.output.empty() || !options.reference.empty(), options.output.empty() ? "--reference" : "--output");
}

void checkPictures(const Options& options, const Arguments& arguments) {
    if (!options.headless)
        for (const std::string_view name : {"--frames", "--range", "--fps", "--turntable", "--sheet"})
            if (arguments.has(name))
                refuseUsage(fmt::format("{}: is for pictures; add -o PATH, or --headless for a test run", name));
    if (options.reference.empty() && options.compareWith.empty() && arguments.has("--threshold"))
        refuseUsage("--threshold: is for a comparison; add --reference PNG or --compare MODEL");
    for (const std::string_view name : {"--diff", "--threshold-max"})
        if (options.reference.empty() && arguments.has(name))
            refuseUsage(fmt::format("{}: is for a comparison of pictures; add --reference PNG", name));
    if (!options.output.empty() && options.output == options.reference)
        refuseUsage(
            fmt::format("--output: {} is the --reference too; write to another name", inQuotes(options.output)));
    std::error_code ignored;  // of names that are no files yet
    if (!options.output.empty() && std::filesystem::equivalent(options.output, options.model, ignored))
        refuseUsage(fmt::format("--output: {} is the MODEL too; write to another name", inQuotes(options.output)));
    for (const std::string& other : {options.reference, options.output})
        if (!options.heatMap.empty() && options.heatMap == other)
            refuseUsage(fmt::format("--diff: {} is another picture's name; write to another one", inQuotes(other)));
}

void checkWindow(const Options& options, const Arguments& arguments) {
    const bool isWindow = !options.headless && !options.info && !options.check && !options.listDevices &&
                          options.compareWith.empty() && options.exportPose.empty() && options.bake.empty() &&
                          options.batch.empty();
    for (const std::string_view name : {"--each", "--watch", "--state-json"})
        if (!isWindow && arguments.has(name)) refuseUsage(fmt::format("{}: is for the window; leave it out", name));
}

void checkReports(const Options& options, const Arguments& arguments) {
    for (const std::string_view name : {"--fail-on", "--sarif"})
        if (!options.check && arguments.has(name)) refuseUsage(fmt::format("{}: is for a verdict; add --check", name));
    if (options.json && options.sarif) refuseUsage("--json and --sarif: one at a time");
    const bool reportsRun = !options.batch.empty() || (options.headless && options.output.empty());
    if (options.json && options.output == "-")
        refuseUsage("--json: the report and the picture cannot both go to stdout; use -o PATH");
    const bool reports = options.info || options.check || options.listDevices || !options.compareWith.empty() ||
                         !options.reference.empty() || options.pick || reportsRun;
    if (options.json && !reports)
        refuseUsage(
            "--json: nothing here reports; add --info, --check, --compare MODEL, --list-devices, --pick X,Y, "
            "--reference PNG or --headless");
}

void checkLook(const Options& options, const Arguments& arguments) {
    if (options.view == View::weights && options.bone.empty())
        refuseUsage("--view weights: needs the bone whose weights they are; add --bone NAME|N");
    if (!options.onion.shown && arguments.has("--onion-step"))
        refuseUsage("--onion-step: is for ghosts; add --onion-skin");
    for (const std::string_view name : {"--beside", "--beside-time", "--onion-skin"})
        if (options.pose != ShownPose::playing && arguments.has(name))
            refuseUsage(fmt::format("{}: is for what plays; leave out --pose", name));
    for (const std::string_view name : {"--beside", "--beside-time", "--beside-skinning"})
        if (options.pick && arguments.has(name))
            refuseUsage(fmt::format("{}: --pick looks at one picture; leave it out", name));
    if (options.pick && (options.pick->x >= options.width || options.pick->y >= options.height))
        refuseUsage(fmt::format("--pick: {},{} is outside the picture of {}x{} pixels; look at --size", options.pick->x,
                                options.pick->y, options.width, options.height));
}

void checkModel(const Options& options, const Arguments& arguments) {
    for (const std::string_view name : {"--up", "--scale"})
        if (!options.bake.empty() && arguments.has(name))
            refuseUsage(
                fmt::format("{}: does not change what --bake writes; give it when the baked model is shown", name));
    if (options.clipFiles.empty() && arguments.has("--retarget"))
        refuseUsage("--retarget: is for clips of other files; name them behind the MODEL");
    if (const uint32_t least = 3 * options.influences; options.maxBones < least)
        refuseUsage(fmt::format("--max-bones: a triangle with --influences {} needs {}", options.influences, least));
}

void checkComparison(const Options& options, const Arguments& arguments) {
    if (options.compareWith.empty()) return;
    for (const std::string_view name : {"--up", "--scale", "--time", "--graph"})
        if (arguments.has(name))
            refuseUsage(fmt::format("{}: does not change what --compare looks at; leave it out", name));
}

void checkGraph(const Options& options, const Arguments& arguments) {
    if (options.graph.empty()) {
        if (!options.script.empty()) refuseUsage("--script: is for a state machine; add --graph FILE.json");
        return;
    }
    for (const std::string_view name : {"--animation", "--speed", "--once", "--crossfade", "--transition", "--beside",
                                        "--beside-time", "--onion-skin"})
        if (arguments.has(name))
            refuseUsage(fmt::format("{}: the state machine of --graph decides that; leave it out", name));
    if (options.wholeClip) refuseUsage("--graph: has no end of its own; add --frames N or --range A:B");
    const double start = options.timeSeconds.value_or(0.0);
    if (start < 0.0 || start + (options.firstFrame + options.frames) / options.framesPerSecond > kMostGraphSeconds)
        refuseUsage(fmt::format("--graph: is played from 0 to {:g} seconds; look at --time, --frames and --fps",
                                kMostGraphSeconds));
}

}  // namespace

Options parseOptions(std::span<const char* const> given) {
    checkSpelling(given);
    const Arguments arguments = readArguments(given);
    Options options = applyArguments(arguments);
    readFiles(arguments, options);
    if (options.help || options.helpMarkdown || options.version) return options;
    if (options.check && !arguments.has("--retarget")) options.alsoCheck = std::exchange(options.clipFiles, {});
    if (options.each) options.alsoShow = std::exchange(options.clipFiles, {});
    checkOneTask(options);
    options.headless |= !options.output.empty() || !options.reference.empty();
    checkWindow(options, arguments);
    checkPictures(options, arguments);
    settleFilm(options, [&](std::string_view name) { return arguments.has(name); });
    checkReports(options, arguments);
    checkLook(options, arguments);
    checkModel(options, arguments);
    checkComparison(options, arguments);
    checkGraph(options, arguments);
    return options;
}

}  // namespace sinew
