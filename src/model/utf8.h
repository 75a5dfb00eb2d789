#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// The bytes as valid UTF-8 on one line: what is not gets U+FFFD, control characters become spaces.
std::string utf8From(std::string_view bytes);

/// True when utf8From() would change nothing.
bool isUtf8Line(std::string_view bytes);

}  // namespace sinew
