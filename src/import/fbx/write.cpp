#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "import/fbx/document.h"

namespace sinew::fbx {
namespace {

class Writer {
  public:
    std::string document(const Document& document) {
        out_.append("Kaydara FBX Binary  \0\x1a\0", 23);
        number<uint32_t>(7400);
        for (const Record& record : document.root.children)
            write(record, 0);
        out_.append(kEmptyRecord, '\0');
        out_.append(kFooter, '\0');
        return std::move(out_);
    }

  private:
    static constexpr size_t kEmptyRecord = 13, kFooter = 160;
    static constexpr size_t kMaxBytes = size_t{1} << 31;

    void write(const Record& record, int depth) {
        const size_t start = out_.size();
        out_.append(3 * sizeof(uint32_t), '\0');
        out_.push_back(static_cast<char>(std::min<size_t>(record.name.size(), 255)));
        out_.append(record.name, 0, 255);
        const size_t values = out_.size();
        rawText_ = record.name == "Content";  // an embedded file
        for (const Value& value : record.values)
            std::visit([&](const auto& one) { write(one); }, value);
        const size_t valueBytes = out_.size() - values;
        for (const Record& child : record.children)
            write(child, depth + 1);
        // assimp wants a list in each object, also an empty one.
        if (depth <= 1 || !record.children.empty() || record.values.empty()) out_.append(kEmptyRecord, '\0');
        if (out_.size() > kMaxBytes) throw std::runtime_error("is too large to be converted to version 7.4");
        for (const auto& [place, count] :
             {std::pair{start, out_.size()}, {start + 4, record.values.size()}, {start + 8, valueBytes}}) {
            const auto word = static_cast<uint32_t>(count);
            for (size_t byte = 0; byte < sizeof word; ++byte)
                out_[place + byte] = static_cast<char>(word >> (8 * byte));
        }
    }

    void write(int32_t value) { typed('I', value); }
    void write(int64_t value) { typed('L', value); }
    void write(double value) { typed('D', value); }

    void write(const std::string& text) {
        typed(rawText_ ? 'R' : 'S', static_cast<uint32_t>(text.size()));
        out_ += text;
    }

    void write(const Numbers& numbers) {
        typed(numbers.type, static_cast<uint32_t>(numbers.values.size()));
        number<uint32_t>(0);
        number(static_cast<uint32_t>(numbers.values.size() * (numbers.type == 'd' || numbers.type == 'l' ? 8 : 4)));
        for (const double value : numbers.values) {
            switch (numbers.type) {
                case 'f':
                    number(static_cast<float>(value));
                    break;
                case 'd':
                    number(value);
                    break;
                case 'i':
                    number(static_cast<int32_t>(limited(value, 2147483647.0)));
                    break;
                default:
                    number(static_cast<int64_t>(limited(value, 9.2e18)));
                    break;
            }
        }
    }

    void write(const PackedNumbers& packed) {
        Record record;
        record.values.emplace_back(packed);
        write(Numbers{packed.type == 'b' ? 'i' : packed.type, record.numbers()});
    }

    static double limited(double value, double limit) { return value >= -limit && value <= limit ? value : 0.0; }

    template <typename Number>
    void typed(char type, Number value) {
        out_.push_back(type);
        number(value);
    }

    /// Little-endian.
    template <typename Number>
    void number(Number value) {
        const auto bytes = std::bit_cast<std::array<char, sizeof(Number)>>(value);
        for (size_t i = 0; i < bytes.size(); ++i)
            out_.push_back(bytes[std::endian::native == std::endian::little ? i : bytes.size() - 1 - i]);
    }

    std::string out_;
    bool rawText_ = false;
};

}  // namespace

std::string write(const Document& document) {
    return Writer().document(document);
}

}  // namespace sinew::fbx
