#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "import/fbx/bytes.h"
#include "import/fbx/document.h"

namespace sinew::fbx {
namespace {

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Numbers as old C libraries wrote them (1.#QNAN, -1.#INF) are not numbers.
std::optional<double> numberFrom(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    const bool negative = word.starts_with('-');
    if (const size_t at = word.find('#'); at != word.npos && at > 0) {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        if (word.substr(at + 1).starts_with("INF")) return negative ? -kInfinity : kInfinity;
        return std::numeric_limits<double>::quiet_NaN();
    }
    double number = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (end != word.data() + word.size()) return std::nullopt;
    return error == std::errc() ? number : 0.0;  // out of range: mostly too small
}

constexpr double kExact = 9007199254740992.0;  // the integers up to here are exact as doubles

/// An integer that a double cannot hold, such as an object's id.
std::optional<int64_t> largeInteger(std::string_view word) {
    int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool large = std::abs(static_cast<double>(number)) >= kExact;
    return end == word.data() + word.size() && error == std::errc() && large ? std::optional(number) : std::nullopt;
}

class AsciiReader {
  public:
    explicit AsciiReader(std::string_view file) : file_(file) {}

    void records(int depth, std::vector<Record>& list) {
        if (depth > kMaxDepth) throw std::runtime_error(fmt::format("records are nested deeper than {}", kMaxDepth));
        for (skip(); place_ < file_.size(); skip()) {
            if (file_[place_] == '}') {
                if (depth == 0) fail();
                ++place_;
                return;
            }
            if (++records_ > kMaxRecords)
                throw std::runtime_error(fmt::format("has more than {} records", kMaxRecords));
            Record record{key(), {}, {}};
            values(record.values);
            if (at('{')) records(depth + 1, record.children);
            list.push_back(std::move(record));
        }
        if (depth > 0) fail();
    }

  private:
    [[noreturn]] void fail() const {
        const auto line = 1 + std::count(file_.begin(), file_.begin() + static_cast<ptrdiff_t>(place_), '\n');
        throw std::runtime_error(fmt::format("is damaged near line {}", line));
    }

    /// Skips space and comments.
    void skip() {
        while (place_ < file_.size()) {
            if (file_[place_] == ';')
                place_ = std::min(file_.find('\n', place_), file_.size());
            else if (isSpace(file_[place_]))
                ++place_;
            else
                return;
        }
    }

    /// Takes that character, if it is next.
    bool at(char c) {
        skip();
        if (place_ >= file_.size() || file_[place_] != c) return false;
        ++place_;
        return true;
    }

    std::string key() {
        std::string name = file_[place_] == '"' ? quoted() : std::string(word());
        skip();
        if (!at(':')) fail();
        return name;
    }

    std::string_view word() {
        const size_t start = place_;
        while (place_ < file_.size() && !isSpace(file_[place_]) &&
               std::string_view(",{}:;\"").find(file_[place_]) == std::string_view::npos)
            ++place_;
        if (place_ == start) fail();
        return file_.substr(start, place_ - start);
    }

    std::string quoted() {
        const size_t end = file_.find('"', place_ + 1);
        if (end == file_.npos) fail();
        std::string_view rest = file_.substr(place_ + 1, end - place_ - 1);
        place_ = end + 1;
        constexpr std::pair<std::string_view, char> kEscapes[] = {{"&quot;", '"'}, {"&cr;", '\r'}, {"&lf;", '\n'}};
        std::string text;
        while (!rest.empty()) {
            size_t taken = 1;
            char c = rest.front();
            for (const auto& [escape, meaning] : kEscapes)
                if (rest.front() == '&' && rest.starts_with(escape)) taken = escape.size(), c = meaning;
            text.push_back(c);
            rest.remove_prefix(taken);
        }
        return text;
    }

    /// True before `NAME:`, which begins the next record.
    bool isKey() const {
        size_t end = place_;
        while (end < file_.size() && !isSpace(file_[end]) &&
               std::string_view(",{}:;\"").find(file_[end]) == std::string_view::npos)
            ++end;
        return end < file_.size() && file_[end] == ':' && (end + 1 == file_.size() || file_[end + 1] != ':');
    }

    void values(std::vector<Value>& list) {
        Numbers numbers;  // the numbers at the end of the list, kept apart to be small
        const auto flush = [&] {
            for (const double number : numbers.values)
                list.push_back(valueOf(number));
            numbers.values.clear();
        };
        bool expected = true;
        while (true) {
            expected = at(',') || expected;
            skip();
            if (place_ >= file_.size() || file_[place_] == '{' || file_[place_] == '}') break;
            if (file_[place_] == ',') continue;
            if (!expected || (file_[place_] != '"' && isKey())) break;
            expected = false;
            if (file_[place_] == '"') {
                flush();
                list.push_back(quoted());
                if (at(':')) fail();
                continue;
            }
            const std::string_view text = word();
            if (text.starts_with('*')) continue;  // the length of an array
            const auto number = numberFrom(text);
            if (const auto id = largeInteger(text)) {
                flush();
                list.push_back(*id);
            } else if (!number && text.size() > 1) {
                flush();
                list.push_back(std::string(text));
            } else {
                numbers.values.push_back(number ? *number : text.front());
            }
        }
        constexpr size_t kFew = 32;
        if (list.empty() && numbers.values.size() > kFew)
            list.push_back(std::move(numbers));
        else
            flush();
    }

    static Value valueOf(double number) {
        if (!(std::abs(number) < kExact) || number != std::trunc(number)) return number;
        if (std::abs(number) > std::numeric_limits<int32_t>::max()) return static_cast<int64_t>(number);
        return static_cast<int32_t>(number);
    }

    std::string_view file_;
    size_t place_ = 0, records_ = 0;
};

/// "; FBX 6.1.0 project file"
uint32_t versionInComment(std::string_view file) {
    const size_t at = file.substr(0, 256).find("FBX ");
    if (at == file.npos || file.size() < at + 9) return 0;
    const std::string_view text = file.substr(at + 4, 5);
    const auto digit = [&](size_t i) { return text[i] >= '0' && text[i] <= '9'; };
    if (!digit(0) || text[1] != '.' || !digit(2) || text[3] != '.' || !digit(4)) return 0;
    return static_cast<uint32_t>((text[0] - '0') * 1000 + (text[2] - '0') * 100 + (text[4] - '0') * 10);
}

/// Text files have the bits of the tangents' floats, as integers.
void decodeTangents(Record& curve) {
    const auto found = std::ranges::find(curve.children, "KeyAttrDataFloat", &Record::name);
    if (found == curve.children.end()) return;
    std::vector<double> numbers = found->numbers();
    const auto isBits = [](double number) { return number == std::trunc(number) && std::abs(number) < 4294967296.0; };
    if (!std::ranges::all_of(numbers, isBits)) return;
    for (double& number : numbers)
        number = std::bit_cast<float>(static_cast<uint32_t>(static_cast<int64_t>(number)));
    found->children.clear();
    found->values = {Numbers{'f', std::move(numbers)}};
}

}  // namespace

uint32_t versionOf(std::string_view file) {
    constexpr size_t kVersionAt = 23;
    if (isBinary(file) && file.size() >= kVersionAt + 4) return load<uint32_t>(file.substr(kVersionAt), file[22] == 1);
    return versionInComment(file);
}

void parseAscii(std::string_view file, Document& document) {
    document.version = versionOf(file);
    AsciiReader(file).records(0, document.root.children);
    for (Record& list : document.root.children)
        if (list.name == "Objects")
            for (Record& object : list.children)
                if (object.name == "AnimationCurve") decodeTangents(object);
}

}  // namespace sinew::fbx
