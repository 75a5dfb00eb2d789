#include "app/say_events.h"

#include <cstdio>

#include <fmt/format.h>

#include "app/option_values.h"
#include "app/stage.h"

namespace sinew {

std::string eventLines(const GraphRun& graph) {
    std::string lines;
    for (const HeardEvent& heard : graph.heard())
        lines += fmt::format("sinew: event {} at {:.3f} s, weight {:.2f}\n",
                             inQuotes(graph.file().graph.events[heard.event].name), heard.timeSeconds, heard.weight);
    return lines;
}

void sayEvents(Stage& stage) {
    if (const GraphRun* graph = stage.graph()) fmt::print(stderr, "{}", eventLines(*graph));
}

}  // namespace sinew
