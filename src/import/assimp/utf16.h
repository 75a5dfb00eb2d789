#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sinew {

/// A text that begins with the byte order mark of UTF-16, as UTF-8 without a mark; nothing for other bytes. What is no
/// valid UTF-16 becomes U+FFFD.
std::optional<std::string> utf8FromUtf16(std::string_view bytes);

}  // namespace sinew
