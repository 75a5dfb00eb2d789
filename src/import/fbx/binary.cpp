#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "import/fbx/bytes.h"
#include "import/fbx/document.h"

namespace sinew::fbx {
namespace {

constexpr std::string_view kMagic("Kaydara FBX Binary  \0", 21);
constexpr size_t kHeaderBytes = 27;
constexpr uint32_t kWideVersion = 7500;  // from here on, offsets have 64 bits

class BinaryReader {
  public:
    BinaryReader(std::string_view file, bool bigEndian, bool wide) : file_(file), bigEndian_(bigEndian), wide_(wide) {}

    /// The records from `place` to `end`, or to the empty record that ends a list.
    void records(size_t place, size_t end, int depth, std::vector<Record>& list) {
        if (depth > kMaxDepth) throw std::runtime_error(fmt::format("records are nested deeper than {}", kMaxDepth));
        place_ = place;
        while (place_ < end) {
            const size_t next = offset(), count = offset(), valueBytes = offset();
            const std::string_view name = take(number<uint8_t>());
            if (next == 0) return;
            if (next < place_ || next > end || valueBytes > next - place_ || count > valueBytes) fail();
            if (++records_ > kMaxRecords)
                throw std::runtime_error(fmt::format("has more than {} records", kMaxRecords));
            Record record{std::string(name), {}, {}};
            const size_t nested = place_ + valueBytes;
            values(count, record.values);
            if (place_ != nested) fail();
            if (nested < next) records(nested, next, depth + 1, record.children);
            list.push_back(std::move(record));
            place_ = next;
        }
    }

  private:
    [[noreturn]] void fail() const { throw std::runtime_error(fmt::format("is damaged near byte {}", place_)); }

    std::string_view take(size_t size) {
        if (size > file_.size() - place_) fail();
        const std::string_view bytes = file_.substr(place_, size);
        place_ += size;
        return bytes;
    }

    template <typename Number>
    Number number() {
        return load<Number>(take(sizeof(Number)), bigEndian_);
    }

    size_t offset() { return wide_ ? static_cast<size_t>(number<uint64_t>()) : number<uint32_t>(); }

    void values(size_t count, std::vector<Value>& list) {
        constexpr size_t kFew = 32;
        if (count > kFew && manyNumbers(count, list)) return;
        list.reserve(count);
        for (size_t i = 0; i < count; ++i)
            list.push_back(value());
    }

    /// Reads values that are all numbers into one array, as versions before 7 write arrays.
    bool manyNumbers(size_t count, std::vector<Value>& list) {
        const size_t start = place_;
        Numbers all;
        for (size_t i = 0; i < count; ++i) {
            const auto one = scalar(number<char>());
            if (!one) return place_ = start, false;
            all.values.push_back(*one);
        }
        list.push_back(std::move(all));
        return true;
    }

    std::optional<double> scalar(char type) {
        switch (type) {
            case 'C':
            case 'B':
            case 'Z':
                return number<uint8_t>();
            case 'Y':
                return number<int16_t>();
            case 'I':
                return number<int32_t>();
            case 'L':
                return static_cast<double>(number<int64_t>());
            case 'F':
                return number<float>();
            case 'D':
                return number<double>();
            default:
                return std::nullopt;
        }
    }

    Value value() {
        const char type = number<char>();
        switch (type) {
            case 'L':
                return number<int64_t>();
            case 'F':
            case 'D':
                return *scalar(type);
            case 'S':
            case 'R':
                return std::string(take(number<uint32_t>()));
            case 'f':
            case 'd':
            case 'i':
            case 'l':
            case 'b':
            case 'c':
                return array(type == 'c' ? 'b' : type);
            default:
                break;
        }
        const auto one = scalar(type);
        if (!one) fail();
        return static_cast<int32_t>(*one);
    }

    PackedNumbers array(char type) {
        const auto count = number<uint32_t>(), encoding = number<uint32_t>(), size = number<uint32_t>();
        if (encoding > 1) fail();
        const size_t width = type == 'd' || type == 'l' ? 8 : type == 'b' ? 1 : 4;
        return {.type = type,
                .count = count,
                .deflated = encoding == 1,
                .bigEndian = bigEndian_,
                .bytes = take(encoding == 1 ? size : count * width)};
    }

    std::string_view file_;
    bool bigEndian_, wide_;
    size_t place_ = 0, records_ = 0;
};

}  // namespace

bool isBinary(std::string_view file) {
    return file.starts_with(kMagic);
}

void parseBinary(std::string_view file, Document& document) {
    if (file.size() < kHeaderBytes) throw std::runtime_error("ends within its header");
    document.bigEndian = file[22] == 1;
    document.version = versionOf(file);
    BinaryReader(file, document.bigEndian, document.version >= kWideVersion)
        .records(kHeaderBytes, file.size(), 0, document.root.children);
}

}  // namespace sinew::fbx
