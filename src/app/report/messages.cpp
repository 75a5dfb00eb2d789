#include "app/report/messages.h"

#include <cstdio>

#include <fmt/format.h>

#include "app/stage/stage.h"
#include "error.h"
#include "model/text.h"

namespace sinew {

void print(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw Error(Exit::output, "standard output cannot be written");
}

const char* severityName(Severity severity) {
    return severity == Severity::info ? "info" : severityLabel(severity);
}

const char* severityLabel(Severity severity) {
    return severity == Severity::info ? "note" : severity == Severity::warning ? "warning" : "error";
}

void printFindings(const ImportReport& report) {
    for (const Finding& finding : report.findings)
        if (finding.severity != Severity::info)
            fmt::print(stderr, "sinew: {}: {}: {}: {}\n", report.file, severityLabel(finding.severity), finding.object,
                       finding.message);
}

std::string eventLines(const GraphRun& graph) {
    std::string lines;
    for (const LoggedEvent& event : graph.events())
        lines += fmt::format("sinew: event {} at {:.3f} s, weight {:.2f}\n",
                             inQuotes(graph.file().graph.events[event.event].name), event.timeSeconds, event.weight);
    return lines;
}

void printEvents(Stage& stage) {
    if (const GraphRun* graph = stage.graph()) fmt::print(stderr, "{}", eventLines(*graph));
}

}  // namespace sinew
