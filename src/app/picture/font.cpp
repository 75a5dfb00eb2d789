#include "app/picture/font.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <fstream>
#include <iterator>
#include <unordered_map>

#ifdef SINEW_SYSTEM_FONTS
#include <fontconfig/fontconfig.h>
#include <fribidi.h>
#endif
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb_truetype.h>

namespace sinew {
namespace {

constexpr unsigned char kBuiltInFont[] = {
#include <built_in_font.inc>
};
constexpr char32_t kReplacement = 0xfffd;

struct Font {
    std::string content;  ///< empty: built in
    FontFile file;
    stbtt_fontinfo info{};

    int glyph(char32_t character) const { return stbtt_FindGlyphIndex(&info, static_cast<int>(character)); }
};

/// False if stb_truetype cannot read the font.
bool open(Font& font) {
    const unsigned char* bytes = font.file.bytes.data();
    const int offset = stbtt_GetFontOffsetForIndex(bytes, font.file.index);
    if (offset < 0 || !stbtt_InitFont(&font.info, bytes, offset)) return false;
    font.file.heightOfEm =
        stbtt_ScaleForMappingEmToPixels(&font.info, 1.0f) / stbtt_ScaleForPixelHeight(&font.info, 1.0f);
    return true;
}

#ifdef SINEW_SYSTEM_FONTS
/// The system's font of outlines that has the character; its content is empty if there is none.
Font systemFont(char32_t character) {
    Font font;
    FcCharSet* wanted = FcCharSetCreate();
    FcCharSetAddChar(wanted, character);
    FcPattern* pattern =
        FcPatternBuild(nullptr, FC_FAMILY, FcTypeString, "sans-serif", FC_CHARSET, FcTypeCharSet, wanted, FC_OUTLINE,
                       FcTypeBool, FcTrue, FC_VARIABLE, FcTypeBool, FcFalse, nullptr);
    FcConfigSubstitute(nullptr, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcResult result = FcResultMatch;
    FcPattern* match = FcFontMatch(nullptr, pattern, &result);
    FcChar8* path = nullptr;
    FcCharSet* had = nullptr;
    if (match && FcPatternGetCharSet(match, FC_CHARSET, 0, &had) == FcResultMatch && FcCharSetHasChar(had, character) &&
        FcPatternGetString(match, FC_FILE, 0, &path) == FcResultMatch &&
        FcPatternGetInteger(match, FC_INDEX, 0, &font.file.index) == FcResultMatch) {
        font.file.index &= 0xffff;  // above: the named instance of a variable font
        std::ifstream stream(reinterpret_cast<const char*>(path), std::ios::binary);
        font.content.assign(std::istreambuf_iterator<char>(stream), {});
    }
    if (match) FcPatternDestroy(match);
    FcPatternDestroy(pattern);
    FcCharSetDestroy(wanted);
    return font;
}
#endif

/// The fonts in use, the built-in one first.
class Fonts {
  public:
    Fonts() {
        fonts_.push_back({.content = {}, .file = {.bytes = kBuiltInFont}});
        open(fonts_.front());
        for (char32_t character = ' '; character <= '~'; ++character)  // so that frames do not allocate
            with(character);
    }

    const Font& with(char32_t character) {
        const auto [found, isNew] = ofCharacter_.try_emplace(character, &fonts_.front());
        if (isNew) {
            const auto has = [&](const Font& font) { return font.glyph(character) != 0; };
            const auto font = std::ranges::find_if(fonts_, has);
            if (font != fonts_.end()) found->second = &*font;
#ifdef SINEW_SYSTEM_FONTS
            else if (Font other = systemFont(character); !other.content.empty()) {
                Font& added = fonts_.emplace_back(std::move(other));
                added.file.bytes = {reinterpret_cast<const unsigned char*>(added.content.data()), added.content.size()};
                if (open(added) && has(added))
                    found->second = &added;
                else
                    fonts_.pop_back();
            }
#endif
        }
        return *found->second;
    }

  private:
    std::deque<Font> fonts_;
    std::unordered_map<char32_t, const Font*> ofCharacter_;
};

Fonts& fonts() {
    static Fonts all;
    return all;
}

/// Calls `draw` with the font, the glyph, its scale and the x position of each character. Returns the width.
template <typename Draw>
float layOut(std::string_view utf8, float scale, const Draw& draw) {
    const float emPixels = kTextPixels * scale / fonts().with(' ').file.heightOfEm;
    const std::string ordered = visualOrder(utf8);
    float pen = 0.0f;
    for (std::string_view rest = ordered; !rest.empty();) {
        const char32_t character = takeCharacter(rest);
        const Font& font = fonts().with(character);
        const int own = font.glyph(character), glyph = own != 0 ? own : font.glyph(kReplacement);
        const float perUnit = stbtt_ScaleForMappingEmToPixels(&font.info, emPixels);
        draw(font, glyph, perUnit, pen);
        int advance = 0, bearing = 0;
        stbtt_GetGlyphHMetrics(&font.info, glyph, &advance, &bearing);
        pen += static_cast<float>(advance) * perUnit;
    }
    return pen;
}

void drawGlyph(const Font& font, int glyph, float perUnit, float pen, int baseline, TextMask& mask) {
    const float whole = std::floor(pen);
    int width = 0, height = 0, left = 0, top = 0;
    unsigned char* coverage = stbtt_GetGlyphBitmapSubpixel(&font.info, perUnit, perUnit, pen - whole, 0.0f, glyph,
                                                           &width, &height, &left, &top);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const auto column = static_cast<uint32_t>(static_cast<int>(whole) + left + x),
                       row = static_cast<uint32_t>(baseline + top + y);
            if (column >= mask.width || row >= mask.height) continue;
            uint8_t& present = mask.coverage[size_t{row} * mask.width + column];
            present = std::max(present, coverage[y * width + x]);
        }
    stbtt_FreeBitmap(coverage, nullptr);
}

}  // namespace

const FontFile& fontFor(char32_t character) {
    return fonts().with(character).file;
}

char32_t takeCharacter(std::string_view& utf8) {
    const auto byte = static_cast<unsigned char>(utf8.front());
    const size_t length = byte < 0x80 ? 1 : byte < 0xc0 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (length == 0 || length > utf8.size()) return utf8.remove_prefix(1), kReplacement;
    char32_t character = length == 1 ? byte : byte & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(utf8[i]) & 0xc0u) != 0x80u) return utf8.remove_prefix(i), kReplacement;
        character = character << 6 | (static_cast<unsigned char>(utf8[i]) & 0x3fu);
    }
    utf8.remove_prefix(length);
    return character;
}

std::string visualOrder(std::string_view utf8) {
    if (const size_t end = utf8.find('\n'); end != utf8.npos)
        return visualOrder(utf8.substr(0, end)) + "\n" + visualOrder(utf8.substr(end + 1));
    std::string ordered(utf8);
#ifdef SINEW_SYSTEM_FONTS
    // Bytes that begin U+0580 and later characters.
    if (std::ranges::none_of(utf8, [](unsigned char byte) { return byte >= 0xd6; })) return ordered;
    std::vector<FriBidiChar> characters;
    while (!utf8.empty())
        characters.push_back(takeCharacter(utf8));
    std::vector<FriBidiChar> visual(characters.size() + 1);
    const auto count = static_cast<FriBidiStrIndex>(characters.size());
    FriBidiParType base = FRIBIDI_PAR_ON;
    if (!fribidi_log2vis(characters.data(), count, &base, visual.data(), nullptr, nullptr, nullptr)) return ordered;
    std::erase(visual, FriBidiChar{FRIBIDI_CHAR_FILL});
    ordered.assign(4 * visual.size(), '\0');
    ordered.resize(static_cast<size_t>(fribidi_unicode_to_charset(
        FRIBIDI_CHAR_SET_UTF8, visual.data(), static_cast<FriBidiStrIndex>(visual.size() - 1), ordered.data())));
#endif
    return ordered;
}

float textWidth(std::string_view utf8, float scale) {
    return layOut(utf8, scale, [](const Font&, int, float, float) {});
}

TextMask drawText(std::string_view utf8, float scale) {
    TextMask mask{static_cast<uint32_t>(std::ceil(textWidth(utf8, scale))),
                  static_cast<uint32_t>(std::ceil(kTextPixels * scale)),
                  {}};
    mask.coverage.resize(size_t{mask.width} * mask.height);
    int ascent = 0;
    const stbtt_fontinfo& builtIn = fonts().with(' ').info;
    stbtt_GetFontVMetrics(&builtIn, &ascent, nullptr, nullptr);
    const float perUnit = stbtt_ScaleForPixelHeight(&builtIn, kTextPixels * scale);
    const auto baseline = static_cast<int>(std::round(static_cast<float>(ascent) * perUnit));
    layOut(utf8, scale, [&](const Font& font, int glyph, float ownPerUnit, float pen) {
        drawGlyph(font, glyph, ownPerUnit, pen, baseline, mask);
    });
    return mask;
}

}  // namespace sinew
