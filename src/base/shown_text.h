#pragma once

#include <string>
#include <string_view>

namespace sinew {

// Names and messages come from files, and are shown in terminals, windows and web pages. What could move the cursor,
// change colors or reverse the order of letters there is shown as an escape, here and by utf8From() (text.h): control
// characters (C0, DEL, C1), line separators and controls of the writing direction, as \x1b, \x0a, \u0085, \u202e.

/// A message as one line of valid UTF-8, as utf8From(), but its line breaks and tabs become spaces.
std::string lineFrom(std::string_view message);

/// The name that a file gives, without what readers add to it. "node 7" for the 8th node of a glTF file without a name,
/// empty for other things without one.
std::string givenName(std::string_view name);

/// A path as one line of valid UTF-8, of which no byte is lost: bytes that are not UTF-8 become escapes, too.
std::string shownPath(std::string_view path);

/// Text of several lines, or JSON, which means the same afterwards: escapes the same characters, except line breaks and
/// tabs, and keeps bytes that are not UTF-8.
std::string safeText(std::string_view text);

/// True if all of it is UTF-8, whatever the characters are.
bool isUtf8(std::string_view bytes);

}  // namespace sinew
