#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Returns `bytes` as one line of valid UTF-8: invalid sequences become U+FFFD, unsafe characters escapes
/// (shown_text.h).
std::string utf8From(std::string_view bytes);

/// True if utf8From() would change nothing.
bool isUtf8Line(std::string_view bytes);

/// Converts ASCII letters to lower case.
std::string lowerCase(std::string_view text);

/// The parts of a text between any of these characters: at least one.
std::vector<std::string_view> split(std::string_view text, std::string_view separators);

/// Returns `text` in single quotes for a message, as shownPath() (shown_text.h); after 80 bytes it ends with "...".
std::string inQuotes(std::string_view text);

}  // namespace sinew
