#pragma once

#include "model/imported_model.h"

namespace sinew {

class GraphRun;
class Stage;

/// Writes to stdout and flushes. @throws Error(Exit::output) if that fails.
void print(const std::string& text);

/// "info", "warning" or "error", as in JSON.
const char* severityName(Severity severity);

/// "note", "warning" or "error", as in text and SARIF.
const char* severityLabel(Severity severity);

/// Prints the warnings and errors on stderr, one per line.
void printFindings(const ImportReport& report);

/// The events that a state machine has fired since its start, one per line.
std::string eventLines(const GraphRun& graph);

/// Prints them on stderr, if the stage plays a state machine.
void printEvents(Stage& stage);

}  // namespace sinew
