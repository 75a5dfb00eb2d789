#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/flat.h"
#include "model/stream_header.h"

namespace sinew {

/// Writes a stream value by value. StreamReader has the same members and reads what these write; model/stream_fields.h
/// calls the ones or the others. Every byte is determined by the values: gaps are zero.
class StreamWriter {
  public:
    StreamWriter() : bytes_(kStreamHeaderBytes) {}

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

    void text(const std::string& text) {
        value(uint64_t{text.size()});
        append(std::as_bytes(std::span(text)));
    }

    template <Flat Value, typename Allocator>
    void array(const std::vector<Value, Allocator>& values) {
        value(uint64_t{values.size()});
        if (values.empty()) return;
        bytes_.resize((bytes_.size() + kArrayAlignment - 1) / kArrayAlignment * kArrayAlignment);
        append(std::as_bytes(std::span(values)));
    }

    /// `each` writes one item.
    template <typename Item, typename Each>
    void list(const std::vector<Item>& items, const Each& each) {
        value(uint64_t{items.size()});
        for (const Item& item : items)
            each(item);
    }

    /// The whole stream, sealed.
    std::vector<std::byte> take() {
        sealStream(bytes_);
        return std::move(bytes_);
    }

  private:
    void append(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

    std::vector<std::byte> bytes_;
};

}  // namespace sinew
