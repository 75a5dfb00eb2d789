#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace sinew {

class Stage;
struct LoadRequest;

/// Detects when files have changed and are complete again. Compares modification time, size and inode, which notices
/// replaced files and works on network file systems.
class FileWatch {
  public:
    /// Starts with the current state of the files, some of which may be missing.
    explicit FileWatch(std::vector<std::filesystem::path> files);

    /// To be called every frame, with a monotonic clock. Returns true once after a change, as soon as nothing has
    /// changed for kQuietSeconds and the first file exists.
    bool changed(double nowSeconds);

    /// Watches these files from now on. Files that were watched before keep their known state.
    void follow(std::vector<std::filesystem::path> files);

    static constexpr double kQuietSeconds = 0.3;

  private:
    struct Sight {
        int64_t modifiedNs = 0;
        uint64_t size = 0, inode = 0;
        bool operator==(const Sight&) const = default;
    };
    using Sights = std::vector<std::optional<Sight>>;  ///< none: missing

    Sights look() const;

    std::vector<std::filesystem::path> files_;
    Sights known_, last_;
    double lastLookSeconds_ = 0.0, lastChangeSeconds_ = 0.0;
};

/// The files of the model on stage: its own first, then its textures, also missing ones, the buffers and images of a
/// .gltf, the material files of an .obj, the clip files, the state machine and its script.
std::vector<std::filesystem::path> filesOf(const Stage& stage, const LoadRequest& request);

}  // namespace sinew
