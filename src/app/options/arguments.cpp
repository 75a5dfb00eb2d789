#include <algorithm>
#include <cctype>
#include <iterator>
#include <numeric>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/options/table.h"

namespace sinew {
namespace {

/// Number of characters to insert, remove or replace.
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

/// The most similar option; empty if none is similar.
std::string_view nearestOption(std::string_view unknown) {
    std::string name = "--";
    for (const char c : unknown.substr(std::min(unknown.find_first_not_of('-'), unknown.size())))
        name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    std::string_view nearest;
    if (name.size() < 5) return nearest;  // all short names resemble each other
    size_t least = std::max<size_t>(2, name.size() / 4) + 1;
    for (const OptionRow& row : optionTable()) {
        if (row.listed == Listed::hidden) continue;
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
    if (nearest.empty()) refuseUsage("unknown option {}; sinew --help all lists all options", inQuotes(name));
    refuseUsage("unknown option {}; did you mean {}?", inQuotes(name), nearest);
}

/// Refuses arguments that CLI11 would misread.
void checkSpelling(std::span<const char* const> arguments) {
    for (const std::string_view argument : arguments) {
        if (argument == "--") return;
        const size_t equals = argument.find('=');
        const OptionRow* row = findRow(argument.substr(0, equals));
        if (row && equals != std::string_view::npos && argument.starts_with("--")) {
            if (row->value.empty())
                refuseUsage("{}: takes no value; remove {}", row->name, inQuotes(argument.substr(equals)));
            if (equals + 1 == argument.size()) refuseUsage("{}: the value is empty", row->name);
        }
        // -output is not -o utput.
        const bool oneDash = argument.size() > 2 && argument[0] == '-' && argument[1] != '-';
        if (oneDash && findRow("-" + std::string(argument.substr(0, equals)))) refuseUnknown(argument);
    }
}

/// Fills in optional values that were left out: CLI11 would take the next argument, whatever it is.
void fillOptionalValues(std::vector<std::string>& arguments) {
    for (size_t i = 0; i < arguments.size(); ++i) {
        const OptionRow* row = findRow(arguments[i]);
        if (!row || !row->value.starts_with('[')) continue;
        const std::string_view next = i + 1 < arguments.size() ? std::string_view(arguments[i + 1]) : "";
        if (isValueOf(*row, next)) continue;
        arguments[i] = fmt::format("{}={}", row->name, kLeftOut);
    }
}

/// The arguments as CLI11 splits them; row i of the table was given values[i].
struct SplitArguments {
    std::vector<std::vector<std::string>> values;
    std::vector<std::string> others;  ///< files, and unknown options
};

/// @pre `arguments` end before "--".
SplitArguments splitArguments(std::span<const char* const> arguments) {
    CLI::App parser;
    parser.set_help_flag();
    parser.allow_extras();
    std::vector<const CLI::Option*> options;
    for (const OptionRow& row : optionTable()) {
        const std::string names = fmt::format("{}{}{}", row.shortName, row.shortName.empty() ? "" : ",", row.name);
        CLI::Option* option = row.value.empty() ? parser.add_flag(names) : parser.add_option(names)->expected(1);
        options.push_back(option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast));
    }
    std::vector<std::string> reversed(arguments.begin(), arguments.end());
    fillOptionalValues(reversed);
    std::ranges::reverse(reversed);
    try {
        parser.parse(std::move(reversed));
    } catch (const CLI::ArgumentMismatch&) {  // only the last argument can lack its value
        const std::string_view last = arguments.back();
        const OptionRow* row = findRow(last);
        refuseUsage("{}: requires {}", row ? row->name : last, row ? row->value : "a value");
    } catch (const CLI::Error& error) {
        refuseUsage("{}", error.what());
    }
    SplitArguments read{.others = parser.remaining()};
    for (const CLI::Option* option : options)
        read.values.push_back(option->results());
    return read;
}

void checkValues(const OptionRow& row, const std::vector<std::string>& values) {
    if (row.value.empty()) return;
    if (values.size() > 1 && !row.isRepeatable && std::ranges::count(values, kLeftOut) < std::ssize(values))
        refuseUsage("{}: given {} times; keep one", row.name, values.size());
    for (const std::string& value : values)
        if (findRow(value)) refuseUsage("{}: requires {}, but {} follows", row.name, row.value, inQuotes(value));
}

/// Gives the value of an old name to the option that has replaced it.
void replaceOld(const OptionRow& old, std::string_view given, std::vector<std::string>& values) {
    std::string value(old.as);
    if (const size_t place = value.find("{}"); place != std::string::npos) value.replace(place, 2, given);
    const bool adds = value.starts_with(',') || value.starts_with(':');
    if (!adds && !values.empty()) refuseUsage("{} and {} cannot be combined", old.now, old.name);
    std::string text = values.empty() || values[0] == kLeftOut ? "" : values[0];
    if (text.empty() ? value.starts_with(',') : text.back() == value[0]) value.erase(0, 1);
    values.assign(1, text + value);
}

}  // namespace

const OptionRow* findRow(std::string_view name) {
    for (const OptionRow& row : optionTable())
        if (name == row.name || (!row.shortName.empty() && name == row.shortName)) return &row;
    return nullptr;
}

bool isValueOf(const OptionRow& row, std::string_view argument) {
    if (!row.value.starts_with('[')) return !row.value.empty();
    const auto fits = [&](std::string_view part) {
        return std::ranges::any_of(split(row.value.substr(1, row.value.size() - 2), "|,"), [&](std::string_view form) {
            if (form == "N") return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
            const size_t key = form.find('=') + 1;
            return key > 0 ? part.starts_with(form.substr(0, key)) : part == form;
        });
    };
    return std::ranges::all_of(split(argument, ","), fits);
}

bool ParsedArguments::has(std::string_view name) const {
    return std::ranges::find(given, name, &OptionRow::name) != given.end();
}

ParsedArguments readArguments(std::span<const char* const> arguments) {
    checkSpelling(arguments);
    // CLI11 does not see what follows --, nor a positional option, whose values it would take apart.
    const auto dashes = std::ranges::find(arguments, std::string_view("--"));
    SplitArguments parts = splitArguments({arguments.begin(), dashes});
    ParsedArguments read;
    const std::span<const OptionRow> table = optionTable();
    for (size_t i = 0; i < table.size(); ++i) {
        if (parts.values[i].empty()) continue;
        checkValues(table[i], parts.values[i]);
        if (!table[i].now.empty())
            replaceOld(table[i], parts.values[i][0], parts.values[findRow(table[i].now) - table.data()]);
    }
    for (size_t i = 0; i < table.size(); ++i) {
        if (parts.values[i].empty() || !table[i].now.empty()) continue;
        if (!table[i].isRepeatable) parts.values[i].resize(1);
        for (const std::string& value : parts.values[i])
            if (table[i].apply) table[i].apply(read.line, {table[i].name, value});
        read.given.push_back(table[i]);
    }
    for (const std::string& other : parts.others) {
        if (other.size() > 1 && other[0] == '-') refuseUnknown(other);
        read.files.push_back(other);
    }
    if (dashes != arguments.end()) read.files.insert(read.files.end(), std::next(dashes), arguments.end());
    if (!read.files.empty() && read.files[0].empty())
        refuseUsage("the name of MODEL is empty; leave it out for the bundled character");
    if (std::ranges::find(read.files, std::string()) != read.files.end())
        refuseUsage("the name of a CLIP_FILE is empty; leave it out");
    return read;
}

}  // namespace sinew
