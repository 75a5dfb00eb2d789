#include "import/gltf/document/tables.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "import/gltf/document/file.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

/// Reads JSON from left to right. After anything that is not as expected, isPlain() is false and the rest is void.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    bool isPlain() const { return isPlain_; }
    void fail() { isPlain_ = false; }

    /// Calls `visit` with the key of each member; it must read the value. No key may come twice.
    template <typename Visit>
    void object(const Visit& visit) {
        std::array<std::string_view, 16> keys;
        size_t count = 0;
        expect('{');
        if (take('}')) return;
        do {
            const std::string_view key = string();
            expect(':');
            for (size_t k = 0; k < count; ++k)
                if (keys[k] == key) fail();
            if (count == keys.size()) fail();
            if (!isPlain_) return;
            keys[count++] = key;
            visit(key);
        } while (isPlain_ && take(','));
        expect('}');
    }

    /// Calls `visit` for each element; it must read it.
    template <typename Visit>
    void array(const Visit& visit) {
        expect('[');
        if (take(']')) return;
        do
            visit();
        while (isPlain_ && take(','));
        expect(']');
    }

    /// A string without escapes.
    std::string_view string() {
        expect('"');
        const size_t begin = at_, end = text_.find('"', at_);
        if (!isPlain_ || end == std::string_view::npos) return fail(), std::string_view();
        const std::string_view found = text_.substr(begin, end - begin);
        if (found.find('\\') != std::string_view::npos) fail();
        at_ = end + 1;
        return found;
    }

    /// A number of digits only, below kNone.
    size_t whole() {
        blanks();
        size_t value = 0, digits = 0;
        for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && digits < 10; ++at_, ++digits)
            value = value * 10 + static_cast<size_t>(text_[at_] - '0');
        blanks();
        const char next = at_ < text_.size() ? text_[at_] : '\0';
        if (digits == 0 || value >= kNone || (next != ',' && next != '}' && next != ']')) fail();
        return value;
    }

    bool boolean() {
        blanks();
        const std::string_view rest = text_.substr(at_);
        const bool isTrue = rest.starts_with("true");
        if (!isTrue && !rest.starts_with("false")) fail();
        at_ += isTrue ? 4 : 5;
        return isTrue;
    }

    /// Any value, as it is written.
    std::string_view value() {
        blanks();
        const size_t begin = at_;
        skip();
        return text_.substr(begin, at_ - begin);
    }

    /// Any value, with no words but those of JSON: NaN is none.
    void skip() {
        blanks();
        for (size_t depth = 0; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (depth == 0 && (c == ',' || c == ']' || c == '}')) return;
            if (c == '"') at_ = stringEnd(text_, at_);
            if (isLetter(c) && !takeWord()) return fail();
            if (c == '[' || c == '{') ++depth;
            if (c == ']' || c == '}') --depth;
        }
        fail();
    }

    void end() {
        blanks();
        if (at_ < text_.size()) fail();
    }

  private:
    void blanks() {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
            ++at_;
    }

    bool take(char wanted) {
        blanks();
        const bool isThere = at_ < text_.size() && text_[at_] == wanted;
        at_ += isThere;
        return isThere;
    }

    void expect(char wanted) {
        if (!take(wanted)) fail();
    }

    static bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

    /// Goes to the last letter of a literal or of an exponent.
    bool takeWord() {
        for (const std::string_view word : {"true", "false", "null", "e", "E"}) {
            if (!text_.substr(at_).starts_with(word)) continue;
            at_ += word.size() - 1;
            return at_ + 1 == text_.size() || !isLetter(text_[at_ + 1]);
        }
        return false;
    }

    std::string_view text_;
    size_t at_ = 0;
    bool isPlain_ = true;
};

template <typename Row, typename ReadRow>
std::optional<std::vector<Row>> scanned(std::string_view json, const ReadRow& readRow) {
    std::vector<Row> rows;
    Scanner scanner(json);
    scanner.array([&] { readRow(scanner, rows.emplace_back()); });
    scanner.end();
    return scanner.isPlain() ? std::optional(std::move(rows)) : std::nullopt;
}

AnimationRow::Sampler samplerFrom(Scanner& scanner) {
    AnimationRow::Sampler sampler;
    scanner.object([&](std::string_view key) {
        if (key == "input")
            sampler.input = scanner.whole();
        else if (key == "output")
            sampler.output = scanner.whole();
        else if (key == "interpolation")
            sampler.interpolation = scanner.string();
        else
            scanner.skip();
    });
    sampler.isCubic = sampler.interpolation == "CUBICSPLINE";
    return sampler;
}

AnimationRow::Channel channelFrom(Scanner& scanner) {
    AnimationRow::Channel channel;
    scanner.object([&](std::string_view key) {
        if (key == "sampler")
            channel.sampler = scanner.whole();
        else if (key == "target")
            scanner.object([&](std::string_view inner) {
                if (inner == "path")
                    channel.path = scanner.string();
                else if (inner == "node")
                    channel.node = scanner.whole();
                else if (inner == "extensions")
                    scanner.fail();  // see animationFrom()
                else
                    scanner.skip();
            });
        else
            scanner.skip();
    });
    return channel;
}

void append(Bound& bound, float value) {
    if (bound.count < Bound::kMost) bound.values[bound.count] = value;
    ++bound.count;
}

Bound boundFrom(Scanner& scanner) {
    Bound bound;
    bool isNumbers = true;
    const std::string_view written = scanner.value();
    Scanner elements(written);
    elements.array([&] {
        const std::string_view text = elements.value();
        float value = 0.0f;
        isNumbers = isNumbers && std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc();
        append(bound, value);
    });
    return isNumbers && elements.isPlain() ? bound : Bound{};
}

Bound boundFrom(const Json& list) {
    Bound bound;
    for (const Json& number : File::list(list)) {
        if (!number.is_number()) return {};
        const double value = number.get<double>();
        if (!(std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max()))) return {};
        append(bound, static_cast<float>(value));
    }
    return bound;
}

size_t wholeOr(size_t missing, const Json& element, const char* key) {
    const Json& value = File::at(element, key);
    if (value.is_null()) return missing;
    return std::min(File::index(value).value_or(kNone), kNone);
}

/// KHR_animation_pointer: what `pointer` names.
void resolvePointer(std::string_view pointer, AnimationRow::Channel& channel) {
    constexpr std::string_view kNodes = "/nodes/";
    channel.node = kNone;
    channel.path = pointer;
    if (!pointer.starts_with(kNodes)) return;
    const std::string_view rest = pointer.substr(kNodes.size());
    size_t node = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), node);
    const auto digits = static_cast<size_t>(end - rest.data());
    if (error != std::errc() || node >= kNone || digits >= rest.size() || rest[digits] != '/') return;
    const std::string_view path = rest.substr(digits + 1);
    const bool isOwn = path == "translation" || path == "rotation" || path == "scale" || path == "weights";
    if (!isOwn && !path.starts_with("weights/") && path != kVisibility) return;
    channel.node = node;
    channel.path = path;
    channel.isExtended = !isOwn;
}

}  // namespace

size_t componentCountOf(std::string_view type) {
    constexpr std::array<std::pair<std::string_view, size_t>, 5> kTypes{
        {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}}};
    for (const auto& [name, count] : kTypes)
        if (type == name) return count;
    return 0;
}

std::optional<std::vector<AccessorRow>> scanAccessors(std::string_view json) {
    return scanned<AccessorRow>(json, [](Scanner& scanner, AccessorRow& row) {
        row.isObject = true;
        scanner.object([&](std::string_view key) {
            if (key == "bufferView")
                row.view = scanner.whole();
            else if (key == "byteOffset")
                row.offset = scanner.whole();
            else if (key == "count")
                row.count = scanner.whole();
            else if (key == "componentType")
                row.componentType = scanner.whole();
            else if (key == "type")
                row.componentCount = componentCountOf(scanner.string());
            else if (key == "normalized")
                row.isNormalized = scanner.boolean();
            else if (key == "max")
                row.max = boundFrom(scanner);
            else if (key == "min")
                row.min = boundFrom(scanner);
            else if (key == "sparse" || key == "extensions")
                scanner.fail();
            else
                scanner.skip();
        });
    });
}

std::optional<std::vector<ViewRow>> scanViews(std::string_view json) {
    return scanned<ViewRow>(json, [](Scanner& scanner, ViewRow& row) {
        row.isObject = true;
        scanner.object([&](std::string_view key) {
            if (key == "buffer")
                row.buffer = scanner.whole();
            else if (key == "byteOffset")
                row.offset = scanner.whole();
            else if (key == "byteLength")
                row.size = scanner.whole();
            else if (key == "byteStride")
                row.stride = scanner.whole();
            else if (key == "extensions")
                scanner.fail();
            else
                scanner.skip();
        });
    });
}

std::optional<std::vector<AnimationRow>> scanAnimations(std::string_view json) {
    return scanned<AnimationRow>(json, [](Scanner& scanner, AnimationRow& row) {
        scanner.object([&](std::string_view key) {
            if (key == "samplers")
                scanner.array([&] { row.samplers.push_back(samplerFrom(scanner)); });
            else if (key == "channels")
                scanner.array([&] { row.channels.push_back(channelFrom(scanner)); });
            else if (key == "name")
                row.name = scanner.string();
            else
                scanner.skip();
        });
    });
}

bool isBoundless(const AccessorRow& accessor) {
    return accessor.isObject && (accessor.min.count == 0 || accessor.max.count == 0);
}

AnimationRow animationFrom(const Json& element) {
    const auto text = [](const Json& value) {
        if (value.is_string()) return std::string_view(value.get_ref<const std::string&>());
        return value.is_null() ? std::string_view() : kNoText;
    };
    AnimationRow row;
    if (File::at(element, "name").is_string()) row.name = text(File::at(element, "name"));
    for (const Json& sampler : File::list(File::at(element, "samplers")))
        row.samplers.push_back({.input = wholeOr(kNone, sampler, "input"),
                                .output = wholeOr(kNone, sampler, "output"),
                                .isCubic = File::at(sampler, "interpolation") == "CUBICSPLINE",
                                .interpolation = text(File::at(sampler, "interpolation"))});
    for (const Json& channel : File::list(File::at(element, "channels"))) {
        const Json& target = File::at(channel, "target");
        row.channels.push_back({.sampler = wholeOr(kNone, channel, "sampler"),
                                .node = wholeOr(kNone, target, "node"),
                                .path = text(File::at(target, "path")),
                                .isExtended = !File::at(target, "extensions").is_null()});
        const Json& pointed = File::at(File::at(target, "extensions"), "KHR_animation_pointer");
        if (pointed.is_object()) resolvePointer(text(File::at(pointed, "pointer")), row.channels.back());
    }
    return row;
}

AccessorRow accessorFrom(const Json& element) {
    const Json& type = File::at(element, "type");
    return {.view = wholeOr(kNone, element, "bufferView"),
            .offset = wholeOr(0, element, "byteOffset"),
            .count = wholeOr(0, element, "count"),
            .componentType = wholeOr(0, element, "componentType"),
            .componentCount = type.is_string() ? componentCountOf(type.get_ref<const std::string&>()) : 0,
            .isNormalized = File::at(element, "normalized") == true,
            .isSparse = !File::at(element, "sparse").is_null(),
            .isObject = element.is_object(),
            .min = boundFrom(File::at(element, "min")),
            .max = boundFrom(File::at(element, "max"))};
}

ViewRow viewFrom(const Json& element) {
    return {.buffer = wholeOr(kNone, element, "buffer"),
            .offset = wholeOr(0, element, "byteOffset"),
            .size = wholeOr(0, element, "byteLength"),
            .stride = wholeOr(0, element, "byteStride"),
            .isObject = element.is_object()};
}

}  // namespace sinew::gltf
