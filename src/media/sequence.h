#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sinew {

/// The name of one picture, or of a numbered sequence such as frames_%04d.png.
struct PictureName {
    std::string before;  ///< the number; without one, the whole name
    std::string after;   ///< the number
    bool numbered = false;
    uint32_t digits = 0;  ///< at least that many, filled with zeros

    std::string path(uint32_t number) const;
};

/// The first %d or %04d of a name; empty: there is none.
std::string_view firstNumberField(std::string_view name);

/// Takes a name apart: %d or %04d (up to %09d) is where the number goes, %% a percent sign.
/// @throws Error(Exit::usage) for any other use of %, and for two numbers. The name itself is the caller's to add.
PictureName parsePictureName(std::string_view name);

}  // namespace sinew
