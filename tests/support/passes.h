#pragma once

#include <ctime>
#include <map>
#include <string>

/// Measures work by a pass over 100,000 names that puts them into a map, in processor time: a limit in passes is the
/// same on slow machines and with sanitizers.
class Passes {
  public:
    /// Since the construction.
    double count() const {
        const std::clock_t taken = std::clock() - start_, begin = std::clock();
        std::map<std::string, int> names;
        for (int i = 0; i < 100'000; ++i)
            names["name of a thing " + std::to_string(i)] = i;
        return static_cast<double>(taken) / static_cast<double>(std::clock() - begin);
    }

  private:
    std::clock_t start_ = std::clock();
};
