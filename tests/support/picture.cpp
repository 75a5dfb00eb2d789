#include "support/picture.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "media/png.h"

using namespace sinew;

namespace {

constexpr int kBrightening = 8;

Pixels differencePicture(const sinew::Pixels& one, const sinew::Pixels& other) {
    Pixels difference = one;
    for (size_t i = 0; i < one.rgba.size(); ++i) {
        const int distance = std::abs(int{one.rgba[i]} - int{other.rgba[i]});
        difference.rgba[i] = i % 4 == 3 ? 255 : static_cast<uint8_t>(std::min(255, distance * kBrightening));
    }
    return difference;
}

bool updating() {
    const char* update = std::getenv("SINEW_UPDATE_GOLDENS");
    return update && std::string_view(update) == "1";
}

}  // namespace

Verdict comparePictures(const std::filesystem::path& produced, const std::filesystem::path& expected,
                        const std::string& name, Tolerance tolerance) {
    const auto folder = std::filesystem::absolute("failed-pictures");
    const auto kept = folder / (name + ".png");
    const auto keep = [&] {
        std::filesystem::create_directories(folder);
        std::filesystem::copy_file(produced, kept, std::filesystem::copy_options::overwrite_existing);
    };
    if (!std::filesystem::exists(expected)) {
        keep();
        return {false, fmt::format("there is no {}; {} is what came out", expected.string(), kept.string())};
    }
    const Pixels picture = readPng(produced), reference = readPng(expected);
    if (picture.width != reference.width || picture.height != reference.height) {
        keep();
        return {false, fmt::format("{} is {}x{}, {} is {}x{}", kept.string(), picture.width, picture.height,
                                   expected.string(), reference.width, reference.height)};
    }
    const Difference difference = compare(picture, reference);
    const std::string figures = fmt::format(
        "maximum {:.4f} (at most {:.4f}), mean {:.6f} (at most {:.6f}), {:.3f} % of the pixels", difference.maximum,
        tolerance.maximum, difference.mean, tolerance.mean, difference.differingShare * 100.0);
    if (difference.maximum <= tolerance.maximum && difference.mean <= tolerance.mean) return {true, figures};
    keep();
    const auto shown = folder / (name + ".difference.png");
    writePng(shown, differencePicture(picture, reference));
    return {false, fmt::format("{}\nproduced {}\nexpected {}\ndifference {}", figures, kept.string(), expected.string(),
                               shown.string())};
}

Verdict compareWithGolden(const std::filesystem::path& produced, const std::filesystem::path& golden,
                          const std::string& name, Tolerance tolerance) {
    if (!updating()) return comparePictures(produced, golden, name, tolerance);
    std::filesystem::copy_file(produced, golden, std::filesystem::copy_options::overwrite_existing);
    return {true, "made " + golden.string()};
}

sinew::Difference differenceOfFiles(const std::filesystem::path& one, const std::filesystem::path& other) {
    return compare(readPng(one), readPng(other));
}

double brightness(const sinew::Pixels& pixels, double left, double top, double right, double bottom) {
    const auto column = [&](double share) { return static_cast<uint32_t>(share * pixels.width); };
    const auto row = [&](double share) { return static_cast<uint32_t>(share * pixels.height); };
    double sum = 0.0;
    size_t count = 0;
    for (uint32_t y = row(top); y < row(bottom); ++y)
        for (uint32_t x = column(left); x < column(right); ++x)
            for (size_t channel = 0; channel < 3; ++channel, ++count)
                sum += pixels.rgba[(size_t{y} * pixels.width + x) * 4 + channel];
    return count == 0 ? 0.0 : sum / static_cast<double>(count) / 255.0;
}
