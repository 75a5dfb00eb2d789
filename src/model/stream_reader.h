#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/flat.h"
#include "model/stream_header.h"
#include "model/stream_source.h"
#include "model/stream_writer.h"

namespace sinew {

/// Reads what a StreamWriter wrote, from bytes that nobody vouches for. Nothing is allocated before the bytes that fill
/// it are known to be there, and no more than StreamSource::memoryBytes in all. Members throw Error(Exit::input) with
/// the cause. Values are any that their type has: see model/soundness.h. Damage is noticed at the endContent() only,
/// where it does not show before.
class StreamReader {
  public:
    /// @throws Error(Exit::input) when the header is another's, or of a stream of another length.
    explicit StreamReader(StreamSource source);

    template <Flat Value>
    void value(Value& value) {
        requireRest(1, sizeof(Value));
        copyTo(std::as_writable_bytes(std::span(&value, 1)));
    }

    void flag(bool& value) { value = number(1) != 0; }

    template <typename Enum>
    void choice(Enum& value, Enum last) {
        value = static_cast<Enum>(number(static_cast<uint8_t>(last)));
    }

    template <Flat Value>
    void optional(std::optional<Value>& value) {
        bool there = false;
        flag(there);
        if (there) this->value(value.emplace());
    }

    template <typename Item, typename Each>
    void optional(std::optional<Item>& item, const Each& each) {
        bool there = false;
        flag(there);
        if (there) each(item.emplace());
    }

    void text(std::string& text);

    template <Flat Value, typename Allocator>
    void array(std::vector<Value, Allocator>& values) {
        const uint64_t count = this->count();
        if (count == 0) return;
        skipGap();
        requireRest(count, sizeof(Value));
        takeMemory(count, sizeof(Value));
        values.resize(count);
        copyTo(std::as_writable_bytes(std::span(values)));
    }

    /// `each` reads one item, of which every one takes at least one byte.
    template <typename Item, typename Each>
    void list(std::vector<Item>& items, const Each& each) {
        const uint64_t count = this->count();
        requireRest(count, 1);
        takeMemory(count, sizeof(Item));
        items.reserve(count);
        for (uint64_t i = 0; i < count; ++i)
            each(items.emplace_back());
    }

    /// The content is read. @throws Error(Exit::input) when there is more of it, or its checksum does not hold.
    void endContent() const;

    /// What follows the content: the pixels of one image after the other, which has its size already.
    void pixels(ImageData& image, uint64_t checksum);

    /// @throws Error(Exit::input) when there is more.
    void end() const;

  private:
    void copyTo(std::span<std::byte> out);
    void requireRest(uint64_t count, size_t eachBytes) const;
    void takeMemory(uint64_t count, size_t eachBytes);
    uint64_t count();
    uint8_t number(uint8_t most);
    void skipGap();
    void fetch(std::span<std::byte> out);

    StreamSource source_;
    StreamHeader header_;
    Checksum checksum_;
    uint64_t rest_ = 0;                   ///< bytes of the content that were not taken yet
    uint64_t pixelRest_ = 0;              ///< and of the pixels
    uint64_t memoryRest_ = 0;             ///< bytes that may still be allocated
    std::vector<std::byte> piece_;        ///< of the content, for what is smaller
    std::span<const std::byte> fetched_;  ///< what was not taken yet of it
};

}  // namespace sinew
