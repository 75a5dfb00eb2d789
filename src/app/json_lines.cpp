#include "app/json_lines.h"

#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/option_values.h"
#include "error.h"

namespace sinew {
namespace {

using nlohmann::json;

constexpr size_t kMostDepth = 32;

/// Counts the lines that the parser has read. It looks one character past a number, so what counts is the line of the
/// last character that is no white space.
struct LineCount {
    size_t reached = 1, line = 1;
    void pass(char c) {
        if (c == '\n') ++reached;
        if (c != '\n' && c != '\r' && c != '\t' && c != ' ') line = reached;
    }
};

class CountingIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* place, LineCount& count) : place_(place), count_(&count) {}
    reference operator*() const { return *place_; }
    CountingIterator& operator++() {
        count_->pass(*place_++);
        return *this;
    }
    CountingIterator operator++(int) {
        const CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return place_ == other.place_; }
    bool operator!=(const CountingIterator& other) const { return place_ != other.place_; }

  private:
    const char* place_;
    LineCount* count_;
};

class LineRecorder : public nlohmann::json_sax<json> {
  public:
    LineRecorder(const std::string& file, const LineCount& count) : file_(file), count_(count) {}

    std::map<std::string, size_t> lines;

    bool null() override { return note(); }
    bool boolean(bool) override { return note(); }
    bool number_integer(number_integer_t) override { return note(); }
    bool number_unsigned(number_unsigned_t) override { return note(); }
    bool number_float(number_float_t, const string_t&) override { return note(); }
    bool string(string_t&) override { return note(); }
    bool binary(binary_t&) override { return note(); }
    bool start_object(std::size_t) override { return open(false); }
    bool start_array(std::size_t) override { return open(true); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        levels_.back().step = pointerStep(name);
        if (lines.contains(pointer())) refuse(fmt::format("the field {} is there twice", inQuotes(name)));
        return true;
    }

    bool parse_error(std::size_t, const std::string&, const json::exception& error) override {
        // "[json.exception.parse_error.101] parse error at line 3, column 5: CAUSE; last read: ..."
        std::string_view cause = error.what();
        if (const size_t colon = cause.find(": "); colon != std::string_view::npos) cause.remove_prefix(colon + 2);
        refuse(fmt::format("this is no JSON: {}", cause.substr(0, cause.find("; last read"))));
    }

  private:
    struct Level {
        bool isArray;
        size_t index = 0;
        std::string step;
    };

    [[noreturn]] void refuse(const std::string& cause) const {
        throw Error(Exit::input, fmt::format("{}: line {}: {}", file_, count_.line, cause));
    }
    std::string pointer() const {
        std::string all;
        for (const Level& level : levels_)
            all += level.isArray ? fmt::format("/{}", level.index) : level.step;
        return all;
    }
    bool note() {
        lines[pointer()] = count_.line;
        if (!levels_.empty()) ++levels_.back().index;
        return true;
    }
    bool open(bool isArray) {
        if (levels_.size() == kMostDepth) refuse(fmt::format("nested more than {} deep", kMostDepth));
        lines[pointer()] = count_.line;
        levels_.push_back({.isArray = isArray});
        return true;
    }
    bool close() {
        levels_.pop_back();
        if (!levels_.empty()) ++levels_.back().index;
        return true;
    }

    const std::string& file_;
    const LineCount& count_;
    std::vector<Level> levels_;
};

}  // namespace

std::string pointerStep(std::string_view name) {
    std::string step = "/";
    for (const char c : name)
        step += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return step;
}

std::map<std::string, size_t> jsonLines(const std::string& file, std::string_view text) {
    LineCount count;
    LineRecorder recorder(file, count);
    json::sax_parse(CountingIterator(text.data(), count), CountingIterator(text.data() + text.size(), count),
                    &recorder);
    return std::move(recorder.lines);
}

}  // namespace sinew
