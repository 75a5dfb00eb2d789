#include "media/gif_palette.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace sinew {
namespace {

constexpr uint32_t kBits = 6;  // significant bits per channel
constexpr size_t kBins = size_t{1} << (3 * kBits);

size_t binOf(uint8_t red, uint8_t green, uint8_t blue) {
    constexpr uint32_t kShift = 8 - kBits;
    return size_t{red} >> kShift << (2 * kBits) | size_t{green} >> kShift << kBits | size_t{blue} >> kShift;
}

/// Pixels of similar color.
struct Bin {
    std::array<uint32_t, 3> sum{};  ///< replaced by the mean
    uint32_t count = 0;
};

/// A range of bins and the error of replacing them by one color.
struct Box {
    size_t begin = 0, end = 0;
    std::array<double, 3> mean{};
    size_t axis = 0;     ///< of the largest variance
    double error = 0.0;  ///< sum of squared distances along the axis

    bool operator<(const Box& other) const { return error != other.error ? error < other.error : begin > other.begin; }
};

Box boxOf(std::span<const Bin> bins, size_t begin, size_t end) {
    Box box{.begin = begin, .end = end};
    std::array<double, 3> sum{}, squares{};
    double count = 0.0;
    for (const Bin& bin : bins.subspan(begin, end - begin)) {
        count += bin.count;
        for (size_t i = 0; i < 3; ++i) {
            const double value = bin.sum[i];
            sum[i] += bin.count * value;
            squares[i] += bin.count * value * value;
        }
    }
    for (size_t i = 0; i < 3; ++i) {
        box.mean[i] = sum[i] / count;
        const double error = squares[i] - sum[i] * box.mean[i];
        if (end - begin > 1 && error > box.error) {
            box.error = error;
            box.axis = i;
        }
    }
    return box;
}

std::vector<Bin> binsOf(std::span<const uint8_t> rgba, std::span<const bool> used) {
    std::vector<Bin> all(kBins), bins;
    for (size_t i = 0; i < used.size(); ++i) {
        if (!used[i]) continue;
        const uint8_t* pixel = &rgba[4 * i];
        Bin& bin = all[binOf(pixel[0], pixel[1], pixel[2])];
        ++bin.count;
        for (size_t channel = 0; channel < 3; ++channel)
            bin.sum[channel] += pixel[channel];
    }
    for (Bin& bin : all) {
        if (bin.count == 0) continue;
        for (uint32_t& sum : bin.sum)
            sum = (sum + bin.count / 2) / bin.count;
        bins.push_back(bin);
    }
    return bins;
}

}  // namespace

GifPalette::GifPalette(std::span<const uint8_t> rgba, std::span<const bool> used) : cache_(kBins, -1) {
    std::vector<Bin> bins = binsOf(rgba, used);
    std::priority_queue<Box> boxes;
    if (!bins.empty()) boxes.push(boxOf(bins, 0, bins.size()));
    std::vector<Box> finished;
    while (!boxes.empty() && boxes.size() + finished.size() < kMaxColors) {
        const Box box = boxes.top();
        boxes.pop();
        if (box.error <= 0.0) {
            finished.push_back(box);
            continue;
        }
        const auto begin = bins.begin() + static_cast<std::ptrdiff_t>(box.begin),
                   end = bins.begin() + static_cast<std::ptrdiff_t>(box.end);
        const auto cut =
            std::stable_partition(begin, end, [&](const Bin& bin) { return bin.sum[box.axis] <= box.mean[box.axis]; });
        const auto middle = static_cast<size_t>(cut - bins.begin());
        boxes.push(boxOf(bins, box.begin, middle));
        boxes.push(boxOf(bins, middle, box.end));
    }
    for (; !boxes.empty(); boxes.pop())
        finished.push_back(boxes.top());
    for (const Box& box : finished) {
        std::array<uint8_t, 3>& color = colors_.emplace_back();
        for (size_t i = 0; i < 3; ++i)
            color[i] = static_cast<uint8_t>(box.mean[i] + 0.5);
    }
    if (colors_.empty()) colors_.push_back({});
    std::ranges::sort(colors_);
}

uint8_t GifPalette::nearest(uint8_t red, uint8_t green, uint8_t blue) {
    int16_t& cached = cache_[binOf(red, green, blue)];
    if (cached >= 0) return static_cast<uint8_t>(cached);
    // Computed for the center of the bin, so that the result does not depend on the order of calls.
    const auto centerOf = [](uint8_t value) { return (value >> (8 - kBits) << (8 - kBits)) + (1 << (7 - kBits)); };
    const std::array<int, 3> center{centerOf(red), centerOf(green), centerOf(blue)};
    int least = std::numeric_limits<int>::max();
    for (size_t i = 0; i < colors_.size(); ++i) {
        int distance = 0;
        for (size_t channel = 0; channel < 3; ++channel) {
            const int difference = center[channel] - colors_[i][channel];
            distance += difference * difference;
        }
        if (distance >= least) continue;
        least = distance;
        cached = static_cast<int16_t>(i);
    }
    return static_cast<uint8_t>(cached);
}

}  // namespace sinew
