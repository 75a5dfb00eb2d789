#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/report/fingerprint.h"

namespace sinew {

/// Accepted findings, as a JSON file. It names models relative to its directory.
class Baseline {
  public:
    /// No findings are accepted yet.
    explicit Baseline(std::filesystem::path file);

    /// @throws Error(Exit::input) "FILE: cause" if it cannot be read, or has other content.
    static Baseline read(const std::filesystem::path& file);

    /// Moves the accepted findings of a model from `findings` to the result. Of a fingerprint with more findings than
    /// accepted, all stay.
    std::vector<Finding> takeAccepted(const std::filesystem::path& model, std::vector<Finding>& findings) const;

    /// How many accepted findings of a model no longer occur.
    size_t countGone(const std::filesystem::path& model, const std::vector<Finding>& accepted) const;

    /// Replaces those of a model.
    void accept(const std::filesystem::path& model, const std::vector<Finding>& findings);

    /// Completely or not at all. Equal findings give equal bytes. @throws Error(Exit::output)
    void write() const;

  private:
    using Counts = std::map<Fingerprint, size_t>;

    std::string placeOf(const std::filesystem::path& model) const;

    std::filesystem::path file_;
    std::map<std::string, Counts> accepted_;  ///< by model
};

}  // namespace sinew
