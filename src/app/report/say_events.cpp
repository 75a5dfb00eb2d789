#include "app/report/say_events.h"

#include <cstdio>

#include <fmt/format.h>

#include "app/stage/stage.h"
#include "model/text.h"

namespace sinew {

std::string eventLines(const GraphRun& graph) {
    std::string lines;
    for (const LoggedEvent& heard : graph.events())
        lines += fmt::format("sinew: event {} at {:.3f} s, weight {:.2f}\n",
                             inQuotes(graph.file().graph.events[heard.event].name), heard.timeSeconds, heard.weight);
    return lines;
}

void sayEvents(Stage& stage) {
    if (const GraphRun* graph = stage.graph()) fmt::print(stderr, "{}", eventLines(*graph));
}

}  // namespace sinew
