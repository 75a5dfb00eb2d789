#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/flat.h"
#include "model/stream_header.h"

namespace sinew {

/// Takes a stream's bytes as they come.
using StreamSink = std::function<void(std::span<const std::byte>)>;

/// Writes what stands behind a stream's header, value by value. StreamReader has the same members and reads what these
/// write; model/stream_fields.h calls the ones or the others. Every byte is determined by the values: gaps are zero.
class StreamWriter {
  public:
    /// `sink` is given kPieceBytes at a time, but for the last time.
    explicit StreamWriter(StreamSink sink) : sink_(std::move(sink)) { piece_.reserve(kPieceBytes); }

    template <Flat Value>
    void value(const Value& value) {
        append(std::as_bytes(std::span(&value, 1)));
    }

    void flag(bool value) { this->value(uint8_t{value}); }

    /// One of an enumeration's values, from 0 to `last`.
    template <typename Enum>
    void choice(Enum value, Enum) {
        this->value(static_cast<uint8_t>(value));
    }

    template <Flat Value>
    void optional(const std::optional<Value>& value) {
        flag(value.has_value());
        if (value) this->value(*value);
    }

    template <typename Item, typename Each>
    void optional(const std::optional<Item>& item, const Each& each) {
        flag(item.has_value());
        if (item) each(*item);
    }

    void text(const std::string& text) {
        value(uint64_t{text.size()});
        append(std::as_bytes(std::span(text)));
    }

    template <Flat Value, typename Allocator>
    void array(const std::vector<Value, Allocator>& values) {
        value(uint64_t{values.size()});
        if (values.empty()) return;
        static_assert(kStreamHeaderBytes % kArrayAlignment == 0 && kPieceBytes % kArrayAlignment == 0);
        piece_.resize((piece_.size() + kArrayAlignment - 1) / kArrayAlignment * kArrayAlignment);
        append(std::as_bytes(std::span(values)));
    }

    /// `each` writes one item.
    template <typename Item, typename Each>
    void list(const std::vector<Item>& items, const Each& each) {
        value(uint64_t{items.size()});
        for (const Item& item : items)
            each(item);
    }

    /// Gives the sink what it has not yet had.
    void end() {
        if (!piece_.empty()) sink_(piece_);
        piece_.clear();
    }

  private:
    static constexpr size_t kPieceBytes = size_t{1} << 16;
    static_assert(kPieceBytes % Checksum::kBlockBytes == 0);

    void append(std::span<const std::byte> bytes) {
        while (!bytes.empty()) {
            if (piece_.size() == kPieceBytes) end();
            const auto some = bytes.first(std::min(bytes.size(), kPieceBytes - piece_.size()));
            piece_.insert(piece_.end(), some.begin(), some.end());
            bytes = bytes.subspan(some.size());
        }
    }

    StreamSink sink_;
    std::vector<std::byte> piece_;
};

}  // namespace sinew
