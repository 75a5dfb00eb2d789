#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace sinew {

/// Names of which each is taken once. Takes amortized constant time a name, however many are equal.
class NumberedNames {
  public:
    /// False if it is taken already.
    bool take(const std::string& name) { return taken_.insert(name).second; }

    /// Takes START + NUMBER + END with the lowest number from 2 on that is free.
    std::string takeNumbered(const std::string& start, const std::string& end = {}) {
        int& number = last_.try_emplace(start + '\0' + end, 1).first->second;
        std::string name;
        do
            name = start + std::to_string(++number) + end;
        while (!take(name));
        return name;
    }

  private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, int> last_;  ///< by start and end
};

}  // namespace sinew
