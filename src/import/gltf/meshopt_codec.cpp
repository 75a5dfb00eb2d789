#include "import/gltf/meshopt_codec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace sinew::gltf {
namespace {

constexpr size_t kGroup = 16;  // elements
constexpr unsigned char kHeader = 0xA1;

using StreamBytes = std::span<const unsigned char>;

/// Takes bytes from the front; after too many, isSound() is false and bytes are 0.
class Input {
  public:
    explicit Input(StreamBytes bytes) : bytes_(bytes) {}

    bool isSound() const { return isSound_; }
    bool isEmpty() const { return bytes_.empty(); }

    unsigned char byte() {
        const StreamBytes one = take(1);
        return one.empty() ? 0 : one[0];
    }

    /// Empty where there are not so many.
    StreamBytes take(size_t count) {
        isSound_ = isSound_ && count <= bytes_.size();
        if (!isSound_) return {};
        const StreamBytes taken = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return taken;
    }

  private:
    StreamBytes bytes_;
    bool isSound_ = true;
};

/// The deltas of a group in `bits` each; those with all bits set follow as bytes.
void readGroup(Input& input, unsigned bits, unsigned char* deltas) {
    if (bits == 0) {
        std::fill_n(deltas, kGroup, static_cast<unsigned char>(0));
        return;
    }
    const StreamBytes packed = input.take(kGroup * bits / 8);
    if (packed.empty()) return;
    if (bits == 8) {
        std::ranges::copy(packed, deltas);
        return;
    }
    const unsigned sentinel = (1u << bits) - 1;
    const size_t perByte = 8 / bits;
    for (size_t i = 0; i < kGroup; ++i) {
        const size_t at = i % perByte, shift = bits * (bits == 1 ? at : perByte - 1 - at);
        const unsigned value = packed[i / perByte] >> shift & sentinel;
        deltas[i] = static_cast<unsigned char>(value == sentinel ? input.byte() : value);
    }
}

/// The deltas of one byte of all elements of a block, whole groups of them.
void readDeltas(Input& input, unsigned control, size_t count, std::vector<unsigned char>& deltas) {
    constexpr std::array<std::array<unsigned, 4>, 2> kBits{{{0, 1, 2, 4}, {1, 2, 4, 8}}};
    const size_t groups = (count + kGroup - 1) / kGroup;
    deltas.assign(groups * kGroup, 0);
    if (control == 2) return;
    if (control == 3) {
        std::ranges::copy(input.take(count), deltas.begin());
        return;
    }
    const StreamBytes modes = input.take((groups + 3) / 4);
    for (size_t group = 0; group < groups && input.isSound(); ++group)
        readGroup(input, kBits[control][modes[group / 4] >> (group % 4 * 2) & 3], &deltas[group * kGroup]);
}

template <typename Integer>
Integer fromZigzag(Integer value) {
    return static_cast<Integer>((value & 1) != 0 ? ~(value >> 1) : value >> 1);
}

/// Adds the deltas of an element's channel of 4 bytes to the element before it.
uint32_t nextValue(uint32_t before, uint32_t delta, unsigned mode) {
    const unsigned kind = mode & 15;
    // The specification names the rotation that the encoder applies.
    if (kind == 2) return before ^ std::rotr(delta, static_cast<int>(mode >> 4));
    uint32_t next = 0;
    for (unsigned shift = 0; shift < 32; shift += kind == 1 ? 16 : 8)
        next |=
            kind == 1
                ? uint32_t{static_cast<uint16_t>((before >> shift) + fromZigzag(static_cast<uint16_t>(delta >> shift)))}
                      << shift
                : uint32_t{static_cast<uint8_t>((before >> shift) + fromZigzag(static_cast<uint8_t>(delta >> shift)))}
                      << shift;
    return next;
}

}  // namespace

bool isNewerStream(StreamBytes stream) {
    return !stream.empty() && stream[0] == kHeader;
}

std::optional<std::string> decodeVertices(StreamBytes stream, size_t count, size_t stride) {
    constexpr size_t kLeastTail = 24, kMostStride = 256, kBlockBytes = 8192, kMostInBlock = 256;
    if (stride == 0 || stride % 4 != 0 || stride > kMostStride) return std::nullopt;
    const size_t channels = stride / 4, tail = stride + channels, padded = std::max(tail, kLeastTail);
    if (!isNewerStream(stream) || stream.size() < 1 + padded) return std::nullopt;
    const StreamBytes modes = stream.last(channels);
    std::vector<uint32_t> last(channels);
    std::memcpy(last.data(), stream.last(tail).data(), stride);
    if (std::ranges::any_of(modes,
                            [](unsigned char mode) { return (mode & 15) > 2 || ((mode & 15) < 2 && mode > 15); }))
        return std::nullopt;
    Input input(stream.subspan(1, stream.size() - 1 - padded));
    std::string elements(count * stride, '\0');
    const size_t mostInBlock = std::min(kBlockBytes / stride / kGroup * kGroup, kMostInBlock);
    std::array<std::vector<unsigned char>, 4> deltas;  // by byte of a channel
    for (size_t first = 0; first < count && input.isSound(); first += mostInBlock) {
        const size_t inBlock = std::min(count - first, mostInBlock);
        const StreamBytes controls = input.take(channels);
        for (size_t c = 0; c < channels && input.isSound(); ++c) {
            for (size_t b = 0; b < 4; ++b)
                readDeltas(input, controls[c] >> (2 * b) & 3, inBlock, deltas[b]);
            for (size_t i = 0; i < inBlock; ++i) {
                uint32_t delta = 0;
                for (size_t b = 0; b < 4; ++b)
                    delta |= uint32_t{deltas[b][i]} << (8 * b);
                last[c] = nextValue(last[c], delta, modes[c]);
                std::memcpy(&elements[(first + i) * stride + 4 * c], &last[c], 4);
            }
        }
    }
    if (!input.isSound() || !input.isEmpty()) return std::nullopt;
    return elements;
}

namespace {

template <typename Integer>
void decodeColorsOf(std::span<char> elements) {
    using Signed = std::make_signed_t<Integer>;
    for (size_t at = 0; at + 4 * sizeof(Integer) <= elements.size(); at += 4 * sizeof(Integer)) {
        std::array<Integer, 4> color{};
        std::memcpy(color.data(), &elements[at], sizeof(color));
        const int all = (1 << std::bit_width(color[3])) - 1;  // that many bits set
        const int y = color[0], co = static_cast<Signed>(color[1]), cg = static_cast<Signed>(color[2]),
                  alpha = color[3] & (all >> 1);
        constexpr auto kMost = static_cast<float>(std::numeric_limits<Integer>::max());
        const auto scaled = [&](int value) {
            const float wide = static_cast<float>(value) * kMost / static_cast<float>(std::max(all, 1));
            return static_cast<Integer>(std::clamp(std::round(wide), 0.0f, kMost));
        };
        color = {scaled(y + co - cg), scaled(y + cg), scaled(y - co - cg), scaled(alpha << 1 | (alpha & 1))};
        std::memcpy(&elements[at], color.data(), sizeof(color));
    }
}

}  // namespace

void decodeColors(std::span<char> elements, size_t stride) {
    stride == 4 ? decodeColorsOf<uint8_t>(elements) : decodeColorsOf<uint16_t>(elements);
}

}  // namespace sinew::gltf
