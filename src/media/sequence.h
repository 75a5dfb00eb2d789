#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sinew {

/// The file name of a picture or of a numbered sequence such as frames_%04d.png.
struct PictureName {
    std::string before;  ///< part before the number; the whole name if not numbered
    std::string after;   ///< part after the number
    bool numbered = false;
    uint32_t digits = 0;  ///< minimum count, padded with zeros

    std::string path(uint32_t number) const;
};

/// The first %d or %04d of a name; empty if there is none.
std::string_view firstNumberField(std::string_view name);

/// Parses a name: %d or %01d to %09d stands for the number, %% for a percent sign.
/// @throws Error(Exit::usage) for any other use of % and for two numbers; the caller adds the name to the message.
PictureName parsePictureName(std::string_view name);

}  // namespace sinew
