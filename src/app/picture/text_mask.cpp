#include "app/picture/text_mask.h"

#include <algorithm>

#include <imgui.h>

namespace sinew {
namespace {

constexpr uint32_t kLineHeight = 13;

/// Dear ImGui's default font, rasterized once on the CPU.
class Font {
  public:
    Font() {
        font_ = atlas_.AddFontDefault();
        int width = 0, height = 0;
        atlas_.GetTexDataAsAlpha8(&texels_, &width, &height);
        width_ = static_cast<uint32_t>(width);
        height_ = static_cast<uint32_t>(height);
    }

    const ImFontGlyph* glyph(uint32_t character) const {
        const ImFontGlyph* found =
            character < 0x10000 ? font_->FindGlyphNoFallback(static_cast<ImWchar>(character)) : nullptr;
        return found ? found : font_->FindGlyph('?');
    }

    /// Copies the glyph to `pen`, the x position in pixels.
    void draw(const ImFontGlyph& glyph, uint32_t pen, uint32_t scale, TextMask& mask) const {
        const auto texel = [](float uv, uint32_t side) {
            return static_cast<uint32_t>(uv * static_cast<float>(side) + 0.5f);
        };
        const uint32_t left = texel(glyph.U0, width_), right = texel(glyph.U1, width_);
        const uint32_t top = texel(glyph.V0, height_), bottom = texel(glyph.V1, height_);
        const auto startX = pen + static_cast<uint32_t>(std::max(glyph.X0, 0.0f)) * scale,
                   startY = static_cast<uint32_t>(std::max(glyph.Y0, 0.0f)) * scale;
        for (uint32_t y = 0; y < (bottom - top) * scale; ++y)
            for (uint32_t x = 0; x < (right - left) * scale; ++x) {
                if (startX + x >= mask.width || startY + y >= mask.height) continue;
                mask.coverage[size_t{startY + y} * mask.width + startX + x] =
                    texels_[size_t{top + y / scale} * width_ + left + x / scale];
            }
    }

  private:
    ImFontAtlas atlas_;
    ImFont* font_ = nullptr;
    unsigned char* texels_ = nullptr;
    uint32_t width_ = 0, height_ = 0;
};

/// Removes and returns the first character; U+FFFD for invalid UTF-8.
uint32_t takeCharacter(std::string_view& text) {
    const auto byte = static_cast<unsigned char>(text.front());
    const size_t length = byte < 0x80 ? 1 : byte < 0xc0 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (length == 0 || length > text.size()) return text.remove_prefix(1), 0xfffd;
    uint32_t character = length == 1 ? byte : byte & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; ++i)
        character = character << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
    text.remove_prefix(length);
    return character;
}

}  // namespace

TextMask drawText(std::string_view utf8, uint32_t scale) {
    static const Font font;
    std::vector<const ImFontGlyph*> glyphs;
    uint32_t width = 0;
    while (!utf8.empty()) {
        glyphs.push_back(font.glyph(takeCharacter(utf8)));
        width += static_cast<uint32_t>(glyphs.back()->AdvanceX) * scale;
    }
    TextMask mask{width, kLineHeight * scale, {}};
    mask.coverage.resize(size_t{mask.width} * mask.height);
    uint32_t pen = 0;
    for (const ImFontGlyph* glyph : glyphs) {
        font.draw(*glyph, pen, scale, mask);
        pen += static_cast<uint32_t>(glyph->AdvanceX) * scale;
    }
    return mask;
}

}  // namespace sinew
