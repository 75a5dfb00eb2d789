#include "benchmark/rounds.h"

#include <algorithm>
#include <chrono>
#include <ctime>

#include <fmt/format.h>

namespace {

double middle(std::vector<double> values) {
    if (values.empty()) return 0.0;
    const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), half, values.end());
    return *half;
}

std::vector<Row>& table() {
    static std::vector<Row> rows;
    return rows;
}

}  // namespace

double Rounds::median(size_t method) const {
    return middle(seconds_[method]);
}

double Rounds::medianRatio(size_t method, size_t reference) const {
    std::vector<double> ratios;
    for (size_t round = 0; round < seconds_[method].size(); ++round)
        ratios.push_back(seconds_[method][round] / seconds_[reference][round]);
    return middle(ratios);
}

double Rounds::medianDifference(size_t method, size_t reference) const {
    std::vector<double> differences;
    for (size_t round = 0; round < seconds_[method].size(); ++round)
        differences.push_back(seconds_[method][round] - seconds_[reference][round]);
    return middle(differences);
}

void Rounds::runOnce(const std::vector<std::function<void()>>& methods, double (*clock)(const std::function<void()>&)) {
    // Alternates forward and backward, so that none always follows the same one: memory is warm after some, and not
    // after others.
    for (size_t i = 0; i < methods.size(); ++i) {
        const size_t place = round_ % 2 == 0 ? i : methods.size() - 1 - i;
        const size_t method = (round_ / 2 + place) % methods.size();
        add(method, (clock ? clock : secondsOf)(methods[method]));
    }
    ++round_;
}

double secondsOf(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double coreSecondsOf(const std::function<void()>& work) {
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double start = now();
    work();
    return now() - start;
}

void addRow(Row row) {
    table().push_back(std::move(row));
}

void printTable() {
    fmt::print("\n{:36} {:42} {:>16}   {}\n", "what", "how", "median", "ratio (median of the rounds')");
    for (const Row& row : table())
        fmt::print("{:36} {:42} {:>16}   {}\n", row.what, row.method, row.value, row.ratio);
}
