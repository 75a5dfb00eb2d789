#pragma once

#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "model/imported_model.h"

namespace sinew {

class GraphRun;
class Stage;

/// Writes to stdout, as safeText(), and flushes. @throws Error(Exit::output) if that fails.
void print(const std::string& text);

/// Writes `sinew: LINE` to stderr, as shownPath(): whatever the line holds, it is one line, and safe in a terminal.
void say(const std::string& line);

/// say() with a format.
template <typename... Args>
void say(fmt::format_string<Args...> format, Args&&... args) requires(sizeof...(Args) > 0) {
    say(fmt::format(format, std::forward<Args>(args)...));
}

/// "FILE: cause" without the file, in UTF-8.
std::string causeOf(const Error& error, const std::string& file);

/// "info", "warning" or "error", as in JSON.
const char* severityName(Severity severity);

/// "note", "warning" or "error", as in text and SARIF.
const char* severityLabel(Severity severity);

/// Prints the warnings and errors on stderr, and notes of textures that are not drawn, one per line.
void printFindings(const ImportReport& report);

/// The events that a state machine has fired since its start, one per line.
std::string eventLines(const GraphRun& graph);

/// Prints them on stderr, if the stage plays a state machine.
void printEvents(Stage& stage);

}  // namespace sinew
