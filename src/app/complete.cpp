#include <fmt/format.h>

#include "app/commands.h"
#include "app/load/read_model.h"
#include "app/options/completion.h"
#include "app/report/messages.h"
#include "gpu/instance.h"
#include "gpu/physical_device.h"

namespace sinew {
namespace {

using Kind = Completion::Kind;

/// Nobody waits longer for a key.
constexpr uint32_t kMostSeconds = 5;

ImportedModel modelOf(const Completion& completion) {
    ModelSource source;
    if (!completion.files.empty()) {
        source.path = completion.files[0];
        source.clipFiles.assign(completion.files.begin() + 1, completion.files.end());
    }
    source.limits.seconds = kMostSeconds;
    source.retargetOthers = true;
    return readModel(source, makeImporter(source));
}

/// The names that the model or this machine has; words have none.
std::vector<std::string> namesOf(const Completion& completion) {
    std::vector<std::string> names;
    if (completion.kind == Kind::devices) {
        const Instance instance;
        for (const DeviceInfo& device : listDevices(instance))
            names.push_back(device.name);
        return names;
    }
    if (completion.kind == Kind::words) return names;
    const ImportedModel imported = modelOf(completion);
    const Model& model = imported.model;
    if (completion.kind == Kind::clips) {
        for (const auto& clip : model.clips)
            names.push_back(clip.name);
    } else if (completion.kind == Kind::bones) {
        names = model.hierarchy.names;
    } else {
        for (const Material& material : model.materials)
            names.push_back(material.name);
    }
    return names;
}

}  // namespace

Exit completeCommandLine(const task::Complete& task) {
    const Completion completion = completionOf(task.arguments);
    if (completion.kind == Kind::files || completion.kind == Kind::directories) {
        print(completion.kind == Kind::files ? ":files\n" : ":directories\n");
        return Exit::done;
    }
    std::string lines;
    for (const Completion::Word& word : completion.words)
        lines += fmt::format("{}{}\t{}\n", completion.prefix, word.text, word.help);
    try {
        for (const std::string& name : namesOf(completion))
            if (name.starts_with(completion.begun) && name.find_first_of("\n\t") == std::string::npos)
                lines += fmt::format("{}{}\t\n", completion.prefix, name);
    } catch (const std::exception&) {
        // A file that cannot be read has no names, and a message would stand in the prompt.
    }
    print(lines);
    return Exit::done;
}

}  // namespace sinew
