#include "app/options/completion.h"

#include <algorithm>

#include "app/options/table.h"

namespace sinew {
namespace {

using Kind = Completion::Kind;

/// Options that take the name of something in the model, or of a device, and the words that they take beside names.
struct NamedOption {
    std::string_view option;
    Kind kind = Kind::clips;
    std::vector<std::string_view> words = {};
};

const NamedOption kNamed[] = {
    {"--animation", Kind::clips, {"none"}},
    {"--beside", Kind::clips, {"none", "source"}},
    {"--bone", Kind::bones},
    {"--material", Kind::materials},
    {"--device", Kind::devices},
    {"--policy", Kind::files, {"none", "gazebo", "godot", "roblox", "unity", "unreal", "web"}},
};

/// Names of values that are paths.
constexpr std::string_view kPaths[] = {"PATH", "FILE", "PNG", "OUT", "LIST", "MODEL"};

/// The words that the option's value may be; empty if it is no word.
std::vector<std::string_view> choicesOf(const OptionRow& row) {
    if (row.value.starts_with('[')) {
        std::vector<std::string_view> words = split(row.value.substr(1, row.value.size() - 2), "|,");
        std::erase_if(words, [](std::string_view word) { return word == "N" || word.find('=') < word.size(); });
        return words;
    }
    std::vector<std::string_view> choices;
    CommandLine ignored;
    try {
        if (row.apply) row.apply(ignored, {row.name, "", &choices});
    } catch (const Error&) {  // the value is no word, and the text is none either
    }
    return choices;
}

void completeValue(const OptionRow& row, Completion& completion) {
    const auto add = [&](std::span<const std::string_view> choices) {
        for (const std::string_view choice : choices)
            if (choice.starts_with(completion.begun)) completion.words.push_back({std::string(choice), ""});
    };
    if (const auto named = std::ranges::find(kNamed, row.name, &NamedOption::option); named != std::end(kNamed)) {
        completion.kind = named->kind;
        add(named->words);
    } else if (row.value == "DIR") {
        completion.kind = Kind::directories;
    } else if (std::ranges::none_of(kPaths, [&](std::string_view path) { return row.value.starts_with(path); })) {
        add(choicesOf(row));
        const bool mayBeFile = completion.words.empty() && completion.prefix.empty() && row.value.starts_with('[');
        completion.kind = mayBeFile ? Kind::files : Kind::words;
    }
}

void completeOption(Completion& completion) {
    completion.kind = Kind::words;
    const auto add = [&](std::string_view name, std::string_view help) {
        if (!name.empty() && name.starts_with(completion.begun))
            completion.words.push_back({std::string(name), std::string(help.substr(0, help.find(';')))});
    };
    for (const OptionRow& row : optionTable()) {
        if (row.listed == Listed::hidden) continue;
        add(row.name, row.help);
        if (!completion.begun.starts_with("--")) add(row.shortName, row.help);
    }
}

}  // namespace

Completion completionOf(std::span<const std::string> arguments) {
    Completion completion;
    std::vector<std::string> words(arguments.begin(), arguments.end());
    if (words.empty()) words.emplace_back();
    if (words.back() == "=") words.emplace_back();
    completion.begun = words.back();
    words.pop_back();
    const OptionRow* asked = nullptr;  // whose value follows
    bool onlyFiles = false;
    for (const std::string& word : words) {
        if (asked && word == "=") continue;
        const bool isValue = asked && isValueOf(*asked, word);
        asked = nullptr;
        if (isValue) continue;
        if (!onlyFiles && word.starts_with('-')) {
            onlyFiles = word == "--";
            asked = findRow(word);
            if (asked && asked->value.empty()) asked = nullptr;
        } else {
            completion.files.push_back(word);
        }
    }
    if (const size_t equals = completion.begun.find('=');
        !onlyFiles && !asked && completion.begun.starts_with("--") && equals != std::string::npos) {
        asked = findRow(std::string_view(completion.begun).substr(0, equals));
        completion.prefix = completion.begun.substr(0, equals + 1);
        completion.begun.erase(0, equals + 1);
        if (!asked || asked->value.empty()) return completion;
    }
    if (asked && !(asked->value.starts_with('[') && completion.begun.starts_with('-')))
        completeValue(*asked, completion);
    else if (!onlyFiles && completion.begun.starts_with('-'))
        completeOption(completion);
    return completion;
}

}  // namespace sinew
