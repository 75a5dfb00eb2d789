#include "app/report/messages.h"

#include <cstdio>

#include "app/stage/stage.h"
#include "base/shown_text.h"
#include "base/text.h"

namespace sinew {

void print(const std::string& given) {
    const std::string text = safeText(given);
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw Error(Exit::output, fmt::format("standard output: {}", causeOf(errno)));
}

void say(const std::string& line) {
    const std::string text = "sinew: " + shownPath(line) + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string causeOf(const Error& error, const std::string& file) {
    const std::string text = utf8From(error.what()), prefix = file + ": ";
    return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

const char* severityName(Severity severity) {
    return severity == Severity::info ? "info" : severityLabel(severity);
}

const char* severityLabel(Severity severity) {
    return severity == Severity::info ? "note" : severity == Severity::warning ? "warning" : "error";
}

void printFindings(const ImportReport& report) {
    const auto isSeen = [](const Finding& finding) {
        return finding.id == "texture-missing" || finding.id == "texture-unreadable";  // what is drawn lacks it
    };
    for (const Finding& finding : report.findings)
        if (finding.severity != Severity::info || isSeen(finding))
            say("{}: {}: {}: {}", report.file, severityLabel(finding.severity), finding.object, finding.message);
}

std::string eventLines(const GraphRun& graph) {
    std::string lines;
    for (const LoggedEvent& event : graph.events())
        lines += fmt::format("sinew: event {} at {:.3f} s, weight {:.2f}\n",
                             inQuotes(graph.file().graph.events[event.event].name), event.timeSeconds, event.weight);
    return lines;
}

void printEvents(Stage& stage) {
    if (const GraphRun* graph = stage.graph()) fmt::print(stderr, "{}", safeText(eventLines(*graph)));
}

}  // namespace sinew
