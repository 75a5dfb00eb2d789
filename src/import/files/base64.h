#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// The bytes that `text` encodes (RFC 4648, either alphabet), up to the first character that is in neither.
std::string fromBase64(std::string_view text);

}  // namespace sinew
