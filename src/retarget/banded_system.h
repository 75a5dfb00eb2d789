#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace sinew {

/// A symmetric, positive definite system whose elements are at most kBand beside the diagonal, as L D L^T.
class BandedSystem {
  public:
    static constexpr size_t kBand = 6;

    explicit BandedSystem(size_t size) : rows_(size) {}

    /// `row` >= `column` >= `row` - kBand.
    double& at(size_t row, size_t column) { return rows_[row][row - column]; }

    void factorize() {
        for (size_t i = 0; i < rows_.size(); ++i)
            for (size_t j = i - std::min(i, kBand); j <= i; ++j) {
                double& element = at(i, j);
                for (size_t k = i - std::min(i, kBand); k < j; ++k)
                    if (j - k <= kBand) element -= at(i, k) * at(j, k) * at(k, k);
                if (j < i) element /= at(j, j);
            }
    }

    void solve(std::span<double> values) {
        for (size_t i = 0; i < values.size(); ++i)
            for (size_t j = i - std::min(i, kBand); j < i; ++j)
                values[i] -= at(i, j) * values[j];
        for (size_t i = 0; i < values.size(); ++i)
            values[i] /= at(i, i);
        for (size_t i = values.size(); i-- > 0;)
            for (size_t j = i - std::min(i, kBand); j < i; ++j)
                values[j] -= at(i, j) * values[i];
    }

    /// Before it is factorized.
    std::vector<double> times(std::span<const double> values) const {
        std::vector<double> product(values.size(), 0.0);
        for (size_t i = 0; i < values.size(); ++i) {
            product[i] += rows_[i][0] * values[i];
            for (size_t distance = 1; distance <= std::min(i, kBand); ++distance) {
                product[i] += rows_[i][distance] * values[i - distance];
                product[i - distance] += rows_[i][distance] * values[i];
            }
        }
        return product;
    }

  private:
    std::vector<std::array<double, kBand + 1>> rows_;  // by the distance from the diagonal
};

}  // namespace sinew
