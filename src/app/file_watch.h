#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace sinew {

class Stage;
struct Options;

/// Tells when files have changed and stand still again. Looks at time, size and number of the file, so that a file
/// which another takes the name of has changed too, and network folders can be watched.
class FileWatch {
  public:
    /// What the files, of which some may not be there, are now is what they are compared with.
    explicit FileWatch(std::vector<std::filesystem::path> files);

    /// To be asked again and again; `nowSeconds` of any clock that does not go back. True once after a change, when
    /// nothing has changed for kQuietSeconds since; not while the first file is not there.
    bool changed(double nowSeconds);

    /// Watches these from now on; those that are watched already are compared with what they were.
    void follow(std::vector<std::filesystem::path> files);

    static constexpr double kQuietSeconds = 0.3;

  private:
    struct Sight {
        int64_t modifiedNs = 0;
        uint64_t size = 0, inode = 0;
        bool operator==(const Sight&) const = default;
    };
    using Sights = std::vector<std::optional<Sight>>;  ///< none: not there

    Sights look() const;

    std::vector<std::filesystem::path> files_;
    Sights known_, last_;
    double lastChangeSeconds_ = 0.0;
};

/// The files that the model on stage was read from: its own first, then its pictures, also those that were not found,
/// what a .gltf names beside it, the clip files, the state machine and its script.
std::vector<std::filesystem::path> filesOf(const Stage& stage, const Options& options);

}  // namespace sinew
