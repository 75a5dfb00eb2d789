#include "media/sequence.h"

#include <fmt/format.h>

#include "base/error.h"

namespace sinew {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Parses the text after a percent sign. Returns its length including the 'd', or 0 if it is no number field.
size_t readNumberField(std::string_view text, uint32_t& digits) {
    if (text.starts_with('d')) return 1;
    if (text.size() < 3 || text[0] != '0' || !isDigit(text[1]) || text[1] == '0' || text[2] != 'd') return 0;
    digits = static_cast<uint32_t>(text[1] - '0');
    return 3;
}

}  // namespace

std::string_view firstNumberField(std::string_view name) {
    uint32_t ignored = 0;
    for (size_t i = name.find('%'); i != std::string_view::npos; i = name.find('%', i + 1)) {
        if (const size_t length = readNumberField(name.substr(i + 1), ignored); length > 0)
            return name.substr(i, length + 1);
        if (name.substr(i + 1).starts_with('%')) ++i;
    }
    return {};
}

PictureName parsePictureName(std::string_view name) {
    PictureName picture;
    for (size_t i = 0; i < name.size(); ++i) {
        std::string& part = picture.numbered ? picture.after : picture.before;
        if (name[i] != '%') {
            part += name[i];
            continue;
        }
        const std::string_view rest = name.substr(i + 1);
        if (rest.starts_with('%')) {
            part += '%';
            ++i;
            continue;
        }
        const size_t length = readNumberField(rest, picture.digits);
        if (length == 0)
            throw Error(Exit::usage, "% must be followed by d or 04d, as in frames_%04d.png (%% is a percent sign)");
        if (picture.numbered) throw Error(Exit::usage, "two number fields; use one, as in frames_%04d.png");
        picture.numbered = true;
        i += length;
    }
    return picture;
}

std::string PictureName::path(uint32_t number) const {
    return numbered ? fmt::format("{}{:0{}}{}", before, number, digits, after) : before;
}

}  // namespace sinew
