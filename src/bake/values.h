#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "animation/clip/transform.h"
#include "animation/pose/palette.h"
#include "bake/header.h"
#include "bake/stream.h"
#include "model/cut_vertices.h"
#include "model/skinned_mesh.h"

namespace sinew {

template <typename Value, typename... Types>
concept OneOf = (std::same_as<Value, Types> || ...);

/// Types that consist of numbers without padding: a stream has them as they are in memory.
template <typename Value>
concept Flat = (std::is_arithmetic_v<Value> && !std::same_as<Value, bool>) ||
               OneOf<Value, glm::vec2, glm::vec3, glm::vec4, glm::quat, Transform, Bone, Influences, MorphDelta,
                     CutVertices::Influence>;

static_assert(sizeof(glm::vec2) == 8 && sizeof(glm::vec3) == 12 && sizeof(glm::vec4) == 16 && sizeof(glm::quat) == 16);
static_assert(sizeof(Transform) == 2 * sizeof(glm::vec3) + sizeof(glm::quat));
static_assert(sizeof(Bone) == sizeof(uint32_t) + sizeof(glm::mat4) && sizeof(glm::mat4) == 64);
static_assert(sizeof(Influences) == 16);
static_assert(sizeof(MorphDelta) == sizeof(uint32_t) + 2 * sizeof(glm::vec3));
static_assert(sizeof(CutVertices::Influence) == 8);

/// The bytes that are written or read at once: a multiple of the checksum's blocks that fits the processor's cache.
inline constexpr size_t kPieceBytes = size_t{1} << 16;
static_assert(kPieceBytes % Checksum::kBlockBytes == 0 && kStreamHeaderBytes % Checksum::kBlockBytes == 0);
static_assert(kPieceBytes % kArrayAlignment == 0 && kStreamHeaderBytes % kArrayAlignment == 0);

/// Writes the content of a stream value by value. StreamReader has the same members, so that one function describes the
/// order for both. The values determine every byte: padding is zero.
class StreamWriter {
  public:
    /// `sink` receives kPieceBytes at a time, except for the last time.
    explicit StreamWriter(StreamSink sink) : sink_(std::move(sink)) { piece_.reserve(kPieceBytes); }

    template <Flat Value>
    void value(const Value& value) {
        append(std::as_bytes(std::span(&value, 1)));
    }

    void flag(bool value) { this->value(uint8_t{value}); }

    /// One of an enumeration's values from 0 to `last`.
    template <typename Enum>
    void choice(Enum value, Enum) {
        this->value(static_cast<uint8_t>(value));
    }

    template <Flat Value>
    void optional(const std::optional<Value>& value) {
        optional(value, [&](const Value& there) { this->value(there); });
    }

    /// `each` writes the item if there is one.
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

    /// Flushes the last piece.
    void end();

  private:
    void append(std::span<const std::byte> bytes);

    StreamSink sink_;
    std::vector<std::byte> piece_;
};

/// Reads what a StreamWriter wrote, from an untrusted source. Allocates nothing before the bytes that fill it are known
/// to exist, and at most StreamSource::memoryBytes in all. Values are unchecked: see bake/soundness.h. Damage that the
/// structure does not reveal is found by endContent(). Members throw Error(Exit::input) with the cause.
class StreamReader {
  public:
    /// Reads the header. @throws Error(Exit::input) if it is invalid or has another length.
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
        optional(value, [&](Value& there) { this->value(there); });
    }

    template <typename Item, typename Each>
    void optional(std::optional<Item>& item, const Each& each) {
        bool exists = false;
        flag(exists);
        if (exists) each(item.emplace());
    }

    void text(std::string& text);

    template <Flat Value, typename Allocator>
    void array(std::vector<Value, Allocator>& values) {
        const uint64_t count = this->count();
        if (count == 0) return;
        skipPadding();
        requireRest(count, sizeof(Value));
        takeMemory(count, sizeof(Value));
        values.resize(count);
        copyTo(std::as_writable_bytes(std::span(values)));
    }

    /// `each` reads one item, which has at least one byte.
    template <typename Item, typename Each>
    void list(std::vector<Item>& items, const Each& each) {
        const uint64_t count = this->count();
        requireRest(count, 1);
        takeMemory(count, sizeof(Item));
        items.reserve(count);
        for (uint64_t i = 0; i < count; ++i)
            each(items.emplace_back());
    }

    /// Ends the content. @throws Error(Exit::input) if there is more of it, or its checksum is wrong.
    void endContent() const;

    bool hasMore() const { return rest_ > 0; }  ///< content

    /// Reads the pixels of the next image, whose size is known.
    void pixels(ImageData& image, uint64_t checksum);

    /// Ends the stream. @throws Error(Exit::input) if there is more of it.
    void end() const;

  private:
    void copyTo(std::span<std::byte> out);
    void requireRest(uint64_t count, size_t eachBytes) const;
    void takeMemory(uint64_t count, size_t eachBytes);
    uint64_t count();
    uint8_t number(uint8_t most);
    void skipPadding();
    void fetch(std::span<std::byte> out);

    StreamSource source_;
    StreamHeader header_;
    Checksum checksum_;
    uint64_t rest_ = 0;                   ///< unread bytes of the content
    uint64_t pixelRest_ = 0;              ///< unread bytes of the pixels
    uint64_t memoryRest_ = 0;             ///< bytes that may still be allocated
    std::vector<std::byte> piece_;        ///< buffer for values smaller than a piece
    std::span<const std::byte> fetched_;  ///< the unread part of it
};

}  // namespace sinew
